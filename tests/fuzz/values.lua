-- Values of any kind from bytes. Behind the last byte all bytes are 0.

local M = {}
M.__index = M

local WORDS = { "", "mixtour", "blokus", "losetas", "qwirkle", "hex", "tictactoe",
  "mixtour_points", "qwirkle_twelve", "blokus_ten", "random", "greedy", "mcts",
  "alphabeta", "uniform", "none", "game", "a1", "b2", "b2-c3", "c3:2-b2", "pass",
  "1x1@a1", "rc@0,0", "rc,gt,yu", "-", "- w 0:0 -", "a1,b1", "white", "red", "last",
  "hint", "\u{202E}", "\xFF\xFE", "a\0b", "\n", "%s%n", "3", "0x10", "1e3", "nan",
  "{}", "[1]", '{"tesela":1}', "resigned", "/dev/null", "no/such/file.lua",
  ("x"):rep(300) }

local KEYS = { "rules", "bots", "games", "seed", "luck", "budget", "iterations",
  "seconds", "max_plies", "pair", "trusted", "workers", "bag", "listed", "palette",
  "mark", "cells", "symbols", "players", "values", "result", "reason", "places",
  "message", "notes", "method", "memory", "exploration", "margin", "playouts",
  "policy", "reductions", "evaluate", "prior", "depth", "win_score", "pieces", "stack", "hand",
  "variant", "board", "holes", "starts", "name", "title", "summary", "notation", "options",
  "fields", "endings", "seats", "seat_names", "start", "moves", "apply", "over",
  "print", "draw", "hide", "default", "min", "max", "or_zero", "words", "doc",
  "shape", "choose", "new", "state", "record", "set", "bot", "seat", "plies", "file",
  "format", "time", "sprt", "elo0", "elo1", "alpha", "beta", "model", "openings",
  "limit", "n" }

local INTEGERS = { 0, 1, 2, 3, -1, 8, 9, 64, 255, 256, 4096, 10000, 1 << 31,
  (1 << 31) - 1, -(1 << 31), 1 << 32, 1 << 53, (1 << 53) - 1, 1 << 62,
  math.maxinteger, math.mininteger }

local FLOATS = { 0.0, -0.0, 0.5, 1.0, 1.5, -1.0, 0.001, 1e15, 2.0 ^ 53, 2.0 ^ 63, 1e300,
  5e-324, math.huge, -math.huge, 0 / 0, -(0 / 0) }

--- `others` is a list of values that may be chosen, too; it may grow.
function M.new(bytes, others)
  return setmetatable({ bytes = bytes, at = 0, others = others or {} }, M)
end

function M:byte()
  self.at = self.at + 1
  return self.bytes:byte(self.at) or 0
end

function M:is_over() return self.at >= #self.bytes end

--- One of a list.
function M:pick(list) return list[self:byte() % #list + 1] end

function M:text()
  local length = self:byte() % 32
  self.at = self.at + length
  return self.bytes:sub(self.at - length + 1, self.at)
end

local function raiser(value) return function() error(value, 0) end end
local function giver(...)
  local values = table.pack(...)
  return function() return table.unpack(values, 1, values.n) end
end

function M:list(depth)
  local list = {}
  for i = 1, self:byte() % 6 do list[i] = self:value(depth + 1) end
  return list
end

function M:map(depth)
  local map = {}
  for _ = 1, self:byte() % 6 do
    local key = self:byte() % 8 == 0 and self:value(depth + 1) or self:pick(KEYS)
    if key ~= nil and key == key then map[key] = self:value(depth + 1) end
  end
  return map
end

local odd = {
  function(self, depth) return setmetatable({}, { __index = raiser "odd" }),
    self, depth end,
  function(self, depth)
    return setmetatable(self:map(depth), { __name = self:text(),
      __tostring = giver(self:value(depth + 1)), __len = giver(self:value(depth + 1)),
      __eq = raiser "odd", __lt = raiser "odd", __concat = raiser "odd" })
  end,
  function() return setmetatable({}, { __pairs = raiser "odd", __call = raiser "odd" }) end,
  function() return setmetatable({}, { __metatable = false, __gc = raiser "odd" }) end,
  function()
    local own = {}
    own[1], own.own = own, own
    return own
  end,
  function()
    local deep = {}
    for _ = 1, 300 do deep = { deep } end
    return deep
  end,
}

local kinds = {
  giver(nil), giver(false), giver(true),
  function(self) return self:pick(INTEGERS) end,
  function(self) return self:byte() end,
  function(self) return (string.unpack("<i8", self:text() .. ("\0"):rep(8))) end,
  function(self) return self:pick(FLOATS) end,
  function(self) return self:pick(WORDS) end,
  function(self) return self:pick(KEYS) end,
  M.text,
  M.list, M.map,
  function(self, depth) return (self:pick(odd)(self, depth)) end,
  function(self, depth) return giver(self:value(depth + 1), self:value(depth + 1)) end,
  function(self) return raiser(self:pick(WORDS)) end,
  function() return coroutine.yield end,
  function() return coroutine.create(print) end,
  function() return io.stdout end,
  function(self) return self:pick(self.others) end,
  function(self) return self:pick(self.others) end,
  function(self) return self:pick(self.others) end,
}

--- A value of any kind.
function M:value(depth)
  depth = depth or 0
  if self:is_over() or depth > 6 then return nil end
  return self:pick(kinds)(self, depth)
end

M.WORDS, M.KEYS = WORDS, KEYS

return M
