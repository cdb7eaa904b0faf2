// SPDX-License-Identifier: MIT
// The options of torch.set_printoptions, with its defaults and profiles, for the notebook, the
// session file and the settings alike.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>

#include "core/base/names.hpp"

namespace normscope::tensor {

/// A threshold above every tensor's number of elements, so that none is summarized.
inline constexpr std::int64_t kNoThreshold = std::numeric_limits<std::int64_t>::max();

/// Most digits after the point: the length of the exact decimal expansion of the smallest double.
inline constexpr int kMaxPrecision = 1074;

struct PrintOptions {
  int precision = 4;               // digits after the point
  std::int64_t threshold = 1000;   // more elements than this are summarized
  std::int64_t edge_items = 3;     // items that a summary shows at each end of a dimension
  std::int64_t line_width = 80;    // characters of a line before it is broken
  std::optional<bool> sci_mode{};  // scientific notation; empty: depends on the values

  bool operator==(const PrintOptions&) const = default;
};

/// The profiles of set_printoptions(profile=...). A profile is applied first and the other
/// arguments override it; torch resets sci_mode to None whenever set_printoptions is called without
/// it.
inline constexpr std::array<base::Name<PrintOptions>, 3> kPrintProfiles{{
    {{}, "default"},
    {{.precision = 2, .edge_items = 2}, "short"},
    {{.threshold = kNoThreshold}, "full"},
}};

/// The nearest options that can be printed with: precision within [0, kMaxPrecision] (torch fails
/// when it formats the first number of another), edge_items of 1 or more (torch fails on the first
/// summary that has rows).
PrintOptions within_bounds(PrintOptions options);

}  // namespace normscope::tensor
