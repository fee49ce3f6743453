---@meta tesela
-- Annotations of the module `tesela` for editors (LuaCATS), and the source of the
-- help on its functions. Nothing here is run. A test compares this file with the exports
-- of the module, in both directions.
--
-- A wrong argument raises an error of one line, mostly "function: expected ..., got ...".
-- So does a missing or faulty file of a game, a bot or a tournament.
-- These return nil and a message instead:
-- tesela.replay, tesela.decode, tesela.svg, rules:check, s:move, s:try.

-- luacheck: ignore 212 221 241 631

--- Games, their rules and positions, bots and matches.
---@class tesela
---@field _VERSION string The version of the program and the module.
---@field board tesela.Boards Boards for games in Lua.
---@field home string The folder of the script library.
---@field null lightuserdata Encoded as JSON's null.
local tesela = {}

--- An opaque positive integer that represents a move in one position; 0 is none. It is
--- only valid in that position: to keep a move, keep its text.
---@alias tesela.Move integer

--- A bot: the name of a shipped one, the path of a Lua file that returns one, a
--- function or a table.
---@alias tesela.AnyBot string|tesela.Choose|tesela.Bot

--- A bot as a function. It returns a move (text or integer) and, optionally, its value
--- for the record: the chance to win, in 0..1.
---@alias tesela.Choose fun(view: tesela.State, budget: tesela.Budget): string|tesela.Move, number?

-- ---- games and rules --------------------------------------------------------

--- A game: the name of one, the path of a Lua file that returns one, or the result of
--- derive or define.
---@alias tesela.AnyGame string|tesela.Variant|tesela.Rules

--- The names of all games.
--- ```lua
--- print(table.concat(tesela.games(), " ", 1, 4))
--- --> mixtour blokus losetas qwirkle
--- ```
---@return string[] names
function tesela.games() end

--- A game's description of itself: its notation, options and queries.
--- ```lua
--- for _, option in ipairs(tesela.game("losetas").options) do
---   print(option.name, option.range)
--- end
--- --> frame	floating|fixed
--- --> touch	edge|corner
--- --> tiles	3 of 0..16
--- --> size	2..8
--- ```
---@param name tesela.AnyGame A game.
---@return tesela.Game game
function tesela.game(name) end

--- A variant: a game with changes. If you leave a function out, the game's own runs, at
--- full speed.
--- ```lua
--- long = tesela.derive("mixtour", {
---   name = "long", options = { win_score = 9 },
--- })
--- print(tesela.rules(long).options.win_score) --> 9
--- ```
---@param parent tesela.AnyGame The game that it is derived from.
---@param differs tesela.Derived The changes.
---@return tesela.Variant variant
function tesela.derive(parent, differs) end

--- A whole game in Lua.
--- ```lua
--- last = tesela.define { -- take 1 to 3 of 21; the last one wins
---   name = "last", fields = { left = { max = 21 } }, endings = { "empty" },
---   start = function(s) s.left = 21 end,
---   moves = function(s, out)
---     for number = 1, math.min(3, s.left) do out(number) end
---   end,
---   apply = function(s, m) s.left, s.seat = s.left - m, 3 - s.seat end,
---   over = function(s) if s.left == 0 then return "empty" end end,
---   result = function(s)
---     if s.seat == 1 then return { 0, 1 } end
---     return { 1, 0 }
---   end,
--- }
--- move, report = tesela.search(tesela.rules(last):start(), {
---   method = "alphabeta", depth = 21,
--- })
--- print(report.best, report.proof) --> 1	win
--- ```
---@param game tesela.Defined Its rules.
---@return tesela.Variant variant
function tesela.define(game) end

--- Runs the file of a game again after a change. Games in progress keep their rules.
--- ```lua
--- file = io.open("quick.lua", "w")
--- file:write [[return require("tesela").derive("mixtour", {})]]
--- file:close()
--- print(tesela.reload("./quick.lua").name) --> quick
--- ```
---@param name string The game's name, or the path of its file.
---@return tesela.Variant variant
function tesela.reload(name) end

--- The rules of a game with its options fixed; options that you leave out have their
--- defaults.
--- ```lua
--- rules = tesela.rules("mixtour", { win_score = 3 })
--- print(rules.options.win_score, rules.seats) --> 3	2
--- ```
---@param name tesela.AnyGame A game.
---@param options? table<string, integer|string|integer[]> Values by name: { win_score = 3 }.
---@param terms? tesela.Terms How to run the file, if the name is a path.
---@return tesela.Rules rules
function tesela.rules(name, options, terms) end

--- How to run the file of a game; set once for each path (see `help "trust"`).
---@class tesela.Terms
---@field trusted boolean? The file runs with all of Lua, and so do the files that it loads.
---@field limit number? CPU seconds allowed for each call to its functions (default 1; no limit if trusted).

--- A game's description of itself.
---@class tesela.Game
---@field name string As accepted by rules().
---@field title string With the author's name.
---@field summary string The rules in a few lines.
---@field notation string The notation of moves in a few lines.
---@field hidden boolean Whether something is hidden from a seat.
---@field chance boolean Whether moves involve chance: dice, or drawn cards.
---@field endings string[] The reasons for which the rules end a game.
---@field options tesela.Option[] In the order of their table.
---@field queries tesela.Query[] The methods of a state that only this game has.
---@field parts tesela.Part[] The parts of its moves, as in s:parts(m).
---@field source string? For a game in Lua: a hash of its text.
---@field root string? The game in C that it is derived from.
---@field parent string? The game in Lua that it is derived from.
---@field fields string[]? The fields of its states.
---@field slow boolean? For a game in Lua: whether functions are called at each ply.

--- A game whose rules are in Lua, wholly or in part.
---@class tesela.Variant
---@field name string As accepted by rules().
---@field source string A hash of its source text and of the game that it is derived from.
local Variant = {}

--- Checks the game like the command `check`, and prints its report. In random games, with
--- extreme values of its options too, it compares the game's functions with each other.
--- ```lua
--- function twice(base, s, out) for m in base.moves(s) do out(m) out(m) end end
--- game = tesela.derive("mixtour", { name = "twice", moves = twice })
--- print((game:check { games = 1 })) --> nil
--- ```
---@param options? { games: integer?, seed: integer?, seconds: number? } The number of random games (default: up to 100), the seed of the first, and CPU seconds (default 10; no limit if games is given).
---@return true|nil passed
---@return string? message
function Variant:check(options) end

--- The changes that make a variant. Its functions get `base`, which calls the game that it
--- is derived from, and a state that is valid only during the call.
---@class tesela.Derived
---@field name? string A letter, then letters, digits and _ (default: the name of the file).
---@field title? string One line, for people (default: the title of the base, with the name).
---@field summary? string The rules in a few lines (default: those of the base, with a remark if functions change them).
---@field notation? string The notation of moves in a few lines.
---@field options? table<string, integer|string|tesela.OwnOption> New defaults or ranges, or new options.
---@field fields? table<string, integer|tesela.Field> More cells of a state, as in Defined.
---@field endings? string[] More endings; at most 16, including those of the base.
---@field seat_names? string[] The names of the seats.
---@field start? fun(base: tesela.Base, s: tesela.State, rng: tesela.Rng) Sets up the start.
---@field moves? fun(base: tesela.Base, s: tesela.State, out: fun(m: tesela.Move|tesela.Move[])) Calls `out` with each move, or with a list of moves; if there is none, the seat passes.
---@field keep? fun(base: tesela.Base, s: tesela.State, m: tesela.Move): boolean Instead of `moves`: whether this move of the base is legal. If none is, the seat passes.
---@field keep_by? string|string[] The parts of a move that, with s.seat, decide the answer of `keep`, or "move" for the whole move; `keep` runs once for each combination.
---@field apply? fun(base: tesela.Base, s: tesela.State, m: tesela.Move, rng: tesela.Rng?) Makes a move; with `chance` it also gets a generator.
---@field over? fun(base: tesela.Base, s: tesela.State): string? Called at the start and after each move; returns nil, or the ending that has occurred.
---@field result? fun(base: tesela.Base, s: tesela.State): integer[], integer[]? Scores, and places if these do not follow from the scores.
---@field print? fun(base: tesela.Base, s: tesela.State, m: tesela.Move): string The text of a move, without spaces.
---@field draw? fun(base: tesela.Base, s: tesela.State, board: tesela.Board) Draws the position as board.seat sees it.
---@field hide? fun(base: tesela.Base, s: tesela.State, seat: integer, rng: tesela.Rng) Deals hidden information that fields cannot express, after the fields have been dealt.
---@field tell? fun(base: tesela.Base, s: tesela.State, m: tesela.Move, seat: integer): string The text of a move as far as the seat may know it, if `print` would reveal more.
---@field estimate? fun(base: tesela.Base, s: tesela.State): number[], number?, number? For searches. Returns points by seat; the lead that is worth 3/4 of a win (default 1); and how far tree search trusts this value instead of a random game, in percent (default 100).
---@field policy? fun(base: tesela.Base, s: tesela.State, m: tesela.Move): number For searches: the weight of a move, 0 or more.
---@field why? fun(base: tesela.Base, s: tesela.State, text: string, m: tesela.Move?): string? Says in one line why text is not a legal move; m is the move if only `keep` refuses it. nil: the default reason.
---@field chance? boolean Whether moves involve chance; then `apply` gets a generator.
---@field iterations? integer The iterations of each search in a match without a budget.
---@field weights? string The name of a file beside this one, written by `tesela learn`.
---@field levels? string The name of a file beside this one, written by `tesela levels`.
---@field measures? table<string, fun(game: tesela.MeasuredGame): number?> More measures for `tesela measure`, by name.
---@field swap? boolean The pie rule, for games between two without hidden information or chance.
---@field pieces? table<string, string>|tesela.Piece[] For Blokus: 1..64 pieces, by name: { V3 = "x./xx" }; or a list, which sets their order.
---@field board? integer|integer[] For Blokus: the side, 3..20, or { columns, rows }.
---@field holes? string[] For Blokus: cells that no piece may cover, such as "e5"; no start cells.
---@field starts? string[] For Blokus: start cells, at least one for each colour; with corners=fixed exactly one, in the order of the colours.

