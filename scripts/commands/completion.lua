-- tesela completion SHELL: a completion script for bash, zsh or fish. It gets the
-- completions of the last word from the hidden command `__words`; the shell completes
-- files.

local tesela = require "tesela"
local cli = require "tesela.cli.cli"

-- ---- words ------------------------------------------------------------------

-- The possible values of arguments, by the name of the argument. A command in which a
-- name means something else has its own table.
local ARGUMENTS = { game = tesela.games, a = tesela.bots, b = tesela.bots, bot = tesela.bots }
local OF_COMMAND = { check = { what = tesela.games }, ["check-bot"] = { file = tesela.games } }
local OPTIONS = { ["-b"] = tesela.bots, ["--bot"] = tesela.bots, ["--rules"] = tesela.games }

-- The option of this name, or nil.
local function option_of(parser, name)
  for _, option in ipairs(parser._options) do
    for _, alias in ipairs(option._aliases) do
      if alias == name then return option end
    end
  end
end

local function add_commands(add)
  for _, name in ipairs(cli.names()) do
    local ok, command = pcall(cli.load, name)
    add(name, ok and command.summary)
  end
end

local function add_options(add, parser)
  for _, option in ipairs(parser._options) do
    for _, name in ipairs(option._aliases) do add(name, option._description) end
  end
end

local function add_names(add, parser, command)
  local known = {}
  for _, argument in ipairs(parser._arguments) do
    local names = (OF_COMMAND[command] or {})[argument._name] or ARGUMENTS[argument._name]
    if names and not known[names] then
      for _, name in ipairs(names()) do add(name) end
    end
    known[names or argument] = true
    for _, choice in ipairs(argument._choices or {}) do add(choice) end
  end
end

local function add_words(add, typed, last)
  if #typed == 0 then return add_commands(add) end
  if not cli.has(typed[1]) then return end
  local parser = cli.parser(typed[1])
  local before = option_of(parser, typed[#typed])
  if before and before._maxargs > 0 then
    for _, name in ipairs(OPTIONS[typed[#typed]] and OPTIONS[typed[#typed]]() or {}) do
      add(name)
    end
    for _, choice in ipairs(before._choices or {}) do add(choice) end
  elseif last:find "^%-" then
    add_options(add, parser)
  else
    add_names(add, parser, typed[1])
  end
end

-- The possible last words, one per line: the word, a tab, its meaning.
local function lines_of(words)
  local typed = table.move(words, 1, #words - 1, 1, {})
  local last, lines = words[#words] or "", {}
  add_words(function(word, meaning)
    if word:sub(1, #last) ~= last then return end
    lines[#lines + 1] = ("%s\t%s\n"):format(word, (meaning or ""):gsub("%s+", " "))
  end, typed, last)
  return table.concat(lines)
end

-- ---- scripts ----------------------------------------------------------------

local scripts = {}

scripts.bash = [[
_tesela() {
    local IFS=$'\n' cur="${COMP_WORDS[COMP_CWORD]}"
    COMPREPLY=($(tesela __words "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
    case "$cur" in -*) return 0 ;; esac
    [ "$COMP_CWORD" -gt 1 ] || return 0
    compopt -o filenames 2>/dev/null
    COMPREPLY+=($(compgen -f -- "$cur"))
}

complete -F _tesela -o bashdefault -o default tesela
]]

scripts.zsh = [==[
#compdef tesela

_tesela() {
  local line
  local -a found
  for line in ${(f)"$(tesela __words "${(@)words[2,CURRENT]}" 2>/dev/null)"}; do
    found+=("${${line%%$'\t'*}//:/\\:}${${line#*$'\t'}:+:${line#*$'\t'}}")
  done
  _describe -t words tesela found
  [[ $PREFIX == -* ]] || _files
}

_tesela "$@"
]==]

scripts.fish = [[
complete -c tesela -a '(tesela __words (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
]]

return {
  summary = "Print completions for bash, zsh or fish.",
  configure = function(parser)
    parser:argument("shell", "bash, zsh or fish."):choices { "bash", "zsh", "fish" }
  end,
  words = function(words) cli.write(lines_of(words)) end,
  run = function(args) cli.write(scripts[args.shell]) end,
}
