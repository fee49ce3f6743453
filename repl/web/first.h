/* first.h: what each file is compiled with first where no signal comes.
 *
 * What runs long takes steps: Lua where it looks for a hook that a signal may
 * have set (libraries.cmake puts it there), the core where it asks whether to
 * stop. Every so many, timers are looked at (tick.c). */
#ifndef TESELA_WEB_FIRST_H
#define TESELA_WEB_FIRST_H

extern int tesela_web_steps; /* that are left until then */
void tesela_web_look(void);

#define TES_STEP() (--tesela_web_steps < 0 ? tesela_web_look() : (void)0)

/* The number of an error, as scripts know it (missing.c). */
int tesela_web_number(int error);

#endif
