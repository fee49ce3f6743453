/* json.c: writing JSON text, see json.h. */
#include "json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "letter.h"

static void put_escape(tes_text *text, char c) {
  static const char plain[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
  const char *found = c != '\0' ? strchr(plain, c) : NULL;
  if (found == NULL) {
    tes_put(text, "\\u%04x", (unsigned)c);
  } else {
    tes_put_bytes(text, (char[]){'\\', letters[found - plain]}, 2);
  }
}

bool json_put_text(tes_text *text, const char *bytes, size_t length) {
  const char *const end = bytes + length, *from = bytes;
  bool good = true;
  tes_put_bytes(text, "\"", 1);
  for (const char *c = bytes; c < end;) {
    const size_t size = json_is_plain(*c) ? 1 : letter_size(c);
    if (size > 1 || json_is_plain(*c)) {
      c += size;
      continue;
    }
    if (c > from) tes_put_bytes(text, from, (size_t)(c - from));
    if (size == 1) put_escape(text, *c);
    if (size == 0) tes_put_bytes(text, "?", 1);
    good = good && size == 1;
    from = ++c;
  }
  if (end > from) tes_put_bytes(text, from, (size_t)(end - from));
  tes_put_bytes(text, "\"", 1);
  return good;
}

/* Replaces the locale's decimal point, of any number of bytes, with a point. */
static void point(char *text) {
  char *to = text;
  for (const char *from = text; *from != '\0'; from++) {
    if (strchr("0123456789+-e", *from) != NULL) {
      *to++ = *from;
    } else if (to == text || to[-1] != '.') {
      *to++ = '.';
    }
  }
  *to = '\0';
}

void json_put_number(tes_text *text, double value) {
  char digits[40];
  const bool minus = signbit(value) != 0;
  if (fabs(value) <= (double)TES_SEED_MAX && value == floor(value) &&
      !(value == 0 && minus)) {
    snprintf(digits, sizeof digits, "%lld", (long long)value);
  } else {
    for (int precision = 15; precision <= 17; precision++) {
      snprintf(digits, sizeof digits, "%.*g", precision, value);
      if (strtod(digits, NULL) == value) break;
    }
    point(digits);
  }
  tes_put_bytes(text, digits, strlen(digits));
}

static void put_items(tes_text *text, json_t *array) {
  json_t *item;
  size_t i;
  tes_put_bytes(text, "[", 1);
  json_array_foreach(array, i, item) {
    if (i > 0) tes_put_bytes(text, ",", 1);
    json_put(text, item);
  }
  tes_put_bytes(text, "]", 1);
}

static void put_members(tes_text *text, json_t *object) {
  json_t *value;
  const char *name, *before = "";
  tes_put_bytes(text, "{", 1);
  json_object_foreach(object, name, value) {
    tes_put(text, "%s", before);
    json_put_member(text, name, value);
    before = ",";
  }
  tes_put_bytes(text, "}", 1);
}

void json_put_member(tes_text *text, const char *name, json_t *value) {
  json_put_text(text, name, strlen(name));
  tes_put_bytes(text, ":", 1);
  json_put(text, value);
}

void json_put(tes_text *text, json_t *value) {
  static const char *const words[] = {
      [JSON_NULL] = "null", [JSON_FALSE] = "false", [JSON_TRUE] = "true"};
  switch (json_typeof(value)) {
    case JSON_ARRAY:
      put_items(text, value);
      return;
    case JSON_OBJECT:
      put_members(text, value);
      return;
    case JSON_STRING:
      json_put_text(text, json_string_value(value), json_string_length(value));
      return;
    case JSON_INTEGER:
      tes_put(text, "%lld", (long long)json_integer_value(value));
      return;
    case JSON_REAL: /* -0 becomes 0, because -0 without a point reads as 0 */
      json_put_number(text, json_real_value(value) + 0.0);
      return;
    default:
      tes_put(text, "%s", words[json_typeof(value)]);
  }
}
