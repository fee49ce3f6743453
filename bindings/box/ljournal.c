/* ljournal.c: a file of lines that only grows and survives every end.
 *
 * The invariant: up to `size` the file holds whole lines that were accepted,
 * and the `torn` bytes behind are the rest of a write that did not finish. The
 * first append cuts them off, not the opening, which may be of a file that
 * turns out to be somebody else's; and a write that fails is undone by cutting
 * back to `size`. Nothing before `size` is ever written again. `synced` is how
 * much of it is known to be on the disk.
 *
 * An open journal is locked (flock), so that two processes never write to one
 * file. The lock belongs to the open file, also in a child that inherited it:
 * there `forget` closes the descriptor and leaves the lock to the parent.
 *
 * Failures of the world return nil and a message. After a sync that failed
 * the file is not to be trusted (the kernel may have dropped what it held), so
 * the journal then takes nothing more. */
#define _GNU_SOURCE
#include "ljournal.h"

#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#define JOURNAL_TYPE "tesela.journal"

typedef struct journal {
  int file; /* -1: closed */
  off_t size, synced;
  off_t torn; /* bytes of a torn line that are still there */
  bool failed;
  char path[];
} journal;

static int failure(lua_State *L, const char *path, const char *what) {
  const int error = errno;
  lua_pushnil(L);
  lua_pushfstring(L, "%s: %s: %s", path, what, strerror(error));
  return 2;
}

static journal *check(lua_State *L) {
  journal *j = luaL_checkudata(L, 1, JOURNAL_TYPE);
  if (j->file < 0) luaL_error(L, "%s: this journal is closed", j->path);
  return j;
}

/* ---- opening ---- */

/* The process that holds the lock, 0 if that cannot be found out. */
static long lock_holder(int file) {
  char line[256];
  long holder = 0;
  struct stat facts;
  FILE *locks = fopen("/proc/locks", "re");
  if (locks == NULL || fstat(file, &facts) != 0) facts.st_ino = 0;
  while (locks != NULL && fgets(line, sizeof line, locks) != NULL) {
    long pid;
    unsigned int device_major, device_minor;
    unsigned long inode;
    const int found = sscanf(line, "%*s FLOCK %*s %*s %ld %x:%x:%lu", &pid,
                             &device_major, &device_minor, &inode);
    if (found == 4 && inode == facts.st_ino &&
        device_major == major(facts.st_dev) &&
        device_minor == minor(facts.st_dev)) {
      holder = pid;
    }
  }
  if (locks != NULL) fclose(locks);
  return holder;
}

/* Is the process gone that took the lock? */
static bool is_orphaned(int file) {
  const long holder = lock_holder(file);
  return holder > 0 && kill((pid_t)holder, 0) != 0 && errno == ESRCH;
}

/* Children of a process that was killed may hold its lock a moment longer, on a
 * busy machine a long one. */
static bool lock(int file) {
  const struct timespec moment = {0, 50 * 1000 * 1000};
  enum { USUALLY = 20, ORPHANED = 600 };
  for (int tries = 0; flock(file, LOCK_EX | LOCK_NB) != 0; tries++) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) return false;
    if (tries >= USUALLY && (tries == ORPHANED || !is_orphaned(file))) {
      errno = EWOULDBLOCK;
      return false;
    }
    nanosleep(&moment, NULL);
  }
  return true;
}

static int refuse_lock(lua_State *L, const journal *j) {
  if (errno != EWOULDBLOCK) return failure(L, j->path, "cannot lock the file");
  const long holder = lock_holder(j->file);
  lua_pushnil(L);
  if (holder > 0) {
    lua_pushfstring(L, "%s: process %d is writing to this file", j->path,
                    (int)holder);
  } else {
    lua_pushfstring(L, "%s: another process is writing to this file", j->path);
  }
  return 2;
}

/* Where the last whole line of the first `end` bytes ends; -1: see errno. */
static off_t last_end(int file, off_t end) {
  char block[4096];
  while (end > 0) {
    const size_t length =
        end < (off_t)sizeof block ? (size_t)end : sizeof block;
    const ssize_t got = pread(file, block, length, end - (off_t)length);
    if (got != (ssize_t)length) {
      if (got >= 0) errno = EIO;
      return -1;
    }
    const char *newline = memrchr(block, '\n', length);
    if (newline != NULL) return end - (off_t)length + (newline - block) + 1;
    end -= (off_t)length;
  }
  return 0;
}

/* Cuts the file after the first `size` bytes. */
static bool cut(journal *j, off_t size) {
  if (ftruncate(j->file, size) != 0) return false;
  j->size = size;
  j->torn = 0;
  while (fdatasync(j->file) != 0) {
    if (errno == EINTR) continue;
    j->failed = true;
    return false;
  }
  j->synced = size;
  return true;
}

