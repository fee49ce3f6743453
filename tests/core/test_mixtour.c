/* test_mixtour.c: the rules of Mixtour, sentence by sentence.
 *
 * Most of it is tables: moves that are legal and what they lead to, moves
 * that are not and the exact reason, position texts that are refused. The
 * counts of perft come from vectors/mixtour.perft, which the plain
 * implementation has computed, and for the start also from the literature.
 * Endings are played out ply by ply.
 *
 * The position RING comes up often: one piece too many goes round a square
 * of single pieces for ever, which is the loop that the rules warn of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* cmocka needs the ones above. */
#include <cmocka.h>

#include "at_table.h"
#include "base/cpu.h"
#include "games/mixtour/mixtour.h"
#include "games/mixtour/weights.h"
#include "perft_file.h"

#define RING "5/5/5/w,w,3/ww,w,3 w 0:0 "
#define ROUND "a1-b1 b1-b2 b2-a2 a2-a1 "
#define STUCK "4,r/5/5/5/w,4 w 0:0 "

/* Leaves that may be counted in a test, a few seconds' worth. */
#define MOST_LEAVES UINT64_C(1000000000)

static table at(const char *settings, const char *fen) {
  return table_at(tes_game_find("mixtour"), settings, fen);
}

/* ---- perft ---- */

static void assert_perft(table *t, int depth, uint64_t expected) {
  uint64_t leaves = 0;
  const int status = tes_perft(t->rules, t->state, depth, &leaves, &t->work);
  assert_int_equal(status, TES_OK);
  if (leaves != expected) {
    fail_msg("depth %d: %llu leaves, expected %llu", depth,
             (unsigned long long)leaves, (unsigned long long)expected);
  }
}

static void perft_from_the_start(void **state) {
  static const uint64_t expected[] = {1,      25,      600,      14088,
                                      330384, 7883472, 193959168};
  (void)state;
  table t = at("", "");
  for (int depth = 0; depth < (int)COUNT_OF(expected); depth++) {
    if (expected[depth] > MOST_LEAVES) continue;
    assert_perft(&t, depth, expected[depth]);
  }
  table_close(&t);
}

static void perft_of_a_line(const char *text) {
  perft_line line;
  if (text[0] == '#') return;
  if (!read_perft_line(text, &line)) fail_msg("cannot read %s", text);
  table t = at(line.settings, line.fen);
  for (int depth = 1; depth <= line.depth; depth++) {
    if (line.count[depth - 1] > MOST_LEAVES) continue;
    assert_perft(&t, depth, line.count[depth - 1]);
  }
  table_close(&t);
}

static void perft_of_the_second_opinion(void **state) {
  char text[1024];
  int lines = 0;
  FILE *file = fopen(TESELA_VECTORS "/mixtour.perft", "r");
  (void)state;
  assert_non_null(file);
  for (; fgets(text, sizeof text, file) != NULL; lines++) perft_of_a_line(text);
  fclose(file);
  assert_true(lines > 10);
}

/* ---- legal moves and what they lead to ---- */

static const struct {
  const char *settings, *fen, *moves, *after;
} legal[] = {
    /* White begins, then red. A piece enters on an empty cell. */
    {"", "", "b2", "5/5/5/1,w,3/5 r 0:0 b2"},
    {"", "", "b2 e5", "4,r/5/5/1,w,3/5 w 0:0 e5"},
    /* Twenty pieces each. */
    {"", "", "a1 a2 b1 b2", "5/5/5/r,r,3/w,w,3 w 0:0 b2"},
    /* k pieces from the top, in their order, onto another stack. */
    {"", "5/2,r,2/2,rww,2/5/5 w 0:0 -", "c3-c4",
     "5/2,rw,2/2,rw,2/5/5 r 0:0 c3-c4"},
    {"", "5/2,r,2/2,rwr,2/5/5 w 0:0 -", "c3:2-c4",
     "5/2,rwr,2/2,r,2/5/5 r 0:0 c3:2-c4"},
    {"", "5/2,r,2/2,rwr,2/5/5 w 0:0 -", "c3:3-c4",
     "5/2,rrwr,2/5/5/5 r 0:0 c3:3-c4"},
    {"", "5/2,r,2/2,rwr,2/5/5 w 0:0 -", "c3:1-c4",
     "5/2,rr,2/2,rw,2/5/5 r 0:0 c3-c4"},
    /* Any stack, whoever owns its pieces. */
    {"", "5/5/5/1,r,3/r,4 w 0:0 -", "a1-b2", "5/5/5/1,rr,3/5 r 0:0 a1-b2"},
    {"", "5/5/5/1,w,3/w,4 r 0:0 -", "a1-b2", "5/5/5/1,ww,3/5 w 0:0 a1-b2"},
    /* Eight directions; as far as the target is high. */
    {"", "ww,4/5/r,1,w,2/5/5 w 0:0 -", "a3-a5",
     "wwr,4/5/2,w,2/5/5 r 0:0 a3-a5"},
    {"", "2,ww,2/5/r,4/5/5 w 0:0 -", "a3-c5", "2,wwr,2/5/5/5/5 r 0:0 a3-c5"},
    {"", "5/5/r,1,ww,2/5/5 w 0:0 -", "a3-c3", "5/5/2,wwr,2/5/5 r 0:0 a3-c3"},
    {"", "r,4/5/2,ww,2/5/5 w 0:0 -", "a5-c3", "5/5/2,wwr,2/5/5 r 0:0 a5-c3"},
    {"", "2,r,2/5/2,ww,2/5/5 w 0:0 -", "c5-c3", "5/5/2,wwr,2/5/5 r 0:0 c5-c3"},
    {"", "4,r/5/2,ww,2/5/5 w 0:0 -", "e5-c3", "5/5/2,wwr,2/5/5 r 0:0 e5-c3"},
    {"", "5/5/2,ww,1,r/5/5 w 0:0 -", "e3-c3", "5/5/2,wwr,2/5/5 r 0:0 e3-c3"},
    {"", "5/5/2,ww,2/5/4,r w 0:0 -", "e1-c3", "5/5/2,wwr,2/5/5 r 0:0 e1-c3"},
    {"", "5/5/5/5/www,2,r,1 w 0:0 -", "d1-a1", "5/5/5/5/wwwr,4 r 0:0 d1-a1"},
    {"win_score=2", "5/5/5/5/wwww,3,r w 0:0 -", "e1-a1",
     "5/5/5/5/5 r 0:1 e1-a1"},
    {"win_score=2", "4,wwww/5/5/5/r,4 w 0:0 -", "a1-e5",
     "5/5/5/5/5 r 0:1 a1-e5"},
    /* The height of what moves does not matter. */
    {"", "5/5/5/5/wwww,r,3 w 0:0 -", "a1:3-b1",
     "5/5/5/5/w,rwww,3 r 0:0 a1:3-b1"},
    /* The height before the move is what counts. */
    {"", "5/5/5/5/ww,r,3 w 0:0 -", "a1-b1", "5/5/5/5/w,rw,3 r 0:0 a1-b1"},
    /* Pass, and then the other may enter. */
    {"pieces=2", "4,w/5/5/5/w,4 w 0:0 -", "pass", "4,w/5/5/5/w,4 r 0:0 pass"},
    {"pieces=2", "4,w/5/5/5/w,4 w 0:0 -", "pass c3 pass",
     "4,w/5/2,r,2/5/w,4 r 0:0 pass"},
    /* Five or more are removed; the top scores, whoever moved. */
    {"win_score=3", "5/5/5/5/rrrr,w,3 w 0:0 -", "a1:4-b1",
     "5/5/5/5/5 r 0:1 a1:4-b1"},
    {"win_score=3", "5/5/5/5/rrrw,r,3 r 0:1 -", "a1:4-b1",
     "5/5/5/5/5 w 1:1 a1:4-b1"},
    {"win_score=3", "5/5/5/5/wrrw,1,rr,2 r 2:2 -", "a1:3-c1",
     "5/5/5/5/w,4 w 3:2 a1:3-c1"},
    {"win_score=3", "rrrr,3,wwww/5/5/5/5 w 0:0 -", "e5:3-a5",
     "4,w/5/5/5/5 r 1:0 e5:3-a5"},
    /* Other heights. */
    {"stack=2 win_score=9", "", "a1 b1 a1-b1", "5/5/5/5/5 r 1:0 a1-b1"},
    {"stack=8", "5/5/5/5/wwwwwww,r,3 w 0:0 -", "a1:6-b1",
     "5/5/5/5/w,rwwwwww,3 r 0:0 a1:6-b1"},
    {"stack=8 win_score=2", "5/5/5/5/wwwwwww,r,3 w 0:0 -", "a1:7-b1",
     "5/5/5/5/5 r 1:0 a1:7-b1"},
    {"pieces=1", "", "a1 b1", "5/5/5/5/w,r,3 w 0:0 b1"},
};

