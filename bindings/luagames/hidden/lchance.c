/* lchance.c: see lchance.h. */
#include "lchance.h"

#include <string.h>

static const char member[] = " chance=";
enum { DIGITS = 16 };

static uint64_t bits_of(const lgame *g, const int32_t *cells) {
  uint64_t bits;
  memcpy(&bits, cells + g->chance, sizeof bits);
  return bits;
}

static void set_bits(const lgame *g, int32_t *cells, uint64_t bits) {
  TES_ASSERT(g->chance >= 0 && g->chance + CHANCE_CELLS <= g->cells);
  memcpy(cells + g->chance, &bits, sizeof bits);
}

void lchance_draw(const tes_rules *rules, tes_state *state, tes_rng *rng) {
  set_bits(lgame_of(rules), lgame_cells(rules, state), tes_rng_next(rng));
}

/* The bits advance at once, because base.apply may draw from them in the layers
 * below. */
void lchance_begin(const tes_rules *rules, tes_state *state, lthrow *t) {
  const lgame *g = lgame_of(rules);
  int32_t *cells = lgame_cells(rules, state);
  t->before = t->during = bits_of(g, cells);
  const uint64_t seed = tes_splitmix64(&t->during);
  set_bits(g, cells, t->during);
  tes_rng_seed(&t->rng, seed);
  t->begun = t->rng;
}

void lchance_end(const tes_rules *rules, tes_state *state, const lthrow *t,
                 bool made) {
  const lgame *g = lgame_of(rules);
  int32_t *cells = lgame_cells(rules, state);
  const bool drew = memcmp(&t->rng, &t->begun, sizeof t->rng) != 0;
  const bool moved = drew || bits_of(g, cells) != t->during;
  if (!made || !moved) set_bits(g, cells, t->before);
}

/* ---- as text ---- */

void lchance_put(const lgame *g, const int32_t *cells, bool hidden,
                 tes_text *text) {
  tes_put(text, "%s", member);
  if (hidden) {
    tes_put(text, "?");
  } else {
    tes_put(text, "%016llx", (unsigned long long)bits_of(g, cells));
  }
}

static bool read_bits(const char **at, uint64_t *bits) {
  static const char digits[] = "0123456789abcdef";
  for (int i = 0; i < DIGITS; i++, ++*at) {
    const char *digit = **at != '\0' ? strchr(digits, **at) : NULL;
    if (digit == NULL) return false;
    *bits = *bits << 4 | (uint64_t)(digit - digits);
  }
  return true;
}

bool lchance_read(const lgame *g, const char **at, int32_t *cells,
                  tes_rng *rng) {
  uint64_t bits = 0;
  if (**at == '\0' && (g->root != NULL || g->parent != NULL)) {
    set_bits(g, cells, tes_rng_next(rng));
    return true;
  }
  if (strncmp(*at, member, sizeof member - 1) != 0) return false;
  *at += sizeof member - 1;
  if (**at == '?') {
    ++*at;
    bits = tes_rng_next(rng);
  } else if (!read_bits(at, &bits)) {
    return false;
  }
  set_bits(g, cells, bits);
  return true;
}
