/* lprocess.c: worker processes and signals, for tournaments.
 *
 * A worker is a fork that runs a Lua function and then ends. So it is the same
 * version of the program even if its files have changed, it has everything
 * that was loaded before, and it also works in a stock Lua. It communicates
 * with its parent over a socket, in lines, and through the watch (lwatch.h). It
 * ends when its parent does, for any reason.
 *
 * A worker may write no files and no core files, and has limited memory; if it
 * has sandboxes, it also has a wall (lwall.h). Its input and output are not
 * those of the program, whose data goes to stdout.
 *
 * While a tournament runs, SIGINT and SIGTERM are only counted. Workers, which
 * also receive them, ignore them. */
#define _GNU_SOURCE
#include "lprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <locale.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lkeeper.h"
#include "lwatch.h"
#include "sandbox/lpool.h"
#include "sandbox/lwall.h"
#include "values/lguard.h"
#include "values/ltypes.h"

#define PROCESS_TYPE "tesela.process"
#define CHANNEL_TYPE "tesela.channel"

enum { CHUNK = 1 << 16 };

/* ---- the worker's side ---- */

static int *check_channel(lua_State *L) {
  int *file = luaL_checkudata(L, 1, CHANNEL_TYPE);
  if (*file < 0) luaL_error(L, "this channel is closed");
  return file;
}

/* Was all of it sent? */
static bool send_all(int file, const char *text, size_t length) {
  while (length > 0 && file >= 0) {
    const ssize_t sent = send(file, text, length, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) break;
    text += sent;
    length -= (size_t)sent;
  }
  return length == 0;
}

/* Sends the text at 2 and pushes whether all of it was sent. */
static int send_text(lua_State *L, int file) {
  size_t length;
  const char *text = luaL_checklstring(L, 2, &length);
  lua_pushboolean(L, send_all(file, text, length));
  return 1;
}

/* c:send(text): false if the other end is closed. */
static int channel_send(lua_State *L) {
  return send_text(L, *check_channel(L));
}

/* c:receive(): waits for data and returns it; nil if no more will come. No time
 * limit runs while it waits. */
static int channel_receive(lua_State *L) {
  const int *file = check_channel(L);
  lwatch_rest();
  char space[CHUNK];
  ssize_t got;
  do {
    got = recv(*file, space, CHUNK, 0);
  } while (got < 0 && errno == EINTR);
  if (got > 0) {
    lua_pushlstring(L, space, (size_t)got);
  } else {
    lua_pushnil(L);
  }
  return 1;
}

/* c:wall(): from now on this process can only play, and communicate through c
 * (lwall.h). */
static int channel_wall(lua_State *L) {
  const int error = lwall_raise(*check_channel(L));
  if (error == 0) return 0;
  lua_pushfstring(L, "cannot put a wall around a worker (seccomp: %s)",
                  strerror(error));
  return lua_error(L);
}

/* The memory that this process uses now. */
static rlim_t memory_now(void) {
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "re");
  if (file == NULL || fscanf(file, "%lu", &pages) != 1) pages = 0;
  if (file != NULL) fclose(file);
  return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* Lowers both limits; neither is ever raised. */
static void lower_limit(struct rlimit *now, rlim_t most) {
  if (now->rlim_max == RLIM_INFINITY || most < now->rlim_max) {
    now->rlim_max = most;
  }
  if (now->rlim_cur == RLIM_INFINITY || now->rlim_cur > now->rlim_max) {
    now->rlim_cur = now->rlim_max;
  }
}

/* A macro, because the type of a resource differs between C libraries. */
#define LIMIT(resource, most)                  \
  do {                                         \
    struct rlimit now;                         \
    if (getrlimit(resource, &now) != 0) break; \
    lower_limit(&now, most);                   \
    setrlimit(resource, &now);                 \
  } while (0)

/* process.limit(bytes): allows that much more memory, and no writing to files.
 * (There is no limit of memory with sanitizers, which need more address space
 * than any would leave.) */
