// SPDX-License-Identifier: MIT
// The colours of numbers. Both maps are straight lines in OKLab between few colours, so that equal
// steps of a number look like equal steps of colour and the lightness alone tells their order: they
// can be read with any colour vision, and in a grey copy.
#pragma once

#include "app/figures/geometry.hpp"
#include "app/figures/theme.hpp"

namespace normscope::figures {

/// A colour by how it looks: lightness 0 (black) to 1 (white), a green to red, b blue to yellow.
/// Euclidean distances are about those that people see; 0.02 is just noticeable.
/// source  Ottosson 2020, "A perceptual color space for image processing"; the 0.02: W3C, CSS Color
///         Module Level 4
struct Oklab {
  double lightness = 0;
  double a = 0;
  double b = 0;
};

Oklab to_oklab(Color color);

/// The nearest level of each channel; what sRGB cannot show is cut channel by channel.
Color from_oklab(const Oklab& color);

/// Where one colour looks `share` of the way to the other.
Oklab mixed(const Oklab& from, const Oklab& to, double share);

/// What is no number, on every ground. A grey that no colour of the maps comes near, whatever the
/// colour vision.
inline constexpr Color kNotANumber{0x78, 0x78, 0x78};

/// The colour of a number among non-negative ones: near the ground for 0, far from it for 1.
/// shape   t in [0, 1], else the nearer end; NaN gives kNotANumber
/// math    OKLab lightness 0.96 to 0.32 in even steps, pale yellow over green to dark blue; on a
///         dark ground the other way round
Color sequential(double t, ThemeName theme);

/// The colour of a signed number: the theme's neutral for 0, bluer above and more orange below.
/// shape   t in [-1, 1], else the nearer end; NaN gives kNotANumber
/// math    straight in OKLab from the neutral to both ends, which are equally light
Color diverging(double t, ThemeName theme);

}  // namespace normscope::figures
