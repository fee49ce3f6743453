/* text.c: the part of tes_check for text (moves, drawings, position text,
 * answers to queries), and for the information that it gives each seat.
 *
 * The check does not need to know what is hidden: a seat must get the same text
 * for the state and for its view, and a state dealt again, by a view or from
 * the seat's own position text, must give the same view. A game whose view
 * hides too little is found by its position text; a game whose text says too
 * much is found by the view. */
#include <ctype.h>
#include <string.h>

#include "parts.h"

static const char *save(tes_checking *c, const tes_state *state, int seat,
                        tes_text *text) {
  tes_text_clear(text);
  tes_save(c->rules, state, seat, text);
  return tes_text_get(text);
}

static void draw(tes_checking *c, const tes_state *state, int seat,
                 tes_text *text) {
  tes_text_clear(text);
  tes_board(c->rules, state, seat, text, &c->busy);
}

/* Copies c->text to c->reply, cut at a character, or with `sign` in its
 * place. */
static const char *damage(tes_checking *c, size_t at, char sign) {
  const char *text = tes_text_get(&c->text);
  tes_text_clear(&c->reply);
  tes_put_bytes(&c->reply, text, at);
  if (sign != '\0') tes_put(&c->reply, "%c%s", sign, text + at + 1);
  return tes_text_get(&c->reply);
}

static bool same_texts(const tes_checking *c) {
  return strcmp(tes_text_get(&c->text), tes_text_get(&c->reply)) == 0;
}

/* Moves and arguments that may be wrong; NULL: no argument. */
static const char *const any_words[] = {
    NULL,    "",
    " ",     "0",
    "1",     "2",
    "-1",    "?",
    "-",     "a",
    "a1",    "c3",
    "z99",   "blue",
    "white", "1,1",
    "pass",  "a1-a1",
    "%s%n",  "99999999999999999999999999999999999999999999999999999999999999"};
enum { ANY_WORDS = sizeof any_words / sizeof *any_words };

static int view_of_seat(tes_checking *c, tes_state *state, int seat,
                        uint64_t seed) {
  tes_rng rng;
  tes_rng_seed(&rng, seed);
  const int status = tes_view(c->rules, state, seat, &rng, &c->busy);
  return tes_check_status(c, "hide", status, &c->busy);
}

/* ---- drawings ---- */

/* Does an element have a known shape and colour, places on the board, and
 * terminated text? */
static bool sound_element(const tes_drawing *d, const tes_element *e) {
  bool sound = e->shape < TES_SHAPES && e->colour < TES_COLOURS &&
               e->box < TES_BOXES && e->count <= TES_PLACES &&
               memchr(e->id, 0, sizeof e->id) &&
               memchr(e->text, 0, sizeof e->text) &&
               memchr(e->symbol, 0, sizeof e->symbol);
  for (int i = 0; sound && e->box == 0 && i < e->count; i++) {
    sound = e->at[i].x >= 0 && e->at[i].x < d->columns && e->at[i].y >= 0 &&
            e->at[i].y < d->rows;
  }
  return sound && (e->box > 0 || e->count > 0);
}

static int check_elements(tes_checking *c, const tes_drawing *drawing,
                          int seat) {
  if (drawing->columns < 1 || drawing->rows < 1) {
    return tes_check_fail(c, "draw", "drew no cells for seat %d", seat);
  }
  for (int i = 0; i < drawing->count; i++) {
    if (sound_element(drawing, &drawing->elements[i])) continue;
    return tes_check_fail(c, "draw", "drew a bad element, number %d", i + 1);
  }
  return TES_OK;
}

int tes_check_draw(tes_checking *c) {
  tes_drawing drawing;
  int status = TES_OK;
  for (int seat = 0; seat <= c->rules->seats && status == TES_OK; seat++) {
    const tes_move hint = c->list.count > 0 && seat == c->now->seat
                              ? c->list.moves[tes_check_below(c, c->list.count)]
                              : 0;
    tes_drawing_init(&drawing, c->rules->alloc);
    status = tes_draw(c->rules, c->now, seat, hint, &drawing, &c->busy);
    status = tes_check_status(c, "draw", status, &c->busy);
    if (status == TES_OK) status = check_elements(c, &drawing, seat);
    tes_text_clear(&c->text);
    if (status == TES_OK) tes_render_svg(&drawing, NULL, &c->text);
    tes_drawing_free(&drawing);
  }
  return status;
}

