---@meta tesela
-- Annotations of the module `tesela` for editors (LuaCATS), and what help says
-- about its functions. Nothing here is run. A test holds this file against
-- what the module exports, in both directions.
--
-- Everywhere below a wrong argument raises one line that says what was expected or what
-- is wrong with it, mostly "function: expected ..., got ...". So does the file of a
-- game, a bot or a tournament that is missing or wrong. What
-- returns nil and a message instead:
-- tesela.replay, tesela.decode, tesela.svg, rules:check, s:move, s:try.

-- luacheck: ignore 212 221 241 631

--- Games, their rules and positions, bots and matches.
---@class tesela
---@field _VERSION string The version of the program and the module.
---@field board tesela.Boards Boards that games declare.
---@field home string The folder in which the script library lies.
---@field null lightuserdata What encode writes as JSON's null.
local tesela = {}

--- An opaque positive integer that stands for a move in one position; 0 is
--- none. Between plies it means nothing: keep texts.
---@alias tesela.Move integer

--- Where a bot is asked for: the name of a shipped one, the path of a Lua
--- file that returns one, a function or a table.
---@alias tesela.AnyBot string|tesela.Choose|tesela.Bot

--- A function that is a bot: a move (text or integer), and perhaps its value, which is
--- kept in the record: a chance in 0..1, or nothing.
---@alias tesela.Choose fun(view: tesela.State, budget: tesela.Budget): string|tesela.Move, number?

-- ---- games and rules --------------------------------------------------------

--- Where a game is asked for: the name of one, the path of a Lua file that
--- returns one, or what derive and define return.
---@alias tesela.AnyGame string|tesela.Variant|tesela.Rules

--- The names of the games there are.
--- ```lua
--- print(table.concat(tesela.games(), " ", 1, 4))
--- --> mixtour blokus losetas qwirkle
--- ```
---@return string[] names
function tesela.games() end

--- What a game says about itself: its notation, options and queries.
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

--- A variant: another game with what differs. Functions that are not given are
--- the game's own, at full speed.
--- ```lua
--- long = tesela.derive("mixtour", {
---   name = "long", options = { win_score = 9 },
--- })
--- print(tesela.rules(long).options.win_score) --> 9
--- ```
---@param parent tesela.AnyGame The game that it is derived from.
---@param differs tesela.Derived What differs.
---@return tesela.Variant variant
function tesela.derive(parent, differs) end

