/* edit.c: lines on a terminal: keys, completion, pastes and the history.
 *
 * libedit is used through its own interface, not its imitation of readline, so
 * a key can call a function of ours, the text may have several lines, and we
 * read the characters ourselves.
 *
 * Its signal handlers are not used: they would send SIGINT to the whole process
 * group. Our handler (call.c) makes read() return; then el_gets restores the
 * terminal and returns NULL, so no jump leaves libedit. A new window size and
 * SIGCONT are noticed in the same way. The locale is set only when libedit
 * starts, and only LC_CTYPE: numbers keep their decimal point, and programs
 * that read from a pipe never depend on the locale.
 *
 * A terminal with bracketed paste sends pasted text between two sequences. The
 * first is bound to `tesela-paste`: the text, including its newlines, becomes
 * part of the line, which waits for Enter. So a pasted block is one entry.
 *
 * Completion is in Lua (tesela.repl.complete) and may run user code: the call
 * is protected, and SIGINT ends it.
 *
 * The history file is written for every new line, before the line is run,
 * because a session may end in ways that run no code. Other open sessions add
 * their lines to the same file, so it is read again each time, under a lock. */
#define _DEFAULT_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "call.h"
#include "edit.h"
#include "lauxlib.h"

#define HISTORY_ENTRIES 1000

static EditLine *editor; /* NULL: not started */
static History *past;
static char history_file[4096]; /* empty: the history is not kept */

/* The line being read. */
static struct repl_prompt prompt;
static lua_State *asker; /* the completer, or nil, is at `completer` */
static int completer;
static volatile sig_atomic_t terminal_changed;

/* ---- characters ------------------------------------------------------- */

static void on_change(int number) {
  (void)number;
  terminal_changed = 1;
}

static int newlines(const char *from, const char *to) {
  int n = 0;
  for (; from < to; from++) n += *from == '\n';
  return n;
}

/* Redraws the line, as far as its start can be known. */
static void redraw(void) {
  const LineInfo *line = el_line(editor);
  int above = newlines(line->buffer, line->cursor);
  terminal_changed = 0;
  el_set(editor, EL_PREP_TERM, 0);
  el_set(editor, EL_PREP_TERM, 1);
  el_resize(editor);
  if (above > 0) printf("\033[%dA", above);
  fputs("\r\033[J\033[?2004h", stdout);
  el_set(editor, EL_REFRESH);
}

/* ---- while the user does not type
 * ----------------------------------------- */

static int idler = LUA_NOREF; /* the function of repl_edit_idle */

/* Pops a function to call repeatedly while the next line is awaited and nothing
 * is typed, until it returns false or fails. */
void repl_edit_idle(lua_State *L) {
  luaL_unref(L, LUA_REGISTRYINDEX, idler);
  idler = luaL_ref(L, LUA_REGISTRYINDEX);
}

static bool input_waits(void) {
  struct pollfd terminal = {STDIN_FILENO, POLLIN, 0};
  return poll(&terminal, 1, 0) != 0;
}

/* SIGINT ends the function, and then also breaks the read. */
static bool idle_once(void) {
  const int top = lua_gettop(asker);
  lua_rawgeti(asker, LUA_REGISTRYINDEX, idler);
  repl_input_pause();
  const int status = repl_call(asker, 0, 1);
  repl_input_begin();
  const bool more = status == LUA_OK && lua_toboolean(asker, -1);
  if (repl_interrupted()) raise(SIGINT);
  lua_settop(asker, top);
  return more;
}

static void idle(void) {
  while (idler != LUA_NOREF && !terminal_changed && !input_waits()) {
    if (!lua_checkstack(asker, LUA_MINSTACK) || !idle_once()) {
      luaL_unref(asker, LUA_REGISTRYINDEX, idler);
      idler = LUA_NOREF;
    }
  }
}

static int get_character(EditLine *e, wchar_t *c) {
  mbstate_t state = {0};
  (void)e;
  for (*c = L'\0';;) {
    char byte;
    idle();
    if (terminal_changed) redraw();
    if (repl_input_broken()) return -1;
    ssize_t n = read(STDIN_FILENO, &byte, 1);
    if (repl_input_broken()) return -1;
    if (n == 0) return 0;
    if (n < 0 && errno != EINTR) return -1;
    if (n < 0) continue;
    size_t length = mbrtowc(c, &byte, 1, &state);
    if (length <= 1) return 1;
    if (length == (size_t)-1)
      state = (mbstate_t){0}; /* not a character: drop it */
  }
}

