# `cmake --install`: header, libraries, programs, pkg-config and CMake packages.

include(CMakePackageConfigHelpers)

file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/*.h)
install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

foreach(program pith-cli pith-lab pith-watch)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endforeach()

# The command prints its own manual and completions, so they are made when it
# is installed. A program for another machine cannot be asked.
if(TARGET pith-cli AND NOT CMAKE_CROSSCOMPILING)
  function(pith_install_text file folder)
    install(CODE "
      execute_process(COMMAND \"$<TARGET_FILE:pith-cli>\" ${ARGN}
        OUTPUT_FILE \"${CMAKE_BINARY_DIR}/texts/${file}\" RESULT_VARIABLE failed)
      if(failed)
        message(FATAL_ERROR \"pith ${ARGN}: \${failed}\")
      endif()")
    install(FILES ${CMAKE_BINARY_DIR}/texts/${file} DESTINATION ${folder})
  endfunction()
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/texts)
  set(share ${CMAKE_INSTALL_DATADIR})
  pith_install_text(pith.1 ${CMAKE_INSTALL_MANDIR}/man1 man)
  pith_install_text(pith ${share}/bash-completion/completions completions bash)
  pith_install_text(_pith ${share}/zsh/site-functions completions zsh)
  pith_install_text(pith.fish ${share}/fish/vendor_completions.d
    completions fish)
endif()

# Consumers write pith::pith (shared) or pith::pith-static.
set_target_properties(pith-shared PROPERTIES EXPORT_NAME pith)
install(TARGETS pith-shared pith-static EXPORT pithTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pith)
install(EXPORT pithTargets NAMESPACE pith:: DESTINATION ${package_dir})
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/pithConfig.cmake.in
  ${CMAKE_BINARY_DIR}/pithConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/pithConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_BINARY_DIR}/pithConfig.cmake
  ${CMAKE_BINARY_DIR}/pithConfigVersion.cmake
  DESTINATION ${package_dir})

# pith.pc finds its prefix from where it lies, so that the tree can be moved.
set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(IS_ABSOLUTE "${pc_dir}")
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
else()
  string(REGEX REPLACE "[^/]+" ".." pc_up ${pc_dir})
  set(pc_prefix "\${pcfiledir}/${pc_up}")
endif()
set(pc_libdir "\${prefix}")
set(pc_includedir "\${prefix}")
cmake_path(APPEND pc_libdir ${CMAKE_INSTALL_LIBDIR})
cmake_path(APPEND pc_includedir ${CMAKE_INSTALL_INCLUDEDIR})
configure_file(${PROJECT_SOURCE_DIR}/cmake/pith.pc.in
  ${CMAKE_BINARY_DIR}/pith.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/pith.pc DESTINATION ${pc_dir})
