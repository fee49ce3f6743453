/* shapes.c: the look of each element, around the centre of its cell.
 *
 * Light comes from the upper left, and the board is seen slightly from the
 * front, so pieces under a piece are partly visible. One gradient,
 * "tesela-light", shades every face; without it only the shading is lost. Lines
 * are 2 units thick by default. */
#include <stdio.h>
#include <string.h>

#include "picture.h"

/* Colours of a face, of its side in the shade, of lines, and on black; their
 * lightness also differs. Letters on a dark face are pale. */
typedef struct paint {
  const char *face, *side, *edge, *bright;
  bool dark;
} paint;

static const paint paints[TES_COLOURS] = {
    [TES_PLAIN] = {"#ecd8b0", "#c09a62", "#83653a", "#ecd8b0", false},
    [TES_WHITE] = {"#faf5e9", "#cfc4a9", "#8f8467", "#ffffff", false},
    [TES_RED] = {"#d14035", "#96271c", "#5e0f0a", "#f0483b", true},
    [TES_BLUE] = {"#2658a8", "#183c77", "#0b2146", "#4399ec", true},
    [TES_YELLOW] = {"#f5c837", "#c49618", "#7c5c06", "#fbdc35", false},
    [TES_GREEN] = {"#56ae5e", "#377f40", "#184a22", "#4fc056", true},
    [TES_PURPLE] = {"#8649ad", "#62327f", "#3c1c50", "#b06ad8", true},
    [TES_ORANGE] = {"#ee8a2b", "#b96413", "#743806", "#ff9326", false},
    [TES_GREY] = {"#bdbab2", "#8f8b83", "#56534d", "#c9c6be", false},
    [TES_BLACK] = {"#3a3530", "#1f1b18", "#080706", "#8f8a84", true},
};

static const char ink[] = "#2e251b", pale[] = "#fffaf0";

const char *svg_colour(int colour, bool ground) {
  return ground && paints[colour].dark ? paints[colour].side
                                       : paints[colour].face;
}

/* Writes text in which $f, $s, $e and $b become these colours, and $i that of
 * letters. */
static void put_painted(const char *body, const paint *p, tes_text *text) {
  const char *next;
  for (; (next = strchr(body, '$')) != NULL; body = next + 2) {
    tes_put_bytes(text, body, (size_t)(next - body));
    tes_put(text, "%s",
            next[1] == 'f'   ? p->face
            : next[1] == 's' ? p->side
            : next[1] == 'e' ? p->edge
            : next[1] == 'b' ? p->bright
            : p->dark        ? pale
                             : ink);
  }
  tes_put(text, "%s", body);
}

static void put_shape_letters(svg_label at, const char *letters, const paint *p,
                              tes_text *text) {
  char memory[256];
  tes_text painted;
  tes_text_fixed(&painted, memory, sizeof memory);
  tes_put(&painted, "text-anchor='middle' font-weight='bold' ");
  put_painted(at.style, p, &painted);
  at.style = tes_text_get(&painted);
  at.room = at.room * 9 / 10;
  svg_put_words(at, letters, text);
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
    const int top = half * SVG_POINT * 2 / SVG_CELL, low = top / 2;
    tes_put(text, "M%d %dl%d %dv%dl%d %dl%d %dv%dz", x, y - top, half,
            top - low, 2 * low, -half, top - low, -half, low - top, -2 * low);
  } else {
    tes_put(text, "M%d %dh%dv%dh%dz", x - half, y - half, 2 * half, 2 * half,
            -2 * half);
  }
}

static void put_ground_shape(const tes_drawing *d, const tes_element *e,
                             const paint *p, tes_text *text) {
  const bool hole = e->shape == TES_HOLE;
  for (int i = 0; i <= hole; i++) {
    tes_put(text, "<path d='");
    svg_put_cell(d, 0, 0, i == 0 ? 1 : 9, text);
    put_painted(i > 0  ? "' fill='#2b2520'/>"
                : hole ? "' fill='#4a4038'/>"
                       : "' fill='$f'/>",
                p, text);
  }
}

/* Room for a tile on a table; elsewhere a dimple, larger if letters say that
 * the cell is more than empty. */
static void put_dot(const tes_drawing *d, const tes_element *e, const paint *p,
                    tes_text *text) {
  const bool empty =
      strcmp(e->text, d->empty) == 0 || e->text[0] == '.' || d->points;
  put_painted(
      d->table ? "<rect x='-42' y='-42' width='84' height='84' rx='9' "
                 "fill='#fff' fill-opacity='.25' stroke='$e' stroke-width='3' "
                 "stroke-dasharray='7 6'/>"
      : empty  ? "<circle r='7' fill='$e' fill-opacity='.5'/>"
               : "<circle r='24' fill='$f' stroke='$e' stroke-width='5'/>"
                 "<circle r='9' fill='$e'/>",
      p, text);
}

