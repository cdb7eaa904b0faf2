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

/// The least distance in OKLab (palette.hpp) of two colours of series, for typical colour vision
/// and for protanopia, deuteranopia and tritanopia: four times what is just noticeable, since lines
/// are thin. Lines of one plot also differ by dash or marker.
inline constexpr double kLeastSeriesDistance = 0.08;

/// The least distance in OKLab of `source` and `made` of a theme, with colour-vision deficiencies,
/// too: more than four times what is just noticeable, since their lines are thin.
inline constexpr double kLeastMarkDistance = 0.085;

struct Theme {
  ThemeName name = ThemeName::kLight;
  Color background{};
  Color text{};
  Color muted{};   // numbers on axes, notes
  Color axis{};    // axis lines and ticks
  Color grid{};    // lines across the plot
  Color shade{};   // spans
  Color accent{};  // the selection
  // Lines at the values that the selected one was made from, and at those made from it: on every
  // diverging colour with a contrast of 3, and kLeastMarkDistance apart for every colour vision.
  // Those of `made` are dashed as well: nothing is said by colour alone.
  Color source{};
  Color made{};
  /// As many colours as one figure has series at most. Any two are kLeastSeriesDistance apart for
  /// every colour vision, and each has a contrast of 3 to the background.
  std::array<Color, 5> series{};
  /// The em of ordinary text, in points. In a figure too small for it the text shrinks.
  double text_size = 10;
};

/// source  series: the first five of Okabe, Ito 2008, "Color Universal Design", without black, the
///         colour of text; in another order, and moved as little as the distance and the contrast
///         ask for
Theme theme(ThemeName name);

}  // namespace normscope::figures
