/* first.h: included first in each file, on systems without signals.
 *
 * Long-running code takes steps (TES_STEP): Lua wherever it checks for a hook
 * that a signal may have set (libraries.cmake adds this), the core wherever it
 * checks whether to stop. Every few steps, timers are checked (tick.c). */
#ifndef TESELA_WEB_FIRST_H
#define TESELA_WEB_FIRST_H

extern int tesela_web_steps; /* until the next check of the timers */
void tesela_web_look(void);

#define TES_STEP() (--tesela_web_steps < 0 ? tesela_web_look() : (void)0)

/* The error number that scripts expect, as on Linux (missing.c). */
int tesela_web_number(int error);

#endif
