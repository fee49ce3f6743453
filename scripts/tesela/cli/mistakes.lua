-- The meaning of a disagreement found by the conformance check, for the author of a game in Lua,
-- and what to look for.

local M = {}

local STATE = "Everything that changes in a game must be in the state: in cells "
  .. "declared by `fields`. A local variable of the file, math.random, os.time "
  .. "and the order of pairs() are not."

-- By the kind of the fault, of any function.
local faults = {
  seen = "seen() is called for a state, and again with its hidden things dealt again: "
    .. "its answer may depend only on things that the seat sees.",
  ends = "A game ends by what all see, or in apply(), which shows it to all: over() is called "
    .. "with the hidden things dealt again, and may not end it then.",
  deep = "A function of the rules calls itself through the state: s:count() in "
    .. "moves(), for example.",
  failed = "The function raised an error, or returned a wrong value; the message begins "
    .. "with the line of the file.",
  allocates = "Moves are made in the state's own cells.",
}

-- By the function and the kind; [1]: all other kinds.
local functions = {
  moves = {
    twice = "Each move is listed once: moves() called out(m) for it a second time.",
    none = "Until a game is over the seat to move has a move. End it (s.over = \"...\" in "
      .. "apply(), or over()), or list a pass.",
    depends = "Two positions that are equal have the same moves. " .. STATE,
    differs = "The function was called twice for one position. " .. STATE,
  },
  apply = { differs = "The same move was made twice in the same position. " .. STATE
    .. " Dice are thrown with the generator that apply() gets with `chance = true`." },
  start = { differs = "Two starts had the same seed. All chance comes from the generator "
    .. "that start() gets: rng:int(n), rng:pick(list)." },
  print = { same = "Two moves that look the same cannot be told apart: print() gives each "
    .. "legal move a text of its own.",
    tells = "The text of a seat's own move must not depend on things that it cannot see: "
      .. "tell() writes it, or print()." },
  parse = { "A move was printed, and the text read as a move again. print() has to write "
    .. "each move in one way." },
  result = {
    "result() returns a list of scores, one for each seat, and optionally a list of places: 1 "
      .. "for the first, the same for those who share a place, and then a gap (1, 1, 3).",
    tells = "When a game is over all must see what decided it: let seen() return true "
      .. "then (s.over), or let result() look at other cells.",
  },
  draw = { "draw() calls board:size(columns, rows) once, and then board:put within it." },
  load = { "The position was written as text and read again. " .. STATE },
  hash = { "Two equal positions had different hashes." },
  playout = { "The same game was played in two ways. " .. STATE },
  hide = { "A seat's view must not depend on things that it cannot see: set `seen` in the "
    .. "fields, or let hide() deal everything hidden again, with the generator that "
    .. "it gets." },
  save = { tells = "Set `seen` in `fields`: then views and texts hide "
    .. "the cells." },
}

--- A hint for the author of a game about a finding of rules:check, or nil.
function M.meaning(found)
  local of = functions[found["function"]] or {}
  return faults[found.fault] or of[found.fault] or of[1]
end

return M
