/* members.c: the table of members, and their texts. */
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

/* ---- looking ------------------------------------------------------------- */

int record_rank(const char *name) {
  int row = 0;
  while (row < MEMBER_COUNT && strcmp(record_members[row].name, name) != 0) {
    row++;
  }
  return row;
}

const char *record_item(const tes_record *record, int row) {
  const tes_text *text = &record->member[row];
  return text->length > 0 ? text->data : NULL;
}

/* ---- memory -------------------------------------------------------------- */

tes_record *record_new(const tes_alloc *alloc) {
  tes_record *record = tes_resize(alloc, NULL, 0, sizeof *record);
  if (record == NULL) return NULL;
  for (int row = 0; row < MEMBER_COUNT; row++) {
    tes_text_init(&record->member[row], alloc);
  }
  tes_text_init(&record->rest, alloc);
  record->length = 0;
  record->seats = 0;
  return record;
}

void tes_record_free(tes_record *record) {
  if (record == NULL) return;
  for (int row = 0; row < MEMBER_COUNT; row++) {
    tes_text_free(&record->member[row]);
  }
  tes_text_free(&record->rest);
  tes_resize(record->rest.alloc, record, sizeof *record, 0);
}

bool record_failed(const tes_record *record) {
  int row = 0;
  while (row < MEMBER_COUNT && !record->member[row].failed) row++;
  return row < MEMBER_COUNT || record->rest.failed;
}

void record_cut(tes_text *text, size_t length) {
  text->length = length;
  text->failed = false;
  if (text->data != NULL) text->data[length] = '\0';
}

int record_replace(tes_text *old, tes_text *text) {
  if (text->failed) {
    tes_text_free(text);
    return TES_ENOMEM;
  }
  tes_text_free(old);
  *old = *text;
  return TES_OK;
}

void record_put_end(tes_text *text) {
  tes_put_bytes(text, "", 1);
}

void record_put_word(tes_text *text, const char *word) {
  const size_t before = text->length;
  tes_put_bytes(text, word, strlen(word) + 1);
  if (!text->failed) json_clean(text->data + before);
}
