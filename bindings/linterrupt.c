/* linterrupt.c: see linterrupt.h. */
#include "linterrupt.h"

linterrupt *ltesela_interrupt(void) {
  static linterrupt interrupt;
  return &interrupt;
}

int ltesela_interrupted(lua_State *L) {
  const linterrupt *interrupt = ltesela_interrupt();
  if (interrupt->raising != NULL) interrupt->raising(L);
  lua_pushliteral(L, "interrupted!");
  return lua_error(L);
}
