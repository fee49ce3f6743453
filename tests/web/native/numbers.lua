-- Numbers, texts, and what is too deep.
print(("%.17g %.14g %a %5.1f"):format(0.1, 1 / 3, 1e300, -0.05), 1e15, 2 ^ 53, -0.0, 1 / 0)
print(7 // 0.0, math.maxinteger * 2, 7 % -3, -7 // 2, 1e100, 3.14159265358979)
print(tonumber "0x1p4", tonumber "1e-320", ("%5s|%-5s|%05d"):format("a", "b", 42))
print(os.date("!%Y-%m-%d %H:%M:%S", 86400), string.pack("<i8j", -2, 3):byte(1, -1))
print(io.open("nothing/there"))

local function deep(n) return 1 + deep(n + 1) end
local function caught(n) return select(2, pcall(caught, n + 1)) end
local function inside(s) return (s:gsub(".", inside)) end
local function sorted() table.sort({ 1, 2, 3 }, function() return sorted() end) end
local function resumed(n) return coroutine.wrap(resumed)(n + 1) end
for _, f in ipairs { deep, caught, inside, sorted, resumed } do print(pcall(f, 1)) end
print(load(("("):rep(1000) .. "1" .. (")"):rep(1000)))
