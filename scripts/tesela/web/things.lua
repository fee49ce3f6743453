-- What stands beside a board, one thing after the other, as HTML: of elements of
-- state:elements { svg = true } that are in a box.

local html = require "tesela.web.html"

local M = {}

--- What an element looks like, in words: "red disc"; "" for a mark.
function M.look(element)
  if not element or element.kind == "mark" then return "" end
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
  local body = element.svg:match '^<g [^>]*><g transform="[^"]*">(.*)</g>' or ""
  body = element.shape == "squares" and body:match "^(.-)</g>" or body:gsub("</g>$", "")
  local wide, high = right - left + 1, top - bottom + 1
  return ('<svg viewBox="%d %d %d %d" width="%d" height="%d" aria-hidden="true">%s</svg>')
    :format(100 * left - 56, -100 * top - 56, 100 * wide + 12, 100 * high + 12,
      12 * wide + 2, 12 * high + 2, body)
end

--- An element of a box as HTML.
function M.html(element)
  if element.shape == "line" then
    return "<p>" .. html.escape(element.text) .. "</p>"
  elseif element.shape == "heading" then
    return "<h4>" .. html.escape(element.text) .. "</h4>"
  end
  local tail = element.shape == "squares" and element.text ~= ""
    and "<b>" .. html.escape(element.text) .. "</b>" or ""
  return "<i>" .. M.picture(element) .. tail .. "</i>"
end

return M