static int limit_process(lua_State *L) {
  const lua_Integer bytes = luaL_checkinteger(L, 1);
  LIMIT(RLIMIT_FSIZE, 0);
  if (!SANITIZED) LIMIT(RLIMIT_AS, memory_now() + (rlim_t)bytes);
  return 0;
}

static void replace_stdio(void) {
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null >= 0) dup2(null, STDIN_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
}

static void settle_worker(pid_t parent) {
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN); /* batch systems send it to a whole job */
  signal(SIGXFSZ, SIG_IGN);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0); /* it has already ended */
  LIMIT(RLIMIT_CORE, 0);
  replace_stdio();
}

enum { NO_MEMORY = 112 }; /* exit status of a worker */

/* Calls the function on the stack with its argument; does not return. */
static void run_worker(lua_State *L, int file, pid_t parent) {
  settle_worker(parent);
  lguard_restart();
  *(int *)lua_touserdata(L, -1) = file;
  const int status = lua_pcall(L, 1, 0, 0);
  if (status == LUA_OK) _exit(0);
  if (lt_is_no_memory(L, status)) _exit(NO_MEMORY); /* worth another try */
  const char *message = lua_tostring(L, -1);
  if (message == NULL) message = "?";
  char line[4096]; /* not dprintf, whose calls the wall may forbid */
  snprintf(line, sizeof line, "!\t%.4000s\n", message);
  send_all(file, line, strlen(line));
  _exit(1);
}

/* ---- the parent's side ---- */

typedef struct process {
  pid_t pid; /* 0: already waited for */
  int file;  /* -1: closed */
  pid_t owner;
  lwatch *watch; /* only the owner has it */
  lmeter meter;
} process;

static process *check_process(lua_State *L) {
  return luaL_checkudata(L, 1, PROCESS_TYPE);
}

static void close_process(process *p) {
  if (p->file >= 0) close(p->file);
  if (getpid() == p->owner) lwatch_free(p->watch);
  p->file = -1;
  p->watch = NULL;
}

/* Waits for the end: the status from waitpid; -1: unknown. */
static int wait_for_end(process *p) {
  int status = 0;
  while (p->pid > 0 && waitpid(p->pid, &status, 0) < 0) {
    if (errno == EINTR) continue;
    status = -1;
    break;
  }
  p->pid = 0;
  return status;
}

static int no_worker(lua_State *L, process *p) {
  const int error = errno;
  close_process(p);
  return luaL_error(L, "cannot start a worker process: %s", strerror(error));
}

static int *push_channel(lua_State *L) {
  int *file = lua_newuserdatauv(L, sizeof *file, 0);
  *file = -1;
  luaL_setmetatable(L, CHANNEL_TYPE);
  return file;
}

/* process.spawn(f, walled): starts a worker, which calls f(channel) and ends.
 * Until it waits for a message or plays, it has the time limit for rules.
 * `walled`: the worker will have a wall. */
static int spawn(lua_State *L) {
  int pair[2];
  const pid_t parent = getpid();
  luaL_checktype(L, 1, LUA_TFUNCTION);
  if (lua_toboolean(L, 2)) lwall_announce();
  lua_settop(L, 1);
  process *p = lua_newuserdatauv(L, sizeof *p, 0);
  *p = (process){.file = -1, .owner = parent};
  luaL_setmetatable(L, PROCESS_TYPE);
  lua_pushvalue(L, 1);
  push_channel(L);
  p->watch = lwatch_new();
  if (p->watch == NULL) return no_worker(L, p);
  lwatch_begin(p->watch);
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
    return no_worker(L, p);
  }
  p->file = pair[0];
  lkeeper_keep_ends();
  fflush(stdout); /* otherwise both would write the buffered text */
  p->pid = fork();
  if (p->pid == 0) {
    lwatch_set(p->watch);
    p->watch = NULL;
    close_process(p);
    run_worker(L, pair[1], parent);
  }
  close(pair[1]);
  if (p->pid < 0) return no_worker(L, p);
  lwatch_keep(p->watch);
  lua_settop(L, 2);
  return 1;
}

