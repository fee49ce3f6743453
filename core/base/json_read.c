/* json_read.c: reading JSON text into jansson's values, see json.h.
 *
 * Jansson's own reader drops bytes when memory runs out, or aborts. Here each
 * allocation is checked. The text ends with its only zero byte, so no code
 * checks its length. */
#include "json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "letter.h"

enum { DEPTH_MAX = 2048 }; /* nested arrays and objects */

typedef struct json_reader {
  const char *start, *at;
  const char *token; /* the start of the last token */
  tes_text words;    /* a stack: names and escaped strings, decoded */
  int depth;
  bool zeros; /* are zero bytes allowed in strings? */
  tes_error *error;
} json_reader;

/* ---- errors ---- */

/* Is the last token a number in other languages, but not in JSON? */
static bool is_no_number(const json_reader *r) {
  static const char *const words[] = {"nan", "inf", "infinity"};
  const size_t size = (size_t)(r->at - r->token), minus = *r->token == '-';
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (size == minus + strlen(words[i]) &&
        strncasecmp(r->token + minus, words[i], size - minus) == 0) {
      return true;
    }
  }
  return false;
}

/* Quotes the token if it is short. */
static void *refuse(const json_reader *r, const char *why) {
  const int place = (int)(r->at - r->start), size = (int)(r->at - r->token);
  if (is_no_number(r)) {
    tes_fail(r->error, TES_EARG,
             "not JSON at byte %d: JSON has no NaN and no infinity; write null",
             place);
  } else if (size == 0 && *r->at == '\0') {
    tes_fail(r->error, TES_EARG, "not JSON at byte %d: %s near end of file",
             place, why);
  } else if (size <= 20) {
    tes_fail(r->error, TES_EARG, "not JSON at byte %d: %s near '%.*s'", place,
             why, size, r->token);
  } else {
    tes_fail(r->error, TES_EARG, "not JSON at byte %d: %s", place, why);
  }
  return NULL;
}

static void *lack_memory(const json_reader *r) {
  tes_no_memory(r->error);
  return NULL;
}

/* `value` is NULL if memory ran out. */
static json_t *made(const json_reader *r, json_t *value) {
  return value != NULL ? value : lack_memory(r);
}

/* ---- tokens ---- */

static bool is_letter(char c) {
  return (c | 32) >= 'a' && (c | 32) <= 'z';
}

static bool is_figure(char c) {
  return c >= '0' && c <= '9';
}

static char next_token(json_reader *r) {
  r->at += strspn(r->at, " \t\r\n");
  r->token = r->at;
  return *r->at;
}

/* Skips a word, or one byte: an unexpected token. */
static void *refuse_token(json_reader *r, const char *why) {
  if (is_letter(*r->at)) {
    while (is_letter(*r->at)) r->at++;
  } else if (*r->at != '\0') {
    r->at++;
  }
  return refuse(r, why);
}

static bool take(json_reader *r, char sign, const char *why) {
  if (next_token(r) == sign) {
    r->at++;
    return true;
  }
  refuse_token(r, why);
  return false;
}

/* ---- strings ---- */

/* Four hexadecimal digits; -1 if there are fewer. */
static int read_unit(json_reader *r) {
  static const char digits[] = "0123456789abcdef";
  int unit = 0;
  for (int i = 0; i < 4; i++) {
    const char c = *r->at, *found = strchr(digits, is_letter(c) ? c | 32 : c);
    if (c == '\0' || found == NULL) return -1;
    unit = 16 * unit + (int)(found - digits);
    r->at++;
  }
  return unit;
}

static void put_letter(tes_text *text, int code) {
  char bytes[4];
  const int size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  for (int i = size - 1; i > 0; i--, code >>= 6) {
    bytes[i] = (char)(0x80 | (code & 0x3F));
  }
  bytes[0] = (char)(size == 1 ? code : (0xF00 >> size & 0xFF) | code);
  tes_put_bytes(text, bytes, (size_t)size);
}

