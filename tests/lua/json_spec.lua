-- JSON keeps everything or says no: what goes out comes back the same, of the
-- same type, and whatever cannot is refused, with its place.

local tesela = require "tesela"
local encode, decode = tesela.encode, tesela.decode

local ROUNDS = os.getenv "TESELA_GC" and 100 or 3000 -- of random values

-- The same in all, so that 1 is not 1.0 and 0.0 not -0.0.
local function same(a, b)
  if type(a) ~= "table" then
    return a == b and math.type(a) == math.type(b)
      and (a ~= 0 or math.type(a) == "integer" or 1 / a == 1 / b)
  end
  if type(b) ~= "table" then return false end
  for key, value in pairs(a) do
    if not same(value, b[key]) then return false end
  end
  for key in pairs(b) do
    if a[key] == nil then return false end
  end
  return true
end

local function assert_kept(value)
  local text = encode(value)
  local back, why = decode(text)
  assert.is_nil(why, text)
  assert.is_true(same(value, back), text)
  assert.equal(text, encode(back))
end

local function refused(value)
  local ok, why = pcall(encode, value)
  assert.is_false(ok)
  return (why:gsub("^tesela%.encode: ", ""))
end

-- ---- random values ----------------------------------------------------------

local function random_text(rng)
  local list = {}
  for i = 1, rng:int(12) - 1 do
    local kind = rng:int(6)
    list[i] = kind == 1 and string.char(rng:int(128) - 1)
      or kind == 2 and utf8.char(rng:int(0x110000 - 0xE000) + 0xDFFF)
      or kind == 3 and utf8.char(rng:int(0xD800) - 1)
      or rng:pick { "a", "b", '"', "\\", "/", "\0", "u", "\n", "\u{2028}" }
  end
  return table.concat(list)
end

local function random_name(rng) return (random_text(rng):gsub("%z", "")) end

local function random_bits(rng)
  return rng:int(1 << 32) - 1 << 32 | rng:int(1 << 32) - 1
end

local function random_number(rng)
  local kind, bits = rng:int(6), random_bits(rng)
  if kind == 1 then return bits end
  if kind == 2 then return rng:int(200) - 100 end
  if kind == 3 then return (rng:int(200) - 100) / 1.0 end
  if kind == 4 then return (rng:int(2000000) - 1000000) / 10 ^ rng:int(9) end
  if kind == 5 then
    return rng:pick { math.maxinteger, math.mininteger, 2.0 ^ 53, 1 << 53, -0.0, 5e-324,
      (1 << 53) + 1, 2.0 ^ 63, -2.0 ^ 63, 0x1.fffffffffffffp1023, 1e15, 1e21, 0.1 }
  end
  local float = ("d"):unpack(("j"):pack(bits))
  return float - float == 0 and float or 0
end

local function random_value(rng, depth)
  local kind = rng:int(depth > 4 and 4 or 6)
  if kind == 1 then return rng:pick { true, false } end
  if kind == 2 then return random_text(rng) end
  if kind <= 4 then return random_number(rng) end
  local value = {}
  for i = 1, rng:int(6) - 1 do
    value[kind == 5 and i or random_name(rng)] = random_value(rng, depth + 1)
  end
  return value
end

