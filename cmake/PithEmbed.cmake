# Files as constants of a program. Used twice:
#
#   pith_embed(TARGET FILE...)         declares a library that holds the files,
#                                      each named by its path below its program
#   cmake -DFILES= -DOUT= -P this      the build step: writes the C file
#
# The C file holds rows of http_file (apps/common/http/http_files.h), by name.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(PITH_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})
  function(pith_embed target)
    set(out ${CMAKE_BINARY_DIR}/${target}_data.c)
    add_custom_command(OUTPUT ${out}
      COMMAND ${CMAKE_COMMAND} "-DFILES=${ARGN}" -DOUT=${out}
        -P ${PITH_EMBED_SCRIPT}
      DEPENDS ${ARGN} ${PITH_EMBED_SCRIPT}
      COMMENT "Embedding files for ${target}" VERBATIM)
    add_library(${target} STATIC ${out})
    target_include_directories(${target} PRIVATE
      ${PROJECT_SOURCE_DIR}/apps ${PROJECT_SOURCE_DIR}/include)
  endfunction()
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

list(SORT FILES)
set(arrays "")
set(rows "")
set(number 0)
foreach(path ${FILES})
  # "ui/app.js" for what lies in a folder ui, else the bare name.
  string(REGEX REPLACE ".*/(ui/)" "\\1" name ${path})
  string(REGEX REPLACE "^/.*/" "" name ${name})
  file(READ ${path} bytes HEX)
  file(SHA256 ${path} digest)
  file(SIZE ${path} size)
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
  "#include \"common/http/http_files.h\"\n${arrays}"
  "const http_file http_files[] = {\n${rows}  {0, 0, 0, 0, 0}};\n")
