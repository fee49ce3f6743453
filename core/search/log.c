/* log.c: natural logarithms without a library.
 *
 * ln n = ln(n - 1) + 2 (t + t^3/3 + t^5/5 + ...) with t = 1 / (2n - 1). The
 * terms are added from the smallest up, using only + * /, whose results IEEE
 * 754 defines to the last bit. */
#include "log.h"

enum { TERMS = 20 };

/* ln n - ln(n - 1), n >= 2. */
static double log_step(double n) {
  const double t = 1 / (2 * n - 1), square = t * t;
  double sum = 0;
  for (int k = TERMS; k >= 0; k--) sum = sum * square + 1.0 / (2 * k + 1);
  return 2 * t * sum;
}

void search_fill_logs(double log[LOGS]) {
  log[0] = log[1] = 0;
  for (int n = 2; n < LOGS; n++) log[n] = log[n - 1] + log_step(n);
}

/* Larger numbers are halved until they are in the table. */
double search_log(const double log[LOGS], uint32_t n) {
  int halved = 0;
  for (; n >= LOGS; n >>= 1) halved++;
  return log[n] + halved * log[2];
}
