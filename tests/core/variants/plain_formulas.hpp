// SPDX-License-Identifier: MIT
// The presets V1 to V10 on one row as plain double formulas, written out one by one: a path that
// shares nothing with the options, the plans and the reference of the core.
#pragma once

#include <string_view>
#include <vector>

namespace normscope::testing {

std::vector<double> plain_preset(std::string_view id, const std::vector<double>& row);

}  // namespace normscope::testing
