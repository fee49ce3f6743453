/* toy_game.c: secret bids, a card game that exists to use every function of
 * tes_game.
 *
 * Cards are letters from `a`, `deck` = ranks,copies. Each seat holds `hand`
 * cards, the rest is a stock whose order nobody knows. In a round each seat,
 * from the leader on, bids a card, a pair of equal cards, or passes; bids lie
 * face down (`bids=hidden`). Then the best bid, a pair before a card, the
 * higher before the lower, the first before the later, scores the ranks of all
 * cards bid and leads next; the cards are gone, and all draw up to `hand`. The
 * game ends when all hands are empty, when all pass, or after `limit` rounds.
 *
 * A move is TOY_TAG plus a bid: TOY_PASS, or 2 + 2 * rank + (pair ? 1 : 0).
 * Hands and what is gone are counts by rank; the stock is drawn from its end,
 * and what lies behind its end is 0, so that equal positions have equal bytes.
 * `best` stands behind the key: it says how the position came about. */
#include "toy_game.h"

#include <stdio.h>
#include <string.h>

enum { SEATS_ROW, DECK_ROW, HAND_ROW, BIDS_ROW, LIMIT_ROW };
enum { EMPTY = 1, PASSED, LIMIT }; /* endings */

/* The last list, and the position that it belongs to. */
typedef struct cache {
  uint8_t valid; /* a mutant may have written anything */
  toy position;
  int count;
  uint8_t bids[TOY_BIDS];
} cache;

typedef struct tables {
  char name[TOY_BIDS][5]; /* the text of each bid */
} tables;

static const tes_option options[] = {
    {.name = "seats",
     .doc = "how many play",
     .type = TES_INT,
     .def = {3},
     .min = 2,
     .max = TOY_SEATS},
    {.name = "deck",
     .doc = "ranks and copies of each",
     .type = TES_INTS,
     .def = {5, 3},
     .min = 1,
     .max = TOY_RANKS,
     .count = 2},
    {.name = "hand",
     .doc = "cards in hand",
     .type = TES_INT,
     .def = {3},
     .min = 1,
     .max = 6},
    {.name = "bids",
     .doc = "whether bids lie face down",
     .type = TES_WORD,
     .words = "hidden|open"},
    {.name = "limit",
     .doc = "rounds until the end",
     .type = TES_INT,
     .min = 1,
     .max = 20,
     .or_zero = true},
    {.name = NULL},
};

static const char *const endings[] = {"empty", "passed", "limit", NULL};
static const char *const seat_names[] = {"ann", "bob", "cid", "dot", NULL};

static const tes_query queries[] = {
    {"leader", "", TES_INTEGER, "the seat that leads the round"},
    {"stock", "", TES_INTEGER, "cards in the stock"},
    {"hand", "seat", TES_TEXTS, "the cards of a seat"},
    {"bid", "seat", TES_TEXT, "the bid of a seat"},
    {"sizes", "", TES_LISTS, "cards in each hand, and its points"},
    {NULL, NULL, TES_INTEGER, NULL},
};

/* ---- bids and cards ---- */

static int bid_rank(int bid) {
  return (bid - 2) / 2;
}

/* How many cards it is made of. */
static int bid_size(int bid) {
  return bid < 2 ? 0 : 1 + bid % 2;
}

static int sum(const uint8_t *counts) {
  int total = 0;
  for (int i = 0; i < TOY_RANKS; i++) {
    total += counts[i];
  }
  return total;
}

static bool can_bid(const toy *t, int bid) {
  if (bid == TOY_PASS) return true;
  return bid >= 2 && bid < TOY_BIDS &&
         t->hand[t->head.seat - 1][bid_rank(bid)] >= bid_size(bid);
}

static bool hidden(const tes_rules *rules, int owner, int seat) {
  return seat != 0 && seat != owner && rules->value[BIDS_ROW][0] == 0;
}

/* ---- open, close, start ---- */

static void fill_tables(tables *t) {
  snprintf(t->name[TOY_PASS], sizeof t->name[TOY_PASS], "pass");
  for (int bid = 2; bid < TOY_BIDS; bid++) {
    memset(t->name[bid], 'a' + bid_rank(bid), (size_t)bid_size(bid));
  }
}

