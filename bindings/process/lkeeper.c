/* lkeeper.c: see lkeeper.h.
 *
 * After the fork it calls only functions that a signal handler may call,
 * because other threads may have held any lock. (That is also why it uses _Fork
 * if available: fork calls registered functions.) All signals are blocked in
 * the keeper, and it waits for three of them: a child has ended; all must end;
 * the parent may be gone. (The last is also sent if only the thread that
 * started the keeper has ended.)
 *
 * No wait is endless: the keeper gives up if processes do not die, and this
 * process gives up if the keeper does not end. */
#define _GNU_SOURCE
#include "lkeeper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { END = SIGUSR1, ORPHANED = SIGUSR2 };

/* Nanoseconds: between two checks whether all are gone; and the longest wait of
 * the keeper for one of them, and ours for the keeper. */
#define PAUSE INT64_C(5000000)
#define STUCK INT64_C(2000000000)
#define PATIENCE INT64_C(5000000000)

#if defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 34)
#define fork _Fork
#endif
#endif

static int64_t now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

/* A message over `control`: an error at the start; or the negative number of
 * the program, followed later by its status. */
static void send_report(int control, int value) {
  while (write(control, &value, sizeof value) < 0 && errno == EINTR) continue;
}

/* ---- the program, until it runs ---- */

/* The number of possible descriptors, for systems without a call that closes
 * all. */
static int most_files(void) {
  const int most = 1 << 16;
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return most;
  return files.rlim_cur < (rlim_t)most ? (int)files.rlim_cur : most;
}

static void close_on_exec(int first) {
#if defined(SYS_close_range)
  if (syscall(SYS_close_range, first, ~0U, 4U) == 0) return; /* CLOEXEC */
#endif
  const int most = most_files();
  for (int file = first; file < most; file++) fcntl(file, F_SETFD, FD_CLOEXEC);
}

/* A pipe may be descriptor 0, if our caller had no stdin. */
static bool take_pipes(const int files[3]) {
  int high[3];
  for (int i = 0; i < 3; i++) {
    high[i] = fcntl(files[i], F_DUPFD_CLOEXEC, 3);
    if (high[i] < 0) return false;
  }
  for (int i = 0; i < 3; i++) {
    if (dup2(high[i], i) < 0) return false;
  }
  return true;
}

static void reset_signals(void) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) {
    sigaction(number, &action, NULL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/* (The soft limit leaves a program time to handle SIGXCPU.) A macro, because
 * the type of a resource differs between C libraries. */
#define LIMIT(resource, soft, hard)                               \
  do {                                                            \
    struct rlimit now;                                            \
    if (getrlimit(resource, &now) != 0) break;                    \
    if (now.rlim_max == RLIM_INFINITY || (hard) < now.rlim_max)   \
      now.rlim_max = (hard);                                      \
    if (now.rlim_cur > (soft)) now.rlim_cur = (soft);             \
    if (now.rlim_cur > now.rlim_max) now.rlim_cur = now.rlim_max; \
    setrlimit(resource, &now);                                    \
  } while (0)

static _Noreturn void become(const lkeeper_order *order, const int files[3],
                             int started) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (order->memory > 0) LIMIT(RLIMIT_DATA, order->memory, order->memory);
  if (order->cpu > 0) LIMIT(RLIMIT_CPU, order->cpu, order->cpu + 1);
  if (take_pipes(files)) {
    close_on_exec(3);
    reset_signals();
    execv(order->path, order->arguments);
  }
  send_report(started, errno);
  _exit(127);
}

/* ---- the keeper ---- */

static void close_all_but(int control) {
  for (int file = 0; file < 3; file++) {
    if (file != control) close(file);
  }
#if defined(SYS_close_range)
  const unsigned first = control < 3 ? 3 : (unsigned)control + 1;
  if (control > 3) syscall(SYS_close_range, 3U, (unsigned)control - 1, 0U);
  if (syscall(SYS_close_range, first, ~0U, 0U) == 0) return;
#endif
  const int most = most_files();
  for (int file = 3; file < most; file++) {
    if (file != control) close(file);
  }
}

/* Kills the children of this process, from the kernel's list "17 18 ". */
static void kill_children(void) {
  const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  char text[4096];
  const ssize_t size = file < 0 ? 0 : read(file, text, sizeof text);
  if (file >= 0) close(file);
  pid_t pid = 0;
  for (ssize_t i = 0; i < size; i++) {
    if (text[i] >= '0' && text[i] <= '9') {
      pid = pid * 10 + (text[i] - '0');
    } else {
      if (pid > 1) kill(pid, SIGKILL);
      pid = 0;
    }
  }
}

static void await(const sigset_t *signals, int64_t nanoseconds) {
  const struct timespec time = {nanoseconds / 1000000000,
                                nanoseconds % 1000000000};
  sigtimedwait(signals, NULL, &time);
}

/* Ends everything; orphans become children of this process. The leader is
 * waited for last, because until then its number is not reused; its status goes
 * to `of_leader`. False: some process does not die (it may belong to another
 * user). */
static bool end_all(pid_t leader, const sigset_t *child, int *of_leader) {
  int64_t last = now_ns();
  kill(-leader, SIGKILL);
  kill(leader, SIGKILL); /* its group may not exist yet */
  while (now_ns() - last < STUCK) {
    int status = 0;
    kill_children();
    const pid_t gone = waitpid(-1, &status, WNOHANG);
    if (gone < 0 && errno != EINTR) return true;
    if (gone == leader) *of_leader = status;
    if (gone > 0) last = now_ns();
    if (gone == 0) await(child, PAUSE);
  }
  return false;
}

/* Reaps orphans that have ended. True if the program itself has ended. */
static bool has_ended(pid_t leader) {
  for (;;) {
    siginfo_t info = {.si_pid = 0};
    if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0) {
      if (errno == EINTR) continue;
      return true;
    }
    if (info.si_pid == 0) return false;
    if (info.si_pid == leader) return true;
    waitpid(info.si_pid, NULL, 0);
  }
}

