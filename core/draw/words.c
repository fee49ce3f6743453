/* words.c: words in a picture.
 *
 * The font is unknown here, so widths are those of a wide one, and larger for
 * letters that are not Latin: words that fit by this reckoning always fit. */
#include <string.h>

#include "picture.h"

/* The width of a letter, in hundredths of its size. Continuation bytes have
 * none. */
static int letter_width(char letter) {
  const unsigned char c = (unsigned char)letter;
  if (c >= 0xd0) return 115;
  if (c >= 0xc0) return 80;
  if (c >= 0x80) return 0;
  if (strchr(" !\"'()*,-./:;I[\\]fijlt`{|}", c) != NULL) return 48;
  if (strchr("%@MWmw", c) != NULL) return 102;
  return c >= 'a' || (c >= '0' && c <= '9') ? 66 : 80;
}

static int width_of(const char *words, size_t length, int size) {
  int width = 0;
  for (size_t i = 0; i < length; i++) width += letter_width(words[i]);
  return (width * size + 99) / 100;
}

int svg_width(const char *words, int size) {
  return width_of(words, strlen(words), size);
}

size_t svg_line(const char *words, int size, int room) {
  const size_t length = strcspn(words, "\n");
  size_t blank = 0;
  int width = 0;
  for (size_t end = 0; end < length; end++) {
    const int more = letter_width(words[end]);
    width += more;
    if (end > 0 && more > 0 && width * size > room * 100) {
      return blank > 0 ? blank : end;
    }
    if (words[end] == ' ' && end > 0 && words[end - 1] != ' ') blank = end;
  }
  return length;
}

void svg_put_safe(const char *words, size_t length, tes_text *text) {
  static const char special[] = "<>&\"";
  static const char *const entities[] = {"&lt;", "&gt;", "&amp;", "&quot;"};
  char clean[256];
  if (length >= sizeof clean) length = sizeof clean - 1;
  memcpy(clean, words, length);
  clean[length] = '\0';
  tes_clean(clean, length, "");
  for (const char *c = clean; *c != '\0'; c++) {
    const char *which = strchr(special, *c);
    if (which != NULL) {
      tes_put(text, "%s", entities[which - special]);
    } else {
      tes_put_bytes(text, c, 1);
    }
  }
}

static void put_squeezed(const svg_label *at, const char *words, size_t length,
                         tes_text *text) {
  const int width = width_of(words, length, at->size);
  int size = width > at->room ? at->size * at->room / width : at->size;
  if (size < 1) size = 1;
  tes_put(text,
          "<text x=\"%d\" y=\"%d\" font-size=\"%d\" %s xml:space=\"preserve\">",
          at->x, at->y + 36 * size / 100, size, at->style);
  svg_put_safe(words, length, text);
  tes_put(text, "</text>");
}

void svg_put_words(svg_label at, const char *words, tes_text *text) {
  const size_t length = strlen(words);
  if (length > 0) put_squeezed(&at, words, length, text);
}

int svg_put_lines(svg_label at, const char *words, tes_text *text) {
  while (*words != '\0') {
    words += strspn(words, " ");
    const size_t length = svg_line(words, at.size, at.room);
    if (length > 0 && text != NULL) put_squeezed(&at, words, length, text);
    words += length;
    words += *words == ' ' || *words == '\n';
    at.y += at.size * 7 / 5;
  }
  return at.y;
}
