// SPDX-License-Identifier: MIT
// An operation that the test describes, in ten lines: the sheet, its sentences, formulas with their
// numbers and provenance follow from the description alone.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/results/derivation/derivation.hpp"
#include "app/results/derivation/provenance.hpp"
#include "app/results/sheet/sheet.hpp"
#include "app/results/sheet/step_words.hpp"
#include "tests/support/support.hpp"

namespace normscope::results {
namespace {

using trace::Primitive;
using trace::Role;

// (x - min) / (max - min), times a weight of each column.
trace::Program scaled_to_range(const tensor::Shape& shape) {
  trace::ProgramBuilder builder(shape, tensor::trailing_groups(shape, 1));
  const int least = builder.reduce({Role::kNone, "l", "\\min x"}, Primitive::kMinimum, 0);
  const int most = builder.reduce({Role::kMaximum, "m", "\\max x"}, Primitive::kMaximum, 0);
  const int range = builder.add({Role::kNone, "r", "m - l"}, Primitive::kSubtract, most, least);
  const int moved = builder.add({Role::kCentred, "x - l", "x - l"}, Primitive::kSubtract, 0, least);
  const int unit =
      builder.add({Role::kNormalized, "u", "\\frac{x - l}{r}"}, Primitive::kDivide, moved, range);
  const int weight = builder.parameter(Role::kGamma, "w", {shape.back()});
  builder.add({Role::kOutput, "y", "w u"}, Primitive::kMultiply, weight, unit);
  return std::move(builder).finish();
}

Evaluation evaluation_of_own() {
  const auto tensor_of = [](tensor::Shape shape, std::vector<float> values) {
    return std::make_shared<const tensor::Tensor>(
        testing::make(std::move(shape), std::move(values)));
  };
  trace::Program program = scaled_to_range({2, 3});
  std::vector<trace::TensorRef> leaves(program.steps.size());
  leaves[0] = tensor_of({2, 3}, {1, 2, 5, -1, 0, 1});
  leaves[static_cast<std::size_t>(program.find(Role::kGamma))] = tensor_of({3}, {2, 4, 1});
  Evaluation evaluation;
  evaluation.input = evaluation.activations = leaves[0];
  evaluation.layout = program.groups;
  evaluation.stages.push_back(
      {"Own", NORMSCOPE_VALUE_OR_FAIL(trace::Trace::of(std::move(program), std::move(leaves)))});
  evaluation.cards = cards_of(evaluation.stages);
  return evaluation;
}

std::string digits(float value) {
  return fmt::format("{:.4g}", value);
}

TEST(OwnProgram, HasCardsSentencesFormulasAndProvenance) {
  const Evaluation evaluation = evaluation_of_own();
  const auto card = [&](Role role) {
    return card_of(evaluation, 0, evaluation.stages[0].trace.find(role));
  };
  ASSERT_EQ(evaluation.cards.size(), 7U) << "the weight has no card";
  EXPECT_EQ(words_of_step(evaluation, card(Role::kMaximum)), "The largest number of each group.");
  EXPECT_EQ(words_of_step(evaluation, card(Role::kMaximum) + 1),
            "From each maximum, the step 1 of its group is subtracted.");
  EXPECT_EQ(words_of_step(evaluation, card(Role::kOutput)),
            "Each column is scaled by its own gamma.");
  const std::size_t output = card(Role::kOutput);
  const Derivation derived = NORMSCOPE_VALUE_OR_FAIL(derive(evaluation, {output, 1}, digits));
  EXPECT_EQ(derived.formula, "w \\frac{x - l}{r}");
  EXPECT_TRUE(derived.value.ends_with("{1}")) << derived.value;
  const Sheet sheet = sheet_of(evaluation, output);
  const bool has_weight = std::ranges::any_of(sheet.bands, [](const SheetBand& band) {
    return band.kind == SheetBand::Kind::kParameter && band.parameter == Role::kGamma;
  });
  EXPECT_TRUE(has_weight);
  const Provenance provenance = provenance_of(evaluation, output, 1);
  EXPECT_EQ(provenance.of_cell(0, 2), Relation::kSource);
  EXPECT_EQ(provenance.of_cell(0, 3), Relation::kNone);
  const int weight = evaluation.stages[0].trace.find(Role::kGamma);
  EXPECT_EQ(provenance.of({weight, 0, 1}), Relation::kSource);
  EXPECT_EQ(provenance.of({weight, 0, 2}), Relation::kNone);
}

}  // namespace
}  // namespace normscope::results