static void legal_moves(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(legal); i++) {
    table t = at(legal[i].settings, legal[i].fen);
    table_play(&t, legal[i].moves);
    assert_fen(&t, legal[i].after);
    table_close(&t);
  }
}

/* ---- moves that are not legal ---- */

#define SHAPE ": expected an entry (b2), a move (a1-b2, c4:3-d3) or pass"
#define NO_CELL(cell) ": " cell " is not a cell (a1 to e5)"
#define TAKES_BACK ": it takes back the last move, which the rules forbid"
#define STACKS "5/5/2,rwr,2/2,ww,2/w,4 w 0:0 -"

/* The message is what stands behind the text of the move. */
static const struct {
  const char *settings, *fen, *move, *message;
} illegal[] = {
    /* Board 5x5, columns a to e, rows 1 to 5. */
    {"", "", "f1", NO_CELL("f1")},
    {"", "", "a6", NO_CELL("a6")},
    {"", "", "a0", NO_CELL("a0")},
    {"", "", "z9", NO_CELL("z9")},
    {"", STACKS, "f3-c3", NO_CELL("f3")},
    {"", STACKS, "c3-f3", NO_CELL("f3")},
    {"", STACKS, "c3:2-c6", NO_CELL("c6")},
    {"", STACKS, "c9:2-c6", NO_CELL("c9")},
    /* White begins, then red. (Both are named where it matters.)
     * 20 pieces each; enter: a piece of one's own colour from the reserve */
    {"pieces=1", "5/5/5/5/w,4 w 0:0 -", "b2",
     ": white has no piece left to enter"},
    {"pieces=1", "5/5/5/5/r,4 r 0:0 -", "b2",
     ": red has no piece left to enter"},
    {"", "wwww,wwww,wwww,wwww,wwww/5/5/5/5 w 0:0 -", "b2",
     ": white has no piece left to enter"},
    {"", "rrrr,rrrr,rrrr,rrrr,rrrr/5/5/5/5 r 0:0 -", "b2",
     ": red has no piece left to enter"},
    /* onto an empty cell. */
    {"", STACKS, "c3", ": c3 is not empty; a piece enters on an empty cell"},
    {"", STACKS, "a1", ": a1 is not empty; a piece enters on an empty cell"},
    {"pieces=1", "5/5/5/5/w,4 w 0:0 -", "a1",
     ": a1 is not empty; a piece enters on an empty cell"},
    /* Move: take k >= 1 pieces */
    {"", STACKS, "c3:0-c2", SHAPE},
    {"", STACKS, "c3:-1-c2", SHAPE},
    {"", STACKS, "c3:-c2", SHAPE},
    /* off the top of any stack, */
    {"", STACKS, "b1-a1", ": b1 is empty"},
    {"", STACKS, "e5:3-c3", ": e5 is empty"},
    {"", STACKS, "e5:9-c3", ": e5 is empty"},
    {"", STACKS, "a1:2-c3", ": a1 has only 1 piece"},
    {"", STACKS, "a1:99-c3", ": a1 has only 1 piece"},
    {"", STACKS, "c3:4-c2", ": c3 has only 3 pieces"},
    {"", STACKS, "c3:8-c2", ": c3 has only 3 pieces"},
    {"", STACKS, "c3:12345678901234567890-c2", ": c3 has only 3 pieces"},
    /* and carry them in a straight line (8 directions) */
    {"", STACKS, "a1-c2", ": a1 and c2 are not in a line"},
    {"", "4,r/5/5/5/1,w,3 w 0:0 -", "b1-e5", ": b1 and e5 are not in a line"},
    {"", "5/5/4,r/5/w,4 w 0:0 -", "a1-e3", ": a1 and e3 are not in a line"},
    {"", STACKS, "a1-d2", ": a1 and d2 are not in a line"},
    /* over empty cells */
    {"", "ww,4/r,4/w,1,w,2/5/5 w 0:0 -", "a3-a5", ": a4 is in the way"},
    {"", "2,ww,2/1,r,3/r,4/5/5 w 0:0 -", "a3-c5", ": b4 is in the way"},
    {"", "5/5/r,r,ww,2/5/5 w 0:0 -", "a3-c3", ": b3 is in the way"},
    {"", "r,4/1,r,3/2,ww,2/5/5 w 0:0 -", "a5-c3", ": b4 is in the way"},
    {"", "2,r,2/2,r,2/2,ww,2/5/5 w 0:0 -", "c5-c3", ": c4 is in the way"},
    {"", "4,r/3,r,1/2,ww,2/5/5 w 0:0 -", "e5-c3", ": d4 is in the way"},
    {"", "5/5/2,ww,r,r/5/5 w 0:0 -", "e3-c3", ": d3 is in the way"},
    {"", "5/5/2,ww,2/3,r,1/4,r w 0:0 -", "e1-c3", ": d2 is in the way"},
    {"", "5/5/5/5/wwww,r,r,r,r w 0:0 -", "e1-a1", ": d1 is in the way"},
    /* onto another stack. */
    {"", STACKS, "c3-d3", ": d3 is empty; a move ends on another stack"},
    {"", STACKS, "c3:2-c5", ": c5 is empty; a move ends on another stack"},
    {"", STACKS, "c3-c3", ": a move ends on another stack"},
    {"", STACKS, "c3:3-c3", ": a move ends on another stack"},
    /* The distance must equal the height of the target stack */
    {"", STACKS, "c3-c2", ": c2 is 2 high, but c3 is 1 away"},
    {"", STACKS, "c3:3-a1", ": a1 is 1 high, but c3 is 2 away"},
    {"", "5/3,wr,1/2,rrr,2/5/5 w 0:0 -", "c3:3-d4",
     ": d4 is 2 high, but c3 is 1 away"},
    {"", "5/5/5/5/wwww,2,r,1 w 0:0 -", "d1-a1",
     ": a1 is 4 high, but d1 is 3 away"},
    {"stack=8", "5/5/5/5/wwwwwww,3,r w 0:0 -", "e1-a1",
     ": a1 is 7 high, but e1 is 4 away"},
    /* (not the height of the moving stack, which is 2, to a single piece) */
    {"", "5/5/5/5/ww,1,r,2 w 0:0 -", "a1:2-c1",
     ": c1 is 1 high, but a1 is 2 away"},
    /* before the move (after it the target would be 2 high). */
    {"", "5/5/5/5/w,1,r,2 w 0:0 -", "a1-c1",
     ": c1 is 1 high, but a1 is 2 away"},
    /* A move that exactly takes back the opponent's last move is illegal. */
    {"", "5/5/5/5/w,rr,3 r 0:0 a1-b1", "b1-a1", TAKES_BACK},
    {"", "5/5/5/5/w,rr,3 r 0:0 a1:1-b1", "b1:1-a1", TAKES_BACK},
    {"", "5/5/5/5/r,rrr,3 r 0:0 a1:2-b1", "b1:2-a1", TAKES_BACK},
    {"", "5/5/5/5/rr,1,rrr,2 w 0:0 a1-c1", "c1-a1", TAKES_BACK},
    /* No enter and no move: pass. (A player who cannot enter must move.) */
    {"", "", "pass", ": white may pass only if there is no other move"},
    {"", "5/5/5/5/w,4 r 0:0 -", "pass",
     ": red may pass only if there is no other move"},
    {"pieces=1", "5/5/5/5/w,r,3 w 0:0 -", "pass",
     ": white may pass only if there is no other move"},
    {"pieces=1", "5/5/5/5/w,r,3 r 0:0 pass", "pass",
     ": red may pass only if there is no other move"},
    {"pieces=1", STUCK "-", "c3", ": white has no piece left to enter"},
    {"pieces=1", STUCK "-", "a1-e5", ": e5 is 1 high, but a1 is 4 away"},
    /* Notation: c4:3-d3; with one piece :1 is left out. */
    {"", STACKS, "", SHAPE},
    {"", STACKS, "a", SHAPE},
    {"", STACKS, "1", SHAPE},
    {"", STACKS, "-", SHAPE},
    {"", STACKS, "1a", SHAPE},
    {"", STACKS, "B2", ": columns are small letters; expected b2, not B2"},
    {"", STACKS, "b2-C3", ": columns are small letters; expected c3, not C3"},
    {"", STACKS, "B9", SHAPE},
    {"", STACKS, "b2 c3", ": expected - between: b2-c3"},
    {"", STACKS, "b2 c9", SHAPE},
    {"", STACKS, "b2 ", SHAPE},
    {"", STACKS, " b2", SHAPE},
    {"", STACKS, "b22", SHAPE},
    {"", STACKS, "c3c2", SHAPE},
    {"", STACKS, "c3-", SHAPE},
    {"", STACKS, "c3-c", SHAPE},
    {"", STACKS, "c3-2", SHAPE},
    {"", STACKS, "c3:", SHAPE},
    {"", STACKS, "c3:2", SHAPE},
    {"", STACKS, "c3:2-", SHAPE},
    {"", STACKS, "c3:x-c2", SHAPE},
    {"", STACKS, "c3: 2-c2", SHAPE},
    {"", STACKS, "c3:+2-c2", SHAPE},
    {"", STACKS, "c3:2c2", SHAPE},
    {"", STACKS, "c3-c2-c1", SHAPE},
    {"", STACKS, "c3--c2", SHAPE},
    {"", STACKS, "c3-c2:2", SHAPE},
    {"", STACKS, "c3>c2", SHAPE},
    {"", STACKS, "Pass", SHAPE},
    {"", STACKS, "pas", SHAPE},
    {"", STACKS, "passs", SHAPE},
    {"", STACKS,
     "\xc3\xa4"
     "1",
     SHAPE},
};

