// SPDX-License-Identifier: MIT
#include "app/lessons/utf8.hpp"

#include <algorithm>
#include <array>

namespace normscope::lessons {
namespace {

// The range of second bytes that a lead byte allows, and how many bytes follow it: the table of
// RFC 3629, section 4.
struct Lead {
  unsigned first;
  unsigned last;
  unsigned second_least;
  unsigned second_most;
  std::size_t following;
};
constexpr std::array<Lead, 9> kLeads{{
    {0x00, 0x7F, 0, 0, 0},
    {0xC2, 0xDF, 0x80, 0xBF, 1},
    {0xE0, 0xE0, 0xA0, 0xBF, 2},  // below it, overlong
    {0xE1, 0xEC, 0x80, 0xBF, 2},
    {0xED, 0xED, 0x80, 0x9F, 2},  // above it, surrogates
    {0xEE, 0xEF, 0x80, 0xBF, 2},
    {0xF0, 0xF0, 0x90, 0xBF, 3},  // below it, overlong
    {0xF1, 0xF3, 0x80, 0xBF, 3},
    {0xF4, 0xF4, 0x80, 0x8F, 3},  // above it, beyond Unicode
}};

// The bytes of the character that begins at `at`; 0 when there is no valid one.
std::size_t character_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
  };
  const auto between = [](unsigned value, unsigned least, unsigned most) {
    return value >= least && value <= most;
  };
  const auto* lead = std::ranges::find_if(
      kLeads, [&](const Lead& row) { return between(byte(0), row.first, row.last); });
  if (lead == kLeads.end()) return 0;
  for (std::size_t i = 1; i <= lead->following; ++i) {
    const bool second = i == 1;
    if (!between(byte(i), second ? lead->second_least : 0x80, second ? lead->second_most : 0xBF)) {
      return 0;
    }
  }
  return lead->following + 1;
}

}  // namespace

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text, at);
    if (length == 0) return at;
    at += length;
  }
  return std::nullopt;
}

}  // namespace normscope::lessons
