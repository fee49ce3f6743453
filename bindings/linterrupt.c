/* linterrupt.c: see linterrupt.h. */
#include "linterrupt.h"

linterrupt *ltesela_interrupt(void) {
  static linterrupt interrupt;
  return &interrupt;
}
