/* state.c: one position, and the runtime's part in a game's functions.
 *
 * Games rely on its checks: it asks for moves only if a state is not over, and
 * an integer from outside must be legal before it is applied. It also counts
 * plies, and derives missing functions from the others. */
#include <string.h>

#include "call.h"
#include "state.h"

/* ---- work and memory ---- */

int tes_work_init(tes_work *work, const tes_rules *rules) {
  *work = (tes_work){.rules = rules};
  tes_list_init(&work->list, rules->alloc);
  tes_text_init(&work->text, rules->alloc);
  tes_list_init(&work->known.moves, rules->alloc);
  if (rules->work_size == 0) return TES_OK;
  work->memory = tes_resize(rules->alloc, NULL, 0, rules->work_size);
  if (work->memory == NULL) return tes_no_memory(&work->error);
  memset(work->memory, 0, rules->work_size);
  return TES_OK;
}

void tes_work_free(tes_work *work) {
  if (work->rules == NULL) return;
  if (work->memory != NULL) {
    tes_resize(work->rules->alloc, work->memory, work->rules->work_size, 0);
  }
  tes_list_free(&work->list);
  tes_list_free(&work->known.moves);
  tes_text_free(&work->text);
  tes_state_free(work->rules, work->known.state);
  work->known = (tes_known){.valid = false};
  work->memory = NULL;
  work->rules = NULL;
}

tes_state *tes_state_new(const tes_rules *rules) {
  tes_state *state = tes_resize(rules->alloc, NULL, 0, rules->state_size);
  if (state != NULL) memset(state, 0, rules->state_size);
  return state;
}

void tes_state_free(const tes_rules *rules, tes_state *state) {
  if (state != NULL) tes_resize(rules->alloc, state, rules->state_size, 0);
}

void tes_copy(const tes_rules *rules, tes_state *to, const tes_state *from) {
  memcpy(to, from, rules->state_size);
}

/* ---- start ---- */

int tes_start_rng(const tes_rules *rules, tes_state *state, tes_rng *rng,
                  tes_work *work) {
  memset(state, 0, rules->state_size);
  return call_start(rules->game, rules, state, rng, work);
}

int tes_start(const tes_rules *rules, tes_state *state, uint64_t seed,
              tes_work *work) {
  if (seed > TES_SEED_MAX) {
    return tes_fail(&work->error, TES_EARG,
                    "seed %llu: expected a whole number in 0..%llu",
                    (unsigned long long)seed, (unsigned long long)TES_SEED_MAX);
  }
  tes_rng rng;
  tes_rng_seed(&rng, seed);
  return tes_start_rng(rules, state, &rng, work);
}

/* Reads text into a separate state first, so that bad text leaves `state`
 * unchanged. */
typedef struct reading {
  const char *text;
  tes_rng *rng; /* NULL: the text is a deal, not a position */
} reading;

static int read_state(const tes_rules *rules, tes_state *state, reading from,
                      tes_work *work) {
  const tes_game *game = rules->game;
  tes_state *fresh = tes_state_new(rules);
  if (fresh == NULL) return tes_no_memory(&work->error);
  work->error.text[0] = '\0';
  const int status =
      from.rng != NULL
          ? call_load(game, rules, fresh, from.text, from.rng, work)
          : call_read_deal(game, rules, fresh, from.text, work);
  const bool over = from.rng != NULL && fresh->over;
  if (over && work->error.text[0] == '\0') {
    tes_fail(&work->error, TES_EARG, "%s position: the game is over",
             rules->name);
  }
  if (status == TES_OK && !over) tes_copy(rules, state, fresh);
  tes_state_free(rules, fresh);
  return status == TES_OK && over ? TES_EARG : status;
}

int tes_deal(const tes_rules *rules, tes_state *state, const char *text,
             tes_work *work) {
  if (rules->game->deal == NULL) {
    return tes_fail(&work->error, TES_EARG,
                    "%s deals nothing: its start cannot be given as a bag",
                    rules->name);
  }
  return read_state(rules, state, (reading){text, NULL}, work);
}

void tes_dealt(const tes_rules *rules, const tes_state *start, tes_text *text) {
  call_print_deal(rules->game, rules, start, text);
}