/* ---- the paste -------------------------------------------------------- */

struct pasted {
  wchar_t *text;
  size_t length, size;
};

static bool append_letter(struct pasted *p, wchar_t c) {
  if (p->length == p->size) {
    size_t size = p->size > 0 ? 2 * p->size : 256;
    wchar_t *text = realloc(p->text, size * sizeof *text);
    if (text == NULL) return false;
    p->text = text;
    p->size = size;
  }
  p->text[p->length++] = c;
  return true;
}

/* Does the text end with the sequence that closes a paste? Removes it then. */
static bool ends_paste(struct pasted *p) {
  static const wchar_t end[] = L"\033[201~";
  const size_t n = sizeof end / sizeof *end - 1;
  if (p->length < n || wmemcmp(p->text + p->length - n, end, n) != 0) {
    return false;
  }
  p->length -= n;
  return true;
}

/* Terminals send a newline as a carriage return, or as both characters, and
 * libedit may swap the two. Other control characters are dropped, and also the
 * newlines at the end: the user must press Enter. */
static void clean_pasted(struct pasted *p) {
  size_t n = 0;
  wchar_t half = L'\0'; /* a newline that may have a second character */
  for (size_t i = 0; i < p->length; i++) {
    const wchar_t c = p->text[i];
    const bool newline = c == L'\r' || c == L'\n';
    const bool second = newline && half != L'\0' && half != c;
    half = newline && !second ? c : L'\0';
    if (second) continue;
    if (c >= L' ' || newline || c == L'\t') p->text[n++] = newline ? L'\n' : c;
  }
  while (n > 0 && p->text[n - 1] == L'\n') n--;
  p->text[n] = L'\0';
}

static unsigned char on_paste(EditLine *e, int key) {
  struct pasted p = {0};
  wchar_t c;
  bool whole = false;
  (void)key;
  while (!whole && el_wgetc(e, &c) == 1 && append_letter(&p, c))
    whole = ends_paste(&p);
  if (whole) {
    clean_pasted(&p);
    el_winsertstr(e, p.text);
  }
  free(p.text);
  return CC_REFRESH;
}

/* ---- completion ------------------------------------------------------- */

struct tab_request {
  const char *text;
  size_t length;
  int columns;
};

/* complete.tab(completer, text before the cursor, columns) */
static int ask_completion(lua_State *L) {
  const struct tab_request *r = lua_touserdata(L, 2);
  lua_getglobal(L, "require");
  lua_pushliteral(L, "tesela.repl.complete");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, "tab");
  lua_pushvalue(L, 1);
  lua_pushstring(L, prompt.before != NULL ? prompt.before : "");
  if (prompt.before != NULL) lua_pushliteral(L, "\n");
  lua_pushlstring(L, r->text, r->length);
  lua_concat(L, prompt.before != NULL ? 3 : 2);
  lua_pushinteger(L, r->columns);
  lua_call(L, 3, 2);
  return 2;
}

/* Leaves two values on the stack: the text to insert and the text to show. */
static bool call_completer(struct tab_request *r) {
  lua_pushcfunction(asker, ask_completion);
  lua_pushvalue(asker, completer);
  lua_pushlightuserdata(asker, r);
  repl_input_pause();
  int status = repl_call(asker, 2, 2);
  repl_input_begin();
  return status == LUA_OK;
}

/* Shows the list below the line, and draws the line again below the list. */
static void show(const char *list) {
  const LineInfo *line = el_line(editor);
  int below = newlines(line->cursor, line->lastchar);
  for (; below >= 0; below--) putchar('\n');
  printf("%s\n", list);
  el_set(editor, EL_REFRESH);
}

