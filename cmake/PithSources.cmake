# Which programs a build has, and which files of apps/ they are made of. Sources
# are found by folder. A program whose library is missing is not built, and
# `pith` names the package to install when its command is called.

# OUT is the list of all C files below the folders of apps/ named after it.
function(pith_list_sources out)
  set(found "")
  foreach(folder ${ARGN})
    file(GLOB_RECURSE more CONFIGURE_DEPENDS
      ${PROJECT_SOURCE_DIR}/apps/${folder}/*.c)
    list(APPEND found ${more})
  endforeach()
  if(NOT PITH_HAVE_SQLITE)
    list(FILTER found EXCLUDE REGEX "/apps/common/system/sql_file\\.c$")
  endif()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# The folders of apps/ that this build makes programs of, one each.
set(PITH_PROGRAM_FOLDERS pith)
if(PITH_HAVE_SQLITE)
  list(APPEND PITH_PROGRAM_FOLDERS watch lab)
endif()
