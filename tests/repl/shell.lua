-- What the specs of the program need from the shell: the program under test
-- (the environment's TESELA), quoting, a command run to its end, and a
-- directory of their own that keeps them away from the user's files.

local M = {}

local function quote(text) return "'" .. text:gsub("'", [['\'']]) .. "'" end
M.quote = quote

local function read_all(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "a"
  file:close()
  return text
end
M.read = read_all

function M.write(path, text)
  local file = assert(io.open(path, "wb"))
  assert(file:write(text))
  assert(file:close())
end

--- What a command prints, without its last newline.
function M.output(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read "a"
  pipe:close()
  return (text:gsub("\n$", ""))
end

function M.exists(command)
  return os.execute("command -v " .. command .. " >/dev/null 2>&1") == true
end

--- Makes an empty directory; remove(path) ends it.
function M.directory() return M.output "mktemp -d" end

function M.remove(path) os.execute("rm -rf " .. quote(path)) end

--- The program under test from any directory, ready for a command line.
M.program = quote(M.output(("realpath \"$(command -v %s)\""):format(
  quote(os.getenv "TESELA" or "tesela"))))

--- Runs a command with `input` at its standard input (none: it is empty).
--- Returns stdout, stderr and the exit status.
function M.run(command, input)
  local directory = M.directory()
  M.write(directory .. "/in", input or "")
  local _, _, status = os.execute(("cd . && { %s\n} <%s/in >%s/out 2>%s/err")
    :format(command, directory, directory, directory))
  local out, err = read_all(directory .. "/out"), read_all(directory .. "/err")
  M.remove(directory)
  return out, err, status
end

return M
