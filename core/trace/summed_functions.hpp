// SPDX-License-Identifier: MIT
// The functions of the statistics of rows whose sums are made as a Summation says.
#pragma once

#include <span>

#include "core/formats/summation.hpp"

namespace normscope::trace::function {

/// Rows, the constant c, how their sums are made, a place for each.
template <class T>
using Summed = void(const formats::Rows<T>& rows, double c, const formats::Summation& how,
                    std::span<T> places);

Summed<float> summed_sum;
Summed<double> summed_sum;
Summed<float> summed_variance;
Summed<double> summed_variance;
Summed<float> summed_online_sum;
Summed<double> summed_online_sum;
Summed<float> summed_threshold;
Summed<double> summed_threshold;

}  // namespace normscope::trace::function
