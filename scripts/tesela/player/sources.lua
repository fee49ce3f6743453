-- The texts of a bot, and of what a box is given besides.
--
-- A bot is a file and the files beside it that it requires, and that these
-- require, by a literal name: `require "eval"` is eval.lua in the folder of the
-- bot, `require "book.small"` book/small.lua. They are found by reading, before
-- any of it runs: a box has no files, and a bot is the same in all games of a
-- tournament. Names of the library (tesela, tesela.worth ...) are not looked for,
-- nor is anything outside of the folder.

local tesela = require "tesela"
local games = require "tesela.games"
local hash = require "tesela.hash"

local M = {}

local MB = 1024 * 1024
local SOURCE = 16 -- the most that a bot has, and any other file in Lua, in MB
local MISSING = { [2] = true, [20] = true } -- ENOENT, ENOTDIR

-- A text of at most `room` bytes (or as many as a file may have), or nil, why,
-- and whether there is no such file.
local function read(path, room)
  local file, why, code = io.open(path, "rb")
  if not file then return nil, "cannot open " .. why, MISSING[code] end
  local text, reason = file:read((room or SOURCE * MB) + 1)
  file:close()
  if reason then return nil, ("%s: %s"):format(path, reason) end
  if text and #text > (room or SOURCE * MB) then
    return nil, ("%s: expected a file of at most %d MB%s"):format(path, SOURCE,
      room and ", with those that it requires" or "")
  end
  return text or ""
end

--- The text of a file, or nil and why.
function M.text(path) return read(path) end

-- ---- a bot and the files beside it ------------------------------------------

-- Where the file of a name is in a folder; nil: it is none that is looked for.
local function place(folder, name)
  if (name .. "."):match "^tesela%." or name:find "[/\\%c]"
    or ("." .. name .. "."):find("..", 1, true) then
    return nil
  end
  return folder .. name:gsub("%.", "/") .. ".lua"
end

-- The names that a text requires, as far as they are written there:
-- require "name", require("name"), pcall(require, "name").
local function required(text)
  return text:gmatch "%f[%w_]require%s*[(,]?%s*[\"']([^\"'\n]+)[\"']"
end

