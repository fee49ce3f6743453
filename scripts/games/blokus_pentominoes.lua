-- Blokus with the twelve pentominoes only.
--
-- Pieces are data: a name and a drawing, x for a cell, rows joined by / (or a
-- text of several lines). How each can be turned and reflected is found out,
-- and no Lua runs while the game is played: it is as fast as Blokus itself.
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
