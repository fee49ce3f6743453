/* main.c: the program tesela: options, scripts and commands.
 *
 * Each file here uses only those to the right of it:
 *
 *     web/web > main > loop > input > edit > call
 *
 * The program knows Lua and the module `tesela`; it does not see the core's
 * header.
 *
 *     tesela [options] [script | command] [args]
 *
 * accepts everything that `lua` accepts, and a command in place of a script. A
 * first word that contains a '/' or ends in .lua is a script. Any other word is
 * a command, or a script if there is a file but no command of that name.
 * Commands are Lua files; tesela.cli.cli, which the program calls, knows them.
 *
 * Options are read twice: first without Lua, so that nothing runs if one is
 * wrong, and then to run -e, -l and -W in their order. Each function returns
 * the exit status of the program, or 0 to continue.
 *
 * However the program ends, even by os.exit, it first checks that its last
 * output was written. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "call.h"
#include "input.h"
#include "lauxlib.h"
#include "loop.h"
#include "lualib.h"
#include "main.h"
#include "sandbox/lwall.h"
#include "values/lbuild.h"
#include "values/lshown.h"

#define PROGRAM "tesela"

int luaopen_tesela(lua_State *L);
extern const char *const tesela_commit; /* each build writes it */

struct program {
  char **argv;
  int argc;
  int first; /* index of the script or command; argc: none */
  bool interactive, version, version_only, help, bare, warnings, statement;
  const char *color; /* NULL: not given */
  char banner[80];
};

static const char help_text[] =
    "usage: " PROGRAM
    " [options] [script | command] [args]\n"
    "  -e stat       execute string 'stat'\n"
    "  -i            enter interactive mode after the script\n"
    "  -l mod        require library 'mod' into global 'mod'\n"
    "  -l g=mod      require library 'mod' into global 'g'\n"
    "  -v            show version information\n"
    "  -E            ignore environment variables\n"
    "  -W            turn warnings on\n"
    "  --            stop handling options\n"
    "  -             stop handling options and execute stdin\n"
    "  --color=WHEN  colours: always, never or auto (as the terminal allows)\n"
    "  -h, --help    show this help\n"
    "  --version     show version information and exit\n"
    "A word that contains '/' or ends in .lua is a script, any other is a\n"
    "command ('" PROGRAM
    " help' lists them). Without arguments, starts an interactive\n"
    "session on a terminal; otherwise executes standard input.\n";

/* ---- options ---------------------------------------------------------- */

static bool has_value(const struct program *p, int i) {
  return p->argv[i][2] != '\0' || (i + 1 < p->argc && p->argv[i + 1][0] != '-');
}

/* The rest of the argument after the option's letter; or the next argument, and
 * *i moves to it. */
static const char *value(const struct program *p, int *i) {
  return p->argv[*i][2] != '\0' ? p->argv[*i] + 2 : p->argv[++*i];
}

static bool *find_flag(struct program *p, const char *text) {
  const struct {
    const char *text;
    bool *flag;
  } flags[] = {
      {"-i", &p->interactive},        {"-v", &p->version}, {"-E", &p->bare},
      {"-W", &p->warnings},           {"-h", &p->help},    {"--help", &p->help},
      {"--version", &p->version_only}};
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
    if (strcmp(text, flags[i].text) == 0) return flags[i].flag;
  }
  return NULL;
}

static bool refuse_option(const char *given, const char *why) {
  char option[200];
  snprintf(option, sizeof option, "%s", given);
  lshown_clean(option);
  fprintf(stderr,
          PROGRAM ": %s '%s' (usage: " PROGRAM
                  " [options] [script | command] [args]; " PROGRAM
                  " -h lists the options)\n",
          why, option);
  return false;
}

static bool scan_color(struct program *p, const char *option) {
  static const char *const words[] = {"always", "never", "auto"};
  p->color = strchr(option, '=') + 1;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (strcmp(p->color, words[i]) == 0) return true;
  }
  return refuse_option(option, "expected always, never or auto for option");
}

