// SPDX-License-Identifier: MIT
// Evaluations of documents: the lecture's numbers, the stages, the check against the reference, the
// failures.
#include "app/results/evaluation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "app/document/edits.hpp"
#include "app/results/errors.hpp"
#include "core/base/limits.hpp"
#include "core/random/distributions.hpp"
#include "core/tensor/print.hpp"
#include "core/torch_arithmetic/linear.hpp"
#include "tests/app/hand_written_steps.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/support/support.hpp"

namespace normscope::results {
namespace {

using document::Document;
using tensor::Shape;

Evaluation evaluated(const Document& document) {
  return evaluate(document, 7, compute::make_backends(), compute::Device::kCpu);
}

Document filled(const Shape& shape) {
  const document::Random origin{.distribution = document::Distribution::kRandn, .seed = 5};
  return document::document_of("x", origin,
                               NORMSCOPE_VALUE_OR_FAIL(document::make_values(origin, shape)));
}

std::vector<std::string> names(const Evaluation& evaluation) {
  std::vector<std::string> list;
  for (const Stage& stage : evaluation.stages) list.push_back(stage.name);
  return list;
}

// The lecture's document B, step 2.
TEST(Evaluation, TheWelcomeActivationsAreTheLectures) {
  const Evaluation evaluation = evaluated(testing::lecture_document());
  EXPECT_EQ(tensor::to_torch_text(*evaluation.activations, {}, "grad_fn=<ReluBackward0>"),
            "tensor([[0.0000, 0.0000, 0.4091, 0.6587, 0.3914, 0.0000],\n"
            "        [0.0000, 0.0000, 0.1902, 0.3182, 0.6486, 0.0000]],\n"
            "       grad_fn=<ReluBackward0>)");
  EXPECT_EQ(names(evaluation), (std::vector<std::string>{"Linear(5, 6)", "ReLU", "LayerNorm"}));
  EXPECT_EQ(evaluation.revision, 7U);
  EXPECT_EQ(evaluation.groups, 2);
  EXPECT_EQ(evaluation.group_errors.size(), 2U);
  EXPECT_EQ(evaluation.layout.size, 6);
  EXPECT_EQ(evaluation.output_step, "normalized");
  ASSERT_TRUE(evaluation.result);
  EXPECT_FALSE(evaluation.failure);
  // The document prints the mean of the activations as 0.2432 and 0.1928.
  const auto& trace = evaluation.stages.back().trace;
  EXPECT_NEAR(trace.value(trace.find("mean"), 0), 0.2432, 5e-5);
  EXPECT_NEAR(trace.value(trace.find("mean"), 1), 0.1928, 5e-5);
  EXPECT_LT(evaluation.error.ulps, 4.0);  // the backends' own bound for small groups
}

// The lecture's document B, step 4: unbiased and without eps.
TEST(Evaluation, ThePresetOfTheLectureGivesItsOutput) {
  const auto edit =
      NORMSCOPE_VALUE_OR_FAIL(document::choose_preset(testing::lecture_document(), "V2"));
  const Evaluation evaluation = evaluated(edit.after);
  const std::vector<double> printed{-0.8603, -0.8603, 0.5869,  1.4698, 0.5242, -0.8603,
                                    -0.7450, -0.7450, -0.0102, 0.4844, 1.7608, -0.7450};
  const auto& trace = evaluation.stages.back().trace;
  const int output = trace.find(evaluation.output_step);
  for (std::size_t i = 0; i < printed.size(); ++i) {
    // Half of the last printed digit.
    EXPECT_NEAR(trace.value(output, static_cast<std::int64_t>(i)), printed[i], 5e-5);
    EXPECT_NEAR(evaluation.result->y.values()[i], printed[i], 5e-5);
  }
}

TEST(Evaluation, EachStageBeginsWhereTheOneBeforeEnded) {
  const Evaluation evaluation = evaluated(testing::lecture_document());
  auto before = *evaluation.input;
  for (const Stage& stage : evaluation.stages) {
    EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(stage.trace.whole(0)), before) << stage.name;
    const int last = static_cast<int>(stage.trace.steps().size()) - 1;
    before = NORMSCOPE_VALUE_OR_FAIL(stage.trace.whole(last));
  }
}

TEST(Evaluation, GammaAndBetaAreUsedWhenOn) {
  Document document = filled({2, 4});
  document.norm.gamma.values = document::Array(testing::make({4}, {2, 2, 2, 2}));
  document.norm.beta.values = document::Array(testing::make({4}, {1, 1, 1, 1}));
  const Evaluation off = evaluated(document);
  document.norm.gamma.on = document.norm.beta.on = true;
  const Evaluation on = evaluated(document);
  EXPECT_EQ(on.output_step, "shifted");
  for (std::size_t i = 0; i < 8; ++i) {
    // One rounding of a number below 8: half an ULP of it.
    EXPECT_NEAR(on.result->y.values()[i], 2 * off.result->y.values()[i] + 1, 5e-7);
  }
}

TEST(Evaluation, SoftmaxHasItsOwnSteps) {
  Document document = filled({2, 4});
  document.subject = document::Subject::kSoftmax;
  document.softmax.dim = 0;
  const Evaluation evaluation = evaluated(document);
  EXPECT_EQ(names(evaluation), (std::vector<std::string>{"Softmax"}));
  EXPECT_EQ(evaluation.groups, 4);
  EXPECT_EQ(evaluation.output_step, "output");
  EXPECT_EQ(evaluation.result->names.second, "sum");
}

TEST(Evaluation, WrongSettingsAreAFailureWithTheStagesBefore) {
  Document document = testing::lecture_document();
  document.norm.options.normalized_shape = {5};
  const Evaluation evaluation = evaluated(document);
  ASSERT_TRUE(evaluation.failure);
  EXPECT_EQ(evaluation.failure->sentence,
            "the normalized shape (5) is not what the input's shape (2, 6) ends with");
  EXPECT_FALSE(evaluation.result);
  EXPECT_EQ(names(evaluation), (std::vector<std::string>{"Linear(5, 6)", "ReLU"}));
  EXPECT_EQ(evaluation.activations->shape(), (Shape{2, 6}));
}

TEST(Evaluation, EveryOtherFailureIsASentence) {
  Document scalar = filled({});
  EXPECT_TRUE(evaluated(scalar).failure);
  scalar.layers = {document::LinearLayer{}};
  EXPECT_EQ(evaluated(scalar).failure->sentence,
            "a linear layer needs an input of at least one dimension");
  Document far = filled({2, 3});
  far.layers = {document::LinearLayer{.position = UINT64_MAX}};
  EXPECT_TRUE(evaluated(far).failure);
  Document huge = filled({2, 3});
  huge.layers = {document::LinearLayer{.out_features = std::int64_t{1} << 39}};
  EXPECT_EQ(evaluated(huge).failure->kind, base::ErrorKind::kTooLarge);
  const Evaluation no_device =
      evaluate(filled({2, 3}), 1, compute::Backends{}, compute::Device::kAuto);
  EXPECT_EQ(no_device.failure->kind, base::ErrorKind::kUnavailable);
  Document parameter = filled({2, 3});
  parameter.norm.gamma = {true, document::Array(testing::make({2}, {1, 1}))};
  EXPECT_EQ(evaluated(parameter).failure->sentence,
            "gamma must have the normalized shape (3), but has (2)");
}

TEST(Evaluation, EmptyInputsGiveEmptyResults) {
  for (const Shape& shape : {Shape{0, 4}, Shape{4, 0}, Shape{0}}) {
    Document document = filled(shape);
    for (const auto subject : {document::Subject::kNorm, document::Subject::kSoftmax}) {
      document.subject = subject;
      const Evaluation evaluation = evaluated(document);
      ASSERT_TRUE(evaluation.result) << tensor::shape_to_text(shape);
      EXPECT_EQ(evaluation.result->y.size(), 0);
    }
  }
}

TEST(Evaluation, LargeOnesAreCheckedInSampledGroups) {
  const Evaluation small = evaluated(filled({1024, 1024}));
  EXPECT_EQ(small.group_errors.size(), 1024U);
  const Evaluation large = evaluated(filled({1025, 1024}));
  EXPECT_EQ(large.groups, 1025);
  EXPECT_EQ(large.group_errors.size(), static_cast<std::size_t>(kCheckedGroups));
  EXPECT_GT(large.error.ulps, 0.0);
  EXPECT_LT(large.error.ulps, 4.0);
  const Evaluation few = evaluated(filled({100, 12'000}));
  EXPECT_EQ(few.group_errors.size(), 100U);
}

// Above base::kWholeStepElements a layer's output is not computed by the trace.
TEST(Evaluation, ALargeLayerGivesTheValuesOfItsTrace) {
  Document document = filled({4000, 3});
  document.layers = {document::LinearLayer{.out_features = 300, .seed = 1}};
  const Evaluation evaluation = evaluated(document);
  ASSERT_GT(evaluation.activations->size(), base::kWholeStepElements);
  const auto& trace = evaluation.stages.front().trace;
  const int output = trace.find("output");
  for (std::int64_t at = 0; at < evaluation.activations->size(); at += 997) {
    ASSERT_EQ(trace.value(output, at),
              evaluation.activations->values()[static_cast<std::size_t>(at)]);
  }
  random::Generator generator(1);
  const auto drawn = NORMSCOPE_VALUE_OR_FAIL(random::linear_parameters(generator, 3, 300));
  EXPECT_EQ(*evaluation.activations,
            torch_arithmetic::linear(*evaluation.input, drawn.weight, drawn.bias.values()));
}

TEST(Evaluation, AStopLeavesTheRestAway) {
  std::stop_source source;
  source.request_stop();
  const Evaluation evaluation = evaluate(testing::lecture_document(), 1, compute::make_backends(),
                                         compute::Device::kAuto, {.stop = source.get_token()});
  EXPECT_TRUE(evaluation.stages.empty());
  EXPECT_FALSE(evaluation.result);
}

TEST(Evaluation, WorkIsWhatLayersMakeOfTheInput) {
  EXPECT_EQ(work_of(filled({2, 5})), 10);
  // 10 in, 10 draws, (2 + 1) * 5 * 6 products and weights, 12 out, 12 rectified.
  EXPECT_EQ(work_of(testing::lecture_document()), 10 + 10 + 90 + 12 + 12);
  Document document = filled({2, 5});
  document.layers = {document::LinearLayer{.position = UINT64_MAX}};
  EXPECT_GT(work_of(document), kInFrameWork);
  EXPECT_EQ(work_of(filled({0, 4})), 0);
}

TEST(Evaluation, TellsHowFarItIs) {
  const auto document = filled({300, 5000});
  std::mutex mutex;
  std::vector<double> shares;
  const auto evaluation = evaluate(document, 1, compute::make_backends(), compute::Device::kCpu,
                                   {.progress = [&](double share) {
                                     const std::lock_guard lock(mutex);
                                     shares.push_back(share);
                                   }});
  ASSERT_TRUE(evaluation.result);
  EXPECT_TRUE(std::ranges::is_sorted(shares));
  EXPECT_GT(shares.size(), 3U);
  EXPECT_EQ(shares.back(), 1);
}

TEST(Evaluation, WhatCellsWroteShowsTheirOwnValuesAndLines) {
  using document::Array;
  const auto x = testing::make({2, 2}, {1, 3, 5, 9});
  document::Variable variable{"lecture.py", "y", document::HandWritten{}};
  document::HandWritten& hand_written = *variable.hand_written;
  hand_written.norm.options.normalized_shape = {2};
  // Values that the built-in operation would not give.
  hand_written.steps = {
      testing::named_step("input", "x", "x", 1, 2, "x = f()", Array(x)),
      testing::named_step("centred", "x - \\mu", "x - \\mu", 1, 3, "d = x - m",
                          Array(testing::make({2, 2}, {1, 2, 3, 4}))),
      testing::named_step("standard deviation", "r", "r", 1, 4, "r = g()",
                          Array(testing::make({2, 1}, {7, 8}))),
      testing::named_step("normalized", "y", "y", 0, 0, "",
                          Array(testing::make({2, 2}, {4, 3, 2, 1}))),
  };
  const auto edit = document::open_variable(testing::lecture_document(), variable, Array(x));
  ASSERT_TRUE(edit);
  const auto backends = compute::make_backends();
  const Evaluation result = evaluate(edit->after, 1, backends, compute::Device::kAuto);
  ASSERT_FALSE(result.failure);
  ASSERT_EQ(result.cards.size(), 4U);
  EXPECT_EQ(result.cards[2].id, "standard-deviation");
  EXPECT_EQ(result.cards[2].source.line, 4);
  EXPECT_EQ(result.cards[2].source.text, "r = g()");
  EXPECT_EQ(result.cards[3].source.line, 0);
  EXPECT_EQ(result.stages.back().trace.value(2, 1), 8.0F);
  EXPECT_EQ(result.stages.back().trace.value(3, 3), 1.0F);
  // Nobody knows what computes them, but that it begins with the input.
  const trace::Step& normalized = result.stages.back().trace.steps()[3];
  EXPECT_EQ(normalized.primitive, trace::Primitive::kGiven);
  EXPECT_EQ(normalized.a, 0);

  // For other numbers the built-in steps are computed; source lines stay with the steps of the same
  // names.
  const auto other = document::set_value(edit->after, document::Target::kInput, 0, 2);
  ASSERT_TRUE(other);
  const Evaluation changed = evaluate(other->after, 2, backends, compute::Device::kAuto);
  ASSERT_GT(changed.cards.size(), 4U);
  EXPECT_EQ(changed.stages.back().trace.value(1, 0), 2.5F);  // the mean of 2 and 3
  EXPECT_EQ(changed.cards[1].source.line, 0);
  EXPECT_EQ(changed.cards[2].source.line, 3);

  // Steps that do not fit the groups are not used.
  document::Document broken = edit->after;
  std::get<document::Variable>(broken.inputs[0].origin).hand_written->steps[2].values =
      Array(testing::make({3}, {1, 2, 3}));
  EXPECT_GT(evaluate(broken, 3, backends, compute::Device::kAuto).cards.size(), 4U);
}

}  // namespace
}  // namespace normscope::results
