/* lboard.h: the drawing as an argument of functions in Lua. Over lgame. */
#ifndef LBOARD_H
#define LBOARD_H

#include <lua.h>

#include "tesela_draw.h"

void lboard_register(lua_State *L);
/* Pushes the drawing as an object that is valid until lboard_close. Sets
 * *out_of_memory if a method lacks memory. */
void lboard_push(lua_State *L, tes_drawing *drawing, int seat, tes_move hint,
                 bool *out_of_memory);
void lboard_close(void *board);
tes_drawing *lboard_check(lua_State *L, int index);
/* The names of colours and shapes, by number. */
const char *lboard_colour(int colour);
const char *lboard_shape(int shape);

/* Draws a game without a draw function, with ? for `hidden` cells (NULL:
 * none). */
int lboard_fields(const tes_rules *rules, const tes_state *state,
                  const bool *hidden, tes_drawing *drawing);
void lboard_turn(const tes_rules *rules, const tes_state *state,
                 tes_text *text);

#endif