static int toy_open(tes_rules *rules, tes_error *error) {
  const int *deck = rules->value[DECK_ROW];
  rules->seats = rules->value[SEATS_ROW][0];
  rules->seat_names = seat_names;
  const int needed = rules->seats * rules->value[HAND_ROW][0];
  if (deck[0] * deck[1] < needed) {
    return tes_fail(error, TES_EARG, "toy: deck=%d,%d: expected %d cards",
                    deck[0], deck[1], needed);
  }
  rules->state_size = sizeof(toy);
  rules->key_size = offsetof(toy, best) - sizeof(tes_state);
  rules->work_size = sizeof(cache);
  rules->tables = tes_resize(rules->alloc, NULL, 0, sizeof(tables));
  if (rules->tables == NULL) {
    return tes_fail(error, TES_ENOMEM, "out of memory");
  }
  memset(rules->tables, 0, sizeof(tables));
  fill_tables(rules->tables);
  return TES_OK;
}

static void toy_close(tes_rules *rules) {
  tes_resize(rules->alloc, rules->tables, sizeof(tables), 0);
}

/* Gives out a deck, hand by hand, and keeps the rest. */
static void give_out(const tes_rules *rules, toy *t, const uint8_t *deck) {
  const int cards = rules->value[DECK_ROW][0] * rules->value[DECK_ROW][1];
  int at = 0;
  for (int seat = 0; seat < rules->seats; seat++) {
    for (int i = 0; i < rules->value[HAND_ROW][0]; i++) {
      t->hand[seat][deck[at++]]++;
    }
  }
  for (int i = cards - 1; i >= at; i--) {
    t->stock[t->stock_size++] = (uint8_t)(deck[i] + 1);
  }
  t->head.seat = t->leader = 1;
}

static void shuffle(uint8_t *cards, int count, tes_rng *rng) {
  for (int i = count - 1; i > 0; i--) {
    const uint64_t j = tes_rng_below(rng, (uint64_t)i + 1);
    const uint8_t card = cards[i];
    cards[i] = cards[j];
    cards[j] = card;
  }
}

static int toy_start(const tes_rules *rules, tes_state *state, tes_rng *rng,
                     tes_work *work) {
  (void)work;
  const int *value = rules->value[DECK_ROW];
  uint8_t deck[TOY_CARDS];
  for (int i = 0; i < value[0] * value[1]; i++) {
    deck[i] = (uint8_t)(i / value[1]);
  }
  shuffle(deck, value[0] * value[1], rng);
  give_out(rules, (toy *)state, deck);
  return TES_OK;
}

/* ---- moves ---- */

static int list_bids(const toy *t, uint8_t *bids) {
  int count = 0;
  for (int bid = TOY_BIDS - 1; bid >= TOY_PASS; bid--) {
    if (can_bid(t, bid)) bids[count++] = (uint8_t)bid;
  }
  return count;
}

static const cache *cached(const toy *t, tes_work *work, size_t compared) {
  cache *c = work->memory;
  if (!c->valid || memcmp(&c->position, t, compared) != 0) {
    c->valid = 1;
    memcpy(&c->position, t, sizeof *t);
    c->count = list_bids(t, c->bids);
  }
  return c;
}

static int list_cached(const tes_state *state, tes_list *list, tes_work *work,
                       size_t compared) {
  const cache *c = cached((const toy *)state, work, compared);
  if (tes_list_reserve(list, (size_t)c->count) != TES_OK) return TES_ENOMEM;
  for (int i = 0; i < c->count; i++) {
    list->moves[list->count++] = TOY_TAG + c->bids[i];
  }
  return TES_OK;
}

static int toy_moves(const tes_rules *rules, const tes_state *state,
                     tes_list *list, tes_work *work) {
  (void)rules;
  return list_cached(state, list, work, sizeof(toy));
}

static bool toy_legal(const tes_rules *rules, const tes_state *state,
                      tes_move move, tes_work *work) {
  (void)rules, (void)work;
  return move > TOY_TAG && move < TOY_TAG + TOY_BIDS &&
         can_bid((const toy *)state, (int)(move - TOY_TAG));
}

static int64_t toy_count(const tes_rules *rules, const tes_state *state,
                         tes_work *work) {
  const toy *t = (const toy *)state;
  int64_t count = 1;
  (void)rules, (void)work;
  for (int rank = 0; rank < TOY_RANKS; rank++) {
    const int held = t->hand[t->head.seat - 1][rank];
    count += held < 2 ? held : 2;
  }
  return count;
}

