/* lcelltext.c: see lcelltext.h. */
#include "lcelltext.h"

#include <stdio.h>
#include <string.h>

#include "luagames/hidden/lchance.h"
#include "luagames/hidden/ldeal.h"

static const char unseen[] = " unseen=";

/* The place of " name=" in the text up to `end`; or `end`. */
static const char *find_field_name(const char *text, const char *name,
                                   const char *end) {
  char pattern[64];
  snprintf(pattern, sizeof pattern, " %s=", name);
  const char *found = strstr(text, pattern);
  return found != NULL && found < end ? found : end;
}

const char *lcelltext_find(const lgame *g, const char *text) {
  const char *end = text + strlen(text);
  for (int i = 0; i < g->fields; i++) {
    end = find_field_name(text, g->field[i].name, end);
  }
  return g->chance < 0 ? end : find_field_name(text, "chance", end);
}

/* ---- writing ---- */

static void put_times(int times, tes_text *text) {
  if (times > 1) tes_put(text, "*%d", times);
}

/* Writes "v,v,v", with v*n for runs; nothing is hidden if `hidden` is NULL. */
static void put_cells(const int32_t *cells, const bool *hidden, int count,
                      tes_text *text) {
  for (int i = 0, times = 0; i < count; i += times) {
    const bool secret = hidden != NULL && hidden[i];
    for (times = 1; i + times < count; times++) {
      const bool next = hidden != NULL && hidden[i + times];
      if (next != secret || (!secret && cells[i + times] != cells[i])) break;
    }
    if (i > 0) tes_put(text, ",");
    if (secret) tes_put(text, "?");
    if (!secret) tes_put(text, "%ld", (long)cells[i]);
    put_times(times, text);
  }
}

static void put_pools(const lgame *g, const int32_t *cells, const bool *hidden,
                      tes_text *text) {
  int32_t numbers[CELLS_MAX];
  const char *before = unseen;
  for (int i = 0; i < g->fields; i++) {
    if (!ldeal_leads(g, i)) continue;
    const int count = ldeal_pooled(g, i, cells, hidden, numbers);
    if (count == 0) continue;
    tes_put(text, "%s%s:", before, g->field[i].pool);
    put_cells(numbers, NULL, count, text);
    before = ";";
  }
}

static bool is_said(const lfield *f, const int32_t *cells,
                    const int32_t *said) {
  return said != NULL && memcmp(cells + f->first, said + f->first,
                                (size_t)f->count * sizeof *cells) == 0;
}

void lcelltext_put(const lgame *g, const int32_t *cells, const bool *hidden,
                   const int32_t *said, tes_text *text) {
  for (int i = 0; i < g->fields; i++) {
    const lfield *f = &g->field[i];
    if (is_said(f, cells, said)) continue;
    tes_put(text, " %s=", f->name);
    put_cells(cells + f->first, hidden != NULL ? hidden + f->first : NULL,
              f->count, text);
  }
  if (hidden != NULL && g->hiding > 0) put_pools(g, cells, hidden, text);
  if (g->chance >= 0) lchance_put(g, cells, hidden != NULL, text);
}

/* ---- reading ---- */

typedef struct reader {
  const lgame *g;
  const char *at;
  int32_t *cells;
  bool hidden[CELLS_MAX];
  tes_rng *rng;
  tes_error *error;
  int needed;            /* the number of fields that the text must have */
  const lfield *missing; /* the first field missing in the text, or NULL */
} reader;

/* Reads a number, or ? in a field that hides something, and how many cells have
 * it. */
static bool read_run(reader *r, const lfield *f, int first, int most,
                     int *times) {
  int32_t value = 0;
  const bool secret = lfield_hides(f) && tes_read_letter(&r->at, "?") == 0;
  *times = 1;
  if (!secret && !tes_read_int(&r->at, f->min, f->max, &value)) return false;
  if (tes_read_letter(&r->at, "*") == 0 &&
      !tes_read_int(&r->at, 1, most, times)) {
    return false;
  }
  for (int i = first; i < first + *times; i++) {
    r->cells[i] = value;
    r->hidden[i] = secret;
  }
  return true;
}

static bool read_field_cells(reader *r, const lfield *f) {
  for (int i = 0, times; i < f->count; i += times) {
    if (i > 0 && tes_read_letter(&r->at, ",") < 0) return false;
    if (!read_run(r, f, f->first + i, f->count - i, &times)) return false;
  }
  return true;
}

static int field_expected(const reader *r, const lfield *f) {
  char range[40] = "";
  tes_text text;
  tes_text_fixed(&text, range, sizeof range);
  if (f->min > INT32_MIN || f->max < INT32_MAX) {
    tes_put(&text, " in %ld..%ld", (long)f->min, (long)f->max);
  }
  return tes_fail(r->error, TES_EARG,
                  "%s position: expected %s=%s%s%s, %d in all, at %.20s",
                  r->g->game.name, f->name,
                  f->count > 1 ? "numbers (5,5,0*7)" : "a number", range,
                  lfield_hides(f) ? " or ?" : "", f->count, r->at);
}

