-- What another program may say to an engine: a letter for the protocol and the game,
-- then lines. Each is answered in the form of the protocol, or not at all.

local told = require "told"
local gtp = require "tesela.engine.gtp_engine"
local json = require "tesela.engine.json_engine"
local tables = require "tesela.engine.engine_game"

local GAMES = { "mixtour", "blokus", "losetas", "qwirkle", "hex" }

-- The engine that a byte means.
local function engine(byte)
  local protocol = byte & 8 == 0 and gtp or json
  return protocol, protocol.new({ game = GAMES[byte % #GAMES + 1] }, tables.bot "random",
    { iterations = 3 }, 1)
end

local function check(protocol, answer)
  if protocol == json then
    assert(answer:find "^{[^\n]*}\n$", "it is no line of JSON")
  else
    assert(answer:find "^[=?]%d* ", "it has no sign")
    assert(answer:sub(-2) == "\n\n" and not answer:sub(1, -3):find "\n\n",
      "it does not end where it ends")
    if answer:find "^%?" then told.check(answer:sub(1, -3)) end
  end
end

return function(bytes)
  local protocol, of <close> = engine((bytes:byte() or 0))
  for line in bytes:sub(2):gmatch "[^\n]+" do
    -- Files are not read, and what loads one says so: that is not what is tried here.
    if not line:find "loadsgf" then
      local ok, answer = told.call(of.answer, of, line)
      if ok and answer then check(protocol, answer) end
    end
    if of.left then return end
  end
end
