// SPDX-License-Identifier: MIT
// Backward passes against central differences: the valley of right ones, which wrong ones lack.
#include "app/results/gradient_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/document/edits.hpp"
#include "app/results/sheet/sheet.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/support/support.hpp"

namespace normscope::results::gradient_check_test {

using document::Document;

Document backward_of(const Document& forward, trace::BackwardForm form) {
  Document document = NORMSCOPE_VALUE_OR_FAIL(document::show_backward(forward, true)).after;
  document.backward.form = form;
  return document;
}

Document on_row(std::vector<float> x, std::vector<float> dy) {
  const auto size = static_cast<std::int64_t>(x.size());
  Document document = backward_of(
      document::document_of("x", document::Typed{}, testing::make({1, size}, std::move(x))),
      trace::BackwardForm::kClosed);
  document.backward.upstream = document::Array(testing::make({1, size}, std::move(dy)));
  return document;
}

Evaluation evaluated(const Document& document) {
  return evaluate(document, 1, compute::make_backends(), compute::Device::kCpu);
}

double least_of(const GradientCheck& check) {
  return *std::ranges::min_element(check.worst);
}

// The same backward pass with another constant in the step of this role.
Evaluation with_constant(Evaluation evaluation, trace::Role role, double factor) {
  trace::TraceParts parts = evaluation.stages.back().trace.parts();
  const int at = parts.program.find(role);
  EXPECT_GE(at, 0);
  parts.program.steps[static_cast<std::size_t>(at)].c *= factor;
  evaluation.stages.back().trace = trace::Trace(std::move(parts));
  return evaluation;
}

TEST(GradientCheck, OfTheLectureHasItsValleyNearAHundredThousandth) {
  const Document lecture = testing::lecture_document();
  for (const auto& [form, name] : trace::backward_form_names()) {
    Document document = backward_of(lecture, form);
    document.backward.upstream = document::Array(testing::make(
        {2, 6}, {0.3F, -1.2F, 0.7F, 0.1F, -0.4F, 1.1F, 1, 0.5F, -0.6F, 0.2F, 0.9F, -2}));
    const Evaluation evaluation = evaluated(document);
    for (const std::int64_t group : {0, 1}) {
      const GradientCheck check = gradient_check(evaluation, group);
      EXPECT_EQ(check.places.size(), 6U);
      EXPECT_TRUE(check.passes) << name;
      ASSERT_TRUE(check.valley) << name;
      EXPECT_GT(*check.valley, 1e-7) << name;
      EXPECT_LT(*check.valley, 1e-3) << name;
      EXPECT_LT(least_of(check), 1e-8) << name;
      EXPECT_GT(check.worst.front(), 1e3 * least_of(check)) << name;
      EXPECT_GT(check.worst.back(), 1e3 * least_of(check)) << name;
    }
  }
}

// Of another dy PyTorch has 2.5e-6 at 1e-2, 4.5e-11 at 1e-5, 4.5e-10 at 1e-6 and 2e-4 at 1e-12: the
// shape of the curve does not depend on it.
TEST(GradientCheck, HasTheErrorsThatOthersFound) {
  const GradientCheck check = gradient_check(
      evaluated(on_row({0, 1, 2, 3, 4, 5}, {0.3F, -1.2F, 0.7F, 0.1F, -0.4F, 1.1F})), 0);
  const auto error_at = [&](double step) {
    const auto at = std::ranges::min_element(check.steps, {},
                                             [step](double h) { return std::abs(h / step - 1); });
    return check.worst[static_cast<std::size_t>(at - check.steps.begin())];
  };
  EXPECT_LT(error_at(1e-5), 2e-10);
  EXPECT_GT(error_at(1e-2), 1e-6);
  EXPECT_LT(error_at(1e-2), 1e-5);
  EXPECT_GT(error_at(1e-12), 1e-5);
  EXPECT_LT(error_at(1e-12), 1e-2);
  EXPECT_EQ(check.gradcheck_error, error_at(1e-6));
  EXPECT_LE(error_at(1e-6), check.tolerance);
}

// The mean subtracted twice (tt-metal #53204), and the part along the normalized numbers likewise.
TEST(GradientCheck, OfAWrongGradientHasNoValley) {
  const Evaluation right = evaluated(on_row({1, 2, 3, 4}, {1, 0, 0, 0}));
  EXPECT_TRUE(gradient_check(right, 0).passes);
  for (const trace::Role role :
       {trace::Role::kMeanOfGradient, trace::Role::kMeanOfGradientTimesNormalized}) {
    const GradientCheck check = gradient_check(with_constant(right, role, 0.5), 0);
    EXPECT_FALSE(check.passes);
    EXPECT_FALSE(check.valley);
    EXPECT_GT(least_of(check), 0.1);
    EXPECT_EQ(check.steps.size(), check.worst.size());
  }
}

TEST(GradientCheck, OfWhatIsLinearNeedsNoValley) {
  Document document = on_row({1, 2, 3, 4}, {1, 2, -1, 3});
  document.norm.options.returned = ops::Returned::kMean;
  const GradientCheck check = gradient_check(evaluated(document), 0);
  EXPECT_TRUE(check.passes);
  EXPECT_FALSE(check.valley);
}

TEST(GradientCheck, OfWhatHasNoDerivativeDoesNotPass) {
  Document document = on_row({2, 2, 2, 2}, {1, 0, 0, 0});
  document.norm.options.epsilon_placement = ops::EpsilonPlacement::kNone;
  const GradientCheck check = gradient_check(evaluated(document), 0);
  EXPECT_FALSE(check.places.empty());
  EXPECT_FALSE(check.passes);
  EXPECT_FALSE(check.valley);
}

TEST(GradientCheck, MovesAFewNumbersOfAtMost256) {
  const auto row = [](std::size_t size) {
    std::vector<float> x;
    for (std::size_t k = 0; k < size; ++k) x.push_back(static_cast<float>(k % 7));
    return gradient_check(evaluated(on_row(x, x)), 0);
  };
  const GradientCheck check = row(256);
  EXPECT_EQ(check.places.size(), 16U);
  EXPECT_EQ(check.places.at(1), 16);
  EXPECT_TRUE(check.passes);
  EXPECT_TRUE(row(257).places.empty());
  const GradientCheck without = gradient_check(evaluated(on_row({1, 2}, {0, 0})), 0);
  EXPECT_TRUE(without.without_dy);
  EXPECT_FALSE(without.valley);
  const auto forward = document::show_backward(on_row({1, 2}, {1, 0}), false);
  EXPECT_TRUE(gradient_check(evaluated(NORMSCOPE_VALUE_OR_FAIL(forward).after), 0).places.empty());
}

}  // namespace normscope::results::gradient_check_test
