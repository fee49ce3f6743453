-- How all that is random in a game follows from one seed.
--
--   the seed of a tournament or a match
--     pair i          derive(seed, i)
--       start         derive(pair, -1): all games of a pair begin alike
--       opening       derive(pair, -2): random moves before the bots play
--       game of turn t    derive(pair, t): the luck of its bots
--         seat s      derive(game, s): what `new` of a bot is given
--           move k    the k-th number that a generator with that seed draws;
--                     the k-th move that the seat is asked for, so that it
--                     does not depend on what the others do
--     pass k through a list of openings
--                     derive(derive(seed, -4), k): their order
--
-- A game alone (tesela.run, play) has a seed for its start and one for its luck,
-- which is that of a game above; they are the same unless somebody says otherwise.
-- That of the game after it, once more, is derive(seed, -3).

local tesela = require "tesela"
local arguments = require "tesela.base.arguments"

local M = {}

local MASK = arguments.SEED_MAX
local START, OPENING, AGAIN, ORDER = -1, -2, -3, -4
local EYES = 99

--- The i-th seed that follows from a seed. (An odd multiple of i keeps the
--- sums apart; the generator mixes them.)
---
--- It leads one way only. A bot that could go back from the seed that it is
--- given would come to the seed of the start, and would know all that is hidden.
--- The first number of a generator can be turned into its seed: it is made from
--- it by steps each of which can be undone. Of two in which one is hidden by the
--- other (exclusive or) nobody knows a way back, except by trying the seeds, of which
--- there are 2^53. (A tournament's seed that can be
--- guessed can be tried: who does not trust bots in a game with hidden hands
--- takes a long one.)
function M.derive(seed, i)
  local rng = tesela.rng((seed + i * 0x9E3779B97F4A7C15) & MASK)
  return rng:seed() ~ rng:seed()
end

function M.start(pair) return M.derive(pair, START) end

function M.opening(pair) return M.derive(pair, OPENING) end

--- The seed of the order of a list of openings in pass k through it, from 0.
function M.order(seed, k) return M.derive(M.derive(seed, ORDER), k) end

--- The seed of a game that is played once more.
function M.again(game) return M.derive(game, AGAIN) end

--- A seed from the kernel: two programs that start at the same moment get different ones.
function M.fresh()
  local file <close> = assert(io.open("/dev/urandom", "rb"))
  file:setvbuf "no"
  return ("I8"):unpack((assert(file:read(8)))) & MASK
end

--- The seeds of the seats of a game: a list.
function M.seats(game, count)
  local list = {}
  for seat = 1, count do list[seat] = M.derive(game, seat) end
  return list
end

--- What fills in that which is not seen, in the views of people.
function M.eyes(game) return M.derive(game, EYES) end

local Moves = {}
Moves.__index = Moves

--- The seeds of a seat's moves: number k of them is `moves:number(k)`.
function M.moves(seat) return setmetatable({ seat = seat, drawn = 0 }, Moves) end

function Moves:number(k)
  if self.drawn >= k then self.rng, self.drawn = nil, 0 end
  self.rng = self.rng or tesela.rng(self.seat)
  while self.drawn < k - 1 do
    self.rng:seed()
    self.drawn = self.drawn + 1
  end
  self.drawn = k
  return self.rng:seed()
end

return M