/* ---- apply ---- */

/* The index of the seat with the best bid, -1 when all passed. */
static int best_bidder(const tes_rules *rules, const toy *t) {
  int best = -1, best_value = 0;
  for (int i = 0; i < rules->seats; i++) {
    const int seat = (t->leader - 1 + i) % rules->seats;
    const int bid = t->bid[seat];
    const int value = bid_size(bid) * 100 + (bid > TOY_PASS ? bid : 0);
    if (value > best_value) {
      best = seat;
      best_value = value;
    }
  }
  return best;
}

static void draw_up(const tes_rules *rules, toy *t) {
  for (int i = 0; i < rules->seats; i++) {
    uint8_t *hand = t->hand[(t->leader - 1 + i) % rules->seats];
    int wanted = rules->value[HAND_ROW][0] - sum(hand);
    for (; wanted > 0 && t->stock_size > 0; wanted--) {
      uint8_t *top = &t->stock[--t->stock_size];
      hand[*top - 1]++;
      *top = 0;
    }
  }
}

/* The bids become points and are gone. */
static void score_round(const tes_rules *rules, toy *t, int winner) {
  int points = 0;
  for (int seat = 0; seat < rules->seats; seat++) {
    const int size = bid_size(t->bid[seat]);
    if (size == 0) continue;
    points += size * (bid_rank(t->bid[seat]) + 1);
    t->gone[bid_rank(t->bid[seat])] += (uint8_t)size;
  }
  const int score = t->score[winner] + points;
  t->score[winner] = (uint8_t)(score < 250 ? score : 250);
  t->leader = (uint8_t)(winner + 1);
}

static int ending_of(const tes_rules *rules, const toy *t) {
  bool empty = true;
  for (int seat = 0; seat < rules->seats; seat++) {
    empty = empty && sum(t->hand[seat]) == 0;
  }
  if (empty) return EMPTY;
  return t->rounds == rules->value[LIMIT_ROW][0] && t->rounds ? LIMIT : 0;
}

static void end_round(const tes_rules *rules, toy *t) {
  const int winner = best_bidder(rules, t);
  if (winner < 0) {
    t->head.over = PASSED;
    return;
  }
  t->best = t->bid[winner];
  t->rounds++;
  score_round(rules, t, winner);
  memset(t->bid, 0, sizeof t->bid);
  draw_up(rules, t);
  t->head.seat = t->leader;
  t->head.over = (uint8_t)ending_of(rules, t);
}

static int toy_apply(const tes_rules *rules, tes_state *state, tes_move move,
                     tes_work *work) {
  toy *t = (toy *)state;
  const int seat = t->head.seat - 1, bid = (int)(move - TOY_TAG);
  (void)work;
  t->bid[seat] = (uint8_t)bid;
  if (bid != TOY_PASS) t->hand[seat][bid_rank(bid)] -= (uint8_t)bid_size(bid);
  const int next = (seat + 1) % rules->seats;
  if (next + 1 == t->leader) {
    end_round(rules, t);
  } else {
    t->head.seat = (uint8_t)(next + 1);
  }
  return TES_OK;
}

static int64_t toy_playout(const tes_rules *rules, tes_state *state,
                           tes_rng *rng, tes_work *work) {
  int64_t plies = 0;
  for (; !state->over; plies++) {
    uint8_t bids[TOY_BIDS];
    const int count = list_bids((const toy *)state, bids);
    const uint64_t pick = tes_rng_below(rng, (uint64_t)count);
    toy_apply(rules, state, TOY_TAG + bids[pick], work);
    state->ply++;
  }
  return plies;
}

static int toy_result(const tes_rules *rules, const tes_state *state,
                      tes_result *result, tes_work *work) {
  (void)rules, (void)work;
  for (int seat = 0; seat < result->seats; seat++) {
    result->score[seat] = ((const toy *)state)->score[seat];
  }
  tes_result_rank(result);
  return TES_OK;
}

/* ---- notation ---- */

static const char *bid_text(const tes_rules *rules, int owner, int bid,
                            int seat) {
  if (bid == 0) return "-";
  if (bid != TOY_PASS && hidden(rules, owner, seat)) {
    return bid_size(bid) == 1 ? "?" : "??";
  }
  return ((const tables *)rules->tables)->name[bid];
}

