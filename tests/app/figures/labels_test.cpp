// SPDX-License-Identifier: MIT
// No label names an operation that was not done: for every preset under every kind, stages, figures
// and the PyTorch program are named after the operation that the numbers show.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/document/descriptions.hpp"
#include "app/document/edits.hpp"
#include "app/document/torch_code.hpp"
#include "app/figures/builders/catalogue.hpp"
#include "app/results/evaluation.hpp"
#include "core/ops/presets.hpp"
#include "tests/app/figures/support/built.hpp"
#include "tests/support/support.hpp"

namespace normscope::figures {
namespace {

using document::Document;
using results::Evaluation;

// Far from centred, so that what subtracts no mean is seen.
Document batch() {
  auto values = spread(2 * 4 * 3 * 5);
  for (float& value : values) value += 7;
  return on_values({2, 4, 3, 5}, values);
}

std::string class_of(ops::Normalization kind) {
  switch (kind) {
    case ops::Normalization::kLayerNorm:
      return "LayerNorm";
    case ops::Normalization::kRmsNorm:
      return "RMSNorm";
    case ops::Normalization::kBatchNorm:
      return "BatchNorm";
    case ops::Normalization::kInstanceNorm:
      return "InstanceNorm";
    case ops::Normalization::kGroupNorm:
      return "GroupNorm";
  }
  return "";
}

// What was done, by the numbers alone.
std::string done(const Evaluation& evaluation, ops::Normalization kind) {
  const auto x = evaluation.activations->values();
  const auto y = evaluation.result->y.values();
  if (std::ranges::equal(x, y)) return "Identity";
  const tensor::GroupLayout& layout = evaluation.layout;
  double largest_mean = 0;
  bool same = true;  // within each group
  for (std::int64_t group = 0; group < layout.count; ++group) {
    const auto at = [&](std::int64_t i) {
      return y[static_cast<std::size_t>(layout.base(group) + layout.offset(i))];
    };
    double sum = 0;
    for (std::int64_t i = 0; i < layout.size; ++i) {
      sum += static_cast<double>(at(i));
      same = same && at(i) == at(0);
    }
    largest_mean = std::max(largest_mean, std::abs(sum / static_cast<double>(layout.size)));
  }
  if (same) return "Mean";
  // What is centred has a mean of some roundings; what is not has one near 1, as 7 over about 7.
  if (largest_mean < 1e-3) return class_of(kind);
  const bool trailing = ops::rule_of(kind).grouping == ops::Grouping::kTrailing;
  return trailing ? "RMSNorm" : class_of(kind) + " without centring";
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void expect_true_program(const std::string& code, const std::string& label) {
  const bool library = holds(code, "functional.");
  EXPECT_EQ(label == "Identity", holds(code, "y = x.clone()")) << code;
  EXPECT_EQ(label == "Mean", holds(code, "y = mean.expand_as(x)")) << code;
  const bool subtracts = library || holds(code, "centred = x - mean");
  const bool divides = library || holds(code, "torch.sqrt");
  const bool normalizes = label != "Identity" && label != "Mean";
  EXPECT_EQ(divides, normalizes) << code;
  EXPECT_EQ(subtracts, normalizes && label != "RMSNorm" && !holds(label, "without")) << code;
  EXPECT_EQ(holds(code, "centred"), subtracts && !library) << code;
  for (const auto& [kind, name] : ops::normalization_names()) {
    std::string function(name);
    std::ranges::replace(function, '-', '_');
    if (holds(code, function + "(")) {
      EXPECT_EQ(label, class_of(kind)) << code;
    }
  }
}

void expect_true_labels(const Document& document) {
  const Evaluation evaluation =
      results::evaluate(document, 0, compute::make_backends(), compute::Device::kReference);
  ASSERT_TRUE(evaluation.result) << evaluation.failure->sentence;
  const std::string label = done(evaluation, document.norm.options.kind);
  EXPECT_EQ(document::operation_name(document), label);
  EXPECT_EQ(evaluation.stages.back().name, label);
  // Of the kinds' names only the label's own may stand in a title.
  for (const FigureInfo& info : figures_of(evaluation)) {
    const auto figure =
        NORMSCOPE_VALUE_OR_FAIL(make_figure(info.name, evaluation, {.document = &document}));
    std::string titles = figure.title;
    for (const Panel& panel : figure.panels) titles += "\n" + panel.title;
    for (const auto& [kind, name] : ops::normalization_names()) {
      if (class_of(kind) != label.substr(0, label.find(' '))) {
        EXPECT_FALSE(holds(titles, class_of(kind))) << info.name << ": " << titles;
      }
    }
    if (info.name == "distribution") {
      EXPECT_TRUE(holds(titles, "After " + label)) << titles;
      EXPECT_TRUE(holds(titles, "Before " + label)) << titles;
    }
  }
  expect_true_program(document::torch_code(document), label);
}

TEST(Labels, SayWhatWasDoneForEveryPresetUnderEveryKind) {
  for (const ops::Preset& preset : ops::presets()) {
    const Document chosen = NORMSCOPE_VALUE_OR_FAIL(choose_preset(batch(), preset.id)).after;
    for (const auto& [kind, name] : ops::normalization_names()) {
      SCOPED_TRACE(std::string(preset.id) + " then " + std::string(name));
      document::NormSettings settings = chosen.norm;
      settings.options.kind = kind;
      const Document changed = NORMSCOPE_VALUE_OR_FAIL(set_norm(chosen, settings)).after;
      expect_true_labels(changed);
      // Any kind but the preset's own is done as its name says.
      if (kind != chosen.norm.options.kind) {
        EXPECT_EQ(document::operation_name(changed), class_of(kind));
      }
    }
  }
}

// Sessions of older versions may hold what a kind does not have.
TEST(Labels, SayWhatWasDoneForOptionsThatWereLeftBehind) {
  for (const auto& [kind, name] : ops::normalization_names()) {
    for (const auto& [returned, returned_name] : ops::returned_names()) {
      for (const bool centring : {true, false}) {
        SCOPED_TRACE(std::string(name) + ", " + std::string(returned_name) +
                     (centring ? "" : ", no centring"));
        Document document = batch();
        document.norm.options.kind = kind;
        document.norm.options.returned = returned;
        document.norm.options.centring = centring;
        expect_true_labels(document::fitted(std::move(document)));
      }
    }
  }
}

}  // namespace
}  // namespace normscope::figures
