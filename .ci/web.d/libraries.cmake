add_compile_options(-sSUPPORT_LONGJMP=wasm)
add_link_options(-sSUPPORT_LONGJMP=wasm)
# Lua and jansson for the web build, from Debian's sources (sh .ci/web fetches them),
# under the names that pkg-config has for them elsewhere. There are no threads.
set(SOURCES ${CMAKE_BINARY_DIR}/sources)
set(LUA_SOURCES ${SOURCES}/lua5.4/src)
set(JANSSON_SOURCES ${SOURCES}/jansson)
add_library(Threads::Threads INTERFACE IMPORTED)

# As Debian's Lua is built.
file(GLOB LUA_FILES ${LUA_SOURCES}/l*.c)
list(REMOVE_ITEM LUA_FILES ${LUA_SOURCES}/lua.c ${LUA_SOURCES}/luac.c)
file(WRITE ${CMAKE_BINARY_DIR}/lua/lua5.4-deb-multiarch.h
     "#define DEB_HOST_MULTIARCH \"wasm32\"\n")
add_library(lua STATIC ${LUA_FILES})
target_include_directories(lua PUBLIC ${LUA_SOURCES} ${CMAKE_BINARY_DIR}/lua)
target_compile_definitions(lua PRIVATE LUA_COMPAT_5_3 LUA_USE_POSIX)
add_library(PkgConfig::LUA ALIAS lua)

file(GLOB JANSSON_FILES ${JANSSON_SOURCES}/src/*.c)
add_library(jansson STATIC ${JANSSON_FILES})
target_include_directories(jansson PUBLIC ${JANSSON_SOURCES}/src
                                          ${JANSSON_SOURCES}/android)
file(WRITE ${CMAKE_BINARY_DIR}/jansson/jansson_private_config.h
     "#define HAVE_STDINT_H 1\n")
target_compile_definitions(jansson PRIVATE HAVE_CONFIG_H)
target_include_directories(jansson PRIVATE ${CMAKE_BINARY_DIR}/jansson)
add_library(PkgConfig::JANSSON ALIAS jansson)

target_compile_options(lua PRIVATE -w)
target_compile_options(jansson PRIVATE -w)
