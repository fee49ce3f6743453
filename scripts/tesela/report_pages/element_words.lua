-- The look of an element of a drawing (tesela.drawing), in words and in HTML.

local html = require "tesela.base.html"

local M = {}

--- Its look, in words: "red disc"; "" for a mark.
function M.words(element)
  if element.kind == "mark" then return "" end
  return html.clean((element.colour == "plain" and "" or element.colour .. " ")
    .. element.shape)
end

--- The picture of an element in a box, cut to its squares.
function M.picture(element)
  local left, right, top, bottom = 0, 0, 0, 0
  local first = element.squares[1] or { 0, 0 }
  for _, square in ipairs(element.squares) do
    left, right = math.min(left, square[1] - first[1]), math.max(right, square[1] - first[1])
    bottom, top = math.min(bottom, square[2] - first[2]), math.max(top, square[2] - first[2])
  end
  local wide, high = right - left + 1, top - bottom + 1
  local size = element.kind == "tile" and 26 or 12 -- pixels: a tile must show its shape
  return ('<svg viewBox="%d %d %d %d" width="%d" height="%d" aria-hidden="true">%s</svg>')
    :format(100 * left - 56, -100 * top - 56, 100 * wide + 12, 100 * high + 12,
      size * wide + 2, size * high + 2, element.look)
end

--- An element of a box as HTML, from its `picture` or its `words`, which are HTML themselves.
function M.html(element, picture, words)
  if element.shape == "line" then return "<p>" .. words .. "</p>" end
  if element.shape == "heading" then return "<h3>" .. words .. "</h3>" end
  local tail = element.shape == "squares" and element.text ~= "" and words or nil
  return "<i>" .. picture .. (tail and "<b>" .. tail .. "</b>" or "") .. "</i>"
end

return M