static bool skip_name(reader *r, const char *name) {
  const size_t length = strlen(name);
  const bool named = *r->at == ' ' && strncmp(r->at + 1, name, length) == 0 &&
                     r->at[1 + length] == '=';
  if (named) r->at += length + 2;
  return named;
}

/* The number of fields that the text must have: those of a whole game. The
 * fields that variants add are 0 if the text is of the game below. */
static int needed_fields(const lgame *g) {
  while (g->parent != NULL) g = g->parent;
  return g->root == NULL ? g->fields : 0;
}

static int read_all_fields(reader *r) {
  for (int i = 0; i < r->g->fields; i++) {
    const lfield *f = &r->g->field[i];
    if (skip_name(r, f->name)) {
      if (!read_field_cells(r, f)) return field_expected(r, f);
    } else if (i < r->needed) {
      return field_expected(r, f);
    } else if (r->missing == NULL) {
      r->missing = f;
    }
  }
  return TES_OK;
}

static int end_expected(const reader *r) {
  if (r->missing != NULL) return field_expected(r, r->missing);
  return tes_fail(r->error, TES_EARG, "%s position: expected the end at %.20s",
                  r->g->game.name, r->at);
}

/* Skips the word, if it is next. */
static bool skip_word(reader *r, const char *word) {
  const size_t length = strlen(word);
  const bool there = strncmp(r->at, word, length) == 0;
  if (there) r->at += length;
  return there;
}

/* Reads "1,2*3", with at most `most` numbers. */
static bool read_cell_numbers(reader *r, int most, int count,
                              int32_t *numbers) {
  for (int i = 0, times; i < count; i += times) {
    int32_t value;
    times = 1;
    if (i > 0 && tes_read_letter(&r->at, ",") < 0) return false;
    if (!tes_read_int(&r->at, 1, most, &value)) return false;
    if (tes_read_letter(&r->at, "*") == 0 &&
        !tes_read_int(&r->at, 1, count - i, &times)) {
      return false;
    }
    for (int k = i; k < i + times; k++) numbers[k] = value;
  }
  return true;
}

/* Reads the numbers that the pool of a field hides, one for each hidden
 * cell. */
static int read_pool(reader *r, int field, int count, const char *before) {
  const lfield *f = &r->g->field[field];
  int32_t numbers[CELLS_MAX];
  if (skip_word(r, before) && skip_word(r, f->pool) && skip_word(r, ":") &&
      read_cell_numbers(r, f->max, count, numbers)) {
    ldeal_out(r->g, field, r->cells, r->hidden, numbers);
    return TES_OK;
  }
  return tes_fail(r->error, TES_EARG,
                  "%s position: expected unseen=%s:numbers in 1..%ld, %d in "
                  "all, at %.20s",
                  r->g->game.name, f->pool, (long)f->max, count, r->at);
}

static int read_unseen(reader *r) {
  int32_t numbers[CELLS_MAX];
  const char *before = unseen;
  for (int i = 0; i < r->g->fields; i++) {
    if (!ldeal_leads(r->g, i)) continue;
    const int count = ldeal_pooled(r->g, i, r->cells, r->hidden, numbers);
    if (count == 0) continue;
    const int status = read_pool(r, i, count, before);
    if (status != TES_OK) return status;
    before = ";";
  }
  return TES_OK;
}

/* Skips fields of earlier versions of the game. */
static void skip_former(reader *r) {
  const char *name = r->g->former;
  while (name != NULL && *name != '\0' && *r->at == ' ') {
    const size_t length = strcspn(name, " ");
    if (strncmp(r->at + 1, name, length) == 0 && r->at[1 + length] == '=') {
      r->at += 1 + strcspn(r->at + 1, " ");
    }
    name += length + 1;
  }
}

int lcelltext_read(const lgame *g, const char *at, bool said, int32_t *cells,
                   tes_rng *rng, tes_error *error) {
  reader r = {.g = g,
              .at = at,
              .cells = cells,
              .rng = rng,
              .error = error,
              .needed = said ? 0 : needed_fields(g)};
  int status = read_all_fields(&r);
  if (status == TES_OK) status = read_unseen(&r);
  if (status != TES_OK) return status;
  if (g->chance >= 0 && !lchance_read(g, &r.at, cells, rng)) {
    return tes_fail(error, TES_EARG,
                    "%s position: expected chance= and 16 digits, or ?, at "
                    "%.20s",
                    g->game.name, r.at);
  }
  skip_former(&r);
  if (*r.at != '\0') return end_expected(&r);
  ldeal_anew(g, cells, r.hidden, rng);
  return TES_OK;
}
