// SPDX-License-Identifier: MIT
// The two colour maps of heat maps. Both are straight lines in OKLab between a few colours, so that
// equal steps of a number look like equal steps of colour, and lightness alone gives the order: the
// maps can be read with any colour vision, and in a grey copy.
#pragma once

#include "app/figures/geometry.hpp"
#include "app/figures/theme.hpp"

namespace normscope::figures {

/// A colour in OKLab: lightness 0 (black) to 1 (white), a from green to red, b from blue to yellow.
/// Euclidean distances are about the perceived ones; 0.02 is just noticeable.
/// source  Ottosson 2020, "A perceptual color space for image processing"; the 0.02: W3C, CSS Color
///         Module Level 4
struct Oklab {
  double lightness = 0;
  double a = 0;
  double b = 0;
};

Oklab to_oklab(Color color);

/// The nearest sRGB colour; each channel is clamped to what sRGB can show.
Color from_oklab(const Oklab& color);

/// The colour at `share` of the straight line between two colours.
Oklab mixed(const Oklab& from, const Oklab& to, double share);

/// The least distance in OKLab of the diverging colours of t and -t for every colour vision, a
/// share of |t|: 0.04, twice what is just noticeable, at a quarter of the way.
inline constexpr double kLeastSignDistance = 0.16;

/// The colour of NaN: a grey far from all colours of the maps for any colour vision.
Color not_a_number(ThemeName theme);

/// The colour of a number that is not below 0, such as a square or a share: one hue, near the
/// background for 0, far from it for 1. Between them lightness alone tells the order.
/// shape   t in [0, 1], else the nearer end; NaN gives not_a_number
/// math    a straight line in OKLab from the neutral colour of 0, which both maps share, to plum
Color sequential(double t, ThemeName theme);

/// The colour of a signed number: the theme's neutral colour for 0, bluer above, more orange below.
/// shape   t in [-1, 1], else the nearer end; NaN gives not_a_number
/// math    straight lines in OKLab from the neutral colour to two ends of equal lightness;
///         |t| has a lightness of its own, and t and -t are kLeastSignDistance |t| apart, for
///         typical colour vision, protanopia, deuteranopia and tritanopia alike
Color diverging(double t, ThemeName theme);

}  // namespace normscope::figures
