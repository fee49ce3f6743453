/* file.c: reads and writes learnt weights.
 *
 *   tesela weights 1
 *   game <name> <hash of its source, or ->
 *   options <name>=<value> ...
 *   sizes <seats> <cells> <patterns> <images> <the game's own estimate: 0 or 1>
 *
 * and then bytes: first the number of values of each cell. All the rest are
 * numbers of two bytes, the lower byte first: the length of each pattern; for
 * each image, its pattern and its cells; and the weights, as leads, in runs. A
 * run is the number of zeros, the number of weights after them, and these
 * weights. A newline ends the file. */
#include <stdio.h>
#include <string.h>

#include "../runtime/call.h"
#include "weights.h"

enum {
  PATTERNS_MAX = 4096,
  IMAGES_MAX = 1 << 16,
  WEIGHTS_MAX = 1 << 26, /* for all seats */
  RUN_MAX = UINT16_MAX,
  SHORT_RUN = 3 /* fewer zeros than this do not begin a new run */
};

/* ---- writing ---- */

static void put16(tes_text *text, int number) {
  const char bytes[2] = {(char)(number & 0xff), (char)(number >> 8 & 0xff)};
  tes_put_bytes(text, bytes, 2);
}

static void put_game(const tes_rules *rules, tes_text *text) {
  const char *source = rules->game->source;
  tes_put(text, "tesela weights 1\ngame %s %s\n", rules->game->name,
          source != NULL ? source : "-");
}

static void put_options(const tes_rules *rules, tes_text *text) {
  tes_put(text, "options");
  for (size_t i = 0; i < tes_option_count(rules->game); i++) {
    tes_put(text, " %s=", rules->game->options[i].name);
    tes_option_print(rules, i, text);
  }
  tes_put(text, "\n");
}

static int lead_of(int32_t weight) {
  const int half = 1 << (UNIT_BITS - 1);
  const int lead = (weight + (weight < 0 ? -half : half)) / (1 << UNIT_BITS);
  return lead > INT16_MAX ? INT16_MAX : lead < -INT16_MAX ? -INT16_MAX : lead;
}

/* The end of the run of weights from `at`: before SHORT_RUN zeros. */
static size_t run_end(const tes_weights *w, size_t at, size_t count) {
  size_t zeros = 0, end = at;
  while (end < count && end - at < RUN_MAX) {
    zeros = lead_of(w->weight[end++]) == 0 ? zeros + 1 : 0;
    if (zeros == SHORT_RUN) return end - zeros;
  }
  return end - zeros;
}

static void put_weights(const tes_weights *w, tes_text *text) {
  const size_t count = (size_t)w->seats * w->size;
  for (size_t at = 0; at < count;) {
    size_t zeros = 0;
    while (at + zeros < count && zeros < RUN_MAX &&
           lead_of(w->weight[at + zeros]) == 0) {
      zeros++;
    }
    at += zeros;
    const size_t end = run_end(w, at, count);
    put16(text, (int)zeros);
    put16(text, (int)(end - at));
    for (; at < end; at++) put16(text, lead_of(w->weight[at]));
  }
}

void weights_write(const tes_weights *w, const tes_rules *rules,
                   tes_text *text) {
  put_game(rules, text);
  put_options(rules, text);
  tes_put(text, "sizes %d %d %d %d %d\n", w->seats, w->cells, w->patterns,
          w->images, w->over_own);
  tes_put_bytes(text, (const char *)w->values, (size_t)w->cells);
  for (int i = 0; i < w->patterns; i++) put16(text, w->pattern[i].length);
  for (int i = 0; i < w->images; i++) {
    put16(text, w->image[i].pattern);
    for (int k = 0; k < w->pattern[w->image[i].pattern].length; k++) {
      put16(text, w->image[i].cell[k]);
    }
  }
  put_weights(w, text);
  tes_put(text, "\n");
}

/* ---- reading ---- */

