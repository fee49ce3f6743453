/* build.c: a record of a game that is being played, and writing it.
 *
 * All items of a change are made before the record is touched, and linking
 * finished items needs no memory: a change is made whole or not at all. What
 * would break the shape, a seat, a pair or the name of a note that does not
 * fit, is refused; texts that hold moves and reasons are the caller's. */
#include <math.h>
#include <string.h>

#include "record.h"

static cJSON *new_number_or_null(double value) {
  return isfinite(value) ? record_new_number(value) : cJSON_CreateNull();
}

static bool put_in(cJSON *object, const char *name, cJSON *item) {
  if (object != NULL && item != NULL &&
      cJSON_AddItemToObject(object, name, item)) {
    return true;
  }
  cJSON_Delete(item);
  return false;
}

static cJSON *new_option(const tes_rules *rules, size_t row) {
  const tes_option *option = &rules->game->options[row];
  if (option->type == TES_INT) return record_new_number(rules->value[row][0]);
  if (option->type == TES_INTS) {
    return record_new_ints(rules->value[row], option->count);
  }
  char space[128];
  tes_text word;
  tes_text_fixed(&word, space, sizeof space);
  tes_option_print(rules, row, &word);
  return record_new_text(space);
}

static cJSON *new_options(const tes_rules *rules) {
  cJSON *object = cJSON_CreateObject();
  bool good = object != NULL;
  size_t count = tes_option_count(rules->game);
  for (size_t row = 0; row < count && good; row++) {
    good =
        put_in(object, rules->game->options[row].name, new_option(rules, row));
  }
  return record_finished(object, good);
}

/* Position text may leave open what the seed then deals, if the game can
 * hide anything. */
static bool put_setup(cJSON *root, const tes_game *game,
                      const tes_setup *setup) {
  const bool seeded =
      setup->fen != NULL ? game->hide != NULL : setup->deal == NULL;
  if (seeded && !record_put(root, SEED, record_new_number((double)setup->seed)))
    return false;
  if (setup->fen != NULL)
    return record_put(root, FEN, record_new_text(setup->fen));
  return setup->deal == NULL ||
         record_put(root, DEAL, record_new_text(setup->deal));
}

tes_record *record_wrap(cJSON *root) {
  tes_record *record = root == NULL ? NULL : cJSON_malloc(sizeof *record);
  if (record == NULL) {
    cJSON_Delete(root);
  } else {
    *record = (tes_record){.root = root};
  }
  return record;
}

tes_record *tes_record_new(const tes_rules *rules, const tes_setup *setup) {
  tes_record *record = record_wrap(cJSON_CreateObject());
  if (record == NULL) return NULL;
  cJSON *root = record->root;
  record->seats = rules->seats;
  const char *source = rules->game->source;
  bool good =
      record_put(root, TESELA, record_new_number(FORMAT)) &&
      record_put(root, GAME, record_new_text(rules->game->name)) &&
      (source == NULL || record_put(root, SOURCE, record_new_text(source))) &&
      record_put(root, OPTIONS, new_options(rules)) &&
      put_setup(root, rules->game, setup) &&
      record_put(root, PLAYERS, record_new_nulls((size_t)rules->seats)) &&
      record_put(root, MOVES, cJSON_CreateArray()) &&
      record_put(root, RESULT, cJSON_CreateNull());
  record->moves = record_member(record, MOVES);
  if (good) return record;
  tes_record_free(record);
  return NULL;
}

void tes_record_free(tes_record *record) {
  if (record == NULL) return;
  cJSON_Delete(record->root);
  cJSON_free(record);
}

int tes_record_player(tes_record *record, int seat, const char *name) {
  if (seat < 1 || seat > record->seats) return TES_EARG;
  cJSON *item = name == NULL ? cJSON_CreateNull() : record_new_text(name);
  if (item == NULL) return TES_ENOMEM;
  cJSON_ReplaceItemInArray(record_member(record, PLAYERS), seat - 1, item);
  return TES_OK;
}

int tes_record_move(tes_record *record, const char *move, double seconds,
                    double value) {
  const double entry[COLUMNS] = {
      seconds >= 0 ? round(seconds * 1e6) / 1e6 : (double)NAN, value};
  cJSON *text = record_new_text(move), *item[COLUMNS] = {NULL};
  cJSON *column[COLUMNS] = {NULL};
  bool good = text != NULL;
  for (int i = 0; i < COLUMNS; i++) {
    const bool first = record->column[i] == NULL;
    if (first && !isfinite(entry[i])) continue;
    good = (item[i] = new_number_or_null(entry[i])) != NULL && good;
    if (!first) continue;
    good = (column[i] = record_new_nulls(record->length)) != NULL && good;
  }
  if (!good) {
    cJSON_Delete(text);
    for (int i = 0; i < COLUMNS; i++) {
      cJSON_Delete(item[i]);
      cJSON_Delete(column[i]);
    }
    return TES_ENOMEM;
  }
  cJSON_AddItemToArray(record->moves, text);
  record->length++;
  for (int i = 0; i < COLUMNS; i++) {
    if (column[i] != NULL) {
      record_put(record->root, SECONDS + i, record->column[i] = column[i]);
    }
    if (item[i] != NULL) cJSON_AddItemToArray(record->column[i], item[i]);
  }
  return TES_OK;
}

int tes_record_result(tes_record *record, const tes_result *result,
                      const char *message) {
  if (result->reason == NULL || result->seats != record->seats) return TES_EARG;
  int winners[TES_SEATS_MAX], count = 0;
  for (int i = 0; i < result->seats; i++) {
    if (result->place[i] == 1) winners[count++] = i + 1;
  }
  cJSON *item = cJSON_CreateObject();
  bool good =
      put_in(item, "scores", record_new_ints(result->score, result->seats)) &&
      put_in(item, "places", record_new_ints(result->place, result->seats)) &&
      put_in(item, "winners", record_new_ints(winners, count)) &&
      put_in(item, "reason", record_new_text(result->reason)) &&
      (message == NULL || put_in(item, "message", record_new_text(message)));
  return record_put(record->root, RESULT, record_finished(item, good))
             ? TES_OK
             : TES_ENOMEM;
}

int tes_record_pair(tes_record *record, int64_t pair) {
  if (pair < -WHOLE_MAX || pair > WHOLE_MAX) return TES_EARG;
  cJSON *item = record_new_number((double)pair);
  return record_put(record->root, PAIR, item) ? TES_OK : TES_ENOMEM;
}

int tes_record_note(tes_record *record, const char *key, const char *text) {
  if (record_rank(key) < MEMBER_COUNT) return TES_EARG;
  cJSON *item = record_new_text(text), *next;
  if (!put_in(record->root, key, item)) return TES_ENOMEM;
  record_clean_utf8(item->string);
  for (cJSON *m = record->root->child; m != item; m = next) {
    next = m->next;
    if (strcmp(m->string, item->string) == 0) {
      cJSON_Delete(cJSON_DetachItemViaPointer(record->root, m));
    }
  }
  return TES_OK;
}

int tes_record_write(const tes_record *record, tes_text *text) {
  char *line = cJSON_PrintUnformatted(record->root);
  if (line == NULL) return TES_ENOMEM;
  tes_put_bytes(text, line, strlen(line));
  cJSON_free(line);
  return text->failed ? TES_ENOMEM : TES_OK;
}