--- A finished game, the argument of a measure.
---@class tesela.MeasuredGame
---@field state tesela.State The last position.
---@field record table The record, as decode returns it.
---@field moves string[] The moves as text.
---@field parts tesela.Parts[] The parts of each move.
---@field seats integer[] The seat of each move.
---@field choices integer[] The number of legal moves before each move.
---@field plies integer The number of moves.
---@field scores integer[] Points by seat.
---@field places integer[] Places by seat.
---@field winners integer[] The seats in first place.
---@field reason string The reason for the end.
---@field over boolean Whether it ended by its rules.
---@field values number[][]? For searched games: each seat's chance, at the start and after each move.
---@field pair integer The number of its pair.
---@field number integer The number of the game.

--- A piece of Blokus.
---@class tesela.Piece
---@field name string Letters, digits and _, at most 12.
---@field shape string Rows from the top, separated by / or newlines. Each x is a cell: 1 to 8, connected.

--- A whole game: like tesela.Derived, but its functions get no base.
---@class tesela.Defined
---@field name? string A letter, then letters, digits and _ (default: the name of the file).
---@field title? string One line, for people.
---@field summary? string The rules in a few lines.
---@field notation? string The notation of moves in a few lines.
---@field seats? integer|string 1..8 (default 2), or the name of an option.
---@field seat_names? string[] The names of the seats.
---@field options? table<string, integer|tesela.OwnOption> Options by name.
---@field board? tesela.DeclaredBoard A board. It provides the fields `board` and `last` (the last move), names of cells, `print` and `draw`.
---@field pieces? (string|tesela.DeclaredPiece)[] The pieces on the board (default: a disc for each seat).
---@field fields? table<string, integer|tesela.Field> The cells of a state: { left = 1, hand = { cells = 9, max = 2 } }.
---@field former? string[] Fields of earlier versions that position text may still contain.
---@field endings (string|tesela.Ending)[] The endings of the game, at most 16. With a board they can have tests, which run in this order, after `apply` and `over`.
---@field start? table<string, string|string[]>|fun(s: tesela.State, rng: tesela.Rng) Sets up the start, from cells that are all 0, with seat 1 to move. Or a table with the cells of each piece, by its letters: "d4", "row 1", "row -1" (the top row).
---@field moves (string|tesela.Verb)[]|fun(s: tesela.State, out: fun(m: tesela.Move|tesela.Move[])) Calls `out` with each move, a whole number from 1 on, or with a list of moves.
---@field keep? fun(s: tesela.State, m: tesela.Move): boolean Whether a listed move is legal. Random games in searches draw one move and check only that.
---@field pick? fun(s: tesela.State, rng: tesela.Rng): tesela.Move For random games in searches: draws a legal move, if that is faster than listing all. It must be able to draw every legal move.
---@field apply? fun(s: tesela.State, m: tesela.Move, rng: tesela.Rng?) Makes a move: sets cells, s.seat and, if the game ends, s.over; with `chance` it also gets a generator. Optional with a board.
---@field over? fun(s: tesela.State): string? Called at the start and after each move; returns nil, or the ending that has occurred.
---@field result? fun(s: tesela.State): integer[], integer[]? Scores, and places if they do not follow from them; optional if each ending says who wins.
---@field print? fun(s: tesela.State, m: tesela.Move): string The text of a move, without spaces.
---@field parts? table<string, function|table> The parts of a move, for s:parts(m): functions (s, m) by name, or { function, gives = "number", doc = "..." }, where gives is "number", "list" or "text".
---@field draw? fun(s: tesela.State, board: tesela.Board) Draws the position as board.seat sees it.
---@field hide? fun(s: tesela.State, seat: integer, rng: tesela.Rng) Deals hidden information that fields cannot express, after the fields have been dealt.
---@field tell? fun(s: tesela.State, m: tesela.Move, seat: integer): string The text of a move as far as the seat may know it, if `print` would reveal more.
---@field estimate? fun(s: tesela.State): number[], number?, number? For searches. Returns points by seat; the lead that is worth 3/4 of a win (default 1); and how far tree search trusts this value instead of a random game, in percent (default 100).
---@field policy? fun(s: tesela.State, m: tesela.Move): number For searches: the weight of a move, 0 or more.
---@field why? fun(s: tesela.State, text: string, m: tesela.Move?): string? Says in one line why text is not a legal move; m is the move if only `keep` refuses it. nil: the default reason.
---@field position? fun(s: tesela.State): string The position in your own notation; fields that it does not cover are added after it.
---@field read_position? fun(s: tesela.State, text: string): string? Sets the seat and the cells from such text, or returns what is wrong with it.
---@field chance? boolean Whether moves involve chance; then `apply` gets a generator.
---@field iterations? integer The iterations of each search in a match without a budget.
---@field weights? string The name of a file beside this one, written by `tesela learn`.
---@field levels? string The name of a file beside this one, written by `tesela levels`.
---@field measures? table<string, fun(game: tesela.MeasuredGame): number?> More measures for `tesela measure`, by name.
---@field swap? boolean The pie rule, for games between two without hidden information or chance.

--- The cells of a field and their range, for the rules and for position text.
---@class tesela.Field
---@field cells? integer|"board" Their number (default 1); "board": one for each cell of the board.
---@field min? integer The least value, 0 or below (default: 0 if `max` is given, else no limit).
---@field max? integer The largest value, 0 or above.
---@field seen? (integer|boolean)[]|false|fun(s: tesela.State, cell: integer, seat: integer): boolean The seats that see the cells. A list has a seat, true (all seats) or false (none) for each cell; false hides all cells; a function decides for each cell and seat. All seats see empty cells (0).
---@field pool? string The name of a pool: hidden numbers in fields with the same pool could be in each other's cells (default: the field's name).
---@field deal? "pool"|"any" "any": a hidden cell could contain any number in 1..max, whatever the other cells contain (default "pool").

--- Makers of boards, for the member `board` of a game.
---@class tesela.Boards
---@field square fun(columns: integer|string|tesela.Squares, rows: integer|string?): tesela.DeclaredBoard Squares: columns and rows (default: as many as columns), each a number or the name of an option; or a table.
---@field hex fun(columns: integer|string|tesela.Squares, rows: integer|string?): tesela.DeclaredBoard Hexagons: each row half a cell to the right of the one below.
---@field graph fun(graph: tesela.Graph): tesela.DeclaredBoard Points, with lines through some of them.

--- The members of all boards.
---@class tesela.DeclaredBoard
---@field max? integer The largest number in a cell, if cells contain numbers instead of pieces.
---@field regions? table<string, string[]> Names of cells, by region.
---@field ground? string The colour of all cells, in pictures.
---@field edges? string[] The colours of the borders: below, right, above, left.
---@field empty? string The text of empty cells.
---@field width? integer Letters in a cell (default 1).
---@field chequered? boolean Whether every second cell is grey.
---@field coordinates? boolean false: leave out the names of columns and rows.

--- A board of squares or hexagons. Cells are numbered row by row from the lower left corner.
---@class tesela.Squares: tesela.DeclaredBoard
---@field columns integer|string Their number, or the name of an option.
---@field rows? integer|string Their number, or the name of an option (default: as many as columns).
---@field ways? 4|8 The neighbours of a square: those that share a side (4), or a side or a corner (8, the default).
---@field wrap? "left-right"|"lower-upper"|"both" The opposite edges that are joined.
---@field holes? string[] The names of places without a cell.
---@field first? integer The number of the lower left cell (default 1).
---@field stride? integer The difference between the numbers of a cell and the one above it (default: columns).
---@field cells? integer The size of the field `board`, including numbers without a cell.

--- A board of points. They are numbered row by row from the lower left.
---@class tesela.Graph: tesela.DeclaredBoard
---@field lines? string[] The points of each line, in order: "a1 d1 g1". At most four lines go through a point.
---@field points? any[][] Name, column and row of each point, if the names do not say where the points are.

--- A piece. The first item of the table is its letters: { "W", colour = "white" }. The
--- cells of the board contain the numbers of pieces, from 1.
---@class tesela.DeclaredPiece
---@field shape? string Default: "disc" if it has a colour, else "letters".
---@field colour? string Its colour.
---@field owner? integer The seat that owns it, or 0 (default: piece 1 belongs to seat 1, and so on; the rest to 0).

--- Moves of one kind: "place" and "drop" (to the lowest empty cell of a column) put a piece
--- on the board, "step", "slide" and "hop" (over one piece) move one, "swap" mirrors the
--- first stone and changes its owner, "pass" is legal if no other move is. The verb is the
--- first item of the table.
---@class tesela.Verb
---@field ways? string|integer|(string|integer)[] For step, slide and hop: "all", "straight", "diagonal", "forward", "back", "sideways", "forward diagonal" or "back diagonal", as seen by the seat; or numbers of directions (default "all").
---@field to? string|string[] The possible contents of the destination: "empty", "enemy" (which is taken) or "own" (default "empty").
---@field pieces? string|string[] The letters of the pieces that move this way (default: all).
---@field when? table<string, string> A required value of an option: { swap = "on" }.

