/* json.c: see json.h. */
#include "json.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Seconds, and most else that is a fraction, have few decimals: those need no
 * try. What comes out is what is written below. */
static bool put_decimals(tes_text *text, double value) {
  char digits[40];
  const double size = fabs(value);
  if (!(size >= 1e-4 && size < 1e8)) return false;
  const long long millionths = llround(size * 1e6);
  if ((double)millionths / 1e6 != size) return false;
  int length =
      snprintf(digits, sizeof digits, "%s%lld.%06lld", value < 0 ? "-" : "",
               millionths / 1000000, millionths % 1000000);
  while (digits[length - 1] == '0') length--;
  tes_put_bytes(text, digits, (size_t)length);
  return true;
}

void json_put_number(tes_text *text, double value) {
  char digits[40];
  const bool minus = signbit(value) != 0;
  if (fabs(value) <= (double)TES_SEED_MAX && value == floor(value) &&
      !(value == 0 && minus)) {
    snprintf(digits, sizeof digits, "%lld", (long long)value);
  } else if (put_decimals(text, value)) {
    return;
  } else if (isinf(value)) {
    snprintf(digits, sizeof digits, minus ? "-1e999" : "1e999");
  } else {
    for (int precision = 15; precision <= 17; precision++) {
      snprintf(digits, sizeof digits, "%.*g", precision, value);
      if (strtod(digits, NULL) == value) break;
    }
    point(digits);
  }
  tes_put_bytes(text, digits, strlen(digits));
}

/* ---- reading: mistakes --------------------------------------------------- */

json_reader json_reader_of(const char *text, size_t length, tes_error *error) {
  json_reader r;
  r.start = r.at = text;
  r.end = text + length;
  r.error = error;
  r.depth = 0;
  r.fresh = r.zero = r.failed = false;
  return r;
}

static json_value fail(json_reader *r) {
  r->failed = true;
  r->at = r->end;
  return (json_value){.type = JSON_NONE};
}

/* The text may be anything: what cannot be shown becomes a question mark. */
static void put_near(const json_reader *r, const char *at, char near[32]) {
  size_t used = 0;
  for (const char *c = at; c < r->end && used < 20;) {
    const size_t size = letter_size(c);
    const bool shown = size > 1 || (size == 1 && *c >= ' ');
    memcpy(near + used, shown ? c : "?", shown ? size : 1);
    used += shown ? size : 1;
    c += size > 0 ? size : 1;
  }
  near[used] = '\0';
}

void json_expected(json_reader *r, const char *at, const char *what) {
  char near[32], place[32] = "";
  const char *line = r->start;
  int number = 1;
  if (r->failed) return;
  for (const char *c = r->start; c < at; c++) {
    if (*c != '\n') continue;
    line = c + 1;
    number++;
  }
  if (number > 1) snprintf(place, sizeof place, "line %d, ", number);
  put_near(r, at, near);
  tes_fail(r->error, TES_EARG, "not JSON at %sbyte %zu: expected %s%s%s", place,
           (size_t)(at - line) + 1, what,
           at < r->end ? " at " : ", but the text ends", near);
  fail(r);
}

static json_value expected(json_reader *r, const char *what) {
  json_expected(r, r->at, what);
  return (json_value){.type = JSON_NONE};
}

/* ---- reading: numbers, texts and words ----------------------------------- */

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* At least one digit. */
static bool skip_digits(json_reader *r) {
  if (!is_digit(*r->at)) {
    expected(r, "a digit");
    return false;
  }
  while (is_digit(*r->at)) r->at++;
  return true;
}

/* Moves over a number; false: there is none. `whole`: it has neither point nor
 * exponent. */
static bool skip_number(json_reader *r, bool *whole) {
  *whole = true;
  if (*r->at == '-') r->at++;
  if (*r->at == '0' && is_digit(r->at[1])) {
    expected(r, "a number without zeros before it");
    return false;
  }
  if (!skip_digits(r)) return false;
  if (*r->at == '.') {
    *whole = false;
    r->at++;
    if (!skip_digits(r)) return false;
  }
  if (*r->at == 'e' || *r->at == 'E') {
    *whole = false;
    r->at++;
    if (*r->at == '+' || *r->at == '-') r->at++;
    return skip_digits(r);
  }
  return true;
}

/* False: it does not fit, or is -0, which no integer is. */
static bool read_integer(json_value *v) {
  const bool minus = v->bytes[0] == '-';
  uint64_t value = 0;
  const uint64_t limit = (uint64_t)INT64_MAX + minus;
  if (v->length > 20) return false;
  for (size_t i = minus; i < v->length; i++) {
    const uint64_t digit = (uint64_t)(v->bytes[i] - '0');
    if (value > (limit - digit) / 10) return false;
    value = 10 * value + digit;
  }
  v->integer = minus ? -(int64_t)(value - 1) - 1 : (int64_t)value;
  return !(minus && value == 0);
}