/* ---- print, parse, why ---- */

static int misread(tes_checking *c, tes_move move, tes_move got) {
  const char *text = tes_text_get(&c->text);
  if (got == 0) {
    return tes_check_fail(c, "parse",
                          "refuses \"%.60s\", which print() wrote: %.100s",
                          text, c->busy.error.text);
  }
  if (strcmp(tes_check_print(c, c->now, got, &c->reply), text) == 0) {
    return tes_check_fault(c, "print", "same",
                           "writes \"%.60s\" for both %lld and %lld", text,
                           (long long)move, (long long)got);
  }
  return tes_check_fail(c, "parse", "reads \"%.60s\" as \"%.60s\"", text,
                        tes_text_get(&c->reply));
}

/* Skips a whole number. */
static bool eat_number(const char **at) {
  *at += **at == '-';
  const char *begin = *at;
  while (isdigit((unsigned char)**at)) ++*at;
  return *at > begin;
}

/* Is this a value for a part of this type? */
static bool sound_part(tes_answer gives, const char *at) {
  if (gives == TES_INTEGER) {
    if (!eat_number(&at)) return false;
    return *at == '\0';
  }
  if (strchr(at, ' ') != NULL) return false;
  while (gives == TES_TEXTS && *at != '\0') {
    const size_t length = strcspn(at, "+");
    at += length;
    if (length == 0) return false;
    if (*at == '+' && *++at == '\0') return false;
  }
  return true;
}

static int check_parts(tes_checking *c, tes_move move) {
  const tes_part *part = c->game->made_of;
  for (int row = 0; part != NULL && part[row].name != NULL; row++) {
    tes_text_clear(&c->reply);
    const int status =
        tes_part_of(c->rules, c->now, move, row, &c->reply, &c->busy);
    TES_TRY(tes_check_status(c, "part", status, &c->busy));
    const char *value = tes_text_get(&c->reply);
    if (*value == '\0' || sound_part(part[row].gives, value)) continue;
    return tes_check_fail(
        c, "part", "of %.60s wrote \"%.80s\" as %s: expected %s",
        tes_text_get(&c->text), value, part[row].name,
        part[row].gives == TES_INTEGER ? "a number" : "no spaces");
  }
  return TES_OK;
}

/* Two moves with the same text could not both be read back, so this also shows
 * that each move has its own text. */
static int check_print(tes_checking *c, tes_move move) {
  tes_text_clear(&c->text);
  int status = tes_print(c->rules, c->now, move, 0, &c->text, &c->busy);
  TES_TRY(tes_check_status(c, "print", status, &c->busy));
  const char *text = tes_text_get(&c->text);
  if (*text == '\0') {
    return tes_check_fail(c, "print", "wrote nothing for %lld",
                          (long long)move);
  }
  if (strpbrk(text, " \t\r\n") != NULL) {
    return tes_check_fail(c, "print", "put white space into \"%.60s\"", text);
  }
  const tes_move got = tes_parse(c->rules, c->now, text, &c->busy);
  if (got != move) return misread(c, move, got);
  TES_TRY(check_parts(c, move));
  for (int seat = 1; seat <= c->rules->seats; seat++) {
    tes_text_clear(&c->reply);
    status = tes_print(c->rules, c->now, move, seat, &c->reply, &c->busy);
    TES_TRY(tes_check_status(c, "print", status, &c->busy));
    if (c->reply.length > 0) continue;
    return tes_check_fail(c, "print", "wrote nothing for %.60s and seat %d",
                          text, seat);
  }
  return TES_OK;
}

