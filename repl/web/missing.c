/* missing.c: replaces functions that WebAssembly lacks, those of a terminal and
 * of a kernel with processes, processors and walls. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "edit.h"
#include "sandbox/lwall.h"

/* Called before main, because the scripts are not beside the program. */
__attribute__((constructor)) static void find_scripts(void) {
  setenv("TESELA_HOME", "/share/tesela", 0);
}

/* ---- the kernel ---- */

int tesela_web_number(int error) {
  return error == ENOENT ? 2 : error == ENOTDIR ? 20 : error;
}

int prctl(int operation, ...) {
  (void)operation;
  errno = ENOSYS;
  return -1;
}

/* There is no processor for another process. */
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
  (void)process;
  memset(set, 0, size);
  return 0;
}

int __sched_cpucount(size_t size, const cpu_set_t *set) {
  (void)size;
  (void)set;
  return 0;
}

void lwall_announce(void) {
}
int lwall_raise(int channel) {
  (void)channel;
  return 0;
}

/* ---- lines on a terminal ---- */

bool repl_edits(void) {
  return false;
}

const char *repl_edit(lua_State *L, struct repl_prompt prompt) {
  (void)L;
  (void)prompt;
  return NULL;
}

void repl_edit_idle(lua_State *L) {
  (void)L;
}

void repl_edit_broken(void) {
}
void repl_edit_close(void) {
}
void repl_history_open(void) {
}
void repl_history_add(const char *text) {
  (void)text;
}
