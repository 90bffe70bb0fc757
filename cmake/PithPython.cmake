# The Python module pith._core, from bindings/python/src. It is self-contained:
# the library's objects are in it. Two ways lead here:
#
#   an ordinary build     build/python/pith, next to copies of the .py files, for
#                         the tests (PYTHONPATH=build/python)
#   pip, PITH_PYTHON=ON   scikit-build-core, bindings/python/pyproject.toml: this
#                         module and the command, and nothing else
#
# The Limited API makes one module for all interpreters from 3.11 on. Those
# without a GIL have no Limited API yet; they get a module of their own version.
function(pith_add_python_module)
  set(bindings ${PROJECT_SOURCE_DIR}/bindings/python)
  if(NOT EXISTS ${bindings}) # in an sdist the module's folder is the outer one
    get_filename_component(bindings ${PROJECT_SOURCE_DIR} DIRECTORY)
  endif()
  if(PITH_SANITIZE OR PITH_COVERAGE)
    return() # the interpreter is not built that way
  endif()
  find_package(Python 3.11 QUIET COMPONENTS Interpreter Development.Module)
  if(NOT Python_Development.Module_FOUND)
    if(PITH_PYTHON)
      message(FATAL_ERROR "no headers of Python 3.11 or later "
                          "(Debian: python3-dev)")
    endif()
    message(STATUS "no headers of Python >= 3.11 (Debian: python3-dev); "
                   "no Python module")
    return()
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${bindings}/src/*.c)
  # A slot of a type is a void pointer, whatever it holds.
  set_source_files_properties(${sources} PROPERTIES
    COMPILE_OPTIONS -Wno-pedantic)
  set(library pith-objects)
  if(PITH_LTO)
    set(library pith-lto-objects)
  endif()
  Python_add_library(pith-python MODULE ${sources}
    $<TARGET_OBJECTS:${library}>)
  set(suffix .abi3.so)
  if(PITH_PYTHON AND NOT SKBUILD_SABI_VERSION)
    set(suffix .${Python_SOABI}.so)
  else()
    target_compile_definitions(pith-python PRIVATE Py_LIMITED_API=0x030B0000)
  endif()
  set(place ${CMAKE_BINARY_DIR}/python/pith)
  set_target_properties(pith-python PROPERTIES OUTPUT_NAME _core PREFIX ""
    SUFFIX ${suffix} LIBRARY_OUTPUT_DIRECTORY ${place}
    INTERPROCEDURAL_OPTIMIZATION ${PITH_LTO})
  target_include_directories(pith-python PRIVATE ${PROJECT_SOURCE_DIR}/include)
  target_compile_definitions(pith-python PRIVATE _POSIX_C_SOURCE=200809L)
  target_link_options(pith-python PRIVATE -Wl,--exclude-libs,ALL
    -Wl,--as-needed -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/pith_python.map)
  target_link_libraries(pith-python PRIVATE
    pith-common pith-flags pith-release-flags pith-uchardet)
  if(PITH_PYTHON)
    install(TARGETS pith-python LIBRARY DESTINATION pith)
  else()
    add_custom_target(pith-python-files ALL DEPENDS pith-python
      COMMAND ${CMAKE_COMMAND} -E copy_directory ${bindings}/pith ${place})
  endif()
endfunction()
