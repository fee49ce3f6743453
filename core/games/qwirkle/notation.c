/* notation.c: moves of Qwirkle as text (printing, reading, reasons). */
#include <string.h>

#include "qwirkle.h"

/* ---- printing moves ---- */

static void put_fields(tes_move tiles, tes_text *text) {
  for (; tiles != 0; tiles = other_tiles(tiles)) {
    tes_put(text, "%s%s", qwirkle_name(first_tile(tiles)).text,
            other_tiles(tiles) != 0 ? "+" : "");
  }
}

static void put_placement(const qwirkle *q, tes_move move, tes_text *text) {
  placement p;
  qwirkle_decode(q, move, &p);
  for (int i = 0; i < p.count; i++) {
    tes_put(text, "%s%s@%d,%d", i > 0 ? "+" : "",
            qwirkle_name(p.at[i].tile).text, p.at[i].x, p.at[i].y);
  }
}

/* A seat that does not see the hand sees only the number of exchanged tiles. */
static void put_exchange(tes_move move, bool is_seen, tes_text *text) {
  tes_put(text, "swap:");
  if (is_seen) {
    put_fields(move & EXCHANGE_FIELDS, text);
    return;
  }
  for (tes_move left = move & EXCHANGE_FIELDS; left != 0;
       left = other_tiles(left)) {
    tes_put(text, "?%s", other_tiles(left) != 0 ? "+" : "");
  }
}

int qwirkle_print(const tes_rules *rules, const tes_state *state, tes_move move,
                  int seat, tes_text *text, tes_work *work) {
  (void)work;
  if (move == PASS) {
    tes_put(text, "pass");
  } else if (is_placement(move)) {
    put_placement(qwirkle_of(state), move, text);
  } else {
    put_exchange(move, seat == 0 || sees(rules, seat, state->seat), text);
  }
  return TES_OK;
}

enum {
  PART_KIND,
  PART_POINTS,
  PART_SIZE,
  PART_DIRECTION,
  PART_TILES,
  PART_CELLS
};
const tes_part qwirkle_made_of[] = {
    {"kind", TES_TEXT, "place, swap or pass"},
    {"points", TES_INTEGER, "what it scores"},
    {"size", TES_INTEGER, "how many tiles"},
    {"direction", TES_TEXT, "row or column, if several tiles are placed"},
    {"tiles", TES_TEXTS, "the tiles, in the order of the cells"},
    {"cells", TES_TEXTS, "the cells that they are placed on: x,y"},
    {NULL, TES_TEXT, NULL},
};

static int tiles_among(tes_move tiles) {
  return tiles != 0 ? tes_highest((uint64_t)tiles) / TILE_BITS + 1 : 0;
}

static void put_placed_cells(const qwirkle *q, tes_move move, tes_text *text) {
  placement p;
  qwirkle_decode(q, move, &p);
  for (int i = 0; i < p.count; i++) {
    tes_put(text, "%s%d,%d", i > 0 ? "+" : "", p.at[i].x, p.at[i].y);
  }
}

static void put_direction(const qwirkle *q, tes_move move, tes_text *text) {
  placement p;
  qwirkle_decode(q, move, &p);
  if (p.count > 1) tes_put_word(text, p.direction == ROW ? "row" : "column");
}

int qwirkle_part(const tes_rules *rules, const tes_state *state, tes_move move,
                 int row, tes_text *text, tes_work *work) {
  const bool places = move != PASS && is_placement(move);
  const tes_move tiles = move == PASS ? 0
                         : places     ? move & TILE_FIELDS
                                      : move & EXCHANGE_FIELDS;
  (void)rules, (void)work;
  if (row == PART_KIND) {
    tes_put_word(text, places ? "place" : move == PASS ? "pass" : "swap");
  } else if (row == PART_POINTS) {
    tes_put(text, "%d", places ? move_points(move) : 0);
  } else if (row == PART_SIZE) {
    tes_put(text, "%d", tiles_among(tiles));
  } else if (row == PART_TILES) {
    put_fields(tiles, text);
  } else if (row == PART_DIRECTION && places) {
    put_direction(qwirkle_of(state), move, text);
  } else if (row == PART_CELLS && places) {
    put_placed_cells(qwirkle_of(state), move, text);
  }
  return TES_OK;
}

/* ---- reading moves ---- */

typedef struct tile_reader {
  tes_scan scan;
  const tes_rules *rules;
  const qwirkle *q;
  bool numbers; /* are positions in the hand allowed? */
} tile_reader;

