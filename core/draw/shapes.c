/* shapes.c: what each element looks like, around the centre of its cell.
 *
 * The light comes from the upper left, and the board is seen a little from the
 * front: a thing of level n stands on n - 1 others, its foot where their top
 * is. Steps get smaller as piles grow, so that none ever leaves the picture.
 * One gradient, "tesela-light", makes every face round or sloping; where it is
 * missing nothing is lost but that. */
#include <stdio.h>
#include <string.h>

#include "svg.h"

const svg_paint svg_paints[TES_COLOURS] = {
    [TES_PLAIN] = {"#ecd8b0", "#c09a62", "#83653a", "#ecd8b0", false},
    [TES_WHITE] = {"#faf5e9", "#cfc4a9", "#8f8467", "#ffffff", false},
    [TES_RED] = {"#c9392c", "#93231a", "#5e0f0a", "#ee4135", true},
    [TES_BLUE] = {"#2d64b4", "#1c4482", "#0e274f", "#3f97ea", true},
    [TES_YELLOW] = {"#f5c837", "#c49618", "#7c5c06", "#fbdc35", false},
    [TES_GREEN] = {"#4ba556", "#31793b", "#184a22", "#4fc056", true},
    [TES_PURPLE] = {"#8649ad", "#62327f", "#3c1c50", "#b06ad8", true},
    [TES_ORANGE] = {"#ee8a2b", "#b96413", "#743806", "#ff9326", false},
    [TES_GREY] = {"#bdbab2", "#8f8b83", "#56534d", "#c9c6be", false},
    [TES_BLACK] = {"#3a3530", "#1f1b18", "#080706", "#8f8a84", true},
};

static const char ink[] = "#2e251b", pale[] = "#fffaf0", dark[] = "#1b1713";

static const char *letter_ink(const svg_paint *paint) {
  return paint->dark ? pale : ink;
}

/* How far the top of level n is over the cell: regular up to five, then less
 * and less, never more than SVG_RISE. */
static int rise(int level) {
  const int step = 10, more = level - 5;
  return more <= 0 ? step * level : 5 * step + step * 3 * more / (more + 3);
}

static void put_centred(const char *letters, int x, int y, int size, int room,
                        const char *fill, const char *more, tes_text *text) {
  const svg_words style = {.x = x,
                           .y = y,
                           .size = size,
                           .room = room,
                           .anchor = SVG_MIDDLE,
                           .bold = true,
                           .fill = fill,
                           .more = more};
  svg_put_words(&style, letters, strlen(letters), text);
}

static void put_number(int number, int x, int y, int size, const char *fill,
                       tes_text *text) {
  char digits[16];
  snprintf(digits, sizeof digits, "%d", number);
  put_centred(digits, x, y, size, 44, fill, NULL, text);
}

/* ---- cells ---- */

void svg_step(const tes_drawing *d, int dx, int dy, int *x, int *y) {
  *x = SVG_CELL * dx + (d->slanted ? SVG_CELL / 2 * dy : 0);
  *y = -dy * (d->slanted ? SVG_ROW : SVG_CELL);
}

void svg_put_cell(const tes_drawing *d, int x, int y, int inset,
                  tes_text *text) {
  const int half = SVG_CELL / 2 - inset;
  if (d->slanted) {
    const int top = half * 15 / 13, low = top / 2;
    tes_put(text, "M%d %dl%d %dv%dl%d %dl%d %dv%dz", x, y - top, half,
            top - low, 2 * low, -half, top - low, -half, low - top, -2 * low);
  } else {
    tes_put(text, "M%d %dh%dv%dh%dz", x - half, y - half, 2 * half, 2 * half,
            -2 * half);
  }
}

static void put_ground(const tes_drawing *d, const tes_element *e,
                       tes_text *text) {
  tes_put(text, "<path d=\"");
  svg_put_cell(d, 0, 0, 1, text);
  if (e->shape == TES_HOLE) {
    tes_put(text, "\" fill=\"#4a4038\"/><path d=\"");
    svg_put_cell(d, 0, 0, 9, text);
    tes_put(text, "\" fill=\"#2b2520\"/>");
  } else {
    tes_put(text, "\" fill=\"%s\"/>", svg_paints[e->colour].face);
  }
}

