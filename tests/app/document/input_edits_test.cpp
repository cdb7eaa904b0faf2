// SPDX-License-Identifier: MIT
// Edits of numbers and of whole inputs: results, descriptions, errors.
#include <gtest/gtest.h>

#include "app/document/edits.hpp"
#include "app/document/hand_written.hpp"
#include "tests/app/document/documents.hpp"
#include "tests/app/hand_written_steps.hpp"
#include "tests/app/lecture_document.hpp"

namespace normscope::document {
namespace {

using tensor::Shape;
using testing::make;

TEST(SetValue, ChangesOneNumberAndSaysWhich) {
  const Document document = counting_document({2, 3});
  const Edit edit = NORMSCOPE_VALUE_OR_FAIL(set_value(document, Target::kInput, 5, 0.5F));
  EXPECT_EQ(edit.description, "set row 1, column 2 to 0.5");
  EXPECT_EQ(numbers(edit.after), (std::vector<float>{0, 1, 2, 3, 4, 0.5F}));
  EXPECT_EQ(numbers(document), (std::vector<float>{0, 1, 2, 3, 4, 5}));
}

TEST(SetValue, NamesThePlaceInAnyShape) {
  const auto description = [](const Shape& shape, std::int64_t index) {
    const Document document = counting_document(shape);
    return NORMSCOPE_VALUE_OR_FAIL(set_value(document, Target::kInput, index, -1e-5F)).description;
  };
  EXPECT_EQ(description({}, 0), "set the number to -1e-05");
  EXPECT_EQ(description({4}, 3), "set number 3 to -1e-05");
  EXPECT_EQ(description({4, 3, 8}, 24 * 2 + 8 + 7), "set row 1, column 7 of slice 2 to -1e-05");
  EXPECT_EQ(description({2, 2, 3, 4}, 47), "set row 2, column 3 of slice (1, 1) to -1e-05");
}

TEST(SetValue, ReachesGammaAndBeta) {
  const Document document = counting_document({2, 3});
  const Edit gamma = NORMSCOPE_VALUE_OR_FAIL(set_value(document, Target::kGamma, 1, 2.0F));
  EXPECT_EQ(gamma.description, "set number 1 of gamma to 2");
  EXPECT_EQ(numbers(gamma.after.norm.gamma.values), (std::vector<float>{1, 2, 1}));
  const Edit beta = NORMSCOPE_VALUE_OR_FAIL(set_value(document, Target::kBeta, 0, 2.0F));
  EXPECT_EQ(beta.description, "set number 0 of beta to 2");
  EXPECT_EQ(numbers(beta.after.norm.beta.values), (std::vector<float>{2, 0, 0}));
}

TEST(SetValue, RefusesPlacesOutside) {
  const Document document = counting_document({2, 3});
  EXPECT_EQ(sentence_of(set_value(document, Target::kInput, 6, 0)),
            "there is no number 6: the input has 6");
  EXPECT_EQ(sentence_of(set_value(document, Target::kGamma, 3, 0)),
            "there is no number 3: gamma has 3");
  EXPECT_FALSE(set_value(document, Target::kInput, -1, 0));
  EXPECT_FALSE(set_value(document, Target::kInput, INT64_MAX, 0));
}

TEST(SetBlock, PastesInside) {
  const Document document = counting_document({2, 3});
  const Edit edit = NORMSCOPE_VALUE_OR_FAIL(
      set_block(document, Target::kInput, 0, 1, make({2, 2}, {9, 8, 7, 6})));
  EXPECT_EQ(edit.description, "paste 2 x 2 numbers");
  EXPECT_EQ(numbers(edit.after), (std::vector<float>{0, 9, 8, 3, 7, 6}));
}

TEST(SetBlock, ARowOrANumberOfFewerDimensionsIsAMatrixToo) {
  const Document document = counting_document({2, 3});
  const auto row =
      NORMSCOPE_VALUE_OR_FAIL(set_block(document, Target::kInput, 1, 0, make({2}, {9, 8})));
  EXPECT_EQ(row.description, "paste 1 x 2 numbers");
  EXPECT_EQ(numbers(row.after), (std::vector<float>{0, 1, 2, 9, 8, 5}));
  const auto one = NORMSCOPE_VALUE_OR_FAIL(set_block(document, Target::kBeta, 0, 2, make({}, {4})));
  EXPECT_EQ(one.description, "paste 1 number into beta");
  EXPECT_EQ(numbers(one.after.norm.beta.values), (std::vector<float>{0, 0, 4}));
}

TEST(SetBlock, EnlargesAMatrixAndWhatDependsOnItsShape) {
  const Document document =
      document_of("x", Constant{1}, NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({2, 2}, 1.0F)));
  const Edit edit = NORMSCOPE_VALUE_OR_FAIL(
      set_block(document, Target::kInput, 1, 1, make({2, 2}, {9, 8, 7, 6})));
  EXPECT_EQ(current(edit.after).shape(), (Shape{3, 3}));
  EXPECT_EQ(numbers(edit.after), (std::vector<float>{1, 1, 0, 1, 9, 8, 0, 7, 6}));
  EXPECT_EQ(edit.after.norm.gamma.values.shape(), (Shape{3}));
  EXPECT_EQ(edit.after.inputs[0].origin, Origin(Typed{}));
}

TEST(SetBlock, EnlargesOneRowToTheSideOnly) {
  const Document document = counting_document({2});
  const Edit edit =
      NORMSCOPE_VALUE_OR_FAIL(set_block(document, Target::kInput, 0, 3, make({1}, {9})));
  EXPECT_EQ(current(edit.after).shape(), (Shape{4}));
  EXPECT_EQ(numbers(edit.after), (std::vector<float>{0, 1, 0, 9}));
  EXPECT_EQ(sentence_of(set_block(document, Target::kInput, 1, 0, make({1}, {9}))),
            "1 x 1 numbers at row 1, column 0 reach beyond the input, whose shape is (2)");
}

TEST(SetBlock, RefusesToEnlargeAnythingElse) {
  const Document deep = counting_document({2, 2, 2});
  EXPECT_EQ(sentence_of(set_block(deep, Target::kInput, 3, 1, make({1, 2}, {9, 9}))),
            "1 x 2 numbers at row 3, column 1 reach beyond the input, whose shape is (2, 2, 2)");
  EXPECT_TRUE(set_block(deep, Target::kInput, 3, 0, make({1, 2}, {9, 9})));
  EXPECT_EQ(sentence_of(set_block(deep, Target::kGamma, 0, 1, make({1, 2}, {9, 9}))),
            "1 x 2 numbers at row 0, column 1 reach beyond gamma, whose shape is (2)");
  EXPECT_FALSE(set_block(deep, Target::kInput, -1, 0, make({1}, {9})));
  EXPECT_FALSE(set_block(deep, Target::kInput, INT64_MAX, INT64_MAX, make({1}, {9})));
  EXPECT_EQ(sentence_of(set_block(deep, Target::kInput, 0, 0, make({0}, {}))),
            "there are no numbers to paste");
  // A matrix too large for any machine.
  EXPECT_FALSE(set_block(counting_document({1, 1}), Target::kInput, std::int64_t{1} << 30,
                         std::int64_t{1} << 30, make({1}, {9})));
}

TEST(WholeInput, IsReplacedReshapedAndFilled) {
  const Document document = counting_document({2, 3});
  const Edit replaced =
      NORMSCOPE_VALUE_OR_FAIL(replace_values(document, make({1, 2}, {8, 9}), "paste a table"));
  EXPECT_EQ(replaced.description, "paste a table");
  EXPECT_EQ(numbers(replaced.after), (std::vector<float>{8, 9}));
  EXPECT_EQ(replaced.after.norm.gamma.values.shape(), (Shape{2}));

  const Edit reshaped = NORMSCOPE_VALUE_OR_FAIL(reshape(document, {3, 1, 2}));
  EXPECT_EQ(reshaped.description, "reshape to (3, 1, 2)");
  EXPECT_EQ(current(reshaped.after).shape(), (Shape{3, 1, 2}));
  EXPECT_EQ(reshaped.after.view.outer.size(), 1U);
  EXPECT_EQ(sentence_of(reshape(document, {4})),
            "shape (4) has 4 elements, but there are 6 numbers in (2, 3)");

  const Random origin{Distribution::kRandn, 0, 1, 123, 0};
  const Edit filled = NORMSCOPE_VALUE_OR_FAIL(fill(document, origin, {2, 5}));
  EXPECT_EQ(filled.description, "fill with randn(2, 5) from seed 123");
  EXPECT_EQ(filled.after.inputs[0].origin, Origin(origin));
  EXPECT_EQ(current(filled.after), Array(NORMSCOPE_VALUE_OR_FAIL(make_values(origin, {2, 5}))));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(fill(document, Ramp{0, 1}, {4})).description,
            "fill with a ramp from 0 in steps of 1");
  EXPECT_EQ(sentence_of(fill(document, Typed{}, {2})),
            "typed values have no recipe to make them again");
}