int tes_load(const tes_rules *rules, tes_state *state, const char *text,
             uint64_t seed, tes_work *work) {
  if (rules->game->load == NULL) {
    return tes_fail(&work->error, TES_EARG, "%s has no position text",
                    rules->name);
  }
  tes_rng rng;
  tes_rng_seed(&rng, seed);
  return read_state(rules, state, (reading){text, &rng}, work);
}

void tes_save(const tes_rules *rules, const tes_state *state, int seat,
              tes_text *text) {
  call_save(rules->game, rules, state, seat, text);
}

/* ---- moves ---- */

/* If a game has no `legal`, making a move that was just listed would list all
 * moves again. So the last list is kept, with its state. */
static int remember_list(const tes_rules *rules, const tes_state *state,
                         const tes_list *list, size_t first, tes_known *known) {
  const size_t count = list->count - first;
  known->valid = false;
  known->moves.count = 0;
  if (known->state == NULL) known->state = tes_state_new(rules);
  if (known->state == NULL ||
      tes_list_reserve(&known->moves, count) != TES_OK) {
    return TES_ENOMEM;
  }
  tes_copy(rules, known->state, state);
  if (count > 0) {
    memcpy(known->moves.moves, list->moves + first,
           count * sizeof *list->moves);
  }
  known->moves.count = count;
  known->valid = true;
  return TES_OK;
}

static bool remembers(const tes_rules *rules, const tes_state *state,
                      const tes_known *known) {
  return known->valid && memcmp(known->state, state, rules->state_size) == 0;
}

int tes_moves(const tes_rules *rules, const tes_state *state, tes_list *list,
              tes_work *work) {
  if (state->over) return TES_OK;
  const size_t first = list->count;
  int status = call_moves(rules->game, rules, state, list, work);
  if (status == TES_OK && rules->game->legal == NULL) {
    status = remember_list(rules, state, list, first, &work->known);
  }
  return status == TES_ENOMEM ? tes_no_memory(&work->error) : status;
}

int64_t tes_count(const tes_rules *rules, const tes_state *state,
                  tes_work *work) {
  if (state->over) return 0;
  if (rules->game->count != NULL) {
    return call_count(rules->game, rules, state, work);
  }
  const size_t base = work->list.count;
  const int status = tes_moves(rules, state, &work->list, work);
  const size_t count = work->list.count - base;
  work->list.count = base;
  return status == TES_OK ? (int64_t)count : status;
}

/* Ensures that the moves of `state` are known. */
static int know_moves(const tes_rules *rules, const tes_state *state,
                      tes_work *work) {
  if (remembers(rules, state, &work->known)) return TES_OK;
  tes_list list;
  tes_list_init(&list, rules->alloc);
  const int status = tes_moves(rules, state, &list, work);
  tes_list_free(&list);
  return status;
}

static bool listed(const tes_list *list, tes_move move) {
  for (size_t i = 0; i < list->count; i++) {
    if (list->moves[i] == move) return true;
  }
  return false;
}

int moves_legality(const tes_rules *rules, const tes_state *state,
                   tes_move move, tes_work *work) {
  if (state->over || move <= 0) return 0;
  if (rules->game->legal != NULL) {
    return call_legal(rules->game, rules, state, move, work);
  }
  const int status = know_moves(rules, state, work);
  return status == TES_OK ? listed(&work->known.moves, move) : status;
}

bool tes_legal(const tes_rules *rules, const tes_state *state, tes_move move,
               tes_work *work) {
  return moves_legality(rules, state, move, work) == 1;
}

int tes_apply(const tes_rules *rules, tes_state *state, tes_move move,
              tes_work *work) {
  const int status = call_apply(rules->game, rules, state, move, work);
  if (status == TES_OK) state->ply++;
  return status;
}

static const char *ending(const tes_rules *rules, const tes_state *state) {
  return rules->game->endings[state->over - 1];
}

static int game_is_over(const tes_rules *rules, const tes_state *state,
                        tes_work *work) {
  return tes_fail(&work->error, TES_EILLEGAL, "the game is over (%s)",
                  ending(rules, state));
}

int tes_play(const tes_rules *rules, tes_state *state, tes_move move,
             tes_work *work) {
  if (state->over) return game_is_over(rules, state, work);
  const int legal = moves_legality(rules, state, move, work);
  if (legal == 1) return tes_apply(rules, state, move, work);
  if (legal < 0) return legal;
  return tes_fail(&work->error, TES_EILLEGAL,
                  "%lld is not the number of a legal move here",
                  (long long)move);
}

