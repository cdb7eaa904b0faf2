// SPDX-License-Identifier: MIT
// The one walk that draws a figure with whatever painter: a window, a file, a recorder.
#pragma once

#include "app/figures/layout/layout.hpp"
#include "app/figures/painter.hpp"

namespace normscope::figures {

/// Draws a laid-out figure.
void paint(const Figure& figure, const Layout& layout, const Theme& theme, Painter& painter);

/// Both in one: what an exporter calls.
void paint(const Figure& figure, Size size, const Theme& theme, const formula::Measure& measure,
           Painter& painter);

}  // namespace normscope::figures
