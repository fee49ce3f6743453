/* linterrupt.h: how a program asks the C functions of the module to return.
 *
 * A hook ends code in Lua, but not a function in C. Those that can run long
 * look at `asked` all the time (it is the `stop` of every tes_work) and then
 * raise "interrupted!", as hooks do. There is one of these for the process, as
 * there is one SIGINT. Lowest floor. */
#ifndef LINTERRUPT_H
#define LINTERRUPT_H

#include <lua.h>
#include <stdbool.h>

/* A bit of `asked`: not to be interrupted, but since it takes too long
 * (lguard.h). */
enum { LINTERRUPT_LATE = 2 };

typedef struct linterrupt {
  volatile int asked; /* a signal handler may set it */
  /* Called before the error is raised, or NULL; may raise another one. */
  void (*raising)(lua_State *L);
  /* Asked by a function that was ended and has something to return all the
   * same, or NULL. True: it shall, and nothing was asked any more. */
  bool (*take)(lua_State *L);
} linterrupt;

linterrupt *ltesela_interrupt(void);
/* Raises the error. Scripts know it by scripts/tesela/interrupt.lua. */
int ltesela_interrupted(lua_State *L);
/* The same, with the place that stands in `text` before these words. */
int ltesela_interrupted_at(lua_State *L, const char *text);
/* Is the value the error, without a place? */
bool ltesela_is_interruption(lua_State *L, int index);

#endif
