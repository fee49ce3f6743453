/* llentstate.h: states that are lent to functions of the rules, and the plain
 * values that they show. Over lgame and lstate.
 *
 * A state that is lent again and again is not asked for what it has: its
 * metatable has a table for __index, the values, in which Lua finds seat, over,
 * fields and functions by itself. A name comes into that table when it is read
 * first, by what finds it otherwise (lfield.c). Cells of a field are likewise
 * in a table of their own behind s.board (lcells.c). `shown` has what these
 * tables say, so that at the next call only what differs is written. Writing
 * is a call as ever, which looks at the value and changes the tables, too. */
#ifndef LLENTSTATE_H
#define LLENTSTATE_H

#include "luagames/lgame.h"
#include "states/lstate.h"

typedef struct lview {
  bool seat, over;        /* are they among the values? */
  uint32_t scalar, board; /* and which fields, by bit */
  uint8_t its_seat;
  bool is_over;
  int32_t shown[]; /* all cells */
} lview;

/* The type of the tables of values, which is the key of the state in them, and
 * that of the cells of a field. */
extern const char llentstate_values[], llentstate_cells[];

void llentstate_register(lua_State *L);
/* Pushes a state of these rules that is lent: one that is LENT is not written
 * to. It lives until the next one of its level is lent. `once`: no other call
 * gets it. */
lstate *llentstate_lend(lua_State *L, lrules *r, const tes_state *state,
                        llending lending, bool once);
/* The state at `index` was changed, perhaps its head alone: what it shows
 * follows. */
void llentstate_update(lua_State *L, int index);
void llentstate_update_head(lua_State *L, int index);
/* The value at the top is that of the name at `name` for the state whose values
 * are at `values`, as long as nothing changes it. */
void llentstate_show(lua_State *L, int values, int name);
/* A field of one cell of the state at `index` has become `value`. */
void llentstate_wrote(lua_State *L, int index, const lfield *field,
                      int32_t value);

#endif
