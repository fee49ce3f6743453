/* record.h: a played game as one line of JSON, for the files in this folder;
 * not installed.
 *
 * A record is the tree of its line, allocated by the C library. The table of
 * members gives the order of writing, the reserved names and the shape that
 * reading checks. Building and reading both ensure the shape, so nothing else
 * checks it. A column ("seconds", "values") has an entry for each move, or
 * null. A column with only nulls is not written.
 *
 * A change is made completely or, when memory runs out, not at all. */
#ifndef TES_RECORD_H
#define TES_RECORD_H

#include "../base/json.h"
#include "../tesela_game.h"

#define FORMAT 1
#define WHOLE_MAX ((int64_t)TES_SEED_MAX)
#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

typedef enum record_kind {
  WORD,   /* a string without line breaks */
  NAME,   /* a string or null */
  NUMBER, /* a number or null */
  WHOLE,  /* a whole number, min..max */
  OTHER   /* has its own check */
} record_kind;

typedef struct record_shape {
  const char *name;
  record_kind kind;
  bool array; /* an array of these */
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

struct tes_record {
  json_t *line;
};

/* ---- members.c ----------------------------------------------------------- */

/* The row of the member with this name, or MEMBER_COUNT. */
int record_rank(const char *name);
/* NULL if the line lacks the member, or if it is null. */
json_t *record_member(const json_t *line, int row);
/* The text of a WORD, or NULL. */
const char *record_word(const tes_record *record, int row);
size_t record_seats(const tes_record *record);
/* Is the text free of control characters, like a WORD? */
bool record_is_line(const char *text);
/* Takes ownership of the line; NULL if memory runs out, or if `line` is
 * NULL. */
tes_record *record_of(json_t *line);

#endif