static void assert_refused(table *t, const char *move, const char *message) {
  tes_state *before = tes_state_new(t->rules);
  tes_copy(t->rules, before, t->state);
  assert_int_equal(tes_parse(t->rules, t->state, move, &t->work), 0);
  assert_string_equal(t->work.error.text, message);
  strcpy(t->work.error.text, "");
  assert_int_equal(tes_play_text(t->rules, t->state, move, &t->work),
                   TES_EILLEGAL);
  assert_string_equal(t->work.error.text, message);
  assert_memory_equal(t->state, before, t->rules->state_size);
  tes_state_free(t->rules, before);
}

static void illegal_moves(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(illegal); i++) {
    char message[300];
    table t = at(illegal[i].settings, illegal[i].fen);
    snprintf(message, sizeof message, "%s%s", illegal[i].move,
             illegal[i].message);
    assert_refused(&t, illegal[i].move, message);
    table_close(&t);
  }
}

/* What is typed is repeated, but not without end. */
static void long_text_is_cut(void **state) {
  char text[5000];
  (void)state;
  table t = at("", "");
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  assert_refused(&t, text, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" SHAPE);
  memcpy(text, "a1:", 3);
  memset(text + 3, '9', sizeof text - 4);
  assert_refused(&t, text, "a1:9999999999999999999999999999999999999" SHAPE);
  table_close(&t);
}

/* Nothing is legal when it is over, whatever it says. */
static void over_is_over(void **state) {
  static const struct {
    const char *settings, *fen, *moves, *message;
  } rows[] = {
      {"", "5/5/5/5/rrrr,w,3 w 0:0 -", "a1:4-b1", "the game is over (points)"},
      {"pieces=1", STUCK "-", "pass pass", "the game is over (passes)"},
      {"", RING "a2-a1", ROUND ROUND, "the game is over (repetition)"},
      {"stall=2", RING "-", "a1-b1 b1-b2", "the game is over (stall)"},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    table t = at(rows[i].settings, rows[i].fen);
    table_play(&t, rows[i].moves);
    assert_refused(&t, "c3", rows[i].message);
    assert_refused(&t, "pass", rows[i].message);
    assert_refused(&t, "", rows[i].message);
    assert_int_equal(tes_play(t.rules, t.state, PASS, &t.work), TES_EILLEGAL);
    assert_string_equal(t.work.error.text, rows[i].message);
    assert_false(tes_legal(t.rules, t.state, PASS, &t.work));
    assert_int_equal(tes_count(t.rules, t.state, &t.work), 0);
    t.work.list.count = 0;
    assert_int_equal(tes_moves(t.rules, t.state, &t.work.list, &t.work),
                     TES_OK);
    assert_int_equal(t.work.list.count, 0);
    table_close(&t);
  }
}

/* ---- position text ---- */

#define BAD "mixtour position: "
#define ENDS ", but the text ends"
#define NOT_LAST " cannot have been the last move: expected "

static const struct {
  const char *settings, *fen, *message;
} bad_fens[] = {
    {"", "", BAD "expected a stack (wrr) or a number" ENDS},
    {"", "x", BAD "expected a stack (wrr) or a number at x"},
    {"", " 5/5/5/5/5 w 0:0 -",
     BAD "expected a stack (wrr) or a number at  5/5/5/5/5 w 0:0 -"},
    {"", "0,5/5/5/5/5 w 0:0 -",
     BAD "expected a stack (wrr) or a number at 0,5/5/5/5/5 w 0:0 -"},
    {"", "6/5/5/5/5 w 0:0 -",
     BAD "expected five cells in a row, but found more at 6/5/5/5/5 w 0:0 -"},
    {"", "5/4,2/5/5/5 w 0:0 -",
     BAD "expected five cells in a row, but found more at 2/5/5/5 w 0:0 -"},
    {"", "5/4/5/5/5 w 0:0 -", BAD "expected a comma at /5/5/5 w 0:0 -"},
    {"", "5/w,r/5/5/5 w 0:0 -", BAD "expected a comma at /5/5/5 w 0:0 -"},
    {"", "5/w4/5/5/5 w 0:0 -", BAD "expected a comma at 4/5/5/5 w 0:0 -"},
    {"", "5/w,,4/5/5/5 w 0:0 -",
     BAD "expected a stack (wrr) or a number at ,4/5/5/5 w 0:0 -"},
    {"", "5/,w,4/5/5/5 w 0:0 -",
     BAD "expected a stack (wrr) or a number at ,w,4/5/5/5 w 0:0 -"},
    {"", "5/W,4/5/5/5 w 0:0 -",
     BAD "expected a stack (wrr) or a number at W,4/5/5/5 w 0:0 -"},
    {"", "5/wb,4/5/5/5 w 0:0 -", BAD "expected a comma at b,4/5/5/5 w 0:0 -"},
    {"", "5/5,w/5/5/5 w 0:0 -",
     BAD "expected / after five cells at ,w/5/5/5 w 0:0 -"},
    {"", "5/5/5/5 w 0:0 -", BAD "expected / after five cells at  w 0:0 -"},
    {"", "5/5/5/5/5/5 w 0:0 -",
     BAD "expected a space after five rows at /5 w 0:0 -"},
    {"", "5/5/5/5/5", BAD "expected a space after five rows" ENDS},
    /* The side. */
    {"", "5/5/5/5/5 ", BAD "expected the side, w or r" ENDS},
    {"", "5/5/5/5/5 b 0:0 -", BAD "expected the side, w or r at b 0:0 -"},
    {"", "5/5/5/5/5 W 0:0 -", BAD "expected the side, w or r at W 0:0 -"},
    {"", "5/5/5/5/5  w 0:0 -", BAD "expected the side, w or r at  w 0:0 -"},
    {"", "5/5/5/5/5 white 0:0 -",
     BAD "expected a space after the side at hite 0:0 -"},
    {"", "5/5/5/5/5 w", BAD "expected a space after the side" ENDS},
    /* The scores. */
    {"", "5/5/5/5/5 w ", BAD "expected a score (0:0)" ENDS},
    {"", "5/5/5/5/5 w 0", BAD "expected a score (0:0)" ENDS},
    {"", "5/5/5/5/5 w 0:", BAD "expected a score (0:0)" ENDS},
    {"", "5/5/5/5/5 w 0:0", BAD "expected a space after the scores" ENDS},
    {"", "5/5/5/5/5 w -", BAD "expected a score (0:0) at -"},
    {"", "5/5/5/5/5 w -1:0 -", BAD "expected a score (0:0) at -1:0 -"},
    {"", "5/5/5/5/5 w 0:-1 -", BAD "expected a score (0:0) at -1 -"},
    {"", "5/5/5/5/5 w 0-0 -", BAD "expected a score (0:0) at -0 -"},
    {"", "5/5/5/5/5 w 0:x -", BAD "expected a score (0:0) at x -"},
    {"", "5/5/5/5/5 w 0:0: -", BAD "expected a space after the scores at : -"},
    {"", "5/5/5/5/5 w 1:0 -", BAD "white has won with 1 of 1 points"},
    {"", "5/5/5/5/5 w 0:1 -", BAD "red has won with 1 of 1 points"},
    {"win_score=3", "5/5/5/5/5 w 2:3 -", BAD "red has won with 3 of 3 points"},
    {"win_score=3", "5/5/5/5/5 w 77:2 -",
     BAD "white has won with 77 of 3 points"},
    {"", "5/5/5/5/5 w 99999999999999999999:0 -",
     BAD "expected a score (0:0) at :0 -"},
    /* The last move. */
    {"", "5/5/5/5/5 w 0:0 ", BAD "expected the last move or -" ENDS},
    {"", "5/5/5/5/5 w 0:0  -", BAD "expected the last move or - at  -"},
    {"", "5/5/5/5/5 w 0:0 - ", BAD "expected the last move or - at - "},
    {"", "5/5/5/5/5 w 0:0 --", BAD "expected the last move or - at --"},
    {"", "5/5/5/5/5 w 0:0 -\n", BAD "expected the last move or - at -?"},
    {"", "5/5/5/5/5 w 0:0 f1", BAD "expected the last move or - at f1"},
    {"", "5/5/5/5/5 w 0:0 a1-c2", BAD "expected the last move or - at a1-c2"},
    {"", "5/5/5/5/5 w 0:0 a1-a1", BAD "expected the last move or - at a1-a1"},
    {"", "5/5/5/5/5 w 0:0 a1:9-b1",
     BAD "expected the last move or - at a1:9-b1"},
    {"", "5/5/5/5/5 w 0:0 a1:0-b1",
     BAD "expected the last move or - at a1:0-b1"},
    {"", "5/5/5/5/5 w 0:0 b2 c3", BAD "expected the last move or - at b2 c3"},
    {"", "5/5/5/1,wrrw,3/w,4 w 0:0 a1:4-b2",
     BAD "a1:4-b2" NOT_LAST "b2 to be empty"},
    {"", "5/5/5/1,wrw,3/w,4 w 0:0 a1:3-b2",
     BAD "a1:3-b2" NOT_LAST "b2 to be 4 high"},
    {"", "5/5/5/5/5 w 0:0 a1-b1", BAD "a1-b1" NOT_LAST "b1 to be 2 high"},
    {"", "5/5/5/5/www,rww,3 w 0:0 a1:2-b1",
     BAD "a1:2-b1" NOT_LAST "a1 to be at most 2 high"},
    {"", "5/5/5/5/w,w,rrr,2 w 0:0 a1-c1",
     BAD "a1-c1" NOT_LAST "b1 to be empty"},
    {"win_score=2", "5/5/5/5/5 w 0:0 a1:4-b1",
     BAD "a1:4-b1" NOT_LAST "a point and 5 pieces in reserve"},
    {"win_score=2 pieces=2", "5/5/5/5/5 w 1:0 a1:4-b1",
     BAD "a1:4-b1" NOT_LAST "a point and 5 pieces in reserve"},
    {"stack=2", "5/5/5/5/5 w 0:0 a1-c1",
     BAD "expected the last move or - at a1-c1"},
    {"", "5/5/5/5/5 w 0:0 b2", BAD "b2" NOT_LAST "a single red piece on b2"},
    {"", "5/5/5/1,w,3/5 w 0:0 b2",
     BAD "b2" NOT_LAST "a single red piece on b2"},
    {"", "5/5/5/1,rr,3/5 w 0:0 b2",
     BAD "b2" NOT_LAST "a single red piece on b2"},
    /* A stack too high; the limit is an option. */
    {"", "5/5/2,wrwrw,2/5/5 w 0:0 -", BAD "the stack on c3 is higher than 4"},
    {"stack=2", "5/5/5/5/4,ww w 0:0 -", BAD "the stack on e1 is higher than 1"},
    {"stack=8", "wwwwwwww,4/5/5/5/5 w 0:0 -",
     BAD "the stack on a5 is higher than 7"},
    {"stack=8", "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww/5/5/5/5 w 0:0 -",
     BAD "the stack on a5 is higher than 7"},
    /* More pieces than there are. */
    {"", "wwww,wwww,wwww,wwww,wwww/w,4/5/5/5 w 0:0 -",
     BAD "white has 21 pieces on the board, but only 20 in all"},
    {"", "wwww,wwww,wwww,wwww,wwww/wwww,ww,3/5/5/5 w 0:0 -",
     BAD "white has 26 pieces on the board, but only 20 in all"},
    {"", "rrrr,rrrr,rrrr,rrrr,rrrr/rrrr,rr,3/5/5/5 w 0:0 -",
     BAD "red has 26 pieces on the board, but only 20 in all"},
    {"pieces=1", "5/5/5/5/r,3,r w 0:0 -",
     BAD "red has 2 pieces on the board, but only 1 in all"},
};

static void bad_positions_are_refused(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(bad_fens); i++) {
    table t = at(bad_fens[i].settings, "");
    table_play(&t, "a1");
    tes_state *before = tes_state_new(t.rules);
    tes_copy(t.rules, before, t.state);
    assert_int_equal(tes_load(t.rules, t.state, bad_fens[i].fen, 0, &t.work),
                     TES_EARG);
    assert_string_equal(t.work.error.text, bad_fens[i].message);
    assert_memory_equal(t.state, before, t.rules->state_size);
    tes_state_free(t.rules, before);
    table_close(&t);
  }
}

