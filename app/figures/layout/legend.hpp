// SPDX-License-Identifier: MIT
// The entries of a figure's legend: each name once, however many panels use it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/figures/figure.hpp"
#include "app/figures/geometry.hpp"

namespace normscope::figures {

/// One entry of the legend, shared by all series or spans of its name.
struct LegendEntry {
  std::string name;
  std::size_t panel = 0;              // the first panel that uses the name
  std::optional<std::size_t> series;  // the first series of the name there; null: a span
  std::optional<std::size_t> color;   // null: panels use the name with different colours
  Rect sample{};
  Rect area{};  // sample and name
};

/// The entries in the order of their first use, not placed yet.
std::vector<LegendEntry> legend_entries(const Figure& figure);

}  // namespace normscope::figures
