/* linterrupt.h: how a program asks the C functions of the module to return.
 *
 * A hook ends code in Lua, but not a function in C. Those that can run long
 * look at `asked` all the time (it is the `stop` of every tes_work) and then
 * raise "interrupted!", as hooks do. There is one of these for the process, as
 * there is one SIGINT. Lowest floor.
 *
 * An interruption is known by the state of the process, never by the words of
 * an error: anyone may raise these, and may catch the error and raise another
 * one in its place. */
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
  /* Interrupts the program as SIGINT does, or NULL. */
  void (*begin)(void);
} linterrupt;

linterrupt *ltesela_interrupt(void);
bool ltesela_is_interrupted(void);
/* Raises the error; the second raises the message at the top. */
int ltesela_interrupted(lua_State *L);
int ltesela_raise_interruption(lua_State *L);
/* Pushes the message, with the place before it if that is not "". */
void ltesela_push_interruption(lua_State *L, const char *place);
/* tesela.interrupt, for the script library. */
int linterrupt_open(lua_State *L);

#endif
