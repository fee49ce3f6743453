/* replay.c: compares a record with the rules.
 *
 * The game is played in a separate state and copied to the caller's at the end:
 * a failed replay leaves the caller's unchanged. The recorded reason is either
 * one of the game's own endings, and then scores, places and reason must be
 * those of the rules; or it is something outside the game, and then the game
 * must not be over by the rules. */
#include <stdio.h>
#include <string.h>

#include "record.h"
#include "runtime/places.h"

/* Reasons for an end outside the game's own endings. */
const char *const *tes_outside_reasons(void) {
  static const char *const reasons[] = {"resigned", "agreement",   "time",
                                        "memory",   "illegal",     "error",
                                        "plies",    "adjudicated", NULL};
  return reasons;
}

static int replay_start(const tes_record *record, const tes_rules *rules,
                        tes_state *state, tes_work *work) {
  const tes_setup from = tes_record_setup(record);
  if (from.fen != NULL) {
    return tes_load(rules, state, from.fen, from.seed, work);
  }
  if (from.deal != NULL) return tes_deal(rules, state, from.deal, work);
  return tes_start(rules, state, from.seed, work);
}

static int replay_moves(const tes_record *record, const tes_rules *rules,
                        tes_state *state, size_t plies, tes_work *work) {
  const size_t length = tes_record_length(record);
  for (size_t i = 0; i < plies && i < length; i++) {
    int status =
        tes_play_text(rules, state, tes_record_move_at(record, i), work);
    if (status == TES_OK) continue;
    const tes_error error = work->error; /* tes_fail overwrites it */
    return tes_fail(&work->error, status, "move %zu of %zu: %s", i + 1, length,
                    error.text);
  }
  return TES_OK;
}

static bool in_table(const char *word, const char *const *table) {
  while (*table != NULL && strcmp(*table, word) != 0) table++;
  return *table != NULL;
}

static void join_ints(char text[128], const int *values, int count) {
  size_t used = 0;
  text[0] = '\0';
  for (int i = 0; i < count && used < 128; i++) {
    used += (size_t)snprintf(text + used, 128 - used, i == 0 ? "%d" : ",%d",
                             values[i]);
  }
}

/* A recorded result. */
typedef struct outcome {
  int score[TES_SEATS_MAX], place[TES_SEATS_MAX];
  char reason[sizeof(tes_error)]; /* longer reasons are unknown */
} outcome;

static void ints_of(const json_t *list, int *values) {
  json_t *item;
  size_t i;
  json_array_foreach(list, i, item) {
    values[i] = (int)json_number_value(item);
  }
}

static outcome outcome_of(const json_t *result) {
  outcome theirs = {.score = {0}};
  ints_of(json_object_get(result, "scores"), theirs.score);
  ints_of(json_object_get(result, "places"), theirs.place);
  snprintf(theirs.reason, sizeof theirs.reason, "%s",
           json_string_value(json_object_get(result, "reason")));
  return theirs;
}

static int compare_ints(const char *name, const int *theirs, const int *ours,
                        int seats, tes_work *work) {
  char recorded[128], ruled[128];
  if (memcmp(theirs, ours, (size_t)seats * sizeof(int)) == 0) return TES_OK;
  join_ints(recorded, theirs, seats);
  join_ints(ruled, ours, seats);
  return tes_fail(&work->error, TES_EARG,
                  "result: recorded %s [%s], but the rules give [%s]", name,
                  recorded, ruled);
}

/* The record has one of the game's own endings. */
static int compare_recorded_result(const outcome *theirs,
                                   const tes_rules *rules,
                                   const tes_state *state, tes_work *work) {
  const char *reason = theirs->reason;
  tes_result ours;
  if (state->over == 0) {
    return tes_fail(&work->error, TES_EARG,
                    "result: recorded reason %s, but the game is not over",
                    reason);
  }
  int status = tes_result_of(rules, state, &ours, work);
  if (status != TES_OK) return status;
  status = compare_ints("scores", theirs->score, ours.score, ours.seats, work);
  if (status == TES_OK) {
    status =
        compare_ints("places", theirs->place, ours.place, ours.seats, work);
  }
  if (status == TES_OK && strcmp(reason, ours.reason) != 0) {
    return tes_fail(&work->error, TES_EARG,
                    "result: recorded reason %s, but the rules give %s", reason,
                    ours.reason);
  }
  return status;
}

