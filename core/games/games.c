/* games.c: the built-in games, a line each. */
#include <string.h>

#include "../tesela_game.h"

extern const tes_game tes_mixtour;
extern const tes_game tes_blokus;
extern const tes_game tes_losetas;
extern const tes_game tes_qwirkle;

static const tes_game *const games[] = {
    &tes_mixtour,
    &tes_blokus,
    &tes_losetas,
    &tes_qwirkle,
};

const tes_game *tes_game_at(size_t index) {
  return index < sizeof games / sizeof *games ? games[index] : NULL;
}

const tes_game *tes_game_find(const char *name) {
  const tes_game *game;
  for (size_t i = 0; (game = tes_game_at(i)) != NULL; i++) {
    if (strcmp(game->name, name) == 0) return game;
  }
  return NULL;
}