enum { DIGITS_MAX = 400 }; /* and a few: nothing larger is finite */

/* With the point that the locale has. */
static void read_float(json_value *v) {
  char digits[DIGITS_MAX + 20], *to = digits;
  const char *const end = v->bytes + v->length;
  for (const char *from = v->bytes; from < end; from++) {
    if (*from != '.') {
      *to++ = *from;
      continue;
    }
    const char *point = localeconv()->decimal_point;
    const size_t length = strlen(point);
    memcpy(to, point, length);
    to += length;
  }
  *to = '\0';
  v->number = strtod(digits, NULL);
}

static json_value read_number(json_reader *r) {
  json_value v = {.type = JSON_NUMBER, .bytes = r->at};
  bool whole;
  if (!skip_number(r, &whole)) return (json_value){.type = JSON_NONE};
  v.length = (size_t)(r->at - v.bytes);
  v.whole = whole && read_integer(&v);
  if (v.whole) {
    v.number = (double)v.integer;
    return v;
  }
  if (v.length > DIGITS_MAX) {
    r->at = v.bytes;
    return expected(r, "a number of at most 400 characters");
  }
  read_float(&v);
  return v;
}

/* The number that four hexadecimal digits give, -1 if they are not there. */
static int32_t read_hex(const char *s) {
  int32_t value = 0;
  for (int i = 0; i < 4; i++) {
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *found = s[i] != '\0' ? strchr(digits, s[i]) : NULL;
    if (found == NULL) return -1;
    const int digit = (int)(found - digits);
    value = 16 * value + (digit < 16 ? digit : digit - 6);
  }
  return value;
}

/* The character of \uXXXX, of two that are a pair, at `s`; -1 if that is none.
 */
static int32_t read_unicode(const char *s, size_t *size) {
  const int32_t high = read_hex(s + 2);
  *size = 6;
  if (high < 0xD800 || high > 0xDFFF) return high;
  if (high > 0xDBFF || s[6] != '\\' || s[7] != 'u') return -1;
  const int32_t low = read_hex(s + 8);
  *size = 12;
  if (low < 0xDC00 || low > 0xDFFF) return -1;
  return 0x10000 + (high - 0xD800) * 0x400 + (low - 0xDC00);
}

static bool skip_escape(json_reader *r) {
  size_t size = 2;
  if (r->at[1] == 'u') {
    const int32_t code = read_unicode(r->at, &size);
    r->zero = r->zero || code == 0;
    if (code < 0) {
      expected(r, "\\uXXXX, or two that are a pair");
      return false;
    }
  } else if (r->at[1] == '\0' || strchr("\"\\/bfnrt", r->at[1]) == NULL) {
    expected(r, "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u");
    return false;
  }
  r->at += size;
  return true;
}

/* One character that is neither quote nor backslash. */
static bool skip_character(json_reader *r) {
  const size_t size = letter_size(r->at);
  if (r->at == r->end) {
    expected(r, "a quote");
  } else if (size == 0) {
    expected(r, "UTF-8");
  } else if ((unsigned char)*r->at < ' ') {
    expected(r, "\\u00XX for a control character");
  }
  if (!r->failed) r->at += size;
  return !r->failed;
}

static json_value read_text(json_reader *r) {
  json_value v = {.type = JSON_TEXT, .bytes = ++r->at};
  for (;;) {
    while (is_plain(*r->at)) r->at++;
    if (*r->at == '"') break;
    const bool escape = *r->at == '\\';
    v.escaped = v.escaped || escape;
    if (escape ? !skip_escape(r) : !skip_character(r)) {
      return (json_value){.type = JSON_NONE};
    }
  }
  v.length = (size_t)(r->at++ - v.bytes);
  return v;
}

static json_value read_word(json_reader *r) {
  static const struct {
    const char *word;
    size_t length;
    json_type type;
  } words[] = {
      {"null", 4, JSON_NULL}, {"false", 5, JSON_FALSE}, {"true", 4, JSON_TRUE}};
  for (size_t i = 0; i < 3; i++) {
    if (strncmp(r->at, words[i].word, words[i].length) != 0) continue;
    json_value v = {.type = words[i].type, .bytes = r->at};
    v.length = words[i].length;
    r->at += words[i].length;
    return v;
  }
  return expected(r, "a value");
}

/* ---- reading: values ----------------------------------------------------- */

static void skip_blanks(json_reader *r) {
  while (*r->at == ' ' || *r->at == '\t' || *r->at == '\r' || *r->at == '\n') {
    r->at++;
  }
}

static json_value open_one(json_reader *r, json_type type) {
  if (r->depth == JSON_DEPTH_MAX) {
    tes_fail(r->error, TES_EARG, "nested deeper than %d levels",
             JSON_DEPTH_MAX);
    return fail(r);
  }
  r->closing[r->depth++] = type == JSON_ARRAY ? ']' : '}';
  r->fresh = true;
  r->at++;
  return (json_value){.type = type};
}

