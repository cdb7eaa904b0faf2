// SPDX-License-Identifier: MIT
// Pushes of a group: what each operation forgets, and what it answers, by figures known on paper.
#include "app/results/push.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/support.hpp"

namespace normscope::results::push_test {

using document::Document;
using Numbers = std::vector<float>;

Evaluation backward_of(const Document& forward) {
  const auto edit = NORMSCOPE_VALUE_OR_FAIL(document::show_backward(forward, true));
  return evaluate(edit.after, 1, compute::make_backends(), compute::Device::kCpu);
}

Document document_of(tensor::Shape shape, Numbers x) {
  return document::document_of("x", document::Typed{},
                               testing::make(std::move(shape), std::move(x)));
}

Numbers pushed_input(const Push& push) {
  const auto values = push.edit.after.inputs.front().values.values();
  return {values->values().begin(), values->values().end()};
}

TEST(Push, AlongOneIsForgottenByALayerNorm) {
  const Evaluation evaluation = backward_of(document_of({2, 4}, {1, 2, 3, 4, 10, 20, 30, 40}));
  const Push push = NORMSCOPE_VALUE_OR_FAIL(results::push(evaluation, 1, Direction::kOnes));
  EXPECT_EQ(push.step, 10);
  EXPECT_EQ(pushed_input(push), (Numbers{1, 2, 3, 4, 20, 30, 40, 50})) << "one group alone";
  EXPECT_LT(push.moved, 1e-12);
  EXPECT_EQ(push.edit.description, "push x along 1");
}

// By hand: s grows from sqrt(5/4 + eps) by the step, and xhat = d / s by eps alone.
TEST(Push, AlongWhatIsNormalizedLeavesWhatEpsLetsThrough) {
  const Evaluation evaluation = backward_of(document_of({1, 4}, {1, 2, 3, 4}));
  const Push push = NORMSCOPE_VALUE_OR_FAIL(results::push(evaluation, 0, Direction::kNormalized));
  const double deviation = std::sqrt(1.25);
  const double eps = 1e-5;
  const double normalized = 1.5 / std::sqrt(1.25 + eps);
  const double wider = deviation + deviation / std::sqrt(1.25 + eps);
  const double after = 1.5 * wider / deviation / std::sqrt(wider * wider + eps);
  EXPECT_NEAR(push.moved, after - normalized, 3e-7);  // x hat is a float32
  EXPECT_GT(push.moved, 3e-6);
}

TEST(Push, AlongDyIsAnswered) {
  const Evaluation evaluation = backward_of(document_of({1, 4}, {1, 2, 3, 4}));
  const Push push = NORMSCOPE_VALUE_OR_FAIL(results::push(evaluation, 0, Direction::kUpstream));
  EXPECT_EQ(pushed_input(push), (Numbers{2, 2, 3, 4}));
  // [2, 2, 3, 4]: mean 2.75, variance 0.6875; the second number goes from -0.4472 to -0.9045.
  EXPECT_NEAR(push.moved, 0.90453 - 0.44721, 2e-5);
}

TEST(Push, AnRmsNormAnswersAShiftAndASoftmaxForgetsIt) {
  Document rms = document_of({1, 4}, {1, 2, 3, 4});
  rms.norm.options.kind = ops::Normalization::kRmsNorm;
  EXPECT_GT(NORMSCOPE_VALUE_OR_FAIL(push(backward_of(rms), 0, Direction::kOnes)).moved, 0.1);
  Document softmax = document_of({1, 4}, {1, 2, 3, 4});
  softmax.subject = document::Subject::kSoftmax;
  const Evaluation evaluation = backward_of(softmax);
  EXPECT_LT(NORMSCOPE_VALUE_OR_FAIL(push(evaluation, 0, Direction::kOnes)).moved, 1e-12);
  EXPECT_FALSE(has_direction(evaluation, Direction::kNormalized));
  EXPECT_TRUE(has_direction(evaluation, Direction::kUpstream));
}

TEST(Push, GoesThroughColumnsToo) {
  Document columns = document_of({3, 2}, {1, 10, 2, 20, 3, 30});
  columns.subject = document::Subject::kSoftmax;
  columns.softmax.dim = 0;
  const Push push =
      NORMSCOPE_VALUE_OR_FAIL(results::push(backward_of(columns), 1, Direction::kOnes));
  EXPECT_EQ(pushed_input(push), (Numbers{1, 11, 2, 21, 3, 31}));
}

TEST(Push, RefusesWhatLeadsNowhere) {
  Evaluation zeros = backward_of(document_of({1, 2}, {1, 2}));
  const Document& document = *zeros.document;
  zeros = backward_of(
      NORMSCOPE_VALUE_OR_FAIL(document::fill_upstream(document, document::Constant{0})).after);
  const auto nowhere = push(zeros, 0, Direction::kUpstream);
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().sentence, "a direction of zeros leads nowhere");
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(push(backward_of(document_of({1, 2}, {1, nan})), 0, Direction::kOnes));
  Document layered = document_of({1, 2}, {1, 2});
  layered.layers = {document::ReluLayer{}};
  EXPECT_FALSE(has_direction(backward_of(layered), Direction::kOnes)) << "another input than x";
}

}  // namespace normscope::results::push_test
