/* learn.c: learning by temporal differences from self-play.
 *
 * By one ply of search, each seat chooses the move after which it leads most
 * or, now and then, a random move. The target for a position is the
 * lambda-return of the game (Sutton and Barto, "Reinforcement Learning", 2018,
 * chapter 12), which starts again at each random move. Each weight has its own
 * rate: the sum of its errors over the sum of their sizes (temporal coherence;
 * Bagheri, Thill, Koch and Konen, "Online Adaptable Learning Rates for the Game
 * Connect-4", 2014). So weights whose errors agree change fast, and the others
 * settle. */
#include <string.h>

#include "../runtime/insight.h"
#include "../runtime/places.h"
#include "weights.h"

enum {
  PLIES = 2000, /* of a game to learn from, at most */
  DEALS = 4     /* of hidden information, for each move tried */
};

typedef struct student {
  const tes_rules *rules;
  const tes_weights *w;
  learn_options options;
  tes_rng rng;
  tes_work *work;
  estimator *estimator;
  tes_state *state, *view, *child;
  tes_list moves;
} student;

static int open_student(student *s) {
  s->estimator = estimator_new(s->rules, s->w);
  s->state = tes_state_new(s->rules);
  s->view = tes_state_new(s->rules);
  s->child = tes_state_new(s->rules);
  tes_list_init(&s->moves, s->rules->alloc);
  const bool ok = s->estimator != NULL && s->state != NULL && s->view != NULL &&
                  s->child != NULL;
  return ok ? TES_OK : tes_no_memory(&s->work->error);
}

static void close_student(student *s) {
  estimator_free(s->estimator);
  tes_state_free(s->rules, s->state);
  tes_state_free(s->rules, s->view);
  tes_state_free(s->rules, s->child);
  tes_list_free(&s->moves);
}

/* ---- values from 0 to 1, by seat ---- */

/* Values of the leads if the game's estimates are in points, else of the
 * places. */
static int end_values(const student *s, const tes_state *state, double *value) {
  tes_result result;
  double score[TES_SEATS_MAX];
  const double points = insight_points(s->rules);
  const int status = tes_result_of(s->rules, state, &result, s->work);
  if (status != TES_OK) return status;
  for (int i = 0; i < result.seats; i++) score[i] = result.score[i];
  for (int i = 0; i < result.seats; i++) {
    value[i] =
        points > 0
            ? tes_lead_value(tes_lead(score, result.seats, i) * 1000 / points)
            : places_value(&result, i);
  }
  return TES_OK;
}

static int position_values(const student *s, const tes_state *state,
                           double *value) {
  int lead[TES_SEATS_MAX];
  if (state->over) return end_values(s, state, value);
  const int trust = estimator_estimate(s->estimator, state, lead, s->work);
  for (int i = 0; trust >= 0 && i < s->rules->seats; i++) {
    value[i] = tes_lead_value(lead[i]);
  }
  return trust < 0 ? trust : TES_OK;
}

/* ---- playing ---- */

/* The value of a move for the seat to move in `view`. */
static int try_move(student *s, tes_move move, double *worth) {
  double value[TES_SEATS_MAX];
  tes_copy(s->rules, s->child, s->view);
  int status = tes_apply(s->rules, s->child, move, s->work);
  if (status == TES_OK) status = position_values(s, s->child, value);
  if (status == TES_OK) *worth += value[s->view->seat - 1];
  return status;
}

/* Adds up values over several deals of hidden information, the same deals for
 * all moves. */
static int weigh_moves(student *s, double *worth) {
  const bool hides = tes_hides(s->rules);
  for (int deal = 0; deal < (hides ? DEALS : 1); deal++) {
    tes_copy(s->rules, s->view, s->state);
    if (hides) {
      const int status =
          tes_view(s->rules, s->view, s->state->seat, &s->rng, s->work);
      if (status != TES_OK) return status;
    }
    for (size_t i = 0; i < s->moves.count; i++) {
      const int status = try_move(s, s->moves.moves[i], &worth[i]);
      if (status != TES_OK) return status;
    }
  }
  return TES_OK;
}

