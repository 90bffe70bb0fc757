# Files as constants of a program. Used twice:
#
#   include(PithEmbed)                 declares the target pith-files, a library
#                                      of all files below apps/server/ui and of
#                                      apps/server/openapi.json
#   cmake -DROOT= -DOUT= -P this       the build step: writes the C file
#
# The C file holds rows of http_file (apps/server/http_files.h), by name.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(files_root ${PROJECT_SOURCE_DIR}/apps/server)
  set(files_out ${CMAKE_BINARY_DIR}/http_files_data.c)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS
    ${files_root}/ui/* ${files_root}/openapi.json)
  add_custom_command(OUTPUT ${files_out}
    COMMAND ${CMAKE_COMMAND} -DROOT=${files_root} -DOUT=${files_out}
      -P ${CMAKE_CURRENT_LIST_FILE}
    DEPENDS ${files} ${CMAKE_CURRENT_LIST_FILE}
    COMMENT "Embedding apps/server/ui" VERBATIM)
  add_library(pith-files STATIC ${files_out})
  target_include_directories(pith-files PRIVATE
    ${PROJECT_SOURCE_DIR}/apps ${PROJECT_SOURCE_DIR}/apps/server
    ${PROJECT_SOURCE_DIR}/include)
  return()
endif()

function(content_type name out)
  set(type application/octet-stream)
  foreach(pair
      "html|text/html$<SEMICOLON> charset=utf-8"
      "css|text/css$<SEMICOLON> charset=utf-8"
      "js|text/javascript$<SEMICOLON> charset=utf-8"
      "txt|text/plain$<SEMICOLON> charset=utf-8"
      "json|application/json" "svg|image/svg+xml" "png|image/png"
      "ico|image/x-icon" "woff2|font/woff2")
    string(REGEX MATCH "^([^|]*)\\|(.*)$" unused "${pair}")
    if(name MATCHES "\\.${CMAKE_MATCH_1}$")
      string(REGEX REPLACE "^[^|]*\\|" "" type "${pair}")
    endif()
  endforeach()
  string(REPLACE "$<SEMICOLON>" ";" type "${type}")
  set(${out} "${type}" PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE names RELATIVE ${ROOT} ${ROOT}/ui/* ${ROOT}/openapi.json)
list(SORT names)
set(arrays "")
set(rows "")
set(number 0)
foreach(name ${names})
  file(READ ${ROOT}/${name} bytes HEX)
  file(SHA256 ${ROOT}/${name} digest)
  file(SIZE ${ROOT}/${name} size)
  string(SUBSTRING ${digest} 0 16 digest)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  content_type(${name} type)
  string(APPEND arrays
    "static const unsigned char file_${number}[] = {\n${bytes}0};\n")
  string(APPEND rows "  {\"${name}\", \"${type}\", \"\\\"${digest}\\\"\",\n"
    "   file_${number}, ${size}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUT} "/* Made by cmake/PithEmbed.cmake; do not edit. */\n"
  "#include \"http_files.h\"\n${arrays}"
  "const http_file http_files[] = {\n${rows}  {0, 0, 0, 0, 0}};\n")
