-- tesela.member: one member of a JSON text is changed, nothing else is.

local tesela = require "tesela"
local member = require "tesela.base.json_member"

describe("members of JSON texts", function()
  it("adds a member at the end, or before one that has to stay last", function()
    assert.equal('{"n":1}', member.set("{}", "n", "1"))
    assert.equal('{"a":2,"n":1}', member.set('{"a":2}', "n", "1"))
    assert.equal(' { "a" : [2] ,"n":1} \r', member.set(' { "a" : [2] } \r', "n", "1"))
    assert.equal('{"a":2,"n":1,"number":3}',
      member.set('{"a":2,"number":3}', "n", "1", "number"))
    assert.equal('{"a":2,"n":1}', member.set('{"a":2}', "n", "1", "number"))
  end)

  it("changes the one that is there, byte for byte", function()
    local others = { "1.50e0", '"\\"n\\":[{"', '[{"n":0},"]",[]]', '{"n":{"n":"}"}}', "null",
      '"\\\\"' }
    for _, before in ipairs(others) do
      for _, behind in ipairs(others) do
        for _, old in ipairs { "0", '"a,\\\\\\"}"', '{"b":[1,2]}', "[]", "false" } do
          local form = '{"a" :%s, "n": %s ,"c":%s}'
          local line = form:format(before, old, behind)
          assert.is_table(tesela.decode(line), line)
          assert.equal(form:format(before, '"new"', behind), member.set(line, "n", '"new"'))
        end
      end
    end
  end)

  it("takes one out", function()
    assert.equal("{}", member.remove('{"n":1}', "n"))
    assert.equal("{}", member.remove("{}", "n"))
    assert.equal('{ "a":1}', member.remove('{ "n": {"a":"}"} , "a":1}', "n"))
    assert.equal('{"a":1 }', member.remove('{"a":1 , "\\u006e": "\\"," }', "n"))
    assert.equal('{"a":1}', member.remove('{"n":1,"a":1,"n":2,"\\u006e":3}', "n"))
    assert.equal('{"a":1,"b":[]}', member.remove('{"a":1,"n":[1,{}],"b":[]}', "n"))
  end)

  it("changes the last of repeated names, the one that counts", function()
    assert.equal('{"n":1,"n":3,"a":0}', member.set('{"n":1,"n":2,"a":0}', "n", "3"))
  end)

  it("knows a name in any spelling", function()
    assert.equal('{"\\u006eote":2,"a":1}', member.set('{"\\u006eote":1,"a":1}', "note", "2"))
    assert.equal('{"a":"note","note":2}', member.set('{"a":"note"}', "note", "2"))
  end)
end)
