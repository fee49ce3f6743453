/* call.c: every call into Lua: traceback, message and SIGINT.
 *
 * The executing Lua states form a chain of frames on the C stack: the main
 * state, the coroutine that it resumed, and so on. Frames are entered and left
 * around functions that cannot raise (lua_pcall, lua_resume), so the chain
 * never contains a dead coroutine, and SIGINT may walk it at any time.
 *
 * Only a hook can stop a Lua state, and each state has its own. SIGINT sets one
 * on every state of the chain, so that it stops a coroutine and also the
 * scheduler that resumed it. Functions in C do not run hooks: the module's
 * check linterrupt.asked, others can test lua_gethook(L) != NULL. Either way
 * the error is "interrupted!". Code that catches it has GRACE of CPU time to
 * clean up; after that every event raises it again, until the call is over or a
 * line is read. A hook is removed when its frame is left, so without an
 * interruption there are none.
 *
 * In a session, or a game at the terminal, a second SIGINT does the same as the
 * first, but without the grace. It ends any other script or command that has
 * not reacted to the first, as in lua.
 *
 * A search that SIGINT ends returns its result so far, once per call, if the
 * user's own code called it or the user asked for it at the terminal
 * (repl_think). That SIGINT is then used up and interrupts nothing else. A
 * bot's search, in contrast, is interrupted together with the bot.
 *
 * These cannot be stopped before they return: functions in C that never check
 * (a string.find with endless backtracking, table.concat, sorting by <),
 * finalizers (Lua runs them without hooks), os.execute (the C library blocks
 * SIGINT while it waits), and Lua states resumed by other C code, which are not
 * part of the chain. SIGQUIT (Ctrl-\) ends the program even then. A program
 * that has read a line leaves no core dump: the history is in its file by then,
 * and the terminal is restored if a line is being edited (during a completion).
 * While a line is read, SIGQUIT does nothing, as in shells.
 *
 * While a line is read, SIGINT only breaks the read: the handler is installed
 * without SA_RESTART, so read() returns.
 *
 * A session's traceback begins at the user's code and leaves out the program's
 * own frames; scripts get the same traceback as from lua. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "call.h"
#include "lauxlib.h"
#include "values/linterrupt.h"
#include "values/lshown.h"
#include "values/lthread.h"
#include "values/ltypes.h"

#define GRACE (CLOCKS_PER_SEC / 32)
#define PERIOD 100 /* instructions between two checks of the clock */
#define EVERY_EVENT (LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT)
#define TRACED_FRAMES 10

struct frame {
  lua_State *L;
  struct frame *outer;
};

static _Atomic(struct frame *) innermost;
static volatile sig_atomic_t pending; /* number of SIGINTs: 0, 1, 2 */
static volatile sig_atomic_t reading; /* a line is being read */
static volatile sig_atomic_t session; /* SIGINT never ends the program */
static volatile sig_atomic_t echoed;  /* the terminal shows SIGINT as ^C */
static volatile sig_atomic_t edited;  /* terminal settings to be restored: */
static struct termios as_it_was;
static linterrupt *interrupt; /* SIGINT as the module's C code sees it */
static clock_t grace_end;     /* 0: nothing was raised yet */
static bool stopped;          /* SIGINT ended the last call */
static bool thinking;         /* the user is waiting for a search */
static bool taken;            /* a search has consumed a SIGINT */

/* ---- raising ---------------------------------------------------------- */

/* The hook after the grace. If it has outlived its call it only removes
 * itself. */
static void insist(lua_State *L, lua_Debug *where) {
  (void)where;
  if (!pending) {
    lua_sethook(L, NULL, 0, 0);
  } else if (pending > 1 || clock() >= grace_end) {
    lua_sethook(L, insist, EVERY_EVENT, 1);
    ltesela_interrupted(L);
  }
}

static void begin_grace(lua_State *L) {
  if (grace_end == 0) grace_end = clock() + GRACE;
  lua_sethook(L, insist, LUA_MASKCOUNT, PERIOD);
}

