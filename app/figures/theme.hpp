// SPDX-License-Identifier: MIT
// The colours and sizes of a figure: one table each for a light window, a dark window and paper.
#pragma once

#include <array>
#include <span>

#include "app/figures/geometry.hpp"
#include "core/base/names.hpp"

namespace normscope::figures {

enum class ThemeName { kLight, kDark, kPrint };
std::span<const base::Name<ThemeName>> theme_names();

struct Theme {
  ThemeName name = ThemeName::kLight;
  Color background{};
  Color text{};
  Color muted{};   // numbers on axes, notes
  Color axis{};    // axis lines and ticks
  Color grid{};    // lines across the plot
  Color shade{};   // spans
  Color accent{};  // the selection
  /// Distinguishable with each of the common colour-vision deficiencies.
  std::array<Color, 7> series{};
  /// The em of ordinary text, in points. In a figure too small for it the text shrinks.
  double text_size = 10;
};

/// source  series: Okabe, Ito 2008, "Color Universal Design", without black, the colour of text;
///         in another order, and for the dark theme with lightnesses that keep the first five
///         distinguishable
Theme theme(ThemeName name);

}  // namespace normscope::figures
