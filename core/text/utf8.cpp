// SPDX-License-Identifier: MIT
#include "core/text/utf8.hpp"

#include <algorithm>
#include <array>

namespace normscope::text {
namespace {

// For lead bytes beyond ASCII the allowed range of the second byte and the number of following
// bytes: the table of RFC 3629, section 4.
struct Lead {
  unsigned first;
  unsigned last;
  unsigned second_least;
  unsigned second_most;
  std::size_t following;
};
constexpr unsigned kSurrogateLead = 0xED;
constexpr std::array<Lead, 8> kLeads{{
    {0xC2, 0xDF, 0x80, 0xBF, 1},
    {0xE0, 0xE0, 0xA0, 0xBF, 2},  // below it, overlong
    {0xE1, 0xEC, 0x80, 0xBF, 2},
    {kSurrogateLead, kSurrogateLead, 0x80, 0x9F, 2},  // above it, surrogates
    {0xEE, 0xEF, 0x80, 0xBF, 2},
    {0xF0, 0xF0, 0x90, 0xBF, 3},  // below it, overlong
    {0xF1, 0xF3, 0x80, 0xBF, 3},
    {0xF4, 0xF4, 0x80, 0x8F, 3},  // above it, beyond Unicode
}};

// The number of bytes of the character at the front; 0 when it is not valid.
std::size_t bytes_of(std::string_view text, Surrogates surrogates) {
  const auto between = [](unsigned value, unsigned least, unsigned most) {
    return value >= least && value <= most;
  };
  const unsigned first = static_cast<unsigned char>(text.front());
  if (first < 0x80) return 1;
  const auto* lead = std::ranges::find_if(
      kLeads, [&](const Lead& row) { return between(first, row.first, row.last); });
  if (lead == kLeads.end() || text.size() <= lead->following) return 0;
  const bool any = first == kSurrogateLead && surrogates == Surrogates::kCharacters;
  if (!between(static_cast<unsigned char>(text[1]), lead->second_least,
               any ? 0xBF : lead->second_most)) {
    return 0;
  }
  const bool whole = std::ranges::all_of(text.substr(1, lead->following), is_continuation);
  return whole ? lead->following + 1 : 0;
}

char byte(char32_t bits) {
  return static_cast<char>(static_cast<unsigned char>(bits));
}

}  // namespace

Character first_character(std::string_view text, Surrogates surrogates) {
  const std::size_t bytes = bytes_of(text, surrogates);
  if (bytes == 0) return {};
  const auto first = static_cast<unsigned char>(text.front());
  if (bytes == 1) return {first, 1};
  char32_t code = first & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    code = code << 6U | (static_cast<unsigned char>(text[i]) & 0x3FU);
  }
  return {code, bytes};
}

std::optional<std::size_t> first_invalid(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = bytes_of(text.substr(at), Surrogates::kBroken);
    if (bytes == 0) return at;
    at += bytes;
  }
  return std::nullopt;
}

std::string with_control_symbols(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const Character next = first_character(text);
    const char32_t code = next.code;
    if (code == 0x7F) {
      append(shown, 0x2421);
    } else if (code < 0x20 && code != '\n' && code != '\t' && code != '\r') {
      append(shown, 0x2400 + code);
    } else if (code >= 0x80 && code < 0xA0) {
      append(shown, kReplacement);
    } else {
      append(shown, code);
    }
    text.remove_prefix(next.bytes);
  }
  return shown;
}

void append(std::string& text, char32_t code) {
  if (code < 0x80) {
    text += byte(code);
    return;
  }
  if (code < 0x800) {
    text += byte(0xC0U | code >> 6U);
  } else {
    if (code < 0x10000) {
      text += byte(0xE0U | code >> 12U);
    } else {
      text += byte(0xF0U | code >> 18U);
      text += byte(0x80U | (code >> 12U & 0x3FU));
    }
    text += byte(0x80U | (code >> 6U & 0x3FU));
  }
  text += byte(0x80U | (code & 0x3FU));
}

std::size_t length(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, is_continuation));
}

std::size_t next(std::string_view text, std::size_t at) {
  if (at >= text.size()) return text.size();
  do ++at;
  while (at < text.size() && is_continuation(text[at]));
  return at;
}

std::size_t previous(std::string_view text, std::size_t at) {
  if (at == 0) return 0;
  do --at;
  while (at > 0 && is_continuation(text[at]));
  return at;
}

std::size_t whole_characters(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text.size();
  while (most > 0 && is_continuation(text[most])) --most;
  return most;
}

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  return std::string(text.substr(0, whole_characters(text, most))) + "\u2026";
}

}  // namespace normscope::text
