// SPDX-License-Identifier: MIT
// The error of an explanation on the whole input, with its gamma and beta.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/compute/compute.hpp"
#include "core/variants/explain/evidence.hpp"
#include "core/variants/explain/explain_tolerance.hpp"
#include "core/variants/explain/line_fit.hpp"
#include "core/variants/explain/norm_rows.hpp"

namespace normscope::variants {

/// The errors of y against the exact values of an explanation, number by number.
class OutputGap {
 public:
  explicit OutputGap(const Plainly& plainly) : bits(plainly) {}

  /// A number that was not told by the explanation speaks for none.
  void take(std::int64_t at, float y, double r, double tolerance, bool told = true);

  double largest = 0;  // |y - r|; infinite where only one of both is a number
  double ulps = 0;     // in ULPs of max(1, |r|)
  double allowed = 0;  // the largest tolerance
  double squares = 0;  // of |y - r|
  double count = 0;
  std::vector<std::int64_t> wrong{};  // positions beyond their tolerance, as many as are kept
  std::int64_t beyond = 0;            // all of them
  BitCount bits;

  bool within() const { return beyond == 0; }
};

/// Compares y with an operation of x; with at most `most` elements, in groups spaced evenly.
/// shape   gamma, beta of the plan's affine_shape, or null
/// numeric the double reference; one-pass variance by the cpu's kernels
/// errors  as compute::plan_request; TooLarge: no memory for a row
base::Expected<OutputGap> output_gap(const compute::Request& request, const tensor::Tensor& y,
                                     const Tolerance& tolerance, std::int64_t most,
                                     const Plainly& plainly);

/// The error of a row's equations without gamma and beta when each group has the denominator that
/// fits best, by least squares.
OutputGap gap_of_own_denominators(const NormRows& rows, const Plainly& plainly);

/// gamma and beta of a normalization on all of x; empty where they are not solved for.
struct AffineValues {
  std::shared_ptr<const tensor::Tensor> gamma{};
  std::shared_ptr<const tensor::Tensor> beta{};
};

/// Solves for gamma and beta on the whole input; beside a beta gamma may be given.
/// shape   lines of the rows, as fit_lines returns them; they are used where the rows are whole
/// errors  none
/// numeric least squares over all elements where the rows are a sample
base::Expected<AffineValues> solve_affine(const NormRows& rows, const ops::NormOptions& options,
                                          Affine affine, std::span<const Line> lines,
                                          const tensor::Tensor& x, const tensor::Tensor& y,
                                          std::span<const float> gamma);

}  // namespace normscope::variants
