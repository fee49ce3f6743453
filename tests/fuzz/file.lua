-- Files of tournaments from anywhere: one, or several with lines "====" between
-- them. They are read, merged, reported and replayed, or refused with a message.

local tesela = require "tesela"
local told = require "told"
local merge = require "tesela.contest.cluster.merge"
local report = require "tesela.contest.results.report"

local FORMATS = { "text", "markdown", "csv", "json" }

-- Files that are gone with the list of their paths.
local function new_paths()
  return setmetatable({}, { __close = function(paths)
    for _, path in ipairs(paths) do os.remove(path) end
  end })
end

local function write(paths, bytes)
  local path = os.tmpname()
  paths[#paths + 1] = path
  local file <close> = assert(io.open(path, "wb"))
  file:write(bytes)
end

local function write_files(paths, bytes)
  local from = 1
  repeat
    local first, last = bytes:find("\n====\n", from, true)
    write(paths, bytes:sub(from, first or #bytes))
    from = last and last + 1
  until not from
end

local function each(parts)
  local lines = {}
  merge.each(parts, function(line) lines[#lines + 1] = line end)
  return table.concat(lines, "\n") .. "\n"
end

local function replay(lines, definition)
  for line in lines:gmatch "[^\n]+" do
    local _, state, why = told.call(tesela.replay, line, nil, merge.game(definition))
    if not state then told.check(why) end
  end
end

-- What was read is merged into a file that says the same.
local function look(parts)
  local merged = each(parts)
  for _, format in ipairs(FORMATS) do
    report.render(merge.counted(parts):summary(), format)
  end
  merge.missing(parts)
  replay(merged, parts.definition)
  local paths <close> = new_paths()
  write(paths, merged)
  local again, why = merge.read(paths)
  if not again then error("merged, and then refused: " .. tostring(why), 0) end
  assert(each(again) == merged, "merged again it is another file")
end

return function(bytes)
  local paths <close> = new_paths()
  write_files(paths, bytes)
  local ok, parts, why = told.call(merge.read, paths, told.check)
  if ok and not parts then told.check(why) end
  if ok and parts then look(parts) end
end
