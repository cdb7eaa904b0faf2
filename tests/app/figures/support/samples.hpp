// SPDX-License-Identifier: MIT
// Figures for the tests of the layout: one for each shape, scale and arrangement, with data that
// are hard to lay out. No builder makes them.
#pragma once

#include <string>
#include <vector>

#include "app/figures/figure.hpp"

namespace normscope::figures {

struct Sample {
  std::string name;
  Figure figure;
};

std::vector<Sample> samples();

/// A heat map of rows x columns cells in a panel with matching axes; values are in [-1, 1].
Panel heat_panel(const std::string& title, std::int64_t rows, std::int64_t columns);

}  // namespace normscope::figures
