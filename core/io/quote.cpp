// SPDX-License-Identifier: MIT
#include "core/io/quote.hpp"

#include <cstddef>

#include "core/text/utf8.hpp"

namespace normscope::io {
namespace {

// Long enough to recognize a field of a table, short enough for a sentence on one terminal line.
constexpr std::size_t kShown = 24;

bool is_control(char32_t code) {
  // Those that turn the direction of the text around them make a name look like another one.
  const bool turns = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
  return turns || code < 0x20 || (code >= 0x7F && code < 0xA0);
}

// Appends the first character as it is shown, and takes it from the text.
void show_first(std::string_view& text, std::string& result) {
  const auto [code, bytes] = text::first_character(text);
  const bool broken = code == text::kReplacement && bytes == 1;
  const std::string_view shown = broken || is_control(code) ? "?" : text.substr(0, bytes);
  result += shown;
  text.remove_prefix(shown.size());
}

}  // namespace

std::string quote(std::string_view text) {
  std::string result = "\"";
  while (!text.empty() && result.size() <= kShown) show_first(text, result);
  return result + (text.empty() ? "\"" : "...\"");
}

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) show_first(text, result);
  return result;
}

}  // namespace normscope::io
