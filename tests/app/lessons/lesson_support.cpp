// SPDX-License-Identifier: MIT
#include "tests/app/lessons/lesson_support.hpp"

#include "app/lessons/loader.hpp"
#include "tests/support/support.hpp"

namespace normscope::lessons {

std::string with_front(std::string_view body) {
  return "+++\nid = \"a\"\ntitle = \"A\"\nsource = \"us\"\n+++\n" + std::string(body);
}

std::string one_step(std::string_view settings) {
  return with_front("## One\n```normscope\ninput = { values = [[1, 2, 3], [4, 5, 9]] }\n" +
                    std::string(settings) + "\n```\n");
}

Lesson lesson_of(std::string_view text) {
  return NORMSCOPE_VALUE_OR_FAIL(read_lesson(text));
}

std::string fault_of(std::string_view text) {
  const auto lesson = read_lesson(text);
  return lesson ? "no fault" : lesson.error().sentence;
}

std::string hint_of(std::string_view text) {
  const auto lesson = read_lesson(text);
  return lesson ? "no fault" : lesson.error().hint;
}

}  // namespace normscope::lessons
