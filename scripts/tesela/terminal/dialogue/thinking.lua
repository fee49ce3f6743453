-- The line on a terminal that shows thinking: it replaces the line before, and disappears at the
-- end. It is a line about a bot, or the report of a search at the prompt. There is none in pipes.

local tesela = require "tesela"
local colour = require "tesela.terminal.dialogue.colour"
local input = require "tesela.terminal.dialogue.input"
local spoken = require "tesela.rules.spoken_moves"
local text = require "tesela.text"
local watch = require "tesela.turns.watch"

local M = {}

local shown = 0 -- lines on the screen now; the cursor is in the last of them

-- Control sequences of a terminal: go to the first of the lines and erase; and do not wrap a long
-- line.
local function wipe() return "\r" .. ("\27[A"):rep(shown - 1) .. "\27[J" end

local function draw(lines)
  io.stdout:write(shown > 0 and wipe() or "", "\27[?7l", lines, "\27[?7h")
  io.stdout:flush()
  shown = 1 + select(2, lines:gsub("\n", ""))
end

local function clear()
  if shown == 0 then return end
  io.stdout:write(wipe())
  io.stdout:flush()
  shown = 0
end

local function in_place() return input.terminal() and colour.can_move() end

-- 48000 as "48,000".
local function grouped(number)
  local digits, count = tostring(number), 1
  while count > 0 do digits, count = digits:gsub("^(%d+)(%d%d%d)", "%1,%2") end
  return digits
end

-- A report in short; with the best move if there is a `state`, in which it may be known.
local function words_of(report, state)
  local words = grouped(report.iterations) .. " iterations"
  if not state then return words end
  return ("%s, likes %s (%.0f %%)"):format(words, spoken.of(state, report.best),
    100 * report.value)
end

local function line(who, what)
  return text.cut(text.clean(("%s thinks%s"):format(who, what)), text.room())
end

local function nothing() end

-- Watches the thinking player `who` from now on. If text may be printed between two searches, the
-- line is cleared then.
local function watcher(who, state, prints)
  local since, news = tesela.clock(), ""
  local function show()
    draw(line(who, (": %.1f s%s"):format(tesela.clock() - since, news)))
  end
  return { clear = clear, over = prints and clear or nothing, tick = show,
    see = function(report)
      news = ", " .. words_of(report, state)
      show()
    end }
end

local Line = { __close = clear }

local function during(who, state, prints, f, ...)
  local moves = in_place()
  if not moves or prints then
    if input.terminal() then io.write(line(who, " ..."), "\n") end
    if not moves then return f(...) end
  else
    draw(line(who, " ..."))
  end
  local _ <close> = setmetatable({}, Line)
  return watch.during(watcher(who, state, prints), f, ...)
end

--- Calls f(...) and returns its results, while a line shows that `who` thinks, the time and the
--- progress; with the preferred move if there is a `state`, the position of the search.
function M.during(who, state, f, ...) return during(who, state, false, f, ...) end

-- May a player print at any time? Only if it runs here and is not built in. (The output of
-- processes and programs is shown by hosted.lua.)
local function may_print(player)
  local bot = player.bot
  return not (bot and (bot.source or bot.command
    or bot.path and bot.path:sub(1, #tesela.home) == tesela.home))
end

--- The same for a call of a bot.
function M.asking(player, who, state, f, ...)
  return during(who, state, may_print(player), f, ...)
end

--- From now on searches typed at the prompt show their progress.
function M.at_prompt()
  if not in_place() then return end
  local function over(interrupted)
    if interrupted and shown > 0 then shown = shown + 1 end -- ^C has ended a line
    clear()
  end
  watch.set { clear = clear, over = over, tick = nothing, see = function(report, direct)
    if direct then draw(text.lines(tostring(report))) end
  end }
end

return M
