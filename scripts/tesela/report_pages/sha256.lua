-- SHA-256 (FIPS 180-4): a page identifies its own scripts and styles by their hashes, and browsers
-- run no others.

local M = {}

local WORD = 0xffffffff

-- The first 32 bits of the fractional part of the k-th roots of the first primes.
local function fractions(count, root)
  local list, candidate = {}, 1
  while #list < count do
    candidate = candidate + 1
    local prime = true
    for divisor = 2, math.floor(candidate ^ 0.5) do
      prime = prime and candidate % divisor ~= 0
    end
    if prime then
      list[#list + 1] = math.floor((candidate ^ (1 / root) % 1) * 2 ^ 32)
    end
  end
  return list
end

local START, ROUNDS = fractions(8, 2), fractions(64, 3)

local function turn(x, by) return (x >> by | x << (32 - by)) & WORD end

-- The 64 words of a block, 16 of which are read.
local function words_of(text, at)
  local w = { string.unpack((">I4"):rep(16), text, at) }
  for i = 17, 64 do
    local a, b = w[i - 15], w[i - 2]
    w[i] = (w[i - 16] + (turn(a, 7) ~ turn(a, 18) ~ a >> 3) + w[i - 7]
      + (turn(b, 17) ~ turn(b, 19) ~ b >> 10)) & WORD
  end
  return w
end

local function add_block(state, w)
  local a, b, c, d, e, f, g, h = table.unpack(state)
  for i = 1, 64 do
    local one = h + (turn(e, 6) ~ turn(e, 11) ~ turn(e, 25)) + (e & f ~ ~e & g)
      + ROUNDS[i] + w[i]
    local two = (turn(a, 2) ~ turn(a, 13) ~ turn(a, 22)) + (a & b ~ a & c ~ b & c)
    h, g, f, e = g, f, e, (d + one) & WORD
    d, c, b, a = c, b, a, (one + two) & WORD
  end
  for i, x in ipairs { a, b, c, d, e, f, g, h } do state[i] = (state[i] + x) & WORD end
end

--- The 32 bytes of the hash of a string.
function M.bytes(text)
  local whole = text .. "\x80" .. ("\0"):rep((55 - #text) % 64)
    .. (">I8"):pack(8 * #text)
  local state = table.move(START, 1, 8, 1, {})
  for at = 1, #whole, 64 do add_block(state, words_of(whole, at)) end
  return (">I4I4I4I4I4I4I4I4"):pack(table.unpack(state))
end

return M
