// SPDX-License-Identifier: MIT
#include "tests/app/figures/support/built.hpp"

#include <utility>

#include "app/document/comparison.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures {

using document::Document;
using results::Evaluation;

namespace {

/// The second variant: eps outside of the square root, and another temperature.
Document variant(Document document) {
  document.norm.options.epsilon_placement = ops::EpsilonPlacement::kOutside;
  document.norm.options.epsilon = 0.125;
  document.softmax.temperature = 2;
  return document;
}

}  // namespace

Evaluation evaluated(const Document& document) {
  return results::evaluate(document, 1, compute::make_backends(), compute::Device::kReference);
}

Document on_values(tensor::Shape shape, std::vector<float> values, bool softmax) {
  Document document = document::fitted(document::document_of(
      "x", document::Typed{}, testing::make(std::move(shape), std::move(values))));
  if (softmax) document.subject = document::Subject::kSoftmax;
  return document;
}

std::vector<float> spread(std::int64_t count) {
  std::vector<float> values;
  for (std::int64_t i = 0; i < count; ++i) {
    values.push_back(static_cast<float>(i * 7919 % 1009) / 126.125F - 3);
  }
  return values;
}

Figure build_figure(std::string_view name, const Document& document) {
  Document shown = document;
  if (name == "difference") {
    shown.comparison = {.b = document::operation_of(variant(document))};
  }
  const FigureRequest request{.selection = {1, 2}, .document = &shown};
  return NORMSCOPE_VALUE_OR_FAIL(make_figure(name, evaluated(shown), request));
}

std::vector<Built> built_figures() {
  std::vector<Built> all;
  const Document lecture = testing::lecture_document();
  const Document batch = on_values({60, 100}, spread(6000));
  for (const char* const name :
       {"profile", "statistics", "heatmap", "difference", "backend-error", "stage"}) {
    all.push_back({name, build_figure(name, lecture), ThemeName::kLight});
    all.push_back({name + std::string("_large"), build_figure(name, batch), ThemeName::kPrint});
  }
  all.push_back({"statistics_violin", build_figure("statistics", on_values({6, 100}, spread(600))),
                 ThemeName::kDark});
  Document softmax = lecture;
  softmax.subject = document::Subject::kSoftmax;
  all.push_back({"softmax", build_figure("softmax", softmax), ThemeName::kDark});
  all.push_back({"softmax_large", build_figure("softmax", on_values({2, 500}, spread(1000), true)),
                 ThemeName::kPrint});
  all.push_back({"distribution",
                 NORMSCOPE_VALUE_OR_FAIL(make_figure("distribution", evaluated(lecture),
                                                     {.parts = DistributionParts::kDensity})),
                 ThemeName::kPrint});
  return all;
}

}  // namespace normscope::figures
