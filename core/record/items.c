/* items.c: the JSON items and members that a record is made of.
 *
 * Any bytes make a text and any finite double a number, and both read back
 * as they were written: texts are made UTF-8, numbers get all the digits they
 * need. What makes an item returns NULL when memory runs out and leaves
 * nothing behind; what takes an item takes NULL too, and fails, so that calls
 * nest and a chain of them is checked once. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"

const record_shape record_members[MEMBER_COUNT] = {
    [TESELA] = {"tesela", WHOLE, false, true, 0, WHOLE_MAX},
    [GAME] = {"game", WORD, false, true, 0, 0},
    [SOURCE] = {"source", WORD, false, false, 0, 0},
    [OPTIONS] = {"options", OTHER, false, true, 0, 0},
    [SEED] = {"seed", WHOLE, false, false, 0, WHOLE_MAX},
    [FEN] = {"fen", WORD, false, false, 0, 0},
    [DEAL] = {"deal", WORD, false, false, 0, 0},
    [PLAYERS] = {"players", NAME, true, true, 0, 0},
    [MOVES] = {"moves", WORD, true, true, 0, 0},
    [SECONDS] = {"seconds", NUMBER, true, false, 0, 0},
    [VALUES] = {"values", NUMBER, true, false, 0, 0},
    [RESULT] = {"result", OTHER, false, false, 0, 0},
    [PAIR] = {"pair", WHOLE, false, false, -WHOLE_MAX, WHOLE_MAX},
};

/* ---- texts and numbers --------------------------------------------------- */

size_t record_utf8_size(const char *s) {
  const unsigned char *u = (const unsigned char *)s;
  unsigned char low = 0x80, high = 0xBF; /* of the second byte */
  size_t size = u[0] < 0x80 ? 1 : u[0] < 0xE0 ? 2 : u[0] < 0xF0 ? 3 : 4;
  if (size == 1) return 1;
  if (u[0] < 0xC2 || u[0] > 0xF4) return 0;
  if (u[0] == 0xE0) low = 0xA0;
  if (u[0] == 0xED) high = 0x9F;
  if (u[0] == 0xF0) low = 0x90;
  if (u[0] == 0xF4) high = 0x8F;
  if (u[1] < low || u[1] > high) return 0;
  for (size_t i = 2; i < size; i++) {
    if ((u[i] & 0xC0) != 0x80) return 0;
  }
  return size;
}

void record_clean_utf8(char *text) {
  while (*text != '\0') {
    size_t size = record_utf8_size(text);
    if (size == 0) *text = '?';
    text += size == 0 ? 1 : size;
  }
}

cJSON *record_new_text(const char *text) {
  cJSON *item = cJSON_CreateString(text);
  if (item != NULL) record_clean_utf8(item->valuestring);
  return item;
}

static bool is_whole(double value) {
  return fabs(value) <= (double)WHOLE_MAX && value == floor(value);
}

/* Writes whole numbers plainly, others as the shortest of 15 to 17 digits
 * that reads back as the same, with a point whatever the locale has. Infinity
 * can come from a line (1e999), and so can -0. */
static void number_text(double value, char text[40]) {
  if (is_whole(value) && !(value == 0 && signbit(value))) {
    snprintf(text, 40, "%lld", (long long)value);
    return;
  }
  if (isinf(value)) {
    snprintf(text, 40, value < 0 ? "-1e999" : "1e999");
    return;
  }
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, 40, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
  char *to = text;
  for (const char *from = text; *from != '\0'; from++) {
    if (strchr("0123456789+-e", *from) != NULL) {
      *to++ = *from;
    } else if (to == text || to[-1] != '.') {
      *to++ = '.';
    }
  }
  *to = '\0';
}

cJSON *record_new_number(double value) {
  char text[40];
  number_text(value, text);
  cJSON *item = cJSON_CreateRaw(text);
  if (item != NULL) item->valuedouble = value;
  return item;
}

/* Appends to an array; false when one of both could not be allocated. */
static bool append(cJSON *array, cJSON *item) {
  if (array != NULL && item != NULL && cJSON_AddItemToArray(array, item)) {
    return true;
  }
  cJSON_Delete(item);
  return false;
}

cJSON *record_finished(cJSON *item, bool complete) {
  if (complete) return item;
  cJSON_Delete(item);
  return NULL;
}

cJSON *record_new_ints(const int *values, int count) {
  cJSON *array = cJSON_CreateArray();
  bool good = array != NULL;
  for (int i = 0; i < count && good; i++) {
    good = append(array, record_new_number(values[i]));
  }
  return record_finished(array, good);
}

cJSON *record_new_nulls(size_t count) {
  cJSON *array = cJSON_CreateArray();
  bool good = array != NULL;
  for (size_t i = 0; i < count && good; i++) {
    good = append(array, cJSON_CreateNull());
  }
  return record_finished(array, good);
}

bool record_is_number(const cJSON *item) {
  return cJSON_IsRaw(item);
}

bool record_is_whole(const cJSON *item, int64_t min, int64_t max) {
  return record_is_number(item) && item->valuedouble >= (double)min &&
         item->valuedouble <= (double)max &&
         item->valuedouble == floor(item->valuedouble);
}

bool record_keep_numbers(cJSON *item) {
  if (cJSON_IsNumber(item)) {
    char text[40];
    number_text(item->valuedouble, text);
    item->valuestring = cJSON_malloc(strlen(text) + 1);
    if (item->valuestring == NULL) return false;
    strcpy(item->valuestring, text);
    item->type = (item->type & ~0xFF) | cJSON_Raw;
  }
  for (cJSON *child = item->child; child != NULL; child = child->next) {
    if (!record_keep_numbers(child)) return false;
  }
  return true;
}

/* ---- members ------------------------------------------------------------- */

int record_rank(const char *name) {
  int row = 0;
  while (row < MEMBER_COUNT && strcmp(record_members[row].name, name) != 0)
    row++;
  return row;
}

cJSON *record_get(const cJSON *object, const char *name) {
  return cJSON_GetObjectItemCaseSensitive(object, name);
}

cJSON *record_member(const tes_record *record, int row) {
  return record_get(record->root, record_members[row].name);
}

/* Inserting in the middle fails in the cJSON of Debian 12, so what comes
 * behind moves to the end. */
bool record_put(cJSON *root, int row, cJSON *item) {
  const char *name = record_members[row].name;
  cJSON *next;
  if (item == NULL) return false;
  cJSON_Delete(cJSON_DetachItemFromObjectCaseSensitive(root, name));
  cJSON_AddItemToObjectCS(root, name, item);
  for (cJSON *m = root->child; m != item; m = next) {
    next = m->next;
    if (record_rank(m->string) < row) continue;
    cJSON_AddItemToArray(root, cJSON_DetachItemViaPointer(root, m));
  }
  return true;
}