TEST(WholeInput, ANumberChangedKeepsTheOrigin) {
  const Document document =
      NORMSCOPE_VALUE_OR_FAIL(fill(counting_document({1}), Ramp{0, 1}, {2, 2})).after;
  const Edit edit = NORMSCOPE_VALUE_OR_FAIL(set_value(document, Target::kInput, 3, 7));
  EXPECT_EQ(edit.after.inputs[0].origin, Origin(Ramp{0, 1}));
  EXPECT_EQ(current(edit.after).changes().size(), 1U);
}

TEST(Inputs, AreAddedChosenRenamedAndRemoved) {
  const Document one = counting_document({2, 3});
  const Edit added = NORMSCOPE_VALUE_OR_FAIL(add_input(one, "y", Typed{}, counting({2, 4})));
  EXPECT_EQ(added.description, "add input y");
  EXPECT_EQ(added.after.input, 1U);
  EXPECT_EQ(added.after.norm.gamma.values.shape(), (Shape{4}));

  const Edit chosen = NORMSCOPE_VALUE_OR_FAIL(choose_input(added.after, 0));
  EXPECT_EQ(chosen.description, "show input x");
  EXPECT_EQ(chosen.after.norm.gamma.values.shape(), (Shape{3}));

  const Edit renamed = NORMSCOPE_VALUE_OR_FAIL(rename_input(added.after, 1, "logits"));
  EXPECT_EQ(renamed.description, "rename input y to logits");
  EXPECT_EQ(renamed.after.inputs[1].name, "logits");
  EXPECT_TRUE(rename_input(added.after, 1, "y"));

  const Edit before = NORMSCOPE_VALUE_OR_FAIL(remove_input(added.after, 0));
  EXPECT_EQ(before.description, "remove input x");
  EXPECT_EQ(before.after.inputs[before.after.input].name, "y");
  const Edit itself = NORMSCOPE_VALUE_OR_FAIL(remove_input(added.after, 1));
  EXPECT_EQ(itself.after, one);
  const Edit after = NORMSCOPE_VALUE_OR_FAIL(remove_input(chosen.after, 1));
  EXPECT_EQ(after.after.input, 0U);
}

