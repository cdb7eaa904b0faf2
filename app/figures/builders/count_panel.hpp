// SPDX-License-Identifier: MIT
// The histogram next to a heat map.
#pragma once

#include <span>
#include <string>

#include "app/figures/figure.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

/// A panel with the histogram of these values, or with a message without values.
/// shape   any number of values
/// units   x as the values; y values per bar
/// errors  as stats::automatic_histogram
base::Expected<Panel> count_panel(std::span<const float> values, const std::string& label);

}  // namespace normscope::figures
