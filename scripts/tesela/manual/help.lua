-- The text of help: games from their tables, commands from their parsers, the
-- module from its annotations, and the pages of the manual.
--
-- A topic is a string or a value. A string may name several things (`play` is a command
-- and a function), whose entries are collected; a value has one entry.

local tesela = require "tesela"
local annotations = require "tesela.manual.annotations"
local arguments = require "tesela.base.arguments"
local cli = require "tesela.cli.cli"
local games = require "tesela.rules.games"
local interrupt = require "tesela.interrupt"
local opened = require "tesela.base.opened"
local pager = require "tesela.terminal.dialogue.pager"
local pages = require "tesela.manual.pages"
local reference = require "tesela.manual.reference"
local text = require "tesela.text"

local M = {}

local function put(lines, format, ...)
  lines[#lines + 1] = format:format(...)
end

local function put_folded(lines, head, words)
  put(lines, "%s", text.fold(words, head, (" "):rep(#head)))
end

local function finish(lines) return table.concat(lines, "\n") .. "\n" end

-- ---- games ------------------------------------------------------------------

-- `value`: the default, which in a variant of Blokus Duo is two players, not four.
local function put_option(lines, option, value)
  put_folded(lines, ("  %-12s %-8s %-12s "):format(option.name, text.value(value),
    option.range), option.doc)
end

-- How to set an option, with the first one as the example.
local function put_example(lines, game, values)
  local option = game.options[1]
  local value = option and values[option.name]
  if not option or type(value) == "table" then return end
  put(lines, "")
  put_folded(lines, "Set by: ", ("tesela.rules(%q, { %s = %s }) or --set %s=%s")
    :format(game.name, option.name,
      type(value) == "string" and ("%q"):format(value) or value, option.name, value))
end

local function call_of(query) return ("s:%s(%s)"):format(query.name, query.takes) end

-- The methods that only the states of this game have.
local function put_queries(lines, game)
  for _, query in ipairs(game.queries) do
    put_folded(lines, ("  %-18s "):format(call_of(query)), query.doc)
  end
end

local function game_text(name)
  local game, values, lines = tesela.game(name), tesela.rules(name).options, {}
  local tail = (" (%s)"):format(game.name) -- a title may contain it
  put(lines, "%s%s\n", game.title, game.title:sub(-#tail) == tail and "" or tail)
  put(lines, "Rules\n  %s\n", text.paragraph(game.summary, 2):gsub("\n", "\n  "))
  put(lines, "Moves\n  %s\n", game.notation:gsub("\n", "\n  "))
  put(lines, "Options (name, default, range)")
  for _, option in ipairs(game.options) do
    put_option(lines, option, values[option.name])
  end
  put_example(lines, game, values)
  put(lines, "\nMethods of a state, in addition to those of every game (help \"state\")")
  put_queries(lines, game)
  if #game.parts > 0 then put(lines, "\nParts of a move (s:parts(m))") end
  for _, part in ipairs(game.parts) do
    local label = part.gives == "string[]" and part.name .. " (list)" or part.name
    put_folded(lines, ("  %-18s "):format(label), part.doc)
  end
  return finish(lines)
end

-- The methods that a game adds, to print after those of every state.
local function queries_text(name)
  local game, lines = tesela.game(name), {}
  if #game.queries == 0 then return "" end
  put(lines, "\nOf %s", name)
  put_queries(lines, game)
  return finish(lines)
end

-- ---- topics of their own ----------------------------------------------------

--- The first sentence of the comment at the top of a bot's file.
function M.bot_summary(name)
  local file = opened(("%s/bots/%s.lua"):format(tesela.home, name))
  local words = {}
  for line in file and file:lines() or function() end do
    local comment = line:match "^%-%-%s*(.+)$"
    if not comment then break end
    words[#words + 1] = comment
  end
  if file then file:close() end
  local doc = table.concat(words, " "):gsub("^%w+:%s*", "")
  return reference.first_sentence(doc)
end

local function put_bots(lines)
  for _, name in ipairs(tesela.bots()) do
    put_folded(lines, ("  %-12s "):format(name), M.bot_summary(name))
  end
end

local function put_commands(lines)
  for _, name in ipairs(cli.names()) do
    local ok, command = interrupt.try(cli.load, name)
    put(lines, "  %-12s %s", name, ok and command.summary
      or ("(its file has a mistake, which tesela %s shows)"):format(name))
  end
end

local function put_games(lines)
  local width = 12
  for _, name in ipairs(tesela.games()) do width = math.max(width, #name) end
  for _, name in ipairs(tesela.games()) do
    local ok, game = interrupt.try(tesela.game, name)
    put(lines, "  %-" .. width .. "s %s", name, ok and game.title
      or ("(its file has a mistake, which tesela check %s shows)"):format(name))
  end
end

-- Visits the games whose files load.
local function each_game(names, visit)
  for _, name in ipairs(names) do
    local ok, game = interrupt.try(tesela.game, name)
    if ok then visit(game, name) end
  end
end

local function put_pages(lines)
  for _, name in ipairs(pages.names()) do
    put(lines, "  %-14s %s", name, pages.title(name))
  end
end

local own = {}

function own.pages()
  local lines = { "Pages of the manual (more with: tesela help PAGE)" }
  put_pages(lines)
  put(lines, "")
  put_folded(lines, "", "If a page has the same name as a game or a list, put page "
    .. "before it: tesela help page mixtour, help \"page mixtour\".")
  return finish(lines)
end

function own.commands()
  local lines = { "Commands (more with: tesela help COMMAND)" }
  put_commands(lines)
  return finish(lines)
end

function own.games()
  local lines = { "Games (more with: help \"mixtour\", tesela help mixtour)" }
  put_games(lines)
  put(lines, "")
  put_folded(lines, "", "The path of a Lua file that returns a game is accepted "
    .. "everywhere: see help \"derive\" and help \"define\". These commands write a "
    .. "file to start from:")
  put(lines, "  tesela new game mine.lua")
  put(lines, "  tesela new game mine.lua --from mixtour")
  return finish(lines)
end

function own.bots()
  local lines = { "Bots" }
  put_bots(lines)
  put(lines, "")
  put_folded(lines, "", "The path of a Lua file that returns a bot is accepted "
    .. "everywhere, and in Lua a function or a table: see help \"Bot\". "
    .. "This command writes a file to start from:")
  put(lines, "  tesela new bot mine.lua")
  return finish(lines)
end

function own.functions()
  local lines = { "Functions of the module (more with: help \"match\" or "
    .. "help(tesela.match))" }
  reference.list(lines, annotations.load().functions)
  return finish(lines)
end

--- The whole module: functions, classes with their methods, aliases.
function own.reference()
  local known, parts = annotations.load(), {}
  local function put_all(list, text_of)
    for _, entry in ipairs(list) do parts[#parts + 1] = text_of(entry) end
  end
  put_all(known.functions, reference.function_text)
  for _, class in ipairs(known.classes) do
    if class.name ~= "tesela" then
      parts[#parts + 1] = reference.class_text(class)
      put_all(class.methods, reference.function_text)
    end
  end
  put_all(known.aliases, reference.alias_text)
  return table.concat(parts, "\n")
end

local session = {
  { "1 + 1", "prints the values of an expression: for states their boards, for "
    .. "tables their contents" },
  { "_", "the first value of the last expression; _1 is the same" },
  { "_1, _2 ...", "all values of the last expression" },
  { "tesela", "the module; the rest is Lua" },
  { "Tab", "completes names, methods, options of games, files" },
  { "Up, Ctrl-R", "earlier input, including that of earlier sessions" },
  { "Ctrl-C", "stops a running command, or drops the line; a search shows its report" },
  { "Ctrl-\\", "ends the program if Ctrl-C does not help; the history is kept" },
  { "Ctrl-D", "leaves, at an empty prompt" },
}

-- Functions that are also globals of a session.
local GLOBALS = { "play", "help", "show", "svg", "reload" }

function own.session()
  local known = annotations.load().functions
  local lines = { "A session: tesela without arguments" }
  for _, row in ipairs(session) do
    put_folded(lines, ("  %-12s "):format(row[1]), row[2])
  end
  put(lines, "\nMore globals (each is also tesela.NAME)")
  for _, name in ipairs(GLOBALS) do
    local entry = known[name]
    if entry then
      local call = reference.signature(entry):gsub("^tesela%.", "")
      put_folded(lines, ("  %-23s "):format(call),
        reference.first_sentence(entry.doc))
    end
  end
  return finish(lines)
end

local synonyms = { _ = "session", _1 = "session", _2 = "session" }

local function function_names()
  local names = {}
  for i, entry in ipairs(annotations.load().functions) do names[i] = entry.name end
  return table.concat(names, ", ")
end

local function overview()
  local lines = {}
  put(lines, "tesela %s: a scriptable runtime for board games\n", tesela._VERSION)
  put(lines, "  tesela                     open a session (help \"session\")")
  put(lines, "  tesela script.lua ...      run a Lua script, as lua does")
  put(lines, "  tesela COMMAND ...         run a command\n")
  put(lines, "Commands (more with: tesela help COMMAND)")
  put_commands(lines)
  put(lines, "\nGames (more with: help \"mixtour\", tesela help mixtour)")
  put_games(lines)
  put_folded(lines, "\nBots: ", table.concat(tesela.bots(), ", ")
    .. "; or the path of a Lua file (help \"bots\")")
  put(lines, "\nPages of the manual (more with: tesela help variants, "
    .. "tesela help page mixtour)")
  put_pages(lines)
  put(lines, "\nIn Lua (more with: help \"functions\", help \"match\", "
    .. "help(tesela.match))")
  put_folded(lines, "  tesela.     ", function_names())
  put(lines, "  methods     help \"state\", help \"rules\", help \"rng\"; of one: "
    .. "help \"s:play\"")
  put(lines, "  a session   help \"session\": _ and _1, keys, globals")
  put(lines, "  everything  help \"reference\"")
  return finish(lines)
end

-- ---- strings as topics --------------------------------------------------------

-- Is it the name of a game, shipped or loaded, or the path of one?
local function is_game(topic)
  if games.is_path(topic) then
    local ok, why = interrupt.try(tesela.game, topic)
    if not ok and topic:match "%.lua$" then error(why, 0) end
    return ok
  end
  for _, name in ipairs(games.all()) do
    if name == topic then return true end
  end
  return false
end

local function by_class_name(list, topic)
  for _, entry in ipairs(list) do
    if entry.name:lower() == topic:lower() then return entry end
  end
end

-- Visits the members of a name in the classes whose variable or name begins
-- with `prefix` ("s", "state", "rules"); an exact one is alone.
local function each_member(prefix, name, visit)
  local classes = annotations.load().classes
  local exact = by_class_name(classes, prefix)
  for _, class in ipairs(classes) do
    local fits = class.name:lower():find(prefix:lower(), 1, true) == 1
    if exact then fits = class == exact end
    local member = class.methods[name] or class.fields[name]
    -- The fields of the module itself are not topics.
    if fits and member and class.name ~= "tesela" then visit(class, member) end
  end
end

local function member_text(class, member)
  if member.class then return reference.function_text(member) end
  return reference.field_text(class, member)
end

-- "s:play", "state.scores", "tesela.match"
local function add_members(parts, topic)
  local prefix, name = topic:match "^([%a_][%w_]*)[.:]([%a_][%w_]*)$"
  if prefix == "tesela" then
    local entry = annotations.load().functions[name]
    if entry then parts[#parts + 1] = reference.function_text(entry) end
  elseif prefix then
    each_member(prefix, name, function(class, member)
      parts[#parts + 1] = member_text(class, member)
    end)
  end
end

local function add_option(parts, topic)
  each_game(tesela.games(), function(game, name)
    for _, option in ipairs(game.options) do
      if option.name == topic then
        local lines = { ("An option of %s (name, default, range)"):format(name) }
        put_option(lines, option, tesela.rules(name).options[topic])
        parts[#parts + 1] = finish(lines)
      end
    end
  end)
end

local function add_named(parts, topic)
  local known = annotations.load()
  if own[topic] then parts[#parts + 1] = own[topic]() end
  if is_game(topic) then parts[#parts + 1] = game_text(topic) end
  if cli.has(topic) then
    parts[#parts + 1] = cli.parser(topic):get_help() .. "\n"
  end
  local entry = known.functions[topic]
  if entry then parts[#parts + 1] = reference.function_text(entry) end
  local class = by_class_name(known.classes, topic)
  if class and class.name ~= "tesela" then
    parts[#parts + 1] = reference.class_text(class)
  end
  local alias = by_class_name(known.aliases, topic)
  if alias then parts[#parts + 1] = reference.alias_text(alias) end
end

-- Methods of that name: in full if nothing else has the name.
local function add_methods(parts, topic)
  local alone, others = #parts == 0, {}
  for _, class in ipairs(annotations.load().classes) do
    local method = class.methods[topic]
    if method and alone then
      parts[#parts + 1] = reference.function_text(method)
    elseif method then
      others[#others + 1] = ("%q"):format(reference.variable(class.name) .. ":" .. topic)
    end
  end
  if #others > 0 then
    parts[#parts + 1] = "See also help " .. table.concat(others, ", ") .. "\n"
  end
end

-- Methods of this name that only states of a shipped game have, unless an annotation
-- describes them: those begin with "mixtour: ". Variants have those of their game.
local function add_queries(parts, topic)
  local prefix, name = topic:match "^(%a+):([%a_][%w_]*)$"
  if prefix and prefix ~= "s" and prefix ~= "state" then return end
  if not prefix and #parts > 0 then return end
  name = name or topic
  local described, lines = annotations.load().classes.State.methods[name], {}
  each_game(tesela.games(), function(game)
    local is_told = described and described.doc:sub(1, #game.name + 1) == game.name .. ":"
    for _, query in ipairs(not (game.root or is_told) and game.queries or {}) do
      if query.name == name then
        put_folded(lines, call_of(query) .. "  ", ("%s: %s"):format(game.name, query.doc))
      end
    end
  end)
  if #lines > 0 then parts[#parts + 1] = finish(lines) end
end

-- The page of that name: in full if nothing else has the name. Help on
-- "tournament" refers to the page "tournaments".
local function add_page(parts, topic)
  local name = topic:match "^page%s+(.+)$" or topic
  if pages.has(name) and #parts == 0 then
    parts[1] = pages.text(name)
    return
  end
  name = pages.has(name) and name or name .. "s"
  if pages.has(name) and #parts > 0 then
    parts[#parts + 1] = ("See also help %q\n"):format("page " .. name)
  end
end

--- The help on a string, or nil.
function M.text(topic)
  if topic == nil or topic == "" or topic == "tesela" then return overview() end
  topic = synonyms[topic] or topic:gsub("%(%s*%)$", "")
  local parts = {}
  add_named(parts, topic)
  add_members(parts, topic)
  add_methods(parts, topic)
  add_queries(parts, topic)
  add_page(parts, topic)
  if #parts == 0 then add_option(parts, topic) end
  if #parts == 0 then return nil end
  return table.concat(parts, "\n")
end

-- ---- topics that do not exist -----------------------------------------------

--- All topics, also for completion.
function M.topics()
  local known, list = annotations.load(), {}
  local function add(name) list[#list + 1] = name end
  for name in pairs(own) do add(name) end
  for _, name in ipairs(pages.names()) do
    add(name)
    add("page " .. name)
  end
  for _, name in ipairs(games.all()) do add(name) end
  each_game(games.all(), function(game)
    for _, option in ipairs(game.options) do add(option.name) end
  end)
  each_game(tesela.games(), function(game)
    for _, query in ipairs(game.queries) do add("s:" .. query.name) end
  end)
  for _, name in ipairs(cli.names()) do add(name) end
  for _, entry in ipairs(known.functions) do add(entry.name) end
  for _, alias in ipairs(known.aliases) do add(alias.name:lower()) end
  for _, class in ipairs(known.classes) do
    add(class.name:lower())
    for _, method in ipairs(class.methods) do
      add(method.name)
      add(reference.variable(class.name) .. ":" .. method.name)
    end
  end
  return list
end

--- The end of "there is no help on that": similar topics, or `otherwise`.
function M.suggestion(topic, otherwise)
  local found = arguments.near(topic, M.topics())
  if #found == 0 then return "; try " .. otherwise end
  return ("; did you mean %s?"):format(table.concat(found, ", "))
end

-- ---- values as topics --------------------------------------------------------

-- The same function; queries are made again for all rules, from their row and their game.
local function same(f, g)
  if f == g then return true end
  if type(g) ~= "function" or debug.getinfo(g, "S").what ~= "C" then return false end
  local _, row = debug.getupvalue(g, 1)
  if row == nil or debug.getinfo(f, "S").what ~= "C" then return false end
  local _, own_row = debug.getupvalue(f, 1)
  local _, game = debug.getupvalue(g, 2)
  local _, own_game = debug.getupvalue(f, 2)
  return row == own_row and game == own_game
end

-- Some object of each class that has methods.
local function samples()
  local list = { Rng = { tesela.rng(0) }, Rules = {}, State = {} }
  list.Searcher = { tesela.searcher(tesela.rules "mixtour") }
  each_game(tesela.games(), function(_, name)
    local rules = tesela.rules(name)
    list.Rules[#list.Rules + 1] = rules
    list.State[#list.State + 1] = rules:start()
  end)
  return list
end

-- A session's `play` is not tesela.play, but a function of the library by
-- the same name.
local function is_global(f, name)
  return rawget(_G, name) == f
    and debug.getinfo(f, "S").source:find("@" .. tesela.home, 1, true) == 1
end

local function entry_of(f)
  local known = annotations.load()
  for _, entry in ipairs(known.functions) do
    if tesela[entry.name] == f or is_global(f, entry.name) then return entry end
  end
  for class, objects in pairs(samples()) do
    for _, method in ipairs(known.classes[class].methods) do
      for _, object in ipairs(objects) do
        local ok, g = interrupt.try(function() return object[method.name] end)
        if ok and same(f, g) then return method end
      end
    end
  end
end

-- The file and line of a user's function, or "".
local function place_of(f)
  local info = debug.getinfo(f, "S")
  if info.what == "C" then return "" end
  return (" (of %s:%d)"):format(info.short_src, info.linedefined)
end

-- The text about a value, or nil and a description of the value.
local function value_text(topic)
  if topic == nil or topic == tesela then return overview() end
  local kind = arguments.kind(topic)
  if kind == "string" then return M.text(topic), topic end
  if kind == "function" then
    local entry = entry_of(topic)
    if entry then return reference.function_text(entry) end
    return nil, "this function" .. place_of(topic)
  end
  local class = by_class_name(annotations.load().classes, kind:match "%.(%w+)$")
  local words = reference.class_text(class)
  return kind == "tesela.state" and words .. queries_text(topic.rules.name) or words
end

local function check(topic)
  local kind = arguments.kind(topic)
  if kind == "nil" or kind == "string" or kind == "function" or topic == tesela
    or kind:match "^tesela%." then
    return
  end
  arguments.expected("tesela.help", "a topic or a function, rules, a state", topic)
end

--- help(), help "mixtour", help "s:play", help(tesela.match): prints it.
function M.help(topic)
  check(topic)
  local words, what = value_text(topic)
  if not words then
    local more = type(topic) == "string" and M.suggestion(topic, "help()")
      or "; try help()"
    arguments.raise(("help: there is no help on %s%s"):format(what, more))
  end
  pager.write(text.narrow(words), io.write)
end

return M
