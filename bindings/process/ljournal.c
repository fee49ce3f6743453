/* ljournal.c: a file of lines that only grows and survives any kind of crash;
 * and a file that replaces another one when it is complete.
 *
 * The invariant: up to `size` the file contains whole, accepted lines; the
 * `torn` bytes after that are left from an unfinished write. They are cut off
 * by the first append, not at the opening, because the file may turn out to be
 * someone else's. A failed write is undone by cutting the file back to `size`.
 * Nothing before `size` is ever overwritten. `synced` is the part known to be
 * on the disk.
 *
 * An open journal is locked (flock), so two processes never write to one file.
 * The lock belongs to the open file, which a child inherits: there `forget`
 * closes the descriptor and leaves the lock to the parent. A lock says nothing
 * about a name, so its owner checks, when it opens the file and at every sync,
 * that the path still leads to the file.
 *
 * A new file that is closed without any lines is removed.
 *
 * A replacement is a journal with a file of its own beside the path. `commit`
 * moves that file to the path, under the lock of the existing file. Until then
 * nothing changes, and a replacement that is closed earlier leaves nothing
 * behind.
 *
 * Failures of the system return nil and a message. After a failed sync the file
 * cannot be trusted (the kernel may have dropped its data), so the journal
 * accepts nothing more. */
#define _GNU_SOURCE
#include "ljournal.h"

#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <limits.h>
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
  off_t torn;  /* bytes of a torn line still in the file */
  pid_t maker; /* the process that made the file; 0: it existed */
  bool failed, locks, replaces, hastens;
  char *place; /* the absolute path; of a replacement its own path */
  char path[];
} journal;

/* Returns nil, the message, and its kind or nil: "denied", "busy" (another
 * process has the lock), "no locks" (the file system has none). */
static int failure(lua_State *L, const char *path, const char *what) {
  const int error = errno;
  lua_pushnil(L);
  lua_pushfstring(L, "%s: %s: %s", path, what, strerror(error));
  lua_pushstring(L, error == EACCES ? "denied" : NULL);
  return 3;
}

static int push_refusal(lua_State *L, const char *path, const char *why) {
  lua_pushnil(L);
  lua_pushfstring(L, "%s: %s", path, why);
  return 2;
}

static journal *check_journal(lua_State *L) {
  journal *j = luaL_checkudata(L, 1, JOURNAL_TYPE);
  if (j->file < 0) luaL_error(L, "%s: this journal is closed", j->path);
  return j;
}

/* ---- opening ---- */

/* The process that has the lock, 0 if unknown. */
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

/* Is the process that took the lock gone? */
static bool is_orphaned(int file) {
  const long holder = lock_holder(file);
  return holder > 0 && kill((pid_t)holder, 0) != 0 && errno == ESRCH;
}

/* A pause, which the ticks of sandboxes do not cut short. */
static void pause_for(int milliseconds) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_nsec += milliseconds * 1000000L;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) ==
         EINTR) {
  }
}

/* Waits for the lock, because children of a killed process may keep it a moment
 * longer, or much longer on a busy machine. (`hastens`: does not wait for a
 * running process.) */
static bool lock_journal(int file, bool hastens) {
  enum { MOMENT = 50, USUALLY = 20, ORPHANED = 600 };
  const int patience = hastens ? 0 : USUALLY;
  for (int tries = 0; flock(file, LOCK_EX | LOCK_NB) != 0; tries++) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) return false;
    if (tries >= patience && (tries == ORPHANED || !is_orphaned(file))) {
      errno = EWOULDBLOCK;
      return false;
    }
    pause_for(MOMENT);
  }
  return true;
}

/* Some file systems of clusters have no locks. */
static bool lacks_locks(int error) {
  return error == ENOLCK || error == ENOSYS || error == EOPNOTSUPP;
}

static int refuse_lock(lua_State *L, const char *path, int file) {
  const int error = errno;
  const long holder = error == EWOULDBLOCK ? lock_holder(file) : 0;
  lua_pushnil(L);
  const char *kind = NULL;
  if (lacks_locks(error)) {
    kind = "no locks";
    lua_pushfstring(L,
                    "%s: this file system has no locks (%s); use --no-lock if "
                    "nothing else writes to the file",
                    path, strerror(error));
  } else if (error != EWOULDBLOCK) {
    lua_pushfstring(L, "%s: cannot lock the file: %s", path, strerror(error));
  } else {
    kind = "busy";
    if (holder > 0) {
      lua_pushfstring(L, "%s: process %d is writing to this file", path,
                      (int)holder);
    } else {
      lua_pushfstring(L, "%s: another process is writing to this file", path);
    }
  }
  lua_pushstring(L, kind);
  return 3;
}