static const struct {
  const char *settings, *fen;
} good_fens[] = {
    {"", "5/5/5/5/5 w 0:0 -"},
    {"", "5/5/2,wrr,2/5/5 w 0:0 -"},
    {"", "5/5/2,wrr,2/5/5 r 0:0 pass"},
    {"", "5/5/2,wrr,2/5/5 w 0:0 c4:2-c3"},
    {"", "4,r/5/2,wrr,2/5/5 w 0:0 e5"},
    {"win_score=99", "1,r,w,r,w/ww,w,1,w,1/1,w,2,r/2,w,1,r/r,4 r 98:10 a5-a4"},
    {"", "wwww,wwww,wwww,wwww,wwww/5/5/5/rrrr,rrrr,rrrr,rrrr,rrrr w 0:0 -"},
    {"stack=8", "wwwwwww,3,rrrrrrr/5/5/5/4,rwrwrwr r 0:0 a1:3-a5"},
    {"win_score=2", "5/5/5/5/4,r r 0:1 a1:4-b1"},
    {"stack=2 win_score=2", "5/5/5/5/5 w 1:0 a1-b1"},
    {"stack=2", "w,r,w,r,w/r,w,r,w,r/w,r,w,r,w/r,w,r,w,r/w,r,w,r,w w 0:0 -"},
    {"pieces=1", STUCK "pass"},
};

