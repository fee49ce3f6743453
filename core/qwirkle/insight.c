/* insight.c: what searches are told of Qwirkle.
 *
 * Points are nearly all there is, and the number of a placement begins with
 * them. What a placement gives away is a line of five: whoever has the sixth
 * tile scores the line and the bonus. The fewer of that tile are about, the
 * less it matters; that is left to the search, which deals the tiles. */
#include "qwirkle.h"

enum { PLIES = 4, GIFT = 7 };

/* Lines of five that a placement leaves open. */
static int fives(const qwirkle *q, tes_move move) {
  placement p;
  line lines[SIX + 1];
  int count = 0;
  if (!qwirkle_decode(q, move, &p)) return 0;
  const int made = qwirkle_lines(q, &p, lines);
  for (int i = 0; i < made; i++) count += lines[i].length == SIX - 1;
  return count;
}

static int64_t worth(const qwirkle *q, tes_move move) {
  return is_placement(move) ? move_points(move) - GIFT * fives(q, move) : 0;
}

/* The most points; of equal ones any. */
static tes_move most_points(const tes_list *list, tes_rng *rng) {
  int best = -1;
  uint32_t equal = 0;
  tes_move found = 0;
  for (size_t i = 0; i < list->count; i++) {
    const tes_move move = list->moves[i];
    const int points = is_placement(move) ? move_points(move) : 0;
    if (points < best) continue;
    if (points > best) equal = 0;
    best = points;
    if (tes_below(rng, ++equal) == 0) found = move;
  }
  return found;
}

/* A few plies: whatever comes later is the same for all that is compared. */
int64_t qwirkle_rollout(const tes_rules *rules, tes_state *state, tes_rng *rng,
                        tes_work *work) {
  const uint32_t start = state->ply;
  while (!state->over && state->ply - start < PLIES) {
    if (work->stop != NULL && *work->stop) {
      return tes_fail(&work->error, TES_ESTOPPED, "interrupted");
    }
    work->list.count = 0;
    int status = tes_moves(rules, state, &work->list, work);
    if (status != TES_OK) return status;
    const tes_move move = most_points(&work->list, rng);
    status = tes_apply(rules, state, move, work);
    if (status != TES_OK) return status;
  }
  return state->ply - start;
}

int qwirkle_guide(const tes_rules *rules, const tes_state *state,
                  const tes_list *moves, double *weight, tes_work *work) {
  const qwirkle *q = qwirkle_of(state);
  int most = 1;
  (void)rules, (void)work;
  for (size_t i = 0; i < moves->count; i++) {
    const tes_move move = moves->moves[i];
    if (is_placement(move) && move_points(move) > most) {
      most = move_points(move);
    }
  }
  for (size_t i = 0; i < moves->count; i++) {
    const tes_move move = moves->moves[i];
    double points = is_placement(move) ? move_points(move) : 0.5;
    if (2 * points >= most) points = (double)worth(q, move);
    if (points < 0.5) points = 0.5;
    const double share = points / most, square = share * share;
    weight[i] = is_placement(move) ? square * square : square / 16;
  }
  return TES_OK;
}
