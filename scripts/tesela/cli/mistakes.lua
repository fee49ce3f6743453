-- The meaning of a disagreement found by the conformance check, for the author of a game in Lua,
-- and what to look for.

local M = {}

local STATE = "Everything that changes in a game must be in the state: in cells "
  .. "declared by `fields`. A local variable of the file, math.random, os.time "
  .. "and the order of pairs() are not."

-- By the kind of the fault, of any function.
local faults = {
  seen = "seen() is called for a state, and again after its hidden cells were dealt again: "
    .. "its answer may depend only on what the seat sees.",
  ends = "The end of a game depends only on what everyone sees, or is set by apply(): over() is "
    .. "called after the hidden cells were dealt again, and must not end the game then.",
  deep = "A function of the rules calls itself through the state: s:count() in "
    .. "moves(), for example.",
  failed = "The function raised an error, or returned a wrong value; the message begins "
    .. "with the line of the file.",
  allocates = "A move may change only the state's own cells.",
}

-- By the function and the kind; [1]: all other kinds.
local functions = {
  moves = {
    twice = "Each move is listed once, but moves() called out(m) for it a second time.",
    none = "Until a game is over, the seat to move must have a move. End the game (s.over = "
      .. "\"...\" in apply(), or over()), or list a pass.",
    depends = "Two equal positions must have the same moves. " .. STATE,
    differs = "Two calls for the same position had different results. " .. STATE,
  },
  apply = { differs = "The same move in the same position had different results. " .. STATE
    .. " Throw dice with the generator that apply() gets with `chance = true`." },
  start = { differs = "Two starts with the same seed differed. All chance comes from the generator "
    .. "that start() gets: rng:int(n), rng:pick(list)." },
  print = { same = "Two moves with the same text cannot be told apart: print() must give each "
    .. "legal move a text of its own.",
    tells = "The text of a seat's own move, from tell() or print(), must not depend on cells "
      .. "that the seat cannot see." },
  parse = { "A move was printed, and its text was read as a move again. print() must always "
    .. "write a move in the same way." },
  result = {
    "result() returns a list of scores, one for each seat, and optionally a list of places: 1 "
      .. "for the first, the same for those who share a place, and then a gap (1, 1, 3).",
    tells = "When a game is over, everyone must see what decided it: let seen() return true "
      .. "then (s.over), or let result() look at other cells.",
  },
  draw = { "draw() calls board:size(columns, rows) once, then board:put within that size." },
  load = { "The position changed when it was written as text and read again. " .. STATE },
  hash = { "Two equal positions had different hashes." },
  playout = { "The same game, played in two ways, had different results. " .. STATE },
  hide = { "A seat's view must not depend on cells that the seat cannot see: set `seen` in the "
    .. "fields, or let hide() deal everything hidden again, with the generator that "
    .. "it gets." },
  save = { tells = "Set `seen` in `fields`: then views and position texts hide "
    .. "the cells." },
}

--- A hint for the author of a game about a finding of rules:check, or nil.
function M.meaning(found)
  local of = functions[found["function"]] or {}
  return faults[found.fault] or of[found.fault] or of[1]
end

return M
