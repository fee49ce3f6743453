/* tesela_scan.h: reading the text of games.
 *
 * The tes_read_ functions read one item from the front of a string, and advance
 * the pointer past it; if there is something else, the pointer stays. A scan
 * reads a string to its end, and reports what it expected and where.
 * Suggestions for unknown words are also here. */
#ifndef TESELA_SCAN_H
#define TESELA_SCAN_H

#include "tesela.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* The name of a cell, "c3" or "c12": a letter for the column, from a, and the
 * number of the row, from 1. At most 26 columns and 99 rows. */
typedef struct tes_cell_name {
  char text[4];
} tes_cell_name;

tes_cell_name tes_name_cell(int x, int y); /* both from 0 */
bool tes_read_cell(const char **text, int columns, int rows, int *x, int *y);

/* The index of one of these letters, from 0; -1 if there is none. */
int tes_read_letter(const char **text, const char *letters);
/* A number without a sign; -1 if there is none. Numbers above TES_NUMBER_MAX
 * are read as TES_NUMBER_MAX. */
#define TES_NUMBER_MAX 9999999999
int64_t tes_read_number(const char **text);
/* A number in low..high; a minus sign is read only if `low` is negative. */
bool tes_read_int(const char **text, int low, int high, int *number);

typedef struct tes_scan {
  const char *at;      /* the rest of the string */
  const char *subject; /* messages begin with it: "mixtour position: " */
  int status;          /* of the messages */
  tes_error *error;
} tes_scan;

/* Each returns TES_OK, or the status with a message that `what` (or, for a
 * number, its range) was expected here. */
int tes_scan_expected(const tes_scan *scan, const char *what);
int tes_scan_sign(tes_scan *scan, char sign, const char *what);
int tes_scan_int(tes_scan *scan, int low, int high, int *number);
int tes_scan_end(const tes_scan *scan, const char *what);

/* Finds the words that `typed` may misspell or, if there are none, that contain
 * it: the nearest first, never `typed` itself. Returns their number, at most
 * `most` or TES_NEAR_MAX. */
enum { TES_NEAR_MAX = 8 };
size_t tes_near(const char *typed, const char *const *words, size_t count,
                const char **near, size_t most);
/* "there is no option bto; did you mean bot? The options: bot, seat": `kind` is
 * "option". */
void tes_put_unknown(tes_text *text, const char *kind, const char *typed,
                     const char *const *words, size_t count);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif
#endif
