# Packed input, the network, stores and word stems are the business of the
# programs; the library knows nothing of them. Each can be left out.
set(PITH_ZLIB AUTO CACHE STRING
  "Read .gz input with zlib: AUTO (if found), ON (required) or OFF")
set(PITH_BZIP2 AUTO CACHE STRING
  "Read .bz2 input with libbz2: AUTO (if found), ON (required) or OFF")
set(PITH_ZSTD AUTO CACHE STRING
  "Read .zst input with libzstd: AUTO (if found), ON (required) or OFF")
set(PITH_LZMA AUTO CACHE STRING
  "Read .xz input with liblzma: AUTO (if found), ON (required) or OFF")
set(PITH_BROTLI AUTO CACHE STRING
  "Read Brotli input with libbrotlidec: AUTO (if found), ON (required) or OFF")
set(PITH_BROTLIENC AUTO CACHE STRING
  "Answer in Brotli with libbrotlienc: AUTO (if found), ON (required) or OFF")
set(PITH_DEFLATE AUTO CACHE STRING
  "Read .warc.gz faster with libdeflate: AUTO (if found), ON or OFF")
set(PITH_CURL AUTO CACHE STRING
  "Fetch pages with libcurl: AUTO (if found), ON (required) or OFF")
set(PITH_SQLITE AUTO CACHE STRING
  "Stores of watch, review and search with SQLite: AUTO (if found), ON or OFF")
set(PITH_STEMMER AUTO CACHE STRING
  "Stem words with libstemmer: AUTO (if found), ON (required) or OFF")
add_library(pith-packing INTERFACE)
add_library(pith-network INTERFACE)
target_link_libraries(pith-network INTERFACE m) # statistics of apps/eval

# Link TARGET with the library that pkg-config knows as MODULE, if it is there
# and wanted: OPTION is PITH_NAME, and PITH_HAVE_NAME says so to CMake and to C.
function(pith_find_system target option module package)
  set_property(CACHE ${option} PROPERTY STRINGS AUTO ON OFF)
  if(${option} STREQUAL "OFF")
    return()
  endif()
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(${module} QUIET IMPORTED_TARGET ${module})
  endif()
  if(${module}_FOUND)
    target_link_libraries(${target} INTERFACE PkgConfig::${module})
    string(REPLACE PITH_ PITH_HAVE_ have ${option})
    set(${have} TRUE PARENT_SCOPE)
    target_compile_definitions(${target} INTERFACE ${have}=1)
  elseif(${option} STREQUAL "ON")
    message(FATAL_ERROR "${option}=ON, but pkg-config finds no ${module} "
                        "(Debian: ${package} and pkg-config)")
  endif()
endfunction()
pith_find_system(pith-packing PITH_ZLIB zlib zlib1g-dev)
pith_find_system(pith-packing PITH_ZSTD libzstd libzstd-dev)
pith_find_system(pith-packing PITH_LZMA liblzma liblzma-dev)
pith_find_system(pith-packing PITH_BROTLI libbrotlidec libbrotli-dev)
pith_find_system(pith-packing PITH_BROTLIENC libbrotlienc libbrotli-dev)
pith_find_system(pith-packing PITH_DEFLATE libdeflate libdeflate-dev)
pith_find_system(pith-network PITH_CURL libcurl libcurl4-openssl-dev)
pith_find_system(pith-network PITH_SQLITE sqlite3 libsqlite3-dev)

# libstemmer has no pkg-config file.
set_property(CACHE PITH_STEMMER PROPERTY STRINGS AUTO ON OFF)
if(NOT PITH_STEMMER STREQUAL "OFF")
  find_library(STEMMER_LIBRARY stemmer)
  find_path(STEMMER_INCLUDE_DIR libstemmer.h)
  if(STEMMER_LIBRARY AND STEMMER_INCLUDE_DIR)
    target_link_libraries(pith-network INTERFACE ${STEMMER_LIBRARY})
    target_compile_definitions(pith-network INTERFACE PITH_HAVE_STEMMER=1)
  elseif(PITH_STEMMER STREQUAL "ON")
    message(FATAL_ERROR "PITH_STEMMER=ON, but there is no libstemmer "
                        "(Debian: libstemmer-dev)")
  endif()
endif()

# Neither does libbz2.
set_property(CACHE PITH_BZIP2 PROPERTY STRINGS AUTO ON OFF)
if(NOT PITH_BZIP2 STREQUAL "OFF")
  find_library(BZIP2_LIBRARY bz2)
  find_path(BZIP2_INCLUDE_DIR bzlib.h)
  if(BZIP2_LIBRARY AND BZIP2_INCLUDE_DIR)
    target_link_libraries(pith-packing INTERFACE ${BZIP2_LIBRARY})
    target_compile_definitions(pith-packing INTERFACE PITH_HAVE_BZIP2=1)
  elseif(PITH_BZIP2 STREQUAL "ON")
    message(FATAL_ERROR "PITH_BZIP2=ON, but there is no libbz2 "
                        "(Debian: libbz2-dev)")
  endif()
endif()