/* Reads one option; *i moves to its last argument. */
static bool scan_option(struct program *p, int *i) {
  char letter = p->argv[*i][1];
  if (letter == 'e' || letter == 'l') {
    if (!has_value(p, *i))
      return refuse_option(p->argv[*i], "no value for option");
    value(p, i);
    if (letter == 'e') p->statement = true;
    return true;
  }
  if (strncmp(p->argv[*i], "--color=", strlen("--color=")) == 0) {
    return scan_color(p, p->argv[*i]);
  }
  bool *flag = find_flag(p, p->argv[*i]);
  if (flag == NULL) return refuse_option(p->argv[*i], "unknown option");
  *flag = true;
  return true;
}

static bool scan_options(struct program *p) {
  int i = 1;
  for (; i < p->argc && p->argv[i][0] == '-'; i++) {
    if (p->argv[i][1] == '\0') break;
    if (strcmp(p->argv[i], "--") == 0) {
      i++;
      break;
    }
    if (!scan_option(p, &i)) return false;
  }
  p->first = i < p->argc ? i : p->argc;
  return true;
}

/* ---- running text and files ------------------------------------------- */

static int report_status(lua_State *L, int status) {
  return repl_report(L, status, PROGRAM ": ");
}

static int fail_own(lua_State *L, int status) {
  return repl_report_own(L, status, PROGRAM ": ");
}

/* Calls the loaded function, which is below its arguments. */
static int run_loaded(lua_State *L, int status, int arguments) {
  if (status == LUA_OK) {
    status = repl_call(L, arguments, 0);
  } else {
    lshown_line(L, -1); /* file names may contain any bytes */
  }
  return report_status(L, status);
}

static int run_text(lua_State *L, const char *text, const char *name) {
  return run_loaded(L, luaL_loadbuffer(L, text, strlen(text), name), 0);
}

/* Runs a file, or standard input for NULL. */
static int run_file(lua_State *L, const char *name) {
  return run_loaded(L, luaL_loadfile(L, name), 0);
}

/* Runs LUA_INIT_5_4 or LUA_INIT: Lua code, or @ and the name of a file. */
static int run_init(lua_State *L) {
  const char *name = "=LUA_INIT" LUA_VERSUFFIX;
  const char *text = getenv(name + 1);
  if (text == NULL) {
    name = "=LUA_INIT";
    text = getenv(name + 1);
  }
  if (text == NULL) return REPL_DONE;
  return *text == '@' ? run_file(L, text + 1) : run_text(L, text, name);
}

/* Runs -l with its value: "mod", or "g=mod" to choose the global's name. A
 * suffix "-x" of a module is not part of the global's name. */
static int run_library(lua_State *L, const char *text) {
  const char *equals = strchr(text, '=');
  size_t length = strcspn(text, equals != NULL ? "=" : "-");
  lua_pushlstring(L, text, length);
  lua_getglobal(L, "require");
  lua_pushstring(L, equals != NULL ? equals + 1 : text);
  int status = repl_call(L, 1, 1);
  if (status != LUA_OK) return report_status(L, status);
  lua_setglobal(L, lua_tostring(L, -2));
  lua_pop(L, 1);
  return REPL_DONE;
}

/* Reads the options again and runs them. */
static int run_options(lua_State *L, const struct program *p) {
  int result = REPL_DONE;
  for (int i = 1; i < p->first && result == REPL_DONE; i++) {
    switch (p->argv[i][1]) {
      case 'e':
        result = run_text(L, value(p, &i), "=(command line)");
        break;
      case 'l':
        result = run_library(L, value(p, &i));
        break;
      case 'W':
        lua_warning(L, "@on", 0);
        break;
    }
  }
  return result;
}

/* ---- scripts ---------------------------------------------------------- */

/* The global `arg`: the script or command at 0, its arguments after it, and
 * everything before it at negative indices. */
static void set_arg(lua_State *L, const struct program *p) {
  int zero = p->first < p->argc ? p->first : 0;
  lua_createtable(L, p->argc - zero, zero + 1);
  for (int i = 0; i < p->argc; i++) {
    lua_pushstring(L, p->argv[i]);
    lua_rawseti(L, -2, i - zero);
  }
  lua_setglobal(L, "arg");
}

/* Pushes the arguments from the global `arg`, which earlier code may have
 * changed. */
