# SPDX-License-Identifier: MIT
# Installs core alone into an empty prefix, configures the consumer project against it, builds it,
# runs it and compares what it prints. Then configures core without the program and its libraries.

set(prefix ${WORK}/prefix)
set(build ${WORK}/build)
set(core_only ${WORK}/core-only)
file(REMOVE_RECURSE ${prefix} ${build} ${core_only})
set(toolchain -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_FLAGS=${FLAGS} -D
              CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(expect program wanted)
  execute_process(
    COMMAND ${build}/${program}
    WORKING_DIRECTORY ${build}
    OUTPUT_VARIABLE printed OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  if(NOT printed STREQUAL wanted)
    message(FATAL_ERROR "${program} printed \"${printed}\" instead of \"${wanted}\"")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix} --component core)
file(GLOB_RECURSE headers RELATIVE ${SOURCE} ${SOURCE}/core/*.hpp)
foreach(header IN LISTS headers)
  if(NOT EXISTS ${prefix}/include/normscope/${header})
    message(FATAL_ERROR "${header} is not installed: it belongs into HEADERS of its folder's list")
  endif()
endforeach()
run(${CMAKE_COMMAND} -S ${SOURCE}/tests/consumer/project -B ${build} ${toolchain}
    -D CMAKE_PREFIX_PATH=${prefix})
run(${CMAKE_COMMAND} --build ${build})
expect(whole 1.46385)
expect(part 24)
expect(mapped "read, malformed, damaged")

run(${CMAKE_COMMAND} -S ${SOURCE} -B ${core_only} ${toolchain} -D NORMSCOPE_APP=OFF
    -D NORMSCOPE_TESTS=OFF -D CMAKE_DISABLE_FIND_PACKAGE_CLI11=ON --no-warn-unused-cli)
