-- What a page may ask the session behind it: requests, one a line. Each is answered by
-- one value of JSON, and an error in one line. (What runs Lua that was typed, writes a file
-- or searches for long is not asked: others try that.)

local tesela = require "tesela"
local told = require "told"
local session = require "tesela.app.session"

local LEFT_OUT = { eval = true, bring = true, think = true, hint = true, analyse = true }

local function is_tried(line)
  local ok, request = pcall(tesela.decode, line)
  return not ok or type(request) ~= "table" or not LEFT_OUT[request["do"]]
end

return function(bytes)
  for line in bytes:gmatch "[^\n]+" do
    if is_tried(line) then
      local reply = tesela.decode(session.serve(line))
      assert(type(reply) == "table", "the reply is no object")
      if reply.error then told.check(reply.error) end
      if reply.pick and not next(reply.pick.cells) then
        assert(#reply.pick.things > 0, "a person has nothing to choose")
      end
    end
  end
end
