return {
  rules = "blokus", options = { variant = "duo" }, games = 2, seed = 1,
  bots = { { name = "program", bot = "exec:sh ./first.sh" }, "./drawn.lua" },
}
