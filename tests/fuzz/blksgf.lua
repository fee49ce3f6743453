-- Files of games of Blokus from anywhere: they become records that can be replayed and
-- that come back the same from a file, or are refused with a message.

local tesela = require "tesela"
local told = require "told"
local blksgf = require "tesela.formats.blksgf"

local function around(line)
  local state, why = tesela.replay(line)
  if not state then error("read, and then refused: " .. tostring(why), 0) end
  local again = assert(blksgf.read((blksgf.write(line))))
  assert(again[1].line == line, "written and read again it is another game")
end

return function(bytes)
  local _, games, why = told.call(blksgf.read, bytes)
  if not games then return told.check(why) end
  for _, game in ipairs(games) do
    for _, words in ipairs(game.said) do told.check(words) end
    told.call(around, game.line)
  end
end
