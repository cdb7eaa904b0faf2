# SPDX-License-Identifier: MIT
# Core as a library for others: after `cmake --install`, find_package(normscope) gives every library
# of core by its name (normscope::tensor, ...), and normscope::core, which is all of them. Nothing of
# app is part of it.

include(CMakePackageConfigHelpers)

get_property(core_libraries GLOBAL PROPERTY NORMSCOPE_LIBRARIES)
add_library(normscope_core INTERFACE)
add_library(normscope::core ALIAS normscope_core)
set_target_properties(normscope_core PROPERTIES EXPORT_NAME core)
target_link_libraries(normscope_core INTERFACE ${core_libraries})

install(
  TARGETS normscope_core ${core_libraries}
  EXPORT normscope
  ARCHIVE COMPONENT core
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/normscope COMPONENT core)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/normscope)
set(package_files ${PROJECT_BINARY_DIR}/package)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/normscopeConfig.cmake.in
                              ${package_files}/normscopeConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may change what it offers.
write_basic_package_version_file(${package_files}/normscopeConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(
  EXPORT normscope
  FILE normscopeTargets.cmake
  NAMESPACE normscope::
  DESTINATION ${package_dir}
  COMPONENT core)
install(
  FILES ${package_files}/normscopeConfig.cmake ${package_files}/normscopeConfigVersion.cmake
  DESTINATION ${package_dir}
  COMPONENT core)
