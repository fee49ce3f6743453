/* rules.c: a game with its options fixed.
 *
 * All facts about an option are in its row of the game's table, which this file
 * uses to parse, check and print. Rules are built once and never change, so any
 * number of threads may use them. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../base/cpu.h"
#include "../tesela_scan.h"
#include "call.h"

const char *tes_game_name(const tes_game *game) {
  return game->name;
}

size_t tes_option_count(const tes_game *game) {
  size_t count = 0;
  if (game->options == NULL) return 0;
  while (game->options[count].name != NULL) count++;
  return count;
}

int tes_option_find(const tes_game *game, const char *name) {
  const size_t count = tes_option_count(game);
  for (size_t i = 0; i < count; i++) {
    if (strcmp(game->options[i].name, name) == 0) return (int)i;
  }
  return -1;
}

/* ---- printing ---- */

/* Appends word `index` of "one|two|three". */
static void put_word(const char *words, int index, tes_text *text) {
  for (; index > 0 && strchr(words, '|') != NULL; index--) {
    words = strchr(words, '|') + 1;
  }
  tes_put_bytes(text, words, strcspn(words, "|"));
}

static void put_value(const tes_option *option, const int *value,
                      tes_text *text) {
  if (option->type == TES_WORD) {
    put_word(option->words, value[0], text);
    return;
  }
  const int count = option->type == TES_INTS ? option->count : 1;
  for (int i = 0; i < count; i++) {
    tes_put(text, "%s%d", i > 0 ? "," : "", value[i]);
  }
}

void tes_option_print(const tes_rules *rules, size_t row, tes_text *text) {
  put_value(&rules->game->options[row], rules->value[row], text);
}

void tes_option_default(const tes_option *option, tes_text *text) {
  put_value(option, option->def, text);
}

void tes_option_range(const tes_option *option, tes_text *text) {
  if (option->type == TES_WORD) {
    tes_put(text, "%s", option->words);
    return;
  }
  if (option->type == TES_INTS) tes_put(text, "%d of ", option->count);
  tes_put(text, "%d..%d", option->min, option->max);
  if (option->or_zero) tes_put(text, " or 0");
}

/* ---- parsing ---- */

/* A whole number that ends exactly at `end`. */
static bool read_int(const char *text, const char *end, int *value) {
  char *stop;
  if (*text != '-' && (*text < '0' || *text > '9')) return false;
  const long number = strtol(text, &stop, 10);
  if (stop != end || number > INT_MAX || number < INT_MIN) return false;
  *value = (int)number;
  return true;
}

static bool read_word(const char *words, const char *text, int *value) {
  const size_t length = strlen(text);
  for (int index = 0; length > 0; index++) {
    const size_t word = strcspn(words, "|");
    if (word == length && memcmp(words, text, word) == 0) {
      *value = index;
      return true;
    }
    if (words[word] == '\0') break;
    words += word + 1;
  }
  return false;
}

static bool in_range(const tes_option *option, int value) {
  if (option->or_zero && value == 0) return true;
  return value >= option->min && value <= option->max;
}

static bool read_ints(const tes_option *option, const char *text, int *value) {
  const int count = option->type == TES_INTS ? option->count : 1;
  for (int i = 0; i < count; i++) {
    const char *end = text + strcspn(text, ",");
    if ((*end == ',') != (i + 1 < count)) return false;
    if (!read_int(text, end, &value[i])) return false;
    if (!in_range(option, value[i])) return false;
    text = end + 1;
  }
  return true;
}

bool tes_option_read(const tes_option *option, const char *text,
                     int value[TES_OPTION_INTS]) {
  return option->type == TES_WORD ? read_word(option->words, text, value)
                                  : read_ints(option, text, value);
}

static int bad_value(const tes_game *game, const tes_option *option,
                     const char *value, tes_error *error) {
  char space[64]; /* for numbers */
  tes_text range;
  tes_text_fixed(&range, space, sizeof space);
  if (option->type != TES_WORD) tes_option_range(option, &range);
  const char *kind = option->type == TES_WORD   ? "one of "
                     : option->type == TES_INTS ? "numbers, "
                                                : "a whole number in ";
  return tes_fail(error, TES_EARG, "%s: %s=%.40s: expected %s%s", game->name,
                  option->name, value, kind,
                  option->type == TES_WORD ? option->words : space);
}

