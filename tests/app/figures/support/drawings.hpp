// SPDX-License-Identifier: MIT
// What the painters of files are tried on, beside the samples of the layout.
#pragma once

#include "app/figures/figure.hpp"
#include "app/figures/painter.hpp"

namespace normscope::figures {

inline constexpr Size kDrawingPage{300, 200};

/// Every primitive in every variety, on kDrawingPage; texts in all faces, with characters that
/// other faces stand in for.
void draw_every_primitive(Painter& painter, const formula::Measure& measure);

/// The distribution of so many values around 3, and after a normalization.
Figure distribution_of(std::size_t count);

}  // namespace normscope::figures