/* Where a tile may come there is room for one; elsewhere, a dimple, and a
 * larger one where letters say that it is more than empty. */
static void put_dot(const tes_drawing *d, const tes_element *e,
                    tes_text *text) {
  const svg_paint *p = &svg_paints[e->colour];
  const bool plain = e->colour == TES_PLAIN;
  if (d->table) {
    tes_put(text,
            "<rect x=\"-42\" y=\"-42\" width=\"84\" height=\"84\" rx=\"9\" "
            "fill=\"#fff\" fill-opacity=\".25\" stroke=\"%s\" "
            "stroke-width=\"3\" stroke-dasharray=\"7 6\"/>",
            p->edge);
  } else if (strcmp(e->text, d->empty) == 0 || e->text[0] == '.') {
    tes_put(text, "<circle r=\"7\" fill=\"%s\" fill-opacity=\".5\"/>", p->edge);
  } else {
    tes_put(text,
            "<circle r=\"24\" fill=\"%s\" stroke=\"%s\" stroke-width=\"5\"/>"
            "<circle r=\"9\" fill=\"%s\"/>",
            plain ? "none" : p->face, p->edge, p->edge);
  }
}

/* ---- round pieces ---- */

/* Letters that say nothing but the colour are not needed where it is seen. */
static bool says_more(const tes_element *e) {
  const char c = e->text[0];
  return c != '\0' &&
         (e->text[1] != '\0' || ((c | 32) != tes_colour_name(e->colour)[0] &&
                                 strchr(".xXoO@#*", c) == NULL));
}

static void put_disc(const tes_element *e, tes_text *text) {
  const svg_paint *p = &svg_paints[e->colour];
  const int low = 10 - rise(e->level - 1), top = 10 - rise(e->level);
  if (e->level == 1) {
    tes_put(text,
            "<ellipse cx=\"5\" cy=\"15\" rx=\"37\" ry=\"34\" opacity=\".1\"/>"
            "<ellipse cx=\"3\" cy=\"13\" rx=\"35\" ry=\"33\" opacity=\".2\"/>");
  }
  tes_put(text,
          "<path d=\"M-34 %dV%da34 34 0 0 0 68 0V%dz\" fill=\"%s\" "
          "stroke=\"%s\" stroke-width=\"2\"/>",
          top, low, top, p->side, p->edge);
  tes_put(text,
          "<circle cy=\"%d\" r=\"34\" fill=\"%s\" stroke=\"%s\" "
          "stroke-width=\"2\"/>",
          top, p->face, p->edge);
  tes_put(text,
          "<circle cy=\"%d\" r=\"33\" fill=\"url(#tesela-light)\"/>"
          "<circle cy=\"%d\" r=\"24\" fill=\"none\" stroke=\"%s\" "
          "stroke-width=\"2\" stroke-opacity=\".45\"/>",
          top, top, p->edge);
  if (says_more(e)) {
    put_centred(e->text, 0, top, 34, 46, letter_ink(p), NULL, text);
  } else if (e->level > 5) {
    put_number(e->level, 0, top, 24, letter_ink(p), text);
  }
}

static void put_ring(const tes_element *e, tes_text *text) {
  const svg_paint *p = &svg_paints[e->colour];
  const int top = -rise(e->level - 1);
  tes_put(text,
          "<circle cx=\"2\" cy=\"%d\" r=\"28\" fill=\"none\" stroke=\"#000\" "
          "stroke-width=\"13\" opacity=\".2\"/>"
          "<circle cy=\"%d\" r=\"28\" fill=\"none\" stroke=\"%s\" "
          "stroke-width=\"14\"/>"
          "<circle cy=\"%d\" r=\"28\" fill=\"none\" stroke=\"%s\" "
          "stroke-width=\"10\"/>",
          top + 4, top, p->edge, top, p->face);
  if (says_more(e)) put_centred(e->text, 0, top, 26, 34, ink, NULL, text);
}

/* ---- squares ---- */

