# Which files of apps/ a build has. Some need a library that can be left out
# (PithPacking.cmake); in their place others say what to install, so that no
# command is silently missing. Everything else is found by folder.

set(needs_sqlite
  crawl/watch_gather crawl/watch_host crawl/watch_members crawl/watch_round
  crawl/watch_store crawl/watch_store_pages crawl/watch_write
  search/index_anchors search/index_run search/index_store search/index_write
  search/query_collect search/query_run search/query_snippet
  search/search_index search/token_fts5
  server/review_api_list server/review_api_mark server/review_api_page
  server/review_judge server/review_losses server/review_marks
  server/review_school server/review_source server/review_store
  server/review_view shared/sql_file)
set(instead_of_sqlite
  crawl/watch_missing search/search_missing server/review_store_missing)
set(needs_review server/review_server) # both SQLite and libmicrohttpd
set(instead_of_review server/review_missing)

set(PITH_ABSENT_SOURCES ${needs_sqlite})
if(PITH_HAVE_SQLITE)
  set(PITH_ABSENT_SOURCES ${instead_of_sqlite})
endif()
if(PITH_HAVE_SQLITE AND PITH_HAVE_MICROHTTPD)
  list(APPEND PITH_ABSENT_SOURCES ${instead_of_review})
else()
  list(APPEND PITH_ABSENT_SOURCES ${needs_review})
endif()

foreach(name ${needs_sqlite} ${instead_of_sqlite} ${needs_review}
    ${instead_of_review})
  if(NOT EXISTS ${PROJECT_SOURCE_DIR}/apps/${name}.c)
    message(FATAL_ERROR "cmake/PithSources.cmake: there is no apps/${name}.c")
  endif()
endforeach()

# OUT is the list of all C files in the folders of apps/ that are named after
# it, less those that this build cannot have.
function(pith_list_sources out)
  set(found "")
  foreach(folder ${ARGN})
    file(GLOB more CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/apps/${folder}/*.c)
    list(APPEND found ${more})
  endforeach()
  foreach(name ${PITH_ABSENT_SOURCES})
    list(REMOVE_ITEM found ${PROJECT_SOURCE_DIR}/apps/${name}.c)
  endforeach()
  set(${out} ${found} PARENT_SCOPE)
endfunction()
