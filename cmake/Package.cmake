# SPDX-License-Identifier: MIT
# What is installed beside the programs, and the Debian package of it: `cpack` in the build folder
# (or ./dev package) makes one for the release of Debian that it runs on. The development files of
# core (component core) are not part of it.

include(Guide)
set(assets ${PROJECT_SOURCE_DIR}/assets)
set(made ${PROJECT_BINARY_DIR}/package) # files that are written here

# For the desktop.
set(share ${CMAKE_INSTALL_DATADIR})
install(FILES ${assets}/desktop/normscope.desktop DESTINATION ${share}/applications COMPONENT app)
install(FILES ${assets}/desktop/normscope.xml DESTINATION ${share}/mime/packages COMPONENT app)
install(FILES ${assets}/icons/normscope.svg DESTINATION ${share}/icons/hicolor/scalable/apps
                                                        COMPONENT app)
file(STRINGS ${PROJECT_SOURCE_DIR}/CHANGELOG.md release REGEX "^## \\[${PROJECT_VERSION}\\] - ")
string(REGEX MATCH "[0-9-]+$" release_date "${release}")
if(NOT release_date)
  message(FATAL_ERROR "CHANGELOG.md gives no date of version ${PROJECT_VERSION}")
endif()
configure_file(${assets}/desktop/normscope.metainfo.xml.in
               ${made}/arpa.home.normscope.metainfo.xml @ONLY)
install(FILES ${made}/arpa.home.normscope.metainfo.xml DESTINATION ${share}/metainfo COMPONENT app)

# For the shell.
install(FILES ${assets}/completion/normscope.bash
        DESTINATION ${share}/bash-completion/completions RENAME normscope COMPONENT app)

# Files that Debian keeps compressed, without name and time in them.
set(compressed "")
function(normscope_compress source)
  get_filename_component(name ${source} NAME)
  add_custom_command(
    OUTPUT ${made}/${name}.gz
    COMMAND gzip -9nc ${source} > ${made}/${name}.gz
    DEPENDS ${source}
    VERBATIM)
  set(compressed ${compressed} ${made}/${name}.gz PARENT_SCOPE)
endfunction()
normscope_compress(${assets}/manual/normscope.1)
install(FILES ${made}/normscope.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT app)

# The guide lies beside the program of a build, and below share where it is installed: there the
# program looks (app/application/actions/guide.hpp).
normscope_guide(
  ${PROJECT_BINARY_DIR}/guide
  PAGES README first-steps first-steps.es edit-numbers variants compare backward precision lessons notebooks figures
        command-line large-files trust screen-reader
  PICTURES start sheet unfold edit variants compare lesson notebook export large)
install(DIRECTORY ${PROJECT_BINARY_DIR}/guide DESTINATION ${share}/normscope COMPONENT app)

# What only a Debian package has (component debian). The release of Debian is part of the version.
set(debian "0")
set(codename unstable)
if(EXISTS /etc/os-release)
  file(READ /etc/os-release os)
  if(os MATCHES "VERSION_ID=\"?([0-9.]+)")
    set(debian ${CMAKE_MATCH_1})
  endif()
  if(os MATCHES "VERSION_CODENAME=\"?([a-z]+)")
    set(codename ${CMAKE_MATCH_1})
  endif()
endif()
set(CPACK_DEBIAN_PACKAGE_RELEASE 1~deb${debian})
# Who makes a package names himself as Debian's tools ask; there is no address of the project.
set(maintainer "Normscope contributors <normscope@normscope.invalid>")
if(DEFINED ENV{DEBFULLNAME} AND DEFINED ENV{DEBEMAIL})
  set(maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${maintainer})

set(version ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(${assets}/debian/changelog.in ${made}/changelog.Debian @ONLY)
configure_file(${PROJECT_SOURCE_DIR}/CHANGELOG.md ${made}/changelog COPYONLY)
normscope_compress(${made}/changelog.Debian)
normscope_compress(${made}/changelog)

file(READ ${PROJECT_SOURCE_DIR}/LICENSE licence)
string(REGEX REPLACE "^[^\n]*\n\nCopyright \\(c\\) ([^\n]*)\n.*$" "\\1" copyright "${licence}")
string(REGEX REPLACE "^[^\n]*\n\n[^\n]*\n\n" "" licence "${licence}")
string(STRIP "${licence}" licence)
string(REPLACE "\n\n" "\n.\n" licence " ${licence}")
string(REPLACE "\n" "\n " licence "${licence}")
configure_file(${assets}/debian/copyright.in ${made}/copyright @ONLY)
install(
  FILES ${made}/copyright ${made}/changelog.gz ${made}/changelog.Debian.gz
  DESTINATION share/doc/normscope
  COMPONENT debian EXCLUDE_FROM_ALL)
add_custom_target(normscope_compressed ALL DEPENDS ${compressed})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_DIRECTORY ${made})
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};normscope;app;/;${PROJECT_BINARY_DIR};normscope;debian;/")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGE_NAME normscope)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "laboratory for layer normalization and softmax")
set(CPACK_PACKAGE_DESCRIPTION
    "Normscope shows every step of layer normalization, its siblings and softmax,
number by number, with formulas and figures. It has lessons with questions and
tasks, and compares the variants that people write. Notebooks that use PyTorch
run without it, with the same digits. All of it works from the command line,
too.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# Linked libraries are found by dpkg-shlibdeps; the others are opened while the program runs: fonts,
# OpenGL and EGL.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS
    "fonts-inter, fonts-jetbrains-mono, fonts-stix, libegl1, libgl1, libopengl0")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
    "libgl1-mesa-dri, python3-matplotlib, python3-numpy, xclip | wl-clipboard, xdg-utils")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "at-spi2-core, orca, python3-torch, xdg-desktop-portal")
include(CPack)
