-- A worker of a tournament: a process that plays the games whose numbers its
-- parent sends, and sends back how they ended.
--
-- A game follows from the definition and its number alone (schedule.lua). Each
-- bot runs in a box of its own (interior.lua), or, where bots are trusted, here.
-- The seed of each move is drawn from the seed of the bot's game, so that it
-- does not depend on what the others do.
--
-- Messages begin with a line. In: "17 18 19", numbers of games. Out, with tabs
-- between fields:
--   =  n  m    n bytes of lines, one for each game: number, pair, players,
--              places, plies, reason and message; then m bytes, their records
--   .          the numbers of one line are done
--   !  text    the tournament cannot go on
-- The records lie together, so that the parent can write them as they are.
-- After the end of a budget the box is used up, and the worker ends: there may
-- be no safe way to close the box. Another one takes over what is left.

local tesela = require "tesela"
local bots = require "tesela.bots"
local box = require "tesela.box"
local process = require "tesela.process"
local run = require "tesela.run"
local schedule = require "tesela.tournament.schedule"
local sources = require "tesela.player.sources"
local texts = require "tesela.text"

local M = {}

local MESSAGE = 400 -- the most that is kept of one, in bytes

-- How long results may wait for others.
local PATIENCE = 0.04

-- What a move may take beyond its budget: nobody stops on the dot.
local MARGIN, SHARE = 0.1, 0.1
local LIMIT = 10

--- The seconds after which a bot has lost its game.
function M.limit(def)
  local budget = def.budget
  if budget.limit then return budget.limit end
  return budget.seconds and budget.seconds * (1 + SHARE) + MARGIN or LIMIT
end

--- What is said of a bot that took longer, by the worker or by its parent.
function M.late(def)
  return ("no move within %g s"):format(M.limit(def))
end

-- ---- players in boxes -------------------------------------------------------

local Boxed = {}
Boxed.__index = Boxed

local function need(ok, reason, message)
  if not ok then error(("%s: %s"):format(reason, message), 0) end
  return ok
end

-- A box with the rules and the bot in it.
local function open_box(job, index)
  local b = need(box.open(job.memory, job.interior.text, "@" .. job.interior.path,
    job.def.budget.seconds ~= nil))
  for _, file in ipairs(job.modules) do need(b:call("module", file.name, file.text)) end
  for _, file in ipairs(job.library) do need(b:call("library", file.name, file.text)) end
  for _, file in ipairs(job.games) do
    need(b:call("game", file.name, file.path, file.text))
  end
  need(b:rules(job.rules_name, job.settings))
  return setmetatable({ box = b, job = job, index = index }, Boxed)
end

-- Compiling a bot's file takes time that is its own, too.
local function load_bot(self, state, seat)
  local bot = self.job.bots[self.index]
  process.enter(state, seat, self.job.limit)
  local ok, reason, message = sources.hand(self.box, bot.name, bot.source)
  process.leave()
  self.loaded = ok
  return ok, reason, message
end

function Boxed:begin(state, seat, seed)
  if not self.loaded then
    local ok, reason, message = load_bot(self, state, seat)
    if not ok then return nil, reason, message end
  end
  return self.box:begin(state, seat, self.job.limit, seed)
end

function Boxed:choose(state, seat, seed)
  local budget = self.job.def.budget
  return self.box:choose(state, seat, self.job.limit, seed, budget.iterations,
    budget.seconds)
end

function Boxed:ended() return self.box:ended() end

-- ---- players that are trusted -----------------------------------------------

local Trusted = {}
Trusted.__index = Trusted

function Trusted:begin(state, seat, seed)
  process.enter(state, seat, self.job.limit)
  local player, reason, message = bots.player(self.bot, state.rules, seat, seed)
  process.leave()
  self.player = player
  return player, reason, message
end

function Trusted:choose(state, seat, seed)
  local given = self.job.def.budget
  process.enter(state, seat, self.job.limit)
  local begin = tesela.clock()
  local move, value, message = bots.choose(self.player, state, seat,
    { iterations = given.iterations, seconds = given.seconds, seed = seed })
  process.leave()
  if tesela.clock() - begin > self.job.limit then return nil, "time", "" end
  return move, value, message
end

function Trusted.ended() return false end

local function open_trusted(job, index)
  return setmetatable({ job = job, bot = bots.bot(job.values[index]) }, Trusted)
end

-- ---- one game ---------------------------------------------------------------

-- The player of a bot that has so many seats before this one.
local function player_of(job, index, before)
  local key = index + before * #job.def.bots
  local player = job.players[key]
  if not player then
    player = (job.def.trusted and open_trusted or open_box)(job, index)
    job.players[key] = player
  end
  return player
end

local function seat_players(job, game)
  local list, seen = {}, {}
  for seat, index in ipairs(game.players) do
    local before = seen[index] or 0
    list[seat], seen[index] = player_of(job, index, before), before + 1
  end
  return list
end