--- A whole game in Lua.
--- ```lua
--- last = tesela.define { -- takes 1 to 3 of 21; who takes the last one wins
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

--- Runs the file of a game again, when it was changed. Games that have begun
--- keep the rules with which they began.
--- ```lua
--- file = io.open("quick.lua", "w")
--- file:write [[return require("tesela").derive("mixtour", {})]]
--- file:close()
--- print(tesela.reload("./quick.lua").name) --> quick
--- ```
---@param name string The game's name, or the path of its file.
---@return tesela.Variant variant
function tesela.reload(name) end

--- The rules of a game with its options fixed; those not given stay at their
--- defaults.
--- ```lua
--- rules = tesela.rules("mixtour", { win_score = 3 })
--- print(rules.options.win_score, rules.seats) --> 3	2
--- ```
---@param name tesela.AnyGame A game.
---@param options? table<string, integer|string|integer[]> Values by name: { win_score = 3 }.
---@param terms? tesela.Terms What is said of the file, where the name is a path.
---@return tesela.Rules rules
function tesela.rules(name, options, terms) end

--- What is said of the file of a game, once for a path: see `help "trust"`.
---@class tesela.Terms
---@field trusted boolean? It runs with all of Lua, and so does what it loads.
---@field limit number? Seconds of the processor that a call of its functions may take (1; trusted: any).

--- A game's description of itself.
---@class tesela.Game
---@field name string As rules() takes it.
---@field title string With the author's name.
---@field summary string The rules, a few lines.
---@field notation string How to write a move, a few lines.
---@field hidden boolean Whether seats cannot see everything.
---@field chance boolean Whether moves have chance: dice, or cards that are drawn.
---@field endings string[] The reasons for which a game ends by its own rules.
---@field options tesela.Option[] In the order of their table.
---@field queries tesela.Query[] The methods of a state that only this game has.
---@field parts tesela.Part[] What s:parts(m) says of its moves.
---@field source string? Of a game in Lua: a hash of its text.
---@field root string? The game in C that it is derived from.
---@field parent string? The game in Lua that it is derived from.
---@field fields string[]? The fields of its states.
---@field slow boolean? Of a game in Lua: has it functions that are called at each ply?

--- A game whose rules are in Lua, wholly or in part.
---@class tesela.Variant
---@field name string As rules() takes it.
---@field source string A hash of the text that it was made from, and of the game below.
local Variant = {}

--- Prints what the command check does: random games that hold its functions against each
--- other, also at the corners of its options.
--- ```lua
--- function twice(base, s, out) for m in base.moves(s) do out(m) out(m) end end
--- game = tesela.derive("mixtour", { name = "twice", moves = twice })
--- print((game:check { games = 1 })) --> nil
--- ```
---@param options? { games: integer?, seed: integer?, seconds: number? } Random games (100, as far as there is time), the seed of the first, seconds of the processor (10, with games: any).
---@return true|nil passed
---@return string? message
function Variant:check(options) end

--- What differs from the game below; a function gets `base`, by which it calls
--- the game below, and a state that is lent for the time of the call.
---@class tesela.Derived
---@field name? string A letter, then letters, digits and _; the file's name if not given.
---@field title? string One line, for people; else that of base, and the name.
---@field summary? string The rules, a few lines; else those of base, and whether some are changed.
---@field notation? string How to write a move, a few lines.
---@field options? table<string, integer|string|tesela.OwnOption> Other defaults or ranges, or options of its own.
---@field fields? table<string, integer|tesela.Field> Cells that a state has besides, as in Defined.
---@field endings? string[] Reasons for which the game can end besides; 16 with those of base.
---@field seat_names? string[] What each seat is called.
---@field start? fun(base: tesela.Base, s: tesela.State, rng: tesela.Rng) Sets up the start.
---@field moves? fun(base: tesela.Base, s: tesela.State, out: fun(m: tesela.Move|tesela.Move[])) Calls out for each move, or for a list of them; none at all is a pass.
---@field keep? fun(base: tesela.Base, s: tesela.State, m: tesela.Move): boolean Instead of moves: may this move of base be made? None at all is a pass.
---@field keep_by? string|string[] The parts of a move that keep looks at, or "move": with s.seat these decide, and it is asked once for each.
---@field apply? fun(base: tesela.Base, s: tesela.State, m: tesela.Move, rng: tesela.Rng?) Makes a move; with chance there is a generator.
---@field over? fun(base: tesela.Base, s: tesela.State): string? Decides, at the start and after each move, whether the game has ended: nil, or one of the endings.
---@field result? fun(base: tesela.Base, s: tesela.State): integer[], integer[]? Scores, and places if they do not follow from them.
---@field print? fun(base: tesela.Base, s: tesela.State, m: tesela.Move): string Writes a move, without blanks.
---@field draw? fun(base: tesela.Base, s: tesela.State, board: tesela.Board) Draws what board.seat sees.
---@field hide? fun(base: tesela.Base, s: tesela.State, seat: integer, rng: tesela.Rng) Deals anew what fields cannot say that the seat does not see; they are dealt already.
---@field tell? fun(base: tesela.Base, s: tesela.State, m: tesela.Move, seat: integer): string Writes a move as the seat may know it, where that is less than print.
---@field estimate? fun(base: tesela.Base, s: tesela.State): number[], number?, number? For searches: points by seat, how many of them ahead are worth 3/4 of a win (1), and how far tree search trusts that instead of a random game, in percent (100).
---@field policy? fun(base: tesela.Base, s: tesela.State, m: tesela.Move): number For searches: how promising a move is, a weight from 0 on.
---@field why? fun(base: tesela.Base, s: tesela.State, text: string, m: tesela.Move?): string? Why a text is no move here, a line; m where only keep refuses it. nil: the usual reason.
---@field chance? boolean Do moves have chance? Then apply gets a generator.
---@field iterations? integer Of a search in matches, where nobody says how many.
---@field weights? string The file beside this one that tesela learn has written.
---@field measures? table<string, fun(game: tesela.MeasuredGame): number?> What `tesela measure` measures of its games besides, by name.
---@field swap? boolean The pie rule, for two where nothing is hidden or left to chance.
---@field pieces? table<string, string>|tesela.Piece[] Of Blokus: 1..64 pieces, by name { V3 = "x./xx" } or, in an order of their own, as a list.
---@field board? integer|integer[] Of Blokus: the side, 3..20, or { columns, rows }.
---@field holes? string[] Of Blokus: cells that nobody may cover, like "e5"; none is a start cell.
---@field starts? string[] Of Blokus: start cells, as many as colours or more; with corners=fixed one each, in their order.

--- A game that was played, as measures see it.
---@class tesela.MeasuredGame
---@field state tesela.State The last position.
---@field record table The record, as decode returns it.
---@field moves string[] The moves as texts.
---@field parts tesela.Parts[] What each move is made of.
---@field seats integer[] Who made it.
---@field choices integer[] How many moves were legal there.
---@field plies integer How many moves there are.
---@field scores integer[] Points by seat.
---@field places integer[] Places by seat.
---@field winners integer[] The seats in first place.
---@field reason string Why it ended.
---@field over boolean Whether it ended by its rules.
---@field values number[][]? Of the games that are looked at: at the start and after each move the chance of each seat.
---@field pair integer The number of its pair.
---@field number integer Its number.

--- A piece of Blokus.
---@class tesela.Piece
---@field name string Letters, digits and _, 12 at the most.
---@field shape string Rows from the top, joined by / or on lines: x is a cell, of 1 to 8 that hang together.

--- A whole game: like tesela.Derived, with functions that get no base.
---@class tesela.Defined
---@field name? string A letter, then letters, digits and _; the file's name if not given.
---@field title? string One line, for people.
---@field summary? string The rules, a few lines.
---@field notation? string How to write a move, a few lines.
---@field seats? integer|string 1..8 (2 if not given), or the option that says.
---@field seat_names? string[] What each seat is called.
---@field options? table<string, integer|tesela.OwnOption> Options by name.
---@field board? tesela.DeclaredBoard A board: it brings the fields board and last (the move that was made last), names of cells, print and draw.
---@field pieces? (string|tesela.DeclaredPiece)[] Its pieces (a disc for each seat).
---@field fields? table<string, integer|tesela.Field> The cells of a state: { left = 1, hand = { cells = 9, max = 2 } }.
---@field former? string[] Fields of earlier versions that texts of positions may still have.
---@field endings (string|tesela.Ending)[] The reasons for which the game can end, 16 at most. With a board they may be tested: after apply, and after over, in this order.
---@field start? table<string, string|string[]>|fun(s: tesela.State, rng: tesela.Rng) Sets up the start; all cells are 0 and seat 1 begins. Or by the letters of a piece the cells where it stands: "d4", "row 1", "row -1" (the upper one).
---@field moves (string|tesela.Verb)[]|fun(s: tesela.State, out: fun(m: tesela.Move|tesela.Move[])) Calls out for each move, a whole number from 1 on, or for a list of them.
---@field keep? fun(s: tesela.State, m: tesela.Move): boolean Which of the moves called out are legal: random games in searches draw one and ask about that.
---@field pick? fun(s: tesela.State, rng: tesela.Rng): tesela.Move Draws a legal move, where that is faster than listing all: for random games in searches. Each must come now and then.
---@field apply? fun(s: tesela.State, m: tesela.Move, rng: tesela.Rng?) With a board it may be left out. Makes a move: sets cells, seat and, when it ends, over; with chance there is a generator.
---@field over? fun(s: tesela.State): string? Asked at the start and after each move: nil, or one of the endings.
---@field result? fun(s: tesela.State): integer[], integer[]? Scores, and places if they do not follow from them; left out where each ending says who wins.
---@field print? fun(s: tesela.State, m: tesela.Move): string Writes a move, without blanks.
---@field parts? table<string, function|table> What s:parts(m) says of a move: functions (s, m) by name, or { function, gives = "number", doc = "..." } with "list" or "text".
---@field draw? fun(s: tesela.State, board: tesela.Board) Draws what board.seat sees.
---@field hide? fun(s: tesela.State, seat: integer, rng: tesela.Rng) Deals anew what fields cannot say that the seat does not see; they are dealt already.
---@field tell? fun(s: tesela.State, m: tesela.Move, seat: integer): string Writes a move as the seat may know it, where that is less than print.
---@field estimate? fun(s: tesela.State): number[], number?, number? For searches: points by seat, how many of them ahead are worth 3/4 of a win (1), and how far tree search trusts that instead of a random game, in percent (100).
---@field policy? fun(s: tesela.State, m: tesela.Move): number For searches: how promising a move is, a weight from 0 on.
---@field why? fun(s: tesela.State, text: string, m: tesela.Move?): string? Why a text is no move here, a line; m where only keep refuses it. nil: the usual reason.
---@field position? fun(s: tesela.State): string A text of the position; fields that it does not say follow it.
---@field read_position? fun(s: tesela.State, text: string): string? Sets the seat and the cells from that text, or returns what is wrong with it.
---@field chance? boolean Do moves have chance? Then apply gets a generator.
---@field iterations? integer Of a search in matches, where nobody says how many.
---@field weights? string The file beside this one that tesela learn has written.
---@field measures? table<string, fun(game: tesela.MeasuredGame): number?> What `tesela measure` measures of its games besides, by name.
---@field swap? boolean The pie rule, for two where nothing is hidden or left to chance.

--- What the cells of a field may hold, by the rules and in position text.
---@class tesela.Field
---@field cells? integer|"board" How many there are (1); "board": one for each cell of the board.
---@field min? integer The least, 0 or below (0 if max is given, else any number).
---@field max? integer The most, 0 or above.
---@field seen? (integer|boolean)[]|false|fun(s: tesela.State, cell: integer, seat: integer): boolean Who sees the cells: by cell a seat, true (all) or false (nobody); false: nobody sees any; or a function. 0 is an empty cell, which all see.
---@field pool? string Fields of one pool hide numbers that could be in each other's cells (the field's name).
---@field deal? "pool"|"any" "any": what is hidden could be any number in 1..max, whatever else there is ("pool").

--- Makers of boards, for the member `board` of a game.
---@class tesela.Boards
---@field square fun(columns: integer|string|tesela.Squares, rows: integer|string?): tesela.DeclaredBoard Squares: how many columns and rows (as many), or the options that say so; or a table.
---@field hex fun(columns: integer|string|tesela.Squares, rows: integer|string?): tesela.DeclaredBoard Hexagons: each row half a cell to the right of the one below.
---@field graph fun(graph: tesela.Graph): tesela.DeclaredBoard Points, with lines through some of them.

--- What all boards may say.
---@class tesela.DeclaredBoard
---@field max? integer The most that a cell may hold, where cells hold numbers in place of pieces.
---@field regions? table<string, string[]> Names of cells by the name of a region.
---@field ground? string The colour of all cells, in pictures.
---@field edges? string[] The colours of what borders the board: below, right, above, left.
---@field empty? string What text shows on cells on which nothing is.
---@field width? integer Letters in a cell (1).
---@field chequered? boolean Is every second cell grey?
---@field coordinates? boolean false: columns and rows are not named.

--- A board of squares or hexagons. Cells are numbered row by row from the lower left corner.
---@class tesela.Squares: tesela.DeclaredBoard
---@field columns integer|string How many, or the option that says so.
---@field rows? integer|string How many, or the option that says so (as many as columns).
---@field ways? 4|8 Which squares are neighbours: those that share a side, or corners as well (8).
---@field wrap? "left-right"|"lower-upper"|"both" Which edges meet.
---@field holes? string[] Places that are no cells.
---@field first? integer The number of the cell in the lower left corner (1).
---@field stride? integer From the number of a cell to that of the one above it (columns).
---@field cells? integer How many numbers there are, with those that are no cells.

--- A board of points. They are numbered row by row from the lower left.
---@class tesela.Graph: tesela.DeclaredBoard
---@field lines? string[] The points of each line in their order: "a1 d1 g1". At most four lines go through a point.
---@field points? any[][] Name, column and row of each point, where the names do not say where they lie.

--- A piece: what a number in the cells of a board is. The first is number 1. What comes
--- first in the table are its letters: { "W", colour = "white" }.
---@class tesela.DeclaredPiece
---@field shape? string "disc" where it has a colour, else "letters".
---@field colour? string Its colour.
---@field owner? integer The seat that it belongs to (the first pieces: one seat each), or 0.

--- Moves of one kind: "place" and "drop" (to the lowest empty cell of a column) put a piece on
--- the board, "step", "slide" and "hop" (over one piece) move one, "swap" mirrors the first
--- stone and takes it over, "pass" is there when nothing else is. That word comes first in the
--- table.
---@class tesela.Verb
---@field ways? string|integer|(string|integer)[] Of step, slide and hop: "all", "straight", "diagonal", "forward", "back", "sideways", "forward diagonal", "back diagonal", as seen by the seat, or numbers of ways ("all").
---@field to? string|string[] What may be in the cell that is reached: "empty", "enemy", which is taken, "own" ("empty").
---@field pieces? string|string[] The letters of the pieces that move so (all).
---@field when? table<string, string> The value that an option must have: { swap = "on" }.

--- How a game can end: its name, which comes first in the table, a test, and what that means.
--- Where nothing is said the owner of the piece that has moved last wins by row, joins and
--- reaches; none and no_moves are lost; full is a draw.
---@class tesela.Ending
---@field row? integer|string That many pieces of one kind in a straight row, or more: a number, or the option that says.
---@field exact? boolean Not more than that.
---@field joins? string[][] For each seat regions that a group of its pieces touches.
---@field reaches? (string|string[])[] For each seat a region that one of its pieces comes to.
---@field none? true A seat has no piece.
---@field no_moves? true The seat to move has no move.
---@field full? true No cell is empty.
---@field wins? true The one whom the test is about wins; of an ending that a function names, the seat to move.
---@field loses? true That one loses.
---@field draw? true It is a draw.
---@field most? true The most pieces win; pieces are the scores.

--- The cells of a field: s.board[i] is one of them, #s.board is how many there are.
---@class tesela.Cells
---@field find fun(self: tesela.Cells, number: integer, last: integer|function?, out: function?): integer[]? Which cells hold a number, or with out, the moves of these numbers: of the first cells up to last, else of the board or all.
---@field count fun(self: tesela.Cells, number: integer, last: integer?): integer How many cells hold a number.
---@field all fun(self: tesela.Cells, last: integer?): integer[] The numbers of the cells, as a new table.
---@field run fun(self: tesela.Cells, cell: integer): integer How long the longest straight row of equal cells through this one is.
---@field group fun(self: tesela.Cells, cell: integer): integer, boolean, boolean, boolean, boolean How many equal cells hang together with this one, and whether they touch the left, right, lower and upper side.
---@field around fun(self: tesela.Cells, cell: integer, number: integer): integer How many neighbours hold a number.
---@field ray fun(self: tesela.Cells, cell: integer, through: integer, until: integer?, way: integer?): integer How many cells from this one on (without it) hold `through` before one that holds `until`, or before whatever comes: in all ways together, or in one.
---@field rays fun(self: tesela.Cells, number: integer, through: integer, until: integer, out: function?): integer How many cells that hold a number have a ray; with out they are listed as moves.
---@field next fun(self: tesela.Cells, cell: integer, way: integer): integer? The cell beside it in one of the ways, or nil.
---@field name fun(self: tesela.Cells, cell: integer): string The name of a cell of the board.
---@field cell fun(self: tesela.Cells, name: string): integer? The cell of a name, or nil.

--- An option of a variant or of a game in Lua.
---@class tesela.OwnOption
---@field default integer|string|integer[] Its value if not given.
---@field min? integer The least (0), not below that of the game below.
---@field max? integer The most (99), not above that of the game below.
---@field or_zero? boolean Is 0 allowed besides, as in "2..9 or 0"?
---@field words? string[] Or the words that it is one of, of 40 letters at most.
---@field doc? string One line.

--- The game below, as functions of a variant see it.
---@class tesela.Base
---@field start fun(s: tesela.State, rng: tesela.Rng) Its start.
---@field moves fun(s: tesela.State): fun(): tesela.Move? Its moves, for a loop.
---@field apply fun(s: tesela.State, m: tesela.Move) Makes one of its moves.
---@field after fun(s: tesela.State, m: tesela.Move): tesela.State The position after one of its moves, by its rules: to look at.
---@field pass fun(s: tesela.State) Lets the turn go on without a move.
---@field over fun(s: tesela.State): string? The ending that it says is reached, or nil.
---@field result fun(s: tesela.State): integer[], integer[] Its scores and places.
---@field print fun(s: tesela.State, m: tesela.Move): string Its text of a move.
---@field draw fun(s: tesela.State, board: tesela.Board) Its drawing.
---@field hide fun(s: tesela.State, seat: integer, rng: tesela.Rng) What it hides.
---@field tell fun(s: tesela.State, m: tesela.Move, seat: integer): string Its text of a move, as the seat may know it.
---@field own fun(n: integer): tesela.Move A move of the variant's own, from its number.
---@field number fun(m: tesela.Move): integer? And back; nil for a move of base.

--- What a function that draws is given.
---@class tesela.Board
---@field seat integer Who looks; 0: everybody.
---@field hint tesela.Move? A move to be marked as a hint.
---@field size fun(self: tesela.Board, columns: integer, rows: integer, width: integer?): tesela.Board First; width: letters in a cell (1).
---@field put fun(self: tesela.Board, column: integer, row: integer, text: string, colour: string?): tesela.Board Rows count from the bottom.
---@field shape fun(self: tesela.Board, column: integer, row: integer, shape: string, colour: string?, letters: string?): tesela.Board A disc, say, for pictures; its letters are what text shows.
---@field cover fun(self: tesela.Board, column: integer, row: integer): tesela.Board What came last (squares or a mark) lies on this cell, too.
---@field name fun(self: tesela.Board, name: string): tesela.Board What came last goes by this name wherever it goes.
---@field beside fun(self: tesela.Board, seat: integer, shape: string, colour: string?, text: string?): tesela.Board Into the box of a seat beside the board, in pictures.
---@field fill fun(self: tesela.Board, column: integer, row: integer, colour: string): tesela.Board The ground of a cell.
---@field empty fun(self: tesela.Board, letter: string): tesela.Board What text shows on cells on which nothing is.
---@field table fun(self: tesela.Board): tesela.Board Pictures show no board, only what lies on the table.
---@field ground fun(self: tesela.Board, colour: string): tesela.Board The colour of all cells, in pictures.
---@field edges fun(self: tesela.Board, below: string, right: string, above: string, left: string): tesela.Board The colours of what borders the board, in pictures.
---@field slant fun(self: tesela.Board): tesela.Board Each row half a cell to the right of the one below, as for Hex.
---@field mark fun(self: tesela.Board, column: integer, row: integer, what: "last"|"hint"?, from_column: integer?, from_row: integer?): tesela.Board The last move, or a hint; with an arrow, where it came from somewhere.
---@field note fun(self: tesela.Board, line: string): tesela.Board A line below; with none a whole game says who is to move.

--- One option of a game.
---@class tesela.Option
---@field name string As in rules(game, { name = value }).
---@field doc string One line.
---@field range string What it allows, "1..99".
---@field default integer|string|integer[] Its value if not given.

--- One query of a game: a method of its states.
---@class tesela.Query
---@field name string The method's name.
---@field takes string What its argument is, "" if it has none.
---@field gives "integer"|"string"|"string[]"|"integer[][]" What it returns; integer[][]: a list for each seat.
---@field doc string One line.

--- One part of the moves of a game.
---@class tesela.Part
---@field name string The name in tesela.Parts.
---@field gives "integer"|"string"|"string[]" What it is.
---@field doc string One line.

--- A game with its options fixed. It never changes.
---@class tesela.Rules
---@field name string The game's name.
---@field seats integer How many players.
---@field seat_names string[] What each seat is called: { "white", "red" }.
---@field options table<string, integer|string|integer[]> All options with their values.
---@field iterations integer? Of a search where nobody says how many, if the game's file says.
---@field learnt boolean Whether searches use weights, which the game's file names (tesela learn).
local Rules = {}

--- A new game, with an empty history. The same seed is the same start.
--- ```lua
--- qwirkle = tesela.rules "qwirkle"
--- print(qwirkle:start(42) == qwirkle:start(42)) --> true
--- print(table.concat(qwirkle:start(42):hand(1), " ")) --> bs od rc rt ys yu
--- ```
---@param seed? integer|{bag: string} In 0..2^53-1 (default 0); or the draw order, where a game has one.
---@return tesela.State state
function Rules:start(seed) end

--- The position that a text (state:fen) describes, with a history of its own.
--- ```lua
--- s = tesela.rules("mixtour"):load "5/5/2,rw,2/5/5 r 0:0 b2-c3"
--- print(s.seat, s:cell "c3") --> 2	rw
--- ```
---@param fen string Position text.
---@param seed? integer Deals what the text of a view leaves open (default 0).
---@return tesela.State state
function Rules:load(fen, seed) end

--- Plays random games and holds the game's functions against each other.
--- ```lua
--- print(tesela.rules("tictactoe"):check { games = 2, seed = 1 }) --> true
--- ```
---@param options {games: integer?, seed: integer?, max_plies: integer?, watch: (fun(games: integer, ply: integer): boolean?)?} 10 games from seed 0, each cut at 10000 plies; watch is told how many games are done, again and again: true ends the check.
---@return true? agrees nil if something disagrees.
---@return string? what Then: what does, where, and the seed that shows it.
---@return {["function"]: string, fault: string?, seed: integer, ply: integer}? found The same as data: the function that is wrong, and the kind of its fault if it has several.
function Rules:check(options) end

--- Plays uniformly random games from the start, as fast as the game can.
--- ```lua
--- plies, signature = tesela.rules("mixtour"):playouts { games = 10, seed = 1 }
--- print(plies, signature) --> 387	5050966675993258379
--- ```
---@param options {games: integer?, seed: integer?, listed: boolean?, drawn: boolean?} One game from seed 0; listed: list all moves at every ply; drawn: draw moves by the keep or pick of a whole game, as searches do.
---@return integer plies Of all games together.
---@return integer signature A number made from every final position.
function Rules:playouts(options) end

-- ---- states -----------------------------------------------------------------

--- One position, and how it came about. Two are equal (==) when the rest of the
--- game is the same from both; tostring draws the board.
---@class tesela.State
---@field seat integer? Who is to move, from 1; nil when over.
---@field over boolean Has the game ended by its rules?
---@field ply integer How many moves were made since the start or the load; of rules in Lua only draw may ask.
---@field rules tesela.Rules The rules it is played by.
---@field options table<string, any> The options of its rules; they can be read by name, and not written.
---@field viewer integer? Whose view this is; nil when it shows everything.
---@field scores integer[] Points by seat, at any time.
---@field places integer[]? Places by seat when over: 1 is the first.
---@field winners integer[]? The seats in first place when over; several are drawn.
---@field reason string? Why it is over, one of the game's endings.
---@field seat_names string[] What each seat is called; under the pie rule names go with the sides.
local State = {}

--- Goes through the legal moves: for m in s:moves() do. None when over.
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

--- The same moves as texts, in the game's notation.
--- ```lua
--- s = tesela.rules("mixtour"):start():play "b2"
--- print(table.concat(s:texts(), " ", 1, 5)) --> a1 b1 c1 d1 e1
--- ```
---@return string[] texts
function State:texts() end

--- How many moves are legal.
--- ```lua
--- print(tesela.rules("blokus"):start():count()) --> 232
--- ```
---@return integer count
function State:count() end

--- The legal move that a string or an integer means; or nil, the reason, and its kind:
--- "unreadable" (the text is no move of this game), "no cell" (the board has no such
--- cell), "ways" (the reason names ways to lay the piece) or "illegal" (anything else).
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

--- Is this a legal move here?
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
---@return tesela.State self The same state, for chains.
function State:play(move) end

--- Makes one of the legal moves, each as likely as the others.
--- ```lua
--- s, rng = tesela.rules("mixtour"):start(), tesela.rng(1)
--- while not s.over do s:play_random(rng) end
--- print(s.reason) --> points
--- ```
---@param rng tesela.Rng Where the choice comes from: one number of it.
---@return tesela.State self The same state, for chains.
function State:play_random(rng) end

--- Makes a move if it is legal: the move; or nil, the reason, and its kind as of s:move.
--- A game that is played so can be told and recorded without being played again.
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

--- What a legal move is made of, by name; each game has its own names.
--- ```lua
--- s = tesela.rules("mixtour"):start():play "b2":play "c3"
--- parts = s:parts "b2-c3"
--- print(parts.kind, parts.from, parts.to, parts.pieces) --> move	b2	c3	1
--- print(s:parts("b2-c3", "kind", "pieces")) --> move	1
--- ```
---@param move string|tesela.Move A legal move.
---@param ... string Parts that come as values instead, nil where the move has none: faster.
---@return tesela.Parts parts
function State:parts(move, ...) end

--- Another state, equal and independent, with the same history.
--- ```lua
--- s = tesela.rules("mixtour"):start()
--- print(s:copy() == s, s:copy():play "b2" == s) --> true	false
--- ```
---@return tesela.State copy
function State:copy() end

--- In a function of a whole game: another state, in which apply alone has made a move.
--- Neither keep nor over is asked, so a filter may look at what a move leads to.
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
---@param move tesela.Move A number that the function moves calls out.
---@return tesela.State after
function State:after(move) end

--- What a seat may know, as an ordinary state: the rest is dealt anew.
--- ```lua
--- s = tesela.rules("qwirkle"):start(42)
--- print(table.concat(s:hand(2), " ")) --> bd od pt rd rf yc
--- print(s:view(1):fen():sub(1, 35)) --> - bs+od+rc+rt+ys+yu/?+?+?+?+?+? ?+?
--- ```
---@param seat integer Who looks. A view is only what its own seat sees.
---@param rng? tesela.Rng|integer Deals what is hidden: a generator or a seed (default 0).
---@return tesela.State view
function State:view(seat, rng) end

--- The position as one line of text, which rules:load reads back. That of a finished
--- one shows how it stands: load may refuse it, or go on from there.
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

--- The moves that led here as texts, as far as a view's seat may know them.
--- ```lua
--- s = tesela.rules("mixtour"):start():play "b2":play "c3"
--- print(table.concat(s:history(), " ")) --> b2 c3
--- ```
---@return string[] moves
function State:history() end

--- The game so far as a record: one line of JSON, which replay takes back.
--- ```lua
--- s = tesela.rules("tictactoe"):start():play "b2"
--- record = tesela.decode(s:record { players = { "Ada", "Bob" } })
--- print(record.players[2], record.moves[1]) --> Bob	b2
--- ```
---@param options? tesela.RecordOptions What a state does not know itself.
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

--- The end of a uniformly random game from here, as a new state. It has no
--- history.
--- ```lua
--- final = tesela.rules("mixtour"):start():playout(tesela.rng(1))
--- print(final.over, final.reason) --> true	points
--- ```
---@param rng tesela.Rng Where the moves come from.
---@return tesela.State final
function State:playout(rng) end

--- How a board is drawn.
---@class tesela.DrawOptions
---@field palette 0|16|256? How many colours; 0 (plain letters) if absent.
---@field mark integer|string? A legal move to be marked.
---@field cells string[]? Names of cells to be marked.
---@field symbols boolean? Symbols in place of letters, where a game has them.
---@field last string[]? More cells to mark as the last move is: those of the moves before.
---@field open string[]? Names of cells that show a + if they are empty.
---@field columns integer? Characters of the screen: of a wider board a part is shown, around what is marked.
---@field rows integer? Lines of the screen, likewise.
---@field notes string[]? Lines more, below the board or, of a dense one, beside it.

--- One of the moves that `hint` tells.
---@class tesela.HintMove
---@field move tesela.Move
---@field text string
---@field value number? 0..1 for the seat to move; absent where there is no choice.
---@field proof "win"|"draw"|"loss"|nil
---@field line string[] What is expected to be played, this move first.

--- What expert would play here: the best moves, for who is to move, by its search.
--- Prints as the board and these moves, with what is expected after each. Bots in a
--- box do not have it.
--- ```lua
--- s = tesela.rules("tictactoe"):start():play "a1":play "b3":play "b2"
--- hint = s:hint(1, { iterations = 200 })
--- print(hint[1].text) --> c3
--- ```
---@param count? integer How many moves; 3 if not given.
---@param budget? {iterations: integer?, seconds: number?, seed: integer?, threads: integer?} Of the search; what comes after takes a part of it more.
---@return tesela.HintMove[] hint The best first, which was tried most; the others by value.
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

--- What a picture shows.
---@class tesela.PictureOptions
---@field mark integer|string? A legal move to be marked.
---@field cells string[]? Names of cells to be marked.
---@field coordinates boolean? false: without the names of columns and rows.
---@field beside boolean? false: without what stands beside the board.
---@field width integer? Pixels from left to right.
---@field frame tesela.Frame? The cells that have room in it, as elements returns it.
---@field svg boolean? Of elements: each one with its part of the picture.

--- Cells of a board.
---@class tesela.Frame
---@field column integer The leftmost column, from 1.
---@field row integer The bottom row.
---@field columns integer How many there are.
---@field rows integer How many there are.

--- The board as a picture, with the last move marked.
--- ```lua
--- print(tesela.rules("hex"):start():svg():match "^<svg") --> <svg
--- ```
---@param options? tesela.PictureOptions
---@return string svg A whole SVG file.
function State:svg(options) end

--- One thing of which drawings are made.
---@class tesela.Element
---@field id string The same as long as it is the same thing; no other has it.
---@field kind "cell"|"piece"|"tile"|"mark"|"words" What it is.
---@field shape string How it looks: disc, star, last ...
---@field colour string Its colour, or plain.
---@field text string Its letters, or what words say.
---@field level integer How many lie there, up to this one; in a box its number.
---@field turn integer Which way it lies, of a piece that may be turned.
---@field box integer 0: on the board; else beside it, in the box of that seat or colour.
---@field squares integer[][] The cells that it lies on: { column, row } each.
---@field x integer? Its column, on the board.
---@field y integer? Its row.
---@field svg string? Its part of the picture, if options.svg is true.

--- The board as a list of what is on it and beside it: what text and pictures are made of.
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
---@param options? tesela.PictureOptions As of svg.
---@return tesela.Element[] elements
---@return tesela.Frame frame The cells of the board.
function State:elements(options) end

--- The draw order that a start was dealt from; nil where a game deals nothing.
--- ```lua
--- print(tesela.rules("qwirkle"):start(42):dealt():sub(1, 17))
--- --> bs,od,rc,rt,ys,yu
--- ```
---@return string? bag As rules:start{ bag = } takes it.
function State:dealt() end

--- mixtour: the pieces of a stack, bottom to top: "wrr"; "" if empty
--- ```lua
--- s = tesela.rules("mixtour"):start():play "b2":play "c3":play "b2-c3"
--- print(s:cell "c3") --> rw
--- ```
---@param cell string "a1" to "e5".
---@return string pieces
function State:cell(cell) end

--- mixtour: how high a stack is
--- ```lua
--- s = tesela.rules("mixtour"):start():play "b2":play "c3":play "b2-c3"
--- print(s:height "c3", s:height "b2") --> 2	0
--- ```
---@param cell string "a1" to "e5".
---@return integer height 0 if empty.
function State:height(cell) end

--- mixtour: pieces that a seat can still enter
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

--- mixtour: what a move scores, if it scores: the stack that leaves
--- ```lua
--- s = tesela.rules("mixtour"):load "5/5/2,rwrw,2/1,w,3/5 w 0:0 -"
--- print(s:explain "c3:4-b2")
--- --> b2 is 5 high: a point for white; 3 white and 2 red go back
--- ```
---@param move string|tesela.Move A legal move.
---@return string words "" if it scores nothing.
function State:explain(move) end

--- What a move is made of; which of these there are depends on the game and the move.
---@class tesela.Parts
---@field kind string Mixtour: enter, move, pass. Losetas: table, cover. Blokus: place, pass. Qwirkle: place, swap, pass. In Lua: move, or in a variant own or pass.
---@field number integer? Of a game in Lua, or a variant's own move: the number it was called out with, or made of by base.own.
---@field from string? Mixtour: the cell a move begins on.
---@field to string? Mixtour: the cell a move or an entry ends on.
---@field pieces integer? Mixtour: how many pieces move.
---@field colour string? Losetas, Blokus: whose tile or piece.
---@field piece string? Losetas, Blokus: its name.
---@field at string? Losetas, Blokus: its first cell, in the lowest row.
---@field cells string[]? The cells that are covered.
---@field level integer? Losetas: 1 on the table, 2 on one tile.
---@field turn integer? Blokus: which of its ways to lie, from 1.
---@field size integer? Blokus: how many cells. Qwirkle: how many tiles.
---@field points integer? Qwirkle: what it scores.
---@field direction string? Qwirkle: row or column, of several tiles that are placed.
---@field tiles string[]? Qwirkle: which, in the order of the cells.

--- What a record holds besides the moves.
---@class tesela.RecordOptions
---@field players string[]? Names by seat.
---@field seconds number[]? How long each move took, from 0 on; may have gaps.
---@field values number[]? What its player thought of each move, 0..1; may have gaps.
---@field pair integer? The number of the pair in a match.
---@field result tesela.OutsideResult? What ended a game that is not over by its rules; of one that is these count.
---@field notes table<integer, string>? Remarks by ply, from 0: members "note 0" and so on.

--- A result from outside of the rules.
---@class tesela.OutsideResult
---@field reason string resigned, agreement, time, memory, illegal, error, plies or adjudicated.
---@field places integer[] By seat; 1 is the first, and there is one, but where one plays alone.
---@field message string? The text of an error.

-- ---- random numbers, records, data ------------------------------------------

--- A generator of random numbers, the one whose numbers follow from a seed. The same
--- seed gives the same numbers everywhere.
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

--- A whole number in 1..n, each as likely as the others.
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

--- One item of a list, each as likely as the others.
--- ```lua
--- print(tesela.rng(7):pick { "red", "green", "blue" }) --> blue
--- ```
---@generic T
---@param list T[] With one item or more.
---@return T item
function Rng:pick(list) end

--- Puts the items of a list in another order, each as likely as the others.
--- ```lua
--- print(table.concat(tesela.rng(7):shuffle { 1, 2, 3, 4, 5 }, " "))
--- --> 1 5 3 2 4
--- ```
---@generic T
---@param list T[] Is changed.
---@return T[] list The same one.
function Rng:shuffle(list) end

--- Replays a record. Without plies the whole game is played and its result is
--- held against the rules.
--- ```lua
--- s = tesela.rules("mixtour"):start():play "b2":play "c3"
--- print(tesela.replay(s:record()) == s) --> true
--- print(tesela.replay("{}")) --> nil	no member "tesela"
--- ```
---@param line string One line, as state:record writes it.
---@param plies? integer How many moves to play; then the result is not looked at.
---@param game? tesela.AnyGame In place of the game of that name, as for a file of one's own.
---@return tesela.State? state With the history of the game; nil if the record is wrong.
---@return string? reason
---@return string? missing The name of the game, if there is no game of this name.
function tesela.replay(line, plies, game) end

--- A value as JSON. Tables with items 1..n and empty ones are arrays, those with
--- texts as keys objects, sorted. What would not come back the same raises: other
--- keys, zero bytes in keys, lists with holes, NaN, infinity, text that is not UTF-8.
--- ```lua
--- print(tesela.encode({ moves = { "b2" }, game = "mixtour" }, { "game" }))
--- --> {"game":"mixtour","moves":["b2"]}
--- ```
---@param value any Tables, texts, numbers, booleans, tesela.null.
---@param order? string[] Keys that come first, in this order.
---@return string json
function tesela.encode(value, order) end

--- The value of JSON text: null becomes nil, the last of repeated names counts. A number
--- without point and exponent is an integer if it fits into 64 bits, any other a float,
--- and one beyond all floats 1e308 or -1e308, which tesela.encode can write again.
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

--- Seconds since some moment in the past; it never goes back. Bots in tournaments
--- have it only where budgets are in seconds.
--- ```lua
--- begun = tesela.clock()
--- tesela.rules("mixtour"):start():perft(3)
--- print(tesela.clock() - begun < 60) --> true
--- ```
---@return number seconds
function tesela.clock() end

-- ---- search -----------------------------------------------------------------

--- Looks for a good move by Monte Carlo tree search or, where two play and nothing
--- is hidden, alpha-beta. With one thread the same seed and iterations find the same.
--- Ctrl-C at a search of your own ends it, and it returns what it has seen.
--- ```lua
--- s = tesela.rules("mixtour"):load "5/5/2,rwrw,2/1,w,3/5 w 0:0 -"
--- move, report = tesela.search(s, { method = "alphabeta", depth = 2 })
--- print(s:text(move), report.proof) --> c3:4-b2	win
--- ```
---@param state tesela.State Not over. What its seat does not see is not looked at.
---@param options? tesela.SearchOptions|tesela.SearchBudget How long (1000 iterations), and how.
---@return tesela.Move best
---@return tesela.Report report What was seen; prints as a table.
function tesela.search(state, options) end

--- A searcher that keeps its tree, or its table, from move to move of a game.
--- ```lua
--- rules = tesela.rules("mixtour")
--- searcher = tesela.searcher(rules, { method = "mcts", playouts = "uniform" })
--- move, report = searcher:search(rules:start(), { iterations = 50 })
--- print(report.method, report.iterations) --> mcts	50
--- ```
---@param rules tesela.Rules Of the states that it will be given.
---@param options? tesela.SearchOptions How; how long is said for each search, and not here.
---@return tesela.Searcher searcher
function tesela.searcher(rules, options) end

--- What knows something from searches before.
---@class tesela.Searcher
local Searcher = {}

--- As tesela.search. What is known serves on where it is sound: if the moves
--- since led to this state, and nothing is hidden.
--- ```lua
--- s = tesela.rules("mixtour"):start()
--- searcher = tesela.searcher(s.rules)
--- s:play(searcher:search(s, { iterations = 100 }))
--- move, report = searcher:search(s, { iterations = 100 })
--- print(report.kept > 0) -- the tree has been kept
--- --> true
--- ```
---@param state tesela.State Not over.
---@param budget? tesela.SearchBudget How long; 1000 iterations if not given.
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

--- How long to search: whatever ends first.
---@class tesela.SearchBudget
---@field iterations integer? Playouts; of alphabeta: nodes (positions).
---@field seconds number? Playouts end then, too.
---@field depth integer? Of alphabeta: plies, at most 64.
---@field settle boolean? Of mcts: it ends, too, when even with all of the iterations that are left no other move would have as many visits as the best one. This is the best move of the whole search, unless that would prove that it loses, or that another one wins. By the clock alone it changes nothing.
---@field seed integer? Of mcts (default 0).
---@field progress (fun(report: tesela.Report): boolean?)? Told how it goes, with the ten best moves; true: that is enough. Not where there is no clock.
---@field every number? Seconds between two calls of `progress` (0.1); alphabeta calls it when it has searched a depth completely, too.
---@field threads integer? How many threads search together, 1 to 64 (1). One does in a box, and where functions in Lua are called: of the game, `evaluate`, `prior`. What several find differs from run to run.

--- How to search; tesela.search takes these together with those of the budget.
---@class tesela.SearchOptions
---@field method "mcts"|"alphabeta"? mcts if not given.
---@field memory integer? Bytes for the tree (256 MB) or the transposition table (32 MB); a full tree goes on, but does not grow.
---@field exploration number? Of mcts: the exploration constant, how much it looks at moves that did badly so far.
---@field margin number? 0..1: how much points count; the rest (all of it if not given) is the place.
---@field playouts "game"|"uniform"? Of mcts: as the game thinks best, or any moves.
---@field policy "game"|"none"? Of mcts: the game's own weights of moves, or none.
---@field reductions "none"|"late"? Of alphabeta: late, it looks less deep at moves that come late in its order and deeper at answers to threats: mostly stronger, but no longer sure to find every win within its depth. Where somebody seems to win, and no depth limits it, one position of eight goes to a search for the proof. What it proves is so.
---@field weights userdata? In place of the rules' own, what require("tesela.weights").read(rules, bytes) returned.
---@field evaluate (fun(state: tesela.State): number[])? Static evaluation: a value in 0..1 for each seat, in place of playing to the end: nothing is played out then.
---@field prior (fun(state: tesela.State, moves: tesela.Move[]): number[])? Of mcts: a weight for each move, from 0, in place of the game's policy.
---@field iterations integer? As in a budget.
---@field seconds number? As in a budget.
---@field depth integer? As in a budget.
---@field settle boolean? As in a budget.
---@field seed integer? As in a budget.
---@field progress (fun(report: tesela.Report): boolean?)? As in a budget.
---@field every number? As in a budget.
---@field threads integer? As in a budget.

--- What a search has seen. It prints as a table.
---@class tesela.Report
---@field method "mcts"|"alphabeta"
---@field best string The best move.
---@field value number 0..1 for the seat to move; a win is 1.
---@field proof "win"|"draw"|"loss"|nil What is proven, whatever the others do.
---@field plies integer? Of alphabeta: the proven end comes within so many.
---@field moves tesela.SeenMove[] The moves that were tried, the best first.
---@field line string[] The principal variation: what is expected to be played.
---@field iterations integer Of this search.
---@field kept integer Visits that the tree had from searches before.
---@field seconds number
---@field threads integer So many have searched.
---@field depth integer Plies: of the tree, or to which all was searched.
---@field memory integer Bytes in use.
---@field full boolean Whether the tree could not grow any more.
---@field stopped boolean Whether Ctrl-C or `progress` ended it.
---@field settled boolean Whether `settle` ended it.
---@field values number[]? Of mcts: by seat, 0..1, the mean of all iterations.
---@field leads number[]? Of mcts that plays out: by seat, the mean lead in points over the best other one.

--- One move of a report.
---@class tesela.SeenMove
---@field text string
---@field move tesela.Move
---@field visits integer Iterations through it; of alphabeta: nodes behind it.
---@field value number 0..1 for the seat to move.
---@field proof "win"|"draw"|"loss"|nil
---@field bound boolean? Of alphabeta: the value is an upper bound.

-- ---- bots and matches -------------------------------------------------------

--- The names of the bots that are shipped.
--- ```lua
--- print(table.concat(tesela.bots(), " "))
--- --> random greedy lookahead mcts alphabeta expert
--- ```
---@return string[] names
function tesela.bots() end

--- A bot from its name, the path of its file, a function or a table, or a program of
--- its own, from its command behind "exec:" or "gtp:". One that comes by path plays in a
--- box, in a process of its own, unless it is trusted.
--- ```lua
--- first = tesela.bot(function(view) return view:list()[1] end)
--- print(first.name, tesela.bot("greedy").name) --> bot	greedy
--- ```
---@param spec tesela.AnyBot What it is made from; one that tesela.bot returned stays itself.
---@param options? {trusted: boolean?, reuse: boolean?, start: number?, memory: number?, cpu: number?} Trusted: a file is loaded here, with all of Lua. Of a program: it is kept for more than one game; the seconds that its start may take (10), its MB and its seconds of the processor.
---@return tesela.Bot bot A table with name and choose.
function tesela.bot(spec, options) end

--- A bot as a table. Whatever it does wrong loses the game that it plays.
---@class tesela.Bot
---@field name string? In tables and records, of a bot that is trusted; a file in a box is called by its own name.
---@field new (fun(rules: tesela.Rules, seat: integer, seed: integer, parameters: table<string, number>?): any)? Makes the object for one game.
---@field parameters table<string, {[1]: number, [2]: number, [3]: number, whole: boolean?}>? What `tesela tune` may change, by name: { start, least, most }.
---@field choose fun(self: any, view: tesela.State, budget: tesela.Budget): string|tesela.Move, number?, string? A move, or "resign"; perhaps its value, 0..1, or it is not kept; and "draw" to offer a draw with the move, in a game between two.
---@field draw (fun(self: any, view: tesela.State): boolean)? Asked when the other side offers a draw.
---@field ponder (fun(self: any, view: tesela.State, seconds: number, threads: integer): boolean)? Thinks for so long, with so many threads, about a position in which another one is to move; false: that is enough. Asked in `play` with `ponder`, of bots that come with the program or are trusted.
---@field levels boolean? Whether it can play better and worse: it is told `budget.level` then.

--- How much a bot should think about one move.
---@class tesela.Budget
---@field iterations integer? What it counts is the bot's affair.
---@field seconds number?
---@field level integer? 1..9, of a bot that has `levels`: how well it is to play, in place of the two above.
---@field clock number[]? Where the game has a clock: the seconds that each seat has left for all its moves.
---@field increment number? Of a clock: the seconds that each move adds to it, from the first on.
---@field moves integer? Of a clock of so many moves: how many are to go until there is new time.
---@field seed integer For its random numbers; another at every move.
---@field threads integer? How many threads its searches may use, where somebody waits for the move.
---@field parameters table<string, number>? The values of those that the bot declares.

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

--- What run takes.
---@class tesela.RunOptions
---@field rules string|tesela.Rules A game's name, the path of a variant, or rules.
---@field bots tesela.AnyBot[] One for each seat.
---@field seed integer? Of the start (default 0).
---@field luck integer? The seed of what the bots draw (default: the seed).
---@field budget {iterations: integer?, seconds: number?, level: integer?, clock: string?}? Of each move; level: of the bots that have levels, 1..9; clock: for the whole game, "60+1" or "10/60".
---@field max_plies integer? A game that gets this long is a draw.
---@field pair integer? The number of the pair in a match.
---@field trusted boolean? Bots from files run here, with all of Lua.
---@field programs boolean? Bots that are named by a command are started.

--- A game that bots have played.
---@class tesela.PlayedGame
---@field number integer? In a match, from 1.
---@field state tesela.State The last position.
---@field places integer[] By seat; also when something outside ended the game.
---@field reason string Why it ended.
---@field message string? What the bot that lost by it did wrong.
---@field line string The record of the game.

--- Plays a match between two bots. Games come in pairs with the same seed and
--- the seats swapped. The result prints as a table.
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

--- What match takes.
---@class tesela.MatchOptions
---@field rules string|tesela.Rules A game's name, the path of a variant, or rules; for two seats or more.
---@field bots (tesela.AnyBot|{name: string?, bot: tesela.AnyBot, parameters: table<string, number>?, level: integer?, iterations: integer?, seconds: number?, clock: string?})[] Two.
---@field games integer? An even number (default 100); with more seats one in which both bots have the same.
---@field seed integer? Of the match (default 1); pair i's seed follows from it and i.
---@field budget {iterations: integer?, seconds: number?, level: integer?, clock: string?}? Of each move; level: of the bots that have levels, 1..9; clock: for the whole game, "60+1" or "10/60".
---@field max_plies integer? A game that gets this long is a draw.
---@field resign {value: number?, moves: integer?}? Ends a game between two: one's values were this low in its last moves (default 0.03, 3), and the other's as high.
---@field draw {within: number?, moves: integer?, after: integer?}? The same as a draw: both were so close to 1/2 in their last moves, from this ply on (default 0.02, 8, 40).
---@field openings {plies: integer}|string|string[]? Random plies before the bots play, a suite (its name, or its path), or a list of "m1 m2 ...".
---@field on_game fun(game: tesela.PlayedGame, result: tesela.MatchResult)? Called after each game, in their order.
---@field workers integer? How many processes play (default: one a core); 0: this one.
---@field file string? The file that keeps the games; what is missing in it is played.
---@field lock boolean? Whether the file is locked (default true; some file systems have no locks).
---@field prints string? A file that keeps what bots print, and where they fail.
---@field trusted boolean? Bots from files run with all of Lua, without boxes.
---@field programs boolean? Bots that are named by a command are started.

--- The result of a match, as the first bot sees it.
---@class tesela.MatchResult
---@field rules string Their name and options.
---@field players string[] Names of both.
---@field seed integer
---@field games integer How many were played.
---@field wins integer
---@field draws integer
---@field losses integer
---@field different integer How many of them differ: bots without luck play the same game again.
---@field plies integer Of all games together.
---@field first_seat number Points of whoever had seat 1.
---@field reasons table<string, integer> How many games ended for which reason.
---@field pair_scores number[] 0, 1/4 ... 1 for each pair.
---@field score number Points by games, 0..1.
---@field elo number The difference in strength.
---@field margin number? Half the width of its 95 % interval; nil of fewer than ten pairs of games.
---@field fault string? What was wrong in the first game that a bot lost by a fault.
---@field interrupted integer|false How many games were planned, if Ctrl-C ended it.

--- Plays a tournament on all cores, with bots that are not trusted, or what is
--- missing of it in the file. The summary prints as a report.
--- ```lua
--- summary = tesela.tournament {
---   rules = "tictactoe", bots = { "greedy", "random" },
---   games = 2, seed = 1, workers = 1,
--- }
--- print(summary.games, summary.ranking[1]) --> 2	1
--- ```
---@param definition tesela.Definition What is played.
---@param options? {file: string?, lock: boolean?, shard: {part: integer, of: integer}?, on_game: fun(game: table, line: string)?, prints: string?, programs: boolean?} The file that keeps the games, and whether it is locked (default true); the part to play; a file for what bots print; and whether bots that are named by a command are started.
---@return table summary Everything that the games say: games, bots, pairings, ranking ...
---@return string? stopped Why it stopped before the end: "sprt" (a test has decided, also that of decided), "time" or "interrupted".
function tesela.tournament(definition, options) end

--- What a tournament is. Its games follow from it alone, whoever plays them.
---@class tesela.Definition
---@field name string? For reports.
---@field rules string|tesela.Rules A game's name, the path of a variant, or rules.
---@field options table<string, integer|string|integer[]>? Options of a game that is given by its name.
---@field bots (tesela.AnyBot|{name: string?, bot: tesela.AnyBot, parameters: table<string, number>?, level: integer?, iterations: integer?, seconds: number?, clock: string?})[] Names, paths and commands, perhaps with a budget of their own; others only where they are trusted.
---@field format "match"|"roundrobin"|"gauntlet"|"swiss"|"knockout"? A match for two bots, else everybody against everybody; gauntlet: the first against the others; swiss: against those of the same score; knockout: who loses is out.
---@field games integer? Of each pairing, or line-up, rounded up to whole pairs (default 100, unless sprt or time ends it; of a swiss and a knockout one pair).
---@field rounds integer? Of a swiss (default: the least in which one bot alone can have won all).
---@field time number? Seconds after which no more games begin.
---@field sprt {elo0: number?, elo1: number?, alpha: number?, beta: number?, model: string?}? A sequential test that ends a match: pentanomial (default), trinomial, or normalized (Elo, by pairs).
---@field decided number? Ends a round robin when the first place is decided with this probability, 0.95 for one.
---@field openings {plies: integer}|string|string[]? Random plies before the bots play, a suite (its name, or its path), or a list of "m1 m2 ...".
---@field seed integer? Everything random follows from it (default 0).
---@field budget {iterations: integer?, seconds: number?, level: integer?, clock: string?, limit: number?}? Of each move; level: of the bots that have levels, 1..9; clock: for the whole game, "60+1" or "10/60"; limit: the seconds after which the bot has lost: of the processor (10, with levels 120), or of the clock (a tenth of a second and a tenth more than `seconds`).
---@field max_plies integer? A game that gets this long is a draw.
---@field resign {value: number?, moves: integer?}? Ends a game between two: one's values were this low in its last moves (default 0.03, 3), and the other's as high.
---@field draw {within: number?, moves: integer?, after: integer?}? The same as a draw: both were so close to 1/2 in their last moves, from this ply on (default 0.02, 8, 40).
---@field memory number? MB that each bot may have (default 256).
---@field workers integer? How many processes play (default: one a core).
---@field trusted boolean? Bots run with all of Lua in the workers, and so do the rules of a file.

--- Plays rules and those that they are derived from, by the same bots from the same starts,
--- on all cores, as the command measure does. The result prints as its report.
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
---@return string? stopped Why it stopped before the end: "time" or "interrupted".
function tesela.measure(options) end

--- What measure takes.
---@class tesela.MeasureOptions
---@field rules tesela.AnyGame A game's name, the path of a variant, what derive and define return, or rules.
---@field against tesela.AnyGame? The game to compare with (default: the one that it is derived from).
---@field sweep string|string[]? Over the values of an option, "win_score=1..5", or of two, in place of another game.
---@field games integer? Of each column, and of each rung of its ladder (default 200).
---@field time number? As many games as fit into so many seconds.
---@field bots tesela.AnyBot[]? One against itself, or two (default mcts).
---@field level integer? Expert plays at this level, 1..9, and mcts climbs the ladder.
---@field iterations integer? Of each move (default: a fortieth of those of mcts).
---@field openings {plies: integer}|string|string[]? Random plies before the bots play, a suite (its name, or its path), or a list of "m1 m2 ...".
---@field doublings integer? Rungs of the ladder that measures skill (default 4; 0: none).
---@field looked integer? Games of each column whose positions are searched (default: a quarter).
---@field measures string|table<string, fun(game: tesela.MeasuredGame): number?>|nil Measures of your own, by name, or a file that returns them.
---@field max_plies integer? Games that get this long have no end (default 1000).
---@field seed integer? Of all games (default 1).
---@field workers integer? How many processes play (default: one a core); 0: this one.
---@field file string? The file that keeps the games; only the missing ones are played.
---@field lock boolean? Whether the file is locked (default true; some file systems have no locks).
---@field trusted boolean? Bots from files run with all of Lua.
---@field programs boolean? Bots that are named by a command are started.

--- What was measured, as `tesela measure -f json` prints it.
---@class tesela.Measured
---@field measure integer Of this form, 1.
---@field seed integer Of all games.
---@field iterations integer Of a move.
---@field level integer? In place of these.
---@field bots string[] Their names.
---@field base integer The number of the column that the others are compared with.
---@field columns table[] Each with name, game, options, games, looked, faults, alike and warning.
---@field figures table[] Each with group, name, kind, and columns and differences: { value =, margin =, n = }, or false, for each column.
---@field skill_ends (integer|false)[]? Where the ladder of each column ends.

--- Looks at a recorded game position by position, on all cores: what each move has
--- lost, by searches as expert does them. The result prints as a report.
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

--- What analyse takes.
---@class tesela.AnalyseOptions
---@field record string A game, one line of JSON, as state:record writes it.
---@field budget {iterations: integer?, seconds: number?}? Of each search (default: a game takes a quarter of a minute of a processor).
---@field seed integer? Of the searches (default 0).
---@field rules string|tesela.Rules? In place of the game of that name, as for a file of one's own: its path, or rules.
---@field workers integer? How many processes search (default: one a core); 0: this one.

--- What was found. Chances are 0..1: that of coming first.
---@class tesela.Analysis
---@field version integer Of this form, 1.
---@field by string Who searched: expert.
---@field iterations integer? Of each search.
---@field seconds number? Of each search.
---@field seed integer Of the searches.
---@field values number[][] The chance of each seat, of the start and after each move.
---@field moves tesela.AnalysedMove[]
---@field accuracy number[] In percent, by seat; 100 where no move was a choice.
---@field worst integer[] The numbers of the moves that lost most, three at most.
---@field line string The record with the analysis in it.

--- A move of the game. Chances are those of whoever made it.
---@class tesela.AnalysedMove
---@field seat integer Who made it.
---@field best string What was best.
---@field line string[] What was expected then, the best move first.
---@field before number The chance before the move.
---@field after number And after it, as the mover could know.
---@field lost number By how much the best move was better.
---@field luck number? Where things are hidden or left to chance: what the next position is worth beyond that.
---@field proof "win"|"draw"|"loss"|nil What was proven before the move.
---@field forced boolean? Whether there was no other move.

-- ---- for people -------------------------------------------------------------

--- Plays at the terminal, against a bot or between people. Type help there.
--- ```lua
--- state = tesela.play("tictactoe", { bot = "random", seat = 0, seed = 1 })
--- --> Tic-tac-toe. X: random, O: random. Type a move or help.
--- --> ...
--- ```
---@param what string|tesela.Rules|tesela.State|tesela.PlayOptions A game's name, rules, a state to go on from, a record, or all in a table.
---@param options? tesela.PlayOptions The rest of it.
---@return tesela.State state The last position.
---@return string line The record of the game.
function tesela.play(what, options) end

--- What play takes. One of rules, state and record is needed, in the table or
--- before it.
---@class tesela.PlayOptions
---@field rules tesela.Rules|string? Or the name of a game.
---@field state tesela.State? To go on from.
---@field record string? A game to go on with, with its times and remarks.
---@field set table<string, integer|string|integer[]>? Options of a game that is given by its name.
---@field bot tesela.AnyBot? Who has the other seats (default expert); "none": people.
---@field seat integer|integer[]? Which one is yours (default 1), or those that people have; 0: none.
---@field seed integer? Of the start and the bot; by the clock if absent.
---@field iterations integer? The bot's budget.
---@field seconds number? The bot's budget.
---@field level integer? 1..9, in place of a budget (default 4, where the bot has levels and no budget is given).
---@field clock string? Seconds of a game and for each move, "60+1", or moves in seconds, "10/60"; of people and bots.
---@field ponder boolean? The bot thinks while people do, if it can.
---@field threads integer? How many threads search for the bot, 1 to 64: all processors with `seconds`, `clock` or `ponder`, else 1.
---@field trusted boolean? Bots and games from files run here with all of Lua.
---@field programs boolean? A bot that is named by a command is started.
---@field limit number? Seconds that a function of a game from a file may take, where that is given by its path (1).

--- Prints the board of a state, in colour where the terminal has it.
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
---@param move? integer|string A legal move to be marked.
function tesela.show(state, move) end

--- Writes a picture of a state (SVG) to a file.
--- ```lua
--- s = tesela.rules("mixtour"):start():play "b2"
--- print(tesela.svg(s, "position.svg")) --> true
--- ```
---@param state tesela.State
---@param path string
---@return boolean? ok True, or nil if the file cannot be written.
---@return string? reason
function tesela.svg(state, path) end

--- Prints help on a game, a command, a function or a method; without a topic,
--- what there is.
--- ```lua
--- tesela.help "rng:int"
--- --> rng:int(n)
--- -->   A whole number in 1..n, each as likely as the others.
--- --> ...
--- ```
---@param topic? string|function|tesela.Rules|tesela.State|tesela.Rng "mixtour", "s:play", tesela.match ...
function tesela.help(topic) end

return tesela