static int unknown_option(const tes_game *game, const char *name,
                          tes_error *error) {
  const char *names[TES_OPTIONS_MAX];
  const size_t count = tes_option_count(game);
  char space[sizeof error->text];
  tes_text message;
  tes_text_fixed(&message, space, sizeof space);
  for (size_t i = 0; i < count; i++) names[i] = game->options[i].name;
  tes_put_unknown(&message, "option", name, names, count);
  return tes_fail(error, TES_EOPTION, "%s: %s", game->name,
                  tes_text_get(&message));
}

/* One "name=value". */
static int set_option(tes_rules *rules, const char *setting, tes_error *error) {
  char name[64];
  const char *equals = strchr(setting, '=');
  const size_t length = equals != NULL ? (size_t)(equals - setting) : 0;
  if (length == 0 || length >= sizeof name) {
    return tes_fail(error, TES_EARG, "%.60s: expected option=value", setting);
  }
  memcpy(name, setting, length);
  name[length] = '\0';
  const int row = tes_option_find(rules->game, name);
  if (row < 0) return unknown_option(rules->game, name, error);
  const tes_option *option = &rules->game->options[row];
  if (!tes_option_read(option, equals + 1, rules->value[row])) {
    return bad_value(rules->game, option, equals + 1, error);
  }
  rules->given |= UINT32_C(1) << row;
  return TES_OK;
}

/* ---- open and close ---- */

static void set_defaults(tes_rules *rules) {
  const size_t count = tes_option_count(rules->game);
  for (size_t i = 0; i < count; i++) {
    memcpy(rules->value[i], rules->game->options[i].def,
           sizeof rules->value[i]);
  }
}

static int set_all(tes_rules *rules, const char *const *settings, size_t count,
                   tes_error *error) {
  set_defaults(rules);
  for (size_t i = 0; i < count; i++) {
    const int status = set_option(rules, settings[i], error);
    if (status != TES_OK) return status;
  }
  return call_open(rules->game, rules, error);
}

/* The name of a required member that is missing, or NULL. A game may come from
 * outside, so this is checked before any call. */
static const char *missing(const tes_game *game) {
  const struct {
    bool there;
    const char *name;
  } members[] = {{game->name != NULL, "name"},
                 {game->endings != NULL, "endings"},
                 {game->open != NULL, "open"},
                 {game->start != NULL, "start"},
                 {game->moves != NULL, "moves"},
                 {game->apply != NULL, "apply"},
                 {game->result != NULL, "result"},
                 {game->print != NULL, "print"},
                 {game->draw != NULL, "draw"},
                 {game->queries == NULL || game->get != NULL, "get"}};
  for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
    if (!members[i].there) return members[i].name;
  }
  return NULL;
}

static int check_game(const tes_game *game, tes_error *error) {
  if (game == NULL) return tes_fail(error, TES_EARG, "there is no such game");
  const char *name = game->name != NULL ? game->name : "a game";
  const char *lacks = missing(game);
  if (lacks != NULL) {
    return tes_fail(error, TES_EGAME, "%s: the game has no %s", name, lacks);
  }
  const size_t options = tes_option_count(game);
  if (options <= TES_OPTIONS_MAX) return TES_OK;
  return tes_fail(error, TES_EGAME, "%s: expected at most %d options, got %zu",
                  name, TES_OPTIONS_MAX, options);
}

tes_rules *tes_rules_open(const tes_game *game, const char *const *settings,
                          size_t count, const tes_alloc *alloc,
                          tes_error *error) {
  if (check_game(game, error) != TES_OK) return NULL;
  tes_rules *rules = tes_resize(alloc, NULL, 0, sizeof *rules);
  if (rules == NULL) {
    tes_no_memory(error);
    return NULL;
  }
  memset(rules, 0, sizeof *rules);
  rules->game = game;
  rules->name = game->name;
  rules->data = game->data;
  rules->alloc = alloc;
  if (tes_cpu_choose(&rules->cpu, error) != TES_OK ||
      set_all(rules, settings, count, error) != TES_OK) {
    tes_resize(alloc, rules, sizeof *rules, 0);
    return NULL;
  }
  if (rules->key_size == 0) {
    rules->key_size = rules->state_size - sizeof(tes_state);
  }
  return rules;
}

void tes_rules_close(tes_rules *rules) {
  if (rules == NULL) return;
  call_close(rules->game, rules);
  tes_resize(rules->alloc, rules, sizeof *rules, 0);
}
