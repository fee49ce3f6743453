# cpack makes Debian packages, one for each component. The preset `packages` makes the
# build for them: under /usr, hardened.
set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL program module library development)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
# The maintainer is the person who builds the packages; name and address come from
# Debian's tools, from git, or from the machine.
set(BUILDER "$ENV{DEBFULLNAME}")
set(ADDRESS "$ENV{DEBEMAIL}")
if(NOT ADDRESS)
  execute_process(COMMAND git config user.email OUTPUT_VARIABLE ADDRESS
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND git config user.name OUTPUT_VARIABLE BUILDER
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT ADDRESS)
  cmake_host_system_information(RESULT HOST QUERY FQDN)
  set(ADDRESS "tesela@${HOST}")
endif()
if(NOT BUILDER)
  set(BUILDER tesela)
endif()
set(CPACK_PACKAGE_CONTACT "${BUILDER} <${ADDRESS}>"
    CACHE STRING "Maintainer of the packages: name and address")
set(CPACK_PACKAGE_FILE_NAME packages)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each has its own
set(CPACK_STRIP_FILES ON)
set(TESELA_REVISION 1 CACHE STRING "Revision of the packages")
set(CPACK_DEBIAN_PACKAGE_RELEASE ${TESELA_REVISION})
set(CPACK_DEBIAN_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(SAME "(= ${PROJECT_VERSION}-${TESELA_REVISION})")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME tesela)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION misc)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "lua-tesela ${SAME}, lua-argparse")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "python3, nodejs, parallel")
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "scriptable runtime for board games
Plays Mixtour, Blokus, Losetas and Qwirkle, and games and variants written
in Lua, at the terminal, in matches and in tournaments of bots. Without
arguments it starts a Lua session in which games are values.")

set(CPACK_DEBIAN_MODULE_PACKAGE_NAME lua-tesela)
set(CPACK_DEBIAN_MODULE_PACKAGE_SECTION interpreters)
set(CPACK_DEBIAN_MODULE_PACKAGE_SUGGESTS "lua5.4, tesela")
set(CPACK_DEBIAN_MODULE_DESCRIPTION "board games, bots and searches for Lua 5.4
The module tesela knows the rules of board games, derives others from them
and plays them: searches, sandboxed bots, matches and tournaments. This
package also contains its script library and annotations for editors.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libtesela0)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(EXTRA ${PROJECT_SOURCE_DIR}/.ci/packages)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA
    "${EXTRA}/symbols;${EXTRA}/shlibs;${EXTRA}/triggers")
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "rules and searches for board games
A library in C that generates the moves of Mixtour, Blokus, Losetas and
Qwirkle, plays and draws them, and searches any game by Monte Carlo and
alpha-beta.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libtesela-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libtesela0 ${SAME}, libjansson-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "liblua5.4-dev, pkg-config, cmake")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "rules of board games, for programs in C
The headers and the static library of libtesela0, and the files for cmake
and pkg-config. Use them to write programs that play board games, or
new games, in C.")

# Each package contains the licence and the changelog. Debian's changelog has the date of
# the release: SOURCE_DATE_EPOCH, or today.
string(TIMESTAMP DAY "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(NOTES ${PROJECT_BINARY_DIR}/notes)
file(CONFIGURE OUTPUT ${NOTES}/changelog.Debian CONTENT
  "tesela (${PROJECT_VERSION}-${TESELA_REVISION}) unstable; urgency=medium

  * See changelog.gz.

 -- ${CPACK_PACKAGE_CONTACT}  ${DAY}
")
configure_file(CHANGELOG.md ${NOTES}/changelog COPYONLY)
execute_process(COMMAND ${GZIP} -9nf ${NOTES}/changelog ${NOTES}/changelog.Debian)
foreach(component program module library development)
  string(TOUPPER ${component} upper)
  install(FILES ${NOTES}/changelog.gz ${NOTES}/changelog.Debian.gz
                .ci/packages/copyright
          DESTINATION share/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME}
          COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()
include(CPack)
