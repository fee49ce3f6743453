local definition = dofile "swiss.lua"
definition.format, definition.rounds, definition.openings = "knockout", nil, { plies = 2 }
return definition
