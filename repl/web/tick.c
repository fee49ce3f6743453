/* tick.c: setitimer without signals.
 *
 * Long-running code takes steps (first.h). Every few steps the clock is
 * checked, and a timer whose time has come calls its handler, as a signal
 * would. The clock also serves as CPU time: a Worker runs no other code, and a
 * sleeping machine costs only one tick. */
#include <emscripten.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/time.h>

enum { STEPS = 500 };

static struct timer {
  int number;         /* of the signal */
  double every, next; /* milliseconds; `every` is 0 if it is stopped */
} timers[] = {{.number = SIGALRM}, {.number = SIGVTALRM}};

int tesela_web_steps = STEPS;

int setitimer(int which, const struct itimerval *restrict wanted,
              struct itimerval *restrict before) {
  if (which < 0 || which > ITIMER_VIRTUAL || before != NULL) {
    errno = EINVAL;
    return -1;
  }
  const struct timeval time = wanted->it_interval;
  struct timer *timer = &timers[which];
  timer->every = (double)time.tv_sec * 1e3 + (double)time.tv_usec / 1e3;
  timer->next = emscripten_get_now() + timer->every;
  return 0;
}

static void tick(struct timer *timer) {
  if (timer->every <= 0) return;
  const double now = emscripten_get_now();
  if (now < timer->next) return;
  timer->next = now + timer->every;
  raise(timer->number);
}

void tesela_web_look(void) {
  tesela_web_steps = STEPS;
  for (size_t i = 0; i < sizeof timers / sizeof *timers; i++) tick(&timers[i]);
}
