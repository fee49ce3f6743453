-- Weights of Othello by cells alone, on stdout: those of Yoshioka, Ishii and Ito, "Strategy
-- Acquisition for the Game Othello Based on Reinforcement Learning", 1999. An opponent for
-- what tesela learn finds: `tesela tests/bench/against.lua othello A.weights B.weights`.
local tesela = require "tesela"
local weights = require "tesela.weights"
local head = weights.new(tesela.rules "othello", 1):bytes():match "^[^\n]*\n[^\n]*\n[^\n]*\n"
local quarter = { { 1.00, -0.25, 0.10, 0.05 }, { -0.25, -0.25, 0.01, 0.01 },
  { 0.10, 0.01, 0.05, 0.02 }, { 0.05, 0.01, 0.02, 0.01 } }
local shapes, numbers = {}, {}
for cell = 0, 63 do shapes[#shapes + 1] = ("<I2I2"):pack(cell, cell) end
for _ = 1, 2 do
  for cell = 0, 63 do
    local x, y = cell % 8, cell // 8
    local w = quarter[math.min(y, 7 - y) + 1][math.min(x, 7 - x) + 1]
    for _, sign in ipairs { 0, 1, -1 } do
      numbers[#numbers + 1] = ("<i2"):pack(math.tointeger(sign * w * 2000 // 1))
    end
  end
end
io.stdout:write(head, "sizes 2 64 64 64 0\n", ("\3"):rep(64), ("\1\0"):rep(64),
  table.concat(shapes), ("<I2I2"):pack(0, #numbers), table.concat(numbers), "\n")
