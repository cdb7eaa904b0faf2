// SPDX-License-Identifier: MIT
// What the legend of a figure lists: each name once, however many panels use it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/figures/figure.hpp"
#include "app/figures/geometry.hpp"

namespace normscope::figures {

/// One name of the legend; series of the same name in several panels share it.
struct LegendEntry {
  std::string name;
  std::size_t panel = 0;              // where it comes first
  std::optional<std::size_t> series;  // none: a span
  std::optional<std::size_t> color;   // none: the panels use the name with different colours
  Rect sample{};
  Rect area{};  // of sample and name
};

/// The entries in the order of their first use, not placed yet.
std::vector<LegendEntry> legend_entries(const Figure& figure);

}  // namespace normscope::figures
