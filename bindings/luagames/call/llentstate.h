/* llentstate.h: states that are lent to functions of the rules, and their plain
 * values. Over lgame and lstate.
 *
 * Reading a state that is lent repeatedly does not call a function: __index of
 * its metatable is a table of values, in which Lua itself finds seat, over,
 * fields and functions. A name is added to that table when it is first read in
 * the ordinary way (lfield.c). The cells of a field are also in a table of
 * their own, for s.board (lcells.c). `shown` has the contents of these tables,
 * so that the next call writes only the differences. Writing is an ordinary
 * call, which checks the value and also updates the tables. */
#ifndef LLENTSTATE_H
#define LLENTSTATE_H

#include "luagames/lgame.h"
#include "states/lstate.h"

typedef struct lview {
  bool seat, over;        /* are these among the values? */
  uint32_t scalar, board; /* the fields among the values, as bits */
  uint8_t its_seat;
  bool is_over;
  int32_t shown[]; /* all cells, as the values have them */
} lview;

/* The type of the tables of values, which is also the key of the state in such
 * a table; and the type of the cells of a field. */
extern const char llentstate_values[], llentstate_cells[];

void llentstate_register(lua_State *L);
/* Pushes a lent state of these rules, read-only if `lending` is LENT. It may be
 * reused when the next state of its level is lent, except with `once`. */
lstate *llentstate_lend(lua_State *L, lrules *r, const tes_state *state,
                        llending lending, bool once);
/* The state at `index` was changed, perhaps only its head: updates its
 * values. */
void llentstate_update(lua_State *L, int index);
void llentstate_update_head(lua_State *L, int index);
/* Adds the value at the top, with the name at `name`, to the table of values at
 * `values`. */
void llentstate_show(lua_State *L, int values, int name);
/* A field of one cell of the state at `index` was set to `value`. */
void llentstate_wrote(lua_State *L, int index, const lfield *field,
                      int32_t value);

#endif
