-- tesela play [GAME]: plays a game at the terminal, against a bot or another person; or
-- sets the puzzles of a file written by `analyse --puzzles`.

local tesela = require "tesela"
local arguments = require "tesela.base.arguments"
local blksgf = require "tesela.formats.blksgf"
local cli = require "tesela.cli.cli"
local curtain = require "tesela.terminal.play.curtain"
local input = require "tesela.terminal.dialogue.input"
local folder = require "tesela.folder"
local games = require "tesela.rules.games"
local gamefile = require "tesela.terminal.show.game_file"
local hash = require "tesela.base.hash"
local my_games = require "tesela.terminal.play.my_games"
local opened = require "tesela.base.opened"
local output = require "tesela.base.output"
local pace = require "tesela.terminal.play.opponent_level"
local play = require "tesela.terminal.play.play"
local position = require "tesela.cli.position_argument"
local positions = require "tesela.cli.position_files"
local puzzles = require "tesela.terminal.puzzles"
local resume = require "tesela.terminal.play.resume"
local seeds = require "tesela.base.seeds"
local welcome = require "tesela.terminal.play.welcome"

local function value_text(value)
  return type(value) == "table" and table.concat(value, ",") or tostring(value)
end

-- The options of a record are fixed: --set may repeat them, but not change them.
local function check_settings(args, rules, own)
  for name in pairs(position.settings(args)) do
    local given, has = value_text(rules.options[name]), value_text(own.options[name])
    if given ~= has then
      cli.fail(2, "--load %s: its game has %s=%s, but --set says %s", args.load, name,
        has, given)
    end
  end
end

local function content(path)
  local file <close>, why = io.open(path)
  if not file then cli.fail(1, "--load %s", why) end
  local text
  text, why = file:read "a"
  if not text then cli.fail(1, "--load %s: %s", path, why) end
  return (text:gsub("^\xEF\xBB\xBF", ""))
end

