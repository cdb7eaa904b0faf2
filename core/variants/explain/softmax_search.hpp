// SPDX-License-Identifier: MIT
// The temperatures with which a softmax over one dimension explains y.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/ops/softmax.hpp"
#include "core/variants/explain/explain.hpp"
#include "core/variants/explain/explain_tolerance.hpp"

namespace normscope::variants {

/// The range of temperature, searched on at most `limit` elements in whole groups, one at least.
/// math    1 / temperature is the slope of log y over x within a group, by weighted least squares;
///         a y too saturated for a slope is tried with the usual temperatures
std::optional<OptionRange> search_temperature(const ops::SoftmaxPlan& plan,
                                              std::span<const float> x, std::span<const float> y,
                                              const Tolerance& tolerance, std::int64_t limit);

}  // namespace normscope::variants
