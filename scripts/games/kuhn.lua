-- Hidden cards: `seen` says which seat sees which cell of a field. It determines what a
-- view, its text and its drawing show, and what a search deals again.

local tesela = require "tesela"

local CHECK, BET, CALL, FOLD = 1, 2, 3, 4
local WORDS = { "check", "bet", "call", "fold" }
local CARDS = { [-1] = "?", "J", "Q", "K" }

return tesela.define {
  title = "Kuhn poker, by Harold Kuhn",
  summary = "Each of the two players antes a chip and is dealt one of three cards (jack, queen,\n"
    .. "king). One more chip may be bet; the other player calls or folds. The higher card\n"
    .. "takes the pot.",
  notation = "check  bet nothing\nbet    one more chip\ncall   match it\nfold   give up the pot",
  seat_names = { "first", "second" }, endings = { "showdown", "fold" },
  fields = {
    -- A card for each seat, and a third that is not dealt. A showdown reveals both hands.
    card = { cells = 3, max = 3, seen = function(s, cell, seat)
      return cell == seat or cell < 3 and s.reason == "showdown"
    end },
    bet = { cells = 2, max = 1 }, checks = { max = 1 },
  },
  start = function(s, rng)
    local deck = { 1, 2, 3 }
    for i = 1, 3 do s.card[i] = table.remove(deck, rng:int(#deck)) end
  end,
  moves = function(s, out)
    if s.bet[3 - s.seat] == 1 then
      out(CALL)
      out(FOLD)
    else
      out(CHECK)
      out(BET)
    end
  end,
  apply = function(s, m)
    if m == BET or m == CALL then s.bet[s.seat] = 1 end
    if m == CALL or m == CHECK and s.checks == 1 then s.over = "showdown" end
    if m == CHECK then s.checks = 1 end
    if m == FOLD then s.over = "fold" end
    s.seat = 3 - s.seat
  end,
  result = function(s) -- chips won; after a fold the seat to move is the winner
    if not s.over then return { 0, 0 } end
    local first = s.reason == "fold" and s.seat == 1
      or s.reason == "showdown" and s.card[1] > s.card[2]
    local chips = 1 + s.bet[1] * s.bet[2]
    return { first and chips or -chips, first and -chips or chips }
  end,
  print = function(_, m) return WORDS[m] end,
  draw = function(s, board)
    board:size(2, 2):table()
    for seat = 1, 2 do
      board:shape(1, 3 - seat, "card", seat == 1 and "blue" or "red", CARDS[s.card[seat]])
      board:shape(2, 3 - seat, "disc", "yellow", tostring(1 + s.bet[seat]))
      if seat ~= s.seat and s.ply > 0 then board:mark(2, 3 - seat) end
      if seat == s.seat and board.hint then board:mark(2, 3 - seat, "hint") end
    end
  end,
}
