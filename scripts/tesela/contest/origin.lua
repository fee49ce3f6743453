-- The program that played: its version, a signature of its play of a game, and the versions of the
-- strength of its bots.
--
-- A file of games may be older than the program that resumes it. Its games belong together as long
-- as the game is the same, as shown by its signature: that of random games from a seed, as in
-- `tesela bench`, with the weights of its searches, if it has any. Random games of a game in Lua
-- may be slow, or endless: for these there are only a few short ones.

local tesela = require "tesela"
local bots = require "tesela.bots.bots"
local hash = require "tesela.base.hash"
local games = require "tesela.rules.games"
local interrupt = require "tesela.interrupt"

local M = {}

local GAMES = 1000
local FEW, PLIES = 10, 100

--- The signature of random games in C: played the game's fastest way, or with all moves listed at
--- each ply.
function M.playouts(rules, count, listed)
  local _, signature = rules:playouts { games = count, seed = 1, listed = listed }
  return ("%016x"):format(signature)
end

local function short_game(rules, rng)
  local state = rules:start(rng:seed())
  while not state.over and state.ply < PLIES do state:play_random(rng) end
  return state:fen()
end

-- Rules that fail are reported elsewhere.
local function short_games(rules)
  local rng, ends = tesela.rng(1), {}
  for i = 1, FEW do
    local ok, text = interrupt.try(short_game, rules, rng)
    ends[i] = ok and text or "failed"
  end
  return hash.text(table.concat(ends, "\n"))
end

-- The versions of a definition's built-in bots, by name; nil if there are none.
local function strength_of(def)
  local list = {}
  for _, bot in ipairs(def.bots) do
    if bot.bot then list[bot.bot] = bots.strength(bot.bot) end
  end
  return next(list) and list
end

--- The origin of this program: { version =, signature =, strength = by bot, if a definition has
--- built-in bots }.
function M.of(rules, def)
  local played = tesela.game(rules).source and short_games(rules) or M.playouts(rules, GAMES)
  local weights = games.weights(tesela.game(rules).name)
  return { version = tesela._VERSION, strength = def and strength_of(def) or nil,
    signature = weights and hash.text(played .. weights) or played }
end

local function name(origin)
  return origin.version and "tesela " .. origin.version or "an older tesela"
end

-- A bot whose strength is known to differ between the two; or nil.
local function changed_bot(one, two)
  local list = {}
  for bot, version in pairs(one.strength or {}) do
    local other = two.strength and two.strength[bot]
    if other and other ~= version then list[#list + 1] = bot end
  end
  table.sort(list)
  return list[1]
end

--- Do games of these origins have the same rules and bots? Returns true, and a remark or nil; or
--- nil and the reason. Unknown facts are no reason.
function M.agree(game, one, two)
  if one.signature and two.signature and one.signature ~= two.signature then
    return nil, ("%s has changed between the programs: its random games have the "
      .. "signature %s in %s, %s in %s"):format(game, one.signature, name(one),
      two.signature, name(two))
  end
  local bot = changed_bot(one, two)
  if bot then
    return nil, ("%s plays differently in the two programs: its strength is version %d in %s, "
      .. "%d in %s. A file can have games of only one of them: start another file (-o), or "
      .. "continue with the program that played"):format(bot, one.strength[bot], name(one),
      two.strength[bot], name(two))
  end
  if one.version == two.version then return true end
  return true, ("games of %s and of %s; %s"):format(name(one), name(two),
    one.signature and two.signature and game .. " is the same in both"
    or "whether " .. game .. " is the same in both is not known")
end

return M
