// SPDX-License-Identifier: MIT
// ASCII letters and digits, independent of the locale.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

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

/// The sentence of an error as a text of its own: it begins with a capital letter, unless with a
/// name such as "x.npy" or "x_hat", and ends with a full stop.
inline std::string whole_sentence(std::string sentence) {
  const std::size_t end = sentence.find(' ');
  const auto first = std::string_view(sentence).substr(0, end);
  const bool word =
      first.find_first_not_of("abcdefghijklmnopqrstuvwxyz,") == std::string_view::npos;
  if (word) sentence = capitalized(std::move(sentence));
  if (!sentence.empty() && sentence.find_last_of(".!?") != sentence.size() - 1) sentence += '.';
  return sentence;
}

}  // namespace normscope::text
