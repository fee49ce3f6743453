return {
  rules = "qwirkle", options = { players = 3, copies = 1 }, format = "gauntlet", games = 2,
  bots = { "./first.lua", "./drawn.lua", "./tuned.lua" }, seed = 5, max_plies = 20,
}
