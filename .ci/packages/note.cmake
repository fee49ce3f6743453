# Before an installation, adds those of its FOLDERS that do not exist yet to
# BUILD/install_folders.txt, for uninstall.cmake. Earlier entries stay.
foreach(folder ${FOLDERS})
  set(path $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/${folder})
  while(NOT EXISTS ${path} AND NOT path STREQUAL "/")
    file(APPEND ${BUILD}/install_folders.txt "${path}\n")
    get_filename_component(path ${path} DIRECTORY)
  endwhile()
endforeach()
