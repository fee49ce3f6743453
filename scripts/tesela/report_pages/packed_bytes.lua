-- Bytes within a page: as gzip in base64, which browsers decode themselves. The program gzip
-- compresses them; without it they are in base64 alone. (No block begins like gzip.)

local M = {}

local LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

-- Two letters for each 12 bits.
local twelve = {}
for i = 0, 4095 do
  local high, low = i >> 6, i & 63
  twelve[i] = LETTERS:sub(high + 1, high + 1) .. LETTERS:sub(low + 1, low + 1)
end

--- Bytes as letters (RFC 4648).
function M.base64(bytes)
  local parts, rest = {}, -#bytes % 3
  for at = 1, #bytes, 3 do
    local a, b, c = bytes:byte(at, at + 2)
    local bits = a << 16 | (b or 0) << 8 | (c or 0)
    parts[#parts + 1] = twelve[bits >> 12] .. twelve[bits & 4095]
  end
  local text = table.concat(parts)
  return rest == 0 and text or text:sub(1, -1 - rest) .. ("="):rep(rest)
end

local function quoted(path) return "'" .. path:gsub("'", "'\\''") .. "'" end

-- Bytes compressed by the program gzip; nil if there is none, or no room for its input.
local function compressed(bytes)
  local path = os.tmpname()
  local file <close> = io.open(path, "wb")
  local ok = file and file:write(bytes) and file:close()
  local pipe = ok and io.popen("gzip -9nc <" .. quoted(path), "r")
  local made = pipe and pipe:read "a"
  local ended = pipe and pipe:close()
  os.remove(path)
  return ended and #made > 0 and made or nil
end

--- Bytes as a page contains them.
function M.pack(bytes) return M.base64(compressed(bytes) or bytes) end

--- The bytes of numbers below 128.
M.small = {}
for i = 0, 127 do M.small[i] = string.char(i) end

--- The bytes of a whole number from 0 up: seven bits each, low ones first; the last is below 128.
function M.number(n)
  return M.small[n] or string.char(n & 127 | 128) .. M.number(n >> 7)
end

return M
