// SPDX-License-Identifier: MIT
// Jacobians of groups: singular values that NumPy found in double, and sums that are known on
// paper.
#include "app/results/jacobian.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "app/document/edits.hpp"
#include "core/stats/singular_values.hpp"
#include "tests/support/support.hpp"

namespace normscope::results::jacobian_test {

using document::Document;
using Doubles = std::vector<double>;

Document backward_of(tensor::Shape shape, std::vector<float> x) {
  const Document forward =
      document::document_of("x", document::Typed{}, testing::make(std::move(shape), std::move(x)));
  return NORMSCOPE_VALUE_OR_FAIL(document::show_backward(forward, true)).after;
}

Document softmax_of(std::vector<float> x, bool log) {
  const auto size = static_cast<std::int64_t>(x.size());
  Document document = backward_of({1, size}, std::move(x));
  document.subject = document::Subject::kSoftmax;
  document.softmax.log = log;
  return document;
}

Evaluation evaluated(const Document& document) {
  return evaluate(document, 1, compute::make_backends(), compute::Device::kCpu);
}

GroupJacobian of_group(const Document& document, std::int64_t group = 0) {
  return group_jacobian(evaluated(document), group);
}

void expect_singular(const Document& document, const Doubles& should, double tolerance) {
  const GroupJacobian jacobian = of_group(document);
  ASSERT_EQ(jacobian.values.size(), should.size() * should.size());
  const Doubles values = stats::singular_values(jacobian.values, should.size());
  ASSERT_EQ(values.size(), should.size());
  for (std::size_t at = 0; at < should.size(); ++at) {
    EXPECT_NEAR(values[at], should[at], tolerance) << "number " << at;
  }
}

TEST(Jacobian, OfALayerNormIsSymmetricAndForgetsTheShift) {
  const Document document = backward_of({1, 4}, {1, 2, 3, 4});
  const std::vector<float> jacobian = jacobian_of(evaluated(document));
  ASSERT_EQ(jacobian.size(), 16U);
  EXPECT_NEAR(jacobian[1], -0.3578, 6e-5);
  for (std::size_t row = 0; row < 4; ++row) {
    double sum = 0;
    for (std::size_t column = 0; column < 4; ++column) {
      EXPECT_NEAR(jacobian[row * 4 + column], jacobian[column * 4 + row], 1e-6);
      sum += static_cast<double>(jacobian[row * 4 + column]);
    }
    EXPECT_NEAR(sum, 0, 1e-6);
  }
  EXPECT_TRUE(
      jacobian_of(
          evaluated(NORMSCOPE_VALUE_OR_FAIL(document::show_backward(document, false)).after))
          .empty());
}

TEST(GroupJacobian, OfALayerNormHasTheSingularValuesOfPaper) {
  Document document = backward_of({1, 6}, {0, 1, 2, 3, 4, 5});
  for (const auto& [form, name] : trace::backward_form_names()) {
    document.backward.form = form;
    expect_singular(document, {0.58554, 0.58554, 0.58554, 0.58554, 2.0076e-6, 0}, 5e-6);
    const GroupJacobian jacobian = of_group(document);
    EXPECT_EQ(jacobian.parts.size(), 3U);
    EXPECT_TRUE(jacobian.forgets_shift);
    EXPECT_NEAR(jacobian.along_scale.value_or(0), 2.0076e-6, 5e-11);
    EXPECT_NEAR(stats::singular_values(jacobian.values, 6)[4], 2.0076e-6, 5e-11);
    EXPECT_NEAR(jacobian.along_others, 0.58554, 5e-6);
  }
  document.norm.options.epsilon = 0.5;
  expect_singular(document, {0.5410, 0.5410, 0.5410, 0.5410, 0.07917, 0}, 5e-5);
  document.norm.options.epsilon = 1e-5;
  document.norm.options.epsilon_placement = ops::EpsilonPlacement::kOutside;
  EXPECT_NEAR(of_group(document).along_scale.value_or(0), 3.4285e-6, 5e-11);
  document.norm.options.epsilon_placement = ops::EpsilonPlacement::kInside;
  document.norm.options.kind = ops::Normalization::kRmsNorm;
  expect_singular(document, {0.33029, 0.33029, 0.33029, 0.33029, 0.33029, 3.603e-7}, 5e-6);
  EXPECT_EQ(of_group(document).parts.size(), 2U);
}

TEST(GroupJacobian, OfASoftmaxAndOfItsLogarithm) {
  expect_singular(softmax_of({1, 2, 3}, false), {0.37090, 0.11855, 0}, 5e-6);
  expect_singular(softmax_of({1, 2, 3}, true), {1.2376, 1, 0}, 5e-5);
  expect_singular(softmax_of({0, 0, 0, 0}, false), {0.25, 0.25, 0.25, 0}, 1e-12);
  // I - 1 p': every row is the same but for the one, p of torch.softmax([1, 2, 3]) in double.
  const GroupJacobian log = of_group(softmax_of({1, 2, 3}, true));
  EXPECT_NEAR(log.values[1], -0.24472847105479767, 1e-15);
  EXPECT_NEAR(log.values[3], -0.09003057317038046, 1e-15);
  EXPECT_EQ(log.parts.size(), 2U);
  Document cold = softmax_of({1, 2, 3}, false);
  cold.softmax.temperature = 0.5;
  cold.softmax.sink = 1;
  EXPECT_EQ(of_group(cold).parts.size(), 2U);
  EXPECT_FALSE(of_group(cold).forgets_shift);
}

TEST(GroupJacobian, PartsAddUpInEveryGroupAndWithGamma) {
  Document document = backward_of({2, 3}, {1, 2, 4, 7, 7, 7});
  document.norm.gamma.on = true;
  document.norm.gamma.values = document::Array(testing::make({3}, {1, 2, -3}));
  for (const std::int64_t group : {0, 1}) {
    const GroupJacobian jacobian = of_group(document, group);
    ASSERT_EQ(jacobian.parts.size(), 3U);
    EXPECT_FALSE(jacobian.along_scale) << "paper has it for gamma of ones alone";
    for (std::size_t at = 0; at < 9; ++at) {
      double sum = 0;
      for (const JacobianPart& part : jacobian.parts) sum += part.values[at];
      EXPECT_NEAR(sum, jacobian.values[at], 1e-4 * 316) << "group " << group << ", number " << at;
    }
  }
  // A constant row: 316.2 (I - 1 1' / n), with gamma.
  EXPECT_NEAR(of_group(document, 1).values[0], 316.2278 * 2 / 3, 1e-2);
}

TEST(GroupJacobian, IsOfBackwardPassesAndOfAtMost256Numbers) {
  EXPECT_EQ(of_group(backward_of({1, 256}, std::vector<float>(256, 1))).values.size(), 65536U);
  EXPECT_TRUE(of_group(backward_of({1, 257}, std::vector<float>(257, 1))).values.empty());
  const Document backward = backward_of({1, 4}, {1, 2, 3, 4});
  const auto forward = document::show_backward(backward, false);
  EXPECT_TRUE(of_group(NORMSCOPE_VALUE_OR_FAIL(forward).after).values.empty());
}

}  // namespace normscope::results::jacobian_test
