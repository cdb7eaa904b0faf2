// SPDX-License-Identifier: MIT
// Stepping through UTF-8. A byte that belongs to no character counts as one replacement character,
// so that broken text can be shown instead of refused.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace normscope::text {

inline constexpr char32_t kReplacement = 0xFFFD;

struct Character {
  char32_t code = kReplacement;
  std::size_t bytes = 1;
};

/// Whether a surrogate in its three-byte form is broken text, as Unicode has it, or a character, as
/// a Python str may hold it.
enum class Surrogates { kBroken, kCharacters };

/// The first character of a text that is not empty.
/// source  RFC 3629, section 4: no overlong forms, nothing above U+10FFFF
Character first_character(std::string_view text, Surrogates surrogates = Surrogates::kBroken);

/// The place of the first byte that begins no character; nothing when all is valid.
std::optional<std::size_t> first_invalid(std::string_view text);

/// Adds the bytes of a character.
void append(std::string& text, char32_t code);

/// Whether a byte goes on with a character that began before it.
inline bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// How many characters a valid text has.
std::size_t length(std::string_view text);

/// Where the character after the one at `at` begins, and where the one before begins, in a valid
/// text; its end and 0 stay where they are.
std::size_t next(std::string_view text, std::size_t at);
std::size_t previous(std::string_view text, std::size_t at);

/// How many bytes, at most `most`, hold whole characters from the front of a valid text.
std::size_t whole_characters(std::string_view text, std::size_t most);

}  // namespace normscope::text
