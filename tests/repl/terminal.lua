-- A real terminal, 80 columns by 24 rows if nothing is said, for the specs: tmux on
-- a socket of its own, without configuration. What is typed goes through the kernel's
-- line discipline and libedit; what is compared is what a person would see.
--
-- Nothing here sleeps for long enough and hopes: every step waits for what the
-- screen has to show. `line` presses Enter only when the text was echoed, and
-- `ask` returns when an empty prompt stands below it, so that neither can
-- mistake an old screen for a new one.
--
-- One client of tmux in control mode takes all commands: a process for each look at the
-- screen would take longer than all else.

local child = require "tesela.child"
local tesela = require "tesela"

local here = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"
local shell = dofile(here .. "shell.lua")

local M = { program = shell.program }

--- How long to wait for anything that has no limit of its own.
M.patience = 30

local EMPTY_PROMPT = "^%a*>+$"

local Terminal = {}
Terminal.__index = Terminal

local started = 0

-- The pause at the end keeps the screen; "[exit N]" tells how it came there.
local function wrap(command, env, directory)
  local words = {
    "env", "XDG_STATE_HOME=" .. shell.quote(directory .. "/state"),
    "LC_ALL=C.UTF-8", "PAGER=cat",
  }
  for name, value in pairs(env or {}) do
    words[#words + 1] = name .. "=" .. shell.quote(value)
  end
  return ("trap : INT; %s %s; echo \"[exit $?]\"; exec sleep 600"):format(
    table.concat(words, " "), command)
end

-- A client in control mode, which does not count for the size of the window.
local function attach(directory, socket)
  return assert(child.start("/usr/bin/env", { "env", "-u", "TMUX", "TMUX_TMPDIR=" .. directory,
    "tmux", "-u", "-C", "-L", socket, "attach", "-f", "no-output,ignore-size" }, {}))
end

-- Quotes a text for a tmux command.
local function quoted(text)
  return '"' .. text:gsub("[^%w]", function(byte)
    return ("\\%03o"):format(byte:byte())
  end) .. '"'
end

--- Starts a shell command, its first word a program. env: { NAME = "value" }.
function M.start(command, env, columns, rows)
  started = started + 1
  local directory = shell.directory()
  local socket = ("tesela-test-%s-%d"):format(shell.output "echo $PPID", started)
  local self = setmetatable({
    directory = directory,
    tmux = ("env -u TMUX TMUX_TMPDIR=%s tmux -u -L %s -f /dev/null "):format(directory, socket),
  }, Terminal)
  local ok = os.execute(self.tmux
    .. "start-server \\; set -g status off \\; set -g escape-time 0 \\; "
    .. ("set -g default-terminal screen \\; new-session -d -x %d -y %d ")
      :format(columns or 80, rows or 24)
    .. shell.quote(wrap(command, env, directory)))
  if not ok then
    self:stop()
    error("cannot start tmux", 2)
  end
  self.client = attach(directory, socket)
  self:answer() -- to attach
  return self
end

-- The lines of the next answer; notes before it are skipped.
function Terminal:answer()
  local lines, inside = {}, false
  while true do
    local line = assert(self.client:receive(M.patience))
    if inside and (line:find "^%%end %d+ " or line:find "^%%error %d+ ") then
      return table.concat(lines, "\n")
    end
    if inside then lines[#lines + 1] = line end
    inside = inside or line:find "^%%begin %d+ " ~= nil
  end
end

-- Gives tmux a command; returns what it prints.
function Terminal:tell(command)
  self.client:send(command .. "\n")
  return self:answer()
end

--- Ends the terminal and whatever runs in it. More than once does no harm.
function Terminal:stop()
  os.execute(self.tmux .. "kill-server 2>/dev/null")
  if self.client then self.client:kill() end
  shell.remove(self.directory)
end

-- `lines` lines of what scrolled away, and the screen; blanks at the ends of
-- lines and empty lines at the end are cut, and so is ^C: the kernel sends the
-- signal first, so that its echo may stand anywhere in what the program prints.
function Terminal:capture(lines)
  local text = self:tell(("capture-pane -p -S -%d"):format(lines))
  return (text:gsub("%^C", ""):gsub("[ \t]+\n", "\n"):gsub("%s+$", ""))
end

--- The text of the screen.
function Terminal:screen() return self:capture(0) end

--- Keys by the names that tmux has for them: "Enter", "C-c", "Up".
function Terminal:send(...)
  self:tell("send-keys " .. table.concat({ ... }, " "))
end

--- Types a text as it is.
function Terminal:type(text)
  self:tell("send-keys -l -- " .. quoted(text))
end

--- Pastes a text as a terminal does: between brackets where the program has
--- asked for them, newlines as carriage returns; one with carriage returns of
--- its own goes as it is.
function Terminal:paste(text)
  local path = self.directory .. "/paste"
  shell.write(path, text)
  self:tell("load-buffer " .. quoted(path))
  self:tell("paste-buffer -p " .. (text:find "\r" and "-r" or ""))
end

--- Makes the window larger or smaller.
function Terminal:resize(columns, rows)
  self:tell(("resize-window -x %d -y %d"):format(columns, rows))
end

-- Until test(screen) is true; what it returned.
function Terminal:poll(test, what, seconds)
  local finish = tesela.clock() + (seconds or M.patience)
  repeat
    local late = tesela.clock() > finish
    local screen = self:screen()
    local found = test(screen)
    if found then return found end
    self.client:receive(0.02) -- notes of tmux, or nothing
  until late
  error(("waited for %s; the screen:\n%s"):format(what, self:screen()), 0)
end

--- Waits until a text or a Lua pattern is on the screen. Returns the screen.
function Terminal:wait(pattern, seconds)
  return self:poll(function(screen)
    return (screen:find(pattern, 1, true) or screen:find(pattern)) and screen
  end, ("%q"):format(pattern), seconds)
end

local function last_line(screen) return screen:match "[^\n]*$" end

--- Waits until the last line matches a pattern (nothing said: it is a prompt
--- with nothing behind it). Returns that line.
function Terminal:prompt(pattern, seconds)
  pattern = pattern or EMPTY_PROMPT
  return self:poll(function(screen)
    local line = last_line(screen)
    return line:find(pattern) and line
  end, ("a last line like %q"):format(pattern), seconds)
end

--- Types a text, waits for its echo, which may take two lines, and presses
--- Enter.
function Terminal:line(text)
  self:type(text)
  local echo = text:gsub("%s", "")
  self:poll(function(screen)
    return screen:gsub("%s", ""):sub(-#echo) == echo
  end, ("the echo of %q"):format(text))
  self:send "Enter"
end

--- Types a line and waits for the next prompt (see `prompt`). Returns what was
--- printed between them.
function Terminal:ask(text, pattern)
  self:line(text)
  local prompt = self:prompt(pattern)
  local lines = {}
  for line in (self:capture(40) .. "\n"):gmatch "([^\n]*)\n" do
    lines[#lines + 1] = line
    if line:sub(-#text - 2) == "> " .. text then lines = {} end
  end
  lines[#lines] = nil
  return table.concat(lines, "\n"), prompt
end

--- Resigns in a game, which is asked about once.
function Terminal:resign()
  self:line "resign"
  self:wait "resign? (yes/no)"
  self:line "yes"
end

--- Waits until the program has ended; a game that is over is left. Returns its exit
--- status.
function Terminal:finish()
  local over = self:poll(function(screen)
    return screen:find "%[exit %d+%]" and "left"
      or last_line(screen) == "over>" and "over"
  end, "the end")
  if over == "over" then self:line "quit" end
  local screen = self:wait "%[exit %d+%]"
  return tonumber(screen:match "%[exit (%d+)%]")
end

return M