/* After "\u": one unit, or a pair that forms a letter. NULL: refused. */
static const char *read_code(json_reader *r) {
  int code = read_unit(r);
  const bool first = code >= 0xD800 && code < 0xDC00;
  if (first && r->at[0] == '\\' && r->at[1] == 'u') {
    r->at += 2;
    const int second = read_unit(r);
    if (second >= 0 && (second < 0xDC00 || second > 0xDFFF)) {
      return refuse(r, "invalid Unicode");
    }
    code =
        second < 0 ? -1 : 0x10000 + ((code & 0x3FF) << 10) + (second & 0x3FF);
  }
  if (code < 0) return refuse(r, "invalid escape");
  if (code >= 0xD800 && code < 0xE000) return refuse(r, "invalid Unicode");
  if (code == 0 && !r->zeros) return refuse(r, "\\u0000 is not allowed");
  put_letter(&r->words, code);
  return r->at;
}

/* After "\". NULL: refused. */
static const char *read_escape(json_reader *r) {
  static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
  const char c = *r->at, *found = c != '\0' ? strchr(letters, c) : NULL;
  if (found == NULL && c != 'u') return refuse(r, "invalid escape");
  r->at++;
  if (found == NULL) return read_code(r);
  tes_put_bytes(&r->words, &meant[found - letters], 1);
  return r->at;
}

/* Skips letters that need no escape. NULL: refused. */
static const char *read_letters(json_reader *r) {
  for (; *r->at != '"' && *r->at != '\\'; r->at++) {
    while (json_is_plain(*r->at)) r->at++;
    if (*r->at == '"' || *r->at == '\\') break;
    if (*r->at == '\0') {
      r->token = r->at;
      return refuse(r, "'\"' expected");
    }
    if ((unsigned char)*r->at < ' ') return refuse(r, "control character");
    const size_t size = letter_size(r->at);
    if (size == 0) return refuse(r, "not UTF-8");
    r->at += size - 1;
  }
  return r->at;
}

/* Puts a string on the stack, without a zero byte after it. NULL: refused. */
static const char *push_word(json_reader *r) {
  r->token = r->at++;
  for (;;) {
    const char *from = r->at;
    if (read_letters(r) == NULL) return NULL;
    tes_put_bytes(&r->words, from, (size_t)(r->at - from));
    if (*r->at++ == '"') break;
    if (read_escape(r) == NULL) return NULL;
  }
  return r->words.failed ? lack_memory(r) : r->at;
}

static json_t *read_string(json_reader *r) {
  const size_t below = r->words.length;
  if (push_word(r) == NULL) return NULL;
  json_t *value =
      json_stringn_nocheck(r->words.data + below, r->words.length - below);
  r->words.length = below;
  return made(r, value);
}

/* ---- numbers ---- */

/* False if it needs more than 64 bits. */
static bool whole_number(const char *digit, const char *end,
                         json_int_t *value) {
  const bool minus = *digit == '-';
  int64_t number = 0; /* negative, because there is one more negative number */
  for (digit += minus; digit < end; digit++) {
    if (__builtin_mul_overflow(number, 10, &number) ||
        __builtin_sub_overflow(number, *digit - '0', &number)) {
      return false;
    }
  }
  if (!minus && number == INT64_MIN) return false;
  *value = minus ? number : -number;
  return true;
}

/* strtod expects the decimal point of the locale, so this replaces the
 * point. */
static json_t *read_real(json_reader *r) {
  const size_t below = r->words.length;
  char point[20];
  snprintf(point, sizeof point, "%.1f", 0.0);
  point[strlen(point) - 1] = '\0';
  for (const char *c = r->token; c < r->at; c++) {
    tes_put_bytes(&r->words, *c == '.' ? point + 1 : c,
                  *c == '.' ? strlen(point + 1) : 1);
  }
  if (r->words.failed) return lack_memory(r);
  double value = strtod(r->words.data + below, NULL);
  r->words.length = below;
  if (isinf(value)) value = copysign(1e308, value);
  return made(r, json_real(value));
}

/* Skips digits: is there at least one? */
static bool pass_digits(json_reader *r) {
  const char *from = r->at;
  while (is_figure(*r->at)) r->at++;
  return r->at > from;
}

/* Skips a number, if there is one; `whole`: it has no point and no exponent. */
static bool pass_number(json_reader *r, bool *whole) {
  if (*r->at == '-') r->at++;
  if (*r->at == '0' && is_figure(r->at[1])) return false;
  if (!pass_digits(r)) return false;
  const char *end = r->at;
  if (*r->at == '.') {
    r->at++;
    if (!pass_digits(r)) return false;
  }
  if ((*r->at | 32) == 'e') {
    r->at++;
    if (*r->at == '+' || *r->at == '-') r->at++;
    if (!pass_digits(r)) return false;
  }
  *whole = r->at == end;
  return true;
}