/* ---- pieces and tiles ---- */

/* Equal steps up to five, then smaller and smaller: always below 70. */
int svg_rise(int level) {
  const int more = level - 5;
  return more <= 0 ? 10 * (level - 1) : 40 + 30 * more / (more + 3);
}

/* Letters that only repeat the colour are not needed. */
static bool says_more(const svg_layout *l, const tes_element *e) {
  return !drawing_is_sign(e) && (l->letters || !drawing_is_initial(e));
}

static void put_disc(const svg_layout *l, const tes_element *e, const paint *p,
                     tes_text *text) {
  char level[16];
  snprintf(level, sizeof level, "%d", e->level);
  if (e->level == 1) {
    tes_put(text,
            "<ellipse cx='5' cy='15' rx='37' ry='34' opacity='.1'/>"
            "<ellipse cx='3' cy='13' rx='35' ry='33' opacity='.2'/>");
  }
  put_painted(
      "<path d='M-34 0v10a34 34 0 0 0 68 0v-10z' fill='$s' "
      "stroke='$e'/><circle r='34' fill='$f' stroke='$e'/>"
      "<circle r='33' fill='url(#tesela-light)'/><circle r='24' "
      "fill='none' stroke='$e' stroke-opacity='.45'/>",
      p, text);
  if (says_more(l, e)) {
    put_shape_letters((svg_label){0, 0, 34, 46, "fill='$i'"}, e->text, p, text);
  } else if (e->level > 5) {
    put_shape_letters((svg_label){0, 0, 24, 46, "fill='$i'"}, level, p, text);
  }
}

static void put_ring(const svg_layout *l, const tes_element *e, const paint *p,
                     tes_text *text) {
  put_painted(
      "<g fill='none'><circle cx='3' cy='5' r='28' stroke='#000' "
      "stroke-width='13' opacity='.2'/><circle r='28' stroke='$e' "
      "stroke-width='14'/><circle r='28' stroke='$f' "
      "stroke-width='10'/></g>",
      p, text);
  if (says_more(l, e)) {
    put_shape_letters((svg_label){0, 0, 26, 36, "fill='$e'"}, e->text, p, text);
  }
}

/* A face on each square, which makes the faint lines between them; and on every
 * square of a tile its level, so that its visible part shows the height. */
static void put_faces(const tes_drawing *d, const tes_element *e,
                      const paint *p, tes_text *text) {
  const int numbers = e->box > 0 ? 0 : d->outlines ? e->count : 1;
  char level[16];
  snprintf(level, sizeof level, "%d", e->level);
  put_painted("<g fill='url(#tesela-light)' stroke='$e' stroke-opacity='.35'>",
              p, text);
  for (int i = 0; i < e->count; i++) {
    tes_put(text, "<rect x='%d' y='%d' width='76' height='76' rx='8'/>",
            SVG_CELL * (e->at[i].x - e->at[0].x) - 38,
            SVG_CELL * (e->at[0].y - e->at[i].y) - 38);
  }
  tes_put(text, "</g>");
  for (int i = 0; i < numbers; i++) {
    const int x = SVG_CELL * (e->at[i].x - e->at[0].x);
    const int y = SVG_CELL * (e->at[0].y - e->at[i].y);
    put_shape_letters((svg_label){x, y, 36, 66, "fill='$i'"},
                      d->outlines ? level : e->text, p, text);
  }
}

/* Shadow, side and face; tiles are thicker than other pieces. */
static void put_square_shapes(const tes_drawing *d, const tes_element *e,
                              const paint *p, tes_text *text) {
  static const char *const layers[] = {
      "' transform='translate(5 7)' opacity='.2'/>",
      "' transform='translate(1 3)' fill='$s' stroke='$s'/>",
      "' fill='$f' stroke='$e'/>",
      "' transform='translate(10 15)' opacity='.2'/>",
      "' transform='translate(5 10)' fill='$s' stroke='$s'/>",
      "' transform='translate(3 5)' fill='$s' stroke='$s'/>",
      "' fill='$f' stroke='$e'/>"};
  for (int i = d->outlines ? 3 : 0; i < (d->outlines ? 7 : 3); i++) {
    tes_put(text, "<path d='");
    svg_outline(e->at, e->count, 3, 10, text);
    put_painted(layers[i], p, text);
  }
  put_faces(d, e, p, text);
}

