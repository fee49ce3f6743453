# The program as WebAssembly, in bin: tesela.js, tesela.wasm, and tesela.json with its
# scripts. repl/web replaces what is missing there: a kernel, its signals, a terminal.
file(GLOB REPL_SOURCES CONFIGURE_DEPENDS repl/*.c repl/web/*.c)
list(FILTER REPL_SOURCES EXCLUDE REGEX "/edit\\.c$")
list(FILTER BINDING_SOURCES EXCLUDE REGEX "/lwall\\.c$")
set_property(TARGET tesela_binding_objects PROPERTY SOURCES ${BINDING_SOURCES})

add_executable(tesela ${REPL_SOURCES} ${COMMIT})
target_include_directories(tesela PRIVATE repl)
target_link_libraries(tesela PRIVATE tesela_binding_objects tesela_core_objects PkgConfig::LUA)
set_target_properties(tesela_core_objects tesela_binding_objects tesela lua jansson PROPERTIES
                      POSITION_INDEPENDENT_CODE OFF)

# The stack is large enough for Lua's limits. No eval: a page may forbid it.
set(BEFORE ${PROJECT_SOURCE_DIR}/repl/web/before.js)
set_property(TARGET tesela PROPERTY LINK_DEPENDS ${BEFORE})
target_link_options(tesela PRIVATE
  -O2 -lnodefs.js --pre-js=${BEFORE} -sENVIRONMENT=worker,node
  -sDYNAMIC_EXECUTION=0 -sEXIT_RUNTIME=1 -sFORCE_FILESYSTEM=1
  -sTOTAL_STACK=8MB -sINITIAL_MEMORY=32MB -sALLOW_MEMORY_GROWTH=1
  -sEXPORTED_FUNCTIONS=_main,_malloc,_free
  -sEXPORTED_RUNTIME_METHODS=UTF8ToString,stringToUTF8,lengthBytesUTF8)

find_file(ARGPARSE argparse.lua PATHS /usr/share/lua/5.4 REQUIRED
          NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
add_custom_target(texts ALL
  COMMAND ${PROJECT_SOURCE_DIR}/.ci/web.d/pack ${PROJECT_BINARY_DIR}/bin/tesela.json
          ${PROJECT_SOURCE_DIR}/scripts argparse.lua=${ARGPARSE}
          meta/tesela.lua=${PROJECT_SOURCE_DIR}/bindings/tesela.lua)