static int toy_print(const tes_rules *rules, const tes_state *state,
                     tes_move move, int seat, tes_text *text, tes_work *work) {
  (void)work;
  tes_put(text, "%s",
          bid_text(rules, state->seat, (int)(move - TOY_TAG), seat));
  return TES_OK;
}

static int find_bid(const tes_rules *rules, const char *text, size_t length) {
  for (int bid = TOY_PASS; bid < TOY_BIDS; bid++) {
    const char *name = ((const tables *)rules->tables)->name[bid];
    if (strlen(name) == length && memcmp(name, text, length) == 0) return bid;
  }
  return 0;
}

static tes_move toy_parse(const tes_rules *rules, const tes_state *state,
                          const char *text, tes_work *work) {
  tes_error *error = &work->error;
  const int bid = find_bid(rules, text, strlen(text));
  (void)state;
  if (bid != 0) return TOY_TAG + bid;
  tes_fail(error, TES_EARG, "%.20s: expected a card, a pair or pass", text);
  return 0;
}

static void toy_why(const tes_rules *rules, const tes_state *state,
                    tes_move move, const char *text, tes_work *work) {
  tes_error *error = &work->error;
  const int rank = bid_rank((int)(move - TOY_TAG));
  const int held = ((const toy *)state)->hand[state->seat - 1][rank];
  (void)rules;
  tes_fail(error, TES_EILLEGAL, "%.20s: you hold %s %c", text,
           held == 0 ? "no" : "only one", 'a' + rank);
}

static const tes_part made_of[] = {
    {"pass", TES_INTEGER, "1 of a pass"},
    {"card", TES_TEXT, "which card"},
    {"number", TES_INTEGER, "how many of them"},
    {NULL, TES_TEXT, NULL},
};

enum { PART_PASS, PART_CARD, PART_NUMBER };

static int toy_part(const tes_rules *rules, const tes_state *state,
                    tes_move move, int row, tes_text *text, tes_work *work) {
  const int bid = (int)(move - TOY_TAG);
  (void)rules, (void)state, (void)work;
  if (bid == TOY_PASS) {
    if (row == PART_PASS) tes_put(text, "1");
  } else if (row == PART_CARD) {
    tes_put(text, "%c", 'a' + bid_rank(bid));
  } else if (row == PART_NUMBER) {
    tes_put(text, "%d", bid_size(bid));
  }
  return TES_OK;
}

/* ---- drawing, queries ---- */

/* Counts as sorted letters, "." for none, "?3" when they are secret. */
static void put_cards(const uint8_t *counts, bool secret, tes_text *text) {
  const int total = sum(counts);
  if (total == 0) {
    tes_put(text, ".");
  } else if (secret) {
    tes_put(text, "?%d", total);
  }
  for (int i = 0; i < TOY_RANKS && !secret; i++) {
    for (int j = 0; j < counts[i]; j++) {
      tes_put(text, "%c", 'a' + i);
    }
  }
}

/* A hand in each row, the cards that the seat cannot see as question marks. */
static int toy_draw(const tes_rules *rules, const tes_state *state, int seat,
                    tes_move hint, tes_drawing *drawing, tes_work *work) {
  (void)work;
  const toy *t = (const toy *)state;
  (void)hint;
  if (tes_drawing_size(drawing, 1, rules->seats) != TES_OK) return TES_ENOMEM;
  for (int i = 0; i < rules->seats; i++) {
    const tes_colour colour = (tes_colour)(TES_WHITE + i);
    tes_element_write(tes_drawing_add(drawing, TES_SQUARES, colour, 0, i), "%c",
                      'A' + i);
    if (t->leader == i + 1) {
      tes_drawing_add(drawing, TES_LAST_MOVE, TES_PLAIN, 0, i);
    }
    tes_put(&drawing->notes, "%s %d points, bid %s, hand ", seat_names[i],
            t->score[i], bid_text(rules, i + 1, t->bid[i], seat));
    put_cards(t->hand[i], seat != 0 && seat != i + 1, &drawing->notes);
    tes_put(&drawing->notes, "\n");
  }
  tes_put(&drawing->notes, "stock %d, round %d, best %d\n", t->stock_size,
          t->rounds + 1, t->best);
  return TES_OK;
}