static unsigned char on_tab(EditLine *e, int key) {
  const LineInfo *line = el_line(e);
  struct tab_request r = {.text = line->buffer, .columns = 80};
  int top = lua_gettop(asker);
  (void)key;
  r.length = (size_t)(line->cursor - line->buffer);
  if (lua_isnil(asker, completer) || !lua_checkstack(asker, LUA_MINSTACK)) {
    return CC_ERROR;
  }
  el_get(e, EL_GETTC, "co", &r.columns, NULL);
  bool answered = call_completer(&r);
  const char *insert = answered ? lua_tostring(asker, -2) : NULL;
  const char *list = answered ? lua_tostring(asker, -1) : NULL;
  if (insert != NULL) el_insertstr(e, insert);
  if (list != NULL) show(list);
  lua_settop(asker, top);
  return insert != NULL || list != NULL ? CC_REFRESH : CC_ERROR;
}

/* ---- keys ------------------------------------------------------------- */

/* In text of several lines the arrows move from line to line, and at either end
 * through the history. We push the keys that are bound to these functions. */
static unsigned char on_up(EditLine *e, int key) {
  const LineInfo *line = el_line(e);
  bool inside = newlines(line->buffer, line->cursor) > 0;
  (void)key;
  el_push(e, inside ? "\033\020" : "\020");
  return CC_NORM;
}

static unsigned char on_down(EditLine *e, int key) {
  const LineInfo *line = el_line(e);
  bool inside = newlines(line->cursor, line->lastchar) > 0;
  (void)key;
  el_push(e, inside ? "\033\016" : "\016");
  return CC_NORM;
}

/* Vi users keep their keys, except these. */
static void bind_keys(void) {
  static const char *const keys[][2] = {
      {"\t", "tesela-complete"},
      {"\033[200~", "tesela-paste"},
      {"\033[A", "tesela-up"},
      {"\033OA", "tesela-up"},
      {"\033[B", "tesela-down"},
      {"\033OB", "tesela-down"},
      {"\033\020", "ed-prev-line"},
      {"\033\016", "ed-next-line"},
      {"\020", "ed-prev-history"},
      {"\016", "ed-next-history"},
      {"\022", "em-inc-search-prev"},
      {"\027", "ed-delete-prev-word"},
      {"\033[H", "ed-move-to-beg"},
      {"\033OH", "ed-move-to-beg"},
      {"\033[1~", "ed-move-to-beg"},
      {"\033[7~", "ed-move-to-beg"},
      {"\033[F", "ed-move-to-end"},
      {"\033OF", "ed-move-to-end"},
      {"\033[4~", "ed-move-to-end"},
      {"\033[8~", "ed-move-to-end"},
      {"\033[3~", "ed-delete-next-char"},
      {"\033[1;5C", "em-next-word"},
      {"\033[1;5D", "ed-prev-word"},
  };
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    el_set(editor, EL_BIND, keys[i][0], keys[i][1], NULL);
  }
}

/* ---- starting --------------------------------------------------------- */

/* Editing moves the cursor, which not every terminal supports. */
static bool can_edit(void) {
  const char *type = getenv("TERM");
  return repl_terminal() && type != NULL && *type != '\0' &&
         strcmp(type, "dumb") != 0;
}

/* libedit drops characters that the locale lacks: without a locale, everything
 * outside ASCII. */
static void set_locale(void) {
  if (setlocale(LC_CTYPE, "") == NULL || MB_CUR_MAX == 1) {
    setlocale(LC_CTYPE, "C.UTF-8");
  }
}

/* libedit's type allows it to change this text, but it does not. */
static char *prompt_text(EditLine *e) {
  char *text;
  (void)e;
  memcpy(&text, &prompt.text, sizeof text);
  return text;
}

/* (In wide characters: libedit keeps the pointers to these, but copies other
 * strings without freeing them.) */
static void set_up(void) {
  static const struct {
    const wchar_t *name, *help;
    unsigned char (*call)(EditLine *e, int key);
  } functions[] = {
      {L"tesela-complete", L"Complete", on_tab},
      {L"tesela-paste", L"Insert a paste", on_paste},
      {L"tesela-up", L"Line or entry above", on_up},
      {L"tesela-down", L"Line or entry below", on_down},
  };
  HistEvent event;
  history(past, &event, H_SETSIZE, HISTORY_ENTRIES);
  history(past, &event, H_SETUNIQUE, 1);
  el_set(editor, EL_SIGNAL, 0);
  el_set(editor, EL_EDITOR, "emacs");
  el_set(editor, EL_HIST, history, past);
  el_set(editor, EL_PROMPT_ESC, prompt_text, '\1');
  el_wset(editor, EL_GETCFN, get_character);
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    el_wset(editor, EL_ADDFN, functions[i].name, functions[i].help,
            functions[i].call);
  }
  el_source(editor, NULL);
  bind_keys();
}

