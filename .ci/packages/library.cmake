# The C library, shared and static, and the files by which other projects find it.

# Both libraries export only the names in the public headers. The static one therefore
# has a single object, in which all other names are local; builds with sanitizers do
# without it, because it breaks them.
if(TESELA_SANITIZE)
  set(CORE_OBJECT $<TARGET_OBJECTS:tesela_core_objects>)
else()
  set(CORE_OBJECT ${PROJECT_BINARY_DIR}/tesela_core.$<CONFIG>.o)
  add_custom_command(OUTPUT ${CORE_OBJECT} VERBATIM COMMAND_EXPAND_LISTS
    COMMAND ${CMAKE_C_COMPILER} -r -nostdlib -o ${CORE_OBJECT}
            $<TARGET_OBJECTS:tesela_core_objects>
    COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${CORE_OBJECT}
    DEPENDS $<TARGET_OBJECTS:tesela_core_objects>)
endif()
add_library(tesela_core STATIC ${CORE_OBJECT})
# The command above depends only on files. Makefiles need the target as well.
add_dependencies(tesela_core tesela_core_objects)
set_target_properties(tesela_core PROPERTIES
  OUTPUT_NAME tesela LINKER_LANGUAGE C EXPORT_NAME static)
target_link_libraries(tesela_core INTERFACE jansson m -pthread)

add_library(tesela_shared SHARED)
target_link_libraries(tesela_shared PRIVATE tesela_core_objects)
set_target_properties(tesela_shared PROPERTIES
  OUTPUT_NAME tesela VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR} EXPORT_NAME tesela)
foreach(library tesela_core tesela_shared)
  target_include_directories(${library} INTERFACE
                             $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/core>)
endforeach()
# Other projects use these names, with find_package and with add_subdirectory.
add_library(tesela::static ALIAS tesela_core)
add_library(tesela::tesela ALIAS tesela_shared)


if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()

# ---- what is installed ----------------------------------------------------------
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
write_basic_package_version_file(${PROJECT_BINARY_DIR}/teselaConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(EXPORT tesela FILE teselaConfig.cmake NAMESPACE tesela::
        DESTINATION ${CMAKE_DIR} COMPONENT development)
install(FILES ${PROJECT_BINARY_DIR}/teselaConfigVersion.cmake
        DESTINATION ${CMAKE_DIR} COMPONENT development)

# pkg-config. The file has paths relative to its own, so an installation can be moved, or
# made with --prefix. Libraries in the system's folders need no path.
file(RELATIVE_PATH PC_PREFIX /${PC_DIR} /)
string(REGEX REPLACE "/$" "" PC_PREFIX "\${pcfiledir}/${PC_PREFIX}")
set(PC_RPATH "-Wl,-rpath,\${libdir} ")
if(DEBIAN_FOLDERS)
  set(PC_PREFIX /usr)
  set(PC_RPATH "")
endif()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/tesela.pc CONTENT "prefix=${PC_PREFIX}
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
install(FILES ${PROJECT_BINARY_DIR}/tesela.pc DESTINATION ${PC_DIR}
        COMPONENT development)
