/* cpu.h: which instructions may be used; see tesela_bits.h for the levels. */
#ifndef TES_CPU_H
#define TES_CPU_H

#include "../tesela_bits.h"

/* Asked when rules are opened; it is rules->cpu from then on. */
tes_cpu tes_cpu_best(void);

#endif