/* Letters without a piece get an edge, to be visible on any ground. */
static void put_alone(const tes_element *e, const paint *p, tes_text *text) {
  const char *style = e->colour == TES_PLAIN
                          ? "fill='$i' stroke='#fffaf0' stroke-width='.07em' "
                            "stroke-opacity='.6' paint-order='stroke'"
                          : "fill='$f' stroke='$e' stroke-width='.07em' "
                            "paint-order='stroke'";
  put_shape_letters((svg_label){0, 0, 56, 88, style},
                    e->symbol[0] != '\0' ? e->symbol : e->text, p, text);
}

static void put_card(const tes_element *e, const paint *p, tes_text *text) {
  const char *style = e->colour <= TES_WHITE ? "fill='#2e251b'"
                      : p->dark              ? "fill='$f'"
                                             : "fill='$e'";
  put_painted(
      "<rect x='-30' y='-40' width='66' height='90' rx='6' "
      "opacity='.2'/><rect x='-33' y='-45' width='66' height='90' "
      "rx='6' fill='#fffdf7' stroke='#857b69'/><rect x='-28' y='-40' "
      "width='56' height='80' rx='4' fill='none' stroke='$e' "
      "stroke-opacity='.25'/>",
      p, text);
  put_shape_letters((svg_label){0, 0, 48, 50, style}, e->text, p, text);
  if (strlen(e->text) > 2) return;
  for (int i = 0; i < 2; i++) {
    tes_put(text, "<g transform='rotate(%d)'>", 180 * i);
    put_shape_letters((svg_label){-19, -30, 15, 16, style}, e->text, p, text);
    tes_put(text, "</g>");
  }
}

static void put_die(const tes_element *e, const paint *p, tes_text *text) {
  /* By number: the pips in nine places. */
  static const int pips[] = {0, 020, 0104, 0124, 0505, 0525, 0555};
  const int number =
      e->text[1] == '\0' && e->text[0] >= '1' ? e->text[0] - '0' : 7;
  put_painted(
      "<rect x='-33' y='-31' width='72' height='72' rx='14' "
      "opacity='.22'/><rect x='-36' y='-36' width='72' height='72' "
      "rx='14' fill='$f' stroke='$e'/><rect x='-35' y='-35' width='70' "
      "height='70' rx='13' fill='url(#tesela-light)'/>",
      p, text);
  if (number > 6)
    put_shape_letters((svg_label){0, 0, 46, 62, "fill='$i'"}, e->text, p, text);
  for (int i = 0; number <= 6 && i < 9; i++) {
    if (!(pips[number] >> i & 1)) continue;
    tes_put(text, "<circle cx='%d' cy='%d' r='7' ", 20 * (i % 3 - 1),
            20 * (i / 3 - 1));
    put_painted("fill='$i'/>", p, text);
  }
}

/* A tile; in a box, on a rack. */
static void put_tile(const tes_element *e, const paint *p, tes_text *text) {
  static const char *const figures[] = {
      "<circle r='30'/>",
      "<path d='M0-37 37 0 0 37-37 0z'/>",
      "<circle cx='-17' r='17'/><circle cx='17' r='17'/><circle cy='-17' "
      "r='17'/><circle cy='17' r='17'/><circle r='15'/>",
      "<path d='M-27-27h54v54h-54z'/>",
      "<path d='M-34-34 0-14 34-34 14 0 34 34 0 14-34 34-14 0z'/>",
      "<path d='M0-38 9-21 27-27 21-9 38 0 21 9 27 27 9 21 0 38-9 21-27 27"
      "-21 9-38 0-21-9-27-27-9-21z'/>"};
  char letter[5] = {e->text[0]};
  for (int i = 1; i < 4 && (e->text[i] & 0xc0) == 0x80; i++) {
    letter[i] = e->text[i];
  }
  if (e->box > 0) {
    tes_put(text,
            "<path d='M-54 30h109v34h-109z' fill='#8a5a34'/>"
            "<path d='M-54 52h109v12h-109z' fill='#6b4325'/>");
  }
  put_painted(
      "<rect x='-43' y='-41' width='92' height='92' rx='9' "
      "opacity='.22'/><rect x='-46' y='-46' width='92' height='92' "
      "rx='9' fill='#2a2521' stroke='#0d0b0a'/><rect x='-43' y='-43' "
      "width='86' height='86' rx='7' fill='url(#tesela-light)'/>"
      "<g fill='$b'>",
      p, text);
  tes_put(text, "%s</g>", figures[e->shape - TES_CIRCLE]);
  put_shape_letters((svg_label){36, 36, 19, 20, "fill='#f1e9da'"}, letter, p,
                    text);
}

/* ---- marks ---- */

int svg_root(int64_t square) {
  int64_t root = 0;
  while ((root + 1) * (root + 1) <= square) root++;
  return (int)root;
}

/* Around all places together (hexagons one by one) or, with an arrow, around
 * its target. */