typedef struct input {
  const char *at, *end;
  bool failed; /* the file ended too soon */
} input;

static int get8(input *in) {
  if (in->at == in->end) in->failed = true;
  return in->failed ? 0 : (unsigned char)*in->at++;
}

static int get16(input *in) {
  const int low = get8(in);
  return low | get8(in) << 8;
}

static bool read_pattern(tes_weights *w, input *in, pattern *p) {
  const int length = get16(in);
  (void)w;
  p->length = length;
  return length >= 1 && length <= PATTERN_MAX;
}

/* The first image gives the number of contents of its pattern; the other images
 * must have the same number. */
static bool read_image(tes_weights *w, input *in, pattern_image *one) {
  uint64_t size = 1;
  one->pattern = (uint16_t)get16(in);
  if (one->pattern >= w->patterns) return false;
  pattern *p = &w->pattern[one->pattern];
  for (int k = 0; k < p->length; k++) {
    one->cell[k] = (uint16_t)get16(in);
    if (one->cell[k] >= w->cells) return false;
    size *= w->values[one->cell[k]];
  }
  if (size > WEIGHTS_MAX || (p->size != 0 && p->size != size)) return false;
  p->size = (uint32_t)size;
  return true;
}

static bool number_contents(tes_weights *w) {
  uint64_t first = 0;
  const uint64_t sets = (uint64_t)w->seats * (uint64_t)w->outputs;
  for (int i = 0; i < w->patterns; i++) {
    w->pattern[i].first = (uint32_t)first;
    first += w->pattern[i].size;
    if (w->pattern[i].size == 0 || first * sets > WEIGHTS_MAX) return false;
  }
  w->size = (size_t)first * (size_t)w->outputs;
  return true;
}

static bool read_runs(tes_weights *w, input *in) {
  const size_t count = (size_t)w->seats * w->size;
  for (size_t at = 0; at < count;) {
    const size_t zeros = (size_t)get16(in), more = (size_t)get16(in);
    if (in->failed || zeros + more == 0 || zeros + more > count - at) {
      return false;
    }
    at += zeros;
    for (size_t end = at + more; at < end; at++) {
      const int lead = get16(in);
      w->weight[at] = (int16_t)lead * (1 << UNIT_BITS);
    }
  }
  return get8(in) == '\n' && !in->failed && in->at == in->end;
}

static bool read_shape(tes_weights *w, input *in) {
  bool good = true;
  for (int i = 0; i < w->cells; i++) {
    w->values[i] = (uint8_t)get8(in);
    good = good && w->values[i] > 0;
  }
  for (int i = 0; i < w->patterns && good; i++) {
    good = read_pattern(w, in, &w->pattern[i]);
  }
  for (int i = 0; i < w->images && good; i++) {
    good = read_image(w, in, &w->image[i]);
  }
  return good && !in->failed && number_contents(w);
}

/* Do these rules have the same cells? */
static bool has_cells(const tes_rules *rules, const tes_weights *w,
                      tes_error *error) {
  bool same = false;
  tes_cells *cells = tes_resize(rules->alloc, NULL, 0, sizeof *cells);
  if (cells == NULL) return false;
  memset(cells, 0, sizeof *cells);
  if (call_cells(rules->game, rules, cells, error) == TES_OK) {
    same = cells->count == w->cells &&
           memcmp(cells->values, w->values, (size_t)w->cells) == 0;
  }
  tes_resize(rules->alloc, cells, sizeof *cells, 0);
  return same;
}

static int read_body(tes_weights *w, const tes_rules *rules, input *in,
                     tes_error *error) {
  if (!weights_reserve(w)) return tes_no_memory(error);
  if (!read_shape(w, in) || !has_cells(rules, w, error)) {
    return tes_fail(error, TES_EARG, "weights: damaged, or cut short");
  }
  weights_index(w);
  if (!weights_reserve_all(w)) return tes_no_memory(error);
  if (!read_runs(w, in)) {
    return tes_fail(error, TES_EARG, "weights: damaged, or cut short");
  }
  return TES_OK;
}

