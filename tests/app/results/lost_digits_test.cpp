// SPDX-License-Identifier: MIT
// What a precision plan did, on the stage: its values, its marks, the step that loses the most.
#include "app/results/lost_digits.hpp"

#include <gtest/gtest.h>

#include "app/document/edits.hpp"
#include "app/results/derivation/unfold.hpp"
#include "tests/support/support.hpp"

namespace normscope::results {
namespace {

Evaluation under_plan(std::vector<float> x, std::string_view plan, bool backward = false) {
  const auto size = static_cast<std::int64_t>(x.size());
  document::Document document =
      document::document_of("x", document::Typed{}, testing::make({1, size}, std::move(x)));
  document.norm.options.kind = ops::Normalization::kRmsNorm;
  document =
      NORMSCOPE_VALUE_OR_FAIL(
          document::set_precision(document, NORMSCOPE_VALUE_OR_FAIL(precision::parse_plan(plan))))
          .after;
  if (backward) document = NORMSCOPE_VALUE_OR_FAIL(document::show_backward(document, true)).after;
  return evaluate(document, 1, compute::make_backends(), compute::Device::kAuto);
}

TEST(LostDigits, TheStageHasTheValuesAndTheStepThatLosesTheMost) {
  const Evaluation evaluation = under_plan({300, -5, 7}, "float16");
  ASSERT_FALSE(evaluation.failure) << evaluation.failure->sentence;
  const auto& trace = evaluation.stages.back().trace;
  EXPECT_EQ(trace.steps()[static_cast<std::size_t>(worst_step(evaluation))].name, "squared");
  EXPECT_EQ(worst_sentence(evaluation), "the square of 300 overflows float16: largest 65504");
  const int squared = trace.find(trace::Role::kSquared);
  EXPECT_EQ(event_of(evaluation, 0, squared, 0), precision::Event::kOverflow);
  EXPECT_EQ(event_of(evaluation, 0, squared, 1), precision::Event::kNone);
  EXPECT_EQ(sentence_of(evaluation, 0, squared, 1), "");
  const int mean = trace.find(trace::Role::kMeanSquare);
  EXPECT_EQ(event_of(evaluation, 0, mean, 0), precision::Event::kEarlier);
  for (const float y : evaluation.result->y.values()) EXPECT_EQ(y, 0);
}

TEST(LostDigits, WithoutAPlanNothingIsMarked) {
  const Evaluation evaluation = under_plan({300, -5, 7}, "float32");
  EXPECT_EQ(evaluation.examined, nullptr);
  EXPECT_EQ(worst_step(evaluation), -1);
  EXPECT_EQ(worst_sentence(evaluation), "");
  EXPECT_EQ(event_of(evaluation, 0, 1, 0), precision::Event::kNone);
}

TEST(LostDigits, ABackwardPassHasThemToo) {
  const Evaluation evaluation = under_plan({300, -5, 7}, "bfloat16", true);
  ASSERT_FALSE(evaluation.failure) << evaluation.failure->sentence;
  ASSERT_NE(evaluation.examined, nullptr);
  EXPECT_EQ(evaluation.examined->program().size(), evaluation.stages.back().trace.program().size());
}

TEST(LostDigits, UnfoldingShowsHowAValueIsStored) {
  const Evaluation evaluation = under_plan({3, -5, 7}, "float16");
  const auto& trace = evaluation.stages.back().trace;
  const std::size_t card = card_of(evaluation, 0, trace.find(trace::Role::kSquared));
  const auto unfolded = NORMSCOPE_VALUE_OR_FAIL(unfold(evaluation, {card, 1}));
  EXPECT_EQ(title_of_values(unfolded), "plan");
  EXPECT_EQ(unfolded.rows.back().torch.distance, std::nullopt)
      << "float32's units say nothing here";
  const auto& stored = unfolded.rows.back().stored;
  ASSERT_TRUE(stored);
  // 25 is 1.5625 times 2^4, in steps of 2^-6.
  EXPECT_EQ(stored->format, "float16");
  EXPECT_EQ(stored->bits, "0 10011 1001000000");
  EXPECT_EQ(stored->below, 25 - 0x1p-6);
  EXPECT_EQ(stored->above, 25 + 0x1p-6);
  EXPECT_EQ(stored->spacing, 0x1p-6);
  EXPECT_EQ(stored->loss, 0);
  EXPECT_NE(unfold_text(evaluation, unfolded).find("float16 0 10011 1001000000"),
            std::string::npos);
}

}  // namespace
}  // namespace normscope::results
