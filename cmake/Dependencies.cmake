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

# Core links these, so its installed package asks for them again.
set(NORMSCOPE_CORE_PACKAGES tl-expected fmt Eigen3 Threads)
normscope_find(tl-expected "" "values or errors" libexpected-dev)
normscope_find(fmt 9 "text" libfmt-dev)
normscope_find(Eigen3 3.4 "matrices" libeigen3-dev)
normscope_find(Threads "" "worker threads" libc6-dev)
if(NORMSCOPE_APP)
  normscope_find(CLI11 2.1 "the command line" libcli11-dev)
  normscope_find(tomlplusplus 3.3 "the settings in lessons" libtomlplusplus-dev)
  # Debian's package file of md4c names a library that lies in another package: looked for by hand.
  find_path(MD4C_INCLUDE md4c.h)
  find_library(MD4C_LIBRARY md4c)
  mark_as_advanced(MD4C_INCLUDE MD4C_LIBRARY)
  if(MD4C_INCLUDE AND MD4C_LIBRARY)
    add_library(md4c::md4c UNKNOWN IMPORTED)
    set_target_properties(md4c::md4c PROPERTIES IMPORTED_LOCATION ${MD4C_LIBRARY}
                                                INTERFACE_INCLUDE_DIRECTORIES ${MD4C_INCLUDE})
  else()
    list(APPEND NORMSCOPE_MISSING "  md4c: the text of lessons (Debian: libmd4c-dev)")
  endif()
  normscope_find(Freetype 2.12 "how wide texts are" libfreetype-dev)
  normscope_find(Fontconfig 2.13 "where the fonts are" libfontconfig-dev)
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
endif()

if(NORMSCOPE_MISSING)
  list(JOIN NORMSCOPE_MISSING "\n" missing)
  message(FATAL_ERROR "Normscope needs what CMake did not find:\n${missing}\n"
                      "On Debian, ./dev deps installs it; -DNORMSCOPE_TESTS=OFF does without tests.")
endif()