static int read_seat(const tes_rules *rules, const char *argument,
                     tes_error *error) {
  if (argument != NULL && strlen(argument) == 1 && argument[0] >= '1' &&
      argument[0] <= '0' + rules->seats) {
    return argument[0] - '0';
  }
  return tes_fail(error, TES_EARG, "seat: expected 1..%d", rules->seats);
}

static int toy_get(const tes_rules *rules, const tes_state *state, int seat,
                   int query, const char *argument, int64_t *integer,
                   tes_text *text, tes_work *work) {
  tes_error *error = &work->error;
  const toy *t = (const toy *)state;
  if (query < 2) {
    *integer = query == 0 ? t->leader : t->stock_size;
    return TES_OK;
  }
  if (query == 4) {
    for (int i = 0; i < rules->seats; i++) {
      tes_put(text, "%s%d %d", i > 0 ? "/" : "", sum(t->hand[i]), t->score[i]);
    }
    return TES_OK;
  }
  const int of = read_seat(rules, argument, error);
  if (of < 0) return of;
  if (query == 3) {
    tes_put(text, "%s", bid_text(rules, of, t->bid[of - 1], seat));
    return TES_OK;
  }
  for (int i = 0, rank = 0; rank < TOY_RANKS; rank++) {
    for (int j = 0; j < t->hand[of - 1][rank]; j++) {
      const int card = seat != 0 && seat != of ? '?' : 'a' + rank;
      tes_put(text, "%s%c", i++ > 0 ? " " : "", card);
    }
  }
  return TES_OK;
}

/* ---- what a seat cannot see ---- */

/* Cards without a place, and the places that wait for them. */
typedef struct unseen {
  int pool[TOY_RANKS];
  int bid[TOY_SEATS]; /* 0, 1 or 2 cards */
  int hand[TOY_SEATS];
  int stock;
} unseen;

/* A rank of which the pool has two; the caller knows that there is one. */
static bool take_pair(unseen *u, tes_rng *rng, int *rank) {
  int pairs = 0;
  for (int i = 0; i < TOY_RANKS; i++) {
    pairs += u->pool[i] >= 2;
  }
  if (pairs == 0) return false;
  uint64_t pick = tes_rng_below(rng, (uint64_t)pairs);
  for (*rank = 0; u->pool[*rank] < 2 || pick-- > 0;) {
    ++*rank;
  }
  u->pool[*rank] -= 2;
  return true;
}

/* Pairs take ranks of which there are two, and each lowers the number of
 * pairs in the pool by one: when they fit at all, they fit in this way. */
static bool fill_pairs(toy *t, unseen *u, tes_rng *rng) {
  for (int seat = 0; seat < TOY_SEATS; seat++) {
    int rank;
    if (u->bid[seat] != 2) continue;
    if (!take_pair(u, rng, &rank)) return false;
    t->bid[seat] = (uint8_t)(3 + 2 * rank);
  }
  return true;
}

static bool fill(toy *t, unseen *u, tes_rng *rng) {
  uint8_t cards[TOY_CARDS];
  int count = 0, at = 0;
  if (!fill_pairs(t, u, rng)) return false;
  for (int rank = 0; rank < TOY_RANKS; rank++) {
    for (int i = 0; i < u->pool[rank]; i++) {
      cards[count++] = (uint8_t)rank;
    }
  }
  shuffle(cards, count, rng);
  for (int seat = 0; seat < TOY_SEATS; seat++) {
    if (u->bid[seat] == 1) t->bid[seat] = (uint8_t)(2 + 2 * cards[at++]);
    for (int i = 0; i < u->hand[seat]; i++) {
      t->hand[seat][cards[at++]]++;
    }
  }
  for (int i = 0; i < u->stock; i++) {
    t->stock[t->stock_size++] = (uint8_t)(cards[at++] + 1);
  }
  return true;
}

static void unsee_hand(toy *t, unseen *u, int i) {
  u->hand[i] = sum(t->hand[i]);
  for (int rank = 0; rank < TOY_RANKS; rank++) {
    u->pool[rank] += t->hand[i][rank];
  }
  memset(t->hand[i], 0, sizeof t->hand[i]);
}

static void unsee_stock(toy *t, unseen *u) {
  u->stock = t->stock_size;
  for (int i = 0; i < t->stock_size; i++) {
    u->pool[t->stock[i] - 1]++;
  }
  memset(t->stock, 0, sizeof t->stock);
  t->stock_size = 0;
}