--- An ending: its name, which is the first item of the table, a test, and the result. By
--- default `row`, `joins` and `reaches` are wins for the owner of the piece that moved
--- last, `none` and `no_moves` are losses, and `full` is a draw.
---@class tesela.Ending
---@field row? integer|string At least this many pieces of one kind are in a straight row: a number, or the name of an option.
---@field exact? boolean Longer rows do not count.
---@field joins? string[][] For each seat, the regions that one group of its pieces must touch.
---@field reaches? (string|string[])[] For each seat, a region that one of its pieces must reach.
---@field none? true A seat has no piece.
---@field no_moves? true The seat to move has no move.
---@field full? true No cell is empty.
---@field wins? true The seat that the test concerns wins; for an ending that a function returns, the seat to move.
---@field loses? true That seat loses.
---@field draw? true It is a draw.
---@field most? true The seat with the most pieces wins; its score is their number.

--- The cells of a field: s.board[i] is one of them, #s.board is their number.
---@class tesela.Cells
---@field find fun(self: tesela.Cells, number: integer, last: integer|function?, out: function?): integer[]? The cells that contain number; with out, lists them as moves. Searches the cells 1 to last (default: the board, or all cells).
---@field count fun(self: tesela.Cells, number: integer, last: integer?): integer The count of cells that contain number.
---@field all fun(self: tesela.Cells, last: integer?): integer[] The contents of the cells, as a new table.
---@field run fun(self: tesela.Cells, cell: integer): integer The length of the longest straight row of equal cells through this one.
---@field group fun(self: tesela.Cells, cell: integer): integer, boolean, boolean, boolean, boolean The number of connected equal cells, including this one, and whether they touch the left, right, lower and upper side.
---@field around fun(self: tesela.Cells, cell: integer, number: integer): integer The count of neighbours that contain number.
---@field ray fun(self: tesela.Cells, cell: integer, through: integer, until: integer?, way: integer?): integer The length of a ray: the number of cells in a row after this one that contain through, if the next one contains until (default: whatever it contains). Without way, the sum over all directions.
---@field rays fun(self: tesela.Cells, number: integer, through: integer, until: integer, out: function?): integer The count of cells that contain number and have a ray in some direction; with out, lists them as moves.
---@field next fun(self: tesela.Cells, cell: integer, way: integer): integer? The next cell in a direction, or nil.
---@field name fun(self: tesela.Cells, cell: integer): string The name of a cell of the board.
---@field cell fun(self: tesela.Cells, name: string): integer? The cell with this name, or nil.

--- An option of a variant or of a game in Lua.
---@class tesela.OwnOption
---@field default integer|string|integer[] The default.
---@field min? integer The least value (default 0), within the range in the base.
---@field max? integer The largest value (default 99), within the range in the base.
---@field or_zero? boolean Whether 0 is also allowed, as in "2..9 or 0".
---@field words? string[] The allowed words, of at most 40 letters, in place of a range.
---@field doc? string One line.

--- The base of a variant, the game that it is derived from, as its functions call it.
---@class tesela.Base
---@field start fun(s: tesela.State, rng: tesela.Rng) Sets up the start of the base.
---@field moves fun(s: tesela.State): fun(): tesela.Move? The moves of the base, for a loop.
---@field apply fun(s: tesela.State, m: tesela.Move) Makes a move of the base.
---@field after fun(s: tesela.State, m: tesela.Move): tesela.State The position after a move of the base, by its rules; to look at, not to change.
---@field pass fun(s: tesela.State) Passes the turn without a move.
---@field over fun(s: tesela.State): string? The ending by the rules of the base, or nil.
---@field result fun(s: tesela.State): integer[], integer[] The scores and places by the rules of the base.
---@field print fun(s: tesela.State, m: tesela.Move): string The text of a move of the base.
---@field draw fun(s: tesela.State, board: tesela.Board) Draws the position as the base does.
---@field hide fun(s: tesela.State, seat: integer, rng: tesela.Rng) Deals the hidden information of the base.
---@field tell fun(s: tesela.State, m: tesela.Move, seat: integer): string The text of a move of the base, as far as the seat may know it.
---@field own fun(n: integer): tesela.Move The variant's own move with this number.
---@field number fun(m: tesela.Move): integer? The number of the variant's own move; nil for a move of the base.

--- The board that a draw function draws on.
---@class tesela.Board
---@field seat integer The seat whose view is drawn; 0 sees everything.
---@field hint tesela.Move? A move to mark as a hint.
---@field size fun(self: tesela.Board, columns: integer, rows: integer, width: integer?): tesela.Board Sets the size, and must be called first; width: letters in a cell (default 1).
---@field put fun(self: tesela.Board, column: integer, row: integer, text: string, colour: string?): tesela.Board Writes letters on a cell; rows count from the bottom.
---@field shape fun(self: tesela.Board, column: integer, row: integer, shape: string, colour: string?, letters: string?): tesela.Board Adds a shape, such as a disc, for pictures, and letters for text.
---@field cover fun(self: tesela.Board, column: integer, row: integer): tesela.Board Extends the last shape `squares`, or the last mark, to this cell.
---@field name fun(self: tesela.Board, name: string): tesela.Board Gives the last shape an identity, which it keeps when it moves.
---@field beside fun(self: tesela.Board, seat: integer, shape: string, colour: string?, text: string?): tesela.Board Adds a shape or words to a seat's box in the side panel of pictures.
---@field fill fun(self: tesela.Board, column: integer, row: integer, colour: string): tesela.Board Sets the colour of a cell.
---@field empty fun(self: tesela.Board, letter: string): tesela.Board Sets the text of empty cells.
---@field table fun(self: tesela.Board): tesela.Board Makes pictures show no board, only the pieces on a table.
---@field ground fun(self: tesela.Board, colour: string): tesela.Board Sets the colour of all cells, in pictures.
---@field edges fun(self: tesela.Board, below: string, right: string, above: string, left: string): tesela.Board Sets the colours of the borders, in pictures.
---@field slant fun(self: tesela.Board): tesela.Board Shifts each row half a cell to the right of the one below, as for Hex.
---@field mark fun(self: tesela.Board, column: integer, row: integer, what: "last"|"hint"?, from_column: integer?, from_row: integer?): tesela.Board Marks the last move or a hint, with an arrow if it has an origin.
---@field note fun(self: tesela.Board, line: string): tesela.Board Adds a line below the board; without one, a whole game names the seat to move.

--- One option of a game.
---@class tesela.Option
---@field name string As in rules(game, { name = value }).
---@field doc string One line.
---@field range string The allowed values, "1..99".
---@field default integer|string|integer[] The default.

--- One query of a game: a method of its states.
---@class tesela.Query
---@field name string The method's name.
---@field takes string Its argument; "" if it has none.
---@field gives "integer"|"string"|"string[]"|"integer[][]" Its result; integer[][]: a list for each seat.
---@field doc string One line.

--- One part of the moves of a game.
---@class tesela.Part
---@field name string The name in tesela.Parts.
---@field gives "integer"|"string"|"string[]" Its type.
---@field doc string One line.

--- A game with its options fixed. It never changes.
---@class tesela.Rules
---@field name string The game's name.
---@field seats integer The number of players.
---@field seat_names string[] The names of the seats: { "white", "red" }.
---@field options table<string, integer|string|integer[]> All options with their values.
---@field iterations integer? The iterations of a search without a budget, if the game's file sets them.
---@field learnt boolean Whether searches use the weights that the game's file names (tesela learn).
local Rules = {}

--- A new game, with an empty history. The same seed gives the same start.
--- ```lua
--- qwirkle = tesela.rules "qwirkle"
--- print(qwirkle:start(42) == qwirkle:start(42)) --> true
--- print(table.concat(qwirkle:start(42):hand(1), " ")) --> bs od rc rt ys yu
--- ```
---@param seed? integer|{bag: string} In 0..2^53-1 (default 0); or the draw order, if the game has one.
---@return tesela.State state
function Rules:start(seed) end

--- The position that a string describes (as from state:fen), with a new history.
--- ```lua
--- s = tesela.rules("mixtour"):load "5/5/2,rw,2/5/5 r 0:0 b2-c3"
--- print(s.seat, s:cell "c3") --> 2	rw
--- ```
---@param fen string Position text.
---@param seed? integer Deals the unknown part of a view's text (default 0).
---@return tesela.State state
function Rules:load(fen, seed) end

--- Plays random games and compares the game's functions with each other.
--- ```lua
--- print(tesela.rules("tictactoe"):check { games = 2, seed = 1 }) --> true
--- ```
---@param options {games: integer?, seed: integer?, max_plies: integer?, watch: (fun(games: integer, ply: integer): boolean?)?} Default: 10 games from seed 0, each cut off at 10000 plies; watch is called with the number of finished games and the ply, and ends the check by returning true.
---@return true? agrees nil if something disagrees.
---@return string? what The disagreement, its place, and the seed that shows it.
---@return {["function"]: string, fault: string?, seed: integer, ply: integer}? found The same as data: the faulty function, and the kind of its fault if it has several.
function Rules:check(options) end

