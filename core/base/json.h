/* json.h: reading and writing JSON text; not installed.
 *
 * Values are jansson's, allocated by the C library. A userdata owns a tree
 * while Lua can raise an error before it is freed. Code in a sandbox never
 * reads JSON.
 *
 * Reader and writer are our own. Jansson's reader loses bytes when memory runs
 * out; its writer does not write the shortest numbers and fails on bytes that
 * are not UTF-8. Equal values always give the same text. */
#ifndef TES_JSON_H
#define TES_JSON_H

#include <jansson.h>

#include "../tesela.h"

/* The value of JSON text, for json_decref; NULL with a message such as "not
 * JSON at byte 4: ...", or TES_ENOMEM. An integer beyond 64 bits becomes the
 * nearest double, and a number beyond all doubles 1e308 with its sign, so that
 * each value can be written again. If a name is repeated, the last value
 * counts. A zero byte must follow the text. A zero byte inside is written
 * \u0000, only in strings, and only allowed with `zeros`. */
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
/* Bytes that are not UTF-8 become question marks; then it returns false. A zero
 * byte must follow the bytes. */
bool json_put_text(tes_text *text, const char *bytes, size_t length);
/* For finite numbers: whole ones plainly, others as the shortest of 15 to 17
 * digits that reads back the same, with a point in every locale. */
void json_put_number(tes_text *text, double value);

#endif
