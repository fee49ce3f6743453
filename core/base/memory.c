/* memory.c: the allocator in use, errors, failed assertions, and the two
 * growing types.
 *
 * A list and a text own one block each, from their own allocator. Capacity at
 * least doubles, so appending is amortized O(1); a block that cannot grow stays
 * unchanged. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tesela.h"

int tes_fail(tes_error *error, int status, const char *format, ...) {
  if (error != NULL) {
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    tes_clean(error->text, strlen(error->text), "");
    error->status = status;
    error->function = error->fault = NULL;
  }
  return status;
}

int tes_no_memory(tes_error *error) {
  return tes_fail(error, TES_ENOMEM, "out of memory");
}

void tes_broken(const char *holds, const char *file, int line) {
  fprintf(stderr, "tesela: %s:%d: assertion failed: %s\n", file, line, holds);
  abort();
}

void *tes_resize(const tes_alloc *alloc, void *block, size_t old_size,
                 size_t new_size) {
  if (alloc != NULL) {
    return alloc->resize(alloc->user, block, old_size, new_size);
  }
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  return realloc(block, new_size);
}

/* ---- lists ---- */

void tes_list_init(tes_list *list, const tes_alloc *alloc) {
  *list = (tes_list){.alloc = alloc};
}

void tes_list_free(tes_list *list) {
  const size_t size = list->capacity * sizeof(tes_move);
  if (list->moves != NULL) tes_resize(list->alloc, list->moves, size, 0);
  tes_list_init(list, list->alloc);
}

static int list_grow(tes_list *list, size_t needed) {
  const size_t capacity =
      needed > 2 * list->capacity ? needed : 2 * list->capacity;
  tes_move *moves =
      tes_resize(list->alloc, list->moves, list->capacity * sizeof(tes_move),
                 capacity * sizeof(tes_move));
  if (moves == NULL) return TES_ENOMEM;
  list->moves = moves;
  list->capacity = capacity;
  return TES_OK;
}

int tes_list_reserve(tes_list *list, size_t more) {
  const size_t most = SIZE_MAX / sizeof(tes_move) / 2;
  if (more > most - TES_LIST_SLACK - list->count) return TES_ENOMEM;
  const size_t needed = list->count + more + TES_LIST_SLACK;
  return needed <= list->capacity ? TES_OK : list_grow(list, needed);
}

/* ---- text ---- */

void tes_text_init(tes_text *text, const tes_alloc *alloc) {
  *text = (tes_text){.alloc = alloc};
}

static void *never(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user, (void)block, (void)old_size, (void)new_size;
  return NULL;
}

void tes_text_fixed(tes_text *text, char *memory, size_t size) {
  static const tes_alloc none = {never, NULL};
  *text = (tes_text){.data = memory, .capacity = size, .alloc = &none};
  memory[0] = '\0';
}

void tes_text_free(tes_text *text) {
  if (text->data != NULL) {
    tes_resize(text->alloc, text->data, text->capacity, 0);
  }
  tes_text_init(text, text->alloc);
}

void tes_text_clear(tes_text *text) {
  text->length = 0;
  text->failed = false;
  if (text->data != NULL) text->data[0] = '\0';
}

const char *tes_text_get(const tes_text *text) {
  return text->data != NULL ? text->data : "";
}

/* Room for `more` bytes and the NUL. */
static bool text_reserve(tes_text *text, size_t more) {
  const size_t needed = text->length + more + 1;
  if (text->failed) return false;
  if (needed <= text->capacity) return true;
  const size_t twice = 2 * text->capacity;
  const size_t capacity = needed > twice ? needed + 64 : twice;
  char *data = tes_resize(text->alloc, text->data, text->capacity, capacity);
  if (data == NULL) {
    text->failed = true;
    return false;
  }
  text->data = data;
  text->capacity = capacity;
  return true;
}

void tes_put_bytes(tes_text *text, const char *bytes, size_t length) {
  if (!text_reserve(text, length)) return;
  memcpy(text->data + text->length, bytes, length);
  text->length += length;
  text->data[text->length] = '\0';
}

void tes_put_word(tes_text *text, const char *word) {
  tes_put_bytes(text, word, strlen(word));
}

void tes_put(tes_text *text, const char *format, ...) {
  va_list args, again;
  if (text->failed) return;
  va_start(args, format);
  va_copy(again, args);
  const size_t room = text->capacity - text->length;
  char *end = room > 0 ? text->data + text->length : NULL;
  const int length = vsnprintf(end, room, format, args);
  va_end(args);
  const bool cut = length >= 0 && (size_t)length >= room;
  if (end != NULL && (length < 0 || cut)) *end = '\0';
  if (cut && text_reserve(text, (size_t)length)) {
    vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
  }
  if (length >= 0 && !text->failed) text->length += (size_t)length;
  va_end(again);
}
