/* cpu.c: the newest instructions that the processor has and the user allows.
 *
 * The environment may ask for less, so that every level can be tested and
 * measured on one machine: TESELA_CPU=any, bmi2, avx2 or avx512. It cannot ask
 * for more than the processor has. */
#include <stdlib.h>
#include <string.h>

#include "cpu.h"

static const char *const names[] = {"any", "bmi2", "avx2", "avx512"};

tes_cpu tes_cpu_best(void) {
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

const char *tes_cpu_name(int cpu) {
  return names[cpu];
}

int tes_cpu_choose(int *cpu, tes_error *error) {
  const char *name = getenv("TESELA_CPU");
  *cpu = (int)tes_cpu_best();
  if (name == NULL) return TES_OK;
  for (int level = TES_CPU_ANY; level <= TES_CPU_AVX512; level++) {
    if (strcmp(name, names[level]) != 0) continue;
    if (level < *cpu) *cpu = level;
    return TES_OK;
  }
  return tes_fail(error, TES_EARG,
                  "TESELA_CPU=%.20s: expected any, bmi2, avx2 or avx512", name);
}
