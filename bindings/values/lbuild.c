/* lbuild.c: see lbuild.h. */
#include "lbuild.h"

#include "base/cpu.h"

#if defined(__clang__)
#define COMPILER __VERSION__ /* includes its name */
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

void lbuild_tell(FILE *out) {
  tes_error error;
  int level;
  fprintf(out, "compiler: " COMPILER "\n");
  if (tes_cpu_choose(&level, &error) == TES_OK) {
    fprintf(out, "instructions: %s\n", tes_cpu_name(level));
  } else {
    fprintf(out, "instructions: %s\n", error.text);
  }
}
