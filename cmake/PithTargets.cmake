# The library and the programs.

# An archive or a program needs at least one object; this takes its place while a
# folder has no sources.
file(WRITE ${CMAKE_BINARY_DIR}/empty.c "typedef int pith_empty;\n")

# TARGET is all of src/ as objects; the sources are in the caller's scope.
function(pith_add_objects target)
  add_library(${target} OBJECT ${sources})
  target_compile_definitions(${target} PRIVATE PITH_BUILDING
    PITH_BUILD_VERSION="${PROJECT_VERSION}")
  target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  target_include_directories(${target} PRIVATE
    ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PRIVATE
    pith-flags pith-release-flags pith-uchardet)
endfunction()

# The static and the shared library. With PITH_LTO src/ is compiled twice: plain
# for libpith.a, which must suit any linker, and for link-time optimization in
# libpith.so and our programs, where it is worth 5 to 10 % of speed.
function(pith_add_library)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.c)
  if(NOT sources)
    set(sources ${CMAKE_BINARY_DIR}/empty.c)
  endif()

  # A packed table is one long string; the 4,095 bytes that C99 promises are
  # no limit of our compilers.
  set(tables ${sources})
  list(FILTER tables INCLUDE REGEX "/src/tables/")
  if(tables)
    set_source_files_properties(${tables} PROPERTIES
      COMPILE_OPTIONS -Wno-overlength-strings)
  endif()

  pith_add_objects(pith-objects)
  add_library(pith-static STATIC $<TARGET_OBJECTS:pith-objects>)
  if(PITH_LTO)
    pith_add_objects(pith-lto-objects)
    set_target_properties(pith-lto-objects PROPERTIES
      INTERPROCEDURAL_OPTIMIZATION ON)
    add_library(pith-shared SHARED $<TARGET_OBJECTS:pith-lto-objects>)
    set_target_properties(pith-shared PROPERTIES
      INTERPROCEDURAL_OPTIMIZATION ON)
  else()
    add_library(pith-shared SHARED $<TARGET_OBJECTS:pith-objects>)
  endif()

  foreach(library pith-static pith-shared)
    set_target_properties(${library} PROPERTIES
      OUTPUT_NAME pith LINKER_LANGUAGE C)
    target_include_directories(${library} INTERFACE
      $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
      $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(${library} PRIVATE
      $<BUILD_INTERFACE:pith-flags> $<BUILD_INTERFACE:pith-uchardet>)
  endforeach()

  # While the version is 0.x every release may change the ABI, so the soname
  # holds all of it.
  set(map ${PROJECT_SOURCE_DIR}/cmake/pith.map)
  set_target_properties(pith-shared PROPERTIES
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION}
    LINK_DEPENDS ${map})
  target_link_options(pith-shared PRIVATE -Wl,--version-script=${map})
endfunction()

# What the programs share, as a library: a program links only the objects it
# calls, and only the system libraries that these need.
function(pith_add_common)
  find_package(Threads REQUIRED)
  pith_list_sources(sources common)
  add_library(pith-common STATIC ${sources})
  target_include_directories(pith-common PUBLIC
    ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/apps)
  target_compile_definitions(pith-common PUBLIC _POSIX_C_SOURCE=200809L)
  target_link_libraries(pith-common
    PRIVATE pith-flags pith-release-flags
    PUBLIC pith-packing pith-network Threads::Threads)
  if(PITH_LTO)
    set_target_properties(pith-common PROPERTIES
      INTERPROCEDURAL_OPTIMIZATION ON)
  endif()
endfunction()

# TARGET builds the program NAME from apps/FOLDER and what it calls of
# apps/common. Programs see the public headers only: src/ is not on their
# include path.
function(pith_add_program target name folder)
  pith_list_sources(sources ${folder})
  add_executable(${target} ${sources})
  if(PITH_LTO)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:pith-lto-objects>)
    set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION ON)
    target_link_libraries(${target} PRIVATE pith-common pith-uchardet)
  else()
    target_link_libraries(${target} PRIVATE pith-common pith-static)
  endif()
  target_link_libraries(${target} PRIVATE
    pith-flags pith-release-flags ${ARGN})
  target_link_options(${target} PRIVATE -Wl,--as-needed)
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PITH_PROGRAM_DIR})
endfunction()
