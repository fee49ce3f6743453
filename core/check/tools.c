/* tools.c: helpers for the parts of tes_check: messages, lists, and the heads
 * of states. */
#include "tools.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- messages ---- */

/* The position, or the moves that lead to it. */
static const char *position_text(tes_checking *c) {
  tes_text_clear(&c->place);
  if (!c->placed) {
    tes_put(&c->place, "the start");
  } else if (c->game->save != NULL) {
    tes_save(c->rules, c->now, 0, &c->place);
  } else {
    tes_put(&c->place, "start%s", tes_text_get(&c->played));
  }
  return tes_text_get(&c->place);
}

static bool interrupted(const tes_checking *c) {
  return tes_is_stopped(c->caller);
}

static void note(tes_checking *c, const char *function, const char *fault) {
  if (c->found == NULL) return;
  *c->found = (tes_finding){function, fault, c->seed, c->now->ply};
}

/* An interrupted function may have answered anything. */
static int fail(tes_checking *c, const char *function, const char *fault,
                const char *format, va_list args) {
  char what[240];
  if (interrupted(c)) return tes_check_status(c, "", TES_ESTOPPED, NULL);
  if (c->text.failed || c->reply.failed) {
    return tes_no_memory(&c->caller->error);
  }
  vsnprintf(what, sizeof what, format, args);
  note(c, function, fault);
  const char *place = position_text(c);
  return tes_fail(&c->caller->error, TES_EGAME,
                  "%.40s: %s() %s at \"%.150s%s\" (seed %llu, ply %lu)",
                  c->game->name, function, what, place,
                  strlen(place) > 150 ? "..." : "", (unsigned long long)c->seed,
                  (unsigned long)c->now->ply);
}

int tes_check_fail(tes_checking *c, const char *function, const char *format,
                   ...) {
  va_list args;
  va_start(args, format);
  const int status = fail(c, function, NULL, format, args);
  va_end(args);
  return status;
}

int tes_check_fault(tes_checking *c, const char *function, const char *fault,
                    const char *format, ...) {
  va_list args;
  va_start(args, format);
  const int status = fail(c, function, fault, format, args);
  va_end(args);
  return status;
}

int tes_check_error(tes_checking *c, const char *function,
                    const tes_error *error) {
  return tes_check_fault(c,
                         error->function != NULL ? error->function : function,
                         error->fault != NULL ? error->fault : "failed",
                         "failed: %.180s", error->text);
}

int tes_check_status(tes_checking *c, const char *function, int status,
                     const tes_work *work) {
  if (status == TES_OK) return TES_OK;
  if (status == TES_ENOMEM) return tes_no_memory(&c->caller->error);
  if (status == TES_ESTOPPED) {
    return tes_fail(&c->caller->error, status, "%s",
                    work != NULL ? work->error.text : "interrupted!");
  }
  return tes_check_error(c, function,
                         work != NULL ? &work->error : &c->caller->error);
}

int tes_check_stopped(tes_checking *c) {
  const int status = interrupted(c) ? TES_ESTOPPED : TES_OK;
  TES_TRY(tes_check_status(c, "check", status, NULL));
  return c->watch != NULL ? c->watch(c->user, c->games, (int)c->now->ply)
                          : TES_OK;
}

/* ---- small helpers ---- */

size_t tes_check_below(tes_checking *c, size_t n) {
  return (size_t)tes_rng_below(&c->rng, n);
}

uint64_t tes_check_seed(tes_checking *c) {
  return tes_rng_next(&c->rng) & TES_SEED_MAX;
}

bool tes_check_same(const tes_checking *c, const tes_state *a,
                    const tes_state *b) {
  return memcmp(a, b, c->rules->state_size) == 0;
}

bool tes_check_same_list(const tes_list *a, const tes_list *b) {
  return a->count == b->count &&
         (a->count == 0 ||
          memcmp(a->moves, b->moves, a->count * sizeof *a->moves) == 0);
}

const char *tes_check_print(tes_checking *c, const tes_state *state,
                            tes_move move, tes_text *text) {
  tes_text_clear(text);
  if (!interrupted(c)) tes_print(c->rules, state, move, 0, text, &c->busy);
  return tes_text_get(text);
}

const char *tes_check_name(tes_checking *c, tes_move move) {
  return tes_check_print(c, c->now, move, &c->message);
}

void tes_check_zero(tes_work *work) {
  if (work->memory != NULL) {
    memset(work->memory, 0, work->rules->work_size);
  }
}

tes_work *tes_check_zeroed(tes_checking *c) {
  tes_check_zero(&c->fresh);
  return &c->fresh;
}

