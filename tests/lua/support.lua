-- What the specs share: the program under test, its output, temporary files,
-- and the collector.

local tesela = require "tesela"

local M = {}

M.stress = os.getenv "TESELA_GC" == "stress"
M.sanitized = (os.getenv "TESELA_SANITIZED" or "") ~= ""

-- ---- the collector ----------------------------------------------------------

-- Instructions between full collections.
local PERIOD = M.sanitized and 10000 or 1000

local function collect() collectgarbage() end

local function torment()
  collectgarbage("incremental", 1, 1000, 1)
  debug.sethook(collect, "", PERIOD)
end

--- A number of repetitions: fewer under the aggressive collector, and a third
--- where sanitizers look on (as in tests/core/share.h).
function M.times(n, under_stress)
  if M.stress then return under_stress or math.max(1, n // 20) end
  return M.sanitized and math.max(1, n // 3) or n
end

-- A collection shrinks the stack; this makes it large again.
local function grow(n) return n > 0 and 1 + grow(n - 1) or 0 end

--- How many bytes more Lua has after f than before, without collections.
function M.allocated(f)
  local hook, mask, count = debug.gethook()
  debug.sethook()
  collectgarbage()
  collectgarbage "stop"
  grow(50)
  local before = collectgarbage "count"
  f()
  local bytes = (collectgarbage "count" - before) * 1024
  collectgarbage "restart"
  debug.sethook(hook, mask, count)
  return bytes
end

--- Called by the runner.
function M.start(program, folder)
  M.program = os.getenv "TESELA" or program
  M.root = os.getenv "TESELA_ROOT" or folder .. "/../.."
  if M.stress then torment() end
end

-- ---- calls ------------------------------------------------------------------

--- The message that f raises, which must; without a place where f says none,
--- for pcall itself calls it.
function M.raised(f, ...)
  local ok, message = pcall(f, ...)
  if ok then error("it did not raise", 2) end
  if type(message) ~= "string" then error("it raised no message", 2) end
  return message
end

--- The methods behind an __index, which is a table or closes over one.
function M.methods_of(object)
  local index = debug.getmetatable(object).__index
  if type(index) ~= "function" then return index end
  local _, methods = debug.getupvalue(index, 1)
  return methods
end

-- ---- the program ------------------------------------------------------------

function M.quote(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

function M.read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read "a"
end

local names, folders = {}, {}

--- The path of a temporary file with this text (none: it is not made).
function M.file(text, ending)
  local path = os.tmpname()
  names[#names + 1] = path
  if ending then
    os.remove(path)
    path = path .. ending
    names[#names + 1] = path
  end
  if text then
    local file <close> = assert(io.open(path, "wb"))
    assert(file:write(text))
  end
  return path
end

--- Removes what M.file and M.folder made; for teardown.
function M.clean()
  for _, name in ipairs(names) do os.remove(name) end
  for _, path in ipairs(folders) do os.execute("rm -rf " .. M.quote(path)) end
  names, folders = {}, {}
end

--- The lines of a text, without their newlines.
function M.lines(text)
  local list = {}
  for line in text:gmatch "([^\n]*)\n" do list[#list + 1] = line end
  return list
end

--- What f returns, called as at a terminal of so many columns.
function M.at_columns(columns, f, ...)
  local texts = require "tesela.text"
  local room = texts.room
  texts.room = function() return math.min(columns - 1, texts.WIDTH) end
  local result = table.pack(pcall(f, ...))
  texts.room = room
  if not result[1] then error(result[2], 0) end
  return table.unpack(result, 2, result.n)
end

--- How many columns the widest line of a text takes.
function M.width(text)
  local most = 0
  for _, line in ipairs(M.lines(text)) do most = math.max(most, utf8.len(line)) end
  return most
end

--- Runs a shell command: stdout, stderr, exit status.
function M.shell(command)
  local path = os.tmpname()
  local pipe = assert(io.popen(("{ %s\n} 2>%s"):format(command, M.quote(path))))
  local out = pipe:read "a"
  local _, _, status = pipe:close()
  local err = M.read(path)
  os.remove(path)
  return out, err, status
end

--- Runs the program with words of arguments: stdout, stderr, exit status.
function M.tesela(...)
  local words = { M.quote(M.program) }
  for _, word in ipairs { ... } do words[#words + 1] = M.quote(word) end
  return M.shell(table.concat(words, " ") .. " </dev/null")
end

-- ---- a folder to work in ----------------------------------------------------

local Folder = {}
Folder.__index = Folder

--- A temporary folder, in which files are written and read by their names.
function M.folder()
  local pipe <close> = assert(io.popen "mktemp -d")
  local path = pipe:read "l"
  folders[#folders + 1] = path
  return setmetatable({ path = path }, Folder)
end

--- Writes a file; its path.
function Folder:write(name, text)
  local path = self.path .. "/" .. name
  local file <close> = assert(io.open(path, "wb"))
  assert(file:write(text))
  return path
end

function Folder:read(name) return M.read(self.path .. "/" .. name) end

function Folder:remove(name) os.remove(self.path .. "/" .. name) end

--- Runs shell words in the folder, in which `$T` is the program: stdout, stderr, exit
--- status.
function Folder:shell(command)
  return M.shell(("cd %s; T=%s; %s"):format(M.quote(self.path), M.quote(M.program),
    command))
end

--- The same, and it must succeed: stdout and stderr.
function Folder:must(command)
  local out, err, status = self:shell(command)
  if status ~= 0 then error(("%s: exit %d: %s"):format(command, status, err), 2) end
  return out, err
end

--- The file of a tournament with its games in the order of their numbers.
function Folder:merged(name)
  return (self:must("$T merge " .. name))
end

--- The games of a tournament's text, decoded.
function M.games(text)
  local list = {}
  for i, line in ipairs(M.lines(text)) do
    if i > 1 then list[i - 1] = tesela.decode(line) end
  end
  return list
end

-- ---- games ------------------------------------------------------------------

local derived = 0

--- A variant under a name of its own, derived_N.
function M.derive(parent, t)
  derived = derived + 1
  t.name = "derived_" .. derived
  return tesela.derive(parent, t)
end

--- The texts of all moves, sorted.
function M.texts(state)
  local list = {}
  for move in state:moves() do list[#list + 1] = state:text(move) end
  table.sort(list)
  return list
end

--- A placement of Blokus with the most cells, or the fewest.
function M.placement(state, most)
  local best, count
  for move in state:moves() do
    local cells = select(2, state:text(move):gsub(",", ""))
    if not count or (cells > count) == most and cells ~= count then
      best, count = move, cells
    end
  end
  return best
end

--- A uniformly random game: its moves as integers, and the final state.
function M.random_game(rules, seed)
  local state, rng, moves = rules:start(seed), tesela.rng(seed), {}
  while not state.over do
    local move = rng:pick(state:list())
    moves[#moves + 1] = move
    state:play(move)
  end
  return moves, state
end

--- The first random game with at least this many plies.
function M.long_game(rules, plies)
  for seed = 0, 100000 do
    local moves, state = M.random_game(rules, seed)
    if #moves >= plies then return moves, state, seed end
  end
end

--- A report without what the moves took: a table that differs from run to run.
function M.without_usage(report)
  return (report:gsub("Time and memory a move\n.-\n\n", ""))
end

--- A record without the times.
function M.timeless(line)
  return (line:gsub('"seconds":%b[],?', ""):gsub('"cpu_seconds":%b[],?', "")
    :gsub('"cpu":%b[],?', ""))
end

return M