/* Any text must be read as a legal move, or refused with a reason. */
static int check_foreign(tes_checking *c, const char *text) {
  c->busy.error.text[0] = '\0';
  const tes_move move = tes_parse(c->rules, c->now, text, &c->busy);
  TES_TRY(tes_check_stopped(c));
  if (move != 0) {
    if (tes_check_listed(c, move)) return TES_OK;
    return tes_check_fail(c, "parse",
                          "reads \"%.60s\" as %lld, which is not listed", text,
                          (long long)move);
  }
  if (c->busy.error.text[0] == '\0') {
    return tes_check_fail(c, "parse", "or why() refused \"%.60s\" silently",
                          text);
  }
  tes_copy(c->rules, c->next, c->now);
  const int status = tes_play_text(c->rules, c->next, text, &c->busy);
  TES_TRY(tes_check_stopped(c));
  if (status != TES_OK && tes_check_same(c, c->next, c->now)) return TES_OK;
  return tes_check_fail(c, "play", "of \"%.60s\" changed the state", text);
}

/* Cuts the text in c->text, or changes one character, and tries it. */
static int check_damaged(tes_checking *c) {
  static const char letters[] = "abz019:;-,.+@?x*%\n \x7f\xff";
  const size_t at = tes_check_below(c, c->text.length + 1);
  TES_TRY(check_foreign(c, damage(c, at, '\0')));
  if (at == c->text.length) return TES_OK;
  const char sign = letters[tes_check_below(c, sizeof letters - 1)];
  return check_foreign(c, damage(c, at, sign));
}

static int check_garbage(tes_checking *c) {
  for (size_t i = 1; i < ANY_WORDS; i++) {
    TES_TRY(check_foreign(c, any_words[i]));
  }
  for (size_t i = 0; i < c->other_list.count && i < 12; i++) {
    const size_t at = tes_check_below(c, c->other_list.count);
    tes_check_print(c, c->other, c->other_list.moves[at], &c->text);
    TES_TRY(check_foreign(c, tes_text_get(&c->text)));
    TES_TRY(check_damaged(c));
  }
  return TES_OK;
}

/* Checks the examples of the notation: at the start of a line, the text before
 * two spaces. */
static int check_examples(tes_checking *c) {
  const char *line = c->game->notation;
  while (line != NULL && *line != '\0') {
    const size_t length = strcspn(line, "\n");
    const char *gap = strstr(line, "  ");
    if (*line != ' ' && gap != NULL && gap < line + length) {
      tes_text_clear(&c->text);
      tes_put_bytes(&c->text, line, (size_t)(gap - line));
      TES_TRY(check_foreign(c, tes_text_get(&c->text)));
    }
    line += length + (line[length] != '\0');
  }
  return TES_OK;
}

/* Without `parse`, reading one move prints all moves. */
int tes_check_notation(tes_checking *c) {
  const size_t most = c->game->parse != NULL ? c->list.count : 40;
  TES_TRY(tes_check_some(c, &c->list, most, check_print));
  TES_TRY(check_examples(c));
  return check_garbage(c);
}

/* ---- position text ---- */

enum { AHEAD = 6 }; /* plies made from a loaded position */

/* The loaded state in `next` must print its moves like `now`. */
static int compare_move(tes_checking *c, tes_move move) {
  const char *text = tes_check_print(c, c->now, move, &c->text);
  const char *read = tes_check_print(c, c->next, move, &c->reply);
  if (same_texts(c)) return TES_OK;
  return tes_check_fail(c, "load",
                        "gave a position in which %.60s is printed as %.60s",
                        text, read);
}

static int compare_moves(tes_checking *c) {
  TES_TRY(tes_check_list(c, c->next, &c->again));
  if (!tes_check_same_list(&c->list, &c->again)) {
    return tes_check_fail(c, "load", "gave a position with other moves");
  }
  return tes_check_some(c, &c->list, 30, compare_move);
}

/* Compares the ending and the scores of `now` with those of a state that was
 * loaded from its text, or that has made the same moves since it was loaded. */
static int compare_loaded_result(tes_checking *c, const tes_state *read) {
  tes_result saved, other;
  if (c->now->over != read->over) {
    const int over = c->now->over != 0 ? c->now->over : read->over;
    return tes_check_fail(
        c, "load", "gave a position that %s by \"%s\", but the saved one %s",
        read->over ? "ends" : "does not end", c->game->endings[over - 1],
        c->now->over ? "does" : "does not");
  }
  int status = tes_result_of(c->rules, c->now, &saved, &c->busy);
  TES_TRY(tes_check_status(c, "result", status, &c->busy));
  status = tes_result_of(c->rules, read, &other, &c->busy);
  TES_TRY(tes_check_status(c, "result", status, &c->busy));
  for (int i = 0; i < c->rules->seats; i++) {
    const int score = other.score[i], place = other.place[i];
    if (saved.score[i] == score && saved.place[i] == place) continue;
    return tes_check_fail(c, "load",
                          "gave a position with score %d, place %d for seat "
                          "%d, but the saved one has %d, %d",
                          score, place, i + 1, saved.score[i], saved.place[i]);
  }
  return TES_OK;
}

