return {
  name = "Cup", rules = "losetas", options = { size = 3 }, seed = 7, games = 6,
  bots = { "./first.lua", "./drawn.lua", { name = "tuned", bot = "./tuned.lua" },
    { name = "far", bot = "./tuned.lua", parameters = { place = 0.9 } } },
  openings = { plies = 1 }, max_plies = 60, budget = { iterations = 10 },
}
