// SPDX-License-Identifier: MIT
// dx as an operation and a way back would have it, in double, number by number, with the error that
// each may have.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "core/compute/compute.hpp"
#include "core/tensor/tensor.hpp"
#include "core/variants/explain/explain_tolerance.hpp"
#include "core/variants/explain/gradient_ways.hpp"

namespace normscope::variants {

inline constexpr std::int64_t kAllElements = std::numeric_limits<std::int64_t>::max();

/// What goes back: x and dy, of the same shape.
struct BackwardInput {
  std::shared_ptr<const tensor::Tensor> x;
  std::shared_ptr<const tensor::Tensor> dy;
};

/// An operation and a way back through it.
struct BackwardCandidate {
  compute::Operation operation{};
  const GradientWay* way = nullptr;
  std::shared_ptr<const tensor::Tensor> gamma{};  // of the plan's affine shape; null: none
};

/// What dx may differ by.
struct BackwardTolerance {
  Tolerance steps{};        // of dx, and of x where it was printed
  double dy_half_unit = 0;  // where dy was printed
};

/// A number of dx as a candidate has it.
struct ExpectedNumber {
  std::int64_t at = 0;
  double exact = 0;
  double allowed = 0;       // what dx may differ by
  bool may_be_nan = false;  // the root has no derivative here: NaN, or none as with torch.std
};

/// False ends the walk.
using TakeNumber = std::function<bool(const ExpectedNumber&)>;

/// Whether a number of dx is the expected one.
bool agrees(float dx, const ExpectedNumber& number);

/// Walks over the groups of a candidate, evenly spaced ones of at most `most` elements (one group
/// at least). False where the operation has no plan, no such way back, or the walk was ended.
/// math    the way's formula; roundings to first order: of each term's size, of the digits that the
///         mean's subtraction loses, and of printed x and dy through the derivative
/// numeric double
bool walk_gradient(const BackwardInput& input, const BackwardCandidate& candidate,
                   const BackwardTolerance& tolerance, std::int64_t most, const TakeNumber& take);

/// The numbers of gamma with which a normalization leaves the least squares; empty where they are
/// not determined. `candidate` has no gamma. A number of dx weighs less with its `rounding`.
/// shape   of the plan's affine shape, at most kMostSolved numbers
std::vector<double> solve_gamma(const BackwardInput& input, const BackwardCandidate& candidate,
                                const tensor::Tensor& dx, const Tolerance& rounding,
                                std::int64_t most);

inline constexpr std::int64_t kMostSolved = 32;

}  // namespace normscope::variants