static void watch_leader(pid_t leader, const sigset_t *signals, pid_t parent) {
  while (!has_ended(leader)) {
    const int signal = sigwaitinfo(signals, NULL);
    if (signal == END || getppid() != parent) return;
  }
}

/* The error that a failed start wrote, or 0. */
static int error_of_start(int started) {
  int error = 0;
  ssize_t got;
  do {
    got = read(started, &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  return got == (ssize_t)sizeof error ? error : 0;
}

/* Starts the program: 0, or the error that prevents it. */
static int start_program(const lkeeper_order *order, const int files[3],
                         pid_t *leader) {
  int pair[2];
  if (pipe2(pair, O_CLOEXEC) != 0) return errno;
  *leader = fork();
  if (*leader < 0) return errno;
  if (*leader == 0) become(order, files, pair[1]);
  close(pair[1]);
  return error_of_start(pair[0]);
}

/* The keeper has a group of its own, so it does not receive signals to a whole
 * terminal or job. */
static void settle_keeper(pid_t parent) {
  signal(SIGCHLD, SIG_DFL);
  setpgid(0, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_PDEATHSIG, ORPHANED);
  if (getppid() != parent) _exit(0);
}

static _Noreturn void keep_program(const lkeeper_order *order,
                                   const int files[3], int control,
                                   pid_t parent) {
  sigset_t signals, child;
  pid_t leader = -1;
  int status = -1;
  bool clean = true;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  signals = child;
  sigaddset(&signals, END);
  sigaddset(&signals, ORPHANED);
  settle_keeper(parent);
  const int error = start_program(order, files, &leader);
  send_report(control, error == 0 ? -leader : error);
  close_all_but(control);
  if (error == 0) watch_leader(leader, &signals, parent);
  if (leader > 0) clean = end_all(leader, &child, &status);
  if (error == 0) send_report(control, status);
  _exit(clean ? 0 : 1);
}

/* ---- from outside ---- */

static void close_one(int *file) {
  if (*file >= 0) close(*file);
  *file = -1;
}

void lkeeper_forget(lkeeper *keeper) {
  close_one(&keeper->control);
  close_one(&keeper->in);
  close_one(&keeper->out);
  close_one(&keeper->err);
  keeper->pid = keeper->leader = 0;
}

void lkeeper_keep_ends(void) {
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) != 0) return;
  const bool ignored = action.sa_handler == SIG_IGN;
  if (!ignored && (action.sa_flags & SA_NOCLDWAIT) == 0) return;
  if (ignored) action.sa_handler = SIG_DFL;
  action.sa_flags &= ~SA_NOCLDWAIT;
  sigaction(SIGCHLD, &action, NULL);
}

