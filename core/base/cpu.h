/* cpu.h: the allowed instructions; see tesela_bits.h for the levels. */
#ifndef TES_CPU_H
#define TES_CPU_H

#include "../tesela_bits.h"

/* The newest level that the processor has. */
tes_cpu tes_cpu_best(void);
/* Sets rules->cpu to that level, or to a lower one that TESELA_CPU names.
 * TES_EARG if TESELA_CPU names no level. */
int tes_cpu_choose(int *cpu, tes_error *error);
/* Its name, as in TESELA_CPU. */
const char *tes_cpu_name(int cpu);

#endif
