/* members.c: the table of members, and looking them up. */
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

int record_rank(const char *name) {
  int row = 0;
  while (row < MEMBER_COUNT && strcmp(record_members[row].name, name) != 0) {
    row++;
  }
  return row;
}

json_t *record_member(const json_t *line, int row) {
  json_t *member = json_object_get(line, record_members[row].name);
  return json_is_null(member) ? NULL : member;
}

const char *record_word(const tes_record *record, int row) {
  return json_string_value(record_member(record->line, row));
}

size_t record_seats(const tes_record *record) {
  return json_array_size(record_member(record->line, PLAYERS));
}

bool record_is_line(const char *text) {
  for (; *text != '\0'; text++) {
    if ((unsigned char)*text < ' ' || *text == 0x7F) return false;
  }
  return true;
}

tes_record *record_of(json_t *line) {
  tes_record *record =
      line != NULL ? tes_resize(NULL, NULL, 0, sizeof *record) : NULL;
  if (record != NULL) record->line = line;
  if (record == NULL) json_decref(line);
  return record;
}

void tes_record_free(tes_record *record) {
  if (record == NULL) return;
  json_decref(record->line);
  tes_resize(NULL, record, sizeof *record, 0);
}
