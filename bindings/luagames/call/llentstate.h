/* llentstate.h: states that are lent to functions of the rules, and their plain
 * values. Over lgame and lstate.
 *
 * Reading a state that is lent again and again does not call a function: its
 * metatable has a table for __index, the values, in which Lua itself finds
 * seat, over, fields and functions. A name is added to that table when it is
 * first read, by the ordinary way (lfield.c). The cells of a field are also in
 * a table of their own for s.board (lcells.c). `shown` has the contents of
 * these tables, so that the next call writes only the differences. Writing is a
 * call as always, which checks the value and changes the tables, too. */
#ifndef LLENTSTATE_H
#define LLENTSTATE_H

#include "luagames/lgame.h"
#include "states/lstate.h"

typedef struct lview {
  bool seat, over;        /* are they among the values? */
  uint32_t scalar, board; /* and these fields, as bits */
  uint8_t its_seat;
  bool is_over;
  int32_t shown[]; /* all cells */
} lview;

/* The type of the tables of values, which is also the key of the state in them,
 * and that of the cells of a field. */
extern const char llentstate_values[], llentstate_cells[];

void llentstate_register(lua_State *L);
/* Pushes a lent state of these rules: one that is LENT cannot be changed. It
 * lives until the next one of its level is lent. `once`: no other call gets
 * it. */
lstate *llentstate_lend(lua_State *L, lrules *r, const tes_state *state,
                        llending lending, bool once);
/* The state at `index` was changed, perhaps only its head: updates its
 * values. */
void llentstate_update(lua_State *L, int index);
void llentstate_update_head(lua_State *L, int index);
/* The value at the top belongs to the name at `name`, for the state whose
 * values are at `values`, until it changes. */
void llentstate_show(lua_State *L, int values, int name);
/* A field of one cell of the state at `index` was set to `value`. */
void llentstate_wrote(lua_State *L, int index, const lfield *field,
                      int32_t value);

#endif
