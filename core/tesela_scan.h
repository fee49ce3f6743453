/* tesela_scan.h: what the texts of games are read with.
 *
 * tes_read_ functions read one thing from the front of a text and move it on;
 * where that is not what stands there, the text stays. A scan is a text that
 * is read to its end and says what it expected where. What was probably meant
 * by a word that is unknown is guessed here, too. */
#ifndef TESELA_SCAN_H
#define TESELA_SCAN_H

#include "tesela.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* The name of a cell, "c3" or "c12": a letter for the column, from a on, and
 * the number of the row, from 1 on. At most 26 columns and 99 rows. */
typedef struct tes_cell_name {
  char text[4];
} tes_cell_name;

tes_cell_name tes_name_cell(int x, int y); /* both from 0 */
bool tes_read_cell(const char **text, int columns, int rows, int *x, int *y);

/* One of some letters: which, from 0 on; -1 if there is none of them. */
int tes_read_letter(const char **text, const char *letters);
/* A number without a sign; -1 if there is none. What is larger than
 * TES_NUMBER_MAX is read too, as that. */
#define TES_NUMBER_MAX 9999999999
int64_t tes_read_number(const char **text);
/* A number in low..high; a minus only where some of these have one. */
bool tes_read_int(const char **text, int low, int high, int *number);

typedef struct tes_scan {
  const char *at;      /* what is still to be read */
  const char *subject; /* what messages begin with: "mixtour position: " */
  int status;          /* of the messages */
  tes_error *error;
} tes_scan;

/* Each returns TES_OK, or the status with a message: that `what` (if nothing
 * else is said) was expected here. */
int tes_scan_expected(const tes_scan *scan, const char *what);
int tes_scan_sign(tes_scan *scan, char sign, const char *what);
int tes_scan_int(tes_scan *scan, int low, int high, int *number);
int tes_scan_end(const tes_scan *scan, const char *what);

/* Those of `count` words that `typed` may be a typing mistake for, or else a
 * part of, the nearest first and never itself: how many, `most` or TES_NEAR_MAX
 * at most. */
enum { TES_NEAR_MAX = 8 };
size_t tes_near(const char *typed, const char *const *words, size_t count,
                const char **near, size_t most);
/* "there is no option bto; did you mean bot? The options: bot, seat": `kind` is
 * "option", `meant` NULL or the word if it is known. */
void tes_put_unknown(tes_text *text, const char *kind, const char *typed,
                     const char *meant, const char *const *words, size_t count);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif
#endif