static int push_arguments(lua_State *L) {
  if (lua_getglobal(L, "arg") != LUA_TTABLE) {
    luaL_error(L, "'arg' is not a table");
  }
  int table = lua_gettop(L);
  lua_Unsigned n = lua_rawlen(L, table);
  if (n > INT_MAX / 2 || !lua_checkstack(L, (int)n + LUA_MINSTACK)) {
    luaL_error(L, "too many arguments to script");
  }
  for (lua_Unsigned i = 1; i <= n; i++) {
    lua_rawgeti(L, table, (lua_Integer)i);
  }
  lua_remove(L, table);
  return (int)n;
}

/* "-" is standard input; after "--" it is the name of a file. */
static int run_script(lua_State *L, char **argv) {
  bool input = strcmp(argv[0], "-") == 0 && strcmp(argv[-1], "--") != 0;
  int status = luaL_loadfile(L, input ? NULL : argv[0]);
  return run_loaded(L, status, status == LUA_OK ? push_arguments(L) : 0);
}

/* ---- commands --------------------------------------------------------- */

/* Calls a function of tesela.cli.cli, as (name, argument), for one value. */
static int call_cli(lua_State *L) {
  lua_getglobal(L, "require");
  lua_pushliteral(L, "tesela.cli.cli");
  lua_call(L, 1, 1);
  lua_pushvalue(L, 1);
  lua_gettable(L, -2);
  lua_pushvalue(L, 2);
  lua_call(L, 1, 1);
  return 1;
}

/* Calls cli.main(words); an integer result is the exit status. */
static int run_command(lua_State *L, const struct program *p) {
  lua_pushcfunction(L, call_cli);
  lua_pushliteral(L, "main");
  lua_createtable(L, p->argc - p->first, 0);
  for (int i = p->first; i < p->argc; i++) {
    lua_pushstring(L, p->argv[i]);
    lua_rawseti(L, -2, i - p->first + 1);
  }
  int status = repl_call(L, 2, 1);
  if (status != LUA_OK) return fail_own(L, status);
  lua_Integer result = lua_isnil(L, -1) ? REPL_DONE : REPL_FAILED;
  if (lua_isinteger(L, -1)) result = lua_tointeger(L, -1);
  lua_pop(L, 1);
  return result < 0 || result > 255 ? REPL_FAILED : (int)result;
}

static bool is_path(const char *word) {
  size_t length = strlen(word);
  return strcmp(word, "-") == 0 || strchr(word, '/') != NULL ||
         (length >= 4 && strcmp(word + length - 4, ".lua") == 0);
}

static bool is_file(const char *word) {
  struct stat facts;
  return stat(word, &facts) == 0 && S_ISREG(facts.st_mode);
}

/* A file without '/' or ending is a script only if no command has its name. */
static int run_file_or_command(lua_State *L, const struct program *p) {
  lua_pushcfunction(L, call_cli);
  lua_pushliteral(L, "has");
  lua_pushstring(L, p->argv[p->first]);
  int status = repl_call(L, 2, 1);
  if (status != LUA_OK) return fail_own(L, status);
  bool known = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return known ? run_command(L, p) : run_script(L, p->argv + p->first);
}

static int run_first(lua_State *L, const struct program *p) {
  const char *word = p->argv[p->first];
  if (is_path(word)) return run_script(L, p->argv + p->first);
  return is_file(word) ? run_file_or_command(L, p) : run_command(L, p);
}

/* ---- the program ------------------------------------------------------ */

/* The module tesela.program, for the manual page: the text of --help. */
static int open_program(lua_State *L) {
  lua_createtable(L, 0, 1);
  lua_pushstring(L, help_text);
  lua_setfield(L, -2, "usage");
  return 1;
}

static void open_libraries(lua_State *L, bool bare) {
  if (bare) {
    lua_pushboolean(L, true); /* read by the libraries */
    lua_setfield(L, LUA_REGISTRYINDEX, "LUA_NOENV");
  }
  luaL_openlibs(L);
  lua_gc(L, LUA_GCGEN, 0, 0); /* like lua */
  repl_follow_interruptions(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_tesela);
  lua_setfield(L, -2, "tesela");
  lua_pushcfunction(L, repl_open_line);
  lua_setfield(L, -2, "tesela.line");
  lua_pushcfunction(L, open_program);
  lua_setfield(L, -2, "tesela.program");
  lua_pop(L, 1);
}

