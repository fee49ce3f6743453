/* tick.h: timers where no signal comes (tick.c).
 *
 * Each file is compiled with this first. Lua takes a step where it looks for a
 * hook that a signal may have set (libraries.cmake puts it there), the core
 * where it asks whether to stop. */
#ifndef TESELA_WEB_TICK_H
#define TESELA_WEB_TICK_H

extern int tesela_web_steps; /* that are left until the next look */
void tesela_web_look(void);

#define TES_STEP() \
  (--tesela_web_steps < 0 ? tesela_web_look() : (void)0)

#endif