static json_t *number_value(json_reader *r) {
  bool whole;
  json_int_t value;
  if (!pass_number(r, &whole)) return refuse_token(r, "invalid token");
  if (whole && whole_number(r->token, r->at, &value)) {
    return made(r, json_integer(value));
  }
  return read_real(r);
}

/* ---- values ---- */

static json_t *read_value(json_reader *r);

static bool add_item(json_reader *r, json_t *array) {
  json_t *item = read_value(r);
  if (item == NULL) return false;
  return json_array_append_new(array, item) == 0 || lack_memory(r) != NULL;
}

/* Puts a name on the stack. */
static bool push_name(json_reader *r) {
  const size_t below = r->words.length;
  if (next_token(r) != '"') {
    return refuse_token(r, "string or '}' expected") != NULL;
  }
  if (push_word(r) == NULL) return false;
  if (strlen(r->words.data + below) < r->words.length - below) {
    return refuse(r, "NUL byte in object key not supported") != NULL;
  }
  tes_put_bytes(&r->words, "", 1);
  return !r->words.failed || lack_memory(r) != NULL;
}

static bool add_member(json_reader *r, json_t *object) {
  const size_t below = r->words.length;
  if (!push_name(r) || !take(r, ':', "':' expected")) return false;
  json_t *value = read_value(r);
  if (value == NULL) return false;
  r->words.length = below;
  return json_object_set_new_nocheck(object, r->words.data + below, value) ==
             0 ||
         lack_memory(r) != NULL;
}

/* Reads an array or an object into `into`, which it frees on failure. */
static json_t *fill_container(json_reader *r, json_t *into,
                              bool add(json_reader *, json_t *), char end,
                              const char *why) {
  bool good = into != NULL || lack_memory(r) != NULL;
  r->at++;
  r->depth++;
  if (good && r->depth > DEPTH_MAX) {
    good = refuse(r, "maximum parsing depth reached") != NULL;
  }
  if (good && next_token(r) != end) {
    while ((good = add(r, into)) && next_token(r) == ',') r->at++;
  }
  r->depth--;
  if (good && take(r, end, why)) return into;
  json_decref(into);
  return NULL;
}

static json_t *read_constant(json_reader *r) {
  while (is_letter(*r->at)) r->at++;
  const size_t size = (size_t)(r->at - r->token);
  if (size == 4 && memcmp(r->token, "null", 4) == 0) return json_null();
  if (size == 4 && memcmp(r->token, "true", 4) == 0) return json_true();
  if (size == 5 && memcmp(r->token, "false", 5) == 0) return json_false();
  return refuse(r, "invalid token");
}

static json_t *read_value(json_reader *r) {
  const char c = next_token(r);
  if (c == '{') {
    return fill_container(r, json_object(), add_member, '}', "'}' expected");
  }
  if (c == '[')
    return fill_container(r, json_array(), add_item, ']', "']' expected");
  if (c == '"') return read_string(r);
  if (c == '-' || is_figure(c)) return number_value(r);
  if (is_letter(c)) return read_constant(r);
  return refuse_token(r, c == '\0' || strchr("]},:", c) != NULL
                             ? "unexpected token"
                             : "invalid token");
}

static json_t *read_whole(json_reader *r) {
  json_t *value = read_value(r);
  if (value == NULL || next_token(r) == '\0') return value;
  json_decref(value);
  return refuse_token(r, "end of file expected");
}

json_t *json_read(const char *text, size_t length, bool zeros,
                  tes_error *error) {
  const char *zero = memchr(text, '\0', length);
  if (zero != NULL) {
    tes_fail(error, TES_EARG, "not JSON at byte %zu: a zero byte",
             (size_t)(zero - text) + 1);
    return NULL;
  }
  json_reader r = {.start = text, .at = text, .zeros = zeros, .error = error};
  if (strncmp(text, "\xEF\xBB\xBF", 3) == 0)
    r.at += 3; /* from Windows editors */
  tes_text_init(&r.words, NULL);
  json_t *value = read_whole(&r);
  tes_text_free(&r.words);
  return value;
}
