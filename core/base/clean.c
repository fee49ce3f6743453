/* clean.c: foreign text, made safe for a terminal.
 *
 * A question mark replaces control characters, bytes that are not UTF-8, and
 * the invisible Unicode characters that change the order or the look of the
 * text around them (most of the category Cf, and the line and paragraph
 * separators). The joiners stay: scripts and emoji need them. */
#include <string.h>

#include "../tesela.h"
#include "letter.h"

typedef struct code_range {
  uint32_t first, last;
} code_range;

static const code_range unseen[] = {
    {0x80, 0x9F},       {0xAD, 0xAD},       {0x61C, 0x61C},
    {0x180E, 0x180E},   {0x200B, 0x200B},   {0x200E, 0x200F},
    {0x2028, 0x202E},   {0x2060, 0x206F},   {0xFEFF, 0xFEFF},
    {0xFFF9, 0xFFFB},   {0xFFFE, 0xFFFF},   {0x1BCA0, 0x1BCA3},
    {0x1D173, 0x1D17A}, {0xE0000, 0xE007F},
};

/* The code point of a character of `size` bytes (2..4). */
static uint32_t letter_at(const char *s, size_t size) {
  uint32_t code = (unsigned char)*s & (0xFFu >> (size + 1));
  for (size_t i = 1; i < size; i++) {
    code = code << 6 | ((unsigned char)s[i] & 0x3Fu);
  }
  return code;
}

static bool is_printable(const char *s, size_t size) {
  if (size == 0) return false;
  if (size == 1) return (unsigned char)*s >= ' ' && *s != 0x7F;
  const uint32_t code = letter_at(s, size);
  for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++) {
    if (code >= unseen[i].first && code <= unseen[i].last) return false;
  }
  return true;
}

size_t tes_clean(char *text, size_t length, const char *keep) {
  char *to = text;
  for (size_t at = 0; at < length;) {
    const size_t size = letter_size(text + at);
    const size_t step = size > 0 ? size : 1;
    const bool kept = text[at] != '\0' && strchr(keep, text[at]) != NULL;
    if (kept || is_printable(text + at, size)) {
      memmove(to, text + at, step);
      to += step;
    } else {
      *to++ = '?';
    }
    at += step;
  }
  *to = '\0';
  return (size_t)(to - text);
}

bool tes_is_clean(const char *text, size_t length, const char *keep) {
  for (size_t at = 0; at < length;) {
    const size_t size = letter_size(text + at);
    const bool kept = text[at] != '\0' && strchr(keep, text[at]) != NULL;
    if (size > length - at || (!kept && !is_printable(text + at, size)))
      return false;
    at += size > 0 ? size : 1;
  }
  return true;
}