/* Does the loaded state have the same bytes, except for the plies? A game may
 * know more than its text says, such as how often a position occurred. */
static bool same_bytes(tes_checking *c, tes_state *read) {
  const uint32_t ply = read->ply;
  read->ply = c->now->ply;
  const bool same = tes_check_same(c, c->now, read);
  read->ply = ply;
  return same;
}

/* Makes random moves in `now` and in `read`. */
static int play_both(tes_checking *c, tes_state *read) {
  for (int ply = 0; ply < AHEAD && !c->now->over; ply++) {
    TES_TRY(tes_check_list(c, c->now, &c->again));
    if (c->again.count == 0) return TES_OK;
    const size_t at = tes_check_below(c, c->again.count);
    const tes_move move = c->again.moves[at];
    TES_TRY(tes_check_advance(c, move));
    const int status = tes_apply(c->rules, read, move, &c->busy);
    TES_TRY(tes_check_status(c, "apply", status, &c->busy));
    TES_TRY(compare_loaded_result(c, read));
  }
  return TES_OK;
}

/* The loaded state in `next` must agree with `now`, even some moves later.
 * `now` itself makes these moves, for messages. */
static int compare_ahead(tes_checking *c) {
  TES_TRY(compare_loaded_result(c, c->next));
  if (!same_bytes(c, c->next)) return TES_OK;
  tes_copy(c->rules, c->twin, c->next);
  tes_copy(c->rules, c->spare, c->now);
  TES_TRY(play_both(c, c->twin));
  tes_copy(c->rules, c->now, c->spare);
  return TES_OK;
}

static int compare_read(tes_checking *c) {
  if (!tes_equal(c->rules, c->now, c->next)) {
    return tes_check_fail(c, "load",
                          "gave a position not equal to the saved one");
  }
  if (tes_hash(c->rules, c->now) != tes_hash(c->rules, c->next)) {
    return tes_check_fail(c, "hash", "differs after save() and load()");
  }
  return compare_moves(c);
}

/* Loads c->text into `next`; the seed matters only for hidden information. */
static int load_saved(tes_checking *c) {
  const int status = tes_load(c->rules, c->next, tes_text_get(&c->text),
                              tes_check_seed(c), &c->fresh);
  if (status == TES_OK) return tes_check_head(c, "load", c->next);
  if (status == TES_ENOMEM) return tes_check_status(c, "load", status, NULL);
  return tes_check_fail(c, "load",
                        "refuses \"%.60s\", which save() wrote: %.100s",
                        tes_text_get(&c->text), c->fresh.error.text);
}

static int check_stable(tes_checking *c, int seat) {
  save(c, c->next, seat, &c->reply);
  if (same_texts(c)) return TES_OK;
  return tes_check_fail(c, "load",
                        "and save() for seat %d give \"%.80s\" for \"%.80s\"",
                        seat, tes_text_get(&c->reply), tes_text_get(&c->text));
}

/* Text that was never saved but can be read must give a position like any
 * other. Lua code may fail there, but must report that. */
static int check_accepted(tes_checking *c) {
  TES_TRY(tes_check_head(c, "load", c->next));
  if (!c->next->over) {
    c->again.count = 0;
    const int status = tes_moves(c->rules, c->next, &c->again, &c->busy);
    TES_TRY(tes_check_stopped(c));
    if (status == TES_OK && c->again.count == 0) {
      return tes_check_fail(c, "load", "of \"%.80s\" leaves no move",
                            tes_text_get(&c->reply));
    }
  }
  save(c, c->next, 0, &c->text);
  TES_TRY(load_saved(c));
  return check_stable(c, 0);
}

