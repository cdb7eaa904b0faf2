// SPDX-License-Identifier: MIT
// Rules for every page: no two texts overlap, nothing leaves the page.
#pragma once

#include <string>
#include <vector>

#include "app/figures/layout/layout.hpp"

namespace normscope::figures {

inline constexpr double kMillimetre = 72 / 25.4;

/// Pages from 60 x 40 mm to A3, including narrow and flat ones.
const std::vector<Size>& pages();

/// Describes the first violation of a rule; empty without one. A formula counts as one text.
std::string page_problem(const Figure& figure, Size size, const Theme& theme,
                         const formula::Measure& measure);

}  // namespace normscope::figures
