# pith_sqlite.so: pith as a module that any SQLite can load (docs/lab/search.md).
# It is self-contained: the library's objects are in it, and SQLite itself is
# that of the program which loads it.
function(pith_add_sqlite_module)
  if(NOT PITH_HAVE_SQLITE OR PITH_SANITIZE)
    return()
  endif()
  set(apps ${PROJECT_SOURCE_DIR}/apps)
  file(GLOB sources CONFIGURE_DEPENDS ${apps}/sqlite/*.c ${apps}/lab/search/words/token_*.c)
  # Link-time optimization is all or nothing: pith-common is built for it too.
  set(library pith-objects)
  if(PITH_LTO)
    set(library pith-lto-objects)
  endif()
  add_library(pith-sqlite MODULE ${sources} $<TARGET_OBJECTS:${library}>)
  set_target_properties(pith-sqlite PROPERTIES
    INTERPROCEDURAL_OPTIMIZATION ${PITH_LTO})
  set(map ${PROJECT_SOURCE_DIR}/cmake/pith_sqlite.map)
  set_target_properties(pith-sqlite PROPERTIES PREFIX ""
    OUTPUT_NAME pith_sqlite LIBRARY_OUTPUT_DIRECTORY ${PITH_PROGRAM_DIR}
    LINK_DEPENDS ${map})
  target_include_directories(pith-sqlite PRIVATE
    ${PROJECT_SOURCE_DIR}/include ${apps} ${sqlite3_INCLUDE_DIRS})
  target_compile_definitions(pith-sqlite PRIVATE _POSIX_C_SOURCE=200809L)
  target_link_options(pith-sqlite PRIVATE
    -Wl,--version-script=${map} -Wl,--as-needed -Wl,--no-undefined)
  target_link_libraries(pith-sqlite PRIVATE
    pith-common pith-flags pith-release-flags pith-uchardet)
  if(STEMMER_LIBRARY AND NOT PITH_STEMMER STREQUAL "OFF")
    target_compile_definitions(pith-sqlite PRIVATE PITH_HAVE_STEMMER=1)
    target_link_libraries(pith-sqlite PRIVATE ${STEMMER_LIBRARY})
  endif()
  install(TARGETS pith-sqlite LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()
