// SPDX-License-Identifier: MIT
// Figures that no builder makes, one a shape, a scale and an arrangement, with the data that break
// careless layouts: what the tests of the layout try on every page.
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

/// A heat map of so many cells in a panel with the axes that it wants; values go from -1 to 1.
Panel heat_panel(const std::string& title, std::int64_t rows, std::int64_t columns);

}  // namespace normscope::figures
