// SPDX-License-Identifier: MIT
// A document of each kind of operation.
#pragma once

#include <cmath>
#include <span>
#include <string_view>
#include <vector>

#include "app/document/document.hpp"
#include "app/document/edits.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {

/// A batch of images [2, 4, 3, 5].
inline document::Document images() {
  const document::Random origin{document::Distribution::kRandn, 0, 1, 3, 0};
  return document::document_of(
      "x", origin, NORMSCOPE_VALUE_OR_FAIL(document::make_values(origin, {2, 4, 3, 5})));
}

/// A document with these options, and numbers of its own in all parameters that it has.
inline document::Document with_parameters(const document::Document& document,
                                          const ops::NormOptions& options) {
  document::NormSettings settings = document.norm;
  settings.options = options;
  document::Document with = NORMSCOPE_VALUE_OR_FAIL(document::set_norm(document, settings)).after;
  for (const document::ParameterRow& row : document::kParameterRows) {
    document::Parameter& parameter = with.norm.*row.values;
    if (row.running && !parameter.on) continue;
    auto values = *parameter.values.values();
    for (std::size_t i = 0; i < values.values().size(); ++i) {
      values.values()[i] = 0.5F + static_cast<float>(i) / 4;
    }
    parameter = {true, document::Array(values)};
  }
  return with;
}

/// Each normalization of images, with gamma and beta; batch norm in evaluation, too.
inline void add_norms(std::vector<document::Document>& all) {
  ops::NormOptions evaluation{.kind = ops::Normalization::kBatchNorm};
  evaluation.running = true;
  for (const auto& [placement, name] : ops::epsilon_placement_names()) {
    if (placement == ops::EpsilonPlacement::kCount) continue;
    evaluation.epsilon_placement = placement;
    all.push_back(with_parameters(images(), evaluation));
  }
  for (const auto& [kind, name] : ops::normalization_names()) {
    document::Document affine = with_parameters(images(), {.kind = kind, .groups = 2});
    all.push_back(affine);
    if (kind != ops::Normalization::kGroupNorm) continue;
    affine.norm.options.estimator = ops::VarianceEstimator::kUnbiased;
    all.push_back(affine);
  }
}

/// Every kind, every softmax, these presets, and numbers with and without a recipe.
inline std::vector<document::Document> every_operation(std::span<const std::string_view> presets) {
  std::vector<document::Document> all = {
      lecture_document(),
      document::document_of("x", document::Typed{}, make({2, 3}, {1, 2, 4, 8, -1, NAN})),
      document::document_of("x", document::File{"gone.csv"}, make({4}, {1, 2, INFINITY, 8})),
      document::document_of("x", document::Typed{}, make({0, 3}, {}))};
  for (const std::string_view preset : presets) {
    all.push_back(
        NORMSCOPE_VALUE_OR_FAIL(document::choose_preset(lecture_document(), preset)).after);
  }
  add_norms(all);
  for (const auto& [kind, name] : ops::relative_names()) {
    all.push_back(images());
    all.back().subject = document::Subject::kRelative;
    all.back().relative.kind = kind;
  }
  using ops::SoftmaxAlgorithm;
  for (const ops::SoftmaxOptions& options :
       {ops::SoftmaxOptions{.dim = 1},
        {.dim = -1, .temperature = 0.5, .log = true},
        {.dim = 0, .algorithm = SoftmaxAlgorithm::kNaive, .log = true},
        {.dim = 2, .algorithm = SoftmaxAlgorithm::kOnline},
        {.dim = 2, .sink = 0.5, .length_scale = 0.25},
        {.dim = 1, .algorithm = SoftmaxAlgorithm::kNaive, .log = true, .sink = -1}}) {
    all.push_back(images());
    all.back().subject = document::Subject::kSoftmax;
    all.back().softmax = options;
  }
  return all;
}

}  // namespace normscope::testing