static void put_frame(const tes_drawing *d, const tes_element *e,
                      tes_text *text) {
  const int count = e->arrow ? 1 : e->count;
  if (!d->slanted) svg_outline(e->at, count, 5, 12, text);
  for (int i = 0; i < count && d->slanted; i++) {
    int x, y;
    svg_step(d, e->at[i].x - e->at[0].x, e->at[i].y - e->at[0].y, &x, &y);
    svg_put_cell(d, x, y, 5, text);
  }
}

/* From the last place to the first: shaft and head. */
static void put_arrow(const tes_drawing *d, const tes_element *e,
                      tes_text *text) {
  /* Along it from its end (negative: from its start), and across. */
  static const int corners[5][2] = {
      {-24, 0}, {52, 0}, {22, 0}, {56, 16}, {56, -16}};
  const tes_place from = e->at[e->count - 1];
  int x, y;
  svg_step(d, from.x - e->at[0].x, from.y - e->at[0].y, &x, &y);
  const int far = svg_root((int64_t)x * x + (int64_t)y * y);
  for (int i = 0; i < 5 && far > 0; i++) {
    const int a = corners[i][0] + (corners[i][0] < 0 ? far : 0);
    const int b = corners[i][1];
    tes_put(text, "%c%d %d", "MLMLL"[i], (x * a - y * b) / far,
            (y * a + x * b) / far);
  }
  tes_put(text, far > 0 ? "z" : "");
}

/* A dark line on a pale one, to be visible on everything. */
static void put_mark(const tes_drawing *d, const tes_element *e, int line,
                     bool arrow, tes_text *text) {
  const bool hint = e->shape == TES_HINT;
  const char *colour = hint ? "#1d4f91" : "#1b1713";
  for (int i = 0; i < 2; i++) {
    tes_put(text, "<path d='");
    (arrow ? put_arrow : put_frame)(d, e, text);
    tes_put(text, "' fill='%s' stroke='%s' stroke-width='%d'",
            arrow && i == 1 ? colour : "none", i == 0 ? pale : colour,
            i == 0 ? 2 * line : line);
    if (i == 1 && hint) {
      tes_put(text, " stroke-dasharray='%d %d'", 5 * line / 2, 2 * line);
    }
    tes_put(text, "/>");
  }
}

/* Cells are hatched one by one, so that areas of any size look connected. */
static void put_area(const tes_drawing *d, const tes_element *e, const paint *p,
                     tes_text *text) {
  tes_put(text, "<path d='");
  for (int i = 0; i < e->count; i++) {
    int x, y;
    svg_step(d, e->at[i].x - e->at[0].x, e->at[i].y - e->at[0].y, &x, &y);
    tes_put(text, "M%d %dl50-50M%d %dl100-100M%d %dl50-50", x - 50, y, x - 50,
            y + 50, x, y + 50);
  }
  put_painted("' stroke='$b' stroke-width='5' opacity='.6'/>", p, text);
}

static void put_track(const tes_drawing *d, const tes_element *e,
                      tes_text *text) {
  const tes_place to = e->at[e->count - 1];
  int x, y;
  svg_step(d, to.x - e->at[0].x, to.y - e->at[0].y, &x, &y);
  tes_put(text,
          "<path d='M0 0L%d %d' stroke='#5a3d1e' stroke-opacity='.7' "
          "stroke-width='5'/>",
          x, y);
}

void svg_put_shape(const svg_layout *l, const tes_element *e, int line,
                   tes_text *text) {
  const tes_drawing *d = l->d;
  const paint *p = &paints[e->colour];
  switch ((tes_shape)e->shape) {
    case TES_GROUND:
    case TES_HOLE:
      put_ground_shape(d, e, p, text);
      break;
    case TES_TRACK:
      put_track(d, e, text);
      break;
    case TES_DOT:
      put_dot(d, e, p, text);
      break;
    case TES_LETTERS:
      put_alone(e, p, text);
      break;
    case TES_DISC:
      put_disc(l, e, p, text);
      break;
    case TES_RING:
      put_ring(l, e, p, text);
      break;
    case TES_SQUARES:
      put_square_shapes(d, e, p, text);
      break;
    case TES_CARD:
      put_card(e, p, text);
      break;
    case TES_DIE:
      put_die(e, e->colour == TES_PLAIN ? &paints[TES_WHITE] : p, text);
      break;
    case TES_LAST_MOVE:
    case TES_HINT:
      put_mark(d, e, line, false, text);
      if (e->arrow) put_mark(d, e, line, true, text);
      break;
    case TES_AREA:
      put_area(d, e, p, text);
      break;
    default:
      put_tile(e, p, text);
  }
}
