// SPDX-License-Identifier: MIT
#include "app/notebook/syntax/characters.hpp"

#include <algorithm>
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