describe("JSON", function()
  it("goes out and comes back", function()
    for _, value in ipairs { 1, -1, 0, 1.5, 1e300, true, false, "", "a\n\"b\\",
      "h\u{e9}", "a\0b", { 1, 2, 3 }, {}, { a = 1, b = { c = { "d" } } },
      { ["a b"] = 1, a = 2, [""] = 3, ["1"] = 4 }, { { {} }, { a = {} } },
      (1 << 53) - 1, (1 << 53) + 1, -(1 << 53) - 1, math.maxinteger, math.mininteger,
      1.0, -0.0, 2.0 ^ 53, 2.0 ^ 63, 1e15, 1e16, 0.1, 1 / 3, 5e-324 } do
      assert_kept(value)
    end
    assert.equal('[1,1.0,-0.0,100.5,1e+100]', encode { 1, 1.0, -0.0, 100.5, 1e100 })
    assert.equal([["a\u0000\"\\\b\f\n\r\t\u001f/]] .. '\127\u{e9}"',
      encode "a\0\"\\\b\f\n\r\t\x1f/\127\u{e9}")
  end)

  it("keeps whatever it is given", function()
    local rng = tesela.rng(1)
    for _ = 1, ROUNDS do assert_kept(random_value(rng, 1)) end
  end)

  it("has objects in a fixed order", function()
    local value = { b = 1, a = 2, d = 3, c = { z = 1, y = 2 }, ab = 4, A = 5 }
    assert.equal('{"A":5,"a":2,"ab":4,"b":1,"c":{"y":2,"z":1},"d":3}', encode(value))
    assert.equal('{"d":3,"c":{"z":1,"y":2},"A":5,"a":2,"ab":4,"b":1}',
      encode(value, { "d", "z", "c", "d", "nothing" }))
  end)

  it("knows null", function()
    assert.equal('{"a":null}', encode { a = tesela.null })
    assert.equal("null", encode(nil))
    assert.same({ b = 1 }, decode '{"a":null,"b":1,"c":null}')
    assert.same({ 1, nil, 3 }, decode "[1,null,3]")
    local value, why = decode "null"
    assert.is_nil(value)
    assert.is_nil(why)
  end)

  it("refuses what it cannot keep, with its place", function()
    assert.equal("expected a finite number, got NaN", refused(0 / 0))
    assert.equal("expected a finite number at a[2], got infinity",
      refused { a = { 1, 1 / 0 } })
    assert.equal("expected items 1..n or strings as keys at a.b, got both",
      refused { a = { b = { 1, 2, c = 3 } } })
    assert.equal("expected items 1..n at a, got a list without item 2",
      refused { a = { 1, nil, 3 } })
    assert.equal("expected items 1..n, got a list without item 1", refused { [3] = 1 })
    for _, key in ipairs { 0, -1, 1.5, true } do
      assert.equal("expected strings as keys at x, got " .. type(key),
        refused { x = { [key] = 1 } })
    end
    assert.equal("expected strings as keys at x, got text with a zero byte",
      refused { x = { ["a\0b"] = 1 } })
    assert.equal("expected text in UTF-8 at a, got other bytes", refused { a = "\xff" })
    assert.equal('expected text in UTF-8 at ["a?"], got other bytes',
      refused { ["a\xc0"] = 1 })
    assert.equal('expected data at ["a b"][1], got function', refused { ["a b"] = { print } })
    assert.equal("expected data, got FILE*", refused(io.stdout))
    local shared = {}
    assert.equal("[[],[]]", encode { shared, shared })
    local one, two = {}, {}
    one.two, two.one = two, { one }
    assert.equal("expected data at two.one[1], got a table that contains this one",
      refused(one))
  end)

  it("is at most a hundred tables deep, and read from far deeper text", function()
    local value = {}
    for _ = 1, 99 do value = { value } end
    assert.equal(("["):rep(100) .. ("]"):rep(100), encode(value))
    assert_kept(value)
    assert.matches("^expected data at [%[1%]]+, got more than 100 nested tables$",
      refused { value })
    local deep = ("["):rep(2048) .. ("]"):rep(2048)
    value = decode(deep)
    for _ = 1, 2047 do value = value[1] end
    assert.same({}, value)
    assert.same({ nil, "not JSON at byte 2049: maximum parsing depth reached near '['" },
      { decode("[" .. deep .. "]") })
    assert.is_nil((decode(('{"a":'):rep(1000000))))
  end)

  it("has integers and floats", function()
    for text, value in pairs { ["5"] = 5, ["-0"] = 0, ["-0.0"] = -0.0, ["5.0"] = 5.0, ["1e3"] = 1e3,
      ["9223372036854775807"] = math.maxinteger, ["1e20"] = 1e20,
      ["-9223372036854775808"] = math.mininteger, ["1e-999"] = 0.0 } do
      assert.is_true(same(value, decode(text)), text)
    end
    for text, value in pairs { ["9223372036854775808"] = 0x1p63,
      ["18446744073709551615"] = 0x1p64, ["-12345678901234567890"] = -12345678901234567890,
      ["1e400"] = 1e308, ["-1e999"] = -1e308, ["1" .. ("0"):rep(400)] = 1e308 } do
      assert.is_true(same({ 1, value, "x" }, decode('[1, ' .. text .. ',"x"]')), text)
      assert_kept(decode(text))
    end
  end)

  it("has the last value of a repeated name", function()
    assert.same({ a = 3, b = 2 }, decode [[{"a":1, "b":2,"\u0061":3}]])
    assert.same({ b = {} }, decode '{"a":1,"b":{},"a":null}')
  end)

  it("says where text is not JSON", function()
    for text, what in pairs { [""] = "0: unexpected token near end of file",
      ["{"] = "1: string or '}' expected near end of file",
      ["[1,]"] = "4: unexpected token near ']'",
      ["[1] x"] = "5: end of file expected near 'x'",
      ['{"a"}'] = "5: ':' expected near '}'", ["nul"] = "3: invalid token near 'nul'",
      ["*"] = "1: invalid token near '*'", ["\27[31m"] = "1: invalid token near '?'",
      ['{"\\u0000":1}'] = "9: NUL byte in object key not supported near '\"\\u0000\"'",
      ['{ "a":\n  oops }'] = "13: invalid token near 'oops'" } do
      assert.same({ nil, "not JSON at byte " .. what }, { decode(text) })
    end
  end)

  it("is written the same again", function()
    local rng = tesela.rng(2)
    local likely = { "{", "}", "[", "]", '"', ",", ":", "\\", "0", "-", ".", "e", "1", " " }
    local taken = 0
    for _ = 1, ROUNDS do
      local text = encode(random_value(rng, 1))
      local at = rng:int(#text)
      text = text:sub(1, at - 1) .. rng:pick(likely) .. text:sub(at + rng:int(2) - 1)
      local value, why = decode(text)
      if why then
        assert.is_nil(value)
      else
        taken = taken + 1
        assert_kept(value)
      end
    end
    assert.is_true(taken > ROUNDS / 10)
  end)
end)
