// SPDX-License-Identifier: MIT
// Iteration over UTF-8. A byte that belongs to no valid character counts as one replacement
// character, so that broken text can be shown instead of refused.
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

/// Whether a surrogate encoded in three bytes is invalid, as in Unicode, or a character, as in a
/// Python str.
enum class Surrogates { kBroken, kCharacters };

/// The first character of a nonempty text.
/// source  RFC 3629, section 4: no overlong forms, nothing above U+10FFFF
Character first_character(std::string_view text, Surrogates surrogates = Surrogates::kBroken);

/// The position of the first byte that begins no valid character; nothing when all is valid.
std::optional<std::size_t> first_invalid(std::string_view text);

/// Appends the bytes of a character.
void append(std::string& text, char32_t code);

/// A text that a terminal shows as it is: control characters but for tab and the ends of lines
/// stand as their symbols (U+2400 and following, U+FFFD for those above U+007F), so that nothing in
/// it sets a title, a colour or the clipboard.
std::string with_control_symbols(std::string_view text);

/// Whether a byte continues a character.
inline bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// The number of characters of a valid text.
std::size_t length(std::string_view text);

/// The start of the next character after position `at`, and of the previous one before it, in a
/// valid text; at the end and at 0 the position does not change.
std::size_t next(std::string_view text, std::size_t at);
std::size_t previous(std::string_view text, std::size_t at);

/// The largest number of bytes, at most `most`, that is whole characters from the front of a valid
/// text.
std::size_t whole_characters(std::string_view text, std::size_t most);

/// A valid text of at most `most` bytes as it is; a longer one with "…" in place of the rest.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace normscope::text
