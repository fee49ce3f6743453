/* lchild.c: exchanges lines with programs.
 *
 * Whatever a program does, we never wait for it longer than the given time: all
 * pipes are read and written together, as far as possible, in one place
 * (exchange_bytes), and their contents are limited. Text for the program waits
 * in `to`; `from` contains its unread stdout, no more than the longest allowed
 * line; the last part of its stderr is kept until it is read.
 *
 * A fork of this process has a copy of the object, but must not touch the
 * program: there the object acts as if it were closed. */
#define _GNU_SOURCE
#include "lchild.h"

#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lkeeper.h"
#include "values/linterrupt.h"

#define CHILD_TYPE "tesela.child"

enum {
  LINE = 1 << 20,  /* the most bytes of a line */
  SAID = 1 << 14,  /* bytes of stderr that are kept */
  CHUNK = 1 << 16, /* the most bytes of one read */
  ARGUMENTS = 1000
};

/* Bytes of `data` from `start` to `end`. */
typedef struct buffer {
  char *data;
  size_t start, end, room;
} buffer;

typedef struct child {
  lkeeper keeper;
  pid_t owner;
  buffer to, from, said;
  size_t looked; /* bytes of `from` known to contain no newline */
  bool deaf;     /* the program has closed its stdin */
  bool ended;
  int status; /* from waitpid, if the program has ended */
} child;

/* ---- buffers ---- */

static size_t bytes_in(const buffer *b) {
  return b->end - b->start;
}

/* Makes room for `size` bytes after the end; false: out of memory. */
static bool reserve(buffer *b, size_t size) {
  if (b->start > 0) {
    memmove(b->data, b->data + b->start, bytes_in(b));
    b->end -= b->start;
    b->start = 0;
  }
  if (b->end + size <= b->room) return true;
  const size_t room = b->end + size > 2 * b->room ? b->end + size : 2 * b->room;
  char *data = realloc(b->data, room);
  if (data == NULL) return false;
  b->data = data;
  b->room = room;
  return true;
}

static bool append_bytes(buffer *b, const char *text, size_t size) {
  if (!reserve(b, size)) return false;
  memcpy(b->data + b->end, text, size);
  b->end += size;
  return true;
}

static void empty(buffer *b) {
  free(b->data);
  *b = (buffer){NULL, 0, 0, 0};
}

/* ---- the pipes ---- */

static void close_file(int *file) {
  close(*file);
  *file = -1;
}

/* Like write, but without SIGPIPE, which ends programs that do not handle
 * it. */
static ssize_t write_quietly(int file, const char *text, size_t size) {
  const struct timespec at_once = {0, 0};
  sigset_t pipe, pending, before;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  const ssize_t wrote = write(file, text, size);
  const int error = errno;
  if (wrote < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE)) {
    while (sigtimedwait(&pipe, NULL, &at_once) < 0 && errno == EINTR) continue;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return wrote;
}

static bool is_transient(void) {
  return errno == EAGAIN || errno == EINTR;
}

static void flush(child *c) {
  while (bytes_in(&c->to) > 0 && c->keeper.in >= 0) {
    const ssize_t wrote =
        write_quietly(c->keeper.in, c->to.data + c->to.start, bytes_in(&c->to));
    if (wrote < 0 && is_transient()) return;
    if (wrote < 0) {
      close_file(&c->keeper.in);
      c->deaf = true;
      c->to.start = c->to.end;
    } else {
      c->to.start += (size_t)wrote;
    }
  }
}

/* Is there a line, or as much text as a line may have? */
static bool has_line(child *c) {
  const buffer *b = &c->from;
  const size_t size = bytes_in(b);
  if (size > c->looked &&
      memchr(b->data + b->start + c->looked, '\n', size - c->looked) != NULL) {
    return true;
  }
  c->looked = size;
  return size > LINE;
}

