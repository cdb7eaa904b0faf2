// SPDX-License-Identifier: MIT
// The double reference for one group of any plan, which the reference backend writes, and the error
// of a result against it, which the status bar shows and the parity tests bound.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/compute/backend.hpp"
#include "core/ops/reference.hpp"

namespace normscope::compute {

/// Computes one group in double; y has one element for each element of the group.
GroupStatistics reference_group(const Plan& plan, std::int64_t group, ops::Numbers x,
                                std::span<const float> gamma, std::span<const float> beta,
                                std::span<double> y);

/// The largest error of an output and its position.
struct OutputError {
  double ulps = 0;       // |y - r| in ULPs of max(1, |r|); infinite where only one is NaN
  std::int64_t at = 0;   // position in the output
  double reference = 0;  // r there
};

/// Compares the given groups of an output with the reference.
/// units   ULPs of max(1, |r|), see base::ulp_error
OutputError output_error(const Plan& plan, std::span<const float> x, std::span<const float> gamma,
                         std::span<const float> beta, std::span<const float> y,
                         std::span<const std::int64_t> groups);

/// The largest error over all groups.
OutputError output_error(const Plan& plan, std::span<const float> x, std::span<const float> gamma,
                         std::span<const float> beta, std::span<const float> y);

/// The error of every value of an output.
/// shape   as y
/// units   ULPs of max(1, |r|); infinite where only one of both is NaN
/// errors  TooLarge: no memory for the errors
base::Expected<std::vector<float>> output_errors(const Plan& plan, std::span<const float> x,
                                                 std::span<const float> gamma,
                                                 std::span<const float> beta,
                                                 std::span<const float> y, int threads = 0);

}  // namespace normscope::compute
