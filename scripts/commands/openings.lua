-- tesela openings GAME: makes a suite of even positions after a few moves, for
-- tournaments.

local cli = require "tesela.cli.cli"
local input = require "tesela.terminal.dialogue.input"
local levels = require "tesela.levels"
local position = require "tesela.cli.position_argument"
local tesela = require "tesela"

-- The lines of a file, and the incomplete last line, or nil.
local function file_lines(path)
  local list = {}
  for line in io.lines(path, "L") do list[#list + 1] = line end
  local torn = #list > 0 and list[#list]:sub(-1) ~= "\n" and table.remove(list) or nil
  for i, line in ipairs(list) do list[i] = line:sub(1, -2) end
  return list, torn
end

local HEAD = '{"tesela":' -- of a record

-- Whether this could be the beginning of an opening.
local function is_torn(text)
  local most = math.min(#text, #HEAD)
  return text:sub(1, most) == HEAD:sub(1, most) and not tesela.decode(text)
end

-- The file of --out, with its openings added to the suite. Nothing is cut off before it
-- is known to be a suite of ours.
local function open(path, suite, no_lock)
  local file, why = require "tesela.journal".open(path, no_lock)
  if not file then cli.fail(1, "%s", why) end
  local lines, torn = file_lines(path)
  local wrong = suite:resume(lines) or torn and not is_torn(torn) and #lines + 1
  if wrong then
    file:close()
    cli.fail(1, "%s:%d: not an opening of this suite; name another file to begin a new one",
      path, wrong)
  end
  if torn then file:cut((file:size())) end
  return file
end

local function shower(suite, count)
  if not require "tesela.process".terminal() then return nil end
  return function()
    require "tesela.contest.run.progress".show(("%d of %d openings, %d positions tried")
      :format(#suite.lines, count, suite.tried))
  end
end

local function writer(file)
  return function(line)
    local ok, why = file:append(line .. "\n")
    if not ok then error(why, 0) end
  end
end

local function fill(suite, count, args, file)
  local tick = shower(suite, count)
  local ok, why = input.guard(suite.fill, suite, count, { tick = tick,
    workers = args.workers and position.integer(args.workers, "--workers", 0, 1024),
    on_line = file and writer(file) or function() end })
  if tick then require "tesela.contest.run.progress".clear() end
  if file then file:close() end
  if ok == nil then ok, why = true, "interrupted" end
  if not ok then cli.fail(1, "%s", cli.plain(why)) end
  if not file and #suite.lines > 0 then
    cli.write(table.concat(suite.lines, "\n"), "\n")
  end
  return why
end

local LEAST = 100 -- iterations

-- The iterations of a search: those of a level of expert for a move, or a quarter
-- of its default.
local function iterations(args, rules)
  if args.iterations and args.level then
    cli.fail(2, "--level and --iterations: expected one of them")
  end
  if args.iterations then return position.integer(args.iterations, "--iterations", 1) end
  local expert = require "tesela.bots.bots".bot "expert".new(rules, 1, 1)
  if not args.level then return math.max(LEAST, expert.iterations // 4) end
  local level = position.integer(args.level, "--level", 1, levels.MOST)
  return math.max(LEAST, expert.levels[level][1])
end

return {
  summary = "Make a suite of even openings.",
  configure = function(parser)
    position.add_rules(parser)
    parser:option("--plies", "Plies per opening."):argname("N"):default("4")
    parser:option("-n --count", "Number of openings."):argname("N"):default("100")
    parser:option("--iterations", "Budget of each search (default: a quarter of what expert "
      .. "uses for a move)."):argname("N")
    parser:option("--level", "Level of expert whose budget each search gets: 1 to 9.")
      :argname("L")
    parser:option("--seed", "Seed of the suite (default 0)."):argname("S")
    parser:option("-w --workers", "Number of searching processes (default: one per core).")
      :argname("N")
    parser:option("-o --out", "File for the openings; an incomplete one is continued.")
      :argname("FILE")
    parser:flag("--no-lock", "For file systems without locks.")
  end,
  run = function(args)
    local rules = position.rules(args)
    local count = position.integer(args.count, "--count", 1)
    local suite = cli.try(2, require "tesela.analysis.find_openings".new, rules, {
      plies = position.integer(args.plies, "--plies", 1, 1000),
      iterations = iterations(args, rules), seed = position.seed(args.seed) })
    local file = args.out and open(args.out, suite, args.no_lock)
    local why = fill(suite, count, args, file)
    cli.tell("%d of %d positions are even%s", #suite.lines, suite.tried,
      why == "interrupted" and "; interrupted" or why
      and ("; expected %d, but no others differ from these"):format(count) or "")
    return why == "interrupted" and 130 or why and 1 or 0
  end,
}