--- Plays uniformly random games from the start, as fast as the game can.
--- ```lua
--- plies, signature = tesela.rules("mixtour"):playouts { games = 10, seed = 1 }
--- print(plies, signature) --> 387	5050966675993258379
--- ```
---@param options {games: integer?, seed: integer?, listed: boolean?, drawn: boolean?} Default: one game from seed 0; listed: list all moves at every ply; drawn: draw moves with the `keep` or `pick` of a whole game, as searches do.
---@return integer plies Of all games together.
---@return integer signature A hash of all final positions.
function Rules:playouts(options) end

-- ---- states -----------------------------------------------------------------

--- One position, with its history. Two states are equal (==) if the rest of the game is
--- the same from both; tostring draws the board.
---@class tesela.State
---@field seat integer? The seat to move, from 1; nil when over.
---@field over boolean Whether the game has ended by its rules.
---@field ply integer The number of moves since the start or since loading; of the functions of a game in Lua, only `draw` may read it.
---@field rules tesela.Rules Its rules.
---@field options table<string, any> The options of its rules, by name; read-only.
---@field viewer integer? The seat of a view; nil if the state shows everything.
---@field scores integer[] Points by seat, at any time.
---@field places integer[]? Places by seat when over; 1 is first.
---@field winners integer[]? The seats in first place when over; several mean a draw.
---@field reason string? The ending, when over.
---@field seat_names string[] The names of the seats; under the pie rule they follow the sides.
local State = {}

--- An iterator over the legal moves: for m in s:moves() do. None when over.
--- ```lua
--- s = tesela.rules("mixtour"):start():play "b2"
--- ways = 0
--- for m in s:moves() do
---   if s:parts(m).to == "c3" then ways = ways + 1 end
--- end
--- print(ways) --> 1
--- ```
---@return fun(): tesela.Move? next
function State:moves() end

--- The legal moves as a table, in the order of moves().
--- ```lua
--- s = tesela.rules("mixtour"):start()
--- print(#s:list(), s:text(s:list()[1])) --> 25	a1
--- ```
---@return tesela.Move[] moves
function State:list() end

--- The legal moves as text, in the game's notation.
--- ```lua
--- s = tesela.rules("mixtour"):start():play "b2"
--- print(table.concat(s:texts(), " ", 1, 5)) --> a1 b1 c1 d1 e1
--- ```
---@return string[] texts
function State:texts() end

--- The number of legal moves.
--- ```lua
--- print(tesela.rules("blokus"):start():count()) --> 232
--- ```
---@return integer count
function State:count() end

--- The legal move that a string or an integer stands for; or nil, the reason, and its kind:
--- "unreadable" (not a move of this game), "no cell" (the board has no such cell), "ways"
--- (the reason lists the ways to lay the piece) or "illegal" (anything else).
--- ```lua
--- s = tesela.rules("mixtour"):start():play "b2"
--- print(s:move "b2-d4")
--- --> nil	b2-d4: d4 is empty; a move ends on another stack	illegal
--- ```
---@param move string|tesela.Move "b2", or an integer.
---@return tesela.Move? move
---@return string? reason
---@return string? kind
function State:move(move) end

--- Whether this is a legal move here.
--- ```lua
--- s = tesela.rules("mixtour"):start():play "b2"
--- print(s:legal "b2", s:legal "c3") --> false	true
--- ```
---@param move string|tesela.Move Text or any integer.
---@return boolean legal
function State:legal(move) end

--- Makes a move. An illegal one raises with the reason and changes nothing.
--- ```lua
--- s = tesela.rules("mixtour"):start():play "b2":play "c3":play "b2-c3"
--- print(s:fen()) --> 5/5/2,rw,2/5/5 r 0:0 b2-c3
--- ```
---@param move string|tesela.Move "b2", or an integer.
---@return tesela.State self The same state, for chained calls.
function State:play(move) end

--- Makes one of the legal moves, each equally likely.
--- ```lua
--- s, rng = tesela.rules("mixtour"):start(), tesela.rng(1)
--- while not s.over do s:play_random(rng) end
--- print(s.reason) --> points
--- ```
---@param rng tesela.Rng The generator that chooses; one of its numbers is used.
---@return tesela.State self The same state, for chained calls.
function State:play_random(rng) end

--- Makes a move if it is legal and returns it; or nil, the reason, and its kind as in
--- s:move. The state keeps the text of the move, so history and record need no replay.
--- ```lua
--- s = tesela.rules("tictactoe"):start():play "a1"
--- move, why = s:try "a1"
--- print(why) --> a1: a1 is not empty
--- print(s:try "b2" ~= nil, s.ply) --> true	2
--- ```
---@param move string|tesela.Move "b2", or an integer.
---@return tesela.Move? move
---@return string? reason
---@return string? kind
function State:try(move) end

--- A legal move in the game's notation.
--- ```lua
--- s = tesela.rules("mixtour"):start()
--- print(s:text(s:list()[7])) --> b2
--- ```
---@param move string|tesela.Move A legal move.
---@return string text
function State:text(move) end

--- The parts of a legal move, by name; each game has its own names.
--- ```lua
--- s = tesela.rules("mixtour"):start():play "b2":play "c3"
--- parts = s:parts "b2-c3"
--- print(parts.kind, parts.from, parts.to, parts.pieces) --> move	b2	c3	1
--- print(s:parts("b2-c3", "kind", "pieces")) --> move	1
--- ```
---@param move string|tesela.Move A legal move.
---@param ... string Names of parts to return as values instead, which is faster; nil for parts that the move does not have.
---@return tesela.Parts parts
function State:parts(move, ...) end

--- An equal, independent state with the same history.
--- ```lua
--- s = tesela.rules("mixtour"):start()
--- print(s:copy() == s, s:copy():play "b2" == s) --> true	false
--- ```
---@return tesela.State copy
function State:copy() end

--- For the functions of a whole game: a new state, in which `apply` has made a move.
--- Neither `keep` nor `over` runs, so both may look at the position after a move.
--- ```lua
--- apart = tesela.define { -- no stone may make a row of three
---   name = "no_three", board = tesela.board.square(3), moves = { "place" },
---   keep = function(s, m) return s:after(m).board:run(m) < 3 end,
---   endings = { "stuck" },
---   over = function(s) return s:count() == 0 and "stuck" or nil end,
---   result = function(s) return { s.seat - 1, 2 - s.seat } end,
--- }
--- s = tesela.rules(apart):start()
--- for m in ("a1 a2 b1 b2"):gmatch "%S+" do s:play(m) end
--- print(s:count(), s:legal "c1") --> 4	false
--- ```
---@param move tesela.Move A number listed by the function moves.
---@return tesela.State after
function State:after(move) end

--- The position as far as a seat may know it. The result is an ordinary state, in which the
--- rest is dealt at random.
--- ```lua
--- s = tesela.rules("qwirkle"):start(42)
--- print(table.concat(s:hand(2), " ")) --> bd od pt rd rf yc
--- print(s:view(1):fen():sub(1, 35)) --> - bs+od+rc+rt+ys+yu/?+?+?+?+?+? ?+?
--- ```
---@param seat integer The seat that looks; for a view, only its own seat.
---@param rng? tesela.Rng|integer Deals the hidden part: a generator or a seed (default 0).
---@return tesela.State view
function State:view(seat, rng) end

--- The position as one line of text, which rules:load reads back. The text of a finished
--- position is for display: load may refuse it, or continue from it.
--- ```lua
--- print(tesela.rules("mixtour"):start():play "b2":fen())
--- --> 5/5/5/1,w,3/5 r 0:0 b2
--- ```
---@return string fen
function State:fen() end

--- A number that equal states share. It may be any integer.
--- ```lua
--- s = tesela.rules("mixtour"):start()
--- t = s:copy():play "b2":play "c3"
--- u = s:copy():play "b2":play "c3"
--- print(t:hash() == u:hash()) --> true
--- ```
---@return integer hash
function State:hash() end

--- The moves that led here, as text; in a view, only as far as its seat may know them.
--- ```lua
--- s = tesela.rules("mixtour"):start():play "b2":play "c3"
--- print(table.concat(s:history(), " ")) --> b2 c3
--- ```
---@return string[] moves
function State:history() end

--- The game so far as a record: one line of JSON, which replay accepts.
--- ```lua
--- s = tesela.rules("tictactoe"):start():play "b2"
--- record = tesela.decode(s:record { players = { "Ada", "Bob" } })
--- print(record.players[2], record.moves[1]) --> Bob	b2
--- ```
---@param options? tesela.RecordOptions Members that a state does not know.
---@return string line Without the newline.
function State:record(options) end

--- The number of move sequences of exactly this many plies.
--- ```lua
--- s = tesela.rules("mixtour"):start()
--- print(s:perft(1), s:perft(2), s:perft(3)) --> 25	600	14088
--- ```
---@param depth integer In 0..100.
---@return integer leaves
function State:perft(depth) end

--- The end of a uniformly random game from here, as a new state without a history.
--- ```lua
--- final = tesela.rules("mixtour"):start():playout(tesela.rng(1))
--- print(final.over, final.reason) --> true	points
--- ```
---@param rng tesela.Rng The source of the moves.
---@return tesela.State final
function State:playout(rng) end

--- How a board is drawn.
---@class tesela.DrawOptions
---@field palette 0|16|256? The number of colours (default 0: plain letters).
---@field mark integer|string? A legal move to mark.
---@field cells string[]? Names of cells to mark.
---@field symbols boolean? Symbols in place of letters, if the game has them.
---@field last string[]? More cells to mark like the last move: those of earlier moves.
---@field open string[]? Names of cells that show a + if they are empty.
---@field columns integer? Width of the screen in characters; of a wider board, only the part around the marks is shown.
---@field rows integer? Height of the screen in lines; likewise.
---@field notes string[]? More lines, below the board or, for a dense board, in the side panel.