/* Loads c->reply, which may be anything. */
static int check_unsound(tes_checking *c) {
  const char *text = tes_text_get(&c->reply);
  tes_copy(c->rules, c->next, c->now);
  c->busy.error.text[0] = '\0';
  const int status =
      tes_load(c->rules, c->next, text, tes_check_seed(c), &c->busy);
  TES_TRY(tes_check_stopped(c));
  if (status == TES_OK) return check_accepted(c);
  if (c->busy.error.text[0] == '\0') {
    return tes_check_fail(c, "load", "refuses \"%.80s\" silently", text);
  }
  if (tes_check_same(c, c->next, c->now)) return TES_OK;
  return tes_check_fail(c, "load", "refused \"%.80s\" and changed the state",
                        text);
}

/* A character from the text itself, or from others. */
static char any_char(tes_checking *c, const char *text, size_t length) {
  static const char letters[] = "019abgprw:;-,./?x* \n%\x7f\xff";
  if (tes_check_below(c, 2) == 0) return text[tes_check_below(c, length)];
  return letters[tes_check_below(c, sizeof letters - 1)];
}

/* Cuts the text of `now` at each length, and changes characters. */
static int check_damage(tes_checking *c) {
  const size_t length = strlen(save(c, c->now, 0, &c->text));
  for (size_t i = 0; i < 60 && i < length; i++) {
    const size_t at = length <= 60 ? i : tes_check_below(c, length);
    save(c, c->now, 0, &c->text);
    damage(c, at, '\0');
    TES_TRY(check_unsound(c));
    const char *text = save(c, c->now, 0, &c->text);
    damage(c, at, any_char(c, text, length));
    TES_TRY(check_unsound(c));
  }
  return TES_OK;
}

int tes_check_save(tes_checking *c) {
  if (c->game->save == NULL) return TES_OK;
  if (*save(c, c->now, 0, &c->text) == '\0') {
    return tes_check_fail(c, "save", "wrote nothing");
  }
  if (c->game->load == NULL || c->now->over) return TES_OK;
  TES_TRY(load_saved(c));
  TES_TRY(check_stable(c, 0));
  TES_TRY(compare_read(c));
  TES_TRY(compare_ahead(c));
  return check_damage(c);
}

/* ---- queries ---- */

typedef struct asked {
  int seat, query;
  const char *argument;
} asked;

/* No game answers with this integer: it shows that nothing was written. */
#define UNWRITTEN (INT64_MIN + 1)

static int get(tes_checking *c, const tes_state *state, const asked *a,
               int64_t *integer, tes_text *text) {
  *integer = UNWRITTEN;
  tes_text_clear(text);
  return tes_get(c->rules, state, a->seat, a->query, a->argument, integer, text,
                 &c->busy);
}

/* Is it a list of whole numbers for each seat? */
static bool sound_lists(const tes_rules *rules, const char *at) {
  int lists = 1;
  for (; *at != '\0'; at += *at == ' ') {
    if (*at == '/') {
      lists++;
      at++;
    } else if (!eat_number(&at)) {
      return false;
    }
  }
  return lists == rules->seats;
}

static int check_answered(tes_checking *c, const tes_query *q,
                          int64_t integer) {
  if (q->gives == TES_INTEGER && integer == UNWRITTEN) {
    return tes_check_fail(c, "get", "of %.40s gives no integer", q->name);
  }
  if (q->gives == TES_LISTS && !sound_lists(c->rules, tes_text_get(&c->text))) {
    return tes_check_fail(
        c, "get",
        "of %.40s gave \"%.60s\", expected a list of numbers for each seat",
        q->name, tes_text_get(&c->text));
  }
  return TES_OK;
}

/* A query without an argument must have an answer if nothing is hidden. */
static int check_refused(tes_checking *c, const tes_query *q, const asked *a) {
  if (c->busy.error.text[0] == '\0') {
    return tes_check_fail(c, "get", "refuses %.40s \"%.40s\" silently", q->name,
                          a->argument != NULL ? a->argument : "");
  }
  if (q->takes[0] != '\0' || a->argument != NULL || a->seat != 0) return TES_OK;
  return tes_check_fail(c, "get",
                        "refuses %.40s, which needs no argument: %.100s",
                        q->name, c->busy.error.text);
}

