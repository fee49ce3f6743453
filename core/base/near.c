/* near.c: suggestions for unknown words, see tesela_scan.h.
 *
 * A typing mistake changes, adds or drops a letter, or swaps two neighbours.
 * The distance of two words is the number of such mistakes between them
 * (optimal string alignment: Damerau 1964). */
#include "../tesela_scan.h"

#include <string.h>

enum { LENGTH_MAX = 48 }; /* longer words get no suggestions */

static char lower(char c) {
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int least(int a, int b) {
  return a < b ? a : b;
}

/* Fills a row: the distances between the first i letters of `a` and the first
 * 0, 1, 2 ... letters of `b`; row[-1] and row[-2] are the two rows before. */
static void fill_row(int (*row)[LENGTH_MAX + 1], const char *a, int i,
                     const char *b) {
  row[0][0] = i;
  for (int j = 1; b[j - 1] != '\0'; j++) {
    const char x = lower(a[i - 1]), y = lower(b[j - 1]);
    row[0][j] = row[-1][j - 1] + (x != y);
    row[0][j] = least(row[0][j], 1 + least(row[-1][j], row[0][j - 1]));
    if (i > 1 && j > 1 && x == lower(b[j - 2]) && y == lower(a[i - 2])) {
      row[0][j] = least(row[0][j], 1 + row[-2][j - 2]);
    }
  }
}

static int edit_distance(const char *a, const char *b) {
  int row[LENGTH_MAX + 1][LENGTH_MAX + 1];
  const int length = (int)strlen(a);
  for (int j = 0; j <= LENGTH_MAX; j++) row[0][j] = j;
  for (int i = 1; i <= length; i++) fill_row(&row[i], a, i, b);
  return row[length][strlen(b)];
}

static bool contains(const char *word, const char *part) {
  for (; *word != '\0'; word++) {
    size_t i = 0;
    while (part[i] != '\0' && lower(word[i]) == lower(part[i])) i++;
    if (part[i] == '\0') return true;
  }
  return false;
}

/* The distance of a word from the typed one; -1: not a suggestion, or the typed
 * word itself. Words that contain the typed one rank after all misspellings. */
static int rank_of_word(const char *typed, const char *word) {
  const size_t length = strlen(typed), most = strlen(word);
  if (length > LENGTH_MAX || most > LENGTH_MAX) return -1;
  if (strcmp(typed, word) == 0) return -1;
  const int changes = edit_distance(typed, word);
  if (changes <= (int)length / 3) return changes;
  return length >= 3 && contains(word, typed) ? LENGTH_MAX + (int)most : -1;
}

typedef struct ranked {
  const char **word;
  int rank[TES_NEAR_MAX];
  size_t count, most;
} ranked;

static bool comes_before(int rank, const char *word, int other_rank,
                         const char *other) {
  return rank < other_rank || (rank == other_rank && strcmp(word, other) < 0);
}

static void insert_ranked(ranked *list, int rank, const char *word) {
  size_t at = list->count;
  for (size_t i = 0; i < list->count; i++) {
    if (strcmp(list->word[i], word) == 0) return;
  }
  while (at > 0 &&
         comes_before(rank, word, list->rank[at - 1], list->word[at - 1])) {
    at--;
  }
  if (at == list->most) return;
  if (list->count < list->most) list->count++;
  for (size_t i = list->count - 1; i > at; i--) {
    list->rank[i] = list->rank[i - 1];
    list->word[i] = list->word[i - 1];
  }
  list->rank[at] = rank;
  list->word[at] = word;
}

size_t tes_near(const char *typed, const char *const *words, size_t count,
                const char **near, size_t most) {
  ranked list = {.word = near,
                 .most = most < TES_NEAR_MAX ? most : TES_NEAR_MAX};
  for (size_t i = 0; i < count; i++) {
    const int rank = rank_of_word(typed, words[i]);
    if (rank >= 0) insert_ranked(&list, rank, words[i]);
  }
  if (list.count == 0 || list.rank[0] > LENGTH_MAX) return list.count;
  while (list.rank[list.count - 1] > LENGTH_MAX) list.count--;
  return list.count;
}

void tes_put_unknown(tes_text *text, const char *kind, const char *typed,
                     const char *const *words, size_t count) {
  const char *meant = NULL;
  tes_put(text, "there is no %s %.40s; ", kind, typed);
  tes_near(typed, words, count, &meant, 1);
  if (meant != NULL) tes_put(text, "did you mean %s? ", meant);
  tes_put(text, meant != NULL ? "The %ss: " : "the %ss: ", kind);
  for (size_t i = 0; i < count; i++) {
    tes_put(text, "%s%s", i > 0 ? ", " : "", words[i]);
  }
  if (count == 0) tes_put(text, "none");
}