int tes_check_list_with(tes_checking *c, const tes_state *state, tes_list *list,
                        tes_work *work) {
  list->count = 0;
  const int status = tes_moves(c->rules, state, list, work);
  return tes_check_status(c, "moves", status, work);
}

int tes_check_list(tes_checking *c, const tes_state *state, tes_list *list) {
  return tes_check_list_with(c, state, list, tes_check_zeroed(c));
}

static size_t count_endings(const tes_game *game) {
  size_t count = 0;
  while (game->endings[count] != NULL) count++;
  return count;
}

int tes_check_head(tes_checking *c, const char *function,
                   const tes_state *state) {
  if (state->seat < 1 || state->seat > c->rules->seats) {
    return tes_check_fail(c, function, "left seat %d, expected 1..%d",
                          state->seat, c->rules->seats);
  }
  if (state->over > count_endings(c->game)) {
    return tes_check_fail(c, function,
                          "left over = %d, but there are %d endings",
                          state->over, (int)count_endings(c->game));
  }
  return TES_OK;
}

/* ---- the moves of `now` ---- */

static int by_move(const void *a, const void *b) {
  const tes_move x = *(const tes_move *)a, y = *(const tes_move *)b;
  return (x > y) - (x < y);
}

int tes_check_sort(tes_checking *c, const tes_list *from, tes_list *to) {
  to->count = 0;
  TES_TRY(tes_check_status(c, "", tes_list_reserve(to, from->count), NULL));
  if (from->count == 0) return TES_OK;
  memcpy(to->moves, from->moves, from->count * sizeof(tes_move));
  to->count = from->count;
  qsort(to->moves, to->count, sizeof(tes_move), by_move);
  return TES_OK;
}

bool tes_check_listed(const tes_checking *c, tes_move move) {
  return c->sorted.count > 0 && bsearch(&move, c->sorted.moves, c->sorted.count,
                                        sizeof move, by_move) != NULL;
}

int tes_check_some(tes_checking *c, const tes_list *list, size_t most,
                   int (*check)(tes_checking *c, tes_move move)) {
  const size_t count = list->count;
  for (size_t i = 0; i < count && i < most; i++) {
    const size_t at = count <= most ? i : tes_check_below(c, count);
    TES_TRY(check(c, list->moves[at]));
  }
  return TES_OK;
}

int tes_check_advance(tes_checking *c, tes_move move) {
  tes_copy(c->rules, c->next, c->now);
  const int status = tes_apply(c->rules, c->next, move, &c->busy);
  TES_TRY(tes_check_status(c, "apply", status, &c->busy));
  TES_TRY(tes_check_head(c, "apply", c->next));
  if (c->game->save == NULL)
    tes_put(&c->played, " %s", tes_check_name(c, move));
  tes_copy(c->rules, c->now, c->next);
  return TES_OK;
}

/* ---- from beginning to end ---- */

static bool make_states(tes_checking *c) {
  tes_state **const states[] = {&c->now, &c->other, &c->next, &c->twin,
                                &c->spare};
  for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
    *states[i] = tes_state_new(c->rules);
    if (*states[i] == NULL) return false;
  }
  c->recent =
      tes_resize(c->rules->alloc, NULL, 0, RECENT * c->rules->state_size);
  return c->recent != NULL;
}

int tes_check_open(tes_checking *c) {
  const tes_alloc *alloc = c->rules->alloc;
  tes_list *const lists[] = {&c->list, &c->sorted, &c->again, &c->ahead,
                             &c->other_list};
  tes_text *const texts[] = {&c->text, &c->reply, &c->played, &c->place,
                             &c->message};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    tes_list_init(lists[i], alloc);
  }
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    tes_text_init(texts[i], alloc);
  }
  const bool made = tes_work_init(&c->fresh, c->rules) == TES_OK &&
                    tes_work_init(&c->busy, c->rules) == TES_OK &&
                    make_states(c);
  if (!made) return tes_check_status(c, "check", TES_ENOMEM, NULL);
  c->fresh.stop = c->busy.stop = c->caller->stop;
  return TES_OK;
}

void tes_check_close(tes_checking *c) {
  tes_state *const states[] = {c->now, c->other, c->next, c->twin, c->spare};
  tes_list *const lists[] = {&c->list, &c->sorted, &c->again, &c->ahead,
                             &c->other_list};
  tes_text *const texts[] = {&c->text, &c->reply, &c->played, &c->place,
                             &c->message};
  for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
    tes_state_free(c->rules, states[i]);
  }
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    tes_list_free(lists[i]);
  }
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    tes_text_free(texts[i]);
  }
  if (c->recent != NULL) {
    tes_resize(c->rules->alloc, c->recent, RECENT * c->rules->state_size, 0);
  }
  tes_work_free(&c->fresh);
  tes_work_free(&c->busy);
}
