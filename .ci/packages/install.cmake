# Installs the program with its manual pages and completions, and adds the target
# uninstall. (library.cmake and module.cmake install the C library and the Lua module.)
# Each file belongs to a component; debian.cmake makes a package from each component.

# ---- the manual pages and completions: the program prints them ---------------
find_program(GZIP gzip REQUIRED)
file(GLOB_RECURSE MANUAL_SOURCES CONFIGURE_DEPENDS scripts/*)
set(RUN_TESELA ${CMAKE_COMMAND} -E env --unset=LUA_INIT --unset=LUA_INIT_5_4
    $<TARGET_FILE:tesela>)

foreach(section 1 3)
  set(page ${PROJECT_BINARY_DIR}/share/man/man${section}/tesela.${section})
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/man/man${section})
  add_custom_command(OUTPUT ${page}.gz VERBATIM
    COMMAND ${RUN_TESELA} man ${section} --out ${page}
    COMMAND ${GZIP} -9nf ${page}
    DEPENDS tesela ${PROJECT_SOURCE_DIR}/bindings/tesela.lua ${MANUAL_SOURCES})
  list(APPEND PRINTED ${page}.gz)
endforeach()

set(COMPLETIONS ${PROJECT_BINARY_DIR}/completions)
file(MAKE_DIRECTORY ${COMPLETIONS})
foreach(pair bash:tesela zsh:_tesela fish:tesela.fish)
  string(REGEX MATCH "^[a-z]+" shell ${pair})
  string(REGEX REPLACE "^.*:" "${COMPLETIONS}/" file ${pair})
  add_custom_command(OUTPUT ${file} VERBATIM
    COMMAND ${RUN_TESELA} completion ${shell} > ${file}
    DEPENDS tesela ${MANUAL_SOURCES})
  list(APPEND PRINTED ${file})
endforeach()
add_custom_target(tesela_manual ALL DEPENDS ${PRINTED})

add_custom_target(uninstall VERBATIM COMMAND ${CMAKE_COMMAND}
  -D BUILD=${PROJECT_BINARY_DIR} -P ${PROJECT_SOURCE_DIR}/.ci/packages/uninstall.cmake)

# ---- the program --------------------------------------------------------------
install(TARGETS tesela COMPONENT program)
install(FILES ${PROJECT_BINARY_DIR}/share/man/man1/tesela.1.gz
        DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES ${PROJECT_BINARY_DIR}/share/man/man3/tesela.3.gz
        DESTINATION ${CMAKE_INSTALL_MANDIR}/man3 COMPONENT module)
install(FILES ${COMPLETIONS}/tesela DESTINATION ${BASH_DIR} COMPONENT program)
install(FILES ${COMPLETIONS}/_tesela DESTINATION ${ZSH_DIR} COMPONENT program)
install(FILES ${COMPLETIONS}/tesela.fish DESTINATION ${FISH_DIR} COMPONENT program)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT license)
