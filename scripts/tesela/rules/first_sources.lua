-- For each shipped game whose text has changed: its hash now, and its hash when records
-- of it were first written. It plays as it did then, so those records and tournaments
-- still belong to it.

return {
  ["c586b5a7c656d37a"] = "e8c13c3517e3d59c", -- blokus_holes
  ["44252c74f17500d4"] = "3878c106480de6e2", -- blokus_pentominoes
  ["7913e91fe8786be5"] = "aa3ddffb6a974d5c", -- blokus_pie
  ["96f1bc175e7d87a0"] = "6f3a9eba28cc1b29", -- blokus_small_start
  ["6463014a4ca49a2f"] = "5e94dc6b5c85d9b1", -- blokus_ten
  ["3c840a78a031b118"] = "8a39f3cd44e948bf", -- breakthrough
  ["0329414acd479441"] = "00fa00e8eec2aa88", -- connect_four
  ["d236d929b598acdf"] = "288ca13aa1dda3d4", -- crowns
  ["c557674ecb190523"] = "a20b97eb4a9fd578", -- gomoku
  ["39c19d2e5e4f31e6"] = "77f259a080d1940f", -- hex
  ["131267a1084b3ec0"] = "823ac206ff465c20", -- kalah
  ["ced5abfd37dc6274"] = "639db09bede2e80b", -- kuhn
  ["9107ee72bba2f95a"] = "46fdca48a4c31a19", -- losetas_misere
  ["91825ac1bf674ec4"] = "a05a18e253436f3f", -- losetas_passes
  ["1943c34cab1fa03b"] = "717559ef529a5a8b", -- mixtour_apart
  ["ab422244e63477ce"] = "e966b0bbe040314f", -- mixtour_exactly_five
  ["c0b48f5d5b90dbbd"] = "b43040fcda498737", -- mixtour_in_lua
  ["9ffc4f1e8866fa7a"] = "4d7a2d34c01a1011", -- mixtour_points
  ["b39493be73abef67"] = "441098026d8dcff0", -- mixtour_remover
  ["42d0dc127e5d89c4"] = "3b7d05f1f89bcd81", -- morris
  ["eabb439c1b17997d"] = "a8cb626063b2673e", -- othello
  ["2ab802fc2a9ba9cb"] = "a0415387c6bfaf1a", -- pig
  ["b1c07a7377a92845"] = "9a5f54a21497b11a", -- qwirkle_twelve
  ["13ca5405a5e46140"] = "22a12052cbdefc59", -- tictactoe
}
