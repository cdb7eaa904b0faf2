# SPDX-License-Identifier: MIT
# The kinds of target this project has: a library (one folder of core or app), a program, a test, a
# benchmark and a fuzz target. One place for their flags, so that a folder's list holds nothing but
# files and arrows.

include(GNUInstallDirs)

# How far the compiler goes: a property of folders that their targets inherit. It comes after the
# flags of the build type and the user's own, so that Release, RelWithDebInfo and a packager's flags
# give the same code; Debug and MinSizeRel keep theirs.
define_property(DIRECTORY PROPERTY NORMSCOPE_OPTIMIZE INHERITED)
define_property(TARGET PROPERTY NORMSCOPE_OPTIMIZE INHERITED)

# What every target of ours is compiled with; warnings become errors only where the preset says so.
add_library(normscope_flags INTERFACE)
target_compile_features(normscope_flags INTERFACE cxx_std_20)
target_compile_options(
  normscope_flags
  INTERFACE "$<$<NOT:$<CONFIG:Debug,MinSizeRel>>:$<TARGET_PROPERTY:NORMSCOPE_OPTIMIZE>>")
target_compile_options(
  normscope_flags
  INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
            # Results must not depend on whether the processor has a fused multiply-add.
            -ffp-contract=off
            $<$<BOOL:${NORMSCOPE_WERROR}>:-Werror>)
# GCC 12 takes a byte in a union for unchanged over a call that writes it as another type: what was
# moved out of a tl::expected lost its first member (an array its type). An unoptimized build does not
# need the option, and clang-tidy, which reads that one, does not know it.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(
    normscope_flags
    INTERFACE $<$<OR:$<NOT:$<CONFIG:Debug>>,$<BOOL:${NORMSCOPE_SANITIZE}>>:-fno-ipa-modref>)
endif()
# From GCC 13 on these warnings see errors in inlined code of the standard library that are not there.
# GCC 12 and Clang look for the same mistakes in .ci/run and the other presets.
target_compile_options(
  normscope_flags
  INTERFACE
    "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,13>>:-Wno-array-bounds;-Wno-dangling-reference;-Wno-maybe-uninitialized;-Wno-restrict;-Wno-stringop-overflow;-Wno-stringop-overread>")
