/* memory.c: the part of tes_check that reads options and opens the rules again.
 *
 * It first opens them with the settings that they print, to see that these read
 * back the same. Then it runs a scenario many times, with an allocator that
 * counts and refuses the first request, then the second, and so on, until a
 * whole scenario ends before the refused request. After each refusal, the
 * function at work must have reported it, and when all is closed no block may
 * be left. Each block knows its size and is in a list, so that wrong sizes are
 * noticed and leaked blocks can be freed; each change of size moves the
 * block. */
#include <stdalign.h>
#include <string.h>

#include "../runtime/insight.h"
#include "parts.h"

#define PLIES 4

typedef union block {
  struct {
    union block *next, **link; /* `*link` is this block */
    size_t size;
  } head;
  max_align_t align;
} block;

typedef struct meter {
  const tes_alloc *base;
  block *blocks;
  size_t calls, refuse;          /* the number of the refused call */
  bool refused, wrong_size, dry; /* dry: the base itself ran out of memory */
} meter;

static void link_block(meter *m, block *b, size_t size) {
  b->head.size = size;
  b->head.link = &m->blocks;
  b->head.next = m->blocks;
  if (m->blocks != NULL) m->blocks->head.link = &b->head.next;
  m->blocks = b;
}

static void free_block(meter *m, block *b) {
  *b->head.link = b->head.next;
  if (b->head.next != NULL) b->head.next->head.link = b->head.link;
  tes_resize(m->base, b, sizeof *b + b->head.size, 0);
}

static block *new_block(meter *m, size_t size) {
  if (m->calls++ == m->refuse) {
    m->refused = true;
    return NULL;
  }
  block *b = tes_resize(m->base, NULL, 0, sizeof *b + size);
  if (b == NULL) {
    m->dry = true;
    return NULL;
  }
  link_block(m, b, size);
  return b;
}

static void *metered(void *user, void *memory, size_t old_size,
                     size_t new_size) {
  meter *m = user;
  block *old = memory != NULL ? (block *)memory - 1 : NULL;
  block *b = NULL;
  const size_t size = old != NULL ? old->head.size : 0;
  if (old_size != size) m->wrong_size = true;
  if (new_size > 0) {
    b = new_block(m, new_size);
    if (b == NULL) return NULL;
    if (old != NULL) memcpy(b + 1, memory, size < new_size ? size : new_size);
  }
  if (old != NULL) free_block(m, old);
  return b != NULL ? b + 1 : NULL;
}

/* ---- the settings of these rules ---- */

/* Writes one "name=value" for each option; the pointers point into `text`. */
static size_t write_settings(tes_checking *c, const char **settings,
                             tes_text *text) {
  const size_t count = tes_option_count(c->game);
  size_t at[TES_OPTIONS_MAX];
  tes_text_clear(text);
  for (size_t i = 0; i < count; i++) {
    at[i] = text->length;
    tes_put(text, "%s=", c->game->options[i].name);
    tes_option_print(c->rules, i, text);
    tes_put_bytes(text, "", 1);
  }
  for (size_t i = 0; i < count; i++) {
    settings[i] = tes_text_get(text) + at[i];
  }
  return count;
}

static bool same_rules(const tes_rules *a, const tes_rules *b) {
  return memcmp(a->value, b->value, sizeof a->value) == 0 &&
         a->seats == b->seats && a->state_size == b->state_size &&
         a->key_size == b->key_size && a->work_size == b->work_size;
}

static int compare_rules(tes_checking *c, const tes_rules *again) {
  bool same = same_rules(c->rules, again);
  if (same) {
    tes_rng rng;
    tes_rng_seed(&rng, c->seed);
    same = tes_start_rng(again, c->next, &rng, &c->busy) == TES_OK &&
           tes_check_same(c, c->now, c->next);
  }
  if (same) return TES_OK;
  return tes_check_fail(c, "open",
                        "reads its own printed options as different rules");
}

