# Before an installation: notes which of its FOLDERS are not there yet, for
# uninstall.cmake, in BUILD/install_folders.txt. What an earlier one has noted stays.
foreach(folder ${FOLDERS})
  set(path $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/${folder})
  while(NOT EXISTS ${path} AND NOT path STREQUAL "/")
    file(APPEND ${BUILD}/install_folders.txt "${path}\n")
    get_filename_component(path ${path} DIRECTORY)
  endwhile()
endforeach()
