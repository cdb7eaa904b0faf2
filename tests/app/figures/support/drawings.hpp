// SPDX-License-Identifier: MIT
// Drawings for the tests of the file painters, in addition to the samples of the layout.
#pragma once

#include "app/figures/figure.hpp"
#include "app/figures/painter.hpp"

namespace normscope::figures {

inline constexpr Size kDrawingPage{300, 200};

/// Every primitive in every variety, on kDrawingPage; texts in all faces, with characters from
/// their fallbacks.
void draw_every_primitive(Painter& painter, const formula::Measure& measure);

/// The distribution of `count` values around 3, before and after a normalization.
Figure distribution_of(std::size_t count);

}  // namespace normscope::figures