/* The best move, or a random one of several equals. */
static int best_move(student *s, tes_move *move) {
  const size_t count = s->moves.count, size = count * sizeof(double);
  const tes_alloc *alloc = s->rules->alloc;
  uint32_t equal = 0;
  double best = -1;
  double *worth = tes_resize(alloc, NULL, 0, size);
  if (worth == NULL) return tes_no_memory(&s->work->error);
  memset(worth, 0, size);
  const int status = weigh_moves(s, worth);
  for (size_t i = 0; status == TES_OK && i < count; i++) {
    if (worth[i] < best) continue;
    equal = worth[i] > best ? 1 : equal + 1;
    best = worth[i];
    if (tes_below(&s->rng, equal) == 0) *move = s->moves.moves[i];
  }
  tes_resize(alloc, worth, size, 0);
  return status;
}

static int play_ply(student *s, tes_list *game) {
  s->moves.count = 0;
  int status = tes_moves(s->rules, s->state, &s->moves, s->work);
  if (status != TES_OK) return status;
  if (s->moves.count == 0) {
    return tes_fail(&s->work->error, TES_EGAME, "a seat has no move");
  }
  const double drawn = (double)(tes_next(&s->rng) >> 11) * 0x1p-53;
  const bool any = drawn < s->options.explore;
  tes_move move = s->moves.moves[tes_below(&s->rng, (uint32_t)s->moves.count)];
  if (!any) status = best_move(s, &move);
  if (status != TES_OK) return status;
  if (tes_list_reserve(game, 1) != TES_OK) {
    return tes_no_memory(&s->work->error);
  }
  game->moves[game->count++] = any ? -move : move;
  return tes_apply(s->rules, s->state, move, s->work);
}

int learn_play(const tes_rules *rules, const tes_weights *w,
               learn_options options, uint64_t seed, tes_list *game,
               tes_work *work) {
  student s = {.rules = rules, .w = w, .options = options, .work = work};
  int status = open_student(&s);
  tes_rng_seed(&s.rng, seed);
  game->count = 0;
  if (status == TES_OK) status = tes_start(rules, s.state, seed, work);
  while (status == TES_OK && !s.state->over && game->count < PLIES) {
    if (tes_stopped(work)) status = TES_ESTOPPED;
    if (status == TES_OK) status = play_ply(&s, game);
  }
  close_student(&s);
  return status;
}

int learn_choose(const tes_rules *rules, const tes_weights *w,
                 const tes_state *state, uint64_t seed, tes_move *move,
                 tes_work *work) {
  student s = {.rules = rules, .w = w, .work = work};
  int status = open_student(&s);
  tes_rng_seed(&s.rng, seed);
  if (status == TES_OK) {
    tes_copy(rules, s.state, state);
    status = tes_moves(rules, s.state, &s.moves, work);
  }
  if (status == TES_OK) status = best_move(&s, move);
  close_student(&s);
  return status;
}

/* ---- learning ---- */

/* A position of the game: its values and targets. */
typedef struct course_step {
  int seat;
  double value[TES_SEATS_MAX], target[TES_SEATS_MAX];
} course_step;

typedef struct course {
  course_step *step;
  uint32_t *content; /* of all images, by step */
  size_t steps, most;
} course;

static bool open_course(course *c, const tes_weights *w, size_t most) {
  const size_t contents = most * (size_t)w->images;
  c->most = most;
  c->step = tes_resize(w->alloc, NULL, 0, most * sizeof *c->step);
  c->content = tes_resize(w->alloc, NULL, 0, contents * sizeof *c->content);
  return c->step != NULL && c->content != NULL;
}

