// SPDX-License-Identifier: MIT
// The tables behind unicode.hpp, beyond ASCII, in order.
#pragma once

#include <array>
#include <cstdint>

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

extern const std::array<Range, 646> kAlpha;
extern const std::array<CaseRun, 193> kToUpper;
extern const std::array<CaseRun, 180> kToLower;

}  // namespace normscope::notebook::runtime::unicode