/* ---- notation ---- */

/* The status of a function that writes text. */
static int written(int status, const tes_text *text, tes_work *work) {
  return text->failed ? tes_no_memory(&work->error) : status;
}

int tes_print(const tes_rules *rules, const tes_state *state, tes_move move,
              int seat, tes_text *text, tes_work *work) {
  return written(call_print(rules->game, rules, state, move, seat, text, work),
                 text, work);
}

int tes_part_find(const tes_game *game, const char *name) {
  const tes_part *part = game->made_of;
  for (int row = 0; part != NULL && part[row].name != NULL; row++) {
    if (strcmp(part[row].name, name) == 0) return row;
  }
  return -1;
}

int tes_part_of(const tes_rules *rules, const tes_state *state, tes_move move,
                int row, tes_text *text, tes_work *work) {
  return written(call_part(rules->game, rules, state, move, row, text, work),
                 text, work);
}

int moves_none(const tes_rules *rules, int status, tes_work *work) {
  return tes_fail(&work->error, status,
                  "%s: moves() listed nothing, but the game is not over",
                  rules->name);
}

/* The listed move with this text; 0 if there is none. */
static int find_printed(const tes_rules *rules, const tes_state *state,
                        const tes_list *list, const char *wanted,
                        tes_move *move, tes_work *work) {
  tes_text text;
  int status = TES_OK;
  tes_text_init(&text, rules->alloc);
  for (size_t i = 0; i < list->count && status == TES_OK && *move == 0; i++) {
    tes_text_clear(&text);
    status = tes_print(rules, state, list->moves[i], 0, &text, work);
    if (strcmp(tes_text_get(&text), wanted) == 0) *move = list->moves[i];
  }
  tes_text_free(&text);
  return status;
}

/* For games without `parse`. */
static int read_printed(const tes_rules *rules, const tes_state *state,
                        const char *text, tes_move *move, tes_work *work) {
  tes_list list;
  tes_list_init(&list, rules->alloc);
  int status = tes_moves(rules, state, &list, work);
  if (status == TES_OK) {
    status = find_printed(rules, state, &list, text, move, work);
  }
  const bool none = list.count == 0;
  tes_list_free(&list);
  if (status != TES_OK || *move != 0) return status;
  if (none) return moves_none(rules, TES_EILLEGAL, work);
  return tes_fail(&work->error, TES_EILLEGAL, "%.60s is not a legal move here",
                  text);
}

int moves_read(const tes_rules *rules, const tes_state *state, const char *text,
               tes_move *move, tes_work *work) {
  const tes_game *game = rules->game;
  *move = 0;
  if (state->over) return game_is_over(rules, state, work);
  if (game->parse == NULL) {
    return read_printed(rules, state, text, move, work);
  }
  *move = call_parse(game, rules, state, text, work);
  if (*move == 0) return TES_EILLEGAL;
  const int legal = moves_legality(rules, state, *move, work);
  if (legal != 0) return legal == 1 ? TES_OK : legal;
  tes_fail(&work->error, TES_EILLEGAL, "%.60s is not a legal move here", text);
  call_why(game, rules, state, *move, text, work);
  return TES_EILLEGAL;
}

tes_move tes_parse(const tes_rules *rules, const tes_state *state,
                   const char *text, tes_work *work) {
  tes_move move = 0;
  return moves_read(rules, state, text, &move, work) == TES_OK ? move : 0;
}

int tes_play_text(const tes_rules *rules, tes_state *state, const char *text,
                  tes_work *work) {
  tes_move move = 0;
  const int status = moves_read(rules, state, text, &move, work);
  return status == TES_OK ? tes_apply(rules, state, move, work) : status;
}

/* ---- playouts ---- */

int tes_pick_move(const tes_rules *rules, const tes_state *state, tes_rng *rng,
                  tes_move *move, tes_work *work) {
  work->list.count = 0;
  if (state->over) return game_is_over(rules, state, work);
  if (state->ply >= TES_PLIES_MAX) {
    return tes_fail(&work->error, TES_EGAME,
                    "%s: the game did not end within %d plies", rules->name,
                    TES_PLIES_MAX);
  }
  const int status = tes_moves(rules, state, &work->list, work);
  if (status != TES_OK) return status;
  if (tes_stopped(work)) return TES_ESTOPPED;
  if (work->list.count == 0) return moves_none(rules, TES_EGAME, work);
  *move = work->list.moves[tes_below(rng, (uint32_t)work->list.count)];
  return TES_OK;
}

