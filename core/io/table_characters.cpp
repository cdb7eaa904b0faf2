// SPDX-License-Identifier: MIT
#include "core/io/table_characters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/io/quote.hpp"
#include "core/text/ascii.hpp"
#include "core/text/utf8.hpp"

namespace normscope::io {
namespace {

constexpr std::string_view kMinus = "\xe2\x88\x92";  // U+2212
// No-break space, figure space, thin space, narrow no-break space.
constexpr std::array<std::string_view, 4> kSpaces{"\xc2\xa0", "\xe2\x80\x87", "\xe2\x80\x89",
                                                  "\xe2\x80\xaf"};

// What is taken for a character of a number, or is not seen at all.
struct NamedCharacter {
  char32_t code;
  std::string_view name;
};
constexpr std::array<NamedCharacter, 16> kNames{{
    {0x2212, "a minus sign"},
    {0x2010, "a hyphen"},
    {0x2011, "a hyphen without a break"},
    {0x2012, "a figure dash"},
    {0x2013, "an en dash"},
    {0x2014, "an em dash"},
    {0xFF0D, "a full-width minus"},
    {0xFE63, "a small minus"},
    {0xA0, "a space without a break"},
    {0x202F, "a narrow space without a break"},
    {0x2007, "a figure space"},
    {0x2009, "a thin space"},
    {0x200B, "a space of no width"},
    {0xFEFF, "a byte order mark"},
    {0x66B, "an Arabic decimal mark"},
    {0xB7, "a middle dot"},
}};

bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

// The length of what stands at the beginning for a space; 0: nothing.
std::size_t space_length(std::string_view text) {
  const auto* const found = std::ranges::find_if(
      kSpaces, [&](std::string_view space) { return text.starts_with(space); });
  return found == kSpaces.end() ? 0 : found->size();
}

// Whether a space at `at` stands between groups of three digits: "1 234 567,8".
bool groups_digits(std::string_view text, std::size_t at) {
  const auto digit = [&](std::size_t place) {
    return place < text.size() && text::is_digit(text[place]);
  };
  return at > 0 && digit(at - 1) && digit(at + 1) && digit(at + 2) && digit(at + 3) &&
         !digit(at + 4);
}

}  // namespace

std::optional<std::string> in_plain_characters(std::string_view field) {
  if (std::ranges::all_of(field, is_ascii)) return std::nullopt;
  std::string spaced;  // a space for each that is written otherwise
  while (!field.empty()) {
    std::size_t length = 1;
    if (field.starts_with(kMinus)) {
      spaced += '-';
      length = kMinus.size();
    } else if (const std::size_t space = space_length(field); space > 0) {
      spaced += ' ';
      length = space;
    } else {
      spaced += field.front();
    }
    field.remove_prefix(length);
  }
  const std::size_t first = std::min(spaced.find_first_not_of(' '), spaced.size());
  const std::string inner = spaced.substr(first, spaced.find_last_not_of(' ') + 1 - first);
  std::string plain;
  for (std::size_t at = 0; at < inner.size(); ++at) {
    const bool between = inner[at] == ' ' && groups_digits(inner, at);
    const bool after_sign = inner[at] == ' ' && (plain == "-" || plain == "+");
    if (!between && !after_sign) plain += inner[at];
  }
  return plain;
}

bool begins_as_odd_number(std::string_view field) {
  const auto first = std::ranges::find_if(field, is_ascii);
  return first != field.begin() && first != field.end() && text::is_digit(*first);
}

std::string refused_character(std::string_view field) {
  while (!field.empty()) {
    const auto [code, bytes] = text::first_character(field);
    const std::string_view character = field.substr(0, bytes);
    field.remove_prefix(bytes);
    if (code < 0x80) continue;
    if (code == text::kReplacement) return "it is not all UTF-8";
    const auto* const known = std::ranges::find(kNames, code, &NamedCharacter::code);
    return fmt::format("{} is U+{:04X}{}{}", quote(character), static_cast<std::uint32_t>(code),
                       known == kNames.end() ? "" : ", ", known == kNames.end() ? "" : known->name);
  }
  return {};
}

}  // namespace normscope::io