--- One of the moves that `hint` returns.
---@class tesela.HintMove
---@field move tesela.Move
---@field text string
---@field value number? 0..1 for the seat to move; absent if there is no choice.
---@field proof "win"|"draw"|"loss"|nil
---@field line string[] The expected moves, this one first.

--- The best moves for the side to move, found by the search of `expert`. The result prints
--- as the board and these moves, with the expected replies. Sandboxed bots cannot call it.
--- ```lua
--- s = tesela.rules("tictactoe"):start():play "a1":play "b3":play "b2"
--- hint = s:hint(1, { iterations = 200 })
--- print(hint[1].text) --> c3
--- ```
---@param count? integer The number of moves (default 3).
---@param budget? {iterations: integer?, seconds: number?, seed: integer?, threads: integer?} For the search; the expected replies take a fraction of it in addition.
---@return tesela.HintMove[] hint First the best move, which was tried most; then the others, by value.
function State:hint(count, budget) end

--- The board as text, with the last move marked by brackets.
--- ```lua
--- print(tesela.rules("tictactoe"):start():play "b2":draw())
--- -->      a   b   c
--- -->    +---+---+---+
--- -->  3 |   |   |   | 3
--- -->    +---+---+---+
--- -->  2 |   |[X]|   | 2
--- -->    +---+---+---+
--- -->  1 |   |   |   | 1
--- -->    +---+---+---+
--- -->      a   b   c
--- --> O to move
--- ```
---@param options? tesela.DrawOptions
---@return string text
function State:draw(options) end

--- How a picture is drawn.
---@class tesela.PictureOptions
---@field mark integer|string? A legal move to mark.
---@field cells string[]? Names of cells to mark.
---@field coordinates boolean? false: leave out the names of columns and rows.
---@field beside boolean? false: leave out the side panel.
---@field width integer? Width in pixels.
---@field frame tesela.Frame? The cells that the picture has room for, as returned by `elements`.
---@field svg boolean? For `elements`: give each element its part of the picture.

--- Cells of a board.
---@class tesela.Frame
---@field column integer The leftmost column, from 1.
---@field row integer The bottom row.
---@field columns integer The number of columns.
---@field rows integer The number of rows.

--- The board as a picture, with the last move marked.
--- ```lua
--- print(tesela.rules("hex"):start():svg():match "^<svg") --> <svg
--- ```
---@param options? tesela.PictureOptions
---@return string svg A whole SVG file.
function State:svg(options) end

--- One element of a drawing.
---@class tesela.Element
---@field id string Its unique identity, which it keeps when it moves.
---@field kind "cell"|"piece"|"tile"|"mark"|"words" Its kind.
---@field shape string Its shape: disc, star, last ...
---@field colour string Its colour, or plain.
---@field text string Its letters or words.
---@field level integer Its place in a stack, from the bottom; in a box, its number.
---@field turn integer Its rotation, for a piece that can be turned.
---@field box integer 0: on the board; else the seat or colour of its box in the side panel.
---@field squares integer[][] The cells that it covers: { column, row } each.
---@field x integer? Its column, on the board.
---@field y integer? Its row.
---@field svg string? Its part of the picture, if options.svg is true.

--- The elements of the board and the side panel, from which text and pictures are made.
--- ```lua
--- s = tesela.rules("mixtour"):start():play "b2":play "c3":play "b2-c3"
--- elements, frame = s:elements()
--- print(frame.columns, frame.rows) --> 5	5
--- for _, element in ipairs(elements) do
---   if element.box == 0 then print(element.id, element.colour) end
--- end
--- --> disc c3/1	red
--- --> disc c3/2	white
--- --> last c3	plain
--- ```
---@param options? tesela.PictureOptions As for svg.
---@return tesela.Element[] elements
---@return tesela.Frame frame The cells of the board.
function State:elements(options) end

--- The draw order that a start was dealt from; nil if the game deals nothing.
--- ```lua
--- print(tesela.rules("qwirkle"):start(42):dealt():sub(1, 17))
--- --> bs,od,rc,rt,ys,yu
--- ```
---@return string? bag As accepted by rules:start { bag = }.
function State:dealt() end

--- mixtour: the pieces of a stack, bottom to top: "wrr"; "" if empty
--- ```lua
--- s = tesela.rules("mixtour"):start():play "b2":play "c3":play "b2-c3"
--- print(s:cell "c3") --> rw
--- ```
---@param cell string "a1" to "e5".
---@return string pieces
function State:cell(cell) end

--- mixtour: the height of a stack
--- ```lua
--- s = tesela.rules("mixtour"):start():play "b2":play "c3":play "b2-c3"
--- print(s:height "c3", s:height "b2") --> 2	0
--- ```
---@param cell string "a1" to "e5".
---@return integer height 0 if empty.
function State:height(cell) end

--- mixtour: the number of pieces in a seat's reserve
--- ```lua
--- s = tesela.rules("mixtour"):start():play "b2"
--- print(s:reserve(1), s:reserve(2)) --> 19	20
--- ```
---@param seat integer 1 is white, 2 is red.
---@return integer pieces
function State:reserve(seat) end

--- mixtour: the names of all cells
--- ```lua
--- s = tesela.rules("mixtour"):start()
--- print(#s:cells(), s:cells()[1], s:cells()[25]) --> 25	a1	e5
--- ```
---@return string[] cells
function State:cells() end

--- mixtour: what a move scores, and the stack that it removes; or ""
--- ```lua
--- s = tesela.rules("mixtour"):load "5/5/2,rwrw,2/1,w,3/5 w 0:0 -"
--- print(s:explain "c3:4-b2")
--- --> b2 is 5 high: a point for white; 3 white and 2 red go back
--- ```
---@param move string|tesela.Move A legal move.
---@return string words "" if it scores nothing.
function State:explain(move) end

--- The parts of a move; which ones exist depends on the game and the move.
---@class tesela.Parts
---@field kind string Mixtour: enter, move, pass. Losetas: table, cover. Blokus: place, pass. Qwirkle: place, swap, pass. In Lua: "move"; in a variant also "own" or "pass".
---@field number integer? For a game in Lua: the number of the move; for a variant's own move, the number given to base.own.
---@field from string? Mixtour: the cell that a move begins on.
---@field to string? Mixtour: the cell that a move or an entry ends on.
---@field pieces integer? Mixtour: the number of moving pieces.
---@field colour string? Losetas, Blokus: the colour of the tile or piece.
---@field piece string? Losetas, Blokus: its name.
---@field at string? Losetas, Blokus: its first cell, in the lowest row.
---@field cells string[]? The covered cells.
---@field level integer? Losetas: 1 on the table, 2 on one tile.
---@field turn integer? Blokus: the number of its orientation, from 1.
---@field size integer? Blokus: the number of cells. Qwirkle: the number of tiles.
---@field points integer? Qwirkle: the points that it scores.
---@field direction string? Qwirkle: row or column, for a placement of several tiles.
---@field tiles string[]? Qwirkle: the tiles, in the order of the cells.

--- More members of a record.
---@class tesela.RecordOptions
---@field players string[]? Names by seat.
---@field seconds number[]? The time of each move, from 0 on; may have gaps.
---@field values number[]? The player's value for each move, 0..1; may have gaps.
---@field pair integer? The number of the pair in a match.
---@field result tesela.OutsideResult? The result of a game that is not over by its rules; otherwise the rules decide.
---@field notes table<integer, string>? Remarks by ply, from 0: members "note 0" and so on.

--- A result from outside the rules.
---@class tesela.OutsideResult
---@field reason string resigned, agreement, time, memory, illegal, error, plies or adjudicated.
---@field places integer[] By seat; 1 is first, and must occur unless there is only one player.
---@field message string? The text of an error.

-- ---- random numbers, records, data ------------------------------------------

--- A generator of random numbers. The same seed gives the same numbers everywhere.
--- ```lua
--- rng = tesela.rng(1)
--- print(rng:int(6), rng:int(6), rng:int(6)) --> 5	4	4
--- ```
---@param seed integer In 0..2^53-1.
---@return tesela.Rng rng
function tesela.rng(seed) end

--- A generator of random numbers (xoshiro256**, seeded by splitmix64).
---@class tesela.Rng
local Rng = {}

--- A whole number in 1..n, each equally likely.
--- ```lua
--- print(tesela.rng(7):int(100)) --> 71
--- ```
---@param n integer From 1 on.
---@return integer number
function Rng:int(n) end

--- A number x with 0 <= x < 1.
--- ```lua
--- print(("%.4f"):format(tesela.rng(7):float())) --> 0.7006
--- ```
---@return number x
function Rng:float() end

--- A seed for another generator.
--- ```lua
--- other = tesela.rng(tesela.rng(7):seed())
--- print(other:int(100)) --> 86
--- ```
---@return integer seed In 0..2^53-1.
function Rng:seed() end

--- One item of a list, each equally likely.
--- ```lua
--- print(tesela.rng(7):pick { "red", "green", "blue" }) --> blue
--- ```
---@generic T
---@param list T[] With at least one item.
---@return T item
function Rng:pick(list) end

--- Shuffles the items of a list: every order is equally likely.
--- ```lua
--- print(table.concat(tesela.rng(7):shuffle { 1, 2, 3, 4, 5 }, " "))
--- --> 1 5 3 2 4
--- ```
---@generic T
---@param list T[] Changed in place.
---@return T[] list The same one.
function Rng:shuffle(list) end

