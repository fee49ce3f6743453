/* json.c: see json.h. */
#include "json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "letter.h"

/* ASCII that stands for itself between quotes. */
static bool is_plain(char c) {
  return (unsigned char)c >= ' ' && (unsigned char)c < 0x80 && c != '"' &&
         c != '\\';
}

/* ---- writing ------------------------------------------------------------- */

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
    const size_t size = is_plain(*c) ? 1 : letter_size(c);
    if (size > 1 || is_plain(*c)) {
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

/* Puts a point for what the locale writes, however many bytes that has. */
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
    case JSON_REAL: /* -0 is 0, as -0 without a point is when it is read */
      json_put_number(text, json_real_value(value) + 0.0);
      return;
    default:
      tes_put(text, "%s", words[json_typeof(value)]);
  }
}

/* ---- reading ------------------------------------------------------------- */

enum { TOKEN = JSON_DECODE_ANY | JSON_ALLOW_NUL };

/* Writes a number that jansson cannot hold as one that it can, in the same
 * bytes, so that errors after it keep their place: 17 digits and an exponent,
 * 1e308 for a number above all doubles. An integer that is too large has at
 * least 19 digits, a float at least those of 2e308. */
static void fit_number(char *number, size_t length) {
  const size_t minus = number[0] == '-' ? 1 : 0;
  const bool whole = strcspn(number, ".eE") >= length;
  const double size = whole ? fabs(strtod(number, NULL)) : HUGE_VAL;
  char scientific[40] = "_1", *digits = scientific + 1, exponent[12] = "308";
  if (isfinite(size)) {
    snprintf(scientific, sizeof scientific, "%.16e", size);
    point(scientific);
    scientific[1] = scientific[0]; /* over the point */
    snprintf(exponent, sizeof exponent, "%d",
             atoi(strchr(digits, 'e') + 1) - 16);
  }
  const size_t mantissa = strcspn(digits, "e"), last = strlen(exponent);
  memset(number + minus, '0', length - minus);
  memcpy(number + minus, digits, mantissa);
  number[minus + mantissa] = 'e';
  memcpy(number + length - last, exponent, last);
}

/* Fits all numbers, up to a token that is not JSON. */
static void fit_numbers(char *text, size_t length) {
  json_error_t why;
  for (char *c = text; *c != '\0';) {
    if (strchr("-0123456789\"", *c) == NULL) {
      c++;
      continue;
    }
    json_t *value = json_loadb(c, length - (size_t)(c - text),
                               TOKEN | JSON_DISABLE_EOF_CHECK, &why);
    const bool too_large =
        value == NULL && json_error_code(&why) == json_error_numeric_overflow;
    if (value == NULL && !too_large) return;
    if (too_large) fit_number(c, (size_t)why.position);
    json_decref(value);
    c += why.position;
  }
}

static json_t *read_fitted(const char *text, size_t length, size_t flags,
                           json_error_t *why) {
  tes_text copy;
  json_t *value = NULL;
  tes_text_init(&copy, NULL);
  tes_put_bytes(&copy, text, length);
  why->text[0] = '\0'; /* out of memory */
  if (!copy.failed) {
    fit_numbers(copy.data, length);
    value = json_loadb(copy.data, length, flags, why);
  }
  tes_text_free(&copy);
  return value;
}

static bool is_letter(char c) {
  return (c | 32) >= 'a' && (c | 32) <= 'z';
}

/* Is the word at a place a number that JSON lacks, as other languages write it?
 */
static bool is_no_number(const char *text, size_t length, size_t at) {
  static const char *const words[] = {"nan", "inf", "infinity"};
  size_t from = at < length ? at : length, to = from;
  while (from > 0 && is_letter(text[from - 1])) from--;
  while (to < length && is_letter(text[to])) to++;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    const size_t letters = strlen(words[i]);
    if (to - from == letters &&
        strncasecmp(text + from, words[i], letters) == 0) {
      return true;
    }
  }
  return false;
}

json_t *json_read(const char *text, size_t length, size_t flags,
                  tes_error *error) {
  static const char mark[] = "\xEF\xBB\xBF"; /* of Windows editors */
  const bool marked = length >= 3 && memcmp(text, mark, 3) == 0;
  if (marked) text += 3, length -= 3;
  json_error_t why;
  const char *zero = memchr(text, '\0', length);
  if (zero != NULL) { /* past a number jansson would not see it */
    tes_fail(error, TES_EARG, "not JSON at byte %zu: a zero byte",
             (size_t)(zero - text) + 1 + (marked ? 3 : 0));
    return NULL;
  }
  flags |= JSON_DECODE_ANY;
  json_t *value = json_loadb(text, length, flags, &why);
  if (value == NULL && json_error_code(&why) == json_error_numeric_overflow) {
    value = read_fitted(text, length, flags, &why);
  }
  if (value == NULL && why.text[0] == '\0') {
    tes_no_memory(error);
  } else if (value == NULL) {
    tes_fail(error, TES_EARG, "not JSON at byte %d: %s",
             why.position + (marked ? 3 : 0),
             is_no_number(text, length, (size_t)why.position)
                 ? "JSON has no NaN and no infinity; write null"
                 : why.text);
  }
  return value;
}
