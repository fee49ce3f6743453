# The Lua module, with the script library and the annotations, which it finds by its own
# path.
install(TARGETS tesela_module LIBRARY DESTINATION ${TESELA_MODULE_DIR}
        COMPONENT module)
install(DIRECTORY scripts/ DESTINATION ${TESELA_SHARE_DIR} COMPONENT module
        REGEX "/scripts/browser$" EXCLUDE)
install(FILES bindings/tesela.lua DESTINATION ${TESELA_SHARE_DIR}/meta
        COMPONENT module)
