-- tesela convert FROM TO: converts Blokus games between records and the files of other
-- programs (.blksgf).

local blksgf = require "tesela.formats.blksgf"
local cli = require "tesela.cli.cli"
local gamefile = require "tesela.terminal.show.game_file"
local opened = require "tesela.base.opened"
local output = require "tesela.base.output"
local position = require "tesela.cli.position_argument"
local text = require "tesela.text"

-- Calls f with each game of a file, or only with the wanted one.
local function each_game(args, f)
  local lines, why = gamefile.read(args.from, nil, true)
  if not lines then cli.fail(1, "%s", why) end
  for _, words in ipairs(lines.said or {}) do cli.tell("%s: %s", args.from, words) end
  lines.rules = position.given_rules(args) or position.named_rules(args, lines.named)
  local wanted = args.game and position.integer(args.game, "--game", 1)
  for _, entry in ipairs(wanted and { { game = wanted } } or lines) do
    local game
    game, why = gamefile.game(lines, entry.game)
    if not game then cli.fail(1, "%s", why) end
    f(game)
  end
end

-- The text of a game for the file at a path; `told` are the losses reported so far.
local function as_record(game) return game.line .. "\n" end

local function as_blksgf(game, path, told)
  local why = blksgf.refused(game.rules)
  if why then cli.fail(1, "%s: game %d is %s", path, game.number, why) end
  local words, lost = blksgf.write(game.line, game.variant)
  for _, loss in ipairs(lost) do
    if not told[loss] then cli.tell("%s: %s", path, loss) end
    told[loss] = true
  end
  return words
end

-- The text of all games, and their records.
local function converted(args, make)
  local texts, records, told = {}, {}, {}
  each_game(args, function(game)
    records[#records + 1] = game.line
    texts[#texts + 1] = make(game, args.to, told)
  end)
  if make == as_blksgf and #texts > 1 then
    cli.tell("%s: %d games; Pentobi opens only files with one: --game N writes one",
      args.to, #texts)
  end
  return table.concat(texts), records
end

-- Why part of the file would be lost. Nil if it contains one game and nothing unreadable, or only
-- games that are written again.
local function loses(path, records, words)
  local file <close> = opened(path)
  if not file or (file:seek "end" or 0) == 0 then return nil end
  file:seek "set"
  local content, written = file:read "a", {}
  local there = content and content ~= words and gamefile.read(path, content)
  if not there then return nil end
  for _, line in ipairs(records) do written[line] = true end
  for _, entry in ipairs(#there > 1 and there or {}) do
    if not written[entry.line] then return "other games in it would be lost" end
  end
  local said = there.said or {}
  return said[1] and ("it contains more than a record can: %s"):format(said[1])
end

local kinds = { jsonl = { as_record, output.GAMES }, blksgf = { as_blksgf, output.BLOKUS } }

return {
  summary = "Convert Blokus games to .blksgf and back.",
  configure = function(parser)
    parser:argument("from", "File of games: records or .blksgf."):argname("FROM")
    parser:argument("to", "The file to write, ending in .blksgf or .jsonl.")
      :argname("TO")
    parser:option("-g --game", "Only this game: its number in a tournament or match; in other "
      .. "files, its place."):argname("N")
    parser:option("--rules", "File of the game, if it is not a shipped one."):argname("GAME")
    position.add_terms(parser)
  end,
  run = function(args)
    local kind = kinds[args.to:match "%.(%l+)$"]
    if not kind then
      cli.fail(2, "%s: expected a name that ends in .blksgf or .jsonl", args.to)
    end
    if output.place(args.from) == output.place(args.to) then
      cli.fail(2, "%s: expected a different file from the input", args.to)
    end
    local words, records = converted(args, kind[1])
    local why, ok = loses(args.to, records, words), nil
    if not why then ok, why = output.write(args.to, kind[2], words) end
    if not ok then cli.fail(1, "%s: %s", args.to, why) end
    cli.tell("%s: %s", args.to, text.count(#records, "game"))
  end,
}
