# The folders of an installation.
set(TESELA_MODULE_DIR ${CMAKE_INSTALL_LIBDIR}/lua/5.4 CACHE STRING
    "Folder for the Lua module")
set(TESELA_SHARE_DIR share/tesela CACHE STRING
    "Folder for the script library")
set(DEBIAN_FOLDERS OFF)
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr" AND EXISTS /etc/debian_version)
  set(DEBIAN_FOLDERS ON)
endif()
set(BASH_DIR share/bash-completion/completions)
set(ZSH_DIR share/zsh/site-functions)
set(FISH_DIR share/fish/vendor_completions.d)
if(DEBIAN_FOLDERS)
  set(ZSH_DIR share/zsh/vendor-completions)
endif()
set(CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/tesela)
set(PC_DIR ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# Before anything is installed, the folders that do not exist yet are noted, for the
# target uninstall. (For packages dpkg does this.)
set(FOLDERS ${CMAKE_INSTALL_BINDIR} ${CMAKE_INSTALL_LIBDIR}
    ${CMAKE_INSTALL_INCLUDEDIR} ${CMAKE_INSTALL_DOCDIR} ${TESELA_MODULE_DIR}
    ${TESELA_SHARE_DIR} ${CMAKE_INSTALL_MANDIR}/man1
    ${CMAKE_INSTALL_MANDIR}/man3 ${BASH_DIR} ${ZSH_DIR} ${FISH_DIR}
    ${CMAKE_DIR} ${PC_DIR})
if(NOT TESELA_MODULE_ONLY)
  install(CODE "set(BUILD \"${PROJECT_BINARY_DIR}\")
  set(FOLDERS \"${FOLDERS}\")
  include(\"${PROJECT_SOURCE_DIR}/.ci/packages/note.cmake\")" COMPONENT folders)
endif()
