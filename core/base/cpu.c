/* cpu.c: the newest instructions that the processor has and the caller wants.
 *
 * The environment may ask for less, so that every level can be tested and
 * measured on one machine: TESELA_CPU=any, bmi2, avx2 or avx512. It never asks
 * for more than the processor has. */
#include <stdlib.h>
#include <string.h>

#include "cpu.h"

static const char *const names[] = {"any", "bmi2", "avx2", "avx512"};

static tes_cpu had(void) {
#if TES_X86
  const bool bmi2 = __builtin_cpu_supports("bmi2") &&
                    __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("popcnt");
  const bool avx2 = bmi2 && __builtin_cpu_supports("avx2");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                      __builtin_cpu_supports("avx512vl");
  return avx512 ? TES_CPU_AVX512
         : avx2 ? TES_CPU_AVX2
         : bmi2 ? TES_CPU_BMI2
                : TES_CPU_ANY;
#else
  return TES_CPU_ANY;
#endif
}

/* An unknown name asks for nothing. */
static tes_cpu wanted(void) {
  const char *name = getenv("TESELA_CPU");
  for (int level = TES_CPU_ANY; name != NULL && level <= TES_CPU_AVX512;
       level++) {
    if (strcmp(name, names[level]) == 0) return (tes_cpu)level;
  }
  return TES_CPU_AVX512;
}

tes_cpu tes_cpu_best(void) {
  const tes_cpu most = had(), asked = wanted();
  return asked < most ? asked : most;
}