/* Reads available output once; closes the pipe at its end. */
static void take_output(int *file, buffer *b) {
  if (!reserve(b, CHUNK)) return;
  const ssize_t got = read(*file, b->data + b->end, CHUNK);
  if (got > 0) {
    b->end += (size_t)got;
  } else if (got == 0 || !is_transient()) {
    close_file(file);
  }
}

static void take_said(child *c) {
  take_output(&c->keeper.err, &c->said);
  if (bytes_in(&c->said) > SAID) c->said.start = c->said.end - SAID;
}

static void take_end(child *c) {
  c->status = lkeeper_status(&c->keeper);
  c->ended = true;
  close_file(&c->keeper.control);
}

/* Writes and reads as much as possible, waiting at most this long. (A
 * descriptor of -1 is skipped.) */
static void exchange_bytes(child *c, int milliseconds) {
  flush(c);
  const bool waits = bytes_in(&c->to) > 0, full = bytes_in(&c->from) > LINE;
  struct pollfd files[] = {
      {.fd = full ? -1 : c->keeper.out, .events = POLLIN},
      {.fd = c->keeper.err, .events = POLLIN},
      {.fd = c->keeper.control, .events = POLLIN},
      {.fd = waits ? c->keeper.in : -1, .events = POLLOUT}};
  if (poll(files, 4, milliseconds) <= 0) return;
  if (files[0].revents != 0) take_output(&c->keeper.out, &c->from);
  if (files[1].revents != 0) take_said(c);
  if (files[2].revents != 0) take_end(c);
  if (files[3].revents != 0) flush(c);
}

/* Is no more output possible? (A pipe is read to its end before it is
 * closed.) */
static bool is_done(const child *c) {
  return c->keeper.out < 0 || c->deaf;
}

/* After the end of a program, reads the output that it has left. */
static void read_rest(child *c) {
  for (size_t size = SIZE_MAX; size != bytes_in(&c->from) && !has_line(c);) {
    size = bytes_in(&c->from);
    exchange_bytes(c, 0);
  }
}

static double clock_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- the object ---- */

static child *child_at(lua_State *L) {
  return luaL_checkudata(L, 1, CHILD_TYPE);
}

static bool is_open(const child *c) {
  return c->owner == getpid();
}

/* c:send(text): true; or false if the program no longer reads. Does not
 * wait. */
static int child_send(lua_State *L) {
  child *c = child_at(L);
  size_t size;
  const char *text = luaL_checklstring(L, 2, &size);
  const bool open = is_open(c) && !c->deaf && !c->ended;
  if (open && !append_bytes(&c->to, text, size)) {
    return luaL_error(L, "not enough memory");
  }
  if (open) flush(c);
  lua_pushboolean(L, open && !c->deaf);
  return 1;
}

/* Pushes the available line, without its newline. */
static int push_read_line(lua_State *L, child *c) {
  buffer *b = &c->from;
  const char *line = b->data + b->start;
  const char *newline = memchr(line, '\n', bytes_in(b));
  if (newline == NULL || newline - line > LINE) {
    lua_pushnil(L);
    lua_pushliteral(L, "long");
    return 2;
  }
  size_t size = (size_t)(newline - line);
  b->start += size + 1;
  c->looked = 0;
  if (size > 0 && line[size - 1] == '\r') size--;
  lua_pushlstring(L, line, size);
  return 1;
}

/* Waits until there is a line, no more output is possible, the time is over, or
 * Ctrl-C is pressed; always checks at least once. */
static void await_line(child *c, double seconds) {
  const double end = clock_seconds() + seconds;
  double left = seconds;
  for (int looks = 0; !has_line(c); looks++) {
    if (c->ended || is_done(c)) {
      read_rest(c);
      return;
    }
    if (looks > 0 && left <= 0) return;
    if (ltesela_interrupt()->asked != 0) return;
    exchange_bytes(c, left <= 0 ? 0 : (int)ceil(left * 1000));
    left = end - clock_seconds();
  }
}

