/* perft_file.h: lines of vectors/NAME.perft.
 *
 *     settings ; position ; depth count count ...
 *
 * with `depth` counts, of depth 1 and up. Lines that begin with # are
 * comments. The second implementations write such lines, the tests of the
 * games hold the counts against the real ones. */
#ifndef TESELA_PERFT_FILE_H
#define TESELA_PERFT_FILE_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct perft_line {
  char settings[128], fen[400];
  int depth;
  uint64_t count[10]; /* of depth 1 at [0] */
} perft_line;

/* False if there is no such line; missing counts are read as 0. */
static inline bool read_perft_line(const char *text, perft_line *line) {
  int used = 0, more = 0;
  *line = (perft_line){.depth = 0};
  if (sscanf(text, "%127[^;]; %399[^;]; %d%n", line->settings, line->fen,
             &line->depth, &used) != 3) {
    return false;
  }
  if (line->depth < 1 || line->depth > 10) return false;
  for (size_t at = strlen(line->fen); at > 0 && line->fen[at - 1] == ' ';) {
    line->fen[--at] = '\0';
  }
  for (int i = 0; i < line->depth; i++, used += more) {
    if (sscanf(text + used, "%" SCNu64 "%n", &line->count[i], &more) != 1) {
      break;
    }
  }
  return true;
}

#endif
