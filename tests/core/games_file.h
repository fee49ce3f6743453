/* games_file.h: lines of vectors/NAME.games: a played game in JSON, as `tesela
 * random` writes it. cmocka.h must have been included. */
#ifndef TESELA_GAMES_FILE_H
#define TESELA_GAMES_FILE_H

#include <stdio.h>

#include <cjson/cJSON.h>

static inline const cJSON *field(const cJSON *object, const char *name) {
  const cJSON *found = cJSON_GetObjectItemCaseSensitive(object, name);
  if (found == NULL) fail_msg("no field %s", name);
  return found;
}

static inline int number_at(const cJSON *array, int index) {
  const cJSON *item = cJSON_GetArrayItem(array, index);
  assert_true(cJSON_IsNumber(item));
  return item->valueint;
}

/* A word, a number, or numbers joined by commas. */
static inline size_t print_value(const cJSON *value, char *out, size_t size) {
  const cJSON *item;
  size_t used = 0;
  if (cJSON_IsString(value)) {
    return (size_t)snprintf(out, size, "%s", value->valuestring);
  }
  if (cJSON_IsNumber(value)) {
    return (size_t)snprintf(out, size, "%d", value->valueint);
  }
  cJSON_ArrayForEach(item, value) {
    used += (size_t)snprintf(out + used, size - used, "%s%d",
                             used > 0 ? "," : "", item->valueint);
    assert_true(used < size);
  }
  return used;
}

/* "name=value name=value ", as table_open takes them. */
static inline void settings_of(const cJSON *options, char *out, size_t size) {
  const cJSON *item;
  size_t used = 0;
  cJSON_ArrayForEach(item, options) {
    used += (size_t)snprintf(out + used, size - used, "%s=", item->string);
    assert_true(used < size);
    used += print_value(item, out + used, size - used);
    assert_true(used + 1 < size);
    out[used++] = ' ';
    out[used] = '\0';
  }
}

static inline void write_numbers(const char *name, const int *number,
                                 int count) {
  printf("\"%s\":[", name);
  for (int i = 0; i < count; i++) printf("%s%d", i > 0 ? "," : "", number[i]);
  printf("],");
}

#endif
