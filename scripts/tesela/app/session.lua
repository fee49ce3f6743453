-- The session behind a page: its requests and replies, as strings of JSON.
--
-- A request is { "do": NAME, ... }; each has a function below of that name, which returns the
-- contents of the reply. An error becomes the reply { "error": MESSAGE }, and nothing is lost.
-- There is one game on the table, a session like play's at a terminal
-- (terminal/play/game_session.lua), but advanced one step at a time; and one prompt.

local tesela = require "tesela"
local analysis = require "tesela.analysis.analysis"
local chart = require "tesela.analysis.curve"
local cli = require "tesela.cli.cli"
local gamefile = require "tesela.terminal.show.game_file"
local games = require "tesela.rules.games"
local html = require "tesela.base.html"
local levels = require "tesela.levels"
local meant = require "tesela.terminal.play.meant_moves"
local pages = require "tesela.manual.pages"
local picking = require "tesela.app.picking"
local plays = require "tesela.terminal.play.play"
local positions = require "tesela.app.position_shown"
local prompt = require "tesela.app.prompt"
local report = require "tesela.analysis.analysis_report"
local seating = require "tesela.seats.seat"
local shape = require "tesela.bots.shape"
local show = require "tesela.terminal.dialogue.show_values"
local texts = require "tesela.text"
local watch = require "tesela.turns.watch"
local words = require "tesela.app.page_words"

local M = {}

local game -- the game on the table, or nil
local brought = {} -- the sources of games brought by the page, by their names
local opponents = {} -- the paths of bots that it has brought, by their names
local tell = function() end -- reports progress to the page

local BOX = 32 -- megabytes of a bot that was brought

local requests = {}

local function fail(form, ...) error(form:format(...), 0) end

local function table_game() return game or fail "there is no game on the table" end

-- ---- the available games ------------------------------------------------------

