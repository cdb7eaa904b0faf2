// SPDX-License-Identifier: MIT
// Beside a map of numbers: how often each of them occurs.
#pragma once

#include <span>
#include <string>

#include "app/figures/figure.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

/// The histogram of some numbers as half a figure; a sentence where there is none.
/// shape   any number of values
/// units   x as the values; y values per bar
/// errors  as stats::automatic_histogram
base::Expected<Panel> count_panel(std::span<const float> values, const std::string& label);

}  // namespace normscope::figures
