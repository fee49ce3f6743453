/* record.h: a played game as one line of JSON, and what its files share; not
 * installed.
 *
 * A record is a text for each member of record_members, which are written in
 * that order, and one for all other members of the line. A text is a list of
 * items, C strings one behind the other: those of an array, the one of what is
 * none, and of the other members "name":value. An item is JSON as it will be
 * written, but a WORD is the text itself. What has no length is not there. A
 * column ("seconds", "values") is there from the first move of which something
 * is known, with an item for each, null where it is unknown.
 *
 * The table is also the list of reserved names and the shape that reading
 * checks, so that a record in memory, built or read, always has it and nothing
 * else looks twice. The same value is always the same text (json_put).
 *
 * A change is made whole or, when memory runs out, not at all: a new text is
 * finished before it takes the place of the old one, and what was added to
 * several is cut off again. */
#ifndef TES_RECORD_H
#define TES_RECORD_H

#include "../base/json.h"
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
  tes_text member[MEMBER_COUNT];
  tes_text rest;
  size_t length; /* moves */
  int seats;     /* players */
};

/* ---- members.c ----------------------------------------------------------- */

/* The row of the member of that name, or MEMBER_COUNT. */
int record_rank(const char *name);
/* The first item of a row; NULL: it is not there. */
const char *record_item(const tes_record *record, int row);

tes_record *record_new(const tes_alloc *alloc);
/* What was written to a text failed for want of memory. */
bool record_failed(const tes_record *record);
/* Leaves the first bytes of a text, as if the others had not been written. */
void record_cut(tes_text *text, size_t length);
/* Puts a finished text in place of another; TES_ENOMEM, and it is freed, if
 * that could not be finished. */
int record_replace(tes_text *old, tes_text *text);
/* Ends an item. */
void record_put_end(tes_text *text);
/* Has the text no control characters, as a WORD? */
bool record_is_line(const char *text);
/* Adds a WORD. */
void record_put_word(tes_text *text, const char *word);

/* ---- read.c -------------------------------------------------------------- */

/* As tes_record_read, with that allocator. */
tes_record *record_read(const tes_alloc *alloc, const char *line,
                        tes_error *error);

#endif