/* Cut at any byte it is refused, but for the last move, which may be cut to an
 * entry: that can be a position again. */
static void cut_positions_are_refused(table *t, const char *fen) {
  char cut[160];
  const size_t length = strlen(fen);
  tes_state *before = tes_state_new(t->rules);
  tes_copy(t->rules, before, t->state);
  for (size_t end = 0; end < length; end++) {
    /* Of its own size, so that reading behind it would be noticed. */
    char *copy = malloc(end + 1);
    assert_non_null(copy);
    snprintf(cut, sizeof cut, "%.*s", (int)end, fen);
    memcpy(copy, cut, end + 1);
    const bool entry = end >= 4 && cut[end - 3] == ' ' && cut[end - 2] >= 'a' &&
                       cut[end - 2] <= 'e' && cut[end - 1] >= '1' &&
                       cut[end - 1] <= '5';
    const int status = tes_load(t->rules, t->state, copy, 0, &t->work);
    if (!entry) assert_int_equal(status, TES_EARG);
    if (status == TES_OK) tes_copy(t->rules, t->state, before);
    assert_memory_equal(t->state, before, t->rules->state_size);
    free(copy);
  }
  tes_state_free(t->rules, before);
}

static void good_positions_are_read(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(good_fens); i++) {
    table t = at(good_fens[i].settings, good_fens[i].fen);
    assert_fen(&t, good_fens[i].fen);
    assert_int_equal(t.state->ply, 0);
    cut_positions_are_refused(&t, good_fens[i].fen);
    table_close(&t);
  }
}

/* What may be written otherwise is written in one way. */
static void positions_are_normalized(void **state) {
  (void)state;
  table t = at("", "1,1,1,2/5/3,1,1/1,4/w,rr,3 w 00:0 a1:1-b1");
  assert_fen(&t, "5/5/5/5/w,rr,3 w 0:0 a1-b1");
  table_close(&t);
}

/* ---- take-back ---- */

static bool can(table *t, const char *move) {
  return tes_parse(t->rules, t->state, move, &t->work) != 0;
}

static void take_back(void **state) {
  (void)state;
  table t = at("", "5/5/5/5/ww,r,3 w 0:0 -");
  table_play(&t, "a1-b1");
  assert_false(can(&t, "b1-a1"));
  assert_true(can(&t, "b1:2-a1"));
  table_play(&t, "e5");
  /* Only the last move, and only the opponent's. */
  assert_true(can(&t, "b1-a1"));
  table_play(&t, "b1-a1");
  assert_fen(&t, "4,r/5/5/5/ww,r,3 r 0:0 b1-a1");
  assert_false(can(&t, "a1-b1"));
  assert_true(can(&t, "a1:2-b1"));
  table_close(&t);
}

static void take_back_of_several(void **state) {
  (void)state;
  table t = at("", "5/5/5/5/wrw,r,3 w 0:0 -");
  table_play(&t, "a1:2-b1");
  assert_true(can(&t, "b1-a1"));
  assert_false(can(&t, "b1:2-a1"));
  assert_true(can(&t, "b1:3-a1"));
  table_close(&t);
}

/* Also from a position that was read. */
static void take_back_of_what_was_read(void **state) {
  (void)state;
  table t = at("", "5/5/5/5/w,rw,3 r 0:0 a1-b1");
  assert_false(can(&t, "b1-a1"));
  assert_true(can(&t, "b1:2-a1"));
  table_load(&t, "5/5/5/5/w,rw,3 r 0:0 -");
  assert_true(can(&t, "b1-a1"));
  table_load(&t, "5/5/5/5/w,rw,3 r 0:0 c1-b1");
  assert_true(can(&t, "b1-a1"));
  table_load(&t, "5/5/5/5/w,rww,3 r 0:0 a1:2-b1");
  assert_true(can(&t, "b1-a1"));
  assert_false(can(&t, "b1:2-a1"));
  table_load(&t, "5/5/5/5/w,rw,3 r 0:0 a1");
  assert_true(can(&t, "b1-a1"));
  table_close(&t);
}

/* == and hash: a forbidden move that would not be legal anyway is none. */
static void take_back_is_part_of_the_position(void **state) {
  static const struct {
    const char *last;
    bool equal;
  } rows[] = {{"a1-b1", false}, {"c1-b1", true}, {"a1", true}, {"pass", false}};
  (void)state;
  table t = at("", "5/5/5/5/w,rw,3 r 0:0 -"), other = at("", "");
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    char fen[100];
    snprintf(fen, sizeof fen, "5/5/5/5/w,rw,3 r 0:0 %s", rows[i].last);
    table_load(&other, fen);
    assert_int_equal(tes_equal(t.rules, t.state, other.state), rows[i].equal);
    assert_int_equal(
        tes_hash(t.rules, t.state) == tes_hash(t.rules, other.state),
        rows[i].equal);
  }
  table_close(&t);
  table_close(&other);
}

/* ---- endings ---- */

/* Played one by one, it ends with the last of the moves and not before. */
typedef struct ending {
  const char *settings, *fen, *moves, *reason;
  int score[2], place[2];
} ending;

