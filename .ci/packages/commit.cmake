# Writes the C file FILE with the commit of the folder SOURCE: from git, with a + if files
# have changed since, or as `git archive` wrote it into the file commit. An unchanged FILE
# is not written again, so nothing is rebuilt.
execute_process(
  COMMAND git -C ${SOURCE} describe --always --abbrev=12 --dirty=+ --exclude=*
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
file(STRINGS ${SOURCE}/.ci/packages/commit archived LIMIT_COUNT 1)
if(archived MATCHES "^[0-9a-f]+$")
  string(SUBSTRING ${archived} 0 12 commit)
elseif(NOT commit OR NOT EXISTS ${SOURCE}/.git)
  set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${FILE} CONTENT "const char *const tesela_commit = \"${commit}\";
")
