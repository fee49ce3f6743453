/* first.h: included first in each file, on systems without signals.
 *
 * Long-running code takes steps: Lua where it checks for a hook that a signal
 * may have set (added by libraries.cmake), the core where it checks whether to
 * stop. Every few steps, timers are checked (tick.c). */
#ifndef TESELA_WEB_FIRST_H
#define TESELA_WEB_FIRST_H

extern int tesela_web_steps; /* left until the next check */
void tesela_web_look(void);

#define TES_STEP() (--tesela_web_steps < 0 ? tesela_web_look() : (void)0)

/* The number of an error, as scripts know it (missing.c). */
int tesela_web_number(int error);

#endif