/* Nothing else checks a default against the range of its option. */
static int check_default(tes_checking *c, const tes_option *option) {
  const int count = option->type == TES_INTS ? option->count : 1;
  int value[TES_OPTION_INTS];
  if (count < 1 || count > TES_OPTION_INTS) {
    return tes_check_fail(c, "open",
                          "gets %d numbers for %.40s, expected 1..%d", count,
                          option->name, TES_OPTION_INTS);
  }
  tes_text_clear(&c->text);
  tes_text_clear(&c->reply);
  tes_option_default(option, &c->text);
  tes_option_range(option, &c->reply);
  if (c->text.failed || c->reply.failed) {
    return tes_check_status(c, "", TES_ENOMEM, NULL);
  }
  if (tes_option_read(option, tes_text_get(&c->text), value) &&
      memcmp(value, option->def, (size_t)count * sizeof *value) == 0) {
    return TES_OK;
  }
  return tes_check_fail(c, "open",
                        "refuses the default of %.40s, %d: expected %s",
                        option->name, option->def[0], tes_text_get(&c->reply));
}

static int check_printed(tes_checking *c) {
  const char *settings[TES_OPTIONS_MAX];
  const size_t count = write_settings(c, settings, &c->text);
  tes_error error = {.text = ""};
  if (c->text.failed) return tes_check_status(c, "", TES_ENOMEM, NULL);
  tes_rules *again =
      tes_rules_open(c->game, settings, count, c->rules->alloc, &error);
  if (again == NULL) {
    return tes_check_fail(c, "open", "refuses its own options: %.150s",
                          error.text);
  }
  again->user = c->rules->user;
  const int status = compare_rules(c, again);
  tes_rules_close(again);
  return status;
}

int tes_check_options(tes_checking *c) {
  for (size_t i = 0; i < tes_option_count(c->game); i++) {
    TES_TRY(check_default(c, &c->game->options[i]));
  }
  return check_printed(c);
}

/* ---- the scenario ---- */

typedef struct scene {
  tes_checking *c;
  const char *const *settings;
  size_t count;
  meter meter;
  tes_alloc alloc;
  tes_error error;
  tes_rules *rules;
  tes_work work;
  tes_state *state, *copy;
  tes_list list;
  tes_text text; /* cleared and freed before each stage */
} scene;

static int text_status(const scene *s) {
  return s->text.failed ? TES_ENOMEM : TES_OK;
}

static tes_move pick_move(const scene *s) {
  const size_t at = (size_t)(s->c->seed % 1000 + 7 * s->state->ply);
  return s->list.moves[at % s->list.count];
}

static int scene_open(scene *s) {
  s->error = (tes_error){.status = TES_EGAME};
  s->rules =
      tes_rules_open(s->c->game, s->settings, s->count, &s->alloc, &s->error);
  if (s->rules == NULL) return s->error.status;
  s->rules->user = s->c->rules->user;
  return TES_OK;
}

static int scene_work(scene *s) {
  return tes_work_init(&s->work, s->rules);
}

static int scene_states(scene *s) {
  s->state = tes_state_new(s->rules);
  s->copy = s->state != NULL ? tes_state_new(s->rules) : NULL;
  return s->copy != NULL ? TES_OK : TES_ENOMEM;
}

static int scene_start(scene *s) {
  return tes_start(s->rules, s->state, s->c->seed, &s->work);
}

static int scene_moves(scene *s) {
  tes_list_free(&s->list);
  tes_list_init(&s->list, &s->alloc);
  return tes_moves(s->rules, s->state, &s->list, &s->work);
}

static int scene_count(scene *s) {
  const int64_t count = tes_count(s->rules, s->state, &s->work);
  return count < 0 ? (int)count : TES_OK;
}

