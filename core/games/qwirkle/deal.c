/* deal.c: chance and hidden information (the first hands, and dealing again).
 *
 * A view forgets everything that its seat does not see: the tiles in the other
 * hands and in the bag are pooled, sorted, shuffled with the caller's rng and
 * dealt to the empty places, so nothing of the bag's order is left. Tiles that
 * the seat itself put into the bag are forgotten too, as are conclusions from
 * the opponents' moves. With open hands only the bag is dealt.
 *
 * While the table is empty, though, all players have just announced the size of
 * their largest set, and the new hands must have sets of the same sizes. Deals
 * are drawn until one fits; all fitting deals are equally likely. If that takes
 * too long (a hand of six of a colour), the last deal is improved instead:
 * tiles are swapped at random, rarely for the worse. The result is not exactly
 * uniform any more, but it depends only on the seat's knowledge and the rng. If
 * even that fails, a view accepts any deal: it gives up the announcements
 * rather than reveal hidden tiles. */
#include <string.h>

#include "qwirkle.h"

static void swap(uint8_t *tiles, int i, int k) {
  const uint8_t tile = tiles[i];
  tiles[i] = tiles[k];
  tiles[k] = tile;
}

void qwirkle_shuffle(uint8_t *tiles, int from, int to, int count,
                     tes_rng *rng) {
  for (int i = from; i < to; i++) {
    swap(tiles, i, i + (int)tes_below(rng, (uint32_t)(count - i)));
  }
}

/* ---- the start ---- */

int qwirkle_beginner(const tes_rules *rules, const qwirkle *q) {
  int beginner = 1, largest = 0;
  for (int seat = 1; seat <= rules->seats; seat++) {
    const int size = qwirkle_largest(hand_set(q, seat));
    if (size > largest) beginner = seat;
    if (size > largest) largest = size;
  }
  return beginner;
}

void qwirkle_hand_out(const tes_rules *rules, qwirkle *q) {
  const int size = rules->value[HAND][0], dealt = rules->seats * size;
  for (int i = 0; i < rules->seats; i++) {
    memcpy(q->hand[i], q->bag + i * size, (size_t)size);
    q->hands[i] = (uint8_t)size;
    qwirkle_sort(q->hand[i], size);
  }
  q->bag_count = (uint8_t)(q->bag_count - dealt);
  memmove(q->bag, q->bag + dealt, q->bag_count);
  memset(q->bag + q->bag_count, 0, (size_t)dealt);
  q->head.seat = (uint8_t)qwirkle_beginner(rules, q);
}

/* ---- dealing again ---- */

enum { TRIES = 2000, STEPS = 1 << 20, RARELY = 64 };

/* The dealt hands are at the front of the pool, one after another. */
typedef struct dealing {
  uint8_t *pool;
  int count, hidden; /* tiles in all, and in hands */
  int hands;
  int size[SEATS], largest[SEATS];
  tes_rng *rng;
} dealing;

static bool fits(const dealing *d) {
  const uint8_t *tiles = d->pool;
  for (int i = 0; i < d->hands; i++) {
    if (d->largest[i] != 0 &&
        d->largest[i] != qwirkle_largest(set_of(tiles, d->size[i]))) {
      return false;
    }
    tiles += d->size[i];
  }
  return true;
}

/* The distance of a hand from a largest set of a given size: the surplus tiles
 * in larger sets, plus the missing ones in the largest. */
static int misfit(const uint8_t *tiles, int count, int size) {
  const uint64_t set = set_of(tiles, count);
  int over = 0, largest = 0;
  for (int i = 0; i < SIX; i++) {
    const int colour = tes_popcount(set & COLOUR_SET(i));
    const int shape = tes_popcount(set & SHAPE_SET(i));
    over += (colour > size) * (colour - size) + (shape > size) * (shape - size);
    if (colour > largest) largest = colour;
    if (shape > largest) largest = shape;
  }
  return over + (largest < size ? size - largest : 0);
}

static int misfits(const dealing *d) {
  const uint8_t *tiles = d->pool;
  int sum = 0;
  for (int i = 0; i < d->hands; i++) {
    if (d->largest[i] != 0) sum += misfit(tiles, d->size[i], d->largest[i]);
    tiles += d->size[i];
  }
  return sum;
}

static bool swap_until_fit(const dealing *d) {
  int now = misfits(d);
  for (int i = 0; i < STEPS && now > 0; i++) {
    const int a = (int)tes_below(d->rng, (uint32_t)d->hidden);
    const int b = (int)tes_below(d->rng, (uint32_t)d->count);
    swap(d->pool, a, b);
    const int then = misfits(d);
    if (then <= now || tes_below(d->rng, RARELY) == 0) {
      now = then;
    } else {
      swap(d->pool, a, b);
    }
  }
  return now == 0;
}

static bool choose_hands(const dealing *d) {
  for (int i = 0; i < TRIES; i++) {
    qwirkle_shuffle(d->pool, 0, d->hidden, d->count, d->rng);
    if (fits(d)) return true;
  }
  return swap_until_fit(d);
}

bool qwirkle_redeal(const tes_rules *rules, qwirkle *q, int seat, uint8_t *pool,
                    int count, const int sizes[SEATS], tes_rng *rng) {
  dealing d = {.pool = pool, .count = count, .rng = rng};
  for (int i = 0; i < rules->seats; i++) {
    if (sees(rules, seat, i + 1)) continue;
    d.size[d.hands] = q->hands[i];
    d.largest[d.hands++] = sizes[i];
    d.hidden += q->hands[i];
  }
  if (!choose_hands(&d)) return false;
  for (int i = 0; i < rules->seats; i++) {
    if (sees(rules, seat, i + 1)) continue;
    memcpy(q->hand[i], pool, q->hands[i]);
    qwirkle_sort(q->hand[i], q->hands[i]);
    pool += q->hands[i];
  }
  qwirkle_shuffle(pool, 0, q->bag_count, count - d.hidden, rng);
  memcpy(q->bag, pool, q->bag_count);
  return true;
}

int qwirkle_unseen(const tes_rules *rules, const qwirkle *q, int seat,
                   uint8_t *pool) {
  int found[TILES + 1] = {0}, count = 0;
  for (int i = 0; i < q->bag_count; i++) found[q->bag[i]]++;
  for (int i = 0; i < rules->seats; i++) {
    if (sees(rules, seat, i + 1)) continue;
    for (int k = 0; k < q->hands[i]; k++) found[q->hand[i][k]]++;
  }
  for (int tile = 1; tile <= TILES; tile++) {
    while (found[tile]-- > 0) pool[count++] = (uint8_t)tile;
  }
  TES_ASSERT(count <= ALL_MAX);
  return count;
}

int qwirkle_hide(const tes_rules *rules, tes_state *state, int seat,
                 tes_rng *rng, tes_work *work) {
  (void)work;
  qwirkle *q = (qwirkle *)state;
  uint8_t pool[ALL_MAX];
  int sizes[SEATS] = {0};
  const int any[SEATS] = {0};
  for (int i = 0; i < rules->seats && q->count == 0; i++) {
    sizes[i] = qwirkle_largest(hand_set(q, i + 1));
  }
  const int count = qwirkle_unseen(rules, q, seat, pool);
  if (!qwirkle_redeal(rules, q, seat, pool, count, sizes, rng)) {
    qwirkle_redeal(rules, q, seat, pool, count, any, rng);
  }
  return TES_OK;
}
