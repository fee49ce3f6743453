/* games_file.h: lines of vectors/NAME.games: a played game in JSON, as `tesela
 * random` writes it. cmocka.h must have been included. */
#ifndef TESELA_GAMES_FILE_H
#define TESELA_GAMES_FILE_H

#include <stdio.h>

#include <jansson.h>

static inline json_t *field(const json_t *object, const char *name) {
  json_t *found = json_object_get(object, name);
  if (found == NULL) fail_msg("no field %s", name);
  return found;
}

static inline const char *text_in(const json_t *object, const char *name) {
  return json_string_value(field(object, name));
}

static inline int count_of(const json_t *array) {
  return (int)json_array_size(array);
}

static inline int number_at(const json_t *array, int index) {
  const json_t *item = json_array_get(array, (size_t)index);
  assert_true(json_is_integer(item));
  return (int)json_integer_value(item);
}

static inline const char *text_at(const json_t *array, int index) {
  return json_string_value(json_array_get(array, (size_t)index));
}

/* A word, a number, or numbers joined by commas. */
static inline size_t print_value(const json_t *value, char *out, size_t size) {
  size_t used = 0;
  if (json_is_string(value)) {
    return (size_t)snprintf(out, size, "%s", json_string_value(value));
  }
  if (json_is_integer(value)) {
    return (size_t)snprintf(out, size, "%d", (int)json_integer_value(value));
  }
  for (int i = 0; i < count_of(value); i++) {
    used += (size_t)snprintf(out + used, size - used, "%s%d",
                             used > 0 ? "," : "", number_at(value, i));
    assert_true(used < size);
  }
  return used;
}

/* "name=value name=value ", as table_open takes them. */
static inline void settings_of(json_t *options, char *out, size_t size) {
  const char *name;
  json_t *value;
  size_t used = 0;
  json_object_foreach(options, name, value) {
    used += (size_t)snprintf(out + used, size - used, "%s=", name);
    assert_true(used < size);
    used += print_value(value, out + used, size - used);
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
