return {
  rules = "mixtour", bots = { "./first.lua", "./drawn.lua" }, seed = 3, games = 8,
  openings = "./suite.jsonl", sprt = { elo0 = 0, elo1 = 50 }, resign = { value = 0.1 },
}