/* p:send(text): false if the worker is gone. */
static int process_send(lua_State *L) {
  return send_text(L, check_process(L)->file);
}

/* p:receive(): the available data; "" if there is none; nil at the end. */
static int process_receive(lua_State *L) {
  process *p = check_process(L);
  char space[CHUNK];
  const ssize_t got =
      p->file < 0 ? 0 : recv(p->file, space, CHUNK, MSG_DONTWAIT);
  if (got > 0) {
    lua_pushlstring(L, space, (size_t)got);
  } else if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
    lua_pushliteral(L, "");
  } else {
    lua_pushnil(L);
  }
  return 1;
}

/* GRACE: a worker may end late code itself. SLACK: between two checks by the
 * parent it uses time that the meter misses. */
#define GRACE INT64_C(500000000)
#define SLACK INT64_C(150000000)

/* p:doing(): the number of its game; the seat whose bot runs (0: none); and
 * "late" or "starved" (lwatch.h) if its code does not end by itself. */
static int process_doing(lua_State *L) {
  process *p = check_process(L);
  if (p->watch == NULL) return 0;
  lua_pushinteger(L, atomic_load(&p->watch->number));
  lua_pushinteger(L, atomic_load(&p->watch->seat));
  if (p->pid <= 0) return 2;
  return 2 + lwatch_push_verdict(
                 L, lwatch_judge(p->watch, &p->meter, p->pid, GRACE, SLACK));
}

