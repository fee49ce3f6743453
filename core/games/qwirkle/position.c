/* position.c: position text, and back.
 *
 *   <tiles> <hands> <bag> <seat> <scores> <passes in a row>
 *
 * The text for one seat has ? for each tile that the seat does not see, and the
 * seat's number as a seventh field; while the table is empty and hands are
 * hidden, an eighth field has the sizes of the largest sets, which all players
 * have announced. When such a text is read, the hidden tiles are dealt from the
 * unseen tiles of the whole game. A full text may have fewer tiles than the
 * game, but no tile more often than there are copies. */
#include <stdlib.h>

#include "qwirkle.h"

/* Are the sizes of the largest sets the only facts known about the hands? */
static bool has_sizes(const tes_rules *rules, const qwirkle *q) {
  return q->count == 0 && rules->value[HANDS][0] == HANDS_HIDDEN;
}

/* ---- writing ---- */

static void put_some(const uint8_t *tiles, int count, bool hidden,
                     tes_text *text) {
  if (count == 0) tes_put(text, "-");
  if (!hidden) {
    qwirkle_put_tiles(tiles, count, "+", text);
    return;
  }
  for (int i = 0; i < count; i++) tes_put(text, "%s?", i > 0 ? "+" : "");
}

static void put_view(const tes_rules *rules, const qwirkle *q, int seat,
                     tes_text *text) {
  tes_put(text, " %d", seat);
  for (int i = 0; i < rules->seats && has_sizes(rules, q); i++) {
    tes_put(text, "%s%d", i > 0 ? ":" : " ",
            qwirkle_largest(hand_set(q, i + 1)));
  }
}

void qwirkle_save(const tes_rules *rules, const tes_state *state, int seat,
                  tes_text *text) {
  const qwirkle *q = qwirkle_of(state);
  if (q->count == 0) tes_put(text, "-");
  qwirkle_put_table(q, "+", text);
  for (int i = 0; i < rules->seats; i++) {
    tes_put(text, i > 0 ? "/" : " ");
    put_some(q->hand[i], q->hands[i], !sees(rules, seat, i + 1), text);
  }
  tes_put(text, " ");
  put_some(q->bag, q->bag_count, seat != 0, text);
  tes_put(text, " %d ", q->head.seat);
  for (int i = 0; i < rules->seats; i++) {
    tes_put(text, "%s%ld", i > 0 ? ":" : "", (long)q->score[i]);
  }
  tes_put(text, " %d", q->passes);
  if (seat != 0) put_view(rules, q, seat, text);
}

/* ---- reading ---- */

enum { SCORE_MAX = 99999 };

typedef struct qwirkle_reader {
  tes_scan scan;
  const tes_rules *rules;
  qwirkle *q;
  int viewer;       /* 0 in a full text */
  int sizes[SEATS]; /* of the largest sets, 0 if not known */
} qwirkle_reader;

