// SPDX-License-Identifier: MIT
// Every symbol and formula of a trace can be parsed: the formulas of core/trace must stay within
// the LaTeX subset of app/formula.
#include <gtest/gtest.h>

#include <memory>

#include "app/formula/speech.hpp"
#include "app/formula/tree.hpp"
#include "core/ops/presets.hpp"
#include "core/trace/operations.hpp"
#include "tests/support/support.hpp"

namespace normscope::formula {
namespace {

trace::TensorRef shared(tensor::Shape shape, std::vector<float> values) {
  return std::make_shared<const tensor::Tensor>(testing::make(std::move(shape), std::move(values)));
}

void expect_formulas_parse(const trace::Trace& trace) {
  ASSERT_GT(trace.steps().size(), 1U);
  for (const trace::Step& step : trace.steps()) {
    for (const std::string& source : {step.symbol, step.formula}) {
      const auto tree = parse(source);
      ASSERT_TRUE(tree) << step.name << ": " << source;
      EXPECT_FALSE(tree->children.empty()) << step.name;
      EXPECT_EQ(spoken(*tree).find_first_of("\\{}^_"), std::string::npos) << spoken(*tree);
    }
  }
}

TEST(TraceWords, OfEveryNormalizationParse) {
  const auto x = shared({2, 3}, {1, 2, 4, 8, 16, 32});
  const auto gamma = shared({3}, {1, 1, 1});
  std::vector<ops::NormOptions> all;
  for (const ops::Preset& preset : ops::presets()) {
    // The presets, and variants with their other options.
    for (const auto& estimator : ops::variance_estimator_names()) {
      for (const auto& algorithm : ops::variance_algorithm_names()) {
        ops::NormOptions options = preset.options;
        all.push_back(options);
        options.estimator = estimator.value;
        options.algorithm = algorithm.value;
        all.push_back(options);
      }
    }
  }
  for (const ops::NormOptions& options : all) {
    expect_formulas_parse(NORMSCOPE_VALUE_OR_FAIL(trace::trace_norm(x, gamma, gamma, options)));
    expect_formulas_parse(NORMSCOPE_VALUE_OR_FAIL(trace::trace_norm(x, nullptr, nullptr, options)));
  }
}

TEST(TraceWords, OfEverySoftmaxParse) {
  const auto x = shared({2, 3}, {1, 2, 4, 8, 16, 32});
  for (const auto& algorithm : ops::softmax_algorithm_names()) {
    for (const double temperature : {1.0, 2.0}) {
      for (const bool log : {false, true}) {
        expect_formulas_parse(NORMSCOPE_VALUE_OR_FAIL(trace::trace_softmax(
            x, {.temperature = temperature, .algorithm = algorithm.value, .log = log})));
      }
    }
  }
}

TEST(TraceWords, OfTheLayersParse) {
  const auto x = shared({2, 3}, {1, 2, 4, 8, 16, 32});
  expect_formulas_parse(
      NORMSCOPE_VALUE_OR_FAIL(trace::trace_linear(x, shared({1, 3}, {1, 1, 1}), shared({1}, {1}))));
  expect_formulas_parse(trace::trace_relu(x));
}

}  // namespace
}  // namespace normscope::formula