/* Waits this long for the keeper: its status, or 0 if it was already waited
 * for; -1: it has not ended. Check this before every signal, because its number
 * may belong to another process by then. */
static int reap(const lkeeper *keeper, int64_t nanoseconds) {
  const int64_t end = now_ns() + nanoseconds;
  struct timespec pause = {0, 50000};
  for (;;) {
    int status = 0;
    const pid_t gone = waitpid(keeper->pid, &status, WNOHANG);
    if (gone > 0) return status;
    if (gone < 0 && errno != EINTR) return 0;
    if (now_ns() >= end) return -1;
    nanosleep(&pause, NULL);
    if (pause.tv_nsec < PAUSE) pause.tv_nsec *= 2;
  }
}

/* Without a keeper only the group can be ended. */
static void kill_group(const lkeeper *keeper) {
  if (keeper->leader > 1) kill(-keeper->leader, SIGKILL);
}

/* Four pipes, as { read, write }: stdin, stdout, stderr, control. */
static bool open_pipes(int pipes[4][2]) {
  for (int i = 0; i < 4; i++) pipes[i][0] = pipes[i][1] = -1;
  for (int i = 0; i < 4; i++) {
    if (pipe2(pipes[i], O_CLOEXEC) != 0) return false;
  }
  return true;
}

static void close_pipes(int pipes[4][2]) {
  for (int i = 0; i < 4; i++) {
    close_one(&pipes[i][0]);
    close_one(&pipes[i][1]);
  }
}

static void unblock(int file) {
  fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK);
}

/* Stores our ends of the pipes in *keeper. */
static void take_ends(lkeeper *keeper, int pipes[4][2]) {
  keeper->in = pipes[0][1];
  keeper->out = pipes[1][0];
  keeper->err = pipes[2][0];
  keeper->control = pipes[3][0];
  pipes[0][1] = pipes[1][0] = pipes[2][0] = pipes[3][0] = -1;
  unblock(keeper->in);
  unblock(keeper->out);
  unblock(keeper->err);
}

/* Forks with all signals blocked, so that none of our handlers runs in the
 * keeper. */
static pid_t fork_keeper(const lkeeper_order *order, int pipes[4][2]) {
  const int files[3] = {pipes[0][0], pipes[1][1], pipes[2][1]};
  const pid_t parent = getpid();
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = fork();
  if (pid == 0) keep_program(order, files, pipes[3][1], parent);
  const int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return pid;
}

int lkeeper_start(lkeeper *keeper, const lkeeper_order *order) {
  int pipes[4][2], error = ECHILD;
  *keeper = LKEEPER_NONE;
  if (!open_pipes(pipes)) {
    error = errno;
    close_pipes(pipes);
    return error;
  }
  lkeeper_keep_ends();
  keeper->pid = fork_keeper(order, pipes);
  if (keeper->pid < 0) error = errno;
  if (keeper->pid > 0) take_ends(keeper, pipes);
  close_pipes(pipes);
  const int said = keeper->pid > 0 ? lkeeper_status(keeper) : error;
  if (said < -1) {
    keeper->leader = -said;
    return 0;
  }
  lkeeper_end(keeper);
  return said > 0 ? said : ECHILD;
}

int lkeeper_status(lkeeper *keeper) {
  int status;
  ssize_t got;
  do {
    got = read(keeper->control, &status, sizeof status);
  } while (got < 0 && errno == EINTR);
  return got == (ssize_t)sizeof status ? status : -1;
}

/* Asks the keeper to end, and returns its status. A stopped keeper is continued
 * first. */
static int ask_to_end(const lkeeper *keeper) {
  const int status = reap(keeper, 0);
  if (status >= 0) return status;
  kill(keeper->pid, END);
  kill(keeper->pid, SIGCONT);
  return reap(keeper, PATIENCE);
}

bool lkeeper_end(lkeeper *keeper) {
  const int status = keeper->pid > 0 ? ask_to_end(keeper) : 0;
  if (status != 0) kill_group(keeper);
  if (status < 0) {
    kill(keeper->pid, SIGKILL);
    reap(keeper, PATIENCE);
  }
  lkeeper_forget(keeper);
  return status == 0;
}