/* The end of the last whole line in the first `end` bytes; or -1, see errno. */
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
static bool cut_journal(journal *j, off_t size) {
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

static bool is_open_file(int file) {
  struct stat facts;
  return fstat(file, &facts) == 0 && S_ISREG(facts.st_mode);
}

/* A new name must also be on the disk, so this syncs the folder. */
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

/* Does the path lead to the open file? True if that is unknown. */
static bool is_at(const char *path, int file) {
  struct stat there, own;
  if (stat(path, &there) != 0) return errno != ENOENT && errno != ENOTDIR;
  return fstat(file, &own) != 0 ||
         (there.st_dev == own.st_dev && there.st_ino == own.st_ino);
}

/* Does the file have exactly the size that we wrote? */
static bool is_as_written(const journal *j) {
  struct stat facts;
  return fstat(j->file, &facts) != 0 || facts.st_size == j->size + j->torn;
}

static journal *new_journal(lua_State *L, const char *path, int locks) {
  const size_t length = strlen(path) + 1;
  journal *j = lua_newuserdatauv(L, sizeof *j + length, 0);
  memset(j, 0, sizeof *j);
  memcpy(j->path, path, length);
  j->file = -1;
  j->locks = locks;
  luaL_setmetatable(L, JOURNAL_TYPE);
  return j;
}

/* Opens the file, and notes whether that created it. (A link with a missing
 * target counts as existing: a file created through it is left alone.) */
static bool open_journal(journal *j) {
  const int how = O_RDWR | O_APPEND | O_CLOEXEC;
  j->maker = 0;
  j->file = open(j->path, how);
  if (j->file < 0 && errno == ENOENT) {
    j->file = open(j->path, how | O_CREAT | O_EXCL, 0666);
    if (j->file >= 0) j->maker = getpid();
  }
  if (j->file < 0 && errno == EEXIST) {
    j->file = open(j->path, how | O_CREAT, 0666);
  }
  return j->file >= 0;
}

/* Removes a file that we created, if it is still there and is empty, or has not
 * replaced its target; under the lock, if there is one. */
static void remove_remains(const journal *j) {
  const char *path = j->place != NULL ? j->place : j->path;
  if (j->file < 0 || j->maker != getpid()) return;
  if ((j->size == 0 || j->replaces) && is_at(path, j->file)) unlink(path);
}

static void close_journal(journal *j) {
  remove_remains(j);
  if (j->file >= 0) close(j->file);
  free(j->place);
  j->place = NULL;
  j->file = -1;
}

/* Another process may have put a different file there before we got the lock;
 * then that file must be locked. False: see errno. */
static bool lock_what_is_there(journal *j) {
  enum { TRIES = 100 };
  for (int tries = 0; tries < TRIES; tries++) {
    if (!lock_journal(j->file, j->hastens)) return false;
    if (is_at(j->path, j->file)) return true;
    close(j->file);
    if (!open_journal(j)) return false;
  }
  errno = EWOULDBLOCK;
  return false;
}

/* Finds the end of the whole lines. */
static bool find_end(journal *j) {
  const off_t end = lseek(j->file, 0, SEEK_END);
  const off_t whole = end < 0 ? -1 : last_end(j->file, end);
  if (whole < 0) return false;
  j->size = j->synced = whole;
  j->torn = end - whole;
  if (end > 0) j->maker = 0;
  return true;
}

/* journal.open(path, no_lock, at_once): the journal; or nil and the reason.
 * at_once: does not wait for the lock of a running process. */
static int journal_open(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  journal *j = new_journal(L, path, !lua_toboolean(L, 2));
  j->hastens = lua_toboolean(L, 3);
  if (!open_journal(j)) return failure(L, path, "cannot open the file");
  if (!is_open_file(j->file)) {
    return push_refusal(L, path,
                        "expected a file to which lines can be appended");
  }
  if (j->locks && !lock_what_is_there(j)) {
    if (errno == EWOULDBLOCK)
      j->maker = 0; /* now it belongs to the lock's owner */
    refuse_lock(L, path, j->file);
    close_journal(j);
    return 3;
  }
  if (!find_end(j)) return failure(L, path, "cannot read the file");
  j->place = realpath(path, NULL);
  if (j->maker != 0) sync_folder(path);
  return 1;
}

/* ---- replacing ---- */

/* The file to replace: the file itself, not a link to it. */
static const char *target_of(const char *path, char space[PATH_MAX]) {
  return realpath(path, space) != NULL ? space : path;
}

/* Makes a file beside the target, with an unused name and the target's
 * permissions. */
static bool make_beside(journal *j) {
  char space[PATH_MAX];
  struct stat old;
  const char *target = target_of(j->path, space);
  const bool there = stat(target, &old) == 0;
  const size_t room = strlen(target) + 64;
  j->place = malloc(room);
  if (j->place == NULL) return false;
  for (int n = 0; j->file < 0; n++) {
    snprintf(j->place, room, "%s.%ld-%d", target, (long)getpid(), n);
    j->file =
        open(j->place, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (j->file < 0 && errno != EEXIST) return false;
  }
  j->maker = getpid();
  return !there || fchmod(j->file, old.st_mode & 0777) == 0;
}

/* Locks the file at the path. -1: there is no file, or locks are not used; -2:
 * it cannot be locked, see errno and *held. */
static int lock_target(const journal *j, int *held) {
  while (j->locks) {
    *held = open(j->path, O_RDWR | O_CLOEXEC);
    if (*held < 0 && (errno == EACCES || errno == EROFS)) {
      *held = open(j->path, O_RDONLY | O_CLOEXEC);
    }
    if (*held < 0) return errno == ENOENT ? -1 : -2;
    if (!lock_journal(*held, false)) return -2;
    if (is_at(j->path, *held)) return *held;
    close(*held);
  }
  return -1;
}

static int refuse_target(lua_State *L, const journal *j, int held) {
  if (held < 0) return failure(L, j->path, "cannot open the file");
  refuse_lock(L, j->path, held);
  close(held);
  return 3;
}

/* Is there something at the path that cannot be replaced? It is not a file, or
 * is a link whose target does not exist (yet). */
static bool is_fixed(const char *path) {
  struct stat facts;
  if (stat(path, &facts) == 0) return !S_ISREG(facts.st_mode);
  return lstat(path, &facts) == 0 && S_ISLNK(facts.st_mode);
}

/* journal.replace(path, no_lock): a journal whose lines will replace the file;
 * or nil and the reason; or false if the path is not a file. */
static int journal_replace(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  int held = -1;
  if (is_fixed(path)) {
    lua_pushboolean(L, 0);
    return 1;
  }
  journal *j = new_journal(L, path, !lua_toboolean(L, 2));
  j->replaces = true;
  const int locked = lock_target(j, &held);
  if (locked == -2) return refuse_target(L, j, held);
  if (locked >= 0) close(locked);
  if (!make_beside(j)) {
    return failure(L, j->path, "cannot make a file beside it");
  }
  return 1;
}

/* ---- writing ---- */

/* Like write, but a file at its size limit (ulimit -f) is an ordinary error and
 * sends no signal. */
static ssize_t write_some(int file, const char *text, size_t length) {
  const struct timespec now = {0, 0};
  sigset_t limit, before;
  sigemptyset(&limit);
  sigaddset(&limit, SIGXFSZ);
  pthread_sigmask(SIG_BLOCK, &limit, &before);
  const ssize_t written = write(file, text, length);
  const int error = errno;
  if (written < 0 && error == EFBIG && sigismember(&before, SIGXFSZ) == 0) {
    sigtimedwait(&limit, NULL, &now);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return written;
}

/* Undoes an incomplete write of a line. */
static int undo(lua_State *L, journal *j) {
  const int error = errno;
  if (ftruncate(j->file, j->size) != 0) j->failed = true;
  errno = error;
  return failure(L, j->path, "cannot write");
}

/* j:append(text): the text must end with a newline. */
static int journal_append(lua_State *L) {
  journal *j = check_journal(L);
  size_t length, done = 0;
  const char *text = luaL_checklstring(L, 2, &length);
  luaL_argcheck(L, length > 0 && text[length - 1] == '\n', 2, "expected lines");
  errno = EIO;
  if (j->failed) return failure(L, j->path, "cannot write any more");
  if (j->torn > 0 && !cut_journal(j, j->size)) {
    return failure(L, j->path, "cannot cut off the unfinished last line");
  }
  while (done < length) {
    const ssize_t written = write_some(j->file, text + done, length - done);
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

/* True, or false with a pushed error. */
static bool sync_journal(lua_State *L, journal *j) {
  while (j->synced < j->size) {
    if (fdatasync(j->file) == 0) {
      j->synced = j->size;
    } else if (errno != EINTR) {
      j->failed = true;
      failure(L, j->path, "cannot sync");
      return false;
    }
  }
  return true;
}

/* j:sync(): makes sure that the appended lines, and nothing else, are on the
 * disk, in the file at that path. */
static int journal_sync(lua_State *L) {
  journal *j = check_journal(L);
  if (!sync_journal(L, j)) return 3;
  if (j->place != NULL && !is_at(j->place, j->file)) {
    j->failed = true;
    return push_refusal(
        L, j->path,
        "it was moved, replaced or removed while games were written "
        "to it");
  }
  if (!is_as_written(j)) {
    j->failed = true;
    return push_refusal(L, j->path,
                        "another program has truncated or changed it while "
                        "games were written to it");
  }
  lua_pushboolean(L, 1);
  return 1;
}

/* j:commit(): moves a replacement to its path, and closes it. */
static int journal_commit(lua_State *L) {
  journal *j = check_journal(L);
  char space[PATH_MAX];
  int held = -1;
  luaL_argcheck(L, j->replaces, 1, "expected a replacement");
  if (!sync_journal(L, j)) return 3;
  const int locked = lock_target(j, &held);
  if (locked == -2) return refuse_target(L, j, held);
  const bool done = rename(j->place, target_of(j->path, space)) == 0;
  if (!done) failure(L, j->path, "cannot replace the file");
  if (locked >= 0) close(locked);
  if (!done) return 3;
  j->maker = 0;
  sync_folder(j->place);
  close_journal(j);
  lua_pushboolean(L, 1);
  return 1;
}

/* j:cut(size): drops everything after the first `size` bytes. */
static int journal_cut(lua_State *L) {
  journal *j = check_journal(L);
  const lua_Integer size = luaL_checkinteger(L, 2);
  luaL_argcheck(L, size >= 0 && size <= j->size, 2, "expected a size within");
  if (!cut_journal(j, (off_t)size))
    return failure(L, j->path, "cannot cut the file");
  lua_pushboolean(L, 1);
  return 1;
}

/* ---- reading and closing ---- */

/* j:size(): the bytes of whole lines, and the bytes of an unfinished one after
 * them. */
static int journal_size(lua_State *L) {
  const journal *j = check_journal(L);
  lua_pushinteger(L, j->size);
  lua_pushinteger(L, j->torn);
  return 2;
}

/* j:forget(), for a fork: the file and the lock belong to its parent. */
static int journal_forget(lua_State *L) {
  journal *j = luaL_checkudata(L, 1, JOURNAL_TYPE);
  j->maker = 0;
  close_journal(j);
  return 0;
}

/* Releases the lock, because workers may still have the file open. */
static int journal_close(lua_State *L) {
  journal *j = luaL_checkudata(L, 1, JOURNAL_TYPE);
  remove_remains(j);
  if (j->file >= 0) flock(j->file, LOCK_UN);
  j->maker = 0;
  close_journal(j);
  return 0;
}

static int journal_gc(lua_State *L) {
  close_journal(luaL_checkudata(L, 1, JOURNAL_TYPE));
  return 0;
}

static const luaL_Reg methods[] = {
    {"append", journal_append}, {"sync", journal_sync},
    {"cut", journal_cut},       {"size", journal_size},
    {"commit", journal_commit}, {"forget", journal_forget},
    {"close", journal_close},   {NULL, NULL}};

static const luaL_Reg functions[] = {
    {"open", journal_open}, {"replace", journal_replace}, {NULL, NULL}};

int ljournal_open(lua_State *L) {
  luaL_newmetatable(L, JOURNAL_TYPE);
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, journal_gc);
  lua_setfield(L, -2, "__gc");
  lua_pop(L, 1);
  luaL_newlib(L, functions);
  return 1;
}
