-- Calls of the API with arguments of any kind: functions of the module and methods
-- of its objects, chosen by bytes, with what earlier calls returned among the
-- arguments. Whatever is asked, the answer is a value or a message that can be read.

local tesela = require "tesela"
local told = require "told"
local values = require "values"

local CALLS, KEPT = 40, 60

local function variant()
  return tesela.derive("mixtour", { name = "fuzzed", fields = { bombs = 25 },
    options = { extra = { default = 1, max = 3 } },
    apply = function(base, s, m)
      s.bombs[1] = s.bombs[1] + 1
      base.apply(s, m)
    end })
end

-- What there is to begin with.
local makers = {
  function() return tesela.rules "mixtour" end,
  function() return tesela.rules("qwirkle", { players = 2 }) end,
  function() return tesela.rules "losetas" end,
  function() return tesela.rules("blokus", { variant = "duo" }) end,
  function() return tesela.rules "tictactoe" end,
  function() return tesela.rules "mixtour":start(3):play "a1" end,
  function() return tesela.rules "qwirkle":start(7) end,
  function() return tesela.rules "qwirkle":start(7):view(1, 2) end,
  function() return tesela.rules "losetas":start(1) end,
  function() return tesela.rules "connect_four":start(1) end,
  function() return tesela.rules(variant()):start(1) end,
  function() return variant() end,
  function() return tesela.rng(5) end,
  function() return tesela.searcher(tesela.rules "mixtour", { memory = 1 << 20 }) end,
  function() return tesela.rules "mixtour":start(3):play "a1":record() end,
  function() return tesela.rules "mixtour":start(3):play "a1":moves() end,
  function() return tesela.bot "random" end,
}

-- Not called: what starts processes, writes files, or ends with a person.
local LEFT_OUT = { match = true, tournament = true, svg = true }

local function names_of(object)
  local names = {}
  local meta = getmetatable(object)
  if object == tesela then
    for name in pairs(tesela) do names[#names + 1] = name end
    for name in pairs(require "tesela.library") do names[#names + 1] = name end
  elseif type(meta) == "table" then
    for name, member in pairs(type(meta.__methods) == "table" and meta.__methods or {}) do
      names[#names + 1] = type(name) == "string" and name or member
    end
    for _, name in ipairs(type(meta.__fields) == "table" and meta.__fields or {}) do
      names[#names + 1] = name
    end
  end
  table.sort(names, function(a, b) return tostring(a) < tostring(b) end)
  return names
end

local function arguments(from)
  local list = { n = from:byte() % 5 }
  for i = 1, list.n do list[i] = from:value() end
  return table.unpack(list, 1, list.n)
end

local function member(from, object)
  local names = names_of(object)
  if type(object) == "string" then return nil end
  local key = #names > 0 and from:byte() % 8 > 0 and from:pick(names) or from:value()
  if object == tesela and LEFT_OUT[key] then return nil end
  return object[key]
end

local ways = {
  function(from, object) return member(from, object)(object, arguments(from)) end,
  function(from, object) return member(from, object)(arguments(from)) end,
  function(from, object) return member(from, object) end,
  function(from, object)
    if object ~= tesela then object[from:value()] = from:value() end
  end,
  function(from, object)
    for i, key, value in object[from:pick(names_of(object))](object, arguments(from)) do
      if i == 3 then return key, value end
    end
  end,
  function(_, object) return #tostring(object), #object end,
  function(from, object) return object == from:value(), object .. from:value() end,
  function(from, object) return object < from:value() end,
  function(_, object)
    if type(object) ~= "table" then return nil end
    local following, subject, first = pairs(object)
    return following(subject, first)
  end,
  function(from, object) return object(arguments(from)) end,
}

-- What must still hold of a position, whatever was done to it.
local function check_state(state)
  if state.over then return end
  local list = state:list()
  assert(#list == state:count())
  assert(state:legal(list[1]))
  assert(state.rules:load(state:fen()):hash() == state:hash())
end

local function keep(from, results)
  if not results[1] then
    told.check(results[2])
    return
  end
  if results[2] == nil and type(results[3]) == "string" then told.check(results[3]) end
  for i = 2, results.n do
    if results[i] ~= nil then
      from.others[#from.others % KEPT + 1] = results[i]
    end
  end
end

return function(bytes)
  local from = values.new(bytes, { tesela })
  for _ = 1, CALLS do
    if from:is_over() then break end
    if from:byte() % 4 == 0 then
      from.others[#from.others % KEPT + 1] = from:pick(makers)()
    end
    local object = from:pick(from.others)
    keep(from, table.pack(pcall(from:pick(ways), from, object)))
    if rawequal(object, nil) == false and type(object) == "userdata" then
      pcall(check_state, object)
    end
  end
end
