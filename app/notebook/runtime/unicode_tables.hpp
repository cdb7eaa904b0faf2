// SPDX-License-Identifier: MIT
// The tables behind unicode.hpp, beyond ASCII, in order.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace normscope::notebook::runtime::unicode {

struct Range {
  char32_t first;
  char32_t last;
};

struct CaseRun {
  char32_t first;
  char32_t last;
  char32_t stride;
  std::int32_t distance;
};

/// A letter with what it becomes as capital, small and title letter.
struct FullCase {
  char32_t code;
  std::u32string_view upper;
  std::u32string_view lower;
  std::u32string_view title;
};

struct Folded {
  char32_t code;
  std::u32string_view text;
};

extern const std::array<FullCase, 161> kFullCases;
extern const std::array<Folded, 297> kFolded;
/// Where is_lower and is_upper are the contrary of what the other case says.
extern const std::array<Range, 130> kLowerExceptions;
extern const std::array<Range, 59> kUpperExceptions;
extern const std::array<Range, 646> kAlpha;
extern const std::array<CaseRun, 193> kToUpper;
extern const std::array<CaseRun, 180> kToLower;

}  // namespace normscope::notebook::runtime::unicode
