-- Moves, players and the state of a game in the words of a page: "white disc from b2 to c3",
-- "You", "You win: by points, score 1:0".

local drawing = require "tesela.drawing"
local spoken = require "tesela.rules.spoken_moves"
local texts = require "tesela.text"
local things = require "tesela.report_pages.element_words"

local M = {}

local function capital(words) return (words:gsub("^%l", string.upper)) end

-- ---- moves ------------------------------------------------------------------

--- The things on each square of the board, by "column row": a list from the bottom up.
function M.looks(state)
  local looks = {}
  for _, element in ipairs((state:elements())) do
    local look = element.box == 0 and element.kind ~= "cell" and things.words(element) or ""
    for _, square in ipairs(look ~= "" and element.squares or {}) do
      local key = ("%d %d"):format(square[1], square[2])
      looks[key] = looks[key] or {}
      table.insert(looks[key], look)
    end
  end
  return looks
end

-- The top of each cell, by its name.
local function tops(state)
  local drawn, frame = drawing.of(state)
  local looks, found = M.looks(state), {}
  for _, spot in ipairs(drawing.cells(drawn, frame)) do
    local list = looks[("%d %d"):format(spot.column, spot.row)]
    found[spot.name] = list and list[#list]
  end
  return found
end

local function exchanged(count) return texts.count(count, "tile") .. " exchanged" end

local function tiles_words(parts, top)
  if not parts.cells then return exchanged(#parts.tiles) end
  local list = {}
  for i, cell in ipairs(parts.cells) do
    list[i] = ("%s to %s"):format(top[cell] or parts.tiles[i], cell)
  end
  return table.concat(list, ", ")
end

local function step_words(from, to, what)
  return ("%sfrom %s to %s"):format(what and what .. " " or "", from, to)
end

-- A move described by the changes on the board: one new thing, or one that went from one cell to
-- another; else nil.
local function changed_words(before, after)
  local old, new, from, to = tops(before), tops(after), {}, {}
  for cell in pairs(old) do
    if not new[cell] then from[#from + 1] = cell end
  end
  for cell, look in pairs(new) do
    if old[cell] ~= look then to[#to + 1] = cell end
  end
  if #to ~= 1 or #from > 1 then return nil end
  if #from == 1 then return step_words(from[1], to[1], new[to[1]]) end
  return ("%s to %s"):format(new[to[1]], to[1])
end

--- A move from one state to another; `text`: its text in records.
function M.move(before, after, text)
  local parts, top = before:parts(assert(before:move(text))), tops(after)
  local to = parts.to or parts.at
  if parts.tiles then return tiles_words(parts, top) end
  if parts.piece and to then
    return texts.clean(("%s %s to %s"):format(parts.colour or "", parts.piece, to)):match "%S.*"
  end
  if parts.from and to then
    local count = math.tointeger(parts.pieces) or 1
    return step_words(parts.from, to, count > 1 and ("%d pieces"):format(count) or top[to])
  end
  if to then return top[to] and ("%s to %s"):format(top[to], to) or to end
  return text ~= "pass" and changed_words(before, after) or text
end

--- A move of a game, as far as it may be known: only the number of tiles that opponents exchange.
function M.made(game, ply)
  local text, before, after = game:moves()[ply], game.states[ply], game.states[ply + 1]
  if text == game:last():history()[ply] then return M.move(before, after, text) end
  return exchanged(select(2, text:gsub("?", "")))
end

-- ---- players ----------------------------------------------------------------

--- A player's name: "You" for the only person, else by colour or number.
function M.player(game, seat)
  local is_bot, people = game:is_bot(seat), game:people()
  if people == 1 and not is_bot then return "You" end
  local name = texts.clean(game:last().seat_names[seat])
  local number = name:match "^seat (%d+)$"
  if not number then return capital(name) end
  if not is_bot then return "Player " .. number end
  return people == 1 and game.rules.seats == 2 and "Bot" or "Bot " .. number
end

-- A remark on a bot, or a person's colour: "level 4", "mine", "white"; nil: none.
local function about(game, seat)
  if game:is_bot(seat) then
    return game.level and ("level %d"):format(game.level) or texts.clean(game.players[seat].name)
  end
  local name = texts.clean(game:last().seat_names[seat])
  return M.player(game, seat) == "You" and not name:find "^seat %d+$" and name or nil
end

--- The name with this remark: "Red (level 4)", "You (white)".
function M.full_player(game, seat)
  local more = about(game, seat)
  return M.player(game, seat) .. (more and (" (%s)"):format(more) or "")
end

-- ---- the state of the game --------------------------------------------------

local function ending(game)
  local is = game:outcome()
  local head = is.own ~= "" and is.own or capital(is.who)
  if head:find "^You [as]" then head = ("%s, %s"):format(head, is.who) end
  return texts.clean(("%s: %s, score %s%s"):format(head, is.why, is.score,
    is.message and "; " .. is.message or ""))
end

--- The player to move, or the end of the game; `state`: the one on display.
function M.status(game, state, over)
  if over then return ending(game) end
  local seat, colour = state.seat, texts.clean(spoken.with_colour(state))
  if M.player(game, seat) ~= "You" then
    return ("%s to move%s"):format(M.full_player(game, seat), colour)
  end
  local own = about(game, seat)
  return "Your turn" .. (colour ~= "" and colour or own and ", " .. own or "")
end

return M
