-- What a disagreement that the conformance check has found means to the author
-- of a game in Lua, and what to look for.

local M = {}

local STATE = "Whatever changes in a game has to be in the state: in cells "
  .. "declared by `fields`. A local variable of the file, math.random, os.time "
  .. "and the order of pairs() are not."

-- The first pattern that fits.
local meanings = {
  { "seen%(%) of .* tells seat", "seen() is asked about a state, and again when all that "
    .. "it hides is dealt anew: its answer may come only from what the seat sees." },
  { "too deeply", "A function of the rules asks about the state what calls it "
    .. "again: s:count() in moves(), for example." },
  { "failed: ", "The function raised an error, or returned what it may not; the "
    .. "line of the file stands before it." },
  { "moves%(%) listed .* twice", "Each move is listed once: moves() called "
    .. "out(m) for it a second time." },
  { "moves%(%) listed nothing", "As long as a game is not over somebody has a "
    .. "move. End it (s.over = \"...\" in apply(), or over()), or list a pass." },
  { "moves%(%) depends on more", "Two positions that are equal have the same moves. "
    .. STATE },
  { "moves%(%) gave another list", "The same position was asked about twice. "
    .. STATE },
  { "apply%(%) of .* different bytes", "The same move was made twice in the same "
    .. "position. " .. STATE .. " Dice are thrown with the generator that apply() gets "
    .. "with `chance = true`." },
  { "start%(%) gave different bytes", "Two starts had the same seed. All chance "
    .. "comes from the generator that start() gets: rng:int(n), rng:pick(list)." },
  { "print%(%) writes", "Two moves that look the same cannot be told apart: "
    .. "print() gives each legal move a text of its own." },
  { "parse%(%)", "A move was printed, and the text read as a move again. print() "
    .. "has to write each move in one way." },
  { "result%(%) at the end depends", "When a game is over everybody must see what it "
    .. "was decided by: seen() can say so (s.over), or result() looks at other cells." },
  { "result%(%)", "result() returns a list of scores, one for each seat, and "
    .. "perhaps a list of places: 1 for the first, the same for those who share "
    .. "a place, and then a gap (1, 1, 3)." },
  { "draw%(%)", "draw() calls board:size(columns, rows) once, and then "
    .. "board:put within it." },
  { "load%(%)", "The position was written as text and read again. " .. STATE },
  { "hash%(%)", "Two positions are equal and were told apart." },
  { "playout%(%)", "The same game was played in two ways. " .. STATE },
  { "hide%(%)", "What a seat sees must not depend on what it cannot see: fields say by "
    .. "`seen` who sees their cells, or hide() deals anew all that is hidden, with the "
    .. "generator that it gets." },
  { "tell%(%)", "A seat is told the same of its own move, whatever it cannot see." },
  { "save%(%) tells seat", "Say in `fields` who sees the cells (`seen`): then views and "
    .. "texts hide them by themselves." },
  { "allocates memory", "Moves are made in the state's own cells." },
}

--- Lines for the author about the message of rules:check, or nil.
function M.meaning(message)
  for _, row in ipairs(meanings) do
    if message:find(row[1]) then return row[2] end
  end
end

--- The message without the seed at its end, that seed, and the plies made.
function M.parts(message)
  local what, seed, ply = message:match "^(.*) %(seed (%d+), ply (%d+)%)$"
  return what or message, math.tointeger(seed), math.tointeger(ply)
end

return M