static bool is_file(int file) {
  struct stat facts;
  return fstat(file, &facts) == 0 && S_ISREG(facts.st_mode);
}

/* A new name must be on the disk too: the folder is synced. */
static void sync_folder(const char *path) {
  char *folder = strdup(path);
  if (folder == NULL) return;
  char *slash = strrchr(folder, '/');
  if (slash != NULL) slash[slash == folder] = '\0';
  const int file =
      open(slash != NULL ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file >= 0) {
    fsync(file);
    close(file);
  }
  free(folder);
}

/* journal.open(path): the journal, or nil and why not. */
static int journal_open(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  const size_t length = strlen(path) + 1;
  journal *j = lua_newuserdatauv(L, sizeof *j + length, 0);
  memset(j, 0, sizeof *j);
  memcpy(j->path, path, length);
  j->file = -1;
  luaL_setmetatable(L, JOURNAL_TYPE);
  j->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (j->file < 0) return failure(L, path, "cannot open the file");
  if (!is_file(j->file)) {
    lua_pushnil(L);
    lua_pushfstring(L, "%s: not a file that lines can be kept in", path);
    return 2;
  }
  if (!lock(j->file)) return refuse_lock(L, j);
  const off_t end = lseek(j->file, 0, SEEK_END);
  const off_t whole = end < 0 ? -1 : last_end(j->file, end);
  if (whole < 0) return failure(L, path, "cannot read the file");
  j->size = j->synced = whole;
  j->torn = end - whole;
  if (end == 0) sync_folder(path);
  return 1;
}

/* ---- writing ---- */

/* Undoes what was written of a line that did not get whole. */
static int undo(lua_State *L, journal *j) {
  const int error = errno;
  if (ftruncate(j->file, j->size) != 0) j->failed = true;
  errno = error;
  return failure(L, j->path, "cannot write");
}

/* j:append(text): the text must end with a newline. */
static int journal_append(lua_State *L) {
  journal *j = check(L);
  size_t length, done = 0;
  const char *text = luaL_checklstring(L, 2, &length);
  luaL_argcheck(L, length > 0 && text[length - 1] == '\n', 2, "expected lines");
  errno = EIO;
  if (j->failed) return failure(L, j->path, "cannot write any more");
  if (j->torn > 0 && !cut(j, j->size)) {
    return failure(L, j->path, "cannot cut off the torn last line");
  }
  while (done < length) {
    const ssize_t written = write(j->file, text + done, length - done);
    if (written > 0) {
      done += (size_t)written;
    } else if (written == 0 || errno != EINTR) {
      if (written == 0) errno = ENOSPC;
      return undo(L, j);
    }
  }
  j->size += (off_t)length;
  lua_pushboolean(L, 1);
  return 1;
}

static int journal_sync(lua_State *L) {
  journal *j = check(L);
  while (j->synced < j->size) {
    if (fdatasync(j->file) == 0) {
      j->synced = j->size;
    } else if (errno != EINTR) {
      j->failed = true;
      return failure(L, j->path, "cannot sync");
    }
  }
  lua_pushboolean(L, 1);
  return 1;
}

/* j:cut(size): drops what lies behind the first `size` bytes. */
static int journal_cut(lua_State *L) {
  journal *j = check(L);
  const lua_Integer size = luaL_checkinteger(L, 2);
  luaL_argcheck(L, size >= 0 && size <= j->size, 2, "expected a size within");
  if (!cut(j, (off_t)size)) return failure(L, j->path, "cannot cut the file");
  lua_pushboolean(L, 1);
  return 1;
}

/* ---- reading and closing ---- */

/* j:size(): bytes of whole lines; bytes of a torn one behind them. */
static int journal_size(lua_State *L) {
  const journal *j = check(L);
  lua_pushinteger(L, j->size);
  lua_pushinteger(L, j->torn);
  return 2;
}

static int close_file(lua_State *L) {
  journal *j = luaL_checkudata(L, 1, JOURNAL_TYPE);
  if (j->file >= 0) close(j->file);
  j->file = -1;
  return 0;
}

static int journal_close(lua_State *L) {
  journal *j = luaL_checkudata(L, 1, JOURNAL_TYPE);
  if (j->file >= 0) flock(j->file, LOCK_UN);
  return close_file(L);
}

static const luaL_Reg methods[] = {{"append", journal_append},
                                   {"sync", journal_sync},
                                   {"cut", journal_cut},
                                   {"size", journal_size},
                                   {"forget", close_file},
                                   {"close", journal_close},
                                   {NULL, NULL}};

static const luaL_Reg functions[] = {{"open", journal_open}, {NULL, NULL}};

int ljournal_open(lua_State *L) {
  luaL_newmetatable(L, JOURNAL_TYPE);
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, close_file);
  lua_setfield(L, -2, "__gc");
  lua_pop(L, 1);
  luaL_newlib(L, functions);
  return 1;
}
