-- Tab completion at the prompt of a session.
--
-- The text before the cursor is split into tokens; those before the last word determine what can
-- follow: a member of a value, an option of a game, a name inside a string, or a global. No
-- user code runs for that: values are followed through tables, through __index if it is a table,
-- and through the userdata of the module. The results of calls are known only for the module's own
-- functions, by their identity.
--
-- A completer is a function (text before the cursor) -> list of candidates, start of the word that
-- they replace. `complete` is the completer of a session; the game at the terminal has its own.
-- `tab` turns either into the effect of a key press.

local tesela = require "tesela"
local annotations = require "tesela.manual.annotations"
local folder = require "tesela.folder"
local games = require "tesela.rules.games"
local help = require "tesela.manual.help"
local library = require "tesela.library"
local texts = require "tesela.text"
local completion = require "tesela.terminal.play.completion"

local M = {}

local INDENT, SHOWN, CHAIN = "  ", 200, 10

local KEYWORDS = {}
for word in ([[and break do else elseif end false for function goto if in local
  nil not or repeat return then true until while]]):gmatch "%a+" do
  KEYWORDS[word] = true
end

-- ---- tokens -----------------------------------------------------------------

-- The end of a long bracket that begins at `at`, and where its text begins.
local function long_bracket(text, at)
  local level, begin = text:match("^%[(=*)%[()", at)
  if not level then return nil end
  local _, to = text:find("]" .. level .. "]", begin, true)
  return to or math.huge, begin
end

local function quoted(text, at)
  local quote, to = text:sub(at, at), at + 1
  while to <= #text do
    local c = text:sub(to, to)
    if c == quote or c == "\n" then return to end
    to = to + (c == "\\" and 2 or 1)
  end
  return math.huge
end

local function comment(text, at)
  if text:sub(at, at + 1) ~= "--" then return nil end
  return long_bracket(text, at + 2) or text:find("\n", at, true) or math.huge
end

-- The kind of the token at `at`, its end (infinite: none), and for a string the start of its text.
local function token_at(text, at)
  local to = comment(text, at)
  if to then return "comment", to end
  local begin
  to, begin = long_bracket(text, at)
  if to then return "string", to, begin end
  if text:find("^[\"']", at) then return "string", quoted(text, at), at + 1 end
  to = select(2, text:find("^[%a_][%w_]*", at))
  if to then return "name", to end
  to = select(2, text:find("^%.?%d[%w.]*", at))
  if to then return "number", to end
  to = select(2, text:find("^%.%.+", at)) or select(2, text:find("^[=~<>]=", at))
  return "sign", to or at
end