static void put_outline(const tes_element *e, int inset, int radius, int dx,
                        int dy, const char *more, tes_text *text) {
  tes_put(text, "<path d=\"");
  svg_outline(e->at, e->count, inset, radius, text);
  tes_put(text, "\"");
  if (dx != 0 || dy != 0) {
    tes_put(text, " transform=\"translate(%d %d)\"", dx, dy);
  }
  tes_put(text, " %s/>", more);
}

/* On each square a face of its own, which makes the faint lines between; on
 * all of a tile its level, so that what is seen of it says how high it is. */
static void put_faces(const tes_drawing *d, const tes_element *e,
                      const svg_paint *p, tes_text *text) {
  tes_put(text,
          "<g fill=\"url(#tesela-light)\" stroke=\"%s\" "
          "stroke-opacity=\".35\" stroke-width=\"2\">",
          p->edge);
  for (int i = 0; i < e->count; i++) {
    tes_put(text,
            "<rect x=\"%d\" y=\"%d\" width=\"76\" height=\"76\" rx=\"8\"/>",
            SVG_CELL * (e->at[i].x - e->at[0].x) - 38,
            SVG_CELL * (e->at[0].y - e->at[i].y) - 38);
  }
  tes_put(text, "</g>");
  for (int i = 0; i < e->count && e->box == 0; i++) {
    if (d->outlines) {
      put_number(e->level, SVG_CELL * (e->at[i].x - e->at[0].x),
                 SVG_CELL * (e->at[0].y - e->at[i].y), 34, letter_ink(p), text);
    } else if (i == 0) {
      put_centred(e->text, 0, 0, 40, 66, letter_ink(p), " fill-opacity=\".8\"",
                  text);
    }
  }
}

/* A tile is moved up for each level, and half as far to the left. */
static int lift(const tes_drawing *d, int level) {
  return d->outlines ? rise(level) : level > 0 ? 3 : 0;
}

static void put_squares(const tes_drawing *d, const tes_element *e,
                        tes_text *text) {
  const svg_paint *p = &svg_paints[e->colour];
  const int up = lift(d, e->level), thick = up - lift(d, e->level - 1) + 1;
  char paint[96];
  put_outline(e, 2, 10, thick - up / 2 + 3, thick - up + 5, "opacity=\".22\"",
              text);
  snprintf(paint, sizeof paint, "fill=\"%s\"", p->side);
  for (int i = thick; i > 0; i -= 3) {
    put_outline(e, 3, 10, (i - up) / 2, i - up, paint, text);
  }
  snprintf(paint, sizeof paint, "fill=\"%s\" stroke=\"%s\" stroke-width=\"2\"",
           p->face, p->edge);
  tes_put(text, "<g transform=\"translate(%d %d)\">", -up / 2, -up);
  put_outline(e, 3, 10, 0, 0, paint, text);
  put_faces(d, e, p, text);
  tes_put(text, "</g>");
}

/* ---- cards, dice, letters ---- */

static void put_block(int half, int tall, int radius, const char *face,
                      const char *edge, tes_text *text) {
  tes_put(text,
          "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" "
          "opacity=\".22\"/>",
          3 - half, 5 - tall, 2 * half, 2 * tall, radius);
  tes_put(text,
          "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" "
          "fill=\"%s\" stroke=\"%s\" stroke-width=\"2\"/>",
          -half, -tall, 2 * half, 2 * tall, radius, face, edge);
}

static void put_card(const tes_element *e, tes_text *text) {
  const char *fill = e->colour == TES_PLAIN || e->colour == TES_WHITE ? ink
                     : svg_paints[e->colour].dark ? svg_paints[e->colour].face
                                                  : svg_paints[e->colour].edge;
  put_block(33, 45, 6, "#fffdf7", "#857b69", text);
  tes_put(text,
          "<rect x=\"-28\" y=\"-40\" width=\"56\" height=\"80\" rx=\"4\" "
          "fill=\"none\" stroke=\"%s\" stroke-opacity=\".35\"/>",
          fill);
  put_centred(e->text, 0, 0, 48, 50, fill, NULL, text);
  if (strlen(e->text) > 2) return;
  put_centred(e->text, -20, -31, 14, 14, fill, NULL, text);
  put_centred(e->text, -20, -31, 14, 14, fill, " transform=\"rotate(180)\"",
              text);
}

