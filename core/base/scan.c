/* scan.c: reading text, see tesela_scan.h. */
#include "../tesela_scan.h"

#include <string.h>

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* ---- from the front of a string ---- */

tes_cell_name tes_name_cell(int x, int y) {
  tes_cell_name name = {{(char)('a' + x)}};
  const int row = y + 1;
  name.text[1] = (char)(row < 10 ? '0' + row : '0' + row / 10);
  name.text[2] = (char)(row < 10 ? '\0' : '0' + row % 10);
  return name;
}

bool tes_read_cell(const char **text, int columns, int rows, int *x, int *y) {
  const char *at = *text;
  const int column = *at++ - 'a';
  if (column < 0 || column >= columns || *at < '1' || *at > '9') return false;
  int row = *at++ - '0';
  if (is_digit(*at)) row = 10 * row + *at++ - '0';
  if (row > rows) return false;
  *x = column;
  *y = row - 1;
  *text = at;
  return true;
}

int tes_read_letter(const char **text, const char *letters) {
  const char *found = **text != '\0' ? strchr(letters, **text) : NULL;
  if (found == NULL) return -1;
  ++*text;
  return (int)(found - letters);
}

int64_t tes_read_number(const char **text) {
  int64_t number = 0;
  if (!is_digit(**text)) return -1;
  for (; is_digit(**text); ++*text) {
    number = 10 * number + **text - '0';
    if (number > TES_NUMBER_MAX) number = TES_NUMBER_MAX;
  }
  return number;
}

bool tes_read_int(const char **text, int low, int high, int *number) {
  const char *at = *text;
  const bool minus = low < 0 && tes_read_letter(&at, "-") == 0;
  const int64_t size = tes_read_number(&at), value = minus ? -size : size;
  if (size < 0 || value < low || value > high) return false;
  *number = (int)value;
  *text = at;
  return true;
}

/* ---- scans ---- */

int tes_scan_expected(const tes_scan *scan, const char *what) {
  return tes_fail(scan->error, scan->status, "%sexpected %s%s%.20s",
                  scan->subject, what,
                  *scan->at != '\0' ? " at " : ", but the text ends", scan->at);
}

int tes_scan_sign(tes_scan *scan, char sign, const char *what) {
  if (*scan->at != sign) return tes_scan_expected(scan, what);
  scan->at++;
  return TES_OK;
}

int tes_scan_int(tes_scan *scan, int low, int high, int *number) {
  char what[40];
  tes_text text;
  if (tes_read_int(&scan->at, low, high, number)) return TES_OK;
  tes_text_fixed(&text, what, sizeof what);
  tes_put(&text, "a number in %d..%d", low, high);
  return tes_scan_expected(scan, what);
}

int tes_scan_end(const tes_scan *scan, const char *what) {
  return *scan->at == '\0' ? TES_OK : tes_scan_expected(scan, what);
}
