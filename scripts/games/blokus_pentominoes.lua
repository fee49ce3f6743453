-- Blokus with the twelve pentominoes only.
--
-- Pieces are data: each has a name and a drawing, with x for a cell and / between
-- rows (or one row per line). Their rotations and reflections are worked out once.
-- No Lua runs during play, so the game is as fast as Blokus itself.
local tesela = require "tesela"

return tesela.derive("blokus", {
  title = "Blokus with the twelve pentominoes",
  pieces = {
    F = ".xx/xx./.x.",
    I = "xxxxx",
    L = "x.../xxxx",
    N = "xx../.xxx",
    P = "xx/xx/x.",
    T = "xxx/.x./.x.",
    U = "x.x/xxx",
    V = "x../x../xxx",
    W = "x../xx./.xx",
    X = ".x./xxx/.x.",
    Y = ".x../xxxx",
    Z = "xx./.x./.xx",
  },
})