static tile_reader read_from(const tes_rules *rules, const qwirkle *q,
                             const char *text, bool numbers, tes_error *error) {
  return (tile_reader){{text, "", TES_EARG, error}, rules, q, numbers};
}

static int no_tile(const tile_reader *r) {
  char what[100];
  tes_text text;
  tes_text_fixed(&text, what, sizeof what);
  tes_put(&text, "a tile (");
  qwirkle_put_letters(r->rules, &text);
  tes_put(&text, ") or its number in the hand");
  return tes_scan_expected(&r->scan, what);
}

/* The tile at a position in the hand. */
static int read_number(tile_reader *r, int *tile) {
  const int number = *r->scan.at - '0', seat = r->q->head.seat;
  if (!r->numbers) {
    return tes_fail(r->scan.error, TES_EILLEGAL,
                    "only the player to move may give tiles by number");
  }
  if (number < 1 || number > r->q->hands[seat - 1]) {
    return tes_fail(r->scan.error, TES_EILLEGAL,
                    "there is no tile %d; the hand has only %d", number,
                    r->q->hands[seat - 1]);
  }
  *tile = r->q->hand[seat - 1][number - 1];
  r->scan.at++;
  return TES_OK;
}

static int read_tile_or_number(tile_reader *r, int *tile) {
  if (*r->scan.at >= '0' && *r->scan.at <= '9') return read_number(r, tile);
  *tile = qwirkle_read_tile(r->rules, &r->scan.at);
  return *tile != 0 ? TES_OK : no_tile(r);
}

/* Reads consecutive tiles, at most `most`, up to another character. */
static int read_tiles(tile_reader *r, int most, int *tiles, int *count) {
  for (*count = 0; *count == 0 || strchr("@ +", *r->scan.at) == NULL;) {
    if (*count == most) {
      return tes_fail(r->scan.error, TES_EILLEGAL, "more than %d tiles", SIX);
    }
    if (read_tile_or_number(r, &tiles[*count]) != TES_OK) return TES_EILLEGAL;
    ++*count;
  }
  return TES_OK;
}

/* Places tiles on the next empty cells in a direction. */
static int lay_along(tile_reader *r, placement *p, const int *tiles, int count,
                     laid from) {
  static const struct {
    char sign;
    int dx, dy;
  } ways[] = {{'>', 1, 0}, {'<', -1, 0}, {'^', 0, 1}, {'v', 0, -1}};
  size_t way = 0;
  while (way < 4 && *r->scan.at != ways[way].sign) way++;
  if (way == 4) {
    return tes_scan_expected(&r->scan, "> < ^ or v, the direction of the line");
  }
  r->scan.at++;
  for (int i = 0; i < count; i++) {
    while (qwirkle_at(r->q, from.x, from.y) != 0) {
      from.x += ways[way].dx;
      from.y += ways[way].dy;
    }
    from.tile = tiles[i];
    p->at[p->count++] = from;
    from.x += ways[way].dx;
    from.y += ways[way].dy;
  }
  return TES_OK;
}

/* Mentions the range of coordinates only if the input has any. */
static int no_cell(const tile_reader *r) {
  const char *at = r->scan.at;
  char what[60] = "a cell (x,y)";
  tes_text text;
  if (strspn(at, "-0123456789,") > 2 && strchr(at, ',') != NULL) {
    tes_text_fixed(&text, what, sizeof what);
    tes_put(&text, "a cell (x,y) with numbers in %d..%d", 1 - TORUS, TORUS - 1);
  }
  return tes_scan_expected(&r->scan, what);
}

/* Reads tiles and a cell: one tile on it, or several from there on. */
static int read_laid(tile_reader *r, placement *p) {
  int tiles[SIX], count;
  laid at;
  if (read_tiles(r, SIX - p->count, tiles, &count) != TES_OK) {
    return TES_EILLEGAL;
  }
  if (*r->scan.at != '@' && *r->scan.at != ' ') {
    return tes_scan_expected(&r->scan, "@ and a cell");
  }
  r->scan.at++;
  if (!qwirkle_read_cell(&r->scan.at, &at.x, &at.y)) return no_cell(r);
  at.tile = tiles[0];
  if (count > 1 || (*r->scan.at != '+' && *r->scan.at != '\0')) {
    return lay_along(r, p, tiles, count, at);
  }
  p->at[p->count++] = at;
  return TES_OK;
}