-- The record that --load and --game select, or a position text. (The file may begin with the
-- line of a tournament, or be a Blokus file from another program, which is never written to:
-- `foreign`.)
local function read_line(args)
  local path, text = args.load, content(args.load)
  args.foreign = blksgf.is(text)
  if not args.foreign and not text:find "^%s*{" then
    if args.game_number then cli.fail(2, "--game: only with a file of games") end
    return (text:match "^%s*([^\n]*)")
  end
  local number = args.game_number and position.integer(args.game_number, "--game", 1)
  local lines, why = gamefile.read(path, text)
  if not lines then cli.fail(1, "--load %s", why) end
  for _, words in ipairs(lines.said or {}) do cli.tell("%s: %s", path, words) end
  if args.foreign and #lines > 1 and not number then
    cli.tell("%s: the first of %d games; --game N plays another one", path, #lines)
  end
  for i, entry in ipairs(lines) do
    if number and entry.game == number or not number and i == 1 then return entry.line end
  end
  cli.fail(1, "--load %s: there is no game %d in it", path, number)
end

-- Reads the file only once, because a pipe is empty afterwards.
local function loaded_line(args)
  args.loaded = args.loaded or read_line(args)
  return args.loaded
end

-- The file of a game, if the game may be saved there again: a numbered one belongs to a
-- match or a tournament, and stays unchanged.
local function source_of(path, line)
  if line:find '"number":%d+}$' then return nil end
  return { path = folder.real(path) or path, hash = hash.text(line) }
end

-- A saved game (a record) or a position text as an option of play. The seed deals the
-- unknown part of a position text.
local function load(args, rules, seed)
  local path, text = args.load, loaded_line(args)
  if text:sub(1, 1) ~= "{" then
    return { state = cli.try(1, rules.load, rules, text, seed) }
  end
  local record = tesela.decode(text)
  local own = type(record) == "table" and record.game == rules.name
  local state, why = tesela.replay(text, nil, own and rules or nil)
  if not state then cli.fail(1, "--load %s: %s", path, why) end
  if state.rules.name ~= rules.name then
    cli.fail(1, "--load %s: it is a game of %s, not of %s", path,
      state.rules.name, rules.name)
  end
  check_settings(args, rules, state.rules)
  return { record = text }, not args.foreign and source_of(path, text) or nil
end

local function start(args, rules, seed)
  local given = {}
  for _, name in ipairs { "load", "fen", "bag" } do
    if args[name] then given[#given + 1] = "--" .. name end
  end
  if #given > 1 then
    cli.fail(2, "%s: expected at most one of them", table.concat(given, " and "))
  end
  if args.load then return load(args, rules, seed) end
  if args.fen then
    return { state = cli.try(1, rules.load, rules, args.fen, seed) }
  end
  if args.bag then
    return { state = cli.try(1, rules.start, rules, { bag = args.bag }) }
  end
  return { rules = rules }
end

-- "1", or "1,3" for people in several seats.
local function seats(text, most)
  if not text:find "," then return position.integer(text, "--seat", 0, most) end
  local list = {}
  for word in (text .. ","):gmatch "([^,]*)," do
    list[#list + 1] = position.integer(word, "--seat", 1, most)
  end
  return list
end

local USUAL = { bot = "expert", seat = "1" }

-- The command that resumes a game that was left. A kept game is then offered; a game
-- without moves starts again.
local function command_of(self, args, untouched)
  local words = { "tesela play", cli.quoted(args.game) }
  if args.trusted then words[#words + 1] = "--trusted" end
  if self:is_kept() then return table.concat(words, " ") end
  for _, setting in ipairs(args.set or {}) do
    words[#words + 1] = "--set " .. cli.quoted(setting)
  end
  for _, name in ipairs { "bot", "seat", "limit" } do
    if args[name] ~= USUAL[name] then
      words[#words + 1] = ("--%s %s"):format(name, cli.quoted(args[name]))
    end
  end
  local terms = pace.copy(args, {})
  terms.level = self.other_level and tostring(self.other_level) or terms.level
  pace.append(words, terms)
  if untouched then return table.concat(words, " ") end
  local from = self.saved and "--load " .. cli.quoted(self.saved)
    or "--fen " .. cli.quoted(self:seen(self:last()):fen())
  local line = table.concat(words, " ")
  return line .. (#line + #from > 75 and " \\\n    " or " ") .. from
end

local function farewell(args)
  return function(self)
    if args.save then return end
    if self:is_untouched() and not (self:is_kept() or self.saved) then
      if args.asked then
        self.say("Without questions:\n  %s", command_of(self, args, true))
      end
      return
    end
    local secret = curtain.hangs(self) -- position text would show all hands
    if self:is_kept() or self.saved or not secret then
      self.say("To go on:\n  %s", command_of(self, args))
    end
    if not (self:is_kept() or self.saved) then
      self.say("(To keep %s, type save FILE before you leave.)",
        secret and "a game" or self.hidden and "the hands and the moves as well"
        or "the moves as well")
    end
  end
end

-- Checked before the first move, not after the last.
local function check_save(path, from)
  if from and folder.real(path) and folder.real(path) == folder.real(from) then return end
  local ok, why = output.check(path, output.GAME)
  if not ok then cli.fail(1, "--save %s: %s", path, why) end
end

-- The file of the next game: g-2.json, g-3.json ... after g.json.
local function free_name(path)
  local stem, ending = path:match "^(.*[^/])(%.[^./]*)$"
  stem, ending = (stem or path):gsub("%-%d+$", ""), ending or ""
  local number = 1
  repeat
    number = number + 1
    local name = ("%s-%d%s"):format(stem, number, ending)
    local file = opened(name)
    if file then file:close() end
  until not file
  return ("%s-%d%s"):format(stem, number, ending)
end

-- The game is kept, no matter how it ends.
local function keep(self, path)
  local ok, why = self:save(path)
  if not ok then cli.fail(1, "--save %s: %s", path, why) end
  if input.terminal() then self.say("saved to %s", path) end
end

-- The shipped bot and the level of a name in a record, or nil.
local function shipped(name)
  local bot, level = name:match "^(%a+) level ([1-9])$"
  bot = bot or name
  for _, known in ipairs(tesela.bots()) do
    if known == bot then return bot, level end
  end
end

-- The players: the seats of people, and the one bot in the other seats, or nil; nil if
-- the record does not show it.
local function seated(record)
  local people, bot = {}, nil
  for seat, name in ipairs(type(record.players) == "table" and record.players or {}) do
    if name == "human" then
      people[#people + 1] = seat
    elseif type(name) ~= "string" or bot and name ~= bot then
      return nil
    else
      bot = name
    end
  end
  if #people > 0 then return table.concat(people, ","), bot end
end

-- By default the same players resume: people in their seats, and the same opponent, if it
-- is a shipped bot.
local function recall(args)
  if args.bot or args.seat then return end
  local record = tesela.decode(loaded_line(args))
  local seat, name = seated(type(record) == "table" and record or {})
  if not seat then return end
  local said = pace.is_said(args)
  local bot, level = shipped(name or "")
  if not name and not said then bot = "none" end
  if bot and args.level and not tesela.bot(bot).levels then bot = nil end
  args.seat, args.bot = (name or bot) and seat, bot
  if level and not said then args.level = level end
end

-- The game to play if none is given: that of a saved game, or the answer to a question;
-- false if the person has left.
local function choose(args)
  if args.load then
    local record = loaded_line(args)
    local game, broken = tesela.decode(record)
    if not game and record:sub(1, 1) == "{" then
      cli.fail(1, "--load %s: %s", args.load, broken)
    end
    args.game = type(game) == "table" and game.game
    if type(args.game) ~= "string" then
      cli.fail(2, "--load %s: it does not name its game; name it first, as in: tesela play "
        .. "mixtour --load %s", args.load, cli.quoted(args.load))
    elseif games.is_path(args.game) then -- a record cannot make a file run
      local _, why = tesela.replay(record)
      cli.fail(1, "--load %s: %s", args.load, why)
    end
    return true
  elseif args.fen or args.bag or not input.terminal() then
    cli.fail(2, "expected a game, as in: tesela play mixtour")
  end
  args.asked = welcome.ask(args)
  return args.asked
end

-- Offers a game that was left, unless the arguments ask for another one.
local function offered(args)
  for _, name in ipairs { "load", "fen", "bag", "seed" } do
    if args[name] then return nil end
  end
  if not input.terminal() then return nil end
  local rules = args.game and position.rules(args)
  return resume.ask(args, rules, args.set and #args.set > 0 or false)
end

-- A level excludes a budget.
local function check_level(args)
  local other = pace.beside_level(args)
  if other then cli.fail(2, "--level and --%s: expected one of them", other) end
end

-- The options of play; `entry`: the kept game to resume, or nil.
local function options_of(args, entry)
  local rules = entry and entry.rules or position.rules(args)
  local seed = args.seed and position.seed(args.seed) or seeds.fresh()
  local options, source
  if entry then
    options, source, seed = { record = entry.line }, entry.table.saved, entry.table.seed
  else
    options, source = start(args, rules, seed)
  end
  options.bot, options.seed, options.trusted = args.bot, seed, args.trusted
  options.seat = seats(args.seat, rules.seats)
  check_level(args)
  local budget = position.budget(args)
  options.iterations, options.seconds = budget.iterations, budget.seconds
  options.level, options.clock, options.ponder = budget.level, budget.clock, args.ponder
  options.threads = args.threads
    and position.integer(args.threads, "--threads", 1, arguments.THREADS_MAX)
  if args.bot ~= "none" then
    options.bot = cli.try(2, tesela.bot, args.bot, { trusted = args.trusted })
  end
  return options, source
end

-- A bot that cannot start a game is a wrong argument, like one that cannot be read.
local function refuse_bot(why) cli.fail(2, "%s", (cli.plain(why):gsub("^tesela%.play: ", ""))) end

-- Plays one game; returns the arguments of the next one, if any.
local function play_one(args, options, source, entry)
  local self <close> = cli.try(1, play.open, options, nil, refuse_bot)
  self.farewell, self.saves = farewell(args), args.save ~= nil
  self.source, self.kept = source, entry
  if self.setup then
    self.setup.bot, self.setup.limit = play.lasting_bot(args.bot), tonumber(args.limit)
  end
  if self.level and not args.asked and input.terminal() then
    local record = my_games.record(self.rules, play.lasting_bot(args.bot))
    if record then self.tell("%s.", record) end
  end
  self:greet()
  local ok, err = pcall(self.loop, self)
  if args.save then keep(self, args.save) end
  if not ok then error(err, 0) end
  return self.again and self:once_more(options)
end

-- The options that a file of puzzles excludes.
local OF_A_GAME = { "load", "game_number", "fen", "bag", "save", "bot", "seat", "seed",
  "iterations", "seconds", "level", "clock", "ponder", "threads", "trusted", "limit", "set" }

local function check_puzzles(args)
  local path = args.game
  if not args.load and output.has_games(path) then
    cli.fail(2, "%s: it contains games, not positions; --load %s continues one", path,
      cli.quoted(path))
  end
  for _, name in ipairs(OF_A_GAME) do
    local given = args[name]
    if given and (name ~= "set" or #given > 0) then
      cli.fail(2, "%s: it is a file of positions; --%s needs a game", path,
        name == "game_number" and "game" or name)
    end
  end
end

local function set_puzzles(args)
  local list, path = {}, args.game
  check_puzzles(args)
  positions.read(path, list)
  if #list == 0 then cli.fail(1, "%s: expected at least one puzzle", path) end
  puzzles.set(list, cli.write)
end

return {
  summary = "Play at the terminal.",
  configure = function(parser)
    position.add_rules(parser, true)
    position.add_weights(parser)
    parser:argument("word"):args("*"):hidden(true)
    parser:epilog("With a file of positions (.jsonl) in place of a game, it sets them as puzzles.")
    parser:option("-b --bot",
      "The bot in the other seats, by name or path; none for two people "
      .. "(default expert)."):argname("BOT")
    parser:option("--seat",
      "Your seat; 1,2 for people in several seats, 0 to watch (default 1)."):argname("N")
    parser:option("--seed", "Seed of the start and of the bot."):argname("S")
    parser:option("--load", "File to continue: a saved game with its players, a position text or a "
      .. "Blokus game of another program (.blksgf).")
      :argname("FILE")
    parser:option("--rules", "File of the game, if it is not a shipped one."):argname("GAME")
    parser:option("-g --game", "For --load: number of the game in the file (default: the first).")
      :argname("N"):target "game_number"
    parser:option("--fen", "Start from a position text."):argname("F")
    parser:option("--bag", "Start with this draw order, if the game has one.")
      :argname("TILES")
    parser:option("--save", "Write the game to a file when you leave it or it ends.")
      :argname("FILE")
    position.add_bot_budget(parser)
    position.add_clock(parser)
    parser:flag("--ponder", "The bot also thinks on your time, at full strength.")
    parser:option("--threads", "Search threads of the bot (default 1; all cores with --seconds, "
      .. "--clock or --ponder)."):argname("N")
    parser:option("--color", "Whether boards have colours (default auto).")
      :choices { "always", "never", "auto" }
  end,
  run = function(args)
    if args.color then tesela.color = args.color end
    if args.word[1] then cli.try(2, tesela.game, args.word[1]) end
    if args.word[1] then cli.fail(2, "%s: expected one game", args.word[1]) end
    if args.bot then position.take_budget(args, true) end
    if args.rules then
      if args.game or not args.load then cli.fail(2, "--rules: only with --load, not with GAME") end
      args.game = args.rules
    end
    if args.game and args.game:find "%.jsonl$" then return set_puzzles(args) end
    if args.save then check_save(args.save, args.load) end
    if args.game_number and not args.load then cli.fail(2, "--game: only with --load") end
    local entry = offered(args)
    if entry == false then return end
    local _ <close> = entry
    if args.load then recall(args) end
    for name, usual in pairs(USUAL) do args[name] = args[name] or usual end
    if not args.game and not choose(args) then return end
    local options, source = options_of(args, entry)
    repeat
      options = play_one(args, options, source, entry)
      entry, source = nil, nil
      if options then
        args.seat = type(options.seat) == "table" and table.concat(options.seat, ",") or "0"
        args.save = args.save and free_name(args.save)
        args.level = options.level and tostring(options.level)
      end
    until not options
  end,
}
