# SPDX-License-Identifier: MIT
# Makes files part of the program: normscope_embed(TARGET FUNCTION FILES...) gives the target a source
# that defines `std::span<const normscope::base::EmbeddedFile> FUNCTION()`, FUNCTION with its
# namespace (normscope::lessons::builtin_lesson_files), over the files in the order given. The source
# is written again when a file changes. This same file is the script that writes it.

if(CMAKE_SCRIPT_MODE_FILE)
  string(REGEX REPLACE "::[^:]*$" "" namespace ${FUNCTION})
  string(REGEX REPLACE "^.*::" "" name ${FUNCTION})
  set(arrays "")
  set(rows "")
  set(count 0)
  foreach(file IN LISTS FILES)
    file(READ ${file} bytes HEX)
    string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
    get_filename_component(label ${file} NAME)
    # The zero at the end lets an empty file be an array, too.
    string(APPEND arrays "constexpr char kFile${count}[] = {\n${bytes}'\\0'};\n")
    string(APPEND rows
           "    {\"${label}\", std::string_view(kFile${count}, sizeof(kFile${count}) - 1)},\n")
    math(EXPR count "${count} + 1")
  endforeach()
  file(WRITE ${OUTPUT}
       "// Written by cmake/Embed.cmake.
#include <array>
#include <span>
#include <string_view>

#include \"core/base/embedded.hpp\"

namespace ${namespace} {
namespace {
${arrays}
constexpr std::array<base::EmbeddedFile, ${count}> kFiles{{
${rows}}};
}  // namespace

std::span<const base::EmbeddedFile> ${name}() {
  return kFiles;
}
}  // namespace ${namespace}
")
  return()
endif()

set(NORMSCOPE_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(normscope_embed target function)
  set(files "")
  foreach(file IN LISTS ARGN)
    get_filename_component(file ${file} ABSOLUTE)
    list(APPEND files ${file})
  endforeach()
  string(REPLACE "::" "_" label ${function})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${label}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D "FILES=${files}" -D FUNCTION=${function} -D OUTPUT=${output} -P
            ${NORMSCOPE_EMBED_SCRIPT}
    DEPENDS ${files} ${NORMSCOPE_EMBED_SCRIPT}
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
