/* linterrupt.h: how a program makes the C functions of the module return.
 *
 * A hook ends code in Lua, but not a function in C. Functions that can run for
 * long check `asked` regularly (it is the `stop` of every tes_work) and then
 * raise "interrupted!", like hooks. There is one flag per process, because
 * there is one SIGINT. Lowest floor.
 *
 * An interruption is recognized by the state of the process, never by the words
 * of an error: any code may raise these words, or replace the error with
 * another. */
#ifndef LINTERRUPT_H
#define LINTERRUPT_H

#include <lua.h>
#include <stdbool.h>

/* A bit of `asked`: not interrupted, but over the time limit (lguard.h). */
enum { LINTERRUPT_LATE = 2 };

typedef struct linterrupt {
  volatile int asked; /* a signal handler may set it */
  /* Called before the error is raised, or NULL; may raise another error. */
  void (*raising)(lua_State *L);
  /* Called by a function that must end but has a result so far; or NULL. True:
   * it may return the result, and the request is cleared. */
  bool (*take)(lua_State *L);
  /* Interrupts the program as SIGINT does, or NULL. */
  void (*begin)(void);
} linterrupt;

linterrupt *ltesela_interrupt(void);
bool ltesela_is_interrupted(void);
/* Both raise the error; the second with the message at the top. */
int ltesela_interrupted(lua_State *L);
int ltesela_raise_interruption(lua_State *L);
/* Pushes the message, with the place before it unless that is "". */
void ltesela_push_interruption(lua_State *L, const char *place);
/* tesela.interrupt, for the script library. */
int linterrupt_open(lua_State *L);

#endif
