-- The text of help about one function, method, class or alias of the annotations, in lines
-- that fit a terminal.
--
-- An optional name is marked: `seed?: integer`. Classes without methods are tables of data
-- (options, results): their fields are listed with the functions that accept or return
-- them.

local annotations = require "tesela.manual.annotations"
local text = require "tesela.text"

local M = {}

local COLUMN = 26 -- the column where descriptions begin

-- The names of values of a class in examples.
local variables = { State = "s", Rules = "rules", Rng = "rng" }

function M.variable(class) return variables[class] or class:lower() end

local function put(lines, line) lines[#lines + 1] = line end

-- A label and its meaning, beside it or, if it is long, below it.
local function put_row(lines, indent, label, doc)
  local head = (" "):rep(indent)
  if doc ~= "" and #head + #label < COLUMN then
    head = ("%-" .. COLUMN .. "s"):format(head .. label)
    return put(lines, text.fold(doc, head, (" "):rep(COLUMN)))
  end
  put(lines, text.fold(label, head, head .. "    "))
  if doc ~= "" then
    put(lines, text.fold(doc, (" "):rep(COLUMN), (" "):rep(COLUMN)))
  end
end

function M.first_sentence(doc)
  return doc:match "^(.-[.?])%f[%s\0]" or doc
end

--- "seed?": the name of an item; a result may have none.
function M.item_name(item)
  return (item.name ~= "" and item.name or "result") .. (item.optional and "?" or "")
end

local function label_of(item) return ("%s: %s"):format(M.item_name(item), item.type) end

-- The classes and aliases that a type names, in order.
local function each_named(kind, visit)
  local known = annotations.load()
  for word in kind:gmatch "%f[%w_][%w_]+" do
    if known.classes[word] or known.aliases[word] then visit(word) end
  end
end

-- Does it consist only of fields?
local function is_data(class)
  return class and #class.methods == 0 and #class.fields > 0
end

-- The item, and the fields of the tables of data in its type. Other types named there are noted in
-- `also`.
local function put_item(lines, indent, item, also)
  put_row(lines, indent, label_of(item), item.doc)
  each_named(item.type, function(word)
    local class = annotations.load().classes[word]
    if not is_data(class) then
      also[#also + 1] = word
      return
    elseif also[word] then
      return -- its fields are above
    end
    also[word] = true
    for _, field in ipairs(class.fields) do
      put_row(lines, indent + 2, label_of(field), field.doc)
      each_named(field.type, function(name) also[#also + 1] = name end)
    end
  end)
end

--- "tesela.match(options)", "s:play(move)"
function M.signature(entry)
  local names = {}
  for i, param in ipairs(entry.params) do
    names[i] = param.name .. (param.optional and "?" or "")
  end
  local owner = entry.class and M.variable(entry.class) .. ":" or "tesela."
  return ("%s%s(%s)"):format(owner, entry.name, table.concat(names, ", "))
end

-- The keys of `words` that were not shown already.
local function see_also(lines, words)
  local list = {}
  for _, word in ipairs(words) do
    if not words[word] then list[#list + 1] = ("%q"):format(word) end
    words[word] = true
  end
  if #list == 0 then return end
  put(lines, "")
  put(lines, text.fold(table.concat(list, ", "), "See also help ", "  "))
end

--- A function of the module or a method.
function M.function_text(entry)
  local lines, also = {}, {}
  put(lines, M.signature(entry))
  put(lines, text.fold(entry.doc, "  ", "  "))
  if #entry.params > 0 then
    put(lines, "\nTakes")
    for _, param in ipairs(entry.params) do put_item(lines, 2, param, also) end
  end
  if #entry.returns > 0 then
    put(lines, "\nReturns")
    for _, result in ipairs(entry.returns) do put_item(lines, 2, result, also) end
  end
  put(lines, "\nExample")
  for line in entry.example:gmatch "[^\n]+" do put(lines, "  " .. line) end
  see_also(lines, also)
  return table.concat(lines, "\n") .. "\n"
end

--- Functions or methods, a line or two each.
function M.list(lines, entries)
  for _, entry in ipairs(entries) do
    put_row(lines, 2, M.signature(entry), M.first_sentence(entry.doc))
  end
end

--- A class with its fields and methods.
function M.class_text(class)
  local lines = {}
  local variable = M.variable(class.name)
  put(lines, class.name)
  put(lines, text.fold(class.doc, "  ", "  "))
  if #class.fields > 0 then put(lines, "\nFields") end
  for _, field in ipairs(class.fields) do
    local label = label_of(field)
    if #class.methods > 0 then label = variable .. "." .. label end
    put_row(lines, 2, label, field.doc)
  end
  if #class.methods > 0 then
    local some = class.methods[1].name
    put(lines, ("\nMethods (more with: help \"%s:%s\")"):format(variable, some))
    M.list(lines, class.methods)
  end
  return table.concat(lines, "\n") .. "\n"
end

--- One field of a class.
function M.field_text(class, field)
  local lines, also = {}, { [class.name] = true }
  put(lines, ("%s.%s"):format(M.variable(class.name), label_of(field)))
  put(lines, text.fold(field.doc, "  ", "  "))
  each_named(field.type, function(name) also[#also + 1] = name end)
  see_also(lines, also)
  return table.concat(lines, "\n") .. "\n"
end

function M.alias_text(alias)
  local lines, also = {}, {}
  put(lines, text.fold(alias.name .. ": " .. alias.type, "", "    "))
  put(lines, text.fold(alias.doc, "  ", "  "))
  each_named(alias.type, function(name) also[#also + 1] = name end)
  see_also(lines, also)
  return table.concat(lines, "\n") .. "\n"
end

return M