/* Opens the libraries, and sets the global `tesela` to the module. */
int repl_open(lua_State *L, bool bare) {
  open_libraries(L, bare);
  lua_getglobal(L, "require");
  lua_pushliteral(L, "tesela");
  int status = repl_call(L, 1, 1);
  if (status != LUA_OK) {
    return repl_report_own(L, status,
                           PROGRAM ": cannot load the module tesela: ");
  }
  lua_setglobal(L, "tesela");
  return REPL_DONE;
}

/* Makes the banner from the module's version, and sets tesela.color. */
static void settle_tesela(lua_State *L, struct program *p) {
  lua_getglobal(L, "tesela");
  lua_getfield(L, -1, "_VERSION");
  const char *version = lua_tostring(L, -1);
  snprintf(p->banner, sizeof p->banner, "%s %s (%s)", PROGRAM,
           version != NULL ? version : "?", LUA_RELEASE);
  lua_pop(L, 1);
  if (p->color != NULL) {
    lua_pushstring(L, p->color);
    lua_setfield(L, -2, "color");
  }
  lua_pop(L, 1);
}

/* Without a script or command, runs a session, or standard input as a
 * script. */
static int run_nothing(lua_State *L, const struct program *p) {
  if (p->statement || p->version || p->interactive) return REPL_DONE;
  if (!isatty(STDIN_FILENO)) return run_file(L, NULL);
  repl_loop(L, p->banner);
  return REPL_DONE;
}

static int run_everything(lua_State *L, struct program *p) {
  int result = repl_open(L, p->bare);
  if (result != REPL_DONE) return result;
  settle_tesela(L, p);
  if (p->version && !p->version_only) puts(p->banner);
  if (p->version_only) {
    printf("%s\ncommit: %s\n", p->banner, tesela_commit);
    lbuild_tell(stdout);
    printf("wall: " LWALL "\n");
    return REPL_DONE;
  }
  set_arg(L, p);
  if (!p->bare) result = run_init(L);
  if (result == REPL_DONE) result = run_options(L, p);
  if (result != REPL_DONE) return result;
  result = p->first < p->argc ? run_first(L, p) : run_nothing(L, p);
  if (result == REPL_DONE && p->interactive) {
    repl_loop(L, p->version ? NULL : p->banner);
  }
  return result;
}

static int protected_main(lua_State *L) {
  struct program *p = lua_touserdata(L, 1);
  lua_settop(L, 0);
  lua_pushinteger(L, run_everything(L, p));
  return 1;
}

static int run_program(struct program *p) {
  lua_State *L = luaL_newstate();
  if (L == NULL) {
    fputs(PROGRAM ": not enough memory\n", stderr);
    return REPL_FAILED;
  }
  lua_pushcfunction(L, protected_main);
  lua_pushlightuserdata(L, p);
  int status = lua_pcall(L, 1, 1, 0);
  int result = report_status(L, status);
  if (status == LUA_OK) result = (int)lua_tointeger(L, -1);
  lua_close(L);
  return result;
}

/* The reason why output was lost. Lua's print flushes without reporting errors,
 * and stdio drops the lost text, so writing another newline reproduces the
 * error. */
static int output_error(void) {
  clearerr(stdout);
  errno = 0;
  fputc('\n', stdout);
  fflush(stdout);
  return errno;
}

/* Runs at every exit. */
static void close_output(void) {
  repl_input_close();
  errno = 0;
  if (fflush(stdout) == 0 && !ferror(stdout)) return;
  int error = errno != 0 ? errno : output_error();
  fprintf(stderr, PROGRAM ": cannot write output%s%s\n", error != 0 ? ": " : "",
          error != 0 ? strerror(error) : "");
  _exit(REPL_FAILED);
}

int main(int argc, char **argv) {
  static char name[] = PROGRAM;
  static char *nameless[] = {name, NULL};
  struct program program = {.argc = argc, .argv = argv};
  if (argc == 0) {
    program.argc = 1;
    program.argv = nameless;
  }
  atexit(close_output);
  signal(SIGXFSZ, SIG_IGN); /* a file at its size limit is like a full disk */
  if (!scan_options(&program)) return REPL_USAGE;
  if (program.help) {
    fputs(help_text, stdout);
    return REPL_DONE;
  }
  return run_program(&program);
}