/* c:receive(seconds): a line; or nil and "time", "closed" (no more lines will
 * come), or "long" (the line is too long). */
static int child_receive(lua_State *L) {
  child *c = child_at(L);
  const double seconds = luaL_checknumber(L, 2);
  luaL_argcheck(L, seconds >= 0 && seconds <= 1e6, 2, "out of range");
  if (is_open(c)) await_line(c, seconds);
  if (is_open(c) && has_line(c)) return push_read_line(L, c);
  lua_pushnil(L);
  lua_pushstring(L, !is_open(c) || c->ended || is_done(c) ? "closed" : "time");
  return 2;
}

/* c:unread(): output that was not received, or nil. */
static int child_unread(lua_State *L) {
  child *c = child_at(L);
  if (!is_open(c)) return 0;
  exchange_bytes(c, 0);
  if (bytes_in(&c->from) == 0) return 0;
  lua_pushlstring(L, c->from.data + c->from.start, bytes_in(&c->from));
  return 1;
}

/* c:said(): the text written to stderr since the last call, or the last part of
 * it. */
static int child_said(lua_State *L) {
  child *c = child_at(L);
  if (is_open(c)) exchange_bytes(c, 0);
  lua_pushlstring(L, c->said.data == NULL ? "" : c->said.data + c->said.start,
                  bytes_in(&c->said));
  c->said.start = c->said.end;
  return 1;
}

/* c:ended(seconds): how the program ended, in words; the number of the signal,
 * or nil; and the exit status, or nil. Returns nil if it has not ended within
 * this time. */
static int child_ended(lua_State *L) {
  child *c = child_at(L);
  const double end = clock_seconds() + luaL_checknumber(L, 2);
  double left = 0;
  do {
    if (!is_open(c)) return 0;
    if (!c->ended) exchange_bytes(c, (int)(left * 1000));
    left = end - clock_seconds();
    if (left > 0.01) left = 0.01;
  } while (!c->ended && left > 0);
  if (!c->ended) return 0;
  if (c->status >= 0 && WIFSIGNALED(c->status)) {
    const int number = WTERMSIG(c->status);
    lua_pushfstring(L, "signal %d (%s)", number, strsignal(number));
    lua_pushinteger(L, number);
    return 2;
  }
  if (c->status < 0) {
    lua_pushliteral(L, "unknown, because its keeper was killed");
  } else {
    lua_pushfstring(L, "exit status %d", WEXITSTATUS(c->status));
    lua_pushnil(L);
    lua_pushinteger(L, WEXITSTATUS(c->status));
    return 3;
  }
  return 1;
}

/* c:keeper(): the id of the process above all that the program has started; nil
 * if closed. */
static int child_keeper(lua_State *L) {
  const child *c = child_at(L);
  if (!is_open(c)) return 0;
  lua_pushinteger(L, c->keeper.pid);
  return 1;
}

/* c:finish(): closes the program's stdin after the last bytes, so that it may
 * end. */
static int child_finish(lua_State *L) {
  child *c = child_at(L);
  if (!is_open(c)) return 0;
  flush(c);
  if (c->keeper.in >= 0) close_file(&c->keeper.in);
  c->to.start = c->to.end;
  return 0;
}

/* c:kill(): ends the program. False: some of its processes may be left. */
static int child_kill(lua_State *L) {
  child *c = child_at(L);
  bool clean = true;
  if (is_open(c)) {
    clean = lkeeper_end(&c->keeper);
  } else if (c->owner != 0) {
    lkeeper_forget(&c->keeper);
  }
  c->owner = 0;
  empty(&c->to);
  empty(&c->from);
  empty(&c->said);
  lua_pushboolean(L, clean);
  return 1;
}

/* ---- the module ---- */

static rlim_t option(lua_State *L, const char *name) {
  lua_getfield(L, 3, name);
  const lua_Integer value = luaL_optinteger(L, -1, 0);
  luaL_argcheck(L, value >= 0, 3, name);
  lua_pop(L, 1);
  return (rlim_t)value;
}

