# The program as WebAssembly: tesela.js, tesela.wasm, tesela.data.
get_target_property(files binding_objects SOURCES)
list(FILTER files EXCLUDE REGEX "/lwall\\.c$")
set_property(TARGET binding_objects PROPERTY SOURCES ${files})
file(GLOB REPL_SOURCES CONFIGURE_DEPENDS repl/*.c repl/web/*.c)
list(FILTER REPL_SOURCES EXCLUDE REGEX "/edit\\.c$")
add_executable(tesela ${REPL_SOURCES})
target_link_libraries(tesela PRIVATE binding_objects core_objects)
set(COMMIT ${CMAKE_BINARY_DIR}/commit.c)
add_custom_target(commit BYPRODUCTS ${COMMIT}
  COMMAND ${CMAKE_COMMAND} -D SOURCE=${CMAKE_SOURCE_DIR} -D FILE=${COMMIT}
          -P ${CMAKE_SOURCE_DIR}/.ci/packages/commit.cmake)
target_sources(tesela PRIVATE ${COMMIT})
target_include_directories(tesela PRIVATE repl)
set_target_properties(core_objects binding_objects tesela lua jansson PROPERTIES
  POSITION_INDEPENDENT_CODE OFF)
set(BEFORE ${CMAKE_SOURCE_DIR}/repl/web/before.js)
target_link_options(tesela PRIVATE -O2 -lnodefs.js --pre-js=${BEFORE}
  -sFORCE_FILESYSTEM=1
  -sENVIRONMENT=worker,node -sDYNAMIC_EXECUTION=0 -sEXIT_RUNTIME=1
  -sTOTAL_STACK=8MB -sINITIAL_MEMORY=32MB -sALLOW_MEMORY_GROWTH=1
  -sEXPORTED_FUNCTIONS=_main,_malloc,_free
  -sEXPORTED_RUNTIME_METHODS=UTF8ToString,stringToUTF8,lengthBytesUTF8)
set_property(TARGET tesela PROPERTY LINK_DEPENDS ${BEFORE})
find_file(ARGPARSE argparse.lua PATHS /usr/share/lua/5.4 NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
add_custom_target(texts ALL COMMAND python3 ${CMAKE_SOURCE_DIR}/.ci/web.d/pack
  ${CMAKE_BINARY_DIR}/bin/tesela.json ${CMAKE_SOURCE_DIR}/scripts
  argparse.lua=${ARGPARSE} meta/tesela.lua=${CMAKE_SOURCE_DIR}/bindings/tesela.lua)
