/* json.h: JSON text, read and written; not installed.
 *
 * Values are jansson's, in memory of the C library. Where Lua can raise an
 * error before a tree is freed, a userdata owns it. Nothing in a box reads
 * JSON.
 *
 * Reader and writer are our own. Jansson's reader drops bytes when memory runs
 * out; its writer has neither the shortest numbers nor a way with bytes that
 * are not UTF-8. The same value is always the same text. */
#ifndef TES_JSON_H
#define TES_JSON_H

#include <jansson.h>

#include "../tesela.h"

/* The value of JSON text, for json_decref; NULL: "not JSON at byte 4: ..." says
 * how much was read and what was wrong there; or TES_ENOMEM. An integer beyond
 * 64 bits becomes the nearest double, a number beyond all doubles 1e308 of its
 * sign, so that each value can be written again. Of repeated names the last one
 * counts. A zero byte must follow the text. Inside it is written \u0000, in
 * strings only, and only with `zeros`. */
json_t *json_read(const char *text, size_t length, bool zeros,
                  tes_error *error);

/* ASCII that represents itself between quotes. */
static inline bool json_is_plain(char c) {
  return (unsigned char)c >= ' ' && (unsigned char)c < 0x80 && c != '"' &&
         c != '\\';
}

/* Without blanks. */
void json_put(tes_text *text, json_t *value);
void json_put_member(tes_text *text, const char *name, json_t *value);
/* Bytes that are not UTF-8 become question marks; then it returns false. A zero
 * byte must follow the bytes. */
bool json_put_text(tes_text *text, const char *bytes, size_t length);
/* Whole numbers plainly, others as the shortest of 15 to 17 digits that reads
 * back as the same, with a point whatever the locale has. For finite ones. */
void json_put_number(tes_text *text, double value);

#endif
