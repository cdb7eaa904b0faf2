// SPDX-License-Identifier: MIT
// What holds of every page, whatever is on it: no two texts overlap, nothing leaves the page.
#pragma once

#include <string>
#include <vector>

#include "app/figures/layout/layout.hpp"

namespace normscope::figures {

inline constexpr double kMillimetre = 72 / 25.4;

/// From 60 x 40 mm to A3, narrow and flat ones among them.
const std::vector<Size>& pages();

/// The first thing that breaks a rule, in words; empty where none does. A formula counts as one
/// text.
std::string page_problem(const Figure& figure, Size size, const Theme& theme,
                         const formula::Measure& measure);

}  // namespace normscope::figures
