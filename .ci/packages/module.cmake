# Installs the module for Lua with what it finds beside itself: the script library
# and the annotations. Elsewhere it is the whole program's, too.
set(TESELA_MODULE_DIR ${CMAKE_INSTALL_LIBDIR}/lua/5.4 CACHE STRING
    "Where the module for Lua is installed")
set(TESELA_SHARE_DIR share/tesela CACHE STRING
    "Where the script library is installed")

install(TARGETS tesela_module LIBRARY DESTINATION ${TESELA_MODULE_DIR}
        COMPONENT module)
install(DIRECTORY scripts/ DESTINATION ${TESELA_SHARE_DIR} COMPONENT module)
install(FILES bindings/tesela.lua DESTINATION ${TESELA_SHARE_DIR}/meta
        COMPONENT module)
