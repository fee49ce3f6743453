return { rules = "./hasty.lua", bots = { "./first.lua", "./drawn.lua" }, games = 4, seed = 2 }
