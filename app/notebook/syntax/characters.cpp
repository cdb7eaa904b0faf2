// SPDX-License-Identifier: MIT
#include "app/notebook/syntax/characters.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

#include "app/notebook/syntax/identifier_ranges.hpp"
#include "app/notebook/syntax/printable_ranges.hpp"

namespace normscope::notebook::syntax {
namespace {

bool holds(std::span<const Range> ranges, char32_t character) {
  const auto range = std::lower_bound(
      ranges.begin(), ranges.end(), character,
      [](const Range& candidate, char32_t wanted) { return candidate.last < wanted; });
  return range != ranges.end() && range->first <= character;
}

bool is_ascii_letter(char32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

}  // namespace

Decoded decode(std::string_view text) {
  constexpr Decoded kInvalid{0xFFFD, 1};
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t count = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < count) return kInvalid;
  char32_t character = lead & (0x7FU >> count);
  for (std::size_t i = 1; i < count; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return kInvalid;
    character = (character << 6U) | (byte(i) & 0x3FU);
  }
  const bool overlong = (count == 3 && character < 0x800) || (count == 4 && character < 0x10000);
  if (overlong || character > 0x10FFFF) return kInvalid;
  return {character, count};
}

void append_utf8(std::string& text, char32_t character) {
  const auto put = [&](char32_t bits) {
    text += static_cast<char>(static_cast<std::uint8_t>(bits));
  };
  if (character < 0x80) {
    put(character);
    return;
  }
  if (character < 0x800) {
    put(0xC0U | (character >> 6U));
  } else {
    if (character < 0x10000) {
      put(0xE0U | (character >> 12U));
    } else {
      put(0xF0U | (character >> 18U));
      put(0x80U | ((character >> 12U) & 0x3FU));
    }
    put(0x80U | ((character >> 6U) & 0x3FU));
  }
  put(0x80U | (character & 0x3FU));
}

int count_characters(std::string_view text) {
  int count = 0;
  while (!text.empty()) {
    text.remove_prefix(decode(text).bytes);
    ++count;
  }
  return count;
}

bool begins_identifier(char32_t character) {
  if (character < 0x80) return is_ascii_letter(character);
  return holds(kIdentifierStarts, character);
}

bool continues_identifier(char32_t character) {
  if (character < 0x80) return is_ascii_letter(character) || (character >= '0' && character <= '9');
  return holds(kIdentifierStarts, character) || holds(kIdentifierContinues, character);
}

bool is_printable(char32_t character) {
  if (character < 0x80) return character >= 0x20 && character < 0x7F;
  return !holds(kUnprintable, character);
}

}  // namespace normscope::notebook::syntax
