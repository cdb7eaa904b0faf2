// SPDX-License-Identifier: MIT
#include "core/variants/formula.hpp"

#include <algorithm>
#include <cstddef>

namespace normscope::variants {

using compute::Operation;

namespace {

// The operation with only those options that its formula depends on.
Operation formula_of(const Operation& operation) {
  if (const auto* given = std::get_if<ops::SoftmaxOptions>(&operation)) {
    ops::SoftmaxOptions softmax = *given;
    softmax.algorithm = {};
    return softmax;
  }
  const auto& given = std::get<ops::NormOptions>(operation);
  ops::NormOptions norm;
  norm.returned = given.returned;
  if (given.returned == ops::Returned::kInput) return norm;
  const bool trailing = ops::rule_of(given.kind).grouping == ops::Grouping::kTrailing;
  norm.kind = trailing ? ops::Normalization::kLayerNorm : given.kind;
  if (trailing) {
    norm.normalized_shape =
        tensor::Shape(std::max<std::size_t>(given.normalized_shape.size(), 1), 1);
  }
  if (given.kind == ops::Normalization::kGroupNorm) norm.groups = given.groups;
  if (given.returned == ops::Returned::kMean) return norm;
  norm.centring = given.centred();
  norm.estimator = given.estimator;
  norm.epsilon_placement = ops::EpsilonPlacement::kNone;
  if (given.epsilon != 0 && given.epsilon_placement != ops::EpsilonPlacement::kNone) {
    norm.epsilon = given.epsilon;
    norm.epsilon_placement = given.epsilon_placement;
  }
  return norm;
}

}  // namespace

bool same_on_paper(const Operation& a, const Operation& b) {
  return formula_of(a) == formula_of(b);
}

}  // namespace normscope::variants
