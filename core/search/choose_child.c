/* choose_child.c: the most urgent child of an open node.
 *
 * With hundreds of moves a search spends much of its time here, so children
 * with weights are compared four at a time, in lanes: one division gives four
 * urgencies. A new maximum is rare; only then, and at the end of the visited
 * children, the lanes are compared one by one. Lanes are vector types of gcc
 * and clang, and give the same result everywhere. */
#include "choose_child.h"

#include <math.h>
#include <string.h>

#include "../tesela_bits.h"

typedef float floats __attribute__((vector_size(LANES * sizeof(float))));
typedef int32_t ints __attribute__((vector_size(LANES * sizeof(int32_t))));

/* While other threads write, each member is read atomically. */
TES_INLINE floats load(const float *from, bool shared) {
  floats v;
  if (shared) {
    return (floats){tree_float(from), tree_float(from + 1),
                    tree_float(from + 2), tree_float(from + 3)};
  }
  memcpy(&v, from, sizeof v);
  return v;
}

TES_INLINE ints load_visits(const tree *t, uint32_t i, bool shared) {
  ints v;
  if (shared) {
    return (ints){(int32_t)node_visits(t, i), (int32_t)node_visits(t, i + 1),
                  (int32_t)node_visits(t, i + 2),
                  (int32_t)node_visits(t, i + 3)};
  }
  memcpy(&v, t->visits + i, sizeof v);
  return v;
}

TES_INLINE bool any(ints mask) {
  uint64_t half[2];
  memcpy(half, &mask, sizeof half);
  return (half[0] | half[1]) != 0;
}

/* Compares a few lanes from `i` one by one: none past the end, and none after
 * an unvisited child. Returns the highest urgency so far. */
static float tell_apart(const tree *t, uint32_t i, uint32_t tail,
                        floats urgency, float most, choice *found) {
  for (int lane = 0; lane < LANES && i < tail; lane++, i++) {
    if (node_visits(t, i) == 0) {
      found->untried = i;
      break;
    }
    if (urgency[lane] <= most) continue;
    most = urgency[lane];
    found->best = i;
  }
  return most;
}

TES_INLINE choice compare_children(const tree *t, uint32_t owner, float c,
                                   bool shared) {
  const floats one = {1, 1, 1, 1};
  choice found = {.most = -1};
  float most = -1;
  floats sum = {0}, visits = {0};
  uint32_t first = node_first(t, owner);
  for (uint32_t tail = owner; first != 0 && found.untried == 0;) {
    tail = tree_tail(t, tail);
    for (uint32_t i = first; i < tail && found.untried == 0; i += LANES) {
      const ints times = load_visits(t, i, shared);
      const floats mean = load(t->mean + i, shared);
      const floats prior = load(&t->weight[i].prior, shared);
      const floats count = __builtin_convertvector(times, floats);
      const floats urgency = mean + c * prior / (one + count);
      sum += mean * count;
      visits += count;
      if (any((urgency > most) | (times == 0))) {
        most = tell_apart(t, i, tail, urgency, most, &found);
      }
    }
    found.tail = tail;
    found.before = tail - first;
    first = node_first(t, tail);
  }
  if (found.untried != 0 || tree_left(t, found.tail) == 0) found.tail = 0;
  found.prior = (double)node_prior(t, found.untried + found.tail);
  found.most = (double)most;
  found.sum = (double)(sum[0] + sum[1] + sum[2] + sum[3]);
  found.visits = (double)(visits[0] + visits[1] + visits[2] + visits[3]);
  return found;
}

choice choose_by_weight(const tree *t, uint32_t owner, float c) {
  return t->shared ? compare_children(t, owner, c, true)
                   : compare_children(t, owner, c, false);
}

bool choose_knows_loss(const tree *t, uint32_t child, int mover) {
  const int outcome = node_outcome(t, child);
  return mover != 0 && outcome != 0 && outcome != mover && outcome != NO_WINNER;
}

choice choose_by_visits(const tree *t, uint32_t owner, double c,
                        double logarithm, int mover) {
  choice found = {.most = -1};
  children all = tree_children(t, owner);
  for (uint32_t i = tree_next(&all); i != 0; i = tree_next(&all)) {
    const uint32_t visits = node_visits(t, i);
    const double mean = (double)node_mean(t, i);
    if (visits == 0) {
      found.untried = i;
      return found;
    }
    found.sum += mean * visits;
    found.visits += visits;
    if (choose_knows_loss(t, i, mover)) continue;
    const double urgency = mean + c * sqrt(logarithm / visits);
    if (urgency <= found.most) continue;
    found.most = urgency;
    found.best = i;
  }
  return found;
}
