// SPDX-License-Identifier: MIT
// The colours and sizes of a figure, as data: one table for a light window, a dark one and paper.
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
  Color accent{};  // what is selected
  /// Told apart with each of the common colour-vision deficiencies.
  std::array<Color, 7> series{};
  /// Size of the em of ordinary text, in points. In a figure too small for it the text shrinks.
  double text_size = 10;
};

/// source  series: Okabe, Ito 2008, "Color Universal Design", without black, which text needs; in
///         another order, and on a dark ground in lightnesses that keep the first five apart there
Theme theme(ThemeName name);

}  // namespace normscope::figures
