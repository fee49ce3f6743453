/* json.h: JSON text, read and written; not installed.
 *
 * A reader walks over a text from its front, value by value, and builds
 * nothing: whoever reads keeps what it wants, in memory of its own. It takes
 * what RFC 8259 allows and nothing else. After the first mistake it is failed:
 * the message stands in its error, no value and no item comes any more, and one
 * look at the end is enough.
 *
 *   json_value v = json_read(&r);          an array or object is opened only
 *   while (json_more(&r)) {                 and closed by the last of these
 *     json_name(&r);                        in objects
 *     json_read(&r), json_copy(&r, &text) or the like
 *   }
 *   json_end(&r)                            when that was all
 */
#ifndef TES_JSON_H
#define TES_JSON_H

#include "../tesela.h"

enum { JSON_DEPTH_MAX = 100 }; /* arrays and objects inside of each other */

typedef enum json_type {
  JSON_NONE, /* a mistake */
  JSON_NULL,
  JSON_FALSE,
  JSON_TRUE,
  JSON_NUMBER,
  JSON_TEXT,
  JSON_ARRAY,
  JSON_OBJECT
} json_type;

typedef struct json_value {
  json_type type;
  bool whole; /* a number without point and exponent that fits `integer` */
  int64_t integer;
  double number; /* infinite where it is too large */
  /* As it stands there; of a text what is between the quotes. */
  const char *bytes;
  size_t length;
  bool escaped; /* a text with a backslash in it */
} json_value;

typedef struct json_reader {
  const char *start, *at, *end;
  tes_error *error;
  int depth;
  uint8_t closing[JSON_DEPTH_MAX]; /* what ends the open ones: ] or } */
  bool fresh;                      /* nothing was read since one was opened */
  bool zero;                       /* a text held \u0000 */
  bool failed;
} json_reader;

/* A zero byte must follow the text, and may be in it. */
json_reader json_reader_of(const char *text, size_t length, tes_error *error);
json_value json_read(json_reader *r);
bool json_more(json_reader *r);
json_value json_name(json_reader *r);
bool json_end(json_reader *r);
/* Fails with "not JSON at byte 5: expected ... at ...". */
void json_expected(json_reader *r, const char *at, const char *what);

/* A text without its escapes: `to` has room for `length` bytes, and may be
 * where the text stands. Returns how many were written. */
size_t json_unescape(json_value text, char *to);
void json_put_unescaped(tes_text *text, json_value v);
/* Reads a value, of an array or object all of it. */
void json_skip(json_reader *r);
/* The same, and writes it anew: without blanks, and the same value always
 * as the same text. */
void json_copy(json_reader *r, tes_text *text);
void json_copy_text(json_value text_or_name, tes_text *text);

/* What is not UTF-8 becomes question marks. False: there was such. A zero byte
 * must follow the bytes. */
bool json_put_text(tes_text *text, const char *bytes, size_t length);
/* Whole numbers plainly, others as the shortest of 15 to 17 digits that reads
 * back as the same, with a point whatever the locale has. Infinity, which a
 * text can hold, is 1e999; NaN has no text. */
void json_put_number(tes_text *text, double value);

#endif
