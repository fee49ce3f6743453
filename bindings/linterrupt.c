/* linterrupt.c: see linterrupt.h. */
#include "linterrupt.h"

#include <string.h>

static const char words[] = "interrupted!";

linterrupt *ltesela_interrupt(void) {
  static linterrupt interrupt;
  return &interrupt;
}

int ltesela_interrupted_at(lua_State *L, const char *text) {
  const linterrupt *interrupt = ltesela_interrupt();
  const size_t length = strlen(text), most = sizeof words - 1;
  const bool told = length >= most && strcmp(text + length - most, words) == 0;
  lua_pushstring(L, told ? text : words);
  if (interrupt->raising != NULL) interrupt->raising(L);
  return lua_error(L);
}

int ltesela_interrupted(lua_State *L) {
  return ltesela_interrupted_at(L, "");
}

bool ltesela_is_interruption(lua_State *L, int index) {
  return lua_type(L, index) == LUA_TSTRING &&
         strcmp(lua_tostring(L, index), words) == 0;
}
