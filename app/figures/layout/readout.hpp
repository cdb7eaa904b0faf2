// SPDX-License-Identifier: MIT
// The text next to the crosshair: the data under a point of the page.
#pragma once

#include <string>

#include "app/figures/layout/layout.hpp"

namespace normscope::figures {

/// The item under the point (see hit_test) with its coordinates and value: "row 1, column 2:
/// 0.8890" for a cell, "mean: 3, 0.2506" for a point of a line, "values per bar: 1.2 to 1.4, 23"
/// for a bar. Where no item is hit, the coordinates of the point; outside of the plots, empty.
std::string readout(const Figure& figure, const Layout& layout, Point at);

}  // namespace normscope::figures
