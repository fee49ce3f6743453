std = "lua54"
max_line_length = 100
files["tests/**/*_spec.lua"] = { std = "+busted" }
files["bindings/tesela.lua"] = { ignore = { "212", "111", "112", "113", "131" } }