static void put_die(const tes_element *e, tes_text *text) {
  /* Nine places for pips, by number: rows of three from the top. */
  static const int pips[] = {0, 020, 0104, 0124, 0505, 0525, 0555};
  const svg_paint *p =
      &svg_paints[e->colour == TES_PLAIN ? TES_WHITE : e->colour];
  const bool plain = e->text[0] >= '1' && e->text[0] <= '6' && !e->text[1];
  put_block(36, 36, 14, p->face, p->edge, text);
  tes_put(text,
          "<rect x=\"-35\" y=\"-35\" width=\"70\" height=\"70\" rx=\"13\" "
          "fill=\"url(#tesela-light)\"/>");
  if (!plain) put_centred(e->text, 0, 0, 46, 62, letter_ink(p), NULL, text);
  for (int i = 0; plain && i < 9; i++) {
    if (!(pips[e->text[0] - '0'] >> i & 1)) continue;
    tes_put(text, "<circle cx=\"%d\" cy=\"%d\" r=\"7\" fill=\"%s\"/>",
            20 * (i % 3 - 1), 20 * (i / 3 - 1), letter_ink(p));
  }
}

/* They have an edge, so that pale ones are seen on a pale ground. */
static void put_letters(const tes_element *e, tes_text *text) {
  const svg_paint *p = &svg_paints[e->colour];
  char edge[96];
  snprintf(edge, sizeof edge,
           " stroke=\"%s\" stroke-width=\".07em\" paint-order=\"stroke\"",
           p->edge);
  put_centred(e->symbol[0] != '\0' ? e->symbol : e->text, 0,
              -rise(e->level - 1), 56, 88,
              e->colour == TES_PLAIN ? ink : p->face,
              e->colour == TES_PLAIN ? NULL : edge, text);
}

/* ---- tiles ---- */

static const char *const figures[] = {
    "<circle r=\"30\"/>",
    "<path d=\"M0-37 37 0 0 37-37 0z\"/>",
    "<circle cx=\"-17\" r=\"17\"/><circle cx=\"17\" r=\"17\"/>"
    "<circle cy=\"-17\" r=\"17\"/><circle cy=\"17\" r=\"17\"/>"
    "<circle r=\"15\"/>",
    "<path d=\"M-27-27h54v54h-54z\"/>",
    "<path d=\"M-34-34 0-14 34-34 14 0 34 34 0 14-34 34-14 0z\"/>",
    "<path d=\"M0-38 9-21 27-27 21-9 38 0 21 9 27 27 9 21 0 38-9 21-27 27"
    "-21 9-38 0-21-9-27-27-9-21z\"/>"};

static void put_tile(const tes_element *e, tes_text *text) {
  const char letter[] = {e->text[0], '\0'};
  if (e->box > 0) {
    tes_put(text,
            "<path d=\"M-54 30h108v34h-108z\" fill=\"#8a5a34\"/>"
            "<path d=\"M-54 52h108v12h-108z\" fill=\"#6b4325\"/>");
  }
  put_block(46, 46, 9, "#2a2521", "#0d0b0a", text);
  tes_put(text,
          "<rect x=\"-43\" y=\"-43\" width=\"86\" height=\"86\" rx=\"7\" "
          "fill=\"url(#tesela-light)\"/><g fill=\"%s\">%s</g>",
          svg_paints[e->colour].bright, figures[e->shape - TES_CIRCLE]);
  put_centred(letter, 36, 36, 17, 18, "#d9d1c2", NULL, text);
}

/* ---- marks ---- */

int svg_root(int square) {
  int root = 0;
  while ((root + 1) * (root + 1) <= square) root++;
  return root;
}