-- Adds the files that a text requires to the list; nil and why it cannot.
local function add_required(list, folder, text)
  for name in required(text) do
    local path = not list[name] and place(folder, name)
    if path then
      local more, why, missing = read(path, list.room)
      if more then
        list[#list + 1] = { name = name, path = path, text = more }
        list.room = list.room - #more
      elseif not missing then
        return nil, why
      end
      list[name] = true
    end
  end
  return true
end

-- Of a bot that is one file it is the hash of its text.
local function hash_all(text, files)
  local all = { text }
  for _, file in ipairs(files) do
    all[#all + 1] = ("\n%s %d\n"):format(file.name, #file.text)
    all[#all + 1] = file.text
  end
  return hash.text(table.concat(all))
end

--- A bot's source { path =, text =, files =, hash = }: `files` are those beside
--- it, a list of { name =, path =, text = }; or nil and why.
function M.read(path)
  local text, why = read(path)
  if not text then return nil, why end
  local folder, list = path:match "^.*/" or "", { room = SOURCE * MB - #text }
  local next_text, at = text, 0
  while next_text do
    local ok, reason = add_required(list, folder, next_text)
    if not ok then return nil, reason end
    at = at + 1
    next_text = list[at] and list[at].text
  end
  local files = table.move(list, 1, #list, 1, {})
  return { path = path, text = text, files = files, hash = hash_all(text, files) }
end

-- Where a trusted bot finds what does not lie beside it: nil: nowhere, or it is the
-- program's.
local function elsewhere(name)
  if (name .. "."):match "^tesela%." then return nil end
  return package.searchpath(name, package.path) or package.searchpath(name, package.cpath)
end

--- A hash of the modules that a trusted bot finds outside of its folder, and of those
--- that these require, as far as their names are written there; nil: it has none. Or
--- nil and why one cannot be read.
function M.outside(source)
  local texts, seen, found = { source.text }, {}, {}
  for i, file in ipairs(source.files) do texts[i + 1], seen[file.name] = file.text, true end
  local at = 1
  while texts[at] do
    for name in required(texts[at]) do
      local path = not seen[name] and elsewhere(name)
      seen[name] = true
      if path then
        local text, why = read(path)
        if not text then return nil, why end
        texts[#texts + 1] = text
        found[#found + 1] = { name = name, text = text }
      end
    end
    at = at + 1
  end
  return #found > 0 and hash_all("", found) or nil
end

--- Hands a source to a box (interior.lua), as the bot of that name; as box:call.
function M.hand(box, name, source)
  for _, file in ipairs(source.files) do
    local handed = table.pack(box:call("file", file.name, file.path, file.text))
    if not handed[1] then return table.unpack(handed, 1, handed.n) end
  end
  return box:call("bot", name, source.path, source.text)
end

-- ---- a bot that is trusted --------------------------------------------------

local function compile(file, env)
  return load(file.text:gsub("^#[^\n]*", ""), "@" .. file.path, "bt", env)
end

-- `require` as this bot has it: the files beside it are its own, whatever other
-- bots call theirs; all other names are the program's.
local function requirer(files, env)
  local loaded, waiting = {}, {}
  return function(name)
    local file = files[name]
    if not file then return _G["require"](name) end
    if waiting[name] then error(("module '%s': it requires itself"):format(name), 2) end
    if loaded[name] == nil then
      local chunk, why = compile(file, env)
      if not chunk then error(why, 0) end
      waiting[name] = true
      local _ <close> = setmetatable({}, { __close = function() waiting[name] = nil end })
      loaded[name] = chunk(name, file.path) or true
    end
    return loaded[name]
  end
end

--- The function of a source in this program, or nil and why. Where a bot has
--- files beside it, its globals are a table in front of the program's, in which
--- only `require` differs.
function M.load(source)
  if #source.files == 0 then return compile(source, _G) end
  local files, env = {}, setmetatable({}, { __index = _G, __newindex = _G })
  for _, file in ipairs(source.files) do files[file.name] = file end
  rawset(env, "require", requirer(files, env))
  return compile(source, env)
end

-- ---- what a box is given besides --------------------------------------------

-- Modules of the library that others require, as far as a box may have them.
local OUTSIDE = { tesela = true, ["tesela.games"] = true, ["tesela.make"] = true,
  ["tesela.names"] = true, ["tesela.shown"] = true }
local HARMLESS = { "tesela.worth", "tesela.text", "tesela.rating" }

local function library_file(name)
  return assert(read(("%s/%s.lua"):format(tesela.home, name:gsub("%.", "/"))))
end

--- The modules of the library that bots may require: a list of { name =, text = }.
function M.modules()
  local list = {}
  for i, name in ipairs(HARMLESS) do list[i] = { name = name, text = library_file(name) } end
  return list
end

local function add_library(list, name)
  if OUTSIDE[name] or list[name] then return list end
  local text = library_file(name)
  list[name] = true
  list[#list + 1] = { name = name, text = text }
  for other in required(text) do
    if other:match "^tesela" then add_library(list, other) end
  end
  return list
end

--- The modules that games in Lua require.
function M.library() return add_library({}, "tesela.derive") end

local function add_games(list, rules_name)
  local info = tesela.game(rules_name)
  if not info.source then return list end
  local found = false
  for _, name in ipairs { rules_name, info.name } do
    local path = games.path(name)
    if path then
      local text, why = read(path)
      if not text then return nil, why end
      list[#list + 1] = { name = name, path = path, text = text }
      found = true
    end
  end
  if not (found or #list > 0) then
    return nil, ("rules: %s was not loaded from a file; bots that are not trusted "
      .. "cannot have it (trusted = true)"):format(rules_name)
  end
  return info.parent and add_games(list, info.parent) or list
end

--- The files of a game in Lua and of those that it is derived from, by the names
--- that they are asked for by: a list of { name =, path =, text = }, empty for a
--- game in C; or nil and why.
function M.games(rules_name) return add_games({}, rules_name) end

return M
