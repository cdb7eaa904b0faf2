// SPDX-License-Identifier: MIT
#include "core/ops/relatives.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

namespace normscope::ops {

using base::ErrorKind;
using base::Expected;
using base::fail;

namespace {

constexpr std::array<base::Name<Relative>, 3> kRelatives{{
    {Relative::kDyt, "dyt", "DyT"},
    {Relative::kL2Norm, "l2-norm", "L2 norm"},
    {Relative::kSparsemax, "sparsemax"},
}};

}  // namespace

std::span<const base::Name<Relative>> relative_names() {
  return kRelatives;
}

Expected<RelativePlan> plan_relative(const tensor::Shape& x, const tensor::Shape* gamma,
                                     const tensor::Shape* beta, const RelativeOptions& options) {
  if (!std::isfinite(options.alpha)) {
    return fail(ErrorKind::kInvalidArgument,
                fmt::format("alpha must be a finite number, but is {}", options.alpha));
  }
  if (!(options.epsilon >= 0) || std::isinf(options.epsilon)) {
    return fail(
        ErrorKind::kInvalidArgument,
        fmt::format("eps must be a finite number, zero or more, but is {}", options.epsilon));
  }
  const auto count = tensor::element_count(x);
  if (!count) return tl::unexpected(count.error());
  RelativePlan plan{options};
  const bool dyt = options.kind == Relative::kDyt;
  const auto dim = tensor::resolve_dimension(dyt ? -1 : options.dim, x.size());
  if (!dim) return tl::unexpected(dim.error());
  plan.groups =
      dyt && !x.empty() ? tensor::trailing_groups(x, 1) : tensor::dimension_groups(x, *dim);
  if (dyt && !x.empty()) plan.affine_shape = {x.back()};
  for (const auto& [name, shape] : {std::pair("gamma", gamma), std::pair("beta", beta)}) {
    if (shape == nullptr || (dyt && *shape == plan.affine_shape)) continue;
    if (!dyt) {
      return fail(ErrorKind::kInvalidArgument,
                  fmt::format("{} has neither gamma nor beta",
                              base::name_of(relative_names(), options.kind)));
    }
    return fail(
        ErrorKind::kInvalidArgument,
        fmt::format("{} must have one value for each number of a row, shape {}, but has {}", name,
                    tensor::shape_to_text(plan.affine_shape), tensor::shape_to_text(*shape)));
  }
  return plan;
}

}  // namespace normscope::ops
