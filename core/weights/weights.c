/* weights.c: memory for learnt weights, and estimates with them. */
#include "weights.h"

#include <string.h>

#include "../runtime/insight.h"

enum { LEAD_MAX = 100000 };

/* ---- memory ---- */

static void *reserve_block(const tes_weights *w, size_t count, size_t size) {
  void *block = tes_resize(w->alloc, NULL, 0, count * size);
  if (block != NULL) memset(block, 0, count * size);
  return block;
}

static void release_block(const tes_weights *w, void *block, size_t size) {
  if (block != NULL) tes_resize(w->alloc, block, size, 0);
}

static size_t weight_count(const tes_weights *w) {
  return (size_t)w->seats * w->size;
}

static size_t place_count(const tes_weights *w) {
  size_t count = 0;
  for (int i = 0; i < w->images; i++) {
    count += (size_t)w->pattern[w->image[i].pattern].length;
  }
  return count;
}

bool weights_reserve(tes_weights *w) {
  const size_t places = (size_t)w->images * PATTERN_MAX;
  w->values = reserve_block(w, (size_t)w->cells, 1);
  w->pattern = reserve_block(w, (size_t)w->patterns, sizeof *w->pattern);
  w->image = reserve_block(w, (size_t)w->images, sizeof *w->image);
  w->first = reserve_block(w, (size_t)w->cells + 1, sizeof *w->first);
  w->place = reserve_block(w, places, sizeof *w->place);
  return w->values != NULL && w->pattern != NULL && w->image != NULL &&
         w->first != NULL && w->place != NULL;
}

bool weights_reserve_all(tes_weights *w) {
  w->weight = reserve_block(w, weight_count(w), sizeof(int32_t));
  return w->weight != NULL;
}

bool weights_prepare(tes_weights *w) {
  if (w->drift == NULL)
    w->drift = reserve_block(w, weight_count(w), sizeof(float));
  if (w->travel == NULL)
    w->travel = reserve_block(w, weight_count(w), sizeof(float));
  return w->drift != NULL && w->travel != NULL;
}

void tes_weights_free(tes_weights *w) {
  if (w == NULL) return;
  const size_t count = weight_count(w);
  release_block(w, w->values, (size_t)w->cells);
  release_block(w, w->pattern, (size_t)w->patterns * sizeof *w->pattern);
  release_block(w, w->image, (size_t)w->images * sizeof *w->image);
  release_block(w, w->first, ((size_t)w->cells + 1) * sizeof *w->first);
  release_block(w, w->place,
                (size_t)w->images * PATTERN_MAX * sizeof *w->place);
  release_block(w, w->weight, count * sizeof(int32_t));
  release_block(w, w->drift, count * sizeof(float));
  release_block(w, w->travel, count * sizeof(float));
  tes_resize(w->alloc, w, sizeof *w, 0);
}

void weights_index(tes_weights *w) {
  uint32_t at = 0;
  TES_ASSERT(place_count(w) <= (size_t)w->images * PATTERN_MAX);
  for (int cell = 0; cell < w->cells; cell++) {
    w->first[cell] = at;
    for (int i = 0; i < w->images; i++) {
      const pattern *p = &w->pattern[w->image[i].pattern];
      uint32_t factor = 1;
      for (int k = 0; k < p->length; k++) {
        const int here = w->image[i].cell[k];
        if (here == cell) w->place[at++] = (cell_place){(uint32_t)i, factor};
        factor *= w->values[here];
      }
    }
  }
  w->first[w->cells] = at;
}

/* ---- one position after another ---- */

struct estimator {
  const tes_rules *rules;
  const tes_weights *w;
  int seat; /* to move in the last position, whose sums are known, or 0 */
  int64_t sum[TES_SEATS_MAX];
  uint32_t *content; /* by image */
  size_t words;      /* of the two below: cells, rounded up to whole words */
  uint64_t *seen, *now;
};