TEST(Inputs, HaveNamesOfTheirOwn) {
  const Document document = counting_document({2});
  EXPECT_EQ(sentence_of(add_input(document, "x", Typed{}, counting({2}))),
            "there is an input called x already");
  EXPECT_EQ(sentence_of(add_input(document, "", Typed{}, counting({2}))), "an input needs a name");
  const Document two =
      NORMSCOPE_VALUE_OR_FAIL(add_input(document, "y", Typed{}, counting({2}))).after;
  EXPECT_EQ(sentence_of(rename_input(two, 1, "x")), "there is an input called x already");
  EXPECT_EQ(sentence_of(rename_input(two, 2, "z")), "there is no input 2; there are 2");
  EXPECT_EQ(sentence_of(choose_input(two, 2)), "there is no input 2; there are 2");
  EXPECT_EQ(sentence_of(remove_input(two, 2)), "there is no input 2; there are 2");
  EXPECT_EQ(sentence_of(remove_input(document, 0)), "the only input cannot be removed");
}

TEST(Variables, AnOperationComesWithItsSettingsAndStaysAsLongAsTheyDo) {
  Document document = counting_document({4, 2});
  document.layers = {ReluLayer{}};
  Variable variable{"lecture.py", "y", HandWritten{}};
  HandWritten& hand_written = *variable.hand_written;
  hand_written.norm.options.normalized_shape = {3};
  hand_written.norm.options.estimator = ops::VarianceEstimator::kUnbiased;
  hand_written.norm.epsilon_on = false;
  hand_written.steps = {testing::named_step("input", "x", "x", 1, 1, "", Array(counting({2, 3})))};
  const auto opened = open_variable(document, variable, Array(counting({2, 3})));
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->description, "put y on the stage");
  const Document& after = opened->after;
  EXPECT_EQ(after.inputs[0].name, "y");
  EXPECT_TRUE(after.layers.empty());
  EXPECT_EQ(after.norm.effective().epsilon_placement, ops::EpsilonPlacement::kNone);
  ASSERT_NE(hand_written_operation(after), nullptr);
  EXPECT_TRUE(has_hand_written_values(after, *hand_written_operation(after)));

  // The value of an eps that is off does not count; changed numbers are no longer those of the
  // cells.
  NormSettings settings = after.norm;
  settings.options.epsilon = 0.5;
  EXPECT_NE(hand_written_operation(NORMSCOPE_VALUE_OR_FAIL(set_norm(after, settings)).after),
            nullptr);
  settings.options.estimator = ops::VarianceEstimator::kBiased;
  EXPECT_EQ(hand_written_operation(NORMSCOPE_VALUE_OR_FAIL(set_norm(after, settings)).after),
            nullptr);
  const Document other = NORMSCOPE_VALUE_OR_FAIL(set_value(after, Target::kInput, 1, 9)).after;
  ASSERT_NE(hand_written_operation(other), nullptr);
  EXPECT_FALSE(has_hand_written_values(other, *hand_written_operation(other)));
  EXPECT_EQ(hand_written_operation(NORMSCOPE_VALUE_OR_FAIL(set_layers(after, {ReluLayer{}})).after),
            nullptr);

  // An operation that does not accept the numbers is refused.
  variable.hand_written->norm.options.normalized_shape = {5};
  EXPECT_FALSE(open_variable(document, variable, Array(counting({2, 3}))));
  // A name of another input is not used twice.
  const Document two = NORMSCOPE_VALUE_OR_FAIL(add_input(after, "z", Typed{}, counting({2}))).after;
  const Document named =
      NORMSCOPE_VALUE_OR_FAIL(open_variable(two, Variable{"lecture.py", "y"}, Array(counting({2}))))
          .after;
  EXPECT_EQ(named.inputs[1].name, "z");
}

TEST(Paste, LayersStay) {
  const Document lecture = testing::lecture_document();
  const auto layers_after = [](const MaybeEdit& edit) {
    return NORMSCOPE_VALUE_OR_FAIL(edit).after.layers;
  };
  const tensor::Tensor ten = make({2, 5}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  EXPECT_EQ(layers_after(set_block(lecture, Target::kInput, 0, 0, ten)), lecture.layers);
  EXPECT_EQ(layers_after(paste_input(lecture, ten)), lecture.layers);
}

}  // namespace
}  // namespace normscope::document
