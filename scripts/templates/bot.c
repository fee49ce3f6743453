/* A bot for tesela, in C. It runs as it is; make it better:
 *   cc -O2 -o ./mine ./mine.c
 *   tesela match mixtour exec:./mine random
 *   tesela play mixtour --bot exec:./mine
 * It talks in lines of JSON (tesela help page protocol), so write nothing else to
 * stdout. For debugging use fprintf(stderr, ...).
 *
 * There is no JSON parser here: the program searches each line for the names that
 * it needs, and moves contain no characters that JSON would escape. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES = 10000 };

typedef struct go {
  long id;
  unsigned long long seed;
  int count;
  char *move[MOVES];
} go;

/* The beginning of a member's value, or NULL. */
static char *value(char *line, const char *name) {
  char key[64];
  snprintf(key, sizeof key, "\"%s\":", name);
  char *at = strstr(line, key);
  return at == NULL ? NULL : at + strlen(key);
}

/* Reads a question, and cuts the line into its moves. */
static void read_go(go *question, char *line) {
  const char *id = value(line, "id"), *seed = value(line, "seed");
  char *list = value(line, "moves");
  question->id = id == NULL ? 0 : strtol(id, NULL, 10);
  question->seed = seed == NULL ? 0 : strtoull(seed, NULL, 10);
  question->count = 0;
  char *end = list == NULL ? NULL : strstr(list, "\"]");
  if (end == NULL) return;
  *end = '\0';
  for (char *word = strtok(list, "\""); word != NULL; word = strtok(NULL, "\"")) {
    if (*word == '[' || *word == ',' || question->count == MOVES) continue;
    question->move[question->count++] = word; /* the text between quotes */
  }
}

/* A random move. */
static const char *choose(const go *question) {
  return question->move[question->seed % (unsigned long long)question->count];
}

int main(void) {
  static go question;
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, stdin) > 0) {
    if (strstr(line, "{\"hello\":") == line) { /* a game begins */
      puts("{\"ok\":{\"name\":\"mine\",\"version\":\"1\"}}");
    } else if (strstr(line, "{\"go\":") == line) { /* it is your turn */
      read_go(&question, line);
      printf("{\"id\":%ld,\"move\":\"%s\"}\n", question.id, choose(&question));
    } else if (strstr(line, "{\"quit\":") == line) {
      break;
    }
    fflush(stdout);
  }
  free(line);
  return 0;
}