static int scene_legal(scene *s) {
  const bool legal = tes_legal(s->rules, s->state, pick_move(s), &s->work);
  return legal ? TES_OK : TES_ENOMEM;
}

static int scene_print(scene *s) {
  return tes_print(s->rules, s->state, pick_move(s), 0, &s->text, &s->work);
}

static int scene_parse(scene *s) {
  const int status =
      tes_print(s->rules, s->state, pick_move(s), 0, &s->text, &s->work);
  if (status != TES_OK) return status;
  const char *text = tes_text_get(&s->text);
  s->work.error.status = TES_EGAME;
  if (tes_parse(s->rules, s->state, text, &s->work) != 0) return TES_OK;
  return s->work.error.status;
}

static int scene_parts(scene *s) {
  const tes_part *part = s->rules->game->made_of;
  const tes_move move = pick_move(s);
  int status = TES_OK;
  for (int row = 0; part != NULL && part[row].name != NULL; row++) {
    if (status != TES_OK) break;
    status = tes_part_of(s->rules, s->state, move, row, &s->text, &s->work);
  }
  return status;
}

static int scene_board(scene *s) {
  return tes_board(s->rules, s->state, s->state->seat, &s->text, &s->work);
}

static int scene_save(scene *s) {
  tes_save(s->rules, s->state, s->state->seat, &s->text);
  return text_status(s);
}

static int scene_load(scene *s) {
  if (s->c->game->save == NULL || s->c->game->load == NULL) return TES_OK;
  tes_save(s->rules, s->state, s->state->seat, &s->text);
  if (s->text.failed) return TES_ENOMEM;
  return tes_load(s->rules, s->copy, tes_text_get(&s->text), s->c->seed,
                  &s->work);
}

static int scene_get(scene *s) {
  const tes_game *game = s->c->game;
  int64_t integer;
  if (game->get == NULL || game->queries == NULL) return TES_OK;
  for (int i = 0; game->queries[i].name != NULL; i++) {
    const char *argument = game->queries[i].takes[0] != '\0' ? "1" : NULL;
    const int status = tes_get(s->rules, s->state, 0, i, argument, &integer,
                               &s->text, &s->work);
    if (status == TES_ENOMEM) return status;
  }
  return TES_OK;
}

static int scene_result(scene *s) {
  tes_result result;
  return tes_result_of(s->rules, s->state, &result, &s->work);
}

static int scene_perft(scene *s) {
  uint64_t leaves;
  return tes_perft(s->rules, s->state, 1, &leaves, &s->work);
}

static int scene_insight(scene *s) {
  int status = TES_OK;
  const size_t size = s->list.count * sizeof(double);
  if (has_policy(s->rules)) {
    double *weight = tes_resize(&s->alloc, NULL, 0, size);
    if (weight == NULL) return TES_ENOMEM;
    status = insight_policy(s->rules, s->state, &s->list, weight, &s->work);
    tes_resize(&s->alloc, weight, size, 0);
  }
  if (status != TES_OK || !has_forcing(s->rules)) return status;
  tes_list_free(&s->list);
  tes_list_init(&s->list, &s->alloc);
  status =
      insight_forcing(s->rules, s->state, s->state->seat, &s->list, &s->work);
  return status == TES_OK ? scene_moves(s) : status;
}

static int scene_apply(scene *s) {
  return tes_apply(s->rules, s->state, pick_move(s), &s->work);
}

typedef struct stage {
  const char *function;
  int (*run)(scene *s);
  bool may_allocate;
} stage;

static const stage opening[] = {
    {"open", scene_open, true},
    {"work_init", scene_work, true},
    {"state_new", scene_states, true},
    {"start", scene_start, false},
    {NULL, NULL, false},
};

