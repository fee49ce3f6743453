-- A game is the same whichever instructions it is played with: TESELA_CPU asks
-- for fewer than the processor has, and a name that is none is told.

local program = assert(os.getenv "TESELA", "TESELA names the program")

local function run(level, command)
  local pipe = io.popen(("TESELA_CPU=%s '%s' %s 2>&1")
    :format(level, program, command))
  local text = pipe:read "a"
  pipe:close()
  return text
end

describe("TESELA_CPU", function()
  for _, game in ipairs { "mixtour", "blokus", "losetas", "qwirkle" } do
    it("changes nothing in " .. game, function()
      local function signature(level)
        return run(level, "bench " .. game .. " --seconds 0.01")
          :match "signature %x+"
      end
      local any = assert(signature "any")
      for _, level in ipairs { "bmi2", "avx2", "avx512" } do
        assert.equal(any, signature(level), level)
      end
    end)
  end

  it("is reported if it is not a level", function()
    assert.is_truthy(run("sse9", "moves mixtour"):find(
      "TESELA_CPU=sse9: expected any, bmi2, avx2 or avx512", 1, true))
  end)
end)
