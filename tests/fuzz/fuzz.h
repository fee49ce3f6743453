/* fuzz.h: what the targets share.
 *
 * A target is a function of bytes, LLVMFuzzerTestOneInput. libFuzzer calls it
 * with all that it can think of, corpus.c with the files of the corpus. It ends
 * the program where something does not hold; that nothing else is wrong is seen
 * by the sanitizers. What it does follows from the bytes alone. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tesela_draw.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define must(holds) fuzz_must((holds), #holds, __FILE__, __LINE__)

static inline void fuzz_must(bool holds, const char *what, const char *file,
                             int line) {
  if (holds) return;
  fprintf(stderr, "%s:%d: must hold: %s\n", file, line, what);
  abort();
}

/* As a text in memory of its own, so that sanitizers see its end. */
static inline char *fuzz_text(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  must(text != NULL);
  if (size > 0) memcpy(text, data, size);
  text[size] = '\0';
  return text;
}

/* The next line of a text, which is cut there; NULL behind the last. */
static inline char *fuzz_line(char **text) {
  char *line = *text;
  if (line == NULL) return NULL;
  *text = strchr(line, '\n');
  if (*text != NULL) *(*text)++ = '\0';
  return line;
}

/* Rules by a letter: a is the first row. Opened once: the tables of Blokus take
 * longer than what is done with them. */
static inline tes_rules *fuzz_rules(uint8_t letter) {
  static const struct {
    const char *game, *setting;
  } rows[] = {
      {"mixtour", "stack=5"},     {"mixtour", "stack=2"},
      {"mixtour", "stack=8"},     {"mixtour", "pieces=3"},
      {"mixtour", "win_score=9"}, {"mixtour", "stall=2"},
      {"blokus", "corners=any"},  {"blokus", "players=3"},
      {"blokus", "variant=duo"},  {"losetas", "frame=floating"},
      {"losetas", "frame=fixed"}, {"losetas", "tiles=16,16,16"},
      {"losetas", "size=3"},      {"losetas", "touch=corner"},
      {"qwirkle", "players=2"},   {"qwirkle", "hand=9"},
      {"qwirkle", "copies=1"},    {"qwirkle", "players=4"},
      {"qwirkle", "colours=3"},   {"qwirkle", "hands=open"},
  };
  enum { ROWS = sizeof rows / sizeof *rows };
  static tes_rules *opened[ROWS];
  const size_t row = (uint8_t)(letter - 'a') % ROWS;
  tes_error error;
  if (opened[row] == NULL) {
    opened[row] = tes_rules_open(tes_game_find(rows[row].game),
                                 &rows[row].setting, 1, NULL, &error);
    must(opened[row] != NULL);
  }
  return opened[row];
}

/* What is saved is loaded as an equal position. */
static inline void fuzz_round_trip(const tes_rules *rules,
                                   const tes_state *state, tes_work *work) {
  tes_text text;
  tes_text_init(&text, NULL);
  tes_save(rules, state, 0, &text);
  tes_state *again = tes_state_new(rules);
  must(tes_load(rules, again, tes_text_get(&text), 0, work) == TES_OK);
  must(tes_equal(rules, state, again));
  must(tes_hash(rules, state) == tes_hash(rules, again));
  tes_state_free(rules, again);
  tes_text_free(&text);
}

/* What every seat sees, as text and as SVG, and as position text. */
static inline void fuzz_draw(const tes_rules *rules, const tes_state *state,
                             tes_work *work) {
  tes_text text;
  tes_drawing drawing;
  tes_text_init(&text, NULL);
  for (int seat = 0; seat <= rules->seats; seat++) {
    tes_drawing_init(&drawing, NULL);
    drawing.symbols = seat % 2 == 1;
    must(tes_draw(rules, state, seat, 0, &drawing, work) == TES_OK);
    tes_render_text(&drawing, (tes_palette)(seat % 3), &text);
    tes_render_svg(&drawing, NULL, &text);
    tes_drawing_free(&drawing);
    tes_save(rules, state, seat, &text);
  }
  must(!text.failed);
  tes_text_free(&text);
}

/* The moves of any position can be counted, and it can be drawn. A drawing
 * takes a hundred times as long as the rest: one position in 64 is drawn. */
static inline void fuzz_look(const tes_rules *rules, const tes_state *state,
                             tes_work *work) {
  if (tes_hash(rules, state) % 64 == 0) fuzz_draw(rules, state, work);
  must((tes_count(rules, state, work) == 0) == (state->over != 0));
}

#endif
