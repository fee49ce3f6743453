# Lua and jansson for the web build, from Debian's sources (sh .ci/web fetches them), as
# the targets that pkg-config provides in other builds. There are no threads, and no
# signals: timers are checked between two steps (repl/web/first.h).
# WebKit's optimizing compiler (2.50, Safari 26) loses exceptions of WebAssembly, so longjmp
# uses those of JavaScript, which are as fast.
add_compile_options(-sSUPPORT_LONGJMP=emscripten
                    "SHELL:-include ${PROJECT_SOURCE_DIR}/repl/web/first.h")
add_link_options(-sSUPPORT_LONGJMP=emscripten)
add_library(Threads::Threads INTERFACE IMPORTED)
set(SOURCES ${PROJECT_BINARY_DIR}/sources)

# Lua, built like Debian's. It takes a step wherever it checks for a hook, and at the start
# of each function. Scripts see the error numbers of Linux.
set(LUA_SOURCES ${SOURCES}/lua5.4/src)
set(LUA_OWN ${PROJECT_BINARY_DIR}/lua)
# change(FILE TEXT NEW [TEXT NEW]): copies a file of Lua and replaces each TEXT, which must
# occur exactly once.
function(change file)
  file(READ ${LUA_SOURCES}/${file} all)
  while(ARGN)
    list(POP_FRONT ARGN text new)
    string(FIND "${all}" "${text}" first)
    string(FIND "${all}" "${text}" last REVERSE)
    if(first EQUAL -1 OR NOT first EQUAL last)
      message(FATAL_ERROR "${file}: expected exactly one occurrence of: ${text}")
    endif()
    string(REPLACE "${text}" "${new}" all "${all}")
  endwhile()
  file(CONFIGURE OUTPUT ${LUA_OWN}/${file} CONTENT "${all}" @ONLY)
endfunction()
change(lvm.c "(trap = ci->u.l.trap)" "(TES_STEP(), trap = ci->u.l.trap)"
       "  trap = L->hookmask" "  trap = (TES_STEP(), L->hookmask)")
change(lauxlib.c "lua_pushinteger(L, en)"
       "lua_pushinteger(L, tesela_web_number(en))")
file(CONFIGURE OUTPUT ${LUA_OWN}/lua5.4-deb-multiarch.h
     CONTENT "#define DEB_HOST_MULTIARCH \"wasm32\"\n")
file(GLOB LUA_FILES ${LUA_SOURCES}/l*.c)
list(FILTER LUA_FILES EXCLUDE REGEX "/(lua|luac|lvm|lauxlib)\\.c$")
add_library(lua STATIC ${LUA_FILES} ${LUA_OWN}/lvm.c ${LUA_OWN}/lauxlib.c)
target_include_directories(lua PUBLIC ${LUA_SOURCES} ${LUA_OWN})
target_compile_definitions(lua PRIVATE LUA_COMPAT_5_3 LUA_USE_POSIX
                           LUA_USE_JUMPTABLE=0)
target_compile_options(lua PRIVATE -w)
add_library(PkgConfig::LUA ALIAS lua)

set(JANSSON_SOURCES ${SOURCES}/jansson)
set(JANSSON_OWN ${PROJECT_BINARY_DIR}/jansson)
file(CONFIGURE OUTPUT ${JANSSON_OWN}/jansson_private_config.h
     CONTENT "#define HAVE_STDINT_H 1\n")
file(GLOB JANSSON_FILES ${JANSSON_SOURCES}/src/*.c)
add_library(jansson STATIC ${JANSSON_FILES})
target_include_directories(jansson PUBLIC ${JANSSON_SOURCES}/src
                           ${JANSSON_SOURCES}/android PRIVATE ${JANSSON_OWN})
target_compile_definitions(jansson PRIVATE HAVE_CONFIG_H)
target_compile_options(jansson PRIVATE -w)
add_library(PkgConfig::JANSSON ALIAS jansson)
