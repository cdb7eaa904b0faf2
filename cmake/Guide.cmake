# SPDX-License-Identifier: MIT
# The guide as pages for a browser: normscope_guide(FOLDER PAGES... PICTURES...) makes FOLDER/*.html of
# docs/*.md, with docs/page.html.in around each, and puts the pictures beside them. README is the first
# page, index.html; what ends in .es is in Spanish. The program is built with them. This same file is the
# script that makes one page.

if(CMAKE_SCRIPT_MODE_FILE)
  execute_process(
    COMMAND ${CMARK} --extension table ${PAGE}
    OUTPUT_VARIABLE content
    COMMAND_ERROR_IS_FATAL ANY)
  # Pages name each other as files of the source.
  string(REPLACE "href=\"README.md" "href=\"index.html" content "${content}")
  string(REGEX REPLACE "href=\"([a-z.-]+)\\.md" "href=\"\\1.html" content "${content}")
  set(language en)
  if(PAGE MATCHES "\\.([a-z]+)\\.md$")
    set(language ${CMAKE_MATCH_1})
  endif()
  string(REGEX MATCH "<h1>([^<]*)</h1>" heading "${content}")
  file(READ ${TEMPLATE} page)
  string(REPLACE "@LANGUAGE@" "${language}" page "${page}")
  string(REPLACE "@TITLE@" "${CMAKE_MATCH_1}" page "${page}")
  string(REPLACE "@CONTENT@" "${content}" page "${page}")
  file(WRITE ${OUTPUT} "${page}")
  return()
endif()

set(NORMSCOPE_GUIDE_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(normscope_guide folder)
  cmake_parse_arguments(ARG "" "" "PAGES;PICTURES" ${ARGN})
  set(docs ${PROJECT_SOURCE_DIR}/docs)
  set(made "")
  foreach(page IN LISTS ARG_PAGES)
    string(REPLACE README index name ${page})
    set(output ${folder}/${name}.html)
    add_custom_command(
      OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -D CMARK=${CMARK_GFM} -D PAGE=${docs}/${page}.md -D
              TEMPLATE=${docs}/page.html.in -D OUTPUT=${output} -P ${NORMSCOPE_GUIDE_SCRIPT}
      DEPENDS ${docs}/${page}.md ${docs}/page.html.in ${NORMSCOPE_GUIDE_SCRIPT}
      VERBATIM)
    list(APPEND made ${output})
  endforeach()
  foreach(picture IN LISTS ARG_PICTURES)
    set(output ${folder}/pictures/${picture}.png)
    add_custom_command(
      OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -E copy ${docs}/pictures/${picture}.png ${output}
      DEPENDS ${docs}/pictures/${picture}.png
      VERBATIM)
    list(APPEND made ${output})
  endforeach()
  add_custom_target(normscope_guide DEPENDS ${made})
  add_dependencies(normscope normscope_guide)
endfunction()
