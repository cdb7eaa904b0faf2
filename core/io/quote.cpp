// SPDX-License-Identifier: MIT
#include "core/io/quote.hpp"

#include <algorithm>
#include <cstddef>

namespace normscope::io {
namespace {

// Long enough to recognize a cell by, short enough for one line of a terminal with the rest.
constexpr std::size_t kShown = 24;

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U;
}

// Bytes of the printable character at the front of the text; 0 when it begins with none.
std::size_t character_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  const std::string_view rest = text.substr(1, length - 1);
  // U+0080 to U+009F are control characters too.
  if (first == 0xc2 && static_cast<unsigned char>(rest[0]) < 0xa0) return 0;
  return std::ranges::all_of(rest, is_continuation) ? length : 0;
}

}  // namespace

std::string quote(std::string_view text) {
  std::string result = "\"";
  while (!text.empty() && result.size() <= kShown) {
    const std::size_t length = character_length(text);
    result += length == 0 ? std::string_view("?") : text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  return result + (text.empty() ? "\"" : "...\"");
}

}  // namespace normscope::io