/* The hook that raises the first error in a Lua state. */
static void stop(lua_State *L, lua_Debug *where) {
  if (!pending || pending > 1) {
    insist(L, where);
    return;
  }
  begin_grace(L);
  ltesela_interrupted(L);
}

/* linterrupt.raising: a function in C may be the first to raise the error. */
static void raising(lua_State *L) {
  if (lua_gethook(L) == stop) begin_grace(L);
}

/* ---- SIGINT ----------------------------------------------------------- */

static void enter_frame(struct frame *frame) {
  frame->outer = atomic_load_explicit(&innermost, memory_order_relaxed);
  atomic_store_explicit(&innermost, frame, memory_order_release);
}

/* Removes our hooks, but no others. */
static void unhook(lua_State *L) {
  lua_Hook hook = lua_gethook(L);
  if (hook == stop || hook == insist) lua_sethook(L, NULL, 0, 0);
}

static void leave_frame(struct frame *frame) {
  atomic_store_explicit(&innermost, frame->outer, memory_order_release);
  unhook(frame->L);
}

static void say(const char *words) {
  int error = errno;
  ssize_t written = write(STDERR_FILENO, words, strlen(words));
  (void)written;
  errno = error;
}

/* The first SIGINT had no effect: says how to get out. */
static const char stuck[] =
    "\n(waiting for a function in C; Ctrl-\\ ends the program)\n";

static void stop_all(struct frame *frame) {
  interrupt->asked = 1;
  for (; frame != NULL; frame = frame->outer) {
    lua_sethook(frame->L, stop, EVERY_EVENT, 1);
  }
}

static void on_sigint(int number) {
  struct frame *frame = atomic_load(&innermost);
  bool again = pending;
  pending = again ? 2 : 1;
  if (reading || frame == NULL) return;
  stop_all(frame);
  if (!session) signal(number, SIG_DFL);
  if (echoed) say(again ? stuck : "\n");
}

static void on_sigquit(int number) {
  if (reading) return;
  if (edited) {
    tcsetattr(STDIN_FILENO, TCSANOW, &as_it_was);
    say("\033[?2004l");
  }
  say("\n");
  _exit(128 + number);
}

static void settle(void) {
  pending = 0;
  grace_end = 0;
  interrupt->asked = 0;
}

/* The interruption is over. */
static void forget(void) {
  struct frame *frame = atomic_load(&innermost);
  settle();
  for (; frame != NULL; frame = frame->outer) unhook(frame->L);
}

/* linterrupt.begin */
static void begin_interrupt(void) {
  pending = 1;
  stop_all(atomic_load(&innermost));
}

/* linterrupt.take */
static bool take_interrupt(lua_State *L) {
  if (pending != 1 || taken || !(thinking || lt_is_direct(L))) return false;
  taken = true;
  forget();
  return true;
}

static void catch_sigint(struct sigaction *before) {
  struct sigaction action = {.sa_handler = on_sigint};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, before);
}

