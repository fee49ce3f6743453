/* lshow.h: prints the moves of a plan, and draws its board. Over lgame. */
#ifndef LSHOW_H
#define LSHOW_H

#include "luagames/lgame.h"

/* Writes the name of a cell of the board: "d4", or that of its point. */
void lshow_cell(const tes_rules *rules, int cell, tes_text *text);
/* Writes the name of a column of squares: "d", or its number. */
void lshow_column(const lmap *map, int column, tes_text *text);
/* Reads the longest name of a cell at the start of the text; MAP_NOWHERE if
 * there is none. */
int lshow_read(const tes_rules *rules, const char **text);
/* Is this a move that the plan could list? */
bool lshow_has(const tes_rules *rules, tes_move move);
/* Writes a move: "d4", "d" for a DROP, "a2-a3", "a2xb3" for a capture. */
void lshow_print(const tes_rules *rules, const tes_state *state, tes_move move,
                 tes_text *text);
/* Draws the board with its pieces, marks the last move and the hint (0: none),
 * and shows ? for `hidden` cells (NULL: none). */
int lshow_draw(const tes_rules *rules, const tes_state *state,
               const bool *hidden, tes_move hint, tes_drawing *drawing);

#endif