static int toy_hide(const tes_rules *rules, tes_state *state, int seat,
                    tes_rng *rng, tes_work *work) {
  (void)work;
  toy *t = (toy *)state;
  unseen u = {.stock = 0};
  for (int i = 0; i < rules->seats; i++) {
    if (i + 1 == seat) continue;
    unsee_hand(t, &u, i);
    if (!hidden(rules, i + 1, seat)) continue;
    u.bid[i] = bid_size(t->bid[i]);
    if (u.bid[i] > 0) u.pool[bid_rank(t->bid[i])] += u.bid[i];
  }
  unsee_stock(t, &u);
  fill(t, &u, rng);
  return TES_OK;
}

/* ---- position text: leader bids hands stock scores gone rounds ---- */

static void put_stock(const toy *t, bool secret, tes_text *text) {
  if (t->stock_size == 0) {
    tes_put(text, ".");
  } else if (secret) {
    tes_put(text, "?%d", t->stock_size);
  }
  for (int i = 0; i < t->stock_size && !secret; i++) {
    tes_put(text, "%c", 'a' + t->stock[i] - 1);
  }
}

static void toy_save(const tes_rules *rules, const tes_state *state, int seat,
                     tes_text *text) {
  const toy *t = (const toy *)state;
  tes_put(text, "%d ", t->leader);
  for (int i = 0; i < rules->seats; i++) {
    const char *bid = bid_text(rules, i + 1, t->bid[i], seat);
    tes_put(text, "%s%s", i > 0 ? "/" : "", bid);
  }
  for (int i = 0; i < rules->seats; i++) {
    tes_put(text, "%c", i > 0 ? '/' : ' ');
    put_cards(t->hand[i], seat != 0 && seat != i + 1, text);
  }
  tes_put(text, " ");
  put_stock(t, seat != 0, text);
  for (int i = 0; i < rules->seats; i++) {
    tes_put(text, "%c%d", i > 0 ? ':' : ' ', t->score[i]);
  }
  tes_put(text, " ");
  put_cards(t->gone, false, text);
  tes_put(text, " %d", t->rounds);
}

typedef struct reader {
  const tes_rules *rules;
  toy *t;
  const char *at;
  unseen hidden; /* its pool is filled at the end */
} reader;

static bool eat(reader *r, char c) {
  if (*r->at != c) return false;
  r->at++;
  return true;
}

static bool read_number(reader *r, int max, int *number) {
  const char *begin = r->at;
  for (*number = 0; *r->at >= '0' && *r->at <= '9'; r->at++) {
    *number = *number * 10 + *r->at - '0';
    if (*number > max) return false;
  }
  return r->at > begin && (*begin != '0' || r->at == begin + 1);
}

static int read_card(reader *r) {
  const int rank = *r->at - 'a';
  if (rank < 0 || rank >= r->rules->value[DECK_ROW][0]) return -1;
  r->at++;
  return rank;
}

static bool read_bid(reader *r, int i) {
  const size_t length = strcspn(r->at, "/ ");
  const char *text = r->at;
  r->at += length;
  if (length <= 2 && strncmp(text, "??", length) == 0) {
    r->hidden.bid[i] = (int)length;
    return length > 0;
  }
  if (length == 1 && *text == '-') return true;
  r->t->bid[i] = (uint8_t)find_bid(r->rules, text, length);
  return r->t->bid[i] != 0;
}

/* Sorted letters into counts, or "?3" into `secret` where that is allowed. */
static bool read_cards(reader *r, uint8_t *counts, int *secret) {
  int last = 0, rank;
  if (eat(r, '.')) return true;
  if (secret != NULL && eat(r, '?')) {
    return read_number(r, TOY_CARDS, secret) && *secret > 0;
  }
  const char *begin = r->at;
  while ((rank = read_card(r)) >= last) {
    if (counts[rank]++ == TOY_COPIES) return false;
    last = rank;
  }
  return rank == -1 && r->at > begin;
}

