return { rules = "./stones.lua", bots = { "./first.lua", "./drawn.lua", "./tuned.lua" },
  games = 4 }