static int check_answer(tes_checking *c, const asked *a) {
  int64_t integer;
  c->busy.error.text[0] = '\0';
  const int status = get(c, c->now, a, &integer, &c->text);
  const tes_query *q = &c->game->queries[a->query];
  if (status == TES_ENOMEM) return tes_check_status(c, "get", status, NULL);
  return status == TES_OK ? check_answered(c, q, integer)
                          : check_refused(c, q, a);
}

/* Makes the same query about `now` and about its view in `next`. */
static int check_view_answer(tes_checking *c, const asked *a) {
  int64_t integer, viewed;
  const int status = get(c, c->now, a, &integer, &c->text);
  const int again = get(c, c->next, a, &viewed, &c->reply);
  if (status != TES_OK && again != TES_OK) return TES_OK;
  if (status == again && integer == viewed && same_texts(c)) return TES_OK;
  return tes_check_fail(c, "get",
                        "of %.40s \"%.40s\" reveals hidden information to seat "
                        "%d",
                        c->game->queries[a->query].name,
                        a->argument != NULL ? a->argument : "", a->seat);
}

static int ask_all(tes_checking *c, int seat,
                   int (*check)(tes_checking *c, const asked *a)) {
  if (c->game->get == NULL || c->game->queries == NULL) return TES_OK;
  for (int query = 0; c->game->queries[query].name != NULL; query++) {
    for (size_t i = 0; i < ANY_WORDS; i++) {
      TES_TRY(check(c, &(asked){seat, query, any_words[i]}));
    }
  }
  return TES_OK;
}

int tes_check_queries(tes_checking *c) {
  for (int seat = 0; seat <= c->rules->seats; seat++) {
    TES_TRY(ask_all(c, seat, check_answer));
  }
  return TES_OK;
}

/* ---- views ---- */

/* `next` is a view of `now`. With another seed, the view of that view and the
 * view of `now` must have the same bytes. */
static int check_same_views(tes_checking *c, int seat, uint64_t seed) {
  tes_copy(c->rules, c->spare, c->now);
  TES_TRY(view_of_seat(c, c->spare, seat, seed));
  if (!tes_check_same(c, c->spare, c->next)) {
    return tes_check_fail(
        c, "hide", "for seat %d gave two views with the same seed", seat);
  }
  const uint64_t second = tes_check_seed(c);
  tes_copy(c->rules, c->twin, c->now);
  TES_TRY(view_of_seat(c, c->twin, seat, second));
  TES_TRY(view_of_seat(c, c->spare, seat, second));
  if (!tes_check_same(c, c->twin, c->spare)) {
    return tes_check_fail(c, "hide",
                          "for seat %d depends on hidden information", seat);
  }
  return TES_OK;
}

static int check_view_head(tes_checking *c, int seat) {
  const tes_state *a = c->now, *b = c->next;
  if (a->seat == b->seat && a->over == b->over && a->ply == b->ply) {
    return TES_OK;
  }
  return tes_check_fail(c, "hide", "for seat %d changed the head", seat);
}

/* The moves of the player to move must not depend on information hidden from
 * that player. */
static int check_view_moves(tes_checking *c, int seat) {
  if (c->now->over || c->now->seat != seat) return TES_OK;
  TES_TRY(tes_check_list(c, c->next, &c->again));
  if (!tes_check_same_list(&c->list, &c->again)) {
    return tes_check_fail(
        c, "hide", "changed the moves of seat %d, which is to move", seat);
  }
  for (size_t i = 0; i < c->list.count && i < 100; i++) {
    const tes_move move = c->list.moves[i];
    tes_text_clear(&c->reply);
    tes_print(c->rules, c->next, move, seat, &c->reply, &c->busy);
    tes_text_clear(&c->text);
    tes_print(c->rules, c->now, move, seat, &c->text, &c->busy);
    if (same_texts(c)) continue;
    return tes_check_fault(
        c, "print", "tells", "writes %.60s as %.60s in seat %d's view",
        tes_text_get(&c->text), tes_text_get(&c->reply), seat);
  }
  return TES_OK;
}