# A Debug build also checks the bounds of the standard library's containers.
target_compile_definitions(normscope_flags INTERFACE $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)
if(NORMSCOPE_SANITIZE)
  # -O1, after the build type's own level: unoptimized sanitized code is too slow for the tests.
  target_compile_options(normscope_flags INTERFACE -fsanitize=${NORMSCOPE_SANITIZE}
                                                   -fno-sanitize-recover=all
                                                   -fno-omit-frame-pointer -O1)
  target_link_options(normscope_flags INTERFACE -fsanitize=${NORMSCOPE_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # Under sanitizers GCC takes what std::regex holds for uninitialized (its bug 105562).
    target_compile_options(normscope_flags INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()
if(NORMSCOPE_COVERAGE)
  target_compile_options(normscope_flags INTERFACE --coverage)
  target_link_options(normscope_flags INTERFACE --coverage)
endif()
if(NORMSCOPE_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "libFuzzer comes with Clang: configure with -DCMAKE_CXX_COMPILER=clang++")
  endif()
  target_compile_options(normscope_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# The release preset compiles the sources of a target in batches (CMAKE_UNITY_BUILD), which takes a
# third of the time: a batch reads its headers once. ALONE names those of SOURCES that stay out of
# the batches, because a name of their unnamed namespace stands in another source of the target, too.
# (A test whose names stand in another test of the program has a namespace of its own instead.)

# normscope_library(NAME SOURCES files... [HEADERS files...] [ALONE files...] [DEPENDS targets...]
#                   [USES targets...])
# DEPENDS: what the headers show; USES: what only the sources need. HEADERS: those without a source of
# the same name, where they are installed (core).
function(normscope_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;HEADERS;ALONE;DEPENDS;USES" ${ARGN})
  add_library(normscope_${name} STATIC ${ARG_SOURCES})
  set(headers ${ARG_HEADERS})
  foreach(source IN LISTS ARG_SOURCES)
    string(REGEX REPLACE "cpp$" "hpp" header ${source})
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${header})
      list(APPEND headers ${header})
    endif()
  endforeach()
  target_sources(normscope_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES
                                          ${headers})
  set_source_files_properties(${ARG_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  add_library(normscope::${name} ALIAS normscope_${name})
  set_target_properties(normscope_${name} PROPERTIES EXPORT_NAME ${name}
                                                     POSITION_INDEPENDENT_CODE ON)
  target_compile_features(normscope_${name} PUBLIC cxx_std_20)
  target_include_directories(
    normscope_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/normscope>)
  target_link_libraries(
    normscope_${name}
    PUBLIC ${ARG_DEPENDS}
    PRIVATE ${ARG_USES} $<BUILD_INTERFACE:normscope_flags>)
  # The installed package and the architecture tests go through all libraries.
  set_property(GLOBAL APPEND PROPERTY NORMSCOPE_LIBRARIES normscope_${name})
endfunction()

# normscope_program(NAME SOURCES files... [USES targets...])
# The program lands at the top of the build folder: build/release/normscope.
function(normscope_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_USES} normscope_flags)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  install(TARGETS ${name} RUNTIME COMPONENT app)
endfunction()

# In batches, what most tests include is read once for all of them; the dev preset sees which test
# forgets an include. Not in libraries, where GCC 12 then warns of mistakes in inlined code of the
# standard library that are not there. (Clang asks for the same definitions in all targets.)
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(NORMSCOPE_PRECOMPILE ON)
else()
  set(NORMSCOPE_PRECOMPILE OFF)
endif()

# normscope_test(NAME [ONE_LOCALE] SOURCES files... [ALONE files...] [DEPENDS targets...])
# Every test runs twice: in the C locale, and in one with decimal commas and another time zone.
# ONE_LOCALE: a long one runs in the latter alone; the program itself runs in both in e2e.
function(normscope_test name)
  cmake_parse_arguments(ARG "ONE_LOCALE" "" "SOURCES;ALONE;DEPENDS" ${ARGN})
  add_executable(normscope_test_${name} ${ARG_SOURCES})
  set_source_files_properties(${ARG_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_link_libraries(normscope_test_${name} PRIVATE ${ARG_DEPENDS} normscope_test_support
                                                       normscope_flags)
  if(NORMSCOPE_PRECOMPILE)
    target_precompile_headers(normscope_test_${name} REUSE_FROM normscope_test_support)
  endif()
  set(strange_locale ${name}_de_DE)
  if(ARG_ONE_LOCALE)
    set(strange_locale ${name})
  else()
    add_test(NAME ${name} COMMAND normscope_test_${name})
  endif()
  add_test(NAME ${strange_locale} COMMAND normscope_test_${name})
  if(ARG_ONE_LOCALE)
    set_tests_properties(${name} PROPERTIES COST 50) # begins before the short ones
  endif()
  set_tests_properties(
    ${strange_locale}
    PROPERTIES ENVIRONMENT
               "LC_ALL=de_DE.UTF-8;LOCPATH=${NORMSCOPE_TEST_LOCALE_DIR};TZ=Pacific/Chatham;NORMSCOPE_TEST_NEEDS_LOCALE=1")
endfunction()

# normscope_bench(NAME SOURCES files... [DEPENDS targets...])
# A Google Benchmark program; ./dev bench builds and runs all of them.
function(normscope_bench name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} benchmark::benchmark_main normscope_flags)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
  add_dependencies(normscope_benchmarks ${name})
endfunction()

# normscope_fuzz(NAME SOURCES files... [DEPENDS targets...])
# A libFuzzer program; ./dev fuzz builds and runs all of them, or one, for a number of seconds.
function(normscope_fuzz name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} normscope_flags)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz)
  add_dependencies(normscope_fuzzers ${name})
endfunction()
