-- The hash of a shipped game, by what it is now and what it was when its records were
-- first written: it is played as it was then, so records, tournaments and cups of that
-- time are its own.

return {
  ["3508990d66b217bb"] = "6f3a9eba28cc1b29", -- blokus_small_start
  ["abe55225eb5e1eba"] = "aa3ddffb6a974d5c", -- blokus_pie
  ["baa80de4f764e0ed"] = "00fa00e8eec2aa88", -- connect_four
  ["6fe62c4884be5c43"] = "288ca13aa1dda3d4", -- crowns
  ["293c07cd14121e4e"] = "a20b97eb4a9fd578", -- gomoku
  ["9345ec51b1dcc979"] = "77f259a080d1940f", -- hex
  ["265c58d68bb24096"] = "717559ef529a5a8b", -- mixtour_apart
  ["f57bdb2aa53a4fba"] = "e966b0bbe040314f", -- mixtour_exactly_five
  ["0ef83def9402a38c"] = "b43040fcda498737", -- mixtour_in_lua
  ["519e9b6bceca11b5"] = "441098026d8dcff0", -- mixtour_remover
  ["861301e38ef94965"] = "a8cb626063b2673e", -- othello
  ["6680650946b5aac0"] = "a0415387c6bfaf1a", -- pig
  ["4860c4c79a96310f"] = "22a12052cbdefc59", -- tictactoe
}
