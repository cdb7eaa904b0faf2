// SPDX-License-Identifier: MIT
// What a figure says of a place on its page: the words beside the crosshair.
#pragma once

#include <string>

#include "app/figures/layout/layout.hpp"

namespace normscope::figures {

/// Of what lies under the place (see hit_test), its value and where that is in the data: "row 1,
/// column 2: 0.8890" of a cell, "mean: 3, 0.2506" of a line's place, "values per bar: 1.2 to 1.4,
/// 23" of a bar. Beside everything the coordinates of the place. Empty outside of the plots.
std::string readout(const Figure& figure, const Layout& layout, Point at);

}  // namespace normscope::figures