--- Plays an opening: a text of moves, { plies =, seed = }, or nothing.
function M.play_opening(state, opening)
  if type(opening) == "string" then
    for word in opening:gmatch "%S+" do
      local move, why = state:move(word)
      if not move then error(("opening %q: %s"):format(opening, why), 0) end
      state:play(move)
    end
  elseif opening then
    local rng = tesela.rng(opening.seed)
    while not state.over and state.ply < opening.plies do
      state:play(rng:pick(state:list()))
    end
  end
end

local function lost(job, seat, reason, message)
  if reason == "time" then message = M.late(job.def) end
  return { reason = reason, message = texts.clean(message:sub(1, MESSAGE)),
    places = run.lost(job.rules.seats, seat) }
end

local function begin(job, game, state, players)
  for seat, player in ipairs(players) do
    local ok, reason, message = player:begin(state, seat, game.seeds[seat])
    if not ok then return lost(job, seat, reason, message) end
  end
end

-- Plays to the end; returns the result from outside, if there is one.
local function play(job, game, state, log)
  local players, dice = seat_players(job, game), {}
  local fault = begin(job, game, state, players)
  local max_plies, seconds, values = job.def.max_plies, log.seconds, log.values
  while not (fault or state.over) do
    if max_plies and state.ply >= max_plies then
      return { reason = "plies", places = run.lost(job.rules.seats, 0) }
    end
    local seat = state.seat
    local rng = dice[seat] or tesela.rng(game.seeds[seat])
    dice[seat] = rng
    local since = seconds and tesela.clock()
    local answer, value, message = players[seat]:choose(state, seat, rng:seed())
    if not answer then return lost(job, seat, value, message) end
    local move, why = state:move(answer)
    if not move then return lost(job, seat, "illegal", why) end
    state:play(move)
    if since then seconds[state.ply] = tesela.clock() - since end
    if value then values[state.ply] = value end
  end
  return fault
end

local function names(job, game)
  local list = {}
  for seat, index in ipairs(game.players) do list[seat] = job.def.bots[index].name end
  return list
end

--- The line for a game that is over, and its record; each with its newline.
function M.report(job, game, state, log, outside)
  local reason = outside and outside.reason or state.reason
  local places = outside and outside.places or state.places
  local message = outside and outside.message or ""
  local record = state:record {
    players = names(job, game), seconds = log.seconds, values = log.values,
    pair = game.pair, result = outside,
  }
  return table.concat({ game.number, game.pair, table.concat(game.players, ","),
    table.concat(places, ","), state.ply, reason, message .. "\n" }, "\t"),
    record:sub(1, -2) .. ',"number":' .. game.number .. "}\n"
end

--- The state in which game `number` begins, and the game.
function M.start(job, number)
  local game = schedule.game(job.def, number)
  local state = job.rules:start(game.seed)
  M.play_opening(state, game.opening)
  return state, game
end

-- Plays a game; its line, its record, and whether a budget has ended in it.
local function play_game(job, number)
  process.begin(number)
  local state, game = M.start(job, number)
  local log = { seconds = job.def.budget.seconds and {}, values = {} }
  local outside = play(job, game, state, log)
  local line, record = M.report(job, game, state, log, outside)
  process.begin(0)
  return line, record,
    outside and (outside.reason == "time" or outside.reason == "memory")
end

-- ---- the loop ---------------------------------------------------------------

-- Results wait a little for each other: a message costs more than a short game.
local Post = {}
Post.__index = Post

local function new_post(channel)
  return setmetatable({ channel = channel, lines = {}, records = {},
    since = tesela.clock() }, Post)
end

-- Sends what has waited, and `more` behind it.
function Post:send(more)
  local lines, records = table.concat(self.lines), table.concat(self.records)
  local head = lines ~= "" and ("=\t%d\t%d\n"):format(#lines, #records) or ""
  self.channel:send(table.concat { head, lines, records, more })
  self.lines, self.records, self.since = {}, {}, tesela.clock()
end

function Post:add(line, record)
  local n = #self.lines + 1
  self.lines[n], self.records[n] = line, record
  if tesela.clock() - self.since >= PATIENCE then self:send "" end
end

-- False: a box is used up.
local function play_line(job, line, post)
  for number in line:gmatch "%d+" do
    if process.stopped() then break end
    local record_line, record, ended = play_game(job, math.tointeger(number))
    post:add(record_line, record)
    if ended then
      post:send ""
      return false
    end
  end
  post:send ".\n"
  return true
end

--- What a worker does until its parent has no more for it.
function M.work(job, channel)
  local post, rest = new_post(channel), ""
  if not job.def.trusted then process.limit(job.ceiling) end
  job.players = {}
  while true do
    local text = channel:receive()
    if not text then return end
    rest = rest .. text
    local newline = rest:find("\n", 1, true)
    while newline do
      if not play_line(job, rest:sub(1, newline - 1), post) then return end
      rest = rest:sub(newline + 1)
      newline = rest:find("\n", 1, true)
    end
  end
end

return M
