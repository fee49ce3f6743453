-- The language of a game in GTP: colours, moves, names of games and results. There is one dialect
-- for Blokus, that of its other engines, and one for all other games, with moves in their own
-- notation and seats as colours.
--
-- A colour is a number here, from 1. In a dialect that `passes`, a colour that can only pass has
-- no turn: `settle` continues to the next colour that has one.

local tables = require "tesela.base.tables"
local tesela = require "tesela"
local blokus = require "tesela.formats.blokus_names"
local interrupt = require "tesela.interrupt"
local spelling = require "tesela.rules.spelling"

local M = {}

-- ---- all games --------------------------------------------------------------

local Plain = {}
Plain.__index = Plain

-- The seats that b and w mean, of two: those with these names, or the first and the second. If the
-- game has only one of these names, the other letter is the other seat: Mixtour has white and red,
-- so red is b.
local function black_and_white(rules)
  if rules.seats ~= 2 then return {} end
  local seat, named = { black = 1, white = 2 }, {}
  for number, name in ipairs(rules.seat_names) do
    name = name:lower()
    if seat[name] then seat[name], named[name] = number, true end
  end
  if seat.black == seat.white then
    local other = named.black and "white" or "black"
    seat[other] = 3 - seat[other]
  end
  return { seat.black, seat.white }
end

local function plain_words(rules)
  local list = {}
  for seat, name in ipairs(rules.seat_names) do
    list[seat] = { tostring(seat), (name:lower():gsub("%s+", "_")) }
  end
  for i, words in ipairs { { "b", "black" }, { "w", "white" } } do
    local own = list[black_and_white(rules)[i]]
    if own then
      table.move(words, 1, 2, #own + 1, own)
    end
  end
  return list
end

-- The seats by the first letters of their names, if unique.
local function letters_of(rules)
  local seats = {}
  for seat, name in ipairs(rules.seat_names) do
    local letter = name:lower():match "^%a"
    if letter then seats[letter] = seats[letter] == nil and seat end
  end
  return seats
end

--- The number of the colour that a word means; nil: none.
function Plain:colour(word)
  word = word:lower()
  for number, words in ipairs(self.words) do
    for _, each in ipairs(words) do
      if each == word then return number end
    end
  end
  return self.letters and self.letters[word] or nil
end

--- The name of a colour in a protocol.
function Plain:colour_word(number)
  local words = self.words[number]
  return words[3] or words[1]
end

--- And for people: "1 (white)".
function Plain:colour_name(number)
  local words = self.words[number]
  return ("%s (%s)"):format(words[1], words[2])
end

--- The names of all colours.
function Plain:colours_text()
  local list = {}
  for number in ipairs(self.words) do list[number] = self:colour_name(number) end
  return table.concat(list, ", ", 1, #list - 1) .. (#list > 1 and " or " or "") .. list[#list]
end

--- The colour to move; nil: the game is over.
function Plain.turn(_, state) return state.seat end

--- The same position with another colour to move; nil: impossible.
function Plain.with_turn() return nil end

--- Can the colour to move only make moves that are not written?
function Plain.stuck() return false end

--- Continues to a colour that has a turn.
function Plain.settle(_, state) return state end

--- The move that a string means; nil and the reason if it is not one. "skip": nothing to do.
function Plain.move(_, state, text)
  local move, why = state:move(text)
  if move then return move end
  return spelling.move(state, text), why
end

--- The rules with a board of another size; nil: impossible.
function Plain:resized(size)
  local _, frame = self.rules:start():elements()
  if frame.columns == size and frame.rows == size then return self.rules end
  if self.rules.options.size == nil then return nil end
  local options = tables.copy(self.rules.options)
  options.size = size
  local ok, rules = interrupt.try(tesela.rules, self.rules.name, options)
  return ok and rules or nil
end

--- The names that set_game accepts, and the rules of one, based on the engine's options; nil:
--- unknown.
function Plain:games() return { self.rules.name } end

function Plain:game(name) return name == self.rules.name and self.rules or nil end

-- The winner's lead, for two; the points of all, for more.
local function difference(state, first, second)
  if #state.winners ~= 1 then return "0" end
  local by = math.abs(state.scores[1] - state.scores[2])
  return (state.winners[1] == first and "B+" or state.winners[1] == second and "W+" or "0")
    .. (by > 0 and by or "")
end

--- The result; nil: the game is not over.
function Plain:score(state)
  if not state.over then return nil end
  if #self.words ~= 2 then return table.concat(state.scores, " ") end
  local seats = black_and_white(self.rules)
  return difference(state, seats[1], seats[2])
end

--- The place of a colour; nil: it has none, or the game is not over.
function Plain.place(_, state, number)
  local place, count = state.over and state.places[number], 0
  if not place then return nil end
  for _, other in ipairs(state.places) do count = count + (other == place and 1 or 0) end
  return place .. (count > 1 and " shared" or "")
end

-- ---- Blokus -----------------------------------------------------------------

local Blokus = setmetatable({ passes = true }, Plain)
Blokus.__index = Blokus

local function blokus_words(rules)
  local list = {}
  for number in ipairs(rules:start():colours()) do
    list[number] = { tostring(number), table.unpack(blokus.words(rules, number)) }
  end
  return list
end

function Blokus:colour_word(number)
  return (blokus.colours(self.rules)[number]:lower())
end

function Blokus.turn(_, state) return blokus.turn(state) end

function Blokus.with_turn(_, state, number)
  local ok, other = interrupt.try(blokus.with_turn, state, number)
  return ok and other or nil
end

function Blokus.stuck(_, state) return blokus.blocked(state) end

function Blokus.settle(_, state) return blokus.skip(state) end

function Blokus:move(state, text)
  if text:lower() == "pass" and blokus.blocked(state) then return "skip" end
  return Plain.move(self, state, text)
end

--- The name of its game; nil: none.
function Blokus:name() return blokus.name(self.rules) end

function Blokus.games() return blokus.names() end

function Blokus.game(_, name, options)
  local all = blokus.options(name, { corners = options.corners,
    bonus_all = options.bonus_all, bonus_last = options.bonus_last })
  return all and tesela.rules("blokus", all)
end

function Blokus:score(state)
  if not state.over then return nil end
  if self.rules.seats == 2 then return blokus.difference(state) end
  return table.concat(blokus.points(state), " ")
end

-- With three players green scores for no one.
function Blokus:place(state, number)
  local seats = self.rules.seats
  return Plain.place(self, state, seats == 2 and (number - 1) % 2 + 1 or number)
end

--- The dialect of rules.
function M.of(rules)
  if blokus.is(rules) then
    return setmetatable({ rules = rules, words = blokus_words(rules) }, Blokus)
  end
  return setmetatable({ rules = rules, words = plain_words(rules),
    letters = letters_of(rules) }, Plain)
end

return M
