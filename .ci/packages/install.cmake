# What is installed besides the module: the program with its manual pages and
# completions, the library for C, and how to take all of it away again. Each file
# belongs to a component; debian.cmake makes a package of each.

# ---- the manual pages and completions: the program prints them ---------------
find_program(GZIP gzip REQUIRED)
file(GLOB_RECURSE MANUAL_SOURCES CONFIGURE_DEPENDS scripts/*)
set(RUN_TESELA ${CMAKE_COMMAND} -E env --unset=LUA_INIT --unset=LUA_INIT_5_4
    $<TARGET_FILE:tesela>)

foreach(section 1 3)
  set(page ${CMAKE_BINARY_DIR}/share/man/man${section}/tesela.${section})
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/share/man/man${section})
  add_custom_command(OUTPUT ${page}.gz VERBATIM
    COMMAND ${RUN_TESELA} man ${section} --out ${page}
    COMMAND ${GZIP} -9nf ${page}
    DEPENDS tesela ${CMAKE_SOURCE_DIR}/bindings/tesela.lua ${MANUAL_SOURCES})
  list(APPEND PRINTED ${page}.gz)
endforeach()

set(COMPLETIONS ${CMAKE_BINARY_DIR}/completions)
file(MAKE_DIRECTORY ${COMPLETIONS})
foreach(pair bash:tesela zsh:_tesela fish:tesela.fish)
  string(REGEX MATCH "^[a-z]+" shell ${pair})
  string(REGEX REPLACE "^.*:" "${COMPLETIONS}/" file ${pair})
  add_custom_command(OUTPUT ${file} VERBATIM
    COMMAND ${RUN_TESELA} completion ${shell} > ${file}
    DEPENDS tesela ${MANUAL_SOURCES})
  list(APPEND PRINTED ${file})
endforeach()
add_custom_target(manual ALL DEPENDS ${PRINTED})

add_custom_target(uninstall VERBATIM COMMAND ${CMAKE_COMMAND}
  -D BUILD=${CMAKE_BINARY_DIR} -P ${CMAKE_SOURCE_DIR}/.ci/packages/uninstall.cmake)

# ---- the program --------------------------------------------------------------
install(TARGETS tesela COMPONENT program)
install(FILES ${CMAKE_BINARY_DIR}/share/man/man1/tesela.1.gz
        DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES ${CMAKE_BINARY_DIR}/share/man/man3/tesela.3.gz
        DESTINATION ${CMAKE_INSTALL_MANDIR}/man3 COMPONENT module)
install(FILES ${COMPLETIONS}/tesela DESTINATION ${BASH_DIR} COMPONENT program)
install(FILES ${COMPLETIONS}/_tesela DESTINATION ${ZSH_DIR} COMPONENT program)
install(FILES ${COMPLETIONS}/tesela.fish DESTINATION ${FISH_DIR} COMPONENT program)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT license)

# ---- the library ----------------------------------------------------------------
set_target_properties(tesela_shared PROPERTIES EXPORT_NAME tesela)
set_target_properties(tesela_core PROPERTIES EXPORT_NAME static)
target_link_libraries(tesela_core INTERFACE jansson m -pthread)
install(TARGETS tesela_shared EXPORT tesela
        LIBRARY COMPONENT library NAMELINK_COMPONENT development
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS tesela_core EXPORT tesela ARCHIVE COMPONENT development
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES core/tesela.h core/tesela_bits.h core/tesela_draw.h
              core/tesela_game.h core/tesela_scan.h bindings/tesela_lua.h
        TYPE INCLUDE COMPONENT development)

# find_package(tesela): the targets tesela::tesela and tesela::static.
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/teselaConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(EXPORT tesela FILE teselaConfig.cmake NAMESPACE tesela::
        DESTINATION ${CMAKE_DIR} COMPONENT development)
install(FILES ${CMAKE_BINARY_DIR}/teselaConfigVersion.cmake
        DESTINATION ${CMAKE_DIR} COMPONENT development)

# pkg-config. The file says where it lies, so that a moved or --prefix installation
# works; what the system finds by itself needs no path.
file(RELATIVE_PATH PC_PREFIX /${PC_DIR} /)
string(REGEX REPLACE "/$" "" PC_PREFIX "\${pcfiledir}/${PC_PREFIX}")
set(PC_RPATH "-Wl,-rpath,\${libdir} ")
if(DEBIAN_FOLDERS)
  set(PC_PREFIX /usr)
  set(PC_RPATH "")
endif()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/tesela.pc CONTENT "prefix=${PC_PREFIX}
libdir=\${prefix}/${CMAKE_INSTALL_LIBDIR}
includedir=\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}

Name: tesela
Description: ${PROJECT_DESCRIPTION}
Version: ${PROJECT_VERSION}
Requires.private: jansson
Libs.private: -lm -pthread
Libs: -L\${libdir} ${PC_RPATH}-ltesela
Cflags: -I\${includedir}
" @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/tesela.pc DESTINATION ${PC_DIR}
        COMPONENT development)