static void close_course(course *c, const tes_weights *w) {
  const size_t contents = c->most * (size_t)w->images;
  if (c->step != NULL) {
    tes_resize(w->alloc, c->step, c->most * sizeof *c->step, 0);
  }
  if (c->content != NULL) {
    tes_resize(w->alloc, c->content, contents * sizeof *c->content, 0);
  }
}

static int note_position(student *s, course *c) {
  const size_t images = (size_t)s->w->images;
  course_step *at = &c->step[c->steps];
  at->seat = s->state->seat;
  if (!s->state->over) {
    memcpy(c->content + c->steps * images,
           estimator_contents(s->estimator, s->state),
           images * sizeof *c->content);
  }
  c->steps++;
  return position_values(s, s->state, at->value);
}

static int replay(student *s, uint64_t seed, const tes_list *game, course *c) {
  int status = tes_start(s->rules, s->state, seed, s->work);
  if (status == TES_OK) status = note_position(s, c);
  for (size_t i = 0; i < game->count && status == TES_OK; i++) {
    const tes_move move = game->moves[i] < 0 ? -game->moves[i] : game->moves[i];
    status = tes_play(s->rules, s->state, move, s->work);
    if (status == TES_OK) status = note_position(s, c);
  }
  return status;
}

/* From the end backwards. A position before a random move keeps its value: the
 * moves after it say nothing about it. */
static void set_targets(const student *s, const tes_list *game, course *c) {
  const size_t size = sizeof c->step[0].target;
  course_step *last = &c->step[c->steps - 1];
  memcpy(last->target, last->value, size);
  for (size_t i = c->steps - 1; i-- > 0;) {
    course_step *at = &c->step[i];
    const course_step *next = &c->step[i + 1];
    if (game->moves[i] < 0) {
      memcpy(at->target, at->value, size);
      continue;
    }
    for (int o = 0; o < s->rules->seats; o++) {
      at->target[o] = next->value[o] +
                      s->options.trace * (next->target[o] - next->value[o]);
    }
  }
}

static void change(tes_weights *w, size_t at, double error, double rate) {
  const double size = error < 0 ? -error : error;
  double drift = (double)w->drift[at];
  if (drift < 0) drift = -drift;
  if (w->travel[at] > 0) rate *= drift / (double)w->travel[at];
  const double by = rate * error * 1000 * (1 << UNIT_BITS);
  const double now = w->weight[at] + (by < 0 ? by - 0.5 : by + 0.5);
  const double most = 1 << 30;
  w->weight[at] = (int32_t)(now > most ? most : now < -most ? -most : now);
  w->drift[at] += (float)error;
  w->travel[at] += (float)size;
}

static void correct(tes_weights *w, const course_step *at,
                    const uint32_t *content, double rate) {
  const size_t outputs = (size_t)w->outputs;
  const size_t first = (size_t)(at->seat - 1) * w->size;
  for (int i = 0; i < w->images; i++) {
    for (size_t o = 0; o < outputs; o++) {
      const double error = at->target[o] - at->value[o];
      change(w, first + content[i] * outputs + o, error, rate);
    }
  }
}

int learn_from(const tes_rules *rules, tes_weights *w, learn_options options,
               uint64_t seed, const tes_list *game, tes_work *work) {
  student s = {.rules = rules, .w = w, .options = options, .work = work};
  course c = {0};
  int status = open_student(&s);
  if (status == TES_OK && !open_course(&c, w, game->count + 1)) {
    status = tes_no_memory(&work->error);
  }
  if (status == TES_OK) status = replay(&s, seed, game, &c);
  if (status == TES_OK) {
    set_targets(&s, game, &c);
    const size_t images = (size_t)w->images;
    for (size_t i = c.steps - 1; i-- > 0;) {
      if (game->moves[i] < 0) continue;
      correct(w, &c.step[i], c.content + i * images,
              options.rate / (double)images);
    }
  }
  close_course(&c, w);
  close_student(&s);
  return status;
}
