// SPDX-License-Identifier: MIT
// Rows of a normalization by vectors, several at a time where they are short.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/ops/norm.hpp"

namespace normscope::kernels {

/// Whole rows, one after the other, of a normalization that uses_vectors; groups of `plan` from
/// `first` on.
struct NormRows {
  const ops::NormPlan& plan;
  std::span<const float> gamma;
  std::span<const float> beta;
  std::int64_t first = 0;
  std::span<const float> x;
  std::span<float> y;     // as x; no overlap
  std::span<float> mean;  // one for each row
  std::span<float> rstd;
  bool past_caches = false;
};

/// group_moments and write_group of each row; the same bits.
void norm_rows(const NormRows& rows);

}  // namespace normscope::kernels
