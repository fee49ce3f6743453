-- tesela completion SHELL: a completion script for bash, zsh or fish.
--
-- The parser writes scripts that know commands and options. Here the names of games and
-- bots come in, where an argument or an option takes one, beside those of files.

local tesela = require "tesela"
local cli = require "tesela.command.cli"

-- What arguments take, by their names; those of a command, where it is another thing.
local ARGUMENTS = { game = "game", a = "bot", b = "bot", bot = "bot" }
local OF_COMMAND = { check = { what = "game" }, ["check-bot"] = { file = "game" } }
local OPTIONS = { ["-b"] = "bot", ["--bot"] = "bot", ["--rules"] = "game" }

local function taken(command, argument)
  return (OF_COMMAND[command._name] or ARGUMENTS)[argument._name] or ARGUMENTS[argument._name]
end

-- The kinds of names that a command takes as arguments, each once.
local function kinds_of(command)
  local list = {}
  for _, argument in ipairs(command._arguments) do
    local kind = taken(command, argument)
    if kind and kind ~= list[#list] then list[#list + 1] = kind end
  end
  return list
end

local BASH = [[

_tesela_names() {
    local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" names=""
    local game="GAMES" bot="BOTS"
    _tesela
    case "$cur" in -*) return 0 ;; esac
    case "${COMP_WORDS[1]}" in
COMMANDS
    esac
    case "$prev" in
OPTIONS
        FLAGS) ;;
        -*) return 0 ;;
    esac
    [ -n "$names" ] && [ "$COMP_CWORD" -gt 1 ] || return 0
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -W "$names" -- "$cur") $(compgen -f -- "$cur"))
}

complete -F _tesela_names -o bashdefault -o default tesela
]]

-- The options that take nothing, of all commands.
local function flags(parser)
  local list, known = {}, {}
  for _, command in ipairs(parser._commands) do
    for _, option in ipairs(command._options) do
      for _, name in ipairs(option._maxargs == 0 and option._aliases or {}) do
        if not known[name] then list[#list + 1] = name end
        known[name] = true
      end
    end
  end
  return table.concat(list, "|")
end

local writers = {}

function writers.bash(parser, names)
  local options, commands = {}, {}
  for option, kind in pairs(OPTIONS) do
    options[#options + 1] = ('        %s) names="$%s" ;;'):format(option, kind)
  end
  table.sort(options)
  for _, command in ipairs(parser._commands) do
    local kinds = kinds_of(command)
    if kinds[1] then
      commands[#commands + 1] = ('        %s) names="$%s" ;;'):format(command._name,
        table.concat(kinds, " $"))
    end
  end
  local own = { GAMES = names.game, BOTS = names.bot, OPTIONS = table.concat(options, "\n"),
    COMMANDS = table.concat(commands, "\n"), FLAGS = flags(parser) }
  return (parser:get_bash_complete():gsub("\ncomplete %-F _tesela [^\n]*\n*$", ""))
    .. BASH:gsub("%f[%u]%u+%f[^%u]", own)
end

function writers.zsh(parser, names)
  local script = parser:get_zsh_complete()
  local functions = ""
  for _, kind in ipairs { "game", "bot" } do
    functions = ("%s\n_tesela_%s() {\n  compadd %s\n  _files\n}\n"):format(functions, kind,
      names[kind])
  end
  script = script:gsub("\n", "\n" .. functions, 1)
  for _, command in ipairs(parser._commands) do
    local name = command._name:gsub("%-", "%%-")
    script = script:gsub("(\n    " .. name .. "%)\n)(.-)(\n      ;;)", function(head, body, tail)
      local at = 0
      return head .. body:gsub('(\n +"[*]?: :)_files"', function(spec)
        at = at + 1
        local kind = command._arguments[at] and taken(command, command._arguments[at])
        return kind and ('%s_tesela_%s"'):format(spec, kind)
      end) .. tail
    end)
  end
  for option, kind in pairs(OPTIONS) do
    script = script:gsub('(\n[^\n]*"?{?[%w,-]*' .. option:gsub("%-", "%%-")
      .. "[%[}][^\n]*%]: :)_files\"", ('%%1_tesela_%s"'):format(kind))
  end
  return script
end

function writers.fish(parser, names)
  local list = {}
  local function add(command, more, kind)
    list[#list + 1] = ("complete -c tesela -n '__fish_tesela_seen_command %s' %s-a '%s'\n")
      :format(command._name, more, names[kind])
  end
  for _, command in ipairs(parser._commands) do
    for _, kind in ipairs(kinds_of(command)) do add(command, "", kind) end
    for _, option in ipairs(command._options) do
      for _, name in ipairs(option._aliases) do
        local flag = name:find "^%-%-" and "-l " .. name:sub(3) or "-s " .. name:sub(2)
        if OPTIONS[name] then add(command, flag .. " -r ", OPTIONS[name]) end
      end
    end
  end
  return parser:get_fish_complete() .. table.concat(list)
end

return {
  summary = "Print completions for bash, zsh or fish.",
  configure = function(parser)
    parser:argument("shell", "bash, zsh or fish."):choices { "bash", "zsh", "fish" }
  end,
  run = function(args)
    cli.write(writers[args.shell](cli.parser(), { game = table.concat(tesela.games(), " "),
      bot = table.concat(tesela.bots(), " ") }))
  end,
}