int qwirkle_read_placement(const tes_rules *rules, const qwirkle *q,
                           const char *text, bool numbers, placement *p,
                           tes_error *error) {
  tile_reader r = read_from(rules, q, text, numbers, error);
  *p = (placement){0};
  for (;; r.scan.at++) {
    if (read_laid(&r, p) != TES_OK) return TES_EILLEGAL;
    if (*r.scan.at == '\0') return qwirkle_arrange(q, p, error);
    if (*r.scan.at != '+') {
      return tes_scan_expected(&r.scan, "+ and another tile");
    }
  }
}

/* Is a placement too far away to be encoded as a move? */
static bool out_of_reach(const qwirkle *q, const placement *p) {
  const int cell = torus_cell(p->at[0].x, p->at[0].y);
  return cell_x(q, cell) != p->at[0].x || cell_y(q, cell) != p->at[0].y;
}

static tes_move read_exchange(tile_reader *r) {
  uint8_t tiles[HAND_MAX];
  tes_move move = EXCHANGE;
  int count = 0, tile;
  for (;;) {
    if (count == HAND_MAX) {
      tes_fail(r->scan.error, TES_EILLEGAL, "more than %d tiles", HAND_MAX);
      return 0;
    }
    if (read_tile_or_number(r, &tile) != TES_OK) return 0;
    tiles[count++] = (uint8_t)tile;
    if (*r->scan.at == '\0') break;
    if (*r->scan.at == '+') r->scan.at++;
  }
  qwirkle_sort(tiles, count);
  for (int i = 0; i < count; i++) {
    move |= (tes_move)tiles[i] << i * TILE_BITS;
  }
  return move;
}

static tes_move read_tile_move(const tes_rules *rules, const qwirkle *q,
                               const char *text, tes_error *error) {
  static const char swap[] = "swap:";
  placement p;
  if (strcmp(text, "pass") == 0) return PASS;
  if (strncmp(text, swap, sizeof swap - 1) == 0) {
    tile_reader r = read_from(rules, q, text + sizeof swap - 1, true, error);
    return read_exchange(&r);
  }
  if (strchr(text, '@') == NULL && strchr(text, ' ') == NULL) {
    tes_fail(error, TES_EARG,
             "expected tiles and cells (rc@0,0+rs@1,0), tiles from a cell on "
             "(13@2,0>), swap:rc+rs or pass");
    return 0;
  }
  if (qwirkle_read_placement(rules, q, text, true, &p, error) != TES_OK) {
    return 0;
  }
  if (!out_of_reach(q, &p)) return qwirkle_encode(rules, q, &p);
  tes_fail(error, TES_EILLEGAL, "does not touch a tile on the table");
  return 0;
}

/* ---- reasons ---- */

static void blame(const char *text, const tes_error *reason, tes_error *error) {
  tes_fail(error, reason->status, "%.60s: %s", text, reason->text);
}

tes_move qwirkle_parse(const tes_rules *rules, const tes_state *state,
                       const char *text, tes_work *work) {
  tes_error *error = &work->error;
  tes_error reason = {.text = ""};
  const tes_move move = read_tile_move(rules, qwirkle_of(state), text, &reason);
  if (move == 0) blame(text, &reason, error);
  return move;
}

static void why_not_exchange(const qwirkle *q, tes_move move,
                             tes_error *reason) {
  const tes_move tiles = move & EXCHANGE_FIELDS;
  const int count = tes_highest((uint64_t)tiles) / TILE_BITS + 1;
  if (q->count == 0) {
    tes_fail(reason, TES_EILLEGAL, "there is no exchange on the first turn");
  } else if (q->bag_count == 0) {
    tes_fail(reason, TES_EILLEGAL, "the bag is empty");
  } else if (count > q->bag_count) {
    tes_fail(reason, TES_EILLEGAL, "the bag has only %d tile%s", q->bag_count,
             q->bag_count == 1 ? "" : "s");
  } else {
    tes_fail(reason, TES_EILLEGAL, "these tiles are not in the hand");
  }
}

void qwirkle_why(const tes_rules *rules, const tes_state *state, tes_move move,
                 const char *text, tes_work *work) {
  tes_error *error = &work->error;
  const qwirkle *q = qwirkle_of(state);
  tes_error reason = {.text = "not a legal move", .status = TES_EILLEGAL};
  placement p;
  (void)rules;
  if (move == PASS) {
    tes_fail(&reason, TES_EILLEGAL, "%s",
             q->bag_count > 0 && q->count > 0
                 ? "the bag is not empty: place or exchange"
                 : "there is something to place");
  } else if (is_placement(move)) {
    if (qwirkle_decode(q, move, &p)) qwirkle_examine_hand(q, &p, &reason);
  } else {
    why_not_exchange(q, move, &reason);
  }
  blame(text, &reason, error);
}
