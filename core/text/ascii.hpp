// SPDX-License-Identifier: MIT
// ASCII letters and digits, independent of the locale.
#pragma once

#include <string>

namespace normscope::text {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// An ASCII letter in lowercase; any other character as it is.
constexpr char to_lowercase(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// The text with its first character in uppercase, if that is an ASCII letter.
inline std::string capitalized(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

}  // namespace normscope::text