/* p:moves(): the moves of its game so far. */
static int process_moves(lua_State *L) {
  const process *p = check_process(L);
  lua_newtable(L);
  if (p->watch == NULL) return 1;
  uint32_t plies = atomic_load(&p->watch->plies);
  if (plies > WATCH_PLIES) plies = WATCH_PLIES;
  for (uint32_t i = 0; i < plies; i++) {
    lua_pushinteger(L, p->watch->move[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* p:printed(from): the text printed in its game, see lwatch_push_printed. */
static int process_printed(lua_State *L) {
  const process *p = check_process(L);
  const lua_Integer from = luaL_optinteger(L, 2, 0);
  return p->watch == NULL ? 0 : lwatch_push_printed(L, p->watch, from);
}

/* p:stop(): lets the worker begin no more games. */
static int process_stop(lua_State *L) {
  const process *p = check_process(L);
  if (p->watch != NULL) atomic_store(&p->watch->stop, 1);
  return 0;
}

static int process_kill(lua_State *L) {
  process *p = check_process(L);
  if (p->pid > 0) kill(p->pid, SIGKILL);
  return 0;
}

/* p:wait(): waits for the worker's end and closes it. Returns how it ended, in
 * words; nil if normally. */
static int process_wait(lua_State *L) {
  process *p = check_process(L);
  const int status = wait_for_end(p);
  close_process(p);
  if (status < 0) {
    lua_pushliteral(L, "its status was already collected");
    return 1;
  }
  if (WIFSIGNALED(status)) {
    lua_pushfstring(L, "signal %d (%s)", WTERMSIG(status),
                    strsignal(WTERMSIG(status)));
    return 1;
  }
  if (WEXITSTATUS(status) == 0) return 0;
  if (WEXITSTATUS(status) == NO_MEMORY) {
    lua_pushliteral(L, "not enough memory");
  } else {
    lua_pushfstring(L, "exit status %d", WEXITSTATUS(status));
  }
  return 1;
}

/* p:forget(): for a fork that is not its parent. */
static int process_forget(lua_State *L) {
  process *p = check_process(L);
  p->pid = 0;
  close_process(p);
  return 0;
}

/* Frees a worker that is no longer used. */
static int process_gc(lua_State *L) {
  process *p = check_process(L);
  if (p->pid > 0) kill(p->pid, SIGKILL);
  wait_for_end(p);
  close_process(p);
  return 0;
}

/* process.poll(list, seconds): waits until a worker in the list has data, or a
 * signal comes. */
static int poll_all(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const double seconds = luaL_checknumber(L, 2);
  const lua_Integer count = luaL_len(L, 1);
  struct pollfd *files =
      lua_newuserdatauv(L, (size_t)(count + 1) * sizeof *files, 0);
  for (lua_Integer i = 0; i < count; i++) {
    lua_geti(L, 1, i + 1);
    const process *p = luaL_checkudata(L, -1, PROCESS_TYPE);
    files[i] = (struct pollfd){.fd = p->file, .events = POLLIN};
    lua_pop(L, 1);
  }
  lua_pushboolean(L, poll(files, (nfds_t)count, (int)(seconds * 1000)) > 0);
  return 1;
}

/* ---- signals and the machine ---- */

static volatile sig_atomic_t interruptions;
static const int caught[] = {SIGINT, SIGTERM, SIGXFSZ};
enum { CAUGHT = sizeof caught / sizeof *caught };
static struct sigaction before[CAUGHT];
static int catching;

static void count_interruption(int number) {
  if (number != SIGXFSZ && interruptions < 2) interruptions++;
}

/* process.catch(true): from now on SIGINT and SIGTERM are counted, and a file
 * at its size limit is an error, like a full disk. process.catch(false) undoes
 * this. */
static int catch_signals(lua_State *L) {
  const int wanted = lua_toboolean(L, 1);
  if (wanted == catching) return 0;
  struct sigaction action = {.sa_handler = count_interruption};
  sigemptyset(&action.sa_mask);
  interruptions = 0;
  catching = wanted;
  for (int i = 0; i < CAUGHT; i++) {
    if (wanted) {
      sigaction(caught[i], &action, &before[i]);
    } else {
      sigaction(caught[i], &before[i], NULL);
    }
  }
  return 0;
}

static int push_interruptions(lua_State *L) {
  lua_pushinteger(L, interruptions);
  return 1;
}

/* The number of processors that this process may use; 0 if it cannot start
 * processes. */
static int cores(lua_State *L) {
  cpu_set_t set;
  const int count =
      sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
  lua_pushinteger(L, count);
  return 1;
}

/* Is stderr a terminal, where a line can be overwritten? */
static int terminal(lua_State *L) {
  lua_pushboolean(L, isatty(STDERR_FILENO));
  return 1;
}

/* process.pointed(f): calls f so that numbers have a decimal point, in this
 * thread and in workers that it starts, whatever the host's locale is. */
static int pointed(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  const locale_t theirs = uselocale((locale_t)0), copy = duplocale(theirs);
  const locale_t plain =
      copy == (locale_t)0 ? copy : newlocale(LC_NUMERIC_MASK, "C", copy);
  if (plain != (locale_t)0) uselocale(plain);
  const int status = lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0);
  uselocale(theirs);
  if (plain != (locale_t)0) freelocale(plain);
  return status == LUA_OK ? lua_gettop(L) : lua_error(L);
}

static const luaL_Reg functions[] = {{"spawn", spawn},
                                     {"poll", poll_all},
                                     {"catch", catch_signals},
                                     {"interrupted", push_interruptions},
                                     {"cores", cores},
                                     {"terminal", terminal},
                                     {"limit", limit_process},
                                     {"pointed", pointed},
                                     {NULL, NULL}};

static const luaL_Reg process_methods[] = {
    {"send", process_send},       {"receive", process_receive},
    {"doing", process_doing},     {"moves", process_moves},
    {"printed", process_printed}, {"stop", process_stop},
    {"kill", process_kill},       {"wait", process_wait},
    {"forget", process_forget},   {NULL, NULL}};

static const luaL_Reg channel_methods[] = {{"send", channel_send},
                                           {"receive", channel_receive},
                                           {"wall", channel_wall},
                                           {NULL, NULL}};

int lprocess_open(lua_State *L) {
  luaL_newmetatable(L, PROCESS_TYPE);
  luaL_newlib(L, process_methods);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, process_gc);
  lua_setfield(L, -2, "__gc");
  lua_pop(L, 1);
  luaL_newmetatable(L, CHANNEL_TYPE);
  luaL_newlib(L, channel_methods);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
  luaL_newlib(L, functions);
  lwatch_add(L);
  return 1;
}
