// SPDX-License-Identifier: MIT
#include "core/io/table_characters.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/io/quote.hpp"
#include "core/text/ascii.hpp"
#include "core/text/translate.hpp"
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
    {0x2212, tr_later("a minus sign")},
    {0x2010, tr_later("a hyphen")},
    {0x2011, tr_later("a hyphen without a break")},
    {0x2012, tr_later("a figure dash")},
    {0x2013, tr_later("an en dash")},
    {0x2014, tr_later("an em dash")},
    {0xFF0D, tr_later("a full-width minus")},
    {0xFE63, tr_later("a small minus")},
    {0xA0, tr_later("a space without a break")},
    {0x202F, tr_later("a narrow space without a break")},
    {0x2007, tr_later("a figure space")},
    {0x2009, tr_later("a thin space")},
    {0x200B, tr_later("a space of no width")},
    {0xFEFF, tr_later("a byte order mark")},
    {0x66B, tr_later("an Arabic decimal mark")},
    {0xB7, tr_later("a middle dot")},
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
  const auto* const first = std::ranges::find_if(field, is_ascii);
  return first != field.begin() && first != field.end() && text::is_digit(*first);
}

std::string refused_character(std::string_view field) {
  while (!field.empty()) {
    const auto [code, bytes] = text::first_character(field);
    const std::string_view character = field.substr(0, bytes);
    field.remove_prefix(bytes);
    if (code < 0x80) continue;
    if (code == text::kReplacement) return tr("it is not all UTF-8");
    const auto* const known = std::ranges::find(kNames, code, &NamedCharacter::code);
    const std::string quoted = quote(character);
    const auto number = static_cast<std::uint32_t>(code);
    if (known == kNames.end()) {
      return tr("{character} is U+{code:04X}", arg("character", quoted), arg("code", number));
    }
    return tr("{character} is U+{code:04X}, {name}", arg("character", quoted), arg("code", number),
              arg("name", tr(known->name)));
  }
  return {};
}

}  // namespace normscope::io
