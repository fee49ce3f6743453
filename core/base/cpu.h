/* cpu.h: which instructions may be used; see tesela_bits.h for the levels. */
#ifndef TES_CPU_H
#define TES_CPU_H

#include "../tesela_bits.h"

/* The newest level that the processor has. */
tes_cpu tes_cpu_best(void);
/* That, or what TESELA_CPU asks for, if it is less: rules->cpu. TES_EARG where
 * it names no level. */
int tes_cpu_choose(int *cpu, tes_error *error);
/* Its name, as in TESELA_CPU. */
const char *tes_cpu_name(int cpu);

#endif
