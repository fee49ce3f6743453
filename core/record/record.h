/* record.h: a played game as one line of JSON, and what its files share; not
 * installed.
 *
 * A record is a cJSON object, kept at all times as it is written: the members
 * of record_members first, in that order and each at most once, then the
 * notes and whatever else a line had that was read. The table is also the
 * list of reserved names and the shape that reading checks, so that a record
 * in memory, built or read, always has it and nothing else looks twice.
 *
 * Numbers are cJSON_Raw items: the text that reads back as the same double,
 * and beside it valuedouble. cJSON's own printing takes the last bits for
 * rounding errors and would lose the end of a large seed.
 *
 * The columns "seconds" and "values" have an entry for each move, null where it
 * is unknown; a column of which nothing is known is not there. A move is added
 * whole or, when memory runs out, not at all.
 *
 * Memory for JSON comes from cJSON's allocator, the C library's unless the
 * program said otherwise: cJSON's hooks, which are mutable globals, are never
 * touched here. cJSON also keeps the place of its last error in a global,
 * which is not read here. It does not tell a lack of memory from a mistake in
 * the text: both are "not JSON". */
#ifndef TES_RECORD_H
#define TES_RECORD_H

#include <cjson/cJSON.h>

#include "../tesela_game.h"

#define FORMAT 1
#define WHOLE_MAX ((int64_t)TES_SEED_MAX)
#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

typedef enum record_kind {
  WORD,   /* a text that fits into one line */
  NAME,   /* a text or null */
  NUMBER, /* a number or null */
  WHOLE,  /* a whole number, min..max */
  OTHER   /* has a check of its own */
} record_kind;

typedef struct record_shape {
  const char *name;
  record_kind kind;
  bool array; /* of such items */
  bool required;
  int64_t min, max;
} record_shape;

enum { /* rows of record_members */
       TESELA,
       GAME,
       SOURCE,
       OPTIONS,
       SEED,
       FEN,
       DEAL,
       PLAYERS,
       MOVES,
       SECONDS,
       VALUES,
       RESULT,
       PAIR,
       MEMBER_COUNT
};

extern const record_shape record_members[MEMBER_COUNT];

enum { COLUMNS = 2 }; /* SECONDS and VALUES */

struct tes_record {
  cJSON *root;
  cJSON *moves; /* of root */
  size_t length;
  int seats;              /* players */
  cJSON *column[COLUMNS]; /* of root; NULL as long as all would be null */
};

/* ---- items.c ------------------------------------------------------------- */

/* The bytes of the UTF-8 sequence at `s` (Unicode 15, table 3-7), 0 if there
 * is none. A sequence that a NUL cuts is none. */
size_t record_utf8_size(const char *s);
/* What is not UTF-8 becomes question marks. */
void record_clean_utf8(char *text);

cJSON *record_new_text(const char *text);
cJSON *record_new_number(double value);
cJSON *record_new_ints(const int *values, int count);
cJSON *record_new_nulls(size_t count);
/* An array or object, or NULL: `complete` is what came of filling it. */
cJSON *record_finished(cJSON *item, bool complete);

bool record_is_number(const cJSON *item);
bool record_is_whole(const cJSON *item, int64_t min, int64_t max);
/* Turns cJSON's numbers into ours, all the way down; false: out of memory. */
bool record_keep_numbers(cJSON *item);

/* The row in record_members, or MEMBER_COUNT: where a member of this name
 * stands. */
int record_rank(const char *name);
/* A member by its name, or by its row; NULL if there is none. */
cJSON *record_get(const cJSON *object, const char *name);
cJSON *record_member(const tes_record *record, int row);
/* Puts a member at its place, for what was there. Needs no memory, as the
 * name is not copied: false only if there is no item. */
bool record_put(cJSON *root, int row, cJSON *item);

/* ---- build.c ------------------------------------------------------------- */

/* A record that owns `root`, the rest zero; NULL, and root is freed, when out
 * of memory. */
tes_record *record_wrap(cJSON *root);

#endif