/* Are lines read through libedit? The first call starts libedit. */
bool repl_edits(void) {
  if (!can_edit()) return false;
  if (editor != NULL) return true;
  set_locale();
  past = history_init();
  if (past == NULL) return false;
  editor = el_init("tesela", stdin, stdout, stderr);
  if (editor == NULL) {
    repl_edit_close();
    return false;
  }
  set_up();
  return true;
}

void repl_edit_close(void) {
  if (editor != NULL) el_end(editor);
  if (past != NULL) history_end(past);
  editor = NULL;
  past = NULL;
}

/* ---- lines ------------------------------------------------------------ */

static void watch_signals(struct sigaction before[2]) {
  struct sigaction action = {.sa_handler = on_change};
  sigemptyset(&action.sa_mask);
  sigaction(SIGWINCH, &action, &before[0]);
  sigaction(SIGCONT, &action, &before[1]);
}

/* Reads a line, with its newline; NULL at the end of the input, or if SIGINT
 * broke the read. The completer, or nil, is on top of the stack. */
const char *repl_edit(lua_State *L, struct repl_prompt words) {
  struct sigaction before[2];
  int length;
  asker = L;
  completer = lua_gettop(L);
  prompt = words;
  el_resize(editor);
  repl_edit_begin();
  el_set(editor, EL_PREP_TERM, 1); /* before the prompt appears */
  fputs("\033[?2004h", stdout);
  watch_signals(before);
  const char *text = el_gets(editor, &length);
  luaL_unref(L, LUA_REGISTRYINDEX, idler);
  idler = LUA_NOREF;
  repl_edit_end();
  sigaction(SIGWINCH, &before[0], NULL);
  sigaction(SIGCONT, &before[1], NULL);
  fputs("\033[?2004l", stdout);
  fflush(stdout);
  return text;
}

/* Moves below a line whose reading was broken off. */
void repl_edit_broken(void) {
  const LineInfo *line = el_line(editor);
  int below = newlines(line->cursor, line->lastchar);
  for (; below > 0; below--) putchar('\n');
}

/* ---- history ---------------------------------------------------------- */

static bool find_history(char *path, size_t size) {
  const char *state = getenv("XDG_STATE_HOME");
  const char *home = getenv("HOME");
  int length = -1;
  if (state != NULL && *state == '/') {
    length = snprintf(path, size, "%s/tesela/history", state);
  } else if (home != NULL && *home == '/') {
    length = snprintf(path, size, "%s/.local/state/tesela/history", home);
  }
  return length > 0 && (size_t)length < size;
}

/* Makes the directories above a file, readable only by their owner. Failures
 * only mean that no history is kept. */
static void make_directories(char *path) {
  for (char *slash = strchr(path + 1, '/'); slash != NULL;
       slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    mkdir(path, 0700);
    *slash = '/';
  }
}

/* From now on the history is kept in its file, if there is a terminal and the
 * file can be used. */
void repl_history_open(void) {
  HistEvent event;
  if (!repl_edits()) return;
  if (find_history(history_file, sizeof history_file)) {
    make_directories(history_file);
    history(past, &event, H_LOAD, history_file);
  } else {
    history_file[0] = '\0';
  }
}

/* Adds a line to the present contents of the file. */
static void add_to_file(const char *text) {
  HistEvent event;
  History *kept = history_init();
  if (kept == NULL) return;
  history(kept, &event, H_SETSIZE, HISTORY_ENTRIES);
  history(kept, &event, H_SETUNIQUE, 1);
  history(kept, &event, H_LOAD, history_file);
  history(kept, &event, H_ENTER, text);
  history(kept, &event, H_SAVE, history_file);
  history_end(kept);
}

void repl_history_add(const char *text) {
  HistEvent event;
  if (*text == '\0' || !repl_edits()) return;
  history(past, &event, H_ENTER, text);
  if (history_file[0] == '\0') return;
  const int lock = open(history_file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock < 0) return;
  flock(lock, LOCK_EX);
  add_to_file(text);
  close(lock);
}