static const ending endings_in_order[] = {
    /* Points: the owner of the top, whoever moved. */
    {"", "5/5/5/5/rrrr,w,3 w 0:0 -", "a1:4-b1", "points", {0, 1}, {2, 1}},
    {"", "5/5/5/5/rrrr,w,3 r 0:0 -", "a1:4-b1", "points", {0, 1}, {2, 1}},
    {"", "5/5/5/5/rrrw,w,3 w 0:0 -", "a1:4-b1", "points", {1, 0}, {1, 2}},
    {"", "5/5/5/5/rrrw,w,3 r 0:0 -", "a1:4-b1", "points", {1, 0}, {1, 2}},
    {"win_score=3",
     "rrrr,w,3/5/5/5/rrrr,w,3 w 2:1 -",
     "a1:4-b1 a5:4-b5",
     "points",
     {2, 3},
     {2, 1}},
    {"win_score=99",
     "5/5/5/5/wwww,w,3 w 98:98 -",
     "a1:4-b1",
     "points",
     {99, 98},
     {1, 2}},
    /* Two passes in a row. */
    {"pieces=1", STUCK "-", "pass pass", "passes", {0, 0}, {1, 1}},
    {"pieces=1", STUCK "pass", "pass", "passes", {0, 0}, {1, 1}},
    {"pieces=1", "", "a1 e5 pass pass", "passes", {0, 0}, {1, 1}},
    {"pieces=1 win_score=5",
     "4,r/5/5/5/w,4 w 4:0 -",
     "pass pass",
     "passes",
     {4, 0},
     {1, 1}},
    {"pieces=2",
     "4,w/5/5/5/w,4 w 0:0 -",
     "pass c3 pass c1 pass pass",
     "passes",
     {0, 0},
     {1, 1}},
    /* Repetition: the third time, the forbidden move included. Read without
     * a last move, the first position forbids nothing and is not the same as
     * the one after a round. */
    {"", RING "-", ROUND ROUND "a1-b1", "repetition", {0, 0}, {1, 1}},
    {"", RING "a2-a1", ROUND ROUND, "repetition", {0, 0}, {1, 1}},
    {"", RING "pass", ROUND ROUND "a1-b1", "repetition", {0, 0}, {1, 1}},
    {"repetition=2", RING "-", ROUND "a1-b1", "repetition", {0, 0}, {1, 1}},
    {"repetition=2", RING "a2-a1", ROUND, "repetition", {0, 0}, {1, 1}},
    {"repetition=4",
     RING "a2-a1",
     ROUND ROUND ROUND,
     "repetition",
     {0, 0},
     {1, 1}},
    {"repetition=9",
     RING "a2-a1",
     ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND,
     "repetition",
     {0, 0},
     {1, 1}},
    {"win_score=2",
     "5/5/5/w,w,3/ww,w,3 w 1:0 a2-a1",
     ROUND ROUND,
     "repetition",
     {1, 0},
     {1, 1}},
    /* Two pieces swing; nothing needs to go round. */
    {"repetition=2",
     "ww,w,3/5/5/5/ww,w,3 w 0:0 -",
     "a1-b1 a5-b5 b1-a1 b5-a5 a1-b1",
     "repetition",
     {0, 0},
     {1, 1}},
    /* An entry begins anew, and so do an emptied cell and a removal. */
    {"repetition=2",
     RING "a2-a1",
     "a1-b1 b1-b2 e5 b2-a2 a2-a1 a1-b1 b1-b2 b2-a2",
     "repetition",
     {0, 0},
     {1, 1}},
    /* What was forbidden before an entry does not matter behind it. (c1 is 2
     * away from a1, so that a1-c1 cannot be taken back.) */
    {"repetition=2",
     "5/5/5/1,w,3/w,1,www,w,1 w 0:0 d1:2-c1",
     "e5 c1-b2 b2-a1 a1-c1 c1-b2 b2-a1 a1-c1",
     "repetition",
     {0, 0},
     {1, 1}},
    /* The start of a row of reversible plies counts, whatever led to it. */
    {"repetition=2",
     "5/5/5/1,w,3/ww,w,3 w 0:0 -",
     "a2 " ROUND "a1-b1",
     "repetition",
     {0, 0},
     {1, 1}},
    /* Stall: reversible plies in a row. */
    {"stall=1", RING "-", "a1-b1", "stall", {0, 0}, {1, 1}},
    {"stall=7", RING "-", ROUND "a1-b1 b1-b2 b2-a2", "stall", {0, 0}, {1, 1}},
    {"stall=4 repetition=0", RING "a2-a1", ROUND, "stall", {0, 0}, {1, 1}},
    {"stall=9 repetition=0",
     RING "a2-a1",
     ROUND ROUND "a1-b1",
     "stall",
     {0, 0},
     {1, 1}},
    {"stall=3",
     RING "-",
     "a1-b1 b1-b2 e5 b2-a2 a2-a1 a1-b1",
     "stall",
     {0, 0},
     {1, 1}},
    {"stall=3",
     "w,w,3/5/5/w,w,3/ww,w,3 w 0:0 -",
     "a1-b1 b1-b2 a5-b5 b2-a2 a2-a1 a1-b1",
     "stall",
     {0, 0},
     {1, 1}},
    {"stall=3 win_score=2",
     "rrrr,w,w,2/5/5/w,w,3/ww,w,3 w 0:0 -",
     "a1-b1 b1-b2 a5:4-b5 b2-a2 a2-a1 a1-b1",
     "stall",
     {0, 1},
     {1, 1}},
    {"pieces=1 stall=1", STUCK "-", "pass", "stall", {0, 0}, {1, 1}},
    {"repetition=0",
     RING "-",
     ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND
         ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND
             ROUND,
     "stall",
     {0, 0},
     {1, 1}},
    /* Where several fall together: points (a removal is never a stall), */
    {"stall=1 repetition=2",
     "5/5/5/5/wrrr,1,rr,2 w 0:0 -",
     "a1:3-c1",
     "points",
     {0, 1},
     {2, 1}},
    /* then two passes (of which each is reversible), */
    {"pieces=1 stall=2 repetition=2",
     STUCK "-",
     "pass pass",
     "passes",
     {0, 0},
     {1, 1}},
    {"pieces=1 stall=1", STUCK "pass", "pass", "passes", {0, 0}, {1, 1}},
    /* then repetition, then stall. */
    {"stall=8", RING "a2-a1", ROUND ROUND, "repetition", {0, 0}, {1, 1}},
    {"stall=4 repetition=2", RING "a2-a1", ROUND, "repetition", {0, 0}, {1, 1}},
    {"stall=7",
     RING "a2-a1",
     ROUND "a1-b1 b1-b2 b2-a2",
     "stall",
     {0, 0},
     {1, 1}},
};

static void play_to_the_end(table *t, const ending *e) {
  char space[1024];
  const char *move[200];
  const size_t count =
      split(e->moves, space, sizeof space, move, COUNT_OF(move));
  for (size_t i = 0; i < count; i++) {
    if (t->state->over) {
      fail_msg("%s %s %s: over before move %d (%s)", e->settings, e->fen,
               e->moves, (int)i + 1, table_reason(t));
    }
    table_play(t, move[i]);
  }
  assert_int_equal(t->state->ply, count);
}

static void games_end(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(endings_in_order); i++) {
    const ending *e = &endings_in_order[i];
    tes_result result;
    table t = at(e->settings, e->fen);
    play_to_the_end(&t, e);
    if (!t.state->over || strcmp(table_reason(&t), e->reason) != 0) {
      fail_msg("%s %s %s: expected %s, got %s", e->settings, e->fen, e->moves,
               e->reason, table_reason(&t));
    }
    tes_result_of(t.rules, t.state, &result, &t.work);
    assert_int_equal(result.seats, 2);
    for (int seat = 0; seat < 2; seat++) {
      assert_int_equal(result.score[seat], e->score[seat]);
      assert_int_equal(result.place[seat], e->place[seat]);
    }
    table_close(&t);
  }
}

/* While it goes on: the places that the scores would give. */
static void places_before_the_end(void **state) {
  tes_result result;
  (void)state;
  table t = at("win_score=9", "5/5/5/5/5 w 3:5 -");
  tes_result_of(t.rules, t.state, &result, &t.work);
  assert_null(result.reason);
  assert_int_equal(result.place[0], 2);
  assert_int_equal(result.place[1], 1);
  table_close(&t);
}

/* ---- queries, parts, drawings ---- */

static int64_t integer_of(table *t, const char *query, const char *argument) {
  int64_t integer = -1;
  tes_text_clear(&t->work.text);
  if (tes_get(t->rules, t->state, 0, tes_query_find(t->rules->game, query),
              argument, &integer, &t->work.text, &t->work) != TES_OK) {
    fail_msg("%s", t->work.error.text);
  }
  return integer;
}

static const char *text_of(table *t, const char *query, const char *argument) {
  integer_of(t, query, argument);
  return tes_text_get(&t->work.text);
}