static int check_view_texts(tes_checking *c, int seat) {
  draw(c, c->now, seat, &c->text);
  draw(c, c->next, seat, &c->reply);
  if (!same_texts(c)) {
    return tes_check_fail(c, "draw", "shows seat %d hidden information", seat);
  }
  save(c, c->now, seat, &c->text);
  save(c, c->next, seat, &c->reply);
  if (!same_texts(c)) {
    return tes_check_fault(c, "save", "tells",
                           "reveals hidden information to seat %d", seat);
  }
  return ask_all(c, seat, check_view_answer);
}

/* load() deals the information that a seat's position text leaves out, and
 * hide() deals the information that the seat cannot see: the two must be the
 * same. Overwrites the view in `next`. */
static int check_view_load(tes_checking *c, int seat) {
  if (c->game->save == NULL || c->game->load == NULL || c->now->over) {
    return TES_OK;
  }
  const uint64_t seed = tes_check_seed(c);
  save(c, c->now, seat, &c->text);
  TES_TRY(load_saved(c));
  TES_TRY(check_stable(c, seat));
  tes_copy(c->rules, c->twin, c->now);
  TES_TRY(view_of_seat(c, c->twin, seat, seed));
  TES_TRY(view_of_seat(c, c->next, seat, seed));
  if (tes_equal(c->rules, c->next, c->twin)) return TES_OK;
  return tes_check_fail(c, "hide",
                        "for seat %d keeps information that save() leaves out, "
                        "or load() loses some that save() wrote",
                        seat);
}

/* The result of a finished game must not depend on hidden information. */
static int check_view_result(tes_checking *c, int seat) {
  tes_result whole, viewed;
  if (!c->now->over) return TES_OK;
  int status = tes_result_of(c->rules, c->now, &whole, &c->busy);
  TES_TRY(tes_check_status(c, "result", status, &c->busy));
  status = tes_result_of(c->rules, c->next, &viewed, &c->busy);
  TES_TRY(tes_check_status(c, "result", status, &c->busy));
  for (int i = 0; i < c->rules->seats; i++) {
    if (whole.score[i] == viewed.score[i] && whole.place[i] == viewed.place[i])
      continue;
    return tes_check_fault(c, "result", "tells",
                           "of a finished game depends on information hidden "
                           "from seat %d",
                           seat);
  }
  return TES_OK;
}

static int check_seat(tes_checking *c, int seat) {
  const uint64_t seed = tes_check_seed(c);
  tes_copy(c->rules, c->next, c->now);
  TES_TRY(view_of_seat(c, c->next, seat, seed));
  TES_TRY(check_view_head(c, seat));
  TES_TRY(check_same_views(c, seat, seed));
  TES_TRY(check_view_moves(c, seat));
  TES_TRY(check_view_texts(c, seat));
  TES_TRY(check_view_result(c, seat));
  return check_view_load(c, seat);
}

int tes_check_views(tes_checking *c) {
  if (c->game->hide == NULL) return TES_OK;
  for (int seat = 1; seat <= c->rules->seats; seat++) {
    TES_TRY(check_seat(c, seat));
  }
  return TES_OK;
}

/* ---- deals ---- */

/* Text that is not a deal must be refused, with a reason. */
static int check_no_deal(tes_checking *c, const char *text) {
  tes_copy(c->rules, c->next, c->now);
  c->busy.error.text[0] = '\0';
  const int status = tes_deal(c->rules, c->next, text, &c->busy);
  if (status != TES_OK && c->busy.error.text[0] != '\0' &&
      tes_check_same(c, c->next, c->now)) {
    return TES_OK;
  }
  return tes_check_fail(c, "deal", "did not refuse \"%.80s\" with a reason",
                        text);
}

int tes_check_deal(tes_checking *c) {
  if (c->game->deal == NULL) return TES_OK;
  tes_text_clear(&c->text);
  tes_dealt(c->rules, c->now, &c->text);
  const char *text = tes_text_get(&c->text);
  const int status = tes_deal(c->rules, c->next, text, &c->busy);
  TES_TRY(tes_check_status(c, "deal", status, &c->busy));
  if (!tes_check_same(c, c->next, c->now)) {
    return tes_check_fail(c, "deal",
                          "of \"%.80s\", which dealt() wrote, gave a "
                          "different start",
                          text);
  }
  TES_TRY(check_no_deal(c, ""));
  const size_t at = tes_check_below(c, c->text.length + 1) / 2;
  return check_no_deal(c, damage(c, at, '\0'));
}