static bool begins(const input *in, const char *words) {
  const size_t length = strlen(words);
  return (size_t)(in->end - in->at) >= length &&
         memcmp(in->at, words, length) == 0;
}

/* Skips exactly these words; true if they were there. */
static bool skip(input *in, const char *words, size_t length) {
  if ((size_t)(in->end - in->at) < length ||
      memcmp(in->at, words, length) != 0) {
    return false;
  }
  in->at += length;
  return true;
}

static int refuse_weights(const tes_rules *rules, int status,
                          tes_error *error) {
  return tes_fail(error, status,
                  "weights: learnt for %s other than those of %s%s; learn "
                  "them again with tesela learn",
                  status == TES_EARG ? "rules" : "options", rules->game->name,
                  status == TES_EARG
                      ? " (its file has changed, or they are for "
                        "another game)"
                      : "");
}

/* Weights learnt for other rules: TES_EARG; for other options: TES_EOPTION. */
static int check_head(const tes_rules *rules, input *in, tes_error *error) {
  static const char first[] = "tesela weights 1\n";
  tes_text want;
  int status = TES_OK;
  tes_text_init(&want, rules->alloc);
  put_game(rules, &want);
  const size_t game = want.length;
  put_options(rules, &want);
  if (want.failed) {
    status = tes_no_memory(error);
  } else if (!begins(in, first)) {
    status = tes_fail(error, TES_EARG,
                      "weights: expected a file written by tesela learn");
  } else if (!skip(in, want.data, game)) {
    status = refuse_weights(rules, TES_EARG, error);
  } else if (!skip(in, want.data + game, want.length - game)) {
    status = refuse_weights(rules, TES_EOPTION, error);
  }
  tes_text_free(&want);
  return status;
}

static int read_sizes(tes_weights *w, input *in, tes_error *error) {
  char line[80] = "";
  int own = 0;
  for (size_t i = 0; i + 1 < sizeof line && in->at < in->end; i++) {
    line[i] = *in->at++;
    if (line[i] == '\n') break;
  }
  const bool good = sscanf(line, "sizes %d %d %d %d %d\n", &w->seats, &w->cells,
                           &w->patterns, &w->images, &own) == 5 &&
                    w->cells >= 1 && w->cells <= TES_CELLS_MAX &&
                    w->patterns >= 1 && w->patterns <= PATTERNS_MAX &&
                    w->images >= 1 && w->images <= IMAGES_MAX;
  w->over_own = own != 0;
  if (good) return TES_OK;
  w->cells = w->patterns = w->images = 0;
  return tes_fail(error, TES_EARG, "weights: damaged, or cut short");
}

tes_weights *tes_weights_read(const tes_rules *rules, const char *bytes,
                              size_t length, tes_error *error) {
  input in = {.at = bytes, .end = bytes + length};
  if (rules->game->cells == NULL) {
    tes_fail(error, TES_EARG, "weights: %s cannot have any: it has no cells",
             rules->game->name);
    return NULL;
  }
  if (check_head(rules, &in, error) != TES_OK) return NULL;
  tes_weights *w = tes_resize(rules->alloc, NULL, 0, sizeof *w);
  if (w == NULL) {
    tes_no_memory(error);
    return NULL;
  }
  *w = (tes_weights){.alloc = rules->alloc};
  int status = read_sizes(w, &in, error);
  if (status == TES_OK && w->seats != rules->seats) {
    status = tes_fail(error, TES_EARG, "weights: damaged, or cut short");
  }
  w->outputs = w->seats == 2 ? 1 : w->seats;
  if (status == TES_OK) status = read_body(w, rules, &in, error);
  if (status == TES_OK) return w;
  tes_weights_free(w);
  return NULL;
}