json_value json_read(json_reader *r) {
  if (r->failed) return (json_value){.type = JSON_NONE};
  skip_blanks(r);
  switch (*r->at) {
    case '[':
      return open_one(r, JSON_ARRAY);
    case '{':
      return open_one(r, JSON_OBJECT);
    case '"':
      return read_text(r);
    default:
      return *r->at == '-' || is_digit(*r->at) ? read_number(r) : read_word(r);
  }
}

bool json_more(json_reader *r) {
  if (r->failed) return false;
  const bool first = r->fresh;
  const char close = (char)r->closing[r->depth - 1];
  r->fresh = false;
  skip_blanks(r);
  if (*r->at == close) {
    r->at++;
    r->depth--;
    return false;
  }
  if (first) return true;
  if (*r->at == ',') {
    r->at++;
  } else {
    expected(r, close == ']' ? ", or ]" : ", or }");
  }
  return !r->failed;
}

json_value json_name(json_reader *r) {
  if (r->failed) return (json_value){.type = JSON_NONE};
  skip_blanks(r);
  if (*r->at != '"') return expected(r, "a name in quotes");
  const json_value name = read_text(r);
  if (r->failed) return name;
  skip_blanks(r);
  if (*r->at != ':') return expected(r, "a colon");
  r->at++;
  return name;
}

bool json_end(json_reader *r) {
  if (r->failed) return false;
  skip_blanks(r);
  if (r->at != r->end) expected(r, "the end of the text");
  return !r->failed;
}

void json_skip(json_reader *r) {
  const json_value v = json_read(r);
  if (v.type != JSON_ARRAY && v.type != JSON_OBJECT) return;
  while (json_more(r)) {
    if (v.type == JSON_OBJECT) json_name(r);
    json_skip(r);
  }
}

/* ---- what was read ------------------------------------------------------- */

static size_t put_utf8(char *to, int32_t code) {
  if (code < 0x80) {
    to[0] = (char)code;
    return 1;
  }
  const size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  for (size_t i = size - 1; i > 0; i--, code >>= 6) {
    to[i] = (char)(0x80 | (code & 0x3F));
  }
  static const int32_t first[] = {0, 0, 0xC0, 0xE0, 0xF0};
  to[0] = (char)(first[size] | code);
  return size;
}

size_t json_unescape(json_value text, char *to) {
  static const char letters[] = "\"\\/bfnrt", plain[] = "\"\\/\b\f\n\r\t";
  const char *from = text.bytes, *const end = from + text.length;
  char *const start = to;
  while (from < end) {
    size_t size = 2;
    if (*from != '\\') {
      *to++ = *from++;
      continue;
    }
    if (from[1] == 'u') {
      const int32_t code = read_unicode(from, &size);
      to += put_utf8(to, code);
    } else {
      *to++ = plain[strchr(letters, from[1]) - letters];
    }
    from += size;
  }
  return (size_t)(to - start);
}

void json_put_unescaped(tes_text *text, json_value v) {
  const size_t before = text->length;
  tes_put_bytes(text, v.bytes, v.length);
  if (!v.escaped || text->failed) return;
  v.bytes = text->data + before;
  text->length = before + json_unescape(v, text->data + before);
  text->data[text->length] = '\0';
}

void json_copy_text(json_value v, tes_text *text) {
  tes_text plain;
  if (!v.escaped) {
    tes_put_bytes(text, v.bytes - 1, v.length + 2);
    return;
  }
  tes_text_init(&plain, text->alloc);
  json_put_unescaped(&plain, v);
  json_put_text(text, tes_text_get(&plain), plain.length);
  text->failed = text->failed || plain.failed;
  tes_text_free(&plain);
}

static void copy_inside(json_reader *r, json_type type, tes_text *text) {
  tes_put_bytes(text, type == JSON_ARRAY ? "[" : "{", 1);
  for (bool first = true; json_more(r); first = false) {
    if (!first) tes_put_bytes(text, ",", 1);
    if (type == JSON_OBJECT) {
      const json_value name = json_name(r);
      if (r->failed) return;
      json_copy_text(name, text);
      tes_put_bytes(text, ":", 1);
    }
    json_copy(r, text);
  }
  tes_put_bytes(text, type == JSON_ARRAY ? "]" : "}", 1);
}

void json_copy(json_reader *r, tes_text *text) {
  const json_value v = json_read(r);
  if (v.type == JSON_ARRAY || v.type == JSON_OBJECT) {
    copy_inside(r, v.type, text);
  } else if (v.type == JSON_TEXT) {
    json_copy_text(v, text);
  } else if (v.type == JSON_NUMBER && !v.whole) {
    json_put_number(text, v.number);
  } else if (v.type != JSON_NONE) {
    tes_put_bytes(text, v.bytes, v.length);
  }
}
