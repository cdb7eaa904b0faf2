// SPDX-License-Identifier: MIT
// Looks code points up in the tables.
#include "app/notebook/runtime/unicode.hpp"

#include <algorithm>
#include <span>

#include "app/notebook/runtime/unicode_tables.hpp"

namespace normscope::notebook::runtime::unicode {
namespace {

bool holds(std::span<const Range> ranges, char32_t code) {
  const auto above = std::ranges::upper_bound(ranges, code, {}, &Range::first);
  return above != ranges.begin() && code <= std::prev(above)->last;
}

char32_t other_case(std::span<const CaseRun> runs, char32_t code) {
  const auto above = std::ranges::upper_bound(runs, code, {}, &CaseRun::first);
  if (above == runs.begin()) return code;
  const CaseRun& run = *std::prev(above);
  if (code > run.last || (code - run.first) % run.stride != 0) return code;
  return static_cast<char32_t>(static_cast<std::int64_t>(code) + run.distance);
}

bool is_ascii_upper(char32_t code) {
  return code >= 'A' && code <= 'Z';
}
bool is_ascii_lower(char32_t code) {
  return code >= 'a' && code <= 'z';
}

}  // namespace

bool is_space(char32_t code) {
  return (code >= 0x09 && code <= 0x0D) || (code >= 0x1C && code <= 0x20) || code == 0x85 ||
         code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 ||
         code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

bool is_alpha(char32_t code) {
  if (code < 0x80) return is_ascii_upper(code) || is_ascii_lower(code);
  return holds(kAlpha, code);
}

bool is_upper(char32_t code) {
  if (code < 0x80) return is_ascii_upper(code);
  return (to_lower(code) != code) != holds(kUpperExceptions, code);
}

bool is_lower(char32_t code) {
  if (code < 0x80) return is_ascii_lower(code);
  return (to_upper(code) != code) != holds(kLowerExceptions, code);
}

char32_t to_upper(char32_t code) {
  if (code < 0x80) return is_ascii_lower(code) ? code - 32 : code;
  return other_case(kToUpper, code);
}

char32_t to_lower(char32_t code) {
  if (code < 0x80) return is_ascii_upper(code) ? code + 32 : code;
  return other_case(kToLower, code);
}

namespace {

const FullCase* full_case(char32_t code) {
  if (code < 0x80) return nullptr;
  const auto* const found = std::ranges::lower_bound(kFullCases, code, {}, &FullCase::code);
  return found != kFullCases.end() && found->code == code ? found : nullptr;
}

}  // namespace

void append_upper(std::u32string& text, char32_t code) {
  const FullCase* const full = full_case(code);
  if (full != nullptr) {
    text += full->upper;
  } else {
    text += to_upper(code);
  }
}

void append_lower(std::u32string& text, char32_t code) {
  const FullCase* const full = full_case(code);
  if (full != nullptr) {
    text += full->lower;
  } else {
    text += to_lower(code);
  }
}

void append_title(std::u32string& text, char32_t code) {
  const FullCase* const full = full_case(code);
  if (full != nullptr) {
    text += full->title;
  } else {
    text += to_upper(code);
  }
}

void append_folded(std::u32string& text, char32_t code) {
  const auto* const found = std::ranges::lower_bound(kFolded, code, {}, &Folded::code);
  if (code >= 0x80 && found != kFolded.end() && found->code == code) {
    text += found->text;
  } else {
    append_lower(text, code);
  }
}

bool is_title(char32_t code) {
  const FullCase* const full = full_case(code);
  return full != nullptr && !is_lower(code) && full->title == std::u32string_view(&code, 1) &&
         full->upper != full->title;
}

bool is_cased(char32_t code) {
  return is_upper(code) || is_lower(code) || is_title(code);
}

}  // namespace normscope::notebook::runtime::unicode