static void catch_sigquit(void) {
  struct sigaction action = {.sa_handler = on_sigquit, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(SIGQUIT, &action, NULL);
}

/* ---- input ------------------------------------------------------------ */

/* Is input from a terminal? */
bool repl_terminal(void) {
  return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

/* The terminal's settings are about to change, until a line has been read. */
void repl_edit_begin(void) {
  edited = tcgetattr(STDIN_FILENO, &as_it_was) == 0;
}

void repl_edit_end(void) {
  edited = 0;
}

/* Reading a line shows that an earlier interruption is over: the next SIGINT
 * counts as the first. */
void repl_input_begin(void) {
  forget();
  reading = 1;
  echoed = 0;
  catch_sigint(NULL);
  catch_sigquit();
}

/* For a call while a line is read: SIGINT ends the call. repl_input_begin must
 * follow. */
void repl_input_pause(void) {
  reading = 0;
}

/* Did SIGINT come while a line was read? */
bool repl_input_broken(void) {
  return pending;
}

/* Ends the reading; did SIGINT come? The handler stays, because between two
 * lines SIGINT must not end a session. */
bool repl_input_end(void) {
  bool broken = pending;
  reading = 0;
  echoed = session && repl_terminal();
  pending = 0;
  return broken;
}

void repl_session(bool begins) {
  session = begins;
  if (!begins) signal(SIGINT, SIG_DFL);
}

/* ---- messages --------------------------------------------------------- */

/* Pushes the folder of the program's scripts; NULL if unknown. */
static const char *push_home(lua_State *L) {
  lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, -1, "tesela");
  if (!lua_istable(L, -1)) return NULL;
  lua_pushliteral(L, "home");
  lua_rawget(L, -2);
  return lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
}

/* Is a chunk's name that of a file in the folder? */
static bool lies_in(const char *source, const char *folder) {
  size_t length = folder != NULL ? strlen(folder) : 0;
  return length > 0 && source[0] == '@' &&
         strncmp(source + 1, folder, length) == 0 && source[length + 1] == '/';
}

/* Pushes "\n\tstdin:1: in function 'f'", Lua's own text for one level. */
static void push_frame(lua_State *L, int level) {
  luaL_traceback(L, L, NULL, level);
  const char *line = strchr(lua_tostring(L, -1), '\n');
  if (line == NULL) line = "";
  lua_pushlstring(L, line, strcspn(line + (*line != '\0'), "\n") + 1);
  lua_remove(L, -2);
}

/* Is the frame whose text is on top useless to the user? It may belong to the
 * program, or to a function in C that raised the error or has no name. */
static bool is_hidden(lua_State *L, const lua_Debug *frame, bool first) {
  int top = lua_gettop(L);
  if (*frame->what == 'C') {
    return first || strstr(lua_tostring(L, top), "[C]: in ?") != NULL;
  }
  bool hidden = lies_in(frame->source, push_home(L));
  lua_settop(L, top);
  return hidden;
}

/* Pushes the useful frames. Do they say more than that the statement itself
 * failed? */
static bool push_frames(lua_State *L) {
  lua_Debug frame;
  int shown = 0;
  bool deep = false;
  lua_pushliteral(L, "\nstack traceback:");
  for (int level = 1; lua_getstack(L, level, &frame); level++) {
    lua_getinfo(L, "S", &frame);
    push_frame(L, level);
    if (is_hidden(L, &frame, shown == 0)) {
      lua_pop(L, 1);
      continue;
    }
    deep = deep || shown > 0 || strcmp(frame.what, "main") != 0;
    if (shown++ == TRACED_FRAMES) {
      lua_pop(L, 1);
      lua_pushliteral(L, "\n\t...");
    }
    lua_concat(L, 2);
    if (shown > TRACED_FRAMES) break;
  }
  return deep;
}

/* Returns show.text(value). */
static int shown(lua_State *L) {
  lua_getglobal(L, "require");
  lua_pushliteral(L, "tesela.terminal.dialogue.show_values");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, "text");
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

/* In a session, a table raised as an error is shown like any other value. */
static bool show_table(lua_State *L) {
  const bool plain = session && lua_istable(L, 1) &&
                     luaL_getmetafield(L, 1, "__tostring") == LUA_TNIL;
  lua_settop(L, 1);
  if (!plain) return false;
  lua_pushcfunction(L, shown);
  lua_pushvalue(L, 1);
  if (lua_pcall(L, 1, 1, 0) != LUA_OK || !lua_isstring(L, -1)) {
    lua_settop(L, 1);
    return false;
  }
  lua_pushliteral(L, "error: ");
  lua_replace(L, 1);
  lua_concat(L, 2);
  return true;
}

/* The error handler of all calls: nothing may interrupt it. */
static int add_traceback(lua_State *L) {
  unhook(L);
  if (!show_table(L) && lshown_error(L)) return 1;
  if (!session) {
    luaL_traceback(L, L, lua_tostring(L, 1), 1);
    return 1;
  }
  if (push_frames(L)) {
    lua_concat(L, 2);
  } else {
    lua_pop(L, 1);
  }
  return 1;
}

/* ---- calls ------------------------------------------------------------ */

/* lua_pcall with a traceback, which SIGINT can stop. */
int repl_call(lua_State *L, int arguments, int results) {
  struct frame frame = {.L = L};
  struct sigaction before;
  int base = lua_gettop(L) - arguments;
  lua_pushcfunction(L, add_traceback);
  lua_insert(L, base);
  settle();
  taken = false;
  enter_frame(&frame);
  catch_sigint(&before);
  int status = lua_pcall(L, arguments, results, base);
  sigaction(SIGINT, &before, NULL);
  leave_frame(&frame);
  stopped = status != LUA_OK && pending;
  if (pending)
    clearerr(stdout); /* a write that SIGINT broke is not a failure */
  settle();
  lua_remove(L, base);
  return status;
}

/* lua_pcall for programs that continue after an interruption: one is always
 * reported, and is over when this returns. */
int repl_guard(lua_State *L, int arguments) {
  int base = lua_gettop(L) - arguments;
  sig_atomic_t before = session;
  session = true;
  catch_sigint(NULL);
  int status = lua_pcall(L, arguments, LUA_MULTRET, 0);
  stopped = pending;
  if (stopped) {
    clearerr(stdout);
    if (status == LUA_OK) {
      lua_settop(L, base - 1);
      lua_pushcfunction(L, ltesela_interrupted);
      status = lua_pcall(L, 0, 0, 0);
    }
  }
  forget();
  session = before;
  return status;
}

/* Did SIGINT end the last call? */
bool repl_interrupted(void) {
  return stopped;
}

/* Like lua_call, for work that the user waits for and may cut short. */
void repl_think(lua_State *L, int arguments) {
  const bool before = thinking;
  thinking = true;
  taken = false;
  const int status = lua_pcall(L, arguments, LUA_MULTRET, 0);
  thinking = before;
  if (status != LUA_OK) lua_error(L);
}

/* Prints and pops the message of a failed call; returns the exit status. */
int repl_report(lua_State *L, int status, const char *prefix) {
  if (status == LUA_OK) return REPL_DONE;
  const int top = lua_gettop(L);
  const char *message = lua_tostring(L, -1);
  message =
      message != NULL ? lshown_lines(L, -1) : "(error message is not a string)";
  fprintf(stderr, "%s%s\n", prefix, message);
  fflush(stderr);
  lua_settop(L, top - 1);
  return stopped ? REPL_INTERRUPTED : REPL_FAILED;
}

/* The same for the program's own code, whose lines are useless to the user: an
 * interruption is reported in one line. */
int repl_report_own(lua_State *L, int status, const char *prefix) {
  if (status == LUA_OK || !stopped) return repl_report(L, status, prefix);
  lua_pop(L, 1);
  fputs("tesela: interrupted\n", stderr);
  return REPL_INTERRUPTED;
}

/* ---- coroutines ------------------------------------------------------- */

static void enter_coroutine(struct frame *frame) {
  enter_frame(frame);
  if (pending && lua_gethook(frame->L) == NULL) begin_grace(frame->L);
}

static int resume_called(lua_State *L, lua_State *co, int n, int *results) {
  struct frame frame = {.L = co};
  enter_coroutine(&frame);
  const int status = lua_resume(co, L, n, results);
  leave_frame(&frame);
  return status;
}

/* Closes variables, which may call endless functions. */
static int reset_called(lua_State *L, lua_State *co) {
  struct frame frame = {.L = co};
  (void)L;
  enter_coroutine(&frame);
  const int status = lthread_reset(co);
  leave_frame(&frame);
  return status;
}

/* Makes coroutines maintain the chain of frames, and the module's functions
 * raise like the hooks. */
void repl_follow_interruptions(lua_State *L) {
  static const lthread_runner runner = {resume_called, reset_called, NULL};
  lthread_set(L, &runner);
  interrupt = ltesela_interrupt();
  interrupt->raising = raising;
  interrupt->take = take_interrupt;
  interrupt->begin = begin_interrupt;
}
