-- Moves as people write them: if pieces have several orientations, by piece, cell and number
-- (T4@c17/2), as the game's help recommends; otherwise as in records.

local interrupt = require "tesela.interrupt"
local clean = require("tesela.text").clean

local M = {}

-- The endings of games, in words for people; other reasons stay unchanged.
local ENDINGS = {
  -- of any game
  time = "time ran out", memory = "a player ran out of memory",
  plies = "the ply limit was reached",
  adjudicated = "both sides agreed on the winner",
  error = "a player failed", illegal = "an illegal move",
  -- of the games here
  points = "by points", passes = "all players passed in a row",
  repetition = "the position was repeated",
  stall = "no entry, emptied cell or removal for too long",
  blocked = "no piece fits", stuck = "the side to move is stuck",
  dead = "no tile fits", out = "one hand is empty",
  line = "a line is complete", full = "the board is full", five = "five in a row",
  joined = "two sides are joined", ["no moves"] = "neither side can move",
  crowns = "only one player is left", calm = "no fight for too long",
}

--- The ending of a game in words, from the reason of its state or record.
function M.ending(reason) return ENDINGS[reason] or reason end

--- The text of a legal move; `parts` are its parts, if they are known.
function M.text(state, move, parts)
  parts = parts or state:parts(move)
  if not (parts.piece and parts.at and parts.turn) then return state:text(move) end
  local short = ("%s@%s"):format(parts.piece, parts.at)
  if state:move(short) == move then return short end
  short = ("%s/%d"):format(short, parts.turn)
  return state:move(short) == move and short or state:text(move)
end

--- The same for a move in the form of records; illegal moves stay unchanged.
function M.of(state, text)
  local move = not state.over and state:move(text)
  return move and M.text(state, move) or text
end

--- " with green" for blue, if that colour is to move and its seat has another name, because it has
--- several colours or shares one; else nothing.
function M.with_colour(state)
  local ok, colour = interrupt.try(function() return state:colour() end) -- only some games have it
  if not ok or type(colour) ~= "string" or state.over
    or colour == state.seat_names[state.seat] then
    return ""
  end
  return " with " .. clean(colour)
end

--- A player's action, for a move in the form of `of`: "plays b2", "passes"; for tiles that no one
--- else sees, their number.
function M.deed(text)
  if text == "pass" then return "passes" end
  if not text:find "^swap:[?+]+$" then return "plays " .. text end
  local _, count = text:gsub("?", "")
  return ("exchanges %d tile%s"):format(count, count == 1 and "" or "s")
end

--- The same for successive moves from a state on.
function M.line(state, texts)
  local list = {}
  state = state:copy()
  for i, text in ipairs(texts) do
    list[i] = M.of(state, text)
    if state.over or not state:try(text) then
      return table.move(texts, i, #texts, i, list)
    end
  end
  return list
end

--- Scores in the order of the sides on the board, because two seats may have swapped sides.
function M.scores(state, scores)
  local sides, now = state.rules.seat_names, state.seat_names
  local changed = #scores == 2 and now[1] == sides[2] and now[1] ~= sides[1]
  return table.concat(changed and { scores[2], scores[1] } or scores, ":")
end

return M