int tes_random_move(const tes_rules *rules, tes_state *state, tes_rng *rng,
                    tes_work *work) {
  tes_move move = 0;
  const int status = tes_pick_move(rules, state, rng, &move, work);
  return status == TES_OK ? tes_apply(rules, state, move, work) : status;
}

int64_t tes_playout_listed(const tes_rules *rules, tes_state *state,
                           tes_rng *rng, tes_work *work) {
  int64_t plies = 0;
  for (; !state->over; plies++) {
    const int status = tes_random_move(rules, state, rng, work);
    if (status != TES_OK) return status;
  }
  return plies;
}

int64_t tes_playout(const tes_rules *rules, tes_state *state, tes_rng *rng,
                    tes_work *work) {
  if (state->over) return 0;
  if (rules->game->playout != NULL) {
    return call_playout(rules->game, rules, state, rng, work);
  }
  return tes_playout_listed(rules, state, rng, work);
}

/* ---- results, drawings, queries, views ---- */

int tes_result_of(const tes_rules *rules, const tes_state *state,
                  tes_result *result, tes_work *work) {
  *result = (tes_result){.seats = rules->seats};
  if (state->over) result->reason = ending(rules, state);
  return call_result(rules->game, rules, state, result, work);
}

void tes_result_rank(tes_result *result) {
  for (int i = 0; i < result->seats; i++) {
    result->place[i] = 1;
    for (int j = 0; j < result->seats; j++) {
      result->place[i] += result->score[j] > result->score[i];
    }
  }
}

int tes_draw(const tes_rules *rules, const tes_state *state, int seat,
             tes_move hint, tes_drawing *drawing, tes_work *work) {
  int status = call_scores(rules, state, drawing, work);
  if (status != TES_OK) return status;
  status = call_draw(rules->game, rules, state, seat, hint, drawing, work);
  drawing->own_notes = drawing->notes.length;
  if (status == TES_ENOMEM || drawing->failed) {
    return tes_no_memory(&work->error);
  }
  return written(status, &drawing->notes, work);
}

int tes_query_find(const tes_game *game, const char *name) {
  for (int i = 0; game->queries != NULL && game->queries[i].name; i++) {
    if (strcmp(game->queries[i].name, name) == 0) return i;
  }
  return -1;
}

int tes_get(const tes_rules *rules, const tes_state *state, int seat, int query,
            const char *argument, int64_t *integer, tes_text *text,
            tes_work *work) {
  const int status = call_get(rules->game, rules, state, seat, query, argument,
                              integer, text, work);
  return written(status, text, work);
}

bool tes_hides(const tes_rules *rules) {
  return rules->game->hide != NULL;
}

int tes_view(const tes_rules *rules, tes_state *state, int seat, tes_rng *rng,
             tes_work *work) {
  if (!tes_hides(rules)) return TES_OK;
  return call_hide(rules->game, rules, state, seat, rng, work);
}

/* ---- equality and hash ---- */

bool tes_equal(const tes_rules *rules, const tes_state *a, const tes_state *b) {
  return a->seat == b->seat && a->over == b->over &&
         memcmp(state_key(a), state_key(b), rules->key_size) == 0 &&
         memcmp(state_tail(rules, a), state_tail(rules, b), rules->tail_size) ==
             0;
}

/* The finalizer of splitmix64, over each word of the bytes. */
static uint64_t mix(uint64_t hash, const unsigned char *bytes, size_t size) {
  for (size_t at = 0; at < size; at += sizeof hash) {
    const size_t left = size - at;
    uint64_t word = 0;
    memcpy(&word, bytes + at, left < sizeof word ? left : sizeof word);
    hash ^= word;
    hash = tes_splitmix64(&hash);
  }
  return hash;
}

/* The seat is mixed first: otherwise the bits of a cell could cancel the
 * seat's. */
uint64_t tes_hash(const tes_rules *rules, const tes_state *state) {
  uint64_t head = (uint64_t)state->seat << 8 | state->over;
  const uint64_t hash =
      mix(tes_splitmix64(&head), state_key(state), rules->key_size);
  return mix(hash, state_tail(rules, state), rules->tail_size);
}
