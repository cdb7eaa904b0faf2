// SPDX-License-Identifier: MIT
// The steps of a trace for different options, their names, and the symbols in their formulas. The
// values are checked by the goldens.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>

#include "core/ops/presets.hpp"
#include "tests/core/trace/goldens.hpp"
#include "tests/support/support.hpp"

namespace normscope::trace {
namespace {

using ops::NormOptions;

Trace norm(const NormOptions& options, bool gamma, bool beta) {
  const TensorRef parameter = goldens::sequence({3}, 2);
  return NORMSCOPE_VALUE_OR_FAIL(trace_norm(goldens::sequence({2, 3}, 1),
                                            gamma ? parameter : nullptr, beta ? parameter : nullptr,
                                            options));
}

std::map<std::string, std::string> formulas(const Trace& trace) {
  std::map<std::string, std::string> all;
  for (const Step& step : trace.steps()) all[step.name] = step.formula;
  return all;
}

NormOptions preset(const char* id) {
  return ops::find_preset(id)->options;
}

TEST(TraceSteps, TheReferenceAsItIsRead) {
  const Trace trace = norm({}, true, true);
  const std::vector<std::array<const char*, 3>> expected{
      {"input", "x", "x"},
      {"mean", R"(\mu)", R"(\frac{1}{n} \sum x)"},
      {"centred", R"(x - \mu)", R"(x - \mu)"},
      {"squared", R"((x - \mu)^2)", R"((x - \mu)^2)"},
      {"variance", R"(\sigma^2)", R"(\frac{1}{n} \sum (x - \mu)^2)"},
      {"variance + eps", R"(\sigma^2 + \epsilon)", R"(\sigma^2 + \epsilon)"},
      {"standard deviation", R"(\sqrt{\sigma^2 + \epsilon})", R"(\sqrt{\sigma^2 + \epsilon})"},
      {"normalized", R"(\hat{x})", R"(\frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}})"},
      {"scaled", R"(\gamma \hat{x})", R"(\gamma \hat{x})"},
      {"shifted", R"(\gamma \hat{x} + \beta)", R"(\gamma \hat{x} + \beta)"}};
  const std::vector<int> main_steps = trace.program().main_steps();
  ASSERT_EQ(main_steps.size(), expected.size());
  for (std::size_t i = 0; i < main_steps.size(); ++i) {
    const Step& step = trace.program().step(main_steps[i]);
    EXPECT_EQ(step.name, expected[i][0]);
    EXPECT_EQ(step.symbol, expected[i][1]) << step.name;
    EXPECT_EQ(step.formula, expected[i][2]) << step.name;
  }
  // Parameters are steps as well, before the steps that use them.
  EXPECT_EQ(trace.find(Role::kGamma) + 1, trace.find(Role::kScaled));
  EXPECT_EQ(trace.find(Role::kBeta) + 1, trace.find(Role::kShifted));
}

TEST(TraceSteps, FindGivesThePlaceOfAName) {
  const Trace trace = norm({}, false, false);
  EXPECT_EQ(trace.find("input"), 0);
  EXPECT_EQ(trace.find("variance"), 4);
  EXPECT_EQ(trace.find("scaled"), -1);
  EXPECT_EQ(trace.find(""), -1);
}

TEST(TraceSteps, WhatIsAbsentHasNoStep) {
  EXPECT_EQ(norm({}, false, false).steps().back().name, "normalized");
  EXPECT_EQ(norm({}, true, false).steps().back().name, "scaled");
  const Trace shifted = norm({}, false, true);
  EXPECT_EQ(shifted.find("scaled"), -1);
  EXPECT_EQ(shifted.steps().back().formula, R"(\hat{x} + \beta)");
}

TEST(TraceSteps, TheMeanThatV1ReturnsIsWhatItScales) {
  const Trace trace = norm(preset("V1"), true, true);
  EXPECT_EQ(formulas(trace).at("scaled"), R"(\gamma \mu)");
  EXPECT_EQ(formulas(trace).at("shifted"), R"(\gamma \mu + \beta)");
  EXPECT_EQ(trace.find("variance"), -1);
}

TEST(TraceSteps, RootMeanSquareNamesNoMean) {
  const Trace trace = norm(preset("V10"), false, false);
  EXPECT_EQ(trace.find("mean"), -1);
  EXPECT_EQ(formulas(trace).at("mean square"), R"(\frac{1}{n} \sum x^2)");
  EXPECT_EQ(formulas(trace).at("normalized"), R"(\frac{x}{\sqrt{\overline{x^2} + \epsilon}})");
}

TEST(TraceSteps, TheCountIsTheOneThatIsDividedBy) {
  NormOptions options = preset("V2");
  EXPECT_EQ(formulas(norm(options, false, false)).at("variance"),
            R"(\frac{1}{n - 1} \sum (x - \mu)^2)");
  options = preset("V8");
  EXPECT_EQ(formulas(norm(options, false, false)).at("variance"),
            R"(\frac{1}{n + \epsilon} \sum (x - \mu)^2)");
  options.estimator = ops::VarianceEstimator::kUnbiased;
  EXPECT_EQ(formulas(norm(options, false, false)).at("variance"),
            R"(\frac{1}{n - 1 + \epsilon} \sum (x - \mu)^2)");
  options.algorithm = ops::VarianceAlgorithm::kWelford;
  const auto welford = formulas(norm(options, false, false));
  EXPECT_EQ(welford.at("variance without eps"), R"(\frac{1}{n - 1} \sum (x - \mu)^2)");
  EXPECT_EQ(welford.at("variance"), R"(\sigma_0^2 / \frac{n - 1 + \epsilon}{n - 1})");
  options.algorithm = ops::VarianceAlgorithm::kOnePass;
  const auto one_pass = formulas(norm(options, false, false));
  EXPECT_EQ(one_pass.at("biased variance"), R"(\overline{x^2} - \mu^2)");
  EXPECT_EQ(one_pass.at("variance"), R"(\sigma_b^2 / \frac{n - 1 + \epsilon}{n})");
}

TEST(TraceSteps, EpsilonOutsideFollowsTheStandardDeviation) {
  const Trace trace = norm(preset("V5"), false, false);
  EXPECT_LT(trace.find("standard deviation"), trace.find("standard deviation + eps"));
  EXPECT_EQ(formulas(trace).at("normalized"), R"(\frac{x - \mu}{\sqrt{\sigma^2} + \epsilon})");
}

TEST(TraceSteps, SoftmaxVariants) {
  ops::SoftmaxOptions options;
  const auto of = [&] {
    return formulas(NORMSCOPE_VALUE_OR_FAIL(trace_softmax(goldens::sequence({2, 3}, 1), options)));
  };
  EXPECT_EQ(of().at("output"), R"(\frac{e^{x - m}}{s})");
  options.temperature = 0.5;
  EXPECT_EQ(of().at("divided by temperature"), "x / T");
  EXPECT_EQ(of().at("maximum"), R"(\max z)");
  options.log = true;
  EXPECT_EQ(of().at("output"), R"(z - m - \log s)");
  options.algorithm = ops::SoftmaxAlgorithm::kNaive;
  options.temperature = 1;
  EXPECT_EQ(of().at("share"), R"(\frac{e^{x}}{s})");
  EXPECT_EQ(of().count("maximum"), 0U);
}

// A statistic's primitive, operand and divisor, as "primitive operand / c".
using Made = std::tuple<Primitive, std::string, double>;

Made made(const Trace& trace, const char* name) {
  const Step& step = trace.steps()[static_cast<std::size_t>(trace.find(name))];
  return {step.primitive, trace.steps()[static_cast<std::size_t>(step.a)].name, step.c};
}

TEST(TraceSteps, StatisticsNameWhatTheyWereMadeFrom) {
  const Trace reference = norm({}, false, false);
  EXPECT_EQ(made(reference, "mean"), Made(Primitive::kSumOver, "input", 3));
  EXPECT_EQ(made(reference, "variance"), Made(Primitive::kSumOver, "squared", 3));
  EXPECT_EQ(made(norm(preset("V2"), false, false), "variance"),
            Made(Primitive::kSumOver, "squared", 2));
  // The divisor is not rounded to float32.
  NormOptions options = preset("V8");
  EXPECT_EQ(made(norm(options, false, false), "variance"),
            Made(Primitive::kSumOver, "squared", 3 + 1e-5));
  options.algorithm = ops::VarianceAlgorithm::kWelford;
  EXPECT_EQ(made(norm(options, false, false), "variance without eps"),
            Made(Primitive::kVariance, "input", 3));
  EXPECT_EQ(made(norm(preset("V4"), false, false), "mean square"),
            Made(Primitive::kSumOver, "squared", 3));
  ops::SoftmaxOptions softmax{.temperature = 2};
  const auto of = [&] {
    return NORMSCOPE_VALUE_OR_FAIL(trace_softmax(goldens::sequence({2, 3}, 1), softmax));
  };
  EXPECT_EQ(std::get<1>(made(of(), "maximum")), "divided by temperature");
  EXPECT_EQ(made(of(), "sum"), Made(Primitive::kSumOver, "exponential", 1));
  softmax.algorithm = ops::SoftmaxAlgorithm::kOnline;
  EXPECT_EQ(made(of(), "sum"), Made(Primitive::kOnlineSum, "divided by temperature", 1));
}

// In every trace, a step's operands are earlier steps, and each step has texts and a shape.
TEST(TraceSteps, EachStepStandsOnThoseBeforeIt) {
  for (const auto& row : ops::presets()) {
    const Trace trace = norm(row.options, true, true);
    for (std::size_t i = 0; i < trace.steps().size(); ++i) {
      const Step& step = trace.steps()[i];
      EXPECT_FALSE(step.name.empty() || step.symbol.empty() || step.formula.empty());
      EXPECT_LT(step.a, static_cast<int>(i));
      EXPECT_LT(step.b, static_cast<int>(i));
      const bool parameter = trace.program().is_parameter(static_cast<int>(i));
      EXPECT_TRUE(step.shape == (tensor::Shape{2, 3}) || step.shape == (tensor::Shape{2, 1}) ||
                  (parameter && step.shape == tensor::Shape{3}));
      EXPECT_EQ(trace.find(step.name), static_cast<int>(i)) << "two steps of one name";
    }
  }
}

}  // namespace
}  // namespace normscope::trace