/* The record says that something else ended the game. A single seat can still
 * be second: then it has not won. */
static int check_outside(const outcome *theirs, const tes_rules *rules,
                         const tes_state *state, tes_work *work) {
  const char *reason = theirs->reason;
  int last = rules->seats > 1 ? rules->seats : 2;
  if (!in_table(reason, tes_outside_reasons())) {
    return tes_fail(&work->error, TES_EARG,
                    "result: \"%.40s\" is not a reason that %s knows", reason,
                    rules->game->name);
  }
  if (state->over != 0) {
    return tes_fail(&work->error, TES_EARG,
                    "result: recorded reason %s, but by the rules the game is "
                    "over (%s)",
                    reason, rules->game->endings[state->over - 1]);
  }
  for (int i = 0; i < rules->seats; i++) {
    if (theirs->place[i] > last) {
      return tes_fail(&work->error, TES_EARG,
                      "result: place %d among %d players", theirs->place[i],
                      rules->seats);
    }
  }
  if (places_fit(theirs->place, rules->seats)) return TES_OK;
  return tes_fail(&work->error, TES_EARG,
                  "result: expected a seat in place 1, and a gap after a "
                  "shared place, as in 1, 1, 3");
}

/* The ending "passes" was called "passed" in older records. */
static void rename_ending(outcome *theirs, const char *const *endings) {
  if (strcmp(theirs->reason, "passed") != 0) return;
  if (in_table("passed", endings)) return;
  if (!in_table("passes", endings)) return;
  snprintf(theirs->reason, sizeof theirs->reason, "passes");
}

/* Without a result there is nothing to compare. */
static int replay_result(const tes_record *record, const tes_rules *rules,
                         const tes_state *state, tes_work *work) {
  const json_t *result = record_member(record->line, RESULT);
  if (result == NULL) return TES_OK;
  outcome theirs = outcome_of(result);
  rename_ending(&theirs, rules->game->endings);
  return in_table(theirs.reason, rules->game->endings)
             ? compare_recorded_result(&theirs, rules, state, work)
             : check_outside(&theirs, rules, state, work);
}

int tes_record_fits(const tes_record *record, const tes_game *game,
                    tes_error *error) {
  const char *name = tes_record_game(record);
  if (strcmp(name, game->name) != 0) {
    return tes_fail(error, TES_EARG,
                    "a record of %.40s, but the rules are those of %s", name,
                    game->name);
  }
  const char *source = record_word(record, SOURCE);
  const char *theirs = source != NULL ? source : "none";
  const char *ours = game->source != NULL ? game->source : "none";
  if (strcmp(theirs, ours) == 0) return TES_OK;
  return tes_fail(error, TES_EARG,
                  "the record was played with a different %.40s (source "
                  "%.40s, not %.40s)",
                  name, theirs, ours);
}

static int replay_fits(const tes_record *record, const tes_rules *rules,
                       tes_work *work) {
  const int status = tes_record_fits(record, rules->game, &work->error);
  if (status != TES_OK) return status;
  const size_t seats = record_seats(record);
  if (seats != (size_t)rules->seats) {
    return tes_fail(&work->error, TES_EARG,
                    "the record has %zu players, but the game has %d", seats,
                    rules->seats);
  }
  return TES_OK;
}

int tes_record_replay(const tes_record *record, const tes_rules *rules,
                      tes_state *state, size_t plies, tes_work *work) {
  int status = replay_fits(record, rules, work);
  if (status != TES_OK) return status;
  tes_state *now = tes_state_new(rules);
  if (now == NULL) return tes_no_memory(&work->error);
  status = replay_start(record, rules, now, work);
  if (status == TES_OK) status = replay_moves(record, rules, now, plies, work);
  if (status == TES_OK && plies == SIZE_MAX) {
    status = replay_result(record, rules, now, work);
  }
  if (status == TES_OK) tes_copy(rules, state, now);
  tes_state_free(rules, now);
  return status;
}
