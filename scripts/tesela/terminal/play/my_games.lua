-- The games of the person at the terminal, as kept by kept_games.lua: a list to choose
-- from, and the results against each level.

local cli = require "tesela.cli.cli"
local input = require "tesela.terminal.dialogue.input"
local kept = require "tesela.terminal.play.kept_games"
local question = require "tesela.terminal.dialogue.question"
local text = require "tesela.text"

local M = {}

local SHOWN = 18

local ORDINALS = { "first", "second", "third", "fourth" }

-- The rank of the only human player in a finished game, or nil.
local function rank_of(game)
  local result, seats = game.record.result, game.table.seats
  return result and #seats == 1 and type(result.places) == "table"
    and result.places[seats[1]] or nil
end

local function has_won(game)
  return rank_of(game) == 1 and #game.record.result.winners == 1
end

local function outcome(game)
  local result, rank = game.record.result, rank_of(game)
  if not result then return "not over" end
  local scores = table.concat(result.scores, ":")
  if not rank then return scores end
  local all = #result.places
  return ("%s %s"):format(has_won(game) and "won" or rank == 1 and "drawn"
    or all == 2 and "lost" or ORDINALS[rank] or rank .. "th", scores)
end

local function opponent(game)
  local setup = game.table
  if setup.bot == "none" then return "people" end
  return (setup.bot or "a bot") .. (setup.level and " level " .. setup.level or "")
end

local function row_of(number, game)
  return text.cut(text.clean(("%3d  %s  %-10s %-15s %s, %s"):format(number,
    os.date("%Y-%m-%d %H:%M", game.table.time), game.record.game, opponent(game),
    outcome(game), text.count(#game.record.moves, "move"))), text.room())
end

-- Asks for a number up to this one; nil: the person leaves.
local function ask(count)
  return question.ask("Which game? [1] ", function(line)
    local number = line == "" and 1 or math.tointeger(tonumber(line))
    if number and number >= 1 and number <= count then return number end
    error(("%s: expected a number in 1..%d, or q to leave"):format(line, count), 0)
  end)
end

--- The path of a recent game that a person chooses at a terminal; nil: none.
function M.choose()
  if not input.terminal() then cli.fail(2, "expected a file") end
  local games, folder = kept.all()
  if #games == 0 then
    cli.fail(1, "expected a file; no game is kept in %s", kept.short(folder or "~"))
  end
  cli.write(("Your games, in %s:\n"):format(kept.short(folder)))
  for i = 1, math.min(#games, SHOWN) do cli.write(row_of(i, games[i]), "\n") end
  local number = ask(math.min(#games, SHOWN))
  return number and games[number].path
end

--- A person's results against each level of a bot, as text; nil if there are none.
function M.record(rules, bot)
  local played, won, words = {}, {}, {}
  for _, game in ipairs(kept.all()) do
    local level = game.table.level
    if level and game.table.bot == bot and rank_of(game) and kept.has_rules(game.record, rules) then
      played[level] = (played[level] or 0) + 1
      won[level] = (won[level] or 0) + (has_won(game) and 1 or 0)
    end
  end
  for level = 1, 9 do
    if played[level] then
      words[#words + 1] = ("level %d: %d of %d"):format(level, won[level], played[level])
    end
  end
  return #words > 0 and "You have won against " .. table.concat(words, ", ") or nil
end

return M