--- Replays a record. Without `plies` it plays the whole game and checks the recorded result
--- against the rules.
--- ```lua
--- s = tesela.rules("mixtour"):start():play "b2":play "c3"
--- print(tesela.replay(s:record()) == s) --> true
--- print(tesela.replay("{}")) --> nil	no member "tesela"
--- ```
---@param line string One line, as written by state:record.
---@param plies? integer The number of moves to play; then the result is not compared.
---@param game? tesela.AnyGame The game to use instead of the one that the record names, for your own file.
---@return tesela.State? state With the history of the game; nil if the record is wrong.
---@return string? reason
---@return string? missing The name in the record, if no game has it.
function tesela.replay(line, plies, game) end

--- A value as JSON. Tables with items 1..n and empty tables become arrays, tables with
--- string keys become objects, sorted. Values that would not survive raise an error: other
--- keys, zero bytes in keys, lists with holes, NaN, infinity, strings that are not UTF-8.
--- ```lua
--- print(tesela.encode({ moves = { "b2" }, game = "mixtour" }, { "game" }))
--- --> {"game":"mixtour","moves":["b2"]}
--- ```
---@param value any Tables, strings, numbers, booleans, tesela.null.
---@param order? string[] Keys that come first, in this order.
---@return string json
function tesela.encode(value, order) end

--- The value of JSON text: null becomes nil, and if a name is repeated, its last value
--- counts. A number without point and exponent is an integer if it fits into 64 bits; any
--- other is a float, at most 1e308 or -1e308, which tesela.encode can write again.
--- ```lua
--- print(tesela.decode('{"moves":["b2","c3"]}').moves[2]) --> c3
--- print(tesela.decode "[18446744073709551615]"[1]) --> 1.844674407371e+19
--- print(tesela.decode "{")
--- --> nil	not JSON at byte 1: string or '}' expected near end of file
--- ```
---@param text string JSON.
---@return any? value nil if it is not JSON.
---@return string? reason
function tesela.decode(text) end

--- Seconds since some moment in the past; it never goes back. Bots in tournaments have it
--- only if budgets are in seconds.
--- ```lua
--- begun = tesela.clock()
--- tesela.rules("mixtour"):start():perft(3)
--- print(tesela.clock() - begun < 60) --> true
--- ```
---@return number seconds
function tesela.clock() end

-- ---- search -----------------------------------------------------------------

--- Searches for a good move by Monte Carlo tree search or, for two players without hidden
--- things, alpha-beta. With one thread, the same seed and iterations give the same result.
--- Ctrl-C ends your own search, which then returns its result so far.
--- ```lua
--- s = tesela.rules("mixtour"):load "5/5/2,rwrw,2/1,w,3/5 w 0:0 -"
--- move, report = tesela.search(s, { method = "alphabeta", depth = 2 })
--- print(s:text(move), report.proof) --> c3:4-b2	win
--- ```
---@param state tesela.State Not over. The search uses only information that the seat to move can see.
---@param options? tesela.SearchOptions|tesela.SearchBudget How long to search (default 1000 iterations), and how.
---@return tesela.Move best
---@return tesela.Report report The result, which prints as a table.
function tesela.search(state, options) end

--- A searcher that keeps its tree, or its table, from move to move in a game.
--- ```lua
--- rules = tesela.rules("mixtour")
--- searcher = tesela.searcher(rules, { method = "mcts", playouts = "uniform" })
--- move, report = searcher:search(rules:start(), { iterations = 50 })
--- print(report.method, report.iterations) --> mcts	50
--- ```
---@param rules tesela.Rules The rules of the states to search.
---@param options? tesela.SearchOptions How to search; each search sets how long.
---@return tesela.Searcher searcher
function tesela.searcher(rules, options) end

--- A searcher, which remembers earlier searches.
---@class tesela.Searcher
local Searcher = {}

--- Like tesela.search. Earlier results are reused if that is sound: if the moves since then
--- led to this state, and nothing is hidden.
--- ```lua
--- s = tesela.rules("mixtour"):start()
--- searcher = tesela.searcher(s.rules)
--- s:play(searcher:search(s, { iterations = 100 }))
--- move, report = searcher:search(s, { iterations = 100 })
--- print(report.kept > 0) -- the tree has been kept
--- --> true
--- ```
---@param state tesela.State Not over.
---@param budget? tesela.SearchBudget How long to search (default 1000 iterations).
---@return tesela.Move best
---@return tesela.Report report
function Searcher:search(state, budget) end

--- Forgets everything.
--- ```lua
--- s = tesela.rules("mixtour"):start()
--- searcher = tesela.searcher(s.rules)
--- searcher:search(s, { iterations = 100 })
--- searcher:clear()
--- move, report = searcher:search(s, { iterations = 100 })
--- print(report.kept) --> 0
--- ```
function Searcher:clear() end

--- How long to search; the first limit reached ends the search.
---@class tesela.SearchBudget
---@field iterations integer? Playouts; for alphabeta: nodes (positions).
---@field seconds number? The time limit; it also ends a playout in progress.
---@field depth integer? For alphabeta: plies, at most 64.
---@field settle boolean? For mcts: also end the search when the remaining iterations could not make another move the most visited one. The result is the move that the full search would choose, unless the full search would have proven that this move loses or that another one wins. It has no effect with a time limit alone.
---@field seed integer? For mcts (default 0).
---@field progress (fun(report: tesela.Report): boolean?)? Called with the report so far, which has the ten best moves; if it returns true, the search ends. In a sandbox, it is called only if the bot has a clock or a budget in seconds.
---@field every number? Seconds between two calls of `progress` (default 0.1); alphabeta also calls it after each completed depth.
---@field threads integer? Search threads, 1 to 64 (default 1). Sandboxed bots, and searches that call functions in Lua (of the game, `evaluate`, `prior`), use one. With several threads, results differ from run to run.

--- How to search. tesela.search accepts these members and those of a budget in one table.
---@class tesela.SearchOptions
---@field method "mcts"|"alphabeta"? Default mcts.
---@field memory integer? Bytes for the tree (256 MB) or the transposition table (32 MB); a full tree forgets its least visited branches.
---@field exploration number? For mcts: the exploration constant; with larger values, moves that have done badly so far are tried more often.
---@field margin number? 0..1: the weight of the points in the value; the remaining weight goes to the rank (default 0).
---@field playouts "game"|"uniform"? For mcts: the game's own playouts, or uniformly random ones.
---@field policy "game"|"none"? For mcts: the game's own weights of moves, or none.
---@field reductions "none"|"late"? For alphabeta. "late" searches moves late in the move order less deeply and answers to threats more deeply: usually stronger, but it may miss a win within its depth. If a side seems to be winning, and no depth is set, one position in eight is spent on a search for a proof. A reported proof is certain.
---@field weights userdata? Weights to use instead of the rules' own: a result of require("tesela.weights").read(rules, bytes).
---@field evaluate (fun(state: tesela.State): number[])? Static evaluation: a value in 0..1 for each seat, in place of playouts.
---@field prior (fun(state: tesela.State, moves: tesela.Move[]): number[])? For mcts: a non-negative weight for each move, in place of the game's policy.
---@field iterations integer? As in SearchBudget.
---@field seconds number? As in SearchBudget.
---@field depth integer? As in SearchBudget.
---@field settle boolean? As in SearchBudget.
---@field seed integer? As in SearchBudget.
---@field progress (fun(report: tesela.Report): boolean?)? As in SearchBudget.
---@field every number? As in SearchBudget.
---@field threads integer? As in SearchBudget.

--- The result of a search. It prints as a table.
---@class tesela.Report
---@field method "mcts"|"alphabeta"
---@field best string The best move.
---@field value number 0..1 for the seat to move; a win is 1.
---@field proof "win"|"draw"|"loss"|nil The proven result, whatever the opponents do.
---@field plies integer? For alphabeta: the proven end comes within this many plies.
---@field moves tesela.SeenMove[] The tried moves, the best first.
---@field untried tesela.Move[] Moves that were not tried; for mcts, the most likely first.
---@field line string[] The principal variation: the expected moves.
---@field iterations integer The number of iterations in this search.
---@field kept integer Visits kept in the tree from earlier searches.
---@field seconds number
---@field threads integer The number of search threads.
---@field depth integer In plies: the depth of the tree, or the last completed depth.
---@field memory integer Bytes in use.
---@field full boolean Whether the tree was full and lost branches.
---@field stopped boolean Whether Ctrl-C or `progress` ended it.
---@field settled boolean Whether `settle` ended it.
---@field values number[]? For mcts: the mean value of all iterations for each seat, 0..1.
---@field leads number[]? For mcts with playouts: each seat's mean lead in points over its best opponent.

--- One move of a report.
---@class tesela.SeenMove
---@field text string
---@field move tesela.Move
---@field visits integer Iterations through it; for alphabeta, nodes below it.
---@field value number 0..1 for the seat to move.
---@field proof "win"|"draw"|"loss"|nil
---@field bound boolean? For alphabeta: the value is an upper bound.

-- ---- bots and matches -------------------------------------------------------

--- The names of the shipped bots.
--- ```lua
--- print(table.concat(tesela.bots(), " "))
--- --> random greedy lookahead mcts alphabeta expert
--- ```
---@return string[] names
function tesela.bots() end