static bool read_stock(reader *r) {
  toy *t = r->t;
  int rank;
  if (eat(r, '.')) return true;
  if (eat(r, '?')) {
    return read_number(r, TOY_CARDS, &r->hidden.stock) && r->hidden.stock > 0;
  }
  while ((rank = read_card(r)) >= 0) {
    if (t->stock_size == TOY_CARDS) return false;
    t->stock[t->stock_size++] = (uint8_t)(rank + 1);
  }
  return t->stock_size > 0;
}

static bool read_fields(reader *r) {
  const int seats = r->rules->seats;
  int number;
  if (!read_number(r, seats, &number) || number == 0) return false;
  r->t->leader = (uint8_t)number;
  for (int i = 0; i < seats; i++) {
    if (!eat(r, i > 0 ? '/' : ' ') || !read_bid(r, i)) return false;
  }
  for (int i = 0; i < seats; i++) {
    if (!eat(r, i > 0 ? '/' : ' ')) return false;
    if (!read_cards(r, r->t->hand[i], &r->hidden.hand[i])) return false;
  }
  if (!eat(r, ' ') || !read_stock(r)) return false;
  for (int i = 0; i < seats; i++) {
    if (!eat(r, i > 0 ? ':' : ' ') || !read_number(r, 250, &number)) {
      return false;
    }
    r->t->score[i] = (uint8_t)number;
  }
  if (!eat(r, ' ') || !read_cards(r, r->t->gone, NULL)) return false;
  if (!eat(r, ' ') || !read_number(r, 200, &number)) return false;
  r->t->rounds = (uint8_t)number;
  return *r->at == '\0';
}

/* Bids stand from the leader on without a gap, and one is still missing. */
static bool find_mover(reader *r) {
  const int seats = r->rules->seats;
  bool open = false;
  for (int i = 0; i < seats; i++) {
    const int seat = (r->t->leader - 1 + i) % seats;
    const bool bids = r->t->bid[seat] != 0 || r->hidden.bid[seat] != 0;
    if (open && bids) return false;
    if (!open && !bids) r->t->head.seat = (uint8_t)(seat + 1);
    open = open || !bids;
  }
  return open;
}

/* What is missing of each rank goes to the pool; it must fit exactly. */
static bool find_pool(reader *r) {
  const int *deck = r->rules->value[DECK_ROW];
  unseen *u = &r->hidden;
  int places = u->stock, cards = 0;
  for (int rank = 0; rank < deck[0]; rank++) {
    u->pool[rank] = deck[1] - r->t->gone[rank];
  }
  for (int i = 0; i < TOY_SEATS; i++) {
    if (bid_size(r->t->bid[i]) > 0) {
      u->pool[bid_rank(r->t->bid[i])] -= bid_size(r->t->bid[i]);
    }
    for (int rank = 0; rank < deck[0]; rank++) {
      u->pool[rank] -= r->t->hand[i][rank];
    }
    places += u->bid[i] + u->hand[i];
  }
  for (int i = 0; i < r->t->stock_size; i++) {
    u->pool[r->t->stock[i] - 1]--;
  }
  for (int rank = 0; rank < deck[0]; rank++) {
    if (u->pool[rank] < 0) return false;
    cards += u->pool[rank];
  }
  return cards == places;
}

static bool goes_on(const reader *r) {
  const int limit = r->rules->value[LIMIT_ROW][0];
  bool cards = false;
  for (int i = 0; i < r->rules->seats; i++) {
    cards = cards || r->t->bid[i] > TOY_PASS || sum(r->t->hand[i]) > 0;
  }
  return cards && (limit == 0 || r->t->rounds < limit);
}

static int toy_load(const tes_rules *rules, tes_state *state, const char *text,
                    tes_rng *rng, tes_work *work) {
  tes_error *error = &work->error;
  reader r = {.rules = rules, .t = (toy *)state, .at = text};
  if (!read_fields(&r)) {
    return tes_fail(error, TES_EARG,
                    "%.40s: expected leader bids hands stock "
                    "scores gone rounds",
                    text);
  }
  if (!find_mover(&r) || !find_pool(&r) || !fill(r.t, &r.hidden, rng) ||
      !goes_on(&r)) {
    return tes_fail(error, TES_EARG, "%.40s: cannot come about", text);
  }
  return TES_OK;
}

/* ---- deal: the cards in the order in which they are given out ---- */