/* The pieces of a removed stack go back, all of them, to their owners. */
static void reserves_after_removal(void **state) {
  (void)state;
  table t = at("win_score=2 pieces=4", "5/5/5/5/rwwr,r,2,w w 0:0 -");
  assert_int_equal(integer_of(&t, "reserve", "1"), 1);
  assert_int_equal(integer_of(&t, "reserve", "2"), 1);
  table_play(&t, "a1:4-b1");
  assert_fen(&t, "5/5/5/5/4,w r 0:1 a1:4-b1");
  assert_int_equal(integer_of(&t, "reserve", "1"), 3);
  assert_int_equal(integer_of(&t, "reserve", "2"), 4);
  table_play(&t, "a1 b1");
  assert_int_equal(integer_of(&t, "reserve", "1"), 2);
  assert_int_equal(integer_of(&t, "reserve", "2"), 3);
  table_close(&t);
}

static void queries(void **state) {
  (void)state;
  table t = at("", "r,1,r,2/w,3,ww/wrwr,w,3/2,rw,1,r/1,wr,ww,r,1 r 0:0 -");
  assert_string_equal(text_of(&t, "cell", "a3"), "wrwr");
  assert_string_equal(text_of(&t, "cell", "c2"), "rw");
  assert_string_equal(text_of(&t, "cell", "a1"), "");
  assert_string_equal(text_of(&t, "cell", "e4"), "ww");
  assert_int_equal(integer_of(&t, "height", "a3"), 4);
  assert_int_equal(integer_of(&t, "height", "e2"), 1);
  assert_int_equal(integer_of(&t, "height", "e5"), 0);
  assert_int_equal(integer_of(&t, "reserve", "1"), 10);
  assert_int_equal(integer_of(&t, "reserve", "2"), 12);
  assert_string_equal(text_of(&t, "cells", NULL),
                      "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 c3 d3 e3 "
                      "a4 b4 c4 d4 e4 a5 b5 c5 d5 e5");
  table_close(&t);
}

static void bad_queries(void **state) {
  static const struct {
    const char *query, *argument, *message;
  } rows[] = {
      {"cell", NULL, "cell: expected a cell, a1 to e5"},
      {"cell", "", "cell: expected a cell, a1 to e5"},
      {"cell", "f1", "cell: expected a cell, a1 to e5"},
      {"cell", "a11", "cell: expected a cell, a1 to e5"},
      {"height", "a0", "height: expected a cell, a1 to e5"},
      {"height", "A1", "height: expected a cell, a1 to e5"},
      {"reserve", NULL, "reserve: expected a seat, 1 or 2"},
      {"reserve", "0", "reserve: expected a seat, 1 or 2"},
      {"reserve", "3", "reserve: expected a seat, 1 or 2"},
      {"reserve", "11", "reserve: expected a seat, 1 or 2"},
  };
  (void)state;
  table t = at("", "");
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    int64_t integer;
    const int query = tes_query_find(t.rules->game, rows[i].query);
    assert_int_equal(tes_get(t.rules, t.state, 0, query, rows[i].argument,
                             &integer, &t.work.text, &t.work),
                     TES_EARG);
    assert_string_equal(t.work.error.text, rows[i].message);
  }
  table_close(&t);
}

/* All parts of a move as name=value. */
static const char *parts_of(table *t, tes_move move) {
  tes_text *all = &t->work.text;
  tes_text_clear(all);
  const tes_part *part = t->rules->game->made_of;
  for (int row = 0; part[row].name != NULL; row++) {
    char space[16];
    tes_text value;
    tes_text_fixed(&value, space, sizeof space);
    assert_int_equal(
        tes_part_of(t->rules, t->state, move, row, &value, &t->work), TES_OK);
    if (value.length == 0) continue;
    tes_put(all, "%s%s=%s", all->length > 0 ? " " : "", part[row].name,
            tes_text_get(&value));
  }
  return tes_text_get(all);
}

static void parts_of_moves(void **state) {
  static const struct {
    const char *settings, *fen, *move, *parts;
  } rows[] = {
      {"", "", "e5", "kind=enter to=e5"},
      {"", STACKS, "c2:2-a2", NULL},
      {"", "5/5/5/5/wrw,r,3 w 0:0 -", "a1:2-b1",
       "kind=move from=a1 to=b1 pieces=2"},
      {"", "5/5/5/5/wrw,r,3 w 0:0 -", "a1:1-b1",
       "kind=move from=a1 to=b1 pieces=1"},
      {"pieces=1", STUCK "-", "pass", "kind=pass"},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    table t = at(rows[i].settings, rows[i].fen);
    const tes_move move = tes_parse(t.rules, t.state, rows[i].move, &t.work);
    if (rows[i].parts == NULL) {
      assert_int_equal(move, 0);
    } else {
      assert_string_equal(parts_of(&t, move), rows[i].parts);
    }
    table_close(&t);
  }
}

/* The top piece is the capital; wider cells where stacks may be higher. */
static const struct {
  const char *settings, *fen, *moves, *board;
} boards[] = {
    {"win_score=2", "r,1,r,2/w,3,ww/wrwr,w,3/2,rw,1,r/1,wr,ww,r,1 r 1:0 -", "",
     "       a       b       c       d       e\n"
     "   +-------+-------+-------+-------+-------+\n"
     " 5 |   R   |       |   R   |       |       | 5\n"
     "   +-------+-------+-------+-------+-------+\n"
     " 4 |   W   |       |       |       |  wW   | 4\n"
     "   +-------+-------+-------+-------+-------+\n"
     " 3 | wrwR  |   W   |       |       |       | 3\n"
     "   +-------+-------+-------+-------+-------+\n"
     " 2 |       |       |  rW   |       |   R   | 2\n"
     "   +-------+-------+-------+-------+-------+\n"
     " 1 |       |  wR   |  wW   |   R   |       | 1\n"
     "   +-------+-------+-------+-------+-------+\n"
     "       a       b       c       d       e\n"
     "   red to move   score 1:0   reserve 10:12\n"},
    {"stack=8 stall=1", "5/5/5/5/wrwrwrw,r,3 w 0:0 -", "a1:6-b1",
     "        a         b         c         d         e\n"
     "   +---------+---------+---------+---------+---------+\n"
     " 5 |         |         |         |         |         | 5\n"
     "   +---------+---------+---------+---------+---------+\n"
     " 4 |         |         |         |         |         | 4\n"
     "   +---------+---------+---------+---------+---------+\n"
     " 3 |         |         |         |         |         | 3\n"
     "   +---------+---------+---------+---------+---------+\n"
     " 2 |         |         |         |         |         | 2\n"
     "   +---------+---------+---------+---------+---------+\n"
     " 1 |   [W]   |[rrwrwrW]|         |         |         | 1\n"
     "   +---------+---------+---------+---------+---------+\n"
     "        a         b         c         d         e\n"
     "   over   score 0:0   reserve 16:16\n"},
};

static void drawings(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(boards); i++) {
    table t = at(boards[i].settings, boards[i].fen);
    table_play(&t, boards[i].moves);
    tes_text_clear(&t.work.text);
    tes_board(t.rules, t.state, 0, &t.work.text, &t.work);
    assert_string_equal(tes_text_get(&t.work.text), boards[i].board);
    table_close(&t);
  }
}

/* ---- the evaluation ---- */

/* The other stack that one meets in a direction, and how far away; or 0. */
static int meet(const mixtour *m, int cell, int by, int *steps) {
  for (*steps = 1; *steps <= 4; ++*steps) {
    cell += by;
    if (cell < 0 || cell >= 32 || m->stack[cell] == 0) return 0;
    if (m->stack[cell] != EMPTY) return m->stack[cell];
  }
  return 0;
}

static int kind_seen(int stack, int side) {
  const int high = height((unsigned)stack);
  return 2 * (high - 1) + ((stack & 1) != side);
}

/* Adds a trait to the inner sums. */
static void add_trait(int sum[HIDDEN], int trait) {
  for (int k = 0; k < HIDDEN; k++) sum[k] += inner[trait][k];
}

