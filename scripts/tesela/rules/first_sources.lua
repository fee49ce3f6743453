-- For each shipped game whose text has changed: its hash now, and its hash when records
-- of it were first written. It plays as it did then, so those records and tournaments
-- still belong to it.

return {
  ["2e27a2e9bc338d87"] = "e8c13c3517e3d59c", -- blokus_holes
  ["3508990d66b217bb"] = "6f3a9eba28cc1b29", -- blokus_small_start
  ["abe55225eb5e1eba"] = "aa3ddffb6a974d5c", -- blokus_pie
  ["baa80de4f764e0ed"] = "00fa00e8eec2aa88", -- connect_four
  ["6fe62c4884be5c43"] = "288ca13aa1dda3d4", -- crowns
  ["293c07cd14121e4e"] = "a20b97eb4a9fd578", -- gomoku
  ["9345ec51b1dcc979"] = "77f259a080d1940f", -- hex
  ["3bcb5d1d61735605"] = "639db09bede2e80b", -- kuhn
  ["b58193a00cd11282"] = "46fdca48a4c31a19", -- losetas_misere
  ["53a119a27370352c"] = "a05a18e253436f3f", -- losetas_passes
  ["2c7742e782678276"] = "717559ef529a5a8b", -- mixtour_apart
  ["471752c8c486162a"] = "e966b0bbe040314f", -- mixtour_exactly_five
  ["0ef83def9402a38c"] = "b43040fcda498737", -- mixtour_in_lua
  ["b39493be73abef67"] = "441098026d8dcff0", -- mixtour_remover
  ["861301e38ef94965"] = "a8cb626063b2673e", -- othello
  ["681a78e637961c09"] = "a0415387c6bfaf1a", -- pig
  ["4860c4c79a96310f"] = "22a12052cbdefc59", -- tictactoe
}