static int by_packed(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static int read_table(qwirkle_reader *r) {
  qwirkle *q = r->q;
  if (tes_read_letter(&r->scan.at, "-") == 0) return TES_OK;
  for (;; r->scan.at++) {
    int x, y;
    const int tile = qwirkle_read_tile(r->rules, &r->scan.at);
    if (tile == 0) {
      return tes_scan_expected(&r->scan, "a tile on the table (rc@0,0)");
    }
    if (tes_scan_sign(&r->scan, '@', "@ after a tile") != TES_OK) {
      return TES_EARG;
    }
    if (!qwirkle_read_cell(&r->scan.at, &x, &y)) {
      return tes_scan_expected(&r->scan, "a cell (x,y)");
    }
    if (q->count == ALL_MAX) return tes_scan_expected(&r->scan, "fewer tiles");
    q->placed[q->count++] = qwirkle_pack(x, y, tile);
    if (*r->scan.at != '+') break;
  }
  qsort(q->placed, q->count, sizeof *q->placed, by_packed);
  return TES_OK;
}

/* Tiles joined by +; hidden ones are read as 0. */
static int read_some(qwirkle_reader *r, uint8_t *tiles, int most,
                     uint8_t *count) {
  if (tes_read_letter(&r->scan.at, "-") == 0) return TES_OK;
  for (;; r->scan.at++) {
    const bool hidden = *r->scan.at == '?';
    const int tile = hidden ? 0 : qwirkle_read_tile(r->rules, &r->scan.at);
    if (tile == 0 && !hidden) {
      return tes_scan_expected(&r->scan, "a tile, ? or -");
    }
    r->scan.at += hidden;
    if (*count == most) {
      return tes_fail(r->scan.error, TES_EARG,
                      "qwirkle position: more than %d tiles in a %s", most,
                      most == ALL_MAX ? "bag" : "hand");
    }
    tiles[(*count)++] = (uint8_t)tile;
    if (*r->scan.at != '+') return TES_OK;
  }
}

static int read_hands(qwirkle_reader *r) {
  const int most = r->rules->value[HAND][0];
  for (int i = 0; i < r->rules->seats; i++) {
    if (i > 0 &&
        tes_scan_sign(&r->scan, '/', "/ and a hand for each seat") != TES_OK) {
      return TES_EARG;
    }
    if (read_some(r, r->q->hand[i], most, &r->q->hands[i]) != TES_OK) {
      return TES_EARG;
    }
    qwirkle_sort(r->q->hand[i], r->q->hands[i]);
  }
  return TES_OK;
}

/* A number for each seat, joined by colons. */
static int read_each(qwirkle_reader *r, int low, int high, int *numbers) {
  for (int i = 0; i < r->rules->seats; i++) {
    if (i > 0 && tes_scan_sign(&r->scan, ':', ": and a number for each seat") !=
                     TES_OK) {
      return TES_EARG;
    }
    if (tes_scan_int(&r->scan, low, high, &numbers[i]) != TES_OK) {
      return TES_EARG;
    }
  }
  return TES_OK;
}

static int read_numbers(qwirkle_reader *r) {
  int seat, passes, scores[SEATS];
  if (tes_scan_int(&r->scan, 1, r->rules->seats, &seat) != TES_OK ||
      tes_scan_sign(&r->scan, ' ', "a space") != TES_OK ||
      read_each(r, 0, SCORE_MAX, scores) != TES_OK ||
      tes_scan_sign(&r->scan, ' ', "a space") != TES_OK ||
      tes_scan_int(&r->scan, 0, r->rules->seats - 1, &passes) != TES_OK) {
    return TES_EARG;
  }
  r->q->head.seat = (uint8_t)seat;
  r->q->passes = (uint8_t)passes;
  for (int i = 0; i < r->rules->seats; i++) r->q->score[i] = scores[i];
  return TES_OK;
}

static int read_viewer(qwirkle_reader *r) {
  if (*r->scan.at == '\0') return TES_OK;
  if (tes_scan_sign(&r->scan, ' ', "a space") != TES_OK ||
      tes_scan_int(&r->scan, 1, r->rules->seats, &r->viewer) != TES_OK) {
    return TES_EARG;
  }
  if (*r->scan.at == '\0' || !has_sizes(r->rules, r->q)) return TES_OK;
  if (tes_scan_sign(&r->scan, ' ', "a space") != TES_OK) return TES_EARG;
  const int colours = r->rules->value[COLOURS][0];
  const int shapes = r->rules->value[SHAPES][0];
  return read_each(r, 1, colours > shapes ? colours : shapes, r->sizes);
}

static int read_fields(qwirkle_reader *r) {
  if (read_table(r) != TES_OK ||
      tes_scan_sign(&r->scan, ' ', "a space") != TES_OK ||
      read_hands(r) != TES_OK ||
      tes_scan_sign(&r->scan, ' ', "a space") != TES_OK ||
      read_some(r, r->q->bag, ALL_MAX, &r->q->bag_count) != TES_OK ||
      tes_scan_sign(&r->scan, ' ', "a space") != TES_OK ||
      read_numbers(r) != TES_OK || read_viewer(r) != TES_OK) {
    return TES_EARG;
  }
  return tes_scan_end(&r->scan, "the end");
}

/* ---- checking ---- */

static int not_seen(const qwirkle_reader *r) {
  const bool open = r->rules->value[HANDS][0] == HANDS_OPEN;
  return tes_fail(r->scan.error, TES_EARG,
                  "qwirkle position: for seat %d, expected tiles in %s, and ? "
                  "in %s",
                  r->viewer, open ? "all hands" : "its own hand",
                  open ? "the bag" : "the other hands and the bag");
}

/* The text must have all tiles that the viewer sees, and no others. */
static int check_hidden(const qwirkle_reader *r) {
  const qwirkle *q = r->q;
  for (int i = 0; i <= r->rules->seats; i++) {
    const bool bag = i == r->rules->seats;
    const uint8_t *tiles = bag ? q->bag : q->hand[i];
    const int count = bag ? q->bag_count : q->hands[i];
    const bool hidden =
        bag ? r->viewer != 0 : !sees(r->rules, r->viewer, i + 1);
    for (int k = 0; k < count; k++) {
      if ((tiles[k] == 0) == hidden) continue;
      if (r->viewer == 0) {
        return tes_fail(r->scan.error, TES_EARG,
                        "qwirkle position: ? is only for views, which end with "
                        "the number of their seat");
      }
      return not_seen(r);
    }
  }
  return TES_OK;
}

static void count_tiles(const uint8_t *tiles, int count, int found[TILES + 1]) {
  for (int i = 0; i < count; i++) found[tiles[i]]++;
}

/* Counts how often each tile is seen; found[0] is the number of hidden
 * tiles. */
static int check_copies(const qwirkle_reader *r, int found[TILES + 1]) {
  const qwirkle *q = r->q;
  const int copies = r->rules->value[COPIES][0];
  for (int i = 0; i < q->count; i++) found[packed_tile(q->placed[i])]++;
  for (int i = 0; i < r->rules->seats; i++) {
    count_tiles(q->hand[i], q->hands[i], found);
  }
  count_tiles(q->bag, q->bag_count, found);
  for (int tile = 1; tile <= TILES; tile++) {
    if (found[tile] <= copies) continue;
    return tes_fail(r->scan.error, TES_EARG,
                    "qwirkle position: %s %d times, but there are only %d",
                    qwirkle_name(tile).text, found[tile], copies);
  }
  return TES_OK;
}

static int check_lines(const qwirkle_reader *r) {
  const qwirkle *q = r->q;
  for (int i = 0; i < q->count; i++) {
    const uint32_t placed = q->placed[i];
    const laid here = {packed_x(placed), packed_y(placed), packed_tile(placed)};
    if (i > 0 && placed >> 8 == q->placed[i - 1] >> 8) {
      return tes_fail(r->scan.error, TES_EARG,
                      "qwirkle position: two tiles on %d,%d", here.x, here.y);
    }
    const placement p = {.count = 1, .at = {here}};
    line lines[SIX + 1];
    tes_error reason;
    const int count = qwirkle_lines(q, &p, lines);
    for (int k = 0; k < count; k++) {
      if (qwirkle_check_line(&lines[k], &reason) == TES_OK) continue;
      return tes_fail(r->scan.error, TES_EARG, "qwirkle position: %.150s",
                      reason.text);
    }
  }
  return TES_OK;
}

static int index_at(const qwirkle *q, int x, int y) {
  int i = 0;
  while (i < q->count && q->placed[i] >> 8 != qwirkle_pack(x, y, 0) >> 8) i++;
  return i;
}

/* Everything on the table must be connected to 0,0. */
static int check_joined(const qwirkle_reader *r) {
  static const int dx[] = {1, -1, 0, 0}, dy[] = {0, 0, 1, -1};
  const qwirkle *q = r->q;
  int reached[ALL_MAX], count = 1;
  bool seen[ALL_MAX + 1] = {false};
  reached[0] = index_at(q, 0, 0);
  if (reached[0] == q->count) {
    return tes_fail(r->scan.error, TES_EARG,
                    "qwirkle position: there is no tile on 0,0");
  }
  seen[reached[0]] = true;
  for (int i = 0; i < count; i++) {
    const uint32_t from = q->placed[reached[i]];
    for (int k = 0; k < 4; k++) {
      const int x = packed_x(from) + dx[k], y = packed_y(from) + dy[k];
      const int next = qwirkle_at(q, x, y) != 0 ? index_at(q, x, y) : ALL_MAX;
      if (next == ALL_MAX || seen[next]) continue;
      seen[next] = true;
      reached[count++] = next;
    }
  }
  if (count == q->count) return TES_OK;
  return tes_fail(r->scan.error, TES_EARG,
                  "qwirkle position: the tiles on the table are not connected");
}

static void measure(qwirkle *q) {
  for (int i = 0; i < q->count; i++) {
    const int at[] = {packed_x(q->placed[i]), packed_y(q->placed[i])};
    for (int axis = 0; axis < 2; axis++) {
      if (at[axis] < q->low[axis]) q->low[axis] = (int8_t)at[axis];
      if (at[axis] > q->high[axis]) q->high[axis] = (int8_t)at[axis];
    }
  }
}

static int check_table(const qwirkle_reader *r) {
  if (check_lines(r) != TES_OK) return TES_EARG;
  if (r->q->count > 0 && check_joined(r) != TES_OK) return TES_EARG;
  measure(r->q);
  return TES_OK;
}

/* The player who announced the most begins. */
static int check_largest_sets(const qwirkle_reader *r) {
  const int own = qwirkle_largest(hand_set(r->q, r->viewer));
  int beginner = 0;
  for (int i = 1; i < r->rules->seats; i++) {
    if (r->sizes[i] > r->sizes[beginner]) beginner = i;
  }
  if (r->sizes[r->viewer - 1] != own) {
    return tes_fail(r->scan.error, TES_EARG,
                    "qwirkle position: the largest set of seat %d is %d",
                    r->viewer, own);
  }
  if (r->q->head.seat == beginner + 1) return TES_OK;
  return tes_fail(r->scan.error, TES_EARG,
                  "qwirkle position: with these largest sets seat %d begins",
                  beginner + 1);
}

/* Without the sizes, any deal will do in which the right seat begins. */
static bool deal_hidden(qwirkle_reader *r, uint8_t *pool, int count,
                        tes_rng *rng) {
  enum { TRIES = 10000 };
  const bool known = !has_sizes(r->rules, r->q) || r->sizes[0] != 0;
  for (int i = 0; i < TRIES; i++) {
    if (!qwirkle_redeal(r->rules, r->q, r->viewer, pool, count, r->sizes,
                        rng)) {
      return false;
    }
    if (known || qwirkle_beginner(r->rules, r->q) == r->q->head.seat) {
      return true;
    }
  }
  return false;
}

static int fill_hidden(qwirkle_reader *r, const int found[TILES + 1],
                       tes_rng *rng) {
  uint8_t pool[ALL_MAX];
  int count = 0;
  uint64_t left = all_tiles(r->rules);
  for (; left != 0; left &= left - 1) {
    const int tile = tes_lowest(left);
    for (int i = found[tile]; i < r->rules->value[COPIES][0]; i++) {
      pool[count++] = (uint8_t)tile;
    }
  }
  if (count < found[0]) {
    return tes_fail(r->scan.error, TES_EARG,
                    "qwirkle position: %d hidden tiles, but only %d are not "
                    "seen",
                    found[0], count);
  }
  if (r->sizes[0] != 0 && check_largest_sets(r) != TES_OK) return TES_EARG;
  if (deal_hidden(r, pool, count, rng)) return TES_OK;
  return tes_fail(r->scan.error, TES_EARG,
                  "qwirkle position: found no hands with these largest sets");
}

static int check_out(const qwirkle_reader *r) {
  int seat = 1;
  while (r->q->hands[seat - 1] > 0) seat++;
  if (r->q->bag_count > 0 || r->q->count == 0) {
    return tes_fail(r->scan.error, TES_EARG,
                    "qwirkle position: seat %d has no tile, but there are some "
                    "to draw",
                    seat);
  }
  r->q->head.over = OUT;
  tes_fail(r->scan.error, TES_EARG,
           "qwirkle position: seat %d has no tile: the game is over", seat);
  return TES_OK;
}

static int check_turn(const qwirkle_reader *r, tes_work *work) {
  const qwirkle *q = r->q;
  const grid *t = qwirkle_grid(r->rules, q, work);
  const int beginner = qwirkle_beginner(r->rules, q);
  if (q->count == 0 && q->head.seat != beginner) {
    return tes_fail(r->scan.error, TES_EARG,
                    "qwirkle position: the table is empty, so seat %d, which "
                    "has the largest set, begins",
                    beginner);
  }
  if (q->passes > 0 && (q->bag_count > 0 || q->count == 0)) {
    return tes_fail(r->scan.error, TES_EARG,
                    "qwirkle position: no player can have passed yet");
  }
  if (qwirkle_is_out(r->rules, q)) return check_out(r);
  if (q->bag_count == 0 || qwirkle_fits(t, hand_set(q, q->head.seat))) {
    return TES_OK;
  }
  if (qwirkle_fits(t, qwirkle_tiles_left(r->rules, q))) return TES_OK;
  r->q->head.over = DEAD;
  tes_fail(r->scan.error, TES_EARG,
           "qwirkle position: the game is over: no tile fits any more");
  return TES_OK;
}

int qwirkle_load(const tes_rules *rules, tes_state *state, const char *text,
                 tes_rng *rng, tes_work *work) {
  qwirkle_reader r = {
      .scan = {text, "qwirkle position: ", TES_EARG, &work->error},
      .rules = rules,
      .q = (qwirkle *)state};
  int found[TILES + 1] = {0};
  if (read_fields(&r) != TES_OK || check_hidden(&r) != TES_OK ||
      check_copies(&r, found) != TES_OK || check_table(&r) != TES_OK) {
    return TES_EARG;
  }
  if (r.viewer != 0 && fill_hidden(&r, found, rng) != TES_OK) return TES_EARG;
  return check_turn(&r, work);
}

/* ---- a start as text: its tiles in the order of the draws ---- */

static int check_deal(const tes_rules *rules, const qwirkle *q,
                      tes_error *error) {
  const int copies = rules->value[COPIES][0];
  const int all = copies * tes_popcount(all_tiles(rules));
  int found[TILES + 1] = {0};
  for (int i = 0; i < q->bag_count; i++) {
    const int tile = q->bag[i];
    if (++found[tile] <= copies) continue;
    return tes_fail(error, TES_EARG, "bag: %s more than %d times",
                    qwirkle_name(tile).text, copies);
  }
  if (q->bag_count == all) return TES_OK;
  return tes_fail(error, TES_EARG,
                  "bag: expected all %d tiles, %d of each; found %d", all,
                  copies, q->bag_count);
}

static int read_deal(const tes_rules *rules, tes_state *state, const char *text,
                     tes_work *work) {
  tes_error *error = &work->error;
  qwirkle *q = (qwirkle *)state;
  const char *at = text;
  for (;; at++) {
    const int tile = qwirkle_read_tile(rules, &at);
    if (tile == 0 || (*at != ',' && *at != '\0')) {
      return tes_fail(error, TES_EARG,
                      "bag: expected tiles (rc,rs,...), found \"%.20s\"", at);
    }
    if (q->bag_count == ALL_MAX) {
      return tes_fail(error, TES_EARG, "bag: more than %d tiles", ALL_MAX);
    }
    q->bag[q->bag_count++] = (uint8_t)tile;
    if (*at == '\0') break;
  }
  if (check_deal(rules, q, error) != TES_OK) return TES_EARG;
  qwirkle_hand_out(rules, q);
  return TES_OK;
}

static void print_deal(const tes_rules *rules, const tes_state *start,
                       tes_text *text) {
  const qwirkle *q = qwirkle_of(start);
  for (int i = 0; i < rules->seats; i++) {
    qwirkle_put_tiles(q->hand[i], q->hands[i], ",", text);
    if (i < rules->seats - 1 || q->bag_count > 0) tes_put(text, ",");
  }
  qwirkle_put_tiles(q->bag, q->bag_count, ",", text);
}

const tes_deal_text qwirkle_deal = {read_deal, print_deal};
