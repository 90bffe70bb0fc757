# Everything a builder can choose, and the compiler flags that follow from it.

set(PITH_UCHARDET OFF CACHE STRING
  "Ask libuchardet about unlabelled pages: OFF, AUTO (if found) or ON")
set_property(CACHE PITH_UCHARDET PROPERTY STRINGS AUTO ON OFF)
option(PITH_WERROR "Treat warnings as errors" OFF)
option(PITH_PORTABLE "Leave SIMD out, whatever the processor" OFF)
option(PITH_TESTS "Build the tests" ON)
option(PITH_PYTHON "Build what a Python wheel has, and nothing else" OFF)
option(PITH_ASSERTS "Keep assert() in release builds" OFF)
set(PITH_SANITIZE "" CACHE STRING
  "Sanitizers to build with, as -fsanitize= takes them")
option(PITH_COVERAGE "Build for measuring line coverage (gcc)" OFF)
option(PITH_FUZZ "Build the fuzz targets with libFuzzer (clang)" OFF)
set(PITH_PROGRAM_DIR ${CMAKE_BINARY_DIR} CACHE PATH
  "Where the programs go; the release preset says build/")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug or Release" FORCE)
endif()

# In release builds, where the compiler and the linker can do it.
set(PITH_LTO_DEFAULT OFF)
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT PITH_SANITIZE
   AND NOT PITH_COVERAGE)
  include(CheckIPOSupported)
  check_ipo_supported(RESULT PITH_LTO_DEFAULT OUTPUT unused LANGUAGES C)
endif()
option(PITH_LTO "Optimize programs and libpith.so at link time"
  ${PITH_LTO_DEFAULT})

# Asserts are PITH_ASSERTS' business, not that of a build type's usual flags: a
# fuzz target without them checks nothing.
foreach(flags CMAKE_C_FLAGS_RELEASE CMAKE_CXX_FLAGS_RELEASE)
  string(REPLACE "-DNDEBUG" "" ${flags} "${${flags}}")
endforeach()

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# On every target of ours.
add_library(pith-flags INTERFACE)
target_compile_options(pith-flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes>
  $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
  $<$<BOOL:${PITH_WERROR}>:-Werror>)

if(PITH_PORTABLE)
  target_compile_definitions(pith-flags INTERFACE PITH_PORTABLE)
endif()

if(PITH_SANITIZE)
  target_compile_options(pith-flags INTERFACE
    -fsanitize=${PITH_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer -g)
  target_link_options(pith-flags INTERFACE -fsanitize=${PITH_SANITIZE})
endif()

# sandbox.c has the reason.
if(PITH_SANITIZE OR PITH_COVERAGE)
  target_compile_definitions(pith-flags INTERFACE PITH_NO_SANDBOX=1)
endif()

if(PITH_COVERAGE)
  # Threads that count without atomics lose counts, and gcov then subtracts.
  target_compile_options(pith-flags INTERFACE
    --coverage -fprofile-update=atomic)
  target_link_options(pith-flags INTERFACE --coverage)
endif()

# On the library and the programs only: a test must keep its asserts.
add_library(pith-release-flags INTERFACE)
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT PITH_ASSERTS)
  target_compile_definitions(pith-release-flags INTERFACE NDEBUG)
endif()

add_library(pith-uchardet INTERFACE)
set(PITH_PC_REQUIRES_PRIVATE "")
if(NOT PITH_UCHARDET STREQUAL "OFF")
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(UCHARDET QUIET IMPORTED_TARGET uchardet)
  endif()
  if(UCHARDET_FOUND)
    target_link_libraries(pith-uchardet INTERFACE PkgConfig::UCHARDET)
    target_compile_definitions(pith-uchardet INTERFACE PITH_HAVE_UCHARDET=1)
    set(PITH_PC_REQUIRES_PRIVATE uchardet)
  elseif(PITH_UCHARDET STREQUAL "ON")
    message(FATAL_ERROR "PITH_UCHARDET=ON, but pkg-config finds no uchardet "
                        "(Debian: libuchardet-dev and pkg-config)")
  endif()
endif()

include(PithPacking)