--- A bot from its name, the path of its file, a function, a table, or the command of a
--- program after "exec:" or "gtp:". A bot from a file plays in a sandbox, in a process of
--- its own, unless it is trusted.
--- ```lua
--- first = tesela.bot(function(view) return view:list()[1] end)
--- print(first.name, tesela.bot("greedy").name) --> bot	greedy
--- ```
---@param spec tesela.AnyBot The bot; a result of tesela.bot is returned unchanged.
---@param options? {trusted: boolean?, reuse: boolean?, start: number?, memory: number?, cpu: number?} trusted: load a file in this process, with all of Lua. For a program: reuse: use it for more than one game; start: the seconds allowed for its start (default 10); memory: its limit in MB; cpu: its limit in CPU seconds.
---@return tesela.Bot bot A table with name and choose.
function tesela.bot(spec, options) end

--- A bot as a table. An error or an illegal move loses the game.
---@class tesela.Bot
---@field name string? Its name in tables and records, if it is trusted; a sandboxed bot has the name of its file.
---@field new (fun(rules: tesela.Rules, seat: integer, seed: integer, parameters: table<string, number>?): any)? Makes the object for one game.
---@field parameters table<string, {[1]: number, [2]: number, [3]: number, whole: boolean?}>? The numbers that `tesela tune` may change, by name: { start, min, max }.
---@field choose fun(self: any, view: tesela.State, budget: tesela.Budget): string|tesela.Move, number?, string? Returns a move or "resign"; optionally the move's value, 0..1 (other values are dropped); and "draw" to offer a draw with the move, in a two-player game.
---@field draw (fun(self: any, view: tesela.State): boolean)? Called when the opponent offers a draw; true accepts.
---@field ponder (fun(self: any, view: tesela.State, seconds: number, threads: integer): boolean)? `ponder(self, view, seconds, threads)`: thinks about a position in which another seat is to move. It is called repeatedly until it returns false. Only `play` with `ponder` calls it, and only for shipped and trusted bots.
---@field levels boolean|fun(rules: tesela.Rules): integer|nil Whether the bot has levels, or a function that returns their number for a game. The bot then gets `budget.level`.

--- How long a bot should think about one move.
---@class tesela.Budget
---@field iterations integer? Each bot decides what an iteration is.
---@field seconds number? Wall-clock seconds for this move.
---@field level integer? 1..9, for a bot with `levels`, instead of `iterations` and `seconds`.
---@field clock number[]? In a game with a clock: the seconds left for each seat.
---@field increment number? The seconds that each move adds to the clock, including the first.
---@field moves integer? On a clock with periods: the moves left in the current period.
---@field seed integer The seed for the bot's random numbers; different for every move.
---@field threads integer? Threads that the bot's searches may use (more than one only if a person is waiting for the move).
---@field parameters table<string, number>? The values of the declared parameters.

--- Plays one game between bots. The same seed gives the same game.
--- ```lua
--- game = tesela.run {
---   rules = "mixtour", bots = { "greedy", "random" }, seed = 1,
--- }
--- print(game.reason, game.places[1], game.places[2]) --> points	1	2
--- ```
---@param options tesela.RunOptions
---@return tesela.PlayedGame game
function tesela.run(options) end

--- The options of run.
---@class tesela.RunOptions
---@field rules string|tesela.Rules A game's name, the path of a variant, or rules.
---@field bots tesela.AnyBot[] One for each seat.
---@field seed integer? For the start (default 0).
---@field luck integer? The seed of the bots' random choices (default: the seed).
---@field budget {iterations: integer?, seconds: number?, level: integer?, clock: string?}? For each move. level: 1..9, for bots that have levels; clock: for the whole game, "60+1" or "10/60".
---@field max_plies integer? A game of this many plies is a draw (default 100000).
---@field pair integer? The number of the pair in a match.
---@field trusted boolean? Bots from files run in this process, with all of Lua.
---@field programs boolean? Start bots that are given as a command.

--- A game played by bots.
---@class tesela.PlayedGame
---@field number integer? In a match, from 1.
---@field state tesela.State The last position.
---@field places integer[] By seat, even if something outside the rules ended the game.
---@field reason string The reason for the end.
---@field message string? The fault by which a bot lost.
---@field line string The record of the game.

--- Plays a match between two bots. Games come in pairs with the same seed and swapped
--- seats. The result prints as a table.
--- ```lua
--- result = tesela.match {
---   rules = "mixtour", bots = { "greedy", "random" },
---   games = 10, seed = 1,
--- }
--- print(result.wins, result.draws, result.losses) --> 9	0	1
--- ```
---@param options tesela.MatchOptions
---@return tesela.MatchResult result
function tesela.match(options) end

--- The options of match.
---@class tesela.MatchOptions
---@field rules string|tesela.Rules A game's name, the path of a variant, or rules; for two seats or more.
---@field bots (tesela.AnyBot|{name: string?, bot: tesela.AnyBot, parameters: table<string, number>?, level: integer?, iterations: integer?, seconds: number?, clock: string?})[] Two.
---@field games integer? An even number (default 100); with more than two seats, a multiple that gives both bots the same seats.
---@field seed integer? For the match (default 1); pair i's seed follows from it and i.
---@field budget {iterations: integer?, seconds: number?, level: integer?, clock: string?}? For each move. level: 1..9, for bots that have levels; clock: for the whole game, "60+1" or "10/60".
---@field max_plies integer? A game of this many plies is a draw (default 100000).
---@field resign {value: number?, moves: integer?}? Ends a two-player game when one bot's last values were this low (default 0.03, 3 moves) and the other's correspondingly high.
---@field draw {within: number?, moves: integer?, after: integer?}? Ends a two-player game as a draw when both bots' last values were this close to 1/2, from this ply on (default 0.02, 8 moves, ply 40).
---@field openings {plies: integer}|string|string[]? Random plies before the bots play, the name or path of a suite, or a list of "m1 m2 ...".
---@field on_game fun(game: tesela.PlayedGame, result: tesela.MatchResult)? Called after each game, in order.
---@field workers integer? Number of worker processes (default: one per core); 0: none, all in this process.
---@field file string? The file that keeps the games; only the missing ones are played.
---@field lock boolean? Whether to lock the file (default true; some file systems have no locks).
---@field prints string? A file for the bots' output and the places where they fail.
---@field trusted boolean? Bots from files run with all of Lua, without sandboxes.
---@field programs boolean? Start bots that are given as a command.

--- The result of a match, as the first bot sees it.
---@class tesela.MatchResult
---@field rules string Their name and options.
---@field players string[] The names of the two bots.
---@field seed integer
---@field games integer The number of games played.
---@field wins integer
---@field draws integer
---@field losses integer
---@field different integer The number of different games: bots without randomness repeat the same game.
---@field plies integer In all games together.
---@field first_seat number The points of seat 1.
---@field reasons table<string, integer> The number of games by reason for the end.
---@field pair_scores number[] 0, 1/4 ... 1 for each pair.
---@field score number Points per game, 0..1.
---@field elo number The difference in strength.
---@field margin number? Half the width of its 95 % interval; nil for fewer than ten pairs of games.
---@field fault string? The fault in the first game that was lost by a fault.
---@field interrupted integer|false The planned number of games, if Ctrl-C ended the match.

--- Plays a tournament on all cores, with sandboxed bots. If the file already has some of
--- its games, only the missing ones are played. The summary prints as a report.
--- ```lua
--- summary = tesela.tournament {
---   rules = "tictactoe", bots = { "greedy", "random" },
---   games = 2, seed = 1, workers = 1,
--- }
--- print(summary.games, summary.ranking[1]) --> 2	1
--- ```
---@param definition tesela.Definition The tournament.
---@param options? {file: string?, lock: boolean?, shard: {part: integer, of: integer}?, on_game: fun(game: table, line: string)?, prints: string?, programs: boolean?} file: keeps the games; lock: whether to lock it (default true); shard: the part to play; prints: a file for the bots' output; programs: start bots that are given as a command.
---@return table summary The results: games, bots, pairings, ranking ...
---@return string? stopped Why it stopped early: "sprt" (by the test of `sprt` or `decided`), "time" or "interrupted".
function tesela.tournament(definition, options) end

--- The definition of a tournament. Its games follow from it alone, on any machine.
---@class tesela.Definition
---@field name string? For reports.
---@field rules string|tesela.Rules A game's name, the path of a variant, or rules.
---@field options table<string, integer|string|integer[]>? Options of a game that is given by its name.
---@field bots (tesela.AnyBot|{name: string?, bot: tesela.AnyBot, parameters: table<string, number>?, level: integer?, iterations: integer?, seconds: number?, clock: string?})[] Names, paths and commands, with an optional budget; functions and tables only if trusted.
---@field format "match"|"roundrobin"|"gauntlet"|"swiss"|"knockout"? Default: a match for two bots, else a roundrobin; gauntlet: the first bot against the others; swiss: bots with about the same score meet; knockout: the loser is out.
---@field games integer? Games per pairing or line-up, rounded up to whole pairs (default 100, or until `sprt` or `time` ends the tournament; swiss and knockout: one pair).
---@field rounds integer? Rounds of a swiss (default: the fewest after which only one bot can have won every round).
---@field time number? Seconds after which no new game begins.
---@field sprt {elo0: number?, elo1: number?, alpha: number?, beta: number?, model: string?}? A sequential test that ends a match: pentanomial (default), trinomial, or normalized (Elo, by pairs).
---@field decided number? Ends a roundrobin when the first place is decided with this probability, for example 0.95.
---@field openings {plies: integer}|string|string[]? Random plies before the bots play, the name or path of a suite, or a list of "m1 m2 ...".
---@field seed integer? The source of everything random (default 0).
---@field budget {iterations: integer?, seconds: number?, level: integer?, clock: string?, limit: number?}? For each move. level: 1..9, for bots that have levels; clock: for the whole game, "60+1" or "10/60"; limit: the time after which the bot loses, in CPU seconds (default 10, or 120 with levels) or, with `seconds`, by the clock (default: `seconds` and a tenth of it, and 0.1 s more).
---@field max_plies integer? A game of this many plies is a draw (default 100000).
---@field resign {value: number?, moves: integer?}? Ends a two-player game when one bot's last values were this low (default 0.03, 3 moves) and the other's correspondingly high.
---@field draw {within: number?, moves: integer?, after: integer?}? Ends a two-player game as a draw when both bots' last values were this close to 1/2, from this ply on (default 0.02, 8 moves, ply 40).
---@field memory number? Memory limit of each bot in MB (default 256).
---@field workers integer? Number of worker processes (default: one per core).
---@field trusted boolean? Bots run with all of Lua in the workers, and so do rules from a file.

