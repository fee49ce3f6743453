-- All randomness of a game follows from one seed.
--
--   the seed of a tournament or a match
--     pair i          derive(seed, i)
--       start         derive(pair, -1): all games of a pair start alike
--       opening       derive(pair, -2): random moves before the bots play
--       game of turn t    derive(pair, t): the random choices of its bots
--         seat s      derive(game, s): the seed for `new` of a bot
--           move k    the k-th number of a generator with that seed, for the k-th
--                     move of the seat, so that it does not depend on the opponents
--     pass k through a list of openings
--                     derive(derive(seed, -4), k): their order
--
-- A single game (tesela.run, play) has a seed for its start and one for its bots, like a
-- game above; by default they are equal. The seed of the next game is derive(seed, -3).

local tesela = require "tesela"
local arguments = require "tesela.base.arguments"

local M = {}

local MASK = arguments.SEED_MAX
local START, OPENING, AGAIN, ORDER = -1, -2, -3, -4
local EYES = 99

--- The i-th seed derived from a seed. (An odd multiple of i keeps the sums apart; the
--- generator mixes them.)
---
--- Derivation is one-way. A bot that could go back from its own seed would reach the seed
--- of the start, and would know everything hidden. The first number of a generator can be
--- turned into its seed, because each step can be undone. When two of them are combined by
--- exclusive or, there is no known way back except to try the seeds, of which there are
--- 2^53. (A guessable seed of a tournament can be tried: against untrusted bots in a game
--- with hidden hands, use a long one.)
function M.derive(seed, i)
  local rng = tesela.rng((seed + i * 0x9E3779B97F4A7C15) & MASK)
  return rng:seed() ~ rng:seed()
end

function M.start(pair) return M.derive(pair, START) end

function M.opening(pair) return M.derive(pair, OPENING) end

--- The seed of the order of a list of openings in pass k through it, from 0.
function M.order(seed, k) return M.derive(M.derive(seed, ORDER), k) end

--- The seed of another game with the same players.
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

--- The seed for hidden information in the views of people.
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