static const stage every_ply[] = {
    {"moves", scene_moves, true},
    {"count", scene_count, true},
    {"legal", scene_legal, true},
    {"print", scene_print, true},
    {"parse", scene_parse, true},
    {"parts", scene_parts, true},
    {"board", scene_board, true},
    {"save", scene_save, true},
    {"load", scene_load, true},
    {"get", scene_get, true},
    {"result", scene_result, false},
    {"perft", scene_perft, true},
    {"insight", scene_insight, true},
    {"apply", scene_apply, false},
    {NULL, NULL, false},
};

static int run_stage(scene *s, const stage *at) {
  tes_text_free(&s->text);
  tes_text_init(&s->text, &s->alloc);
  const size_t calls = s->meter.calls;
  const int status = at->run(s);
  if (s->meter.dry) return tes_check_status(s->c, "", TES_ENOMEM, NULL);
  if (s->meter.calls != calls && !at->may_allocate) {
    return tes_check_fault(s->c, at->function, "allocates", "allocates memory");
  }
  if (s->meter.wrong_size) {
    return tes_check_fail(s->c, at->function,
                          "resized a block with a wrong old size");
  }
  if (s->meter.refused && status != TES_ENOMEM) {
    return tes_check_fail(s->c, at->function,
                          "did not report that memory ran out");
  }
  if (!s->meter.refused && status != TES_OK) {
    return tes_check_error(s->c, at->function,
                           s->rules != NULL ? &s->work.error : &s->error);
  }
  return TES_OK;
}

/* Ends at the refused allocation, or when something is wrong. */
static int run_stages(scene *s, const stage *at) {
  for (; at->run != NULL && !s->meter.refused; at++) {
    TES_TRY(run_stage(s, at));
  }
  return TES_OK;
}

static int run_scene(scene *s) {
  TES_TRY(run_stages(s, opening));
  for (int i = 0; i < PLIES && !s->meter.refused && !s->state->over; i++) {
    TES_TRY(run_stages(s, every_ply));
  }
  return TES_OK;
}

/* No block may be left, even if the scenario was cut short. */
static int close_scene(scene *s, int status) {
  const char *function = s->rules != NULL ? "close" : "open";
  tes_text_free(&s->text);
  tes_list_free(&s->list);
  if (s->rules != NULL) {
    tes_state_free(s->rules, s->copy);
    tes_state_free(s->rules, s->state);
    tes_work_free(&s->work);
    tes_rules_close(s->rules);
  }
  if (status == TES_OK && s->meter.blocks != NULL) {
    status = tes_check_fail(s->c, function, "left %lu bytes behind",
                            (unsigned long)s->meter.blocks->head.size);
  }
  if (status == TES_OK && s->meter.wrong_size) {
    status = tes_check_fail(s->c, function, "freed a block with a wrong size");
  }
  while (s->meter.blocks != NULL) free_block(&s->meter, s->meter.blocks);
  return status;
}

/* Runs the scenario, refusing call number `refuse`; sets *reached. */
static int try_scene(tes_checking *c, scene with, size_t refuse,
                     bool *reached) {
  scene *s = &with;
  s->meter = (meter){.base = c->rules->alloc, .refuse = refuse};
  s->alloc = (tes_alloc){metered, &s->meter};
  tes_list_init(&s->list, &s->alloc);
  tes_text_init(&s->text, &s->alloc);
  const int status = close_scene(s, run_scene(s));
  *reached = s->meter.refused;
  return status;
}

int tes_check_memory(tes_checking *c) {
  const char *settings[TES_OPTIONS_MAX];
  tes_text text;
  tes_text_init(&text, c->rules->alloc);
  scene s = {.c = c, .settings = settings};
  s.count = write_settings(c, settings, &text);
  int status = text.failed ? tes_check_status(c, "", TES_ENOMEM, NULL) : TES_OK;
  bool reached = true;
  for (size_t refuse = 0; status == TES_OK && reached; refuse++) {
    status = tes_check_stopped(c);
    if (status == TES_OK) status = try_scene(c, s, refuse, &reached);
  }
  tes_text_free(&text);
  return status;
}
