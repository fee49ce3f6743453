local bots = { "./first.lua", "./tuned.lua" }
for i = 1, 5 do bots[#bots + 1] = { name = "drawn " .. i, bot = "./drawn.lua" } end
return { rules = "losetas", options = { size = 3 }, bots = bots, format = "swiss", rounds = 3,
  seed = 7 }