--- Measures how rules change a game, like the command `measure`: the same bots play both
--- games from the same starts, on all cores. The result prints as its report.
--- ```lua
--- sprint = tesela.derive("mixtour", {
---   name = "sprint", options = { stack = 4 },
--- })
--- result = tesela.measure {
---   rules = sprint, bots = { "random" }, games = 20, looked = 0, workers = 0,
--- }
--- plies = result.figures[1]
--- print(plies.name, plies.differences[1].value < 0) --> plies	true
--- ```
---@param options tesela.MeasureOptions
---@return tesela.Measured result
---@return string? stopped Why it stopped early: "time" or "interrupted".
function tesela.measure(options) end

--- The options of measure.
---@class tesela.MeasureOptions
---@field rules tesela.AnyGame A game's name, the path of a variant, the result of derive or define, or rules.
---@field against tesela.AnyGame? The game to compare with (default: the one that `rules` is derived from).
---@field sweep string|string[]? Compare the values of an option, "win_score=1..5", or of two, instead of comparing with another game.
---@field games integer? Games per column of the table, and per rung of its ladder (default 200).
---@field time number? Time limit in seconds, instead of a number of games.
---@field bots tesela.AnyBot[]? One bot against itself, or two (default mcts).
---@field level integer? The level of expert, 1..9. With a level, mcts plays the games of the ladder.
---@field iterations integer? Iterations per move (default: 1/40 of the default of mcts).
---@field openings {plies: integer}|string|string[]? Random plies before the bots play, the name or path of a suite, or a list of "m1 m2 ...".
---@field doublings integer? Rungs of the ladder, which measures skill by doubling the iterations (default 4; 0: none).
---@field looked integer? Games per column whose positions are searched (default: a quarter).
---@field measures string|table<string, fun(game: tesela.MeasuredGame): number?>|nil Your own measures, by name, or a file that returns them.
---@field max_plies integer? A game that reaches this many plies counts as endless (default 1000).
---@field seed integer? The seed of all games (default 1).
---@field workers integer? Number of worker processes (default: one per core); 0: none, all in this process.
---@field file string? The file that keeps the games; only the missing ones are played.
---@field lock boolean? Whether to lock the file (default true; some file systems have no locks).
---@field trusted boolean? Bots from files run with all of Lua.
---@field programs boolean? Start bots that are given as a command.

--- The result of measure, as printed by `tesela measure -f json`.
---@class tesela.Measured
---@field measure integer The version of this format, 1.
---@field seed integer The seed of all games.
---@field iterations integer Iterations per move.
---@field level integer? The level of expert, instead of iterations.
---@field bots string[] The names of the bots.
---@field base integer The number of the column that the others are compared with.
---@field columns table[] Each with `name`, `game`, `options`, `games`, `looked` (the number of searched games), `faults` (the number of games lost by a mistake, time or memory), `alike` (whether all games are the same) and `warning`.
---@field figures table[] Each with `group`, `name` and `kind`; and with `columns` and `differences`, lists that have { value =, margin =, n = } or false for each column.
---@field skill_ends (integer|false)[]? The iterations at which the ladder of each column ends; false if it continues.

--- Analyses a recorded game with the search of `expert`, on all cores, and says how much
--- each move lost. The result prints as a report.
--- ```lua
--- s = tesela.rules("tictactoe"):start()
--- for move in ("b2 b1 a1 c3 a2 c2 a3"):gmatch "%S+" do s:play(move) end
--- analysis = tesela.analyse {
---   record = s:record(), budget = { iterations = 200 }, workers = 0,
--- }
--- worst = analysis.worst[1]
--- print(worst, s:history()[worst], analysis.moves[worst].best) --> 2	b1	c1
--- ```
---@param options tesela.AnalyseOptions
---@return tesela.Analysis analysis
function tesela.analyse(options) end

--- The options of analyse.
---@class tesela.AnalyseOptions
---@field record string A game: one line of JSON, as written by state:record.
---@field budget {iterations: integer?, seconds: number?}? The budget of each search (default: enough for 15 seconds of CPU time per game).
---@field seed integer? The seed of the searches (default 0).
---@field rules string|tesela.Rules? The game to use instead of the one that the record names: the path of your own file, or an object of `tesela.rules`.
---@field workers integer? Number of searching processes (default: one per core); 0: none, all in this process.

--- An analysis. A chance is the chance of finishing first, in 0..1.
---@class tesela.Analysis
---@field version integer The version of this format, 1.
---@field by string The bot that searched: expert.
---@field iterations integer? The iterations of each search.
---@field seconds number? The seconds of each search.
---@field seed integer The seed of the searches.
---@field values number[][] The chance of each seat, at the start and after each move.
---@field moves tesela.AnalysedMove[]
---@field accuracy number[] In percent, by seat; 100 if there was never a choice.
---@field worst integer[] The numbers of the moves that lost most, at most three.
---@field line string The record, with the analysis in it.

--- A move of the game. The chances are those of the player who made it.
---@class tesela.AnalysedMove
---@field seat integer The seat that moved.
---@field best string The best move.
---@field line string[] The expected moves, the best move first.
---@field before number The chance before the move.
---@field after number The chance after it, as far as the mover could know.
---@field lost number The advantage of the best move over this one.
---@field luck number? With hidden information or chance: the chance in the actual next position, minus `after`.
---@field proof "win"|"draw"|"loss"|nil The proven result before the move.
---@field forced boolean? Whether there was no other move.

-- ---- for people -------------------------------------------------------------

--- Plays at the terminal, against a bot or between people. Type help there.
--- ```lua
--- state = tesela.play("tictactoe", { bot = "random", seat = 0, seed = 1 })
--- --> Tic-tac-toe. X: random, O: random. Type a move or help.
--- --> ...
--- ```
---@param what string|tesela.Rules|tesela.State|tesela.PlayOptions A game's name, rules, a state to continue, a record, or all in a table.
---@param options? tesela.PlayOptions The other options.
---@return tesela.State state The last position.
---@return string line The record of the game.
function tesela.play(what, options) end

--- The options of play. One of `rules`, `state` and `record` is required, in the table or
--- as the first argument.
---@class tesela.PlayOptions
---@field rules tesela.Rules|string? Or the name of a game.
---@field state tesela.State? A position to continue.
---@field record string? A game to continue, with its times and remarks.
---@field set table<string, integer|string|integer[]>? Options of a game that is given by its name.
---@field bot tesela.AnyBot? The bot in the other seats (default expert); "none": people.
---@field seat integer|integer[]? Your seat (default 1), or the seats of people; 0: none.
---@field seed integer? For the start and the bot (default: from the clock).
---@field iterations integer? The bot's budget.
---@field seconds number? The bot's budget.
---@field level integer? 1..9, in place of a budget (default 4, if the bot has levels and no budget is given).
---@field clock string? Seconds plus seconds per move, "60+1", or moves in seconds, "10/60"; for people and bots.
---@field ponder boolean? Whether the bot also thinks while people think, if it can.
---@field threads integer? Search threads of the bot, 1 to 64 (default: all cores with `seconds`, `clock` or `ponder`, else 1).
---@field trusted boolean? Bots and games from files run here with all of Lua.
---@field programs boolean? Start a bot that is given as a command.
---@field limit number? Seconds allowed for each call to a function of a game file given by its path (default 1).

--- Prints the board of a state, in colour if the terminal has it.
--- ```lua
--- tesela.show(tesela.rules("tictactoe"):start():play "b2")
--- -->      a   b   c
--- -->    +---+---+---+
--- -->  3 |   |   |   | 3
--- -->    +---+---+---+
--- -->  2 |   |[X]|   | 2
--- -->    +---+---+---+
--- -->  1 |   |   |   | 1
--- -->    +---+---+---+
--- -->      a   b   c
--- --> O to move
--- ```
---@param state tesela.State
---@param move? integer|string A legal move to mark.
function tesela.show(state, move) end

--- Writes a picture of a state (SVG) to a file.
--- ```lua
--- s = tesela.rules("mixtour"):start():play "b2"
--- print(tesela.svg(s, "position.svg")) --> true
--- ```
---@param state tesela.State
---@param path string
---@return boolean? ok true, or nil if the file cannot be written.
---@return string? reason
function tesela.svg(state, path) end

--- Prints help on a game, a command, a function or a method; without a topic, a list of
--- the topics.
--- ```lua
--- tesela.help "rng:int"
--- --> rng:int(n)
--- -->   A whole number in 1..n, each equally likely.
--- --> ...
--- ```
---@param topic? string|function|tesela.Rules|tesela.State|tesela.Rng "mixtour", "s:play", tesela.match ...
function tesela.help(topic) end

return tesela