/* From the last place to the first: shaft and head. */
static void put_arrow(const tes_drawing *d, const tes_element *e,
                      tes_text *text) {
  /* Along the arrow from its end (or, below 0, from where it begins), and
   * across. */
  static const int corners[5][2] = {
      {-24, 0}, {52, 0}, {22, 0}, {56, 16}, {56, -16}};
  const tes_place from = e->at[e->count - 1];
  int x, y;
  svg_step(d, from.x - e->at[0].x, from.y - e->at[0].y, &x, &y);
  const int far = svg_root(x * x + y * y);
  for (int i = 0; i < 5 && far > 0; i++) {
    const int a = corners[i][0] + (corners[i][0] < 0 ? far : 0);
    const int b = corners[i][1];
    tes_put(text, "%c%d %d", i % 2 > 0 || i == 4 ? 'L' : 'M',
            (x * a - y * b) / far, (y * a + x * b) / far);
  }
  tes_put(text, far > 0 ? "z" : "");
}

/* Around each place, or around all together; before an arrow, around the cell
 * that it leads to. */
static void put_frames(const tes_drawing *d, const tes_element *e,
                       tes_text *text) {
  const int count = e->arrow ? 1 : e->count;
  if (!d->slanted) svg_outline(e->at, count, 5, 12, text);
  for (int i = 0; i < count && d->slanted; i++) {
    int x, y;
    svg_step(d, e->at[i].x - e->at[0].x, e->at[i].y - e->at[0].y, &x, &y);
    svg_put_cell(d, x, y, 5, text);
  }
}

/* A dark line on a pale one, so that it is seen on everything. */
static void put_mark(const tes_drawing *d, const tes_element *e, int line,
                     void (*put)(const tes_drawing *d, const tes_element *e,
                                 tes_text *text),
                     tes_text *text) {
  const bool hint = e->shape == TES_HINT;
  const char *colour = hint ? "#1d4f91" : dark;
  const int up = d->outlines ? rise(e->level) : 0;
  for (int i = 0; i < 2; i++) {
    tes_put(text, "<path d=\"");
    put(d, e, text);
    tes_put(text,
            "\" fill=\"%s\" stroke-linejoin=\"round\" stroke=\"%s\" "
            "stroke-width=\"%d\"",
            put == put_arrow && i == 1 ? colour : "none",
            i == 0 ? pale : colour, i == 0 ? 2 * line : line);
    if (i == 1 && hint) {
      tes_put(text, " stroke-dasharray=\"%d %d\"", 5 * line / 2, 2 * line);
    }
    if (up > 0) tes_put(text, " transform=\"translate(%d %d)\"", -up / 2, -up);
    tes_put(text, "/>");
  }
}

/* Cells are hatched one by one, so that areas of any size hang together. */
static void put_area(const tes_drawing *d, const tes_element *e,
                     tes_text *text) {
  tes_put(text, "<path d=\"");
  for (int i = 0; i < e->count; i++) {
    int x, y;
    svg_step(d, e->at[i].x - e->at[0].x, e->at[i].y - e->at[0].y, &x, &y);
    for (int k = -25; k <= 25; k += 25) {
      const int cut = k < 0 ? -k : k;
      tes_put(text, "M%d %dl%d %d", x - 50 + cut + k, y + 50 - cut + k,
              100 - 2 * cut, 2 * cut - 100);
    }
  }
  tes_put(text, "\" stroke=\"%s\" stroke-width=\"5\" opacity=\".6\"/>",
          e->colour == TES_PLAIN ? pale : svg_paints[e->colour].bright);
}

void svg_put_shape(const tes_drawing *d, const tes_element *e, int line,
                   tes_text *text) {
  switch ((tes_shape)e->shape) {
    case TES_GROUND:
    case TES_HOLE:
      put_ground(d, e, text);
      break;
    case TES_DOT:
      put_dot(d, e, text);
      break;
    case TES_LETTERS:
      put_letters(e, text);
      break;
    case TES_DISC:
      put_disc(e, text);
      break;
    case TES_RING:
      put_ring(e, text);
      break;
    case TES_SQUARES:
      put_squares(d, e, text);
      break;
    case TES_CARD:
      put_card(e, text);
      break;
    case TES_DIE:
      put_die(e, text);
      break;
    case TES_LAST_MOVE:
    case TES_HINT:
      put_mark(d, e, line, put_frames, text);
      if (e->arrow) put_mark(d, e, line, put_arrow, text);
      break;
    case TES_AREA:
      put_area(d, e, text);
      break;
    default:
      put_tile(e, text);
  }
}
