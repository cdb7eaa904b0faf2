# SPDX-License-Identifier: MIT
# Every library this project takes from the system, in one place. What is missing is collected and
# named in one message, by library and by Debian package, instead of failing at the first.

set(NORMSCOPE_MISSING "")

# normscope_find(CMAKE_NAME VERSION_OR_EMPTY "what it is for" debian-package)
macro(normscope_find package version purpose debian)
  find_package(${package} ${version} QUIET)
  if(NOT ${package}_FOUND)
    string(STRIP "${package} ${version}" wanted)
    list(APPEND NORMSCOPE_MISSING "  ${wanted}: ${purpose} (Debian: ${debian})")
  endif()
endmacro()

# normscope_find_by_hand(LIBRARY HEADER "what it is for" debian-package): the target LIBRARY::LIBRARY
# for a library without a package file.
macro(normscope_find_by_hand library header purpose debian)
  string(TOUPPER ${library} name)
  find_path(${name}_INCLUDE ${header})
  find_library(${name}_LIBRARY ${library})
  mark_as_advanced(${name}_INCLUDE ${name}_LIBRARY)
  if(${name}_INCLUDE AND ${name}_LIBRARY)
    add_library(${library}::${library} UNKNOWN IMPORTED)
    set_target_properties(
      ${library}::${library} PROPERTIES IMPORTED_LOCATION ${${name}_LIBRARY}
                                        INTERFACE_INCLUDE_DIRECTORIES ${${name}_INCLUDE})
  else()
    list(APPEND NORMSCOPE_MISSING "  ${library}: ${purpose} (Debian: ${debian})")
  endif()
endmacro()

# Core links these, so its installed package asks for them again.
set(NORMSCOPE_CORE_PACKAGES tl-expected fmt Eigen3 hwy Threads)
normscope_find(tl-expected "" "values or errors" libexpected-dev)
normscope_find(fmt 9 "text" libfmt-dev)
normscope_find(Eigen3 3.4 "matrices" libeigen3-dev)
normscope_find(hwy 1.0 "vectors of every instruction set" libhwy-dev)
normscope_find(Threads "" "worker threads" libc6-dev)
# libepoxy comes with a pkg-config file only.
normscope_find(PkgConfig "" "finding libepoxy, ImGui and Cairo" pkg-config)
if(PkgConfig_FOUND)
  pkg_check_modules(epoxy QUIET IMPORTED_TARGET GLOBAL epoxy>=1.5)
endif()
if(NOT epoxy_FOUND)
  list(APPEND NORMSCOPE_MISSING "  epoxy 1.5: OpenGL and EGL (Debian: libepoxy-dev)")
endif()
# Checks the shaders while building, where it is there.
find_program(GLSLANG_VALIDATOR glslangValidator)
mark_as_advanced(GLSLANG_VALIDATOR)
if(NORMSCOPE_APP)
  normscope_find(CLI11 2.1 "the command line" libcli11-dev)
  normscope_find(tomlplusplus 3.3 "the settings in lessons" libtomlplusplus-dev)
  # Debian's package file of md4c names a library that lies in another package; the others have none.
  normscope_find_by_hand(md4c md4c.h "the text of lessons" libmd4c-dev)
  normscope_find_by_hand(gmp gmp.h "ints of any size in notebooks" libgmp-dev)
  normscope_find_by_hand(sleef sleef.h "elementary functions with PyTorch's bits" libsleef-dev)
  normscope_find(Freetype 2.12 "how wide texts are" libfreetype-dev)
  normscope_find(Fontconfig 2.13 "where the fonts are" libfontconfig-dev)
  normscope_find(PNG 1.6 "figures as pictures" libpng-dev)
  normscope_find(ZLIB "" "what pictures carry" zlib1g-dev)
  normscope_find(qpdf "" "what figures on a page carry" libqpdf-dev)
  normscope_find(pugixml 1.13 "what vector figures carry" libpugixml-dev)
  normscope_find(glfw3 3.3 "the window" libglfw3-dev)
  # Debian's ImGui, libepoxy, Cairo and Nettle come with pkg-config files only; ImGui's names stb,
  # which it needs.
  normscope_find(PkgConfig "" "finding ImGui, libepoxy, Cairo and Nettle" pkg-config)
  if(PkgConfig_FOUND)
    pkg_check_modules(imgui QUIET IMPORTED_TARGET imgui>=1.86)
    pkg_check_modules(stb QUIET IMPORTED_TARGET stb)
    pkg_check_modules(cairo QUIET IMPORTED_TARGET cairo-pdf>=1.16 cairo-ft)
    pkg_check_modules(nettle QUIET IMPORTED_TARGET nettle>=3.8)
  endif()
  if(NOT imgui_FOUND)
    list(APPEND NORMSCOPE_MISSING "  imgui 1.86: widgets (Debian: libimgui-dev)")
  endif()
  if(NOT stb_FOUND)
    list(APPEND NORMSCOPE_MISSING "  stb: the fonts' heights (Debian: libstb-dev)")
  endif()
  if(NOT cairo_FOUND)
    list(APPEND NORMSCOPE_MISSING "  cairo 1.16: figures as pages and pictures (Debian: libcairo2-dev)")
  endif()
  if(NOT nettle_FOUND)
    list(APPEND NORMSCOPE_MISSING "  nettle 3.8: SHA-256 of files (Debian: nettle-dev)")
  endif()
endif()
if(NORMSCOPE_APP OR NORMSCOPE_TESTS)
  normscope_find(nlohmann_json 3.11 "session files, golden files of the tests" nlohmann-json3-dev)
endif()
if(NORMSCOPE_TESTS)
  normscope_find(GTest 1.12 "tests" libgtest-dev)
  normscope_find(rapidcheck "" "property tests" librapidcheck-dev)
  find_program(LOCALEDEF localedef)
  if(NOT LOCALEDEF)
    list(APPEND NORMSCOPE_MISSING
         "  localedef: the tests' locale with decimal commas (Debian: libc-bin, locales)")
  endif()
endif()
if(NORMSCOPE_BENCH)
  normscope_find(benchmark 1.7 "benchmarks" libbenchmark-dev)
  # oneDNN is compared with where it is there (Debian: libdnnl-dev); it computes on OpenMP's threads.
  # Its package file asks for OpenCL, which its library does without.
  find_path(DNNL_INCLUDE oneapi/dnnl/dnnl.hpp)
  find_library(DNNL_LIBRARY dnnl)
  mark_as_advanced(DNNL_INCLUDE DNNL_LIBRARY)
  find_package(OpenMP QUIET)
endif()

if(NORMSCOPE_MISSING)
  list(JOIN NORMSCOPE_MISSING "\n" missing)
  message(FATAL_ERROR "Normscope needs what CMake did not find:\n${missing}\n"
                      "On Debian, ./dev deps installs it; -DNORMSCOPE_TESTS=OFF does without tests.")
endif()
