// SPDX-License-Identifier: MIT
// Relatives of normalization and softmax, which run by their programs: each is described by its
// options, its program, and its reference in plain loops.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/ops/norm.hpp"
#include "core/tensor/groups.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::ops {

enum class Relative { kDyt, kL2Norm, kSparsemax };

std::span<const base::Name<Relative>> relative_names();

struct RelativeWords {
  std::string_view torch_class;    // as a class in PyTorch is called
  std::string_view of_one_number;  // what a group of one number gives; empty: nothing of note
};
const RelativeWords& words_of(Relative kind);

struct RelativeOptions {
  Relative kind = Relative::kDyt;
  std::int64_t dim = -1;   // L2 norm and sparsemax; negative counts from the end
  double epsilon = 1e-12;  // L2 norm: the least length, in units of x
  double alpha = 0.5;      // DyT: multiplies x

  bool operator==(const RelativeOptions&) const = default;
};

/// Whether its groups lie over a dimension; otherwise its elements know nothing of each other, and
/// it can have gamma and beta.
bool is_over_dimension(const RelativeOptions& options);

/// A relative whose options were checked against its input.
struct RelativePlan {
  RelativeOptions options{};
  tensor::GroupLayout groups{};
  AffineLayout affine{};         // of DyT
  tensor::Shape affine_shape{};  // the last dimension; of the others none
};

/// Checks the options and the shapes of gamma and beta (null: absent), and lays out the groups:
/// rows for DyT, whose elements know nothing of each other.
/// shape   x [*, C]; gamma, beta [C], of DyT alone
/// math    dyt: y = gamma tanh(alpha x) + beta
///         l2-norm: y = x / max(sqrt(sum x^2), epsilon)
///         sparsemax: y = max(x - t, 0), with t so that the sum of y is 1
/// errors  InvalidArgument: dim out of range; alpha not finite; epsilon negative or not finite; gamma
///         or beta of another shape, or for an operation that has none
/// source  Zhu et al. 2025 (arXiv 2503.10622); torch.nn.functional.normalize; Martins, Astudillo 2016
///         (arXiv 1602.02068)
base::Expected<RelativePlan> plan_relative(const tensor::Shape& x, const tensor::Shape* gamma,
                                           const tensor::Shape* beta,
                                           const RelativeOptions& options);

}  // namespace normscope::ops