/* The list at 2 as arguments; it keeps the strings alive. */
static char **arguments_of(lua_State *L) {
  luaL_checktype(L, 2, LUA_TTABLE);
  const lua_Integer count = luaL_len(L, 2);
  luaL_argcheck(L, count >= 1 && count <= ARGUMENTS, 2, "1 to 1000 words");
  luaL_checkstack(L, (int)count + 10, NULL);
  char **list = lua_newuserdatauv(L, (size_t)(count + 1) * sizeof *list, 0);
  for (lua_Integer i = 0; i < count; i++) {
    lua_geti(L, 2, i + 1);
    list[i] = (char *)(size_t)luaL_checkstring(L, -1);
  }
  list[count] = NULL;
  return list;
}

/* Is the error a lack of resources, which is not the program's fault? */
static bool is_limit(int error) {
  return error == EMFILE || error == ENFILE || error == EAGAIN ||
         error == ENOMEM;
}

/* child.start(path, words, { memory = bytes, cpu = seconds }): starts a
 * program; or returns nil, the error, and "limit" if the machine's resources
 * are exhausted. words[1] is the program's name for itself. */
static int start_child(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  luaL_checktype(L, 3, LUA_TTABLE);
  lua_settop(L, 3);
  child *c = lua_newuserdatauv(L, sizeof *c, 0);
  *c = (child){.keeper = LKEEPER_NONE};
  luaL_setmetatable(L, CHILD_TYPE);
  const lkeeper_order order = {.path = path,
                               .memory = option(L, "memory"),
                               .cpu = option(L, "cpu"),
                               .arguments = arguments_of(L)};
  const int error = lkeeper_start(&c->keeper, &order);
  if (error != 0) {
    lua_pushnil(L);
    lua_pushstring(L, strerror(error));
    if (!is_limit(error)) return 2;
    lua_pushliteral(L, "limit");
    return 3;
  }
  c->owner = getpid();
  lua_pushvalue(L, 4);
  return 1;
}

/* child.runs(path): is this an executable file? */
static int runs(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  struct stat file;
  lua_pushboolean(L, stat(path, &file) == 0 && S_ISREG(file.st_mode) &&
                         access(path, X_OK) == 0);
  return 1;
}

/* child.print(path): a hash of a file (FNV-1a, like tesela.hash of a string);
 * nil if it cannot be read. */
static int print(lua_State *L) {
  const int file =
      open(luaL_checkstring(L, 1), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat what;
  if (file < 0) return 0;
  const bool plain = fstat(file, &what) == 0 && S_ISREG(what.st_mode);
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  unsigned char space[CHUNK];
  ssize_t got = plain ? 1 : -1;
  while (got > 0 && (got = read(file, space, CHUNK)) > 0) {
    for (ssize_t i = 0; i < got; i++) {
      hash = (hash ^ space[i]) * UINT64_C(0x100000001b3);
    }
  }
  close(file);
  if (got < 0) return 0;
  char text[17];
  snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
  lua_pushstring(L, text);
  return 1;
}

static const luaL_Reg functions[] = {
    {"start", start_child}, {"runs", runs}, {"print", print}, {NULL, NULL}};

static const luaL_Reg methods[] = {{"send", child_send},
                                   {"receive", child_receive},
                                   {"said", child_said},
                                   {"unread", child_unread},
                                   {"ended", child_ended},
                                   {"keeper", child_keeper},
                                   {"finish", child_finish},
                                   {"kill", child_kill},
                                   {NULL, NULL}};

int lchild_open(lua_State *L) {
  luaL_newmetatable(L, CHILD_TYPE);
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, child_kill);
  lua_setfield(L, -2, "__gc");
  lua_pop(L, 1);
  luaL_newlib(L, functions);
  return 1;
}