-- The data for a page to ask for an option; `value` is the default.
local function option_row(option, value)
  local row = { name = option.name, default = value, doc = option.doc,
    range = option.range }
  if type(row.default) == "table" then row.default = table.concat(row.default, ",") end
  if option.range:find("|", 1, true) then
    row.words = {}
    for word in option.range:gmatch "[^|]+" do row.words[#row.words + 1] = word end
  else
    local least, most = option.range:match "^(%-?%d+)%.%.(%-?%d+)$"
    row.min, row.max = math.tointeger(least), math.tointeger(most)
  end
  return row
end

local function game_row(name)
  local known, rules = tesela.game(name), tesela.rules(name)
  local row = { name = name, title = known.title, summary = known.summary,
    notation = known.notation, options = {}, seats = rules.seats,
    levels = levels.count(tesela.bot "expert", rules) }
  for i, option in ipairs(known.options) do
    row.options[i] = option_row(option, rules.options[option.name])
  end
  return row
end

function requests.games()
  local list = {}
  for i, name in ipairs(games.all()) do list[i] = game_row(name) end
  return { games = list, version = tesela._VERSION }
end

--- The seats of a game with these options, for the form that asks who plays.
function requests.rules(request)
  local rules = tesela.rules(request.game, request.options)
  return { seats = rules.seats, names = rules:start(0).seat_names }
end

local TOLD = { Rules = true, Moves = true } -- parts of a page of the manual

-- The rules and the notation of moves: from its page in the manual, or from the game.
local function about_blocks(known, page)
  if not page then
    return { { kind = "part", text = "Rules" }, { kind = "paragraph", text = known.summary },
      { kind = "part", text = "Moves" }, { kind = "code", text = known.notation .. "\n" } }
  end
  local list, part = {}, nil
  for _, block in ipairs(pages.blocks(page)) do
    if block.kind == "part" then part = block.text end
    if TOLD[part] then list[#list + 1] = block end
  end
  return list
end

-- Headings are below the title of a dialog, and have no ids, which belong to the page.
local function about_html(blocks)
  local list = {}
  for i, block in ipairs(blocks) do
    list[i] = block.kind == "part" and html.element("h3", html.escape(block.text))
      or html.blocks({ block }, function() end)
  end
  return table.concat(list, "\n")
end

--- The rules of a game in the manual's words, { html =, page = the page of the manual's site, for a
--- shipped game }.
function requests.about(request)
  local known = tesela.game(request.game)
  local is_shipped = games.is_everywhere(known)
  local page = is_shipped and pages.has(known.name) and known.name or nil
  return { html = about_html(about_blocks(known, page)),
    page = page and page .. ".html" or is_shipped and "games.html#" .. known.name or nil }
end

-- A new name for a game or a bot from a file.
local function free_name(request)
  local name = type(request.name) == "string" and request.name:match "^([%w_-]+)%.lua$"
  if not name or #name > 60 then
    fail "expected the file of a game or a bot, NAME.lua, NAME being at most 60 letters and digits"
  end
  for _, shipped in ipairs(tesela.games()) do
    if shipped == name then
      fail("%s.lua: a shipped game already uses this name; choose another", name)
    end
  end
  return name
end

local function write(path, text)
  if type(text) ~= "string" then fail "expected the text of that file" end
  local file <close> = assert(io.open(path, "wb"))
  assert(file:write(text))
end

--- A game, { game = as in `games` }, or a bot, { bot = its name }, from a user's text: it runs in a
--- sandbox.
function requests.bring(request)
  local name = free_name(request)
  local path = ("%s/%s.lua"):format(M.folder or ".", name)
  write(path, request.text)
  local value = games.run(path)
  if type(value) == "table" and type(rawget(value, "choose")) ~= "function" then
    fail("%s.lua: %s", name, shape.no_bot(value))
  elseif type(value) == "table" or type(value) == "function" then
    opponents[name] = path
    return { bot = name }
  end
  local loaded = games.reload(path)
  brought[loaded.name] = tesela.game(loaded).source
  return { game = game_row(loaded.name) }
end

-- ---- the game on the table ----------------------------------------------------

-- Collects the messages of the game since the last reply.
local function listen(opened)
  opened.news = {}
  function opened.tell(form, ...)
    opened.news[#opened.news + 1] = texts.lines(form:format(...))
  end
  opened.say, opened.name = opened.tell, words.player
  function opened.tell_paused() opened.say "The game waits: Go on lets the bot try again." end
  return opened
end

-- If several people share the page with hidden hands, each sees it only on their turn.
local function look(self)
  local seat = self:last().seat
  if self.hidden and not self:over() and not self:is_bot(seat) and self:people() > 1 then
    self.viewer = seat
  end
end

-- Reports a move, if someone else has made it, and its points.
local function tell_move(self, ply, own)
  local seat = self.states[ply].seat
  if not own then self.say("%s: %s", words.player(self, seat), words.made(self, ply)) end
  for _, line in ipairs(self:explanation(ply)) do self.say("  %s", line) end
end

local function reply(ply)
  local self = table_game()
  self.at = #self.states
  look(self)
  local position = positions.of(self, ply)
  position.said = table.concat(self.news, "\n")
  position.paused = self.paused or nil
  position.curtain = self.hidden and self:people() > 1 and position.person or nil
  self.news = {}
  return position
end

-- A member of a request that is a table, or nothing.
local function list_of(request, name)
  local list = request[name]
  if list == nil or type(list) == "table" then return list or {} end
  fail("%s: expected a list or an object", name)
end

-- The seats of people, and the player in all other seats, from a page's list: a level, or the name
-- of a bot that was brought.
local function players_of(list)
  local people, other = {}, nil
  for seat, player in ipairs(list) do
    if player == "human" then
      people[#people + 1] = seat
    elseif other and other ~= player then
      fail "all bots of a game must be the same, at the same level"
    else
      other = opponents[player] and player or math.tointeger(player)
        or fail('players: expected "human", a level in 1..%d or a bot that was brought',
          levels.MOST)
    end
  end
  return #people > 0 and people or 0, other
end

-- Are its rules unknown to a page that opens it again?
local function has_own_rules(opened)
  local known = tesela.game(opened.rules)
  return not (games.is_everywhere(known) or brought[known.name] == known.source)
end

-- `bot`: the name of a bot that the page has brought.
local function place(opened, bot)
  if game then game:close() end
  opened.own_rules, opened.brought = has_own_rules(opened), bot
  game = listen(opened)
end

-- The arguments of play for these players; and the name of a bot that was brought.
local function choices(request)
  local list = list_of(request, "players")
  local seats, other = players_of(next(list) and list or { "human" })
  if opponents[other] then return { seat = seats, bot = opponents[other] }, other end
  return { seat = seats, level = other, bot = not other and "none" or nil }
end

local function play_moves(self, moves)
  for i, text in ipairs(moves) do
    local move, why = self:last():move(text)
    if not move then fail("move %d: %s", i, why) end
    self:make(move)
  end
end

local function keep_notes(self, notes)
  local last = #self.states - 1
  for key, note in pairs(notes) do
    local ply = math.tointeger(tonumber(key))
    if not (ply and ply >= 0 and ply <= last) then
      fail("notes: expected a ply in 0..%d, got %s", last, key)
    end
    if type(note) ~= "string" then fail("notes: expected a string at ply %d", ply) end
    self.log.notes[ply] = note
  end
end

function requests.open(request)
  local options, bot = choices(request)
  options.rules, options.seed = request.game, request.seed
  if type(options.rules) ~= "string" then fail "expected the name of a game" end
  local set, moves = list_of(request, "options"), list_of(request, "moves")
  local notes = list_of(request, "notes")
  options.set = next(set) and set or nil
  local opened = plays.open(options)
  local ok, why = pcall(function()
    play_moves(opened, moves)
    keep_notes(opened, notes)
  end)
  if not ok then
    opened:close()
    error(why, 0)
  end
  place(opened, bot)
  return reply()
end

-- The games of a file of any kind.
local function games_of(request)
  local name = type(request.name) == "string" and texts.cut(texts.clean(request.name), 60)
  local lines, why = gamefile.read(name or "the file", tostring(request.text))
  return lines or fail("%s", why)
end

--- A game from its record, which may be one of several, or from a file of another program: the
--- players of its seats are given.
function requests.record(request)
  local lines, number = games_of(request), request.number or 1
  local options, bot = choices(request)
  options.record = lines[number] and lines[number].line
    or fail("expected a number in 1..%d, got %s", #lines, tostring(number))
  place(plays.open(options), bot)
  for _, line in ipairs(lines.said or {}) do game.say("%s", line) end
  local position = reply()
  position.records = #lines
  return position
end

function requests.position(request) return reply(math.tointeger(request.ply)) end

local function person_game()
  local self = table_game()
  self.at = #self.states
  if self:over() then fail "the game is over" end
  if self:is_bot(self:last().seat) then
    fail("it is the turn of %s", self:full_name(self:last().seat))
  end
  return self
end

function requests.pick(request)
  local self = person_game()
  return picking.pick(self.pointing, request.chosen or {})
    or fail "these choices lead to no legal move"
end

-- The move that a line means; or the reason if there is none.
local function read_move(self, line)
  local seen = self:seen(self:last())
  local move, why, kind = seen:move(line)
  if move then return move end
  local clear
  move, clear = meant.move(seen, line)
  return move or fail("%s", kind == "unreadable" and clear or why)
end

function requests.move(request)
  local self = person_game()
  local move = read_move(self, tostring(request.text):match "^%s*(.-)%s*$")
  assert(self:make(move))
  tell_move(self, #self.states - 1, true)
  return reply()
end

-- A legal move in words.
local function move_words(state, text) return words.move(state, state:copy():play(text), text) end

-- Reports the progress of a thinking bot to the page.
local function watcher(self)
  local since, open = tesela.clock(), self:is_open()
  local function nothing() end
  return { clear = nothing, over = nothing, tick = nothing, see = function(seen)
    tell { seconds = tesela.clock() - since, iterations = seen.iterations,
      best = open and move_words(self:last(), seen.best) or nil,
      value = open and seen.value or nil }
  end }
end

function requests.think()
  local self = table_game()
  self.at = #self.states
  if self:over() then fail "the game is over" end
  local seat = self:last().seat
  if not self:is_bot(seat) then fail("it is the turn of %s", self:full_name(seat)) end
  self.paused = false
  if self:ready(seat) and watch.during(watcher(self), self.step, self) then
    tell_move(self, #self.states - 1)
  end
  return reply()
end

function requests.undo()
  local self = table_game()
  self.at = #self.states
  if not self:take_back() then fail "there is nothing to take back" end
  self.paused = false
  return reply()
end

-- ---- help -----------------------------------------------------------------------

local FORCED = { win = "It wins by force.", draw = "It draws by force.",
  loss = "All other moves lose by force, too." }

-- A hint, as it is shown on the board.
local function advice(state, entry)
  local chance = FORCED[entry.proof]
    or entry.value and ("It leaves you a chance of about %d %%."):format(
      math.floor(100 * entry.value + 0.5))
  return ("Try the move that is marked: %s. %s"):format(move_words(state, entry.text),
    chance or "")
end

function requests.hint(request)
  local self = table_game()
  self.at = #self.states
  if self:over() then fail "the game is over" end
  if not self:is_open() then
    fail("it is the turn of %s, whose hand you do not see", self:full_name(self:last().seat))
  end
  local state = self:seen(self:last())
  local found = watch.during(watcher(self), state.hint, state, request.count or 1,
    { iterations = math.tointeger(request.iterations) })
  local list = {}
  for i, entry in ipairs(found) do
    list[i] = { move = entry.text, words = advice(state, entry), value = entry.value,
      proof = entry.proof }
  end
  return { hints = list, svg = positions.board(state, found[1].move).svg }
end

-- The verdicts on moves with a loss, for a list beside the curve.
local function verdicts_of(judged)
  local list = {}
  for ply, move in ipairs(judged.verdict.moves) do
    if move and move.lost >= 0.01 and move.best ~= move.move then
      list[#list + 1] = { ply = ply, words = report.sentence(judged, ply) }
    end
  end
  return list
end

function requests.analyse(request)
  local self = table_game()
  if #self.states < 2 then fail "there are no moves to look at yet" end
  if self.hidden and not self:over() then fail "hands are hidden until the game is over" end
  local judged = self:to_judge(math.tointeger(request.iterations)
    and { iterations = math.tointeger(request.iterations) } or nil)
  analysis.run({ judged }, { workers = 0,
    tick = function(done, of) tell { done = done, of = of } end })
  self:keep_verdict(judged)
  local told = report.players(judged)
  table.insert(told, report.settings(judged.settings))
  return { values = judged.verdict.values, verdicts = verdicts_of(judged),
    svg = chart.svg(judged, function(_, ply) return report.sentence(judged, ply) end),
    text = table.concat(told, "\n") }
end

function requests.note(request)
  local self, ply = table_game(), math.tointeger(request.ply)
  if type(request.text) ~= "string" then fail "expected the text of a note" end
  self.at = math.max(1, math.min((ply or #self.states - 1) + 1, #self.states))
  self:note(request.text ~= "" and request.text or nil)
  return reply(ply)
end

function requests.save()
  local self = table_game()
  if self.hidden and not self:over() then
    fail "a record shows all hands: it can be saved when the game is over"
  end
  return { name = self.rules.name .. ".jsonl", text = self:record() .. "\n" }
end

-- ---- the prompt -----------------------------------------------------------------

-- At the prompt, play puts its game on the table, where it is played. While hands are hidden, its
-- results show no more than the table.
local function play(what, options)
  place(plays.open(what, options))
  local state, people = game:last(), game:people()
  if game.hidden and people > 0 then
    show.veil(state, people == 1 and game:eyes() or "a game with hidden hands, on the table")
  end
  return state
end

function requests.eval(request)
  local before = game
  rawset(_G, "play", play)
  local result = prompt.run(tostring(request.code))
  if game ~= before then result.position = reply() end
  return result
end

function requests.complete(request) return prompt.complete(tostring(request.line)) end

-- ---- serving --------------------------------------------------------------------

local function answer(text)
  local request = tesela.decode(text)
  if type(request) ~= "table" then fail "expected a request" end
  local f = rawget(requests, request["do"])
  if not f then fail("there is no request %s", tostring(request["do"])) end
  return f(request)
end

--- The reply to a request, both as strings of JSON.
function M.serve(text)
  local ok, result = pcall(answer, text)
  if not ok then result = { error = texts.lines(cli.plain(result)) } end
  return tesela.encode(result)
end

--- From now on f receives progress during a request, as strings of JSON; bots that were brought
--- play in this process.
function M.listen(f)
  seating.here = BOX
  function tell(what) f(tesela.encode(what)) end
end

return M
