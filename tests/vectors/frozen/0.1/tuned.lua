-- Plays the move that its parameters select. The module is a file beside it.
local at = require "at"
return {
  parameters = { place = { 0.3, 0, 1 }, step = { 2, 1, 9, whole = true } },
  new = function(_, _, _, parameters) return parameters end,
  choose = function(self, view) return at(view:list(), self.place, self.step) end,
}
