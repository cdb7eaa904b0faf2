// SPDX-License-Identifier: MIT
// A piece of a paragraph in one style.
#pragma once

#include <string>

namespace normscope::lessons {

/// Line breaks of the file become spaces; "\n" is a hard line break.
struct Inline {
  std::string text;  // of a formula: its source, already checked
  bool emphasis = false;
  bool strong = false;
  bool code = false;
  bool formula = false;
  std::string link{};       // the target; empty: no link
  std::string reference{};  // the source of a number that the step gave (reference.hpp)

  bool operator==(const Inline&) const = default;
};

}  // namespace normscope::lessons
