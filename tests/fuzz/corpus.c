/* corpus.c: hands files to a target, once each: in place of libFuzzer, so that
 * every compiler can build the targets and a finding can be seen again.
 * usage: fuzz_NAME FILE... */
#include "fuzz.h"

static void run(const char *path) {
  static uint8_t data[1 << 20];
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    perror(path);
    exit(1);
  }
  const size_t size = fread(data, 1, sizeof data, file);
  fclose(file);
  fprintf(stderr, "%s\n", path);
  LLVMFuzzerTestOneInput(data, size);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) run(argv[i]);
  return 0;
}
