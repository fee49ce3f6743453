/* words.c: words in a picture.
 *
 * Nobody knows here which font will be taken, so that widths are those of a
 * bold one that runs wide, and more for letters that are not Latin: what fits
 * by this reckoning fits. */
#include <string.h>

#include "svg.h"

/* ---- how wide ---- */

/* Of a letter, in hundredths of its size. Continuation bytes have none. */
static int letter_width(const char *letter) {
  const unsigned char c = (unsigned char)*letter;
  if (c >= 0xd0) return 125;
  if (c >= 0xc0) return 88;
  if (c >= 0x80) return 0;
  if (strchr(" !\"'()*,-./:;I[\\]fijlt`{|}", c) != NULL) return 53;
  if (strchr("%@MWmw", c) != NULL) return 112;
  return c >= 'a' || (c >= '0' && c <= '9') ? 73 : 88;
}

int svg_width(const char *words, size_t length, int size, bool bold) {
  int width = 0;
  for (size_t i = 0; i < length; i++) width += letter_width(&words[i]);
  return (width * size * (bold ? 10 : 9) + 999) / 1000;
}

static bool is_inside(char c) {
  return ((unsigned char)c & 0xc0) == 0x80;
}

size_t svg_line(const char *words, int size, int room) {
  const size_t length = strcspn(words, "\n");
  size_t end = 0, blank = 0;
  for (int width = 0; end < length; end++) {
    width += letter_width(&words[end]);
    if (end > 0 && width * size * 9 > room * 1000 && !is_inside(words[end])) {
      return blank > 0 ? blank : end;
    }
    if (words[end] == ' ' && end > 0 && words[end - 1] != ' ') blank = end;
  }
  return length;
}

/* ---- writing ---- */

static void put_escaped(const char *words, size_t length, tes_text *text) {
  for (size_t i = 0; i < length; i++) {
    const char *entity = words[i] == '<'   ? "&lt;"
                         : words[i] == '&' ? "&amp;"
                         : words[i] == '>' ? "&gt;"
                         : words[i] == '"' ? "&quot;"
                                           : NULL;
    if (entity != NULL) {
      tes_put(text, "%s", entity);
    } else {
      tes_put_bytes(text, &words[i], 1);
    }
  }
}

/* Safe in an attribute too. */
void svg_put_safe(const char *words, size_t length, tes_text *text) {
  char clean[256];
  if (length >= sizeof clean) length = sizeof clean - 1;
  memcpy(clean, words, length);
  clean[length] = '\0';
  put_escaped(clean, tes_clean(clean, length, ""), text);
}

void svg_put_words(const svg_words *style, const char *words, size_t length,
                   tes_text *text) {
  static const char *const anchors[] = {"start", "middle", "end"};
  const int width = svg_width(words, length, style->size, style->bold);
  const int size =
      width > style->room ? style->size * style->room / width : style->size;
  if (length == 0) return;
  tes_put(text, "<text x=\"%d\" y=\"%d\" font-size=\"%d\" fill=\"%s\"",
          style->x, style->y + 36 * size / 100, size > 0 ? size : 1,
          style->fill);
  tes_put(text, " text-anchor=\"%s\"%s%s xml:space=\"preserve\">",
          anchors[style->anchor], style->bold ? " font-weight=\"bold\"" : "",
          style->more != NULL ? style->more : "");
  svg_put_safe(words, length, text);
  tes_put(text, "</text>");
}
