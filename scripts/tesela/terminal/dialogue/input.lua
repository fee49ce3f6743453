-- One line of input: with editing and history inside the program `tesela`,
-- plainly in any other Lua.

local ok, line = pcall(require, "tesela.line")
if ok then return line end

local M = {}

function M.terminal() return false end

function M.size() end

function M.read(_) return io.read "l" end

function M.add_history(_) end

-- Work to do while no one types: none here.
function M.idle(_) end

-- Like pcall; in the program it also catches an interruption.
M.guard = pcall

-- A call in which Ctrl-C ends a search, which then returns its result so far.
function M.think(f, ...) return f(...) end

return M