static int toy_deal(const tes_rules *rules, tes_state *state, const char *text,
                    tes_work *work) {
  tes_error *error = &work->error;
  const int *value = rules->value[DECK_ROW];
  uint8_t deck[TOY_CARDS], seen[TOY_RANKS] = {0};
  const size_t cards = (size_t)(value[0] * value[1]);
  bool fits = strlen(text) == cards;
  for (size_t i = 0; i < cards && fits; i++) {
    const int rank = text[i] - 'a';
    fits = rank >= 0 && rank < value[0] && seen[rank]++ < value[1];
    deck[i] = (uint8_t)rank;
  }
  if (!fits) {
    return tes_fail(error, TES_EARG, "deal: expected %d cards, %d of each",
                    (int)cards, value[1]);
  }
  give_out(rules, (toy *)state, deck);
  return TES_OK;
}

static void toy_dealt(const tes_rules *rules, const tes_state *start,
                      tes_text *text) {
  const toy *t = (const toy *)start;
  for (int seat = 0; seat < rules->seats; seat++) {
    put_cards(t->hand[seat], false, text);
  }
  for (int i = t->stock_size - 1; i >= 0; i--) {
    tes_put(text, "%c", 'a' + t->stock[i] - 1);
  }
}

static const tes_deal_text toy_deal_text = {toy_deal, toy_dealt};

/* ---- for searches ---- */

/* Three rounds at most. */
static int64_t toy_rollout(const tes_rules *rules, tes_state *state,
                           tes_rng *rng, tes_work *work) {
  const uint32_t start = state->ply;
  while (!state->over && state->ply - start < 3u * (uint32_t)rules->seats) {
    uint8_t bids[TOY_BIDS];
    const int count = list_bids((const toy *)state, bids);
    const uint64_t pick = tes_rng_below(rng, (uint64_t)count);
    toy_apply(rules, state, TOY_TAG + bids[pick], work);
    state->ply++;
  }
  return state->ply - start;
}

static int toy_policy(const tes_rules *rules, const tes_state *state,
                      const tes_list *moves, double *weight, tes_work *work) {
  (void)rules, (void)state, (void)work;
  for (size_t i = 0; i < moves->count; i++) {
    weight[i] = (double)(moves->moves[i] - TOY_TAG - TOY_PASS) / TOY_BIDS;
  }
  return TES_OK;
}

static int toy_estimate(const tes_rules *rules, const tes_state *state,
                        int *lead, tes_work *work) {
  double score[TES_SEATS_MAX];
  (void)work;
  for (int i = 0; i < rules->seats; i++) {
    score[i] = ((const toy *)state)->score[i];
  }
  tes_leads(score, rules->seats, 100, lead);
  return 50;
}

/* All but to pass; no threats. */
static int toy_forcing(const tes_rules *rules, const tes_state *state, int seat,
                       tes_list *list, tes_work *work) {
  uint8_t bids[TOY_BIDS];
  if (seat != state->seat) return TES_OK;
  const int count = list_bids((const toy *)state, bids) - 1;
  (void)rules, (void)work;
  if (tes_list_reserve(list, (size_t)count) != TES_OK) return TES_ENOMEM;
  for (int i = 0; i < count; i++) {
    list->moves[list->count++] = TOY_TAG + bids[i];
  }
  return TES_OK;
}

static int toy_horizon(const tes_rules *rules, const tes_state *state) {
  (void)state;
  return rules->seats;
}

const tes_insight toy_insight = {
    .rollout = toy_rollout,
    .policy = toy_policy,
    .estimate = toy_estimate,
    .forcing = toy_forcing,
    .horizon = toy_horizon,
};

const tes_game toy_game = {
    .name = "toy",
    .title = "Secret bids",
    .summary = "Bids, then cards; the best card takes the round.",
    .notation = "c   a card\nhh  a pair of cards that are\n    the same\npass",
    .options = options,
    .endings = endings,
    .queries = queries,
    .made_of = made_of,
    .open = toy_open,
    .close = toy_close,
    .start = toy_start,
    .moves = toy_moves,
    .apply = toy_apply,
    .result = toy_result,
    .print = toy_print,
    .draw = toy_draw,
    .parse = toy_parse,
    .legal = toy_legal,
    .why = toy_why,
    .count = toy_count,
    .playout = toy_playout,
    .get = toy_get,
    .part = toy_part,
    .hide = toy_hide,
    .save = toy_save,
    .load = toy_load,
    .deal = &toy_deal_text,
};
