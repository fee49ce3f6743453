/* tiles.c: tiles and cells, and their names.
 *
 * Hands and pools are sorted, so a set of tiles is looked up by walking along
 * both. */
#include "qwirkle.h"

/* ---- hands and sets ---- */

void qwirkle_sort(uint8_t *tiles, int count) {
  for (int i = 1; i < count; i++) {
    const uint8_t tile = tiles[i];
    int at = i;
    for (; at > 0 && tiles[at - 1] > tile; at--) tiles[at] = tiles[at - 1];
    tiles[at] = tile;
  }
}

bool qwirkle_holds(const qwirkle *q, int seat, const uint8_t *tiles,
                   int count) {
  const uint8_t *hand = q->hand[seat - 1];
  int i = 0;
  for (int k = 0; k < count; k++, i++) { /* both ascend */
    while (i < q->hands[seat - 1] && hand[i] < tiles[k]) i++;
    if (i == q->hands[seat - 1] || hand[i] != tiles[k]) return false;
  }
  return true;
}

int qwirkle_largest(uint64_t tiles) {
  int largest = 0;
  for (int kind = 0; kind < 2 * SIX; kind++) {
    const int size = tes_popcount(tiles & kind_set(kind));
    if (size > largest) largest = size;
  }
  return largest;
}

/* ---- names ---- */

static const char colour_letters[] = "bgopry", shape_letters[] = "cdfstu";

tile_name qwirkle_name(int tile) {
  return (tile_name){
      {colour_letters[colour_of(tile)], shape_letters[shape_of(tile)], '\0'}};
}

void qwirkle_put_words(int tile, tes_text *text) {
  static const char *const colours[] = {"blue",   "green", "orange",
                                        "purple", "red",   "yellow"};
  static const char *const shapes[] = {"circle", "diamond", "flower",
                                       "square", "star",    "sun"};
  tes_put(text, "%s %s", colours[colour_of(tile)], shapes[shape_of(tile)]);
}

void qwirkle_put_tiles(const uint8_t *tiles, int count, const char *between,
                       tes_text *text) {
  for (int i = 0; i < count; i++) {
    tes_put(text, "%s%s", i > 0 ? between : "", qwirkle_name(tiles[i]).text);
  }
}

void qwirkle_put_table(const qwirkle *q, const char *between, tes_text *text) {
  for (int i = 0; i < q->count; i++) {
    const uint32_t placed = q->placed[i];
    tes_put(text, "%s%s@%d,%d", i > 0 ? between : "",
            qwirkle_name(packed_tile(placed)).text, packed_x(placed),
            packed_y(placed));
  }
}

void qwirkle_put_letters(const tes_rules *rules, tes_text *text) {
  tes_put(text, "colour %.*s, shape %.*s", 2 * rules->value[COLOURS][0] - 1,
          "r o y g b p", 2 * rules->value[SHAPES][0] - 1, "c s d f u t");
}

int qwirkle_read_tile(const tes_rules *rules, const char **text) {
  const char *at = *text;
  const int colour = tes_read_letter(&at, colour_letters);
  const int shape = colour < 0 ? -1 : tes_read_letter(&at, shape_letters);
  const int tile = SIX * colour + shape + 1;
  if (shape < 0 || !(all_tiles(rules) & tile_bit(tile))) return 0;
  *text = at;
  return tile;
}

bool qwirkle_read_cell(const char **text, int *x, int *y) {
  return tes_read_int(text, 1 - TORUS, TORUS - 1, x) &&
         tes_read_letter(text, ",") == 0 &&
         tes_read_int(text, 1 - TORUS, TORUS - 1, y);
}