/* Those of a stack and of whom it meets to the right and above, one by one. */
static void add_traits_of(const mixtour *m, int cell, int sum[HIDDEN]) {
  static const int directions[] = {1, 5, 6, 7};
  const int side = m->head.seat - 1, stack = m->stack[cell];
  const int pieces = (1 << height((unsigned)stack)) - 1;
  add_trait(sum, side == WHITE ? stack : stack ^ pieces); /* below 32 */
  for (int i = 0; i < 4; i++) {
    int steps;
    const int other = meet(m, cell, directions[i], &steps);
    if (other == 0) continue;
    const int a = kind_seen(stack, side), b = kind_seen(other, side);
    const int more = a > b ? a : b, less = a > b ? b : a;
    add_trait(sum, 32 + PAIRS * (steps - 1) + more * (more + 1) / 2 + less);
  }
}

static int plain_evaluation(const mixtour *m) {
  const int side = m->head.seat - 1;
  int sum[HIDDEN], part = 0;
  for (int k = 0; k < HIDDEN; k++) sum[k] = inner_bias[k];
  for (int cell = 0; cell < 29; cell++) {
    if (m->stack[cell] > EMPTY) add_traits_of(m, cell, sum);
  }
  for (int k = 0; k < HIDDEN; k++) part += sum[k] > 0 ? sum[k] * outer[k] : 0;
  return 1000 * (m->score[side] - m->score[side ^ 1]) + BIAS +
         part / OUTER_UNIT;
}

/* Of the seat to move. */
static int lead_of(table *t) {
  int lead[2];
  const tes_insight *insight = t->rules->game->insight;
  assert_int_equal(insight->estimate(t->rules, t->state, lead, &t->work), 0);
  return lead[t->state->seat - 1];
}

/* On any processor; and no sum comes near to what it is taken modulo. */
static void positions_are_evaluated_by_their_traits(void **state) {
  (void)state;
  table t = at("win_score=5", "");
  for (uint64_t seed = 0; seed < 300; seed++) {
    tes_rng rng;
    tes_rng_seed(&rng, seed);
    tes_start(t.rules, t.state, 0, &t.work);
    while (!t.state->over) {
      const int value = plain_evaluation(mixtour_of(t.state));
      for (int cpu = TES_CPU_ANY; cpu <= (int)tes_cpu_best(); cpu++) {
        t.rules->cpu = cpu;
        assert_int_equal(lead_of(&t), value);
      }
      tes_random_move(t.rules, t.state, &rng, &t.work);
    }
  }
  table_close(&t);
}

/* ---- playouts ---- */

/* Both ways end in the same bytes, with the generator in the same state. */
static void same_playout(table *t, const tes_state *from, uint64_t seed,
                         int64_t (*playout)(const tes_rules *, tes_state *,
                                            tes_rng *, tes_work *)) {
  const tes_rules *rules = t->rules;
  tes_rng rng, other_rng;
  tes_state *other = tes_state_new(rules);
  tes_rng_seed(&rng, seed);
  other_rng = rng;
  tes_copy(rules, t->state, from);
  tes_copy(rules, other, from);
  const int64_t plies = playout(rules, t->state, &rng, &t->work);
  assert_true(plies > 0);
  assert_true(tes_playout_listed(rules, other, &other_rng, &t->work) == plies);
  assert_int_equal(t->state->ply, plies);
  assert_true(t->state->over);
  assert_memory_equal(t->state, other, rules->state_size);
  assert_memory_equal(&rng, &other_rng, sizeof rng);
  tes_state_free(rules, other);
}

static const struct {
  const char *settings, *fen;
  int games;
} playouts[] = {
    {"", "", 3000},
    {"win_score=5", "", 300},
    {"stack=2 win_score=9", "", 300},
    {"stack=3", "", 300},
    {"stack=4 pieces=7", "", 300},
    {"stack=6", "", 300},
    {"stack=7 repetition=2", "", 300},
    {"stack=8 win_score=2", "", 300},
    {"pieces=1", "", 300},
    {"pieces=2 win_score=3 repetition=2 stall=7", "", 300},
    {"pieces=5 repetition=0", "", 300},
    {"", "wwww,wwww,wwww,wwww,wwww/5/5/5/rrrr,rrrr,rrrr,rrrr,rrrr r 0:0 -",
     300},
    {"", RING "a2-a1", 300},
    {"stack=8", "wwwwwww,3,rrrrrrr/5/1,wr,1,r,1/5/4,rwrwrwr r 0:0 a1:3-a5",
     300},
};

static void playouts_pick_from_the_list(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(playouts); i++) {
    table t = at(playouts[i].settings, playouts[i].fen);
    tes_state *from = tes_state_new(t.rules);
    tes_copy(t.rules, from, t.state);
    for (uint64_t seed = 0; seed < (uint64_t)playouts[i].games; seed++) {
      same_playout(&t, from, seed, tes_playout);
      t.rules->cpu = TES_CPU_ANY;
      same_playout(&t, from, seed, tes_playout);
      t.rules->cpu = (int)tes_cpu_best();
    }
    tes_state_free(t.rules, from);
    table_close(&t);
  }
}

static void playouts_stop(void **state) {
  const volatile int stop = 1;
  tes_rng rng;
  (void)state;
  table t = at("", "");
  t.work.stop = &stop;
  tes_rng_seed(&rng, 1);
  assert_int_equal(tes_playout(t.rules, t.state, &rng, &t.work), TES_ESTOPPED);
  assert_int_equal(tes_playout_listed(t.rules, t.state, &rng, &t.work),
                   TES_ESTOPPED);
  table_close(&t);
}

/* What is over has no plies left. */
static void playouts_of_what_is_over(void **state) {
  tes_rng rng;
  (void)state;
  table t = at("stall=1", RING "-");
  table_play(&t, "a1-b1");
  tes_rng_seed(&rng, 1);
  assert_int_equal(tes_playout(t.rules, t.state, &rng, &t.work), 0);
  assert_int_equal(t.state->ply, 1);
  table_close(&t);
}

/* What the header says of its numbers, on which the width of a sum rests. */
static void outer_weights_come_to_what_is_said(void **state) {
  (void)state;
  int sum = 0;
  for (int k = 0; k < HIDDEN; k++) sum += abs(outer[k]);
  assert_in_range(sum, 1, OUTER_SUM);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(perft_from_the_start),
      cmocka_unit_test(perft_of_the_second_opinion),
      cmocka_unit_test(legal_moves),
      cmocka_unit_test(illegal_moves),
      cmocka_unit_test(long_text_is_cut),
      cmocka_unit_test(over_is_over),
      cmocka_unit_test(bad_positions_are_refused),
      cmocka_unit_test(good_positions_are_read),
      cmocka_unit_test(positions_are_normalized),
      cmocka_unit_test(take_back),
      cmocka_unit_test(take_back_of_several),
      cmocka_unit_test(take_back_of_what_was_read),
      cmocka_unit_test(take_back_is_part_of_the_position),
      cmocka_unit_test(games_end),
      cmocka_unit_test(places_before_the_end),
      cmocka_unit_test(reserves_after_removal),
      cmocka_unit_test(queries),
      cmocka_unit_test(bad_queries),
      cmocka_unit_test(parts_of_moves),
      cmocka_unit_test(drawings),
      cmocka_unit_test(positions_are_evaluated_by_their_traits),
      cmocka_unit_test(playouts_pick_from_the_list),
      cmocka_unit_test(playouts_stop),
      cmocka_unit_test(playouts_of_what_is_over),
      cmocka_unit_test(outer_weights_come_to_what_is_said),
  };
  return cmocka_run_group_tests_name("mixtour", tests, NULL, NULL);
}
