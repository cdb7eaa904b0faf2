// SPDX-License-Identifier: MIT
// Draws a figure with any painter: the window's, a file's or a test's.
#pragma once

#include "app/figures/layout/layout.hpp"
#include "app/figures/painter.hpp"

namespace normscope::figures {

/// Draws a laid-out figure.
void paint(const Figure& figure, const Layout& layout, const Theme& theme, Painter& painter);

/// Lays a figure out and draws it.
void paint(const Figure& figure, Size size, const Theme& theme, const formula::Measure& measure,
           Painter& painter);

}  // namespace normscope::figures
