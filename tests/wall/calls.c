/* calls.c: system calls that nobody behind a wall should make, as a module for
 * Lua that a test loads before it forks a worker.
 *
 * calls.names is a list, calls.try(name) makes one: 0, or its error. Where they
 * are not forbidden they do no harm. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <lua.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CODE = PROT_READ | PROT_EXEC, FRESH = MAP_PRIVATE | MAP_ANONYMOUS };

static const struct sockaddr nowhere = {.sa_family = AF_UNIX};

#define ADDRESS(of) (intptr_t)(of)

static const struct call {
  const char *name;
  long number;
  intptr_t argument[6];
} calls[] = {
    {"open", SYS_openat, {AT_FDCWD, ADDRESS("/dev/null"), O_RDONLY}},
    {"open (2)", SYS_openat2, {AT_FDCWD, ADDRESS("/dev/null")}},
    {"unlink", SYS_unlinkat, {AT_FDCWD, ADDRESS("/nowhere")}},
    {"rename", SYS_renameat2, {-1, ADDRESS("a"), -1, ADDRESS("b")}},
    {"readlink", SYS_readlinkat, {AT_FDCWD, ADDRESS("/")}},
    {"chdir", SYS_chdir, {ADDRESS("/")}},
    {"mount", SYS_mount, {0, ADDRESS("/nowhere")}},
    {"socket", SYS_socket, {AF_INET, SOCK_STREAM}},
    {"socketpair", SYS_socketpair, {AF_UNIX, SOCK_STREAM}},
    {"connect", SYS_connect, {2, ADDRESS(&nowhere), sizeof nowhere}},
    {"bind", SYS_bind, {2, ADDRESS(&nowhere), sizeof nowhere}},
    {"sendmsg", SYS_sendmsg, {2}},
    {"send to an address", SYS_sendto, {2, 0, 0, 0, ADDRESS(&nowhere), 16}},
    {"execve", SYS_execve, {ADDRESS("/nowhere")}},
    {"execveat", SYS_execveat, {-1, ADDRESS("/nowhere")}},
    {"clone", SYS_clone, {CLONE_SIGHAND}},
    {"clone (3)", SYS_clone3, {0}},
    {"unshare", SYS_unshare, {0}},
    {"ptrace", SYS_ptrace, {PTRACE_PEEKDATA, 1}},
    {"read another process", SYS_process_vm_readv, {1}},
    {"kill", SYS_kill, {1, 0}},
    {"tgkill", SYS_tgkill, {1, 1, 0}},
    {"pidfd_open", SYS_pidfd_open, {1}},
    {"ioctl", SYS_ioctl, {2}},
    {"fcntl", SYS_fcntl, {2, F_GETFD}},
    {"dup", SYS_dup, {2}},
    {"pipe", SYS_pipe2, {0}},
    {"memfd_create", SYS_memfd_create, {ADDRESS("x")}},
    {"read", SYS_read, {2}},
    {"write to another", SYS_write, {99, ADDRESS("")}},
    {"mmap of code", SYS_mmap, {0, 4096, CODE, FRESH, -1}},
    {"mprotect to code", SYS_mprotect, {0, 0, CODE}},
    {"pkey_mprotect to code", SYS_pkey_mprotect, {0, 0, CODE, -1}},
    {"prctl", SYS_prctl, {0}},
    {"setrlimit", SYS_prlimit64, {0}},
    {"setuid", SYS_setuid, {-1}},
    {"bpf", SYS_bpf, {-1}},
    {"io_uring_setup", SYS_io_uring_setup, {0}},
    {"perf_event_open", SYS_perf_event_open, {0, 0, -1, -1}},
    {"userfaultfd", SYS_userfaultfd, {-1}},
    {"keyctl", SYS_keyctl, {-1}},
    {"getppid", SYS_getppid, {0}}};

enum { CALLS = sizeof calls / sizeof *calls };

static int try_call(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  errno = 0;
  for (const struct call *c = calls; c < calls + CALLS; c++) {
    const intptr_t *a = c->argument;
    if (strcmp(name, c->name) != 0) continue;
    if (syscall(c->number, a[0], a[1], a[2], a[3], a[4], a[5]) >= 0) errno = 0;
  }
  lua_pushinteger(L, errno);
  return 1;
}

int luaopen_calls(lua_State *L);

int luaopen_calls(lua_State *L) {
  lua_createtable(L, 0, 2);
  lua_createtable(L, CALLS, 0);
  for (int i = 0; i < CALLS; i++) {
    lua_pushstring(L, calls[i].name);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "names");
  lua_pushcfunction(L, try_call);
  lua_setfield(L, -2, "try");
  return 1;
}
