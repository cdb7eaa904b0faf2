// SPDX-License-Identifier: MIT
#include "core/ops/relatives.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "core/text/translate.hpp"

namespace normscope::ops {

namespace {

constexpr std::array<base::Name<Relative>, 3> kRelatives{{
    {Relative::kDyt, "dyt", "DyT"},
    {Relative::kL2Norm, "l2-norm", "L2 norm"},
    {Relative::kSparsemax, "sparsemax"},
}};

// In the order of kRelatives.
constexpr std::array<RelativeWords, 3> kWords{{
    {.torch_class = "DyT", .of_one_number = {}},
    {.torch_class = "Normalize", .of_one_number = tr_later("its sign")},
    {.torch_class = "Sparsemax", .of_one_number = "1"},
}};

}  // namespace

std::span<const base::Name<Relative>> relative_names() {
  return kRelatives;
}

const RelativeWords& words_of(Relative kind) {
  return kWords.at(static_cast<std::size_t>(kind));
}

bool is_over_dimension(const RelativeOptions& options) {
  return options.kind != Relative::kDyt;
}

Expected<RelativePlan> plan_relative(const tensor::Shape& x, const tensor::Shape* gamma,
                                     const tensor::Shape* beta, const RelativeOptions& options) {
  if (!std::isfinite(options.alpha)) {
    return fail(ErrorKind::kInvalidArgument,
                tr("alpha must be a finite number, but is {alpha}", arg("alpha", options.alpha)));
  }
  if (!(options.epsilon >= 0) || std::isinf(options.epsilon)) {
    return fail(ErrorKind::kInvalidArgument,
                tr("eps must be a finite number, zero or more, but is {epsilon}",
                   arg("epsilon", options.epsilon)));
  }
  const auto count = tensor::element_count(x);
  if (!count) return tl::unexpected(count.error());
  RelativePlan plan{options};
  const bool by_element = !is_over_dimension(options);
  const auto dim = tensor::resolve_dimension(by_element ? -1 : options.dim, x.size());
  if (!dim) return tl::unexpected(dim.error());
  plan.groups =
      by_element && !x.empty() ? tensor::trailing_groups(x, 1) : tensor::dimension_groups(x, *dim);
  if (by_element && !x.empty()) plan.affine_shape = {x.back()};
  for (const auto& [name, shape] : {std::pair("gamma", gamma), std::pair("beta", beta)}) {
    if (shape == nullptr || (by_element && *shape == plan.affine_shape)) continue;
    if (!by_element) {
      return fail(ErrorKind::kInvalidArgument,
                  tr("{kind} has neither gamma nor beta",
                     arg("kind", base::name_of(relative_names(), options.kind))));
    }
    return fail(
        ErrorKind::kInvalidArgument,
        tr("{name} must have one value for each number of a row, shape {shape}, but has {own}",
           arg("name", name), arg("shape", tensor::shape_to_text(plan.affine_shape)),
           arg("own", tensor::shape_to_text(*shape))));
  }
  return plan;
}

}  // namespace normscope::ops