estimator *estimator_new(const tes_rules *rules, const tes_weights *w) {
  const tes_alloc *alloc = rules->alloc;
  estimator *r = tes_resize(alloc, NULL, 0, sizeof *r);
  if (r == NULL) return NULL;
  const size_t words = ((size_t)w->cells + 7) / 8, images = (size_t)w->images;
  *r = (estimator){.rules = rules, .w = w, .words = words};
  r->content = tes_resize(alloc, NULL, 0, images * sizeof *r->content);
  r->seen = tes_resize(alloc, NULL, 0, 2 * words * sizeof *r->seen);
  if (r->content == NULL || r->seen == NULL) {
    estimator_free(r);
    return NULL;
  }
  r->now = r->seen + words;
  memset(r->seen, 0, 2 * words * sizeof *r->seen);
  for (size_t i = 0; i < images; i++) {
    r->content[i] = w->pattern[w->image[i].pattern].first;
  }
  return r;
}

void estimator_free(estimator *r) {
  if (r == NULL) return;
  const tes_alloc *alloc = r->rules->alloc;
  const size_t images = (size_t)r->w->images;
  if (r->content != NULL) {
    tes_resize(alloc, r->content, images * sizeof *r->content, 0);
  }
  if (r->seen != NULL) {
    tes_resize(alloc, r->seen, 2 * r->words * sizeof *r->seen, 0);
  }
  tes_resize(alloc, r, sizeof *r, 0);
}

TES_INLINE const int32_t *weights_of(const tes_weights *w, int seat,
                                     uint32_t content) {
  const size_t outputs = (size_t)w->outputs;
  return w->weight + (size_t)(seat - 1) * w->size + content * outputs;
}

TES_INLINE void add_weight(estimator *r, uint32_t content, int sign) {
  const int32_t *weight = weights_of(r->w, r->seat, content);
  for (int o = 0; o < r->w->outputs; o++) r->sum[o] += sign * weight[o];
}

static void change_cell(estimator *r, int cell, int by, bool sums) {
  const tes_weights *w = r->w;
  for (uint32_t i = w->first[cell]; i < w->first[cell + 1]; i++) {
    uint32_t *content = &r->content[w->place[i].image];
    if (sums) add_weight(r, *content, -1);
    *content += w->place[i].factor * (uint32_t)by;
    if (sums) add_weight(r, *content, 1);
  }
}

static void update(estimator *r, const tes_state *state, bool sums) {
  call_look(r->rules->game, r->rules, state, (uint8_t *)r->now);
  for (size_t i = 0; i < r->words; i++) {
    if (r->now[i] == r->seen[i]) continue;
    const uint8_t *now = (uint8_t *)&r->now[i], *seen = (uint8_t *)&r->seen[i];
    for (int k = 0; k < 8; k++) {
      if (now[k] == seen[k]) continue;
      change_cell(r, (int)(8 * i) + k, now[k] - seen[k], sums);
    }
    r->seen[i] = r->now[i];
  }
}

const uint32_t *estimator_contents(estimator *r, const tes_state *state) {
  r->seat = 0;
  update(r, state, false);
  return r->content;
}

static void sum_all(estimator *r, int seat) {
  r->seat = seat;
  memset(r->sum, 0, sizeof r->sum);
  for (int i = 0; i < r->w->images; i++) add_weight(r, r->content[i], 1);
}

static int bounded(int64_t lead) {
  return lead > LEAD_MAX ? LEAD_MAX : lead < -LEAD_MAX ? -LEAD_MAX : (int)lead;
}

int estimator_estimate(estimator *r, const tes_state *state, int *lead,
                       tes_work *work) {
  int own[TES_SEATS_MAX] = {0}, trust = 100;
  if (r->w->over_own) trust = insight_estimate(r->rules, state, own, work);
  if (trust < 0) return trust;
  const bool known = r->seat == state->seat;
  update(r, state, known);
  if (!known) sum_all(r, state->seat);
  for (int o = 0; o < r->w->outputs; o++) {
    lead[o] = bounded(own[o] + r->sum[o] / (1 << UNIT_BITS));
  }
  if (r->w->outputs < r->w->seats) lead[1] = -lead[0];
  return trust;
}
