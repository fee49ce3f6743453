/* json.h: reading and writing JSON text; not installed.
 *
 * Values are jansson's, allocated by the C library. If Lua can raise an error
 * before a tree is freed, a userdata owns the tree. Code in a sandbox never
 * reads JSON.
 *
 * The reader and the writer are our own: jansson's reader drops bytes when
 * memory runs out; its writer does not write the shortest numbers and fails on
 * bytes that are not UTF-8. Equal values always give the same text. */
#ifndef TES_JSON_H
#define TES_JSON_H

#include <jansson.h>

#include "../tesela.h"

/* The value of JSON text, to be freed by json_decref; NULL with a message such
 * as "not JSON at byte 4: ...", or TES_ENOMEM. An integer beyond 64 bits
 * becomes the nearest double, and a number beyond all doubles becomes 1e308
 * with its sign, so that each value can be written again. If a name is
 * repeated, the last value counts. A zero byte must follow the text. Strings
 * may contain zero bytes, written \u0000, only if `zeros` is true. */
json_t *json_read(const char *text, size_t length, bool zeros,
                  tes_error *error);

/* ASCII that represents itself between quotes. */
static inline bool json_is_plain(char c) {
  return (unsigned char)c >= ' ' && (unsigned char)c < 0x80 && c != '"' &&
         c != '\\';
}

/* Without spaces. */
void json_put(tes_text *text, json_t *value);
void json_put_member(tes_text *text, const char *name, json_t *value);
/* If bytes are not UTF-8, writes question marks instead and returns false. A
 * zero byte must follow the bytes. */
bool json_put_text(tes_text *text, const char *bytes, size_t length);
/* Writes a finite number: whole numbers plainly, others with as few of 15 to 17
 * digits as read back the same, and with a point in every locale. */
void json_put_number(tes_text *text, double value);

#endif
