/* log.h: natural logarithms; not installed. */
#ifndef TES_LOG_H
#define TES_LOG_H

#include <stdint.h>

enum { LOGS = 4096 }; /* numbers whose logarithms are in the table */

/* Fills the table; finds the logarithm of any number with its help. */
void search_fill_logs(double log[LOGS]);
double search_log(const double log[LOGS], uint32_t n);

#endif