--- The tokens of a text, without comments, and the string or comment that is still open at its end,
--- if any.
local function scan(text)
  local list, at = {}, 1
  while true do
    at = text:find("%S", at)
    if not at then return list end
    local kind, to, begin = token_at(text, at)
    local token = { kind = kind, from = at, to = to, begin = begin,
      text = text:sub(at, math.min(to, #text)) }
    if to == math.huge then return list, token end
    if kind ~= "comment" then list[#list + 1] = token end
    at = to + 1
  end
end

local function is(token, sign)
  return token ~= nil and token.kind == "sign" and token.text == sign
end

local function is_name(token)
  return token ~= nil and token.kind == "name" and not KEYWORDS[token.text]
end

-- Can a call or an index follow?
local function is_prefix(token)
  return is_name(token) or is(token, ")") or is(token, "]")
    or token ~= nil and token.kind == "string"
end

local CLOSED_BY = { ["("] = ")", ["{"] = "}", ["["] = "]" }
local OPENED_BY = { [")"] = "(", ["}"] = "{", ["]"] = "[" }

-- The open bracket before token n.
local function innermost(tokens, n)
  local depth = 0
  for i = n, 1, -1 do
    local sign = tokens[i].kind == "sign" and tokens[i].text
    if OPENED_BY[sign] then depth = depth + 1 end
    if CLOSED_BY[sign] then
      if depth == 0 then return i end
      depth = depth - 1
    end
  end
end

-- The text of a string token, or its number.
local function literal(token)
  if token.kind == "number" then return tonumber(token.text) end
  return (token.text:gsub("^%[=*%[", ""):gsub("%]=*%]$", "")
    :gsub("^[\"']", ""):gsub("[\"']$", ""))
end

-- ---- values -----------------------------------------------------------------

-- The known facts about an expression: { value = } or { kind = }, the name of a metatable in the
-- registry or "string".

local function class_of(kind)
  if kind == "string" then return debug.getmetatable "" end
  return debug.getregistry()[kind]
end

-- The name of the module's type of a userdata.
local function own_kind(value)
  local meta = type(value) == "userdata" and debug.getmetatable(value)
  local name = type(meta) == "table" and rawget(meta, "__name")
  if type(name) == "string" and name:find "^tesela%." and class_of(name) == meta then
    return name
  end
end

local results -- function -> kind of its result

local function add_results(methods, names, kind)
  for name in names:gmatch "%a+" do
    if methods[name] then results[methods[name]] = kind end
  end
end

local function result_of(f)
  if not results then
    results = { [tostring] = "string" }
    add_results(tesela, "rules", "tesela.rules")
    add_results(tesela, "replay", "tesela.state")
    add_results(tesela, "rng", "tesela.rng")
    add_results(class_of "tesela.rules".__methods, "start load", "tesela.state")
    local state = class_of "tesela.state".__methods
    add_results(state, "copy view play playout", "tesela.state")
    add_results(state, "fen text record draw svg dealt", "string")
    add_results(string, "rep sub lower upper format gsub reverse char", "string")
  end
  return results[f] and { kind = results[f] }
end

-- Visits the tables from which a key would come: the value itself, and its chain of
-- __index.
local function each_table(value, visit)
  for _ = 1, CHAIN do
    if type(value) == "table" and visit(value) then return end
    local meta = debug.getmetatable(value)
    value = type(meta) == "table" and rawget(meta, "__index")
    if type(value) ~= "table" then return end
  end
end

local function member_of_value(value, key)
  if value == tesela or own_kind(value) then
    local ok, found = pcall(function() return value[key] end)
    return ok and found ~= nil and { value = found } or nil
  end
  local found
  each_table(value, function(place)
    found = rawget(place, key)
    return found ~= nil
  end)
  return found ~= nil and { value = found } or nil
end

local function member(thing, key)
  if thing.kind == nil then return member_of_value(thing.value, key) end
  local class = class_of(thing.kind)
  if thing.kind == "tesela.state" and key == "rules" then
    return { kind = "tesela.rules" }
  end
  local methods = class and (class.__methods or class.__index)
  local found = type(methods) == "table" and rawget(methods, key)
  return found and { value = found } or nil
end

-- Goes back from token n over a name, a literal in brackets or the arguments of a call. Returns
-- its kind and the token before it.
local function step_back(tokens, n)
  local token = tokens[n]
  if is_name(token) then
    local sign = tokens[n - 1]
    if is(sign, ".") or is(sign, ":") then return { key = token.text }, n - 2 end
    return { base = { value = _G }, key = token.text }
  end
  if token and token.kind == "string" then
    return is_prefix(tokens[n - 1]) and { call = true } or nil, n - 1
  end
  local open = token and OPENED_BY[token.text] and innermost(tokens, n - 1)
  if not open then return nil end
  local inner = open == n - 2 and tokens[n - 1]
  local fixed = inner and (inner.kind == "string" or inner.kind == "number")
  if is(token, "]") then
    return fixed and { key = literal(inner) } or nil, open - 1
  end
  if is_prefix(tokens[open - 1]) then return { call = true }, open - 1 end
  return is(token, ")") and fixed and inner.kind == "string"
    and { base = { kind = "string" } } or nil
end

--- The known facts about the expression that ends with token n, or nil.
local function resolve(tokens, n)
  local steps = {}
  local step
  repeat
    step, n = step_back(tokens, n)
    if not step then return nil end
    steps[#steps + 1] = step
  until step.base
  local thing = step.base
  for i = #steps, 1, -1 do
    if steps[i].key ~= nil then thing = member(thing, steps[i].key) end
    if thing and steps[i].call then thing = result_of(thing.value) end
    if not thing then return nil end
  end
  return thing
end

-- ---- names ------------------------------------------------------------------

local function add_keys(list, place, fits)
  for key, value in next, place do
    if type(key) == "string" and key:find "^[%a_][%w_]*$" and fits(value) then
      list[#list + 1] = key
    end
  end
end

local function add_game_queries(list, value)
  local ok, name = pcall(function() return value.rules.name end)
  if not ok or not name then return end
  for _, query in ipairs(tesela.game(name).queries) do
    list[#list + 1] = query.name
  end
end

local function anything() return true end

local function callable(value)
  if type(value) == "function" then return true end
  local meta = debug.getmetatable(value)
  return type(meta) == "table" and rawget(meta, "__call") ~= nil
end

-- The names after "." or ":" of a value.
local function members(thing, sign)
  local list, fits = {}, sign == ":" and callable or anything
  local kind = thing.kind or own_kind(thing.value)
  local class = kind and class_of(kind)
  if class and class.__methods then
    add_keys(list, class.__methods, anything)
    if sign == "." then table.move(class.__fields, 1, #class.__fields, #list + 1, list) end
    if kind == "tesela.state" and thing.value then
      add_game_queries(list, thing.value)
    end
    return list
  end
  each_table(class and class.__index or thing.value, function(place)
    add_keys(list, place, fits)
  end)
  if thing.value == tesela then
    for name in pairs(library) do list[#list + 1] = name end
  end
  return list
end

local function globals()
  local list = members({ value = _G }, ".")
  for word in pairs(KEYWORDS) do list[#list + 1] = word end
  return list
end

-- ---- options of games -------------------------------------------------------

-- The options of the game in `rules("mixtour", {` if token n is inside of that.
local function options_at(tokens, n)
  local open = innermost(tokens, n)
  local name = open and tokens[open - 2]
  if not (open and is(tokens[open], "{") and is(tokens[open - 1], ",")
    and name and name.kind == "string" and is(tokens[open - 3], "(")
    and is_name(tokens[open - 4]) and tokens[open - 4].text == "rules") then
    return nil
  end
  local ok, game = pcall(tesela.game, literal(name))
  return ok and game.options or nil
end

-- The possible words of the option whose "=" is token n.
local function words_at(tokens, n)
  if not is(tokens[n], "=") or not is_name(tokens[n - 1]) then return nil end
  for _, option in ipairs(options_at(tokens, n) or {}) do
    if option.name == tokens[n - 1].text and type(option.default) == "string" then
      local list = {}
      for word in option.range:gmatch "[^|]+" do list[#list + 1] = word end
      return list
    end
  end
end

-- Candidates inside of a table of options, or nil.
local function in_options(tokens, n)
  local options, list = options_at(tokens, n), {}
  if not options then return nil end
  if is(tokens[n], "{") or is(tokens[n], ",") or is(tokens[n], ";") then
    for i, option in ipairs(options) do list[i] = option.name .. " = " end
    return list
  end
  for i, word in ipairs(words_at(tokens, n) or {}) do list[i] = ("%q"):format(word) end
  return #list > 0 and list or nil
end

-- ---- tables that functions take ----------------------------------------------

-- The name token of the function whose argument is the table opened by token `open`, and the
-- number of that argument.
local function taker(tokens, open)
  if is_name(tokens[open - 1]) then return open - 1, 1 end
  local bracket = innermost(tokens, open - 1)
  if not (bracket and is(tokens[bracket], "(") and is_name(tokens[bracket - 1])) then
    return nil
  end
  local place = 1
  for i = bracket + 1, open - 1 do
    if is(tokens[i], ",") and innermost(tokens, i - 1) == bracket then place = place + 1 end
  end
  return bracket - 1, place
end

-- The annotations of the function named by token n.
local function annotated(tokens, n)
  local entries, name = annotations.load(), tokens[n].text
  if is(tokens[n - 1], ".") and is_name(tokens[n - 2]) then
    return tokens[n - 2].text == "tesela" and entries.functions[name]
  end
  if not is(tokens[n - 1], ":") then -- a global of sessions, also in the module
    return type(rawget(_G, name)) == "function" and entries.functions[name]
  end
  local thing = resolve(tokens, n - 2)
  local kind = thing and (thing.kind or own_kind(thing.value)) or ""
  for _, class in ipairs(entries.classes) do
    if "tesela." .. class.name:lower() == kind then return class.methods[name] end
  end
end

-- The members of tables of a type: those of its classes and those that it lists itself.
local function add_fields(list, type)
  local classes = annotations.load().classes
  for name in type:gmatch "%f[%w]%u%w*" do
    local class = classes[name]
    for _, field in ipairs(class and class.fields or {}) do
      list[#list + 1] = field.name .. " = "
    end
  end
  for name in type:gsub("fun%b()", ""):gmatch "([%a_][%w_]*)%??:" do
    list[#list + 1] = name .. " = "
  end
end

-- The member names to complete in a table that is an argument of a function; or nil.
local function in_argument(tokens, n)
  local open = innermost(tokens, n)
  if not (open and is(tokens[open], "{")
    and (n == open or is(tokens[n], ",") or is(tokens[n], ";"))) then return nil end
  local name, place = taker(tokens, open)
  local entry, list = name and annotated(tokens, name), {}
  if entry and entry.params[place] then add_fields(list, entry.params[place].type) end
  return #list > 0 and list or nil
end

-- ---- inside of strings ------------------------------------------------------

local function path_candidates(path)
  local place, base = path:match "^(.*/)([^/]*)$"
  local list = {}
  base = base or path
  for _, name in ipairs(folder.list(place or ".") or {}) do
    if name:sub(1, 1) ~= "." or base:sub(1, 1) == "." then list[#list + 1] = name end
  end
  return list, #base
end

local function looks_like_path(text) return text:find "/" or text:find "^%.%.?$" end

local TAKES_GAME = { rules = true, game = true, play = true, help = true,
  derive = true, reload = true }
local TAKES_BOT = { bot = true, bots = true }
local TAKES_PATH = { dofile = true, loadfile = true, open = true, lines = true,
  svg = true }

-- The name that gives the purpose of the string at token n: that of the called function, of a
-- field, or of a field with a table of strings.
local function purpose(tokens, n)
  if is(tokens[n], "(") then return is_name(tokens[n - 1]) and tokens[n - 1].text end
  if is(tokens[n], "=") then return is_name(tokens[n - 1]) and tokens[n - 1].text end
  if is_name(tokens[n]) then return tokens[n].text end
  local open = innermost(tokens, n)
  if open and is(tokens[open], "{") and is(tokens[open - 1], "=") then
    return tokens[open - 2] and tokens[open - 2].text
  end
end

local TAKES_MOVE = { play = true, move = true, legal = true, text = true,
  parts = true }

-- The possible moves for the string in `s:play "..."`, or nil.
local function moves_at(tokens, n, content)
  local name = is(tokens[n], "(") and n - 1 or n
  if not (is_name(tokens[name]) and TAKES_MOVE[tokens[name].text]
    and is(tokens[name - 1], ":")) then return nil end
  local thing = resolve(tokens, name - 2)
  if not thing or own_kind(thing.value) ~= "tesela.state" then return nil end
  return completion.moves(thing.value, content)
end

-- Does the string at token n belong to a method? No method accepts a game.
local function of_method(tokens, n)
  local name = is(tokens[n], "(") and n - 1 or n
  return is_name(tokens[name]) and is(tokens[name - 1], ":")
end

local function in_string(tokens, content)
  local n = #tokens
  local words, what = words_at(tokens, n), purpose(tokens, n)
  words = words or moves_at(tokens, n, content)
  if words then return words, #content end
  if looks_like_path(content) then return path_candidates(content) end
  if what == "help" then return help.topics(), #content end
  if TAKES_GAME[what] and not of_method(tokens, n) then return games.all(), #content end
  if TAKES_BOT[what] then return tesela.bots(), #content end
  if TAKES_PATH[what] then return path_candidates(content) end
  return {}, 0
end

-- ---- completers -------------------------------------------------------------

local function with_prefix(list, word)
  local found, seen = {}, {}
  local hidden = word:sub(1, 1) ~= "_"
  for _, candidate in ipairs(list) do
    if candidate:sub(1, #word) == word and not seen[candidate]
      and not (hidden and candidate:sub(1, 1) == "_") then
      seen[candidate] = true
      found[#found + 1] = candidate
    end
  end
  table.sort(found)
  return found
end

local function in_code(tokens, n)
  if is(tokens[n], ".") or is(tokens[n], ":") then
    local thing = resolve(tokens, n - 1)
    return thing and members(thing, tokens[n].text) or {}
  end
  return in_options(tokens, n) or in_argument(tokens, n) or globals()
end

--- The completer of a session.
function M.complete(text)
  local tokens, open = scan(text)
  if open and open.kind == "comment" then return {}, #text + 1 end
  if open then
    local list, length = in_string(tokens, text:sub(open.begin))
    local start = #text - length + 1
    return with_prefix(list, text:sub(start)), start
  end
  if not text:match("[^\n]*$"):find "%S" then return { INDENT }, #text + 1 end
  local last, n = tokens[#tokens], #tokens
  if last.to == #text and last.kind == "number" then return {}, #text + 1 end
  local word = last.to == #text and last.kind == "name" and last.text or ""
  if word ~= "" then n = n - 1 end
  return with_prefix(in_code(tokens, n), word), #text - #word + 1
end

-- ---- the key ----------------------------------------------------------------

-- The common beginning. A character of several bytes is not cut.
local function common(list)
  local first, last = list[1], list[#list] -- of a sorted list
  local n = 0
  while n < #first and first:byte(n + 1) == last:byte(n + 1) do n = n + 1 end
  while n > 0 and n < #first and first:find("^[\x80-\xBF]", n + 1) do n = n - 1 end
  return first:sub(1, n)
end

--- Candidates side by side, sorted downwards.
local function columns(list, width)
  local longest, count = 0, math.min(#list, SHOWN)
  for i = 1, count do longest = math.max(longest, utf8.len(list[i]) or #list[i]) end
  local across = math.max(1, width // (longest + 2))
  local down = (count + across - 1) // across
  local lines = {}
  for i = 1, count do
    local line = (i - 1) % down + 1
    local gap = (" "):rep(longest + 2 - (utf8.len(list[i]) or #list[i]))
    lines[line] = (lines[line] or "") .. list[i] .. gap
  end
  for i, line in ipairs(lines) do lines[i] = line:gsub("%s+$", "") end
  if #list > count then lines[#lines + 1] = ("... %d more"):format(#list - count) end
  return table.concat(lines, "\n")
end

--- The effect of Tab for a completer's answer: the text to insert, and the text to show if there
--- are several candidates. Nothing if there is none.
function M.tab(complete, text, width)
  local list, start = complete(text)
  if type(list) ~= "table" then return nil end
  local word = text:sub(start or #text + 1)
  local found = with_prefix(list, word)
  if #found == 0 then return nil end
  local insert = common(found):sub(#word + 1)
  if #found == 1 or insert ~= "" then return insert end
  return "", texts.lines(columns(found, width - 1))
end

return M
