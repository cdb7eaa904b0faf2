// SPDX-License-Identifier: MIT
// The two sides of a comparison: choosing, exchanging and editing B, and undoing it.
#include "app/document/comparison.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/document/descriptions.hpp"
#include "app/document/history.hpp"
#include "core/ops/presets.hpp"
#include "tests/app/document/documents.hpp"
#include "tests/app/document/round_trip.hpp"
#include "tests/app/lecture_document.hpp"

namespace normscope::document {
namespace {

Document against(const Document& document, Comparison comparison) {
  return NORMSCOPE_VALUE_OR_FAIL(compare_with(document, std::move(comparison))).after;
}

Document against_preset(const Document& document, std::string_view id) {
  return NORMSCOPE_VALUE_OR_FAIL(compare_with_preset(document, id)).after;
}

GivenOutput output_of_shape(tensor::Shape shape) {
  return {"from Keras", Typed{}, Array(counting(std::move(shape)))};
}

Document with_normalized(Document document, tensor::Shape shape) {
  document.norm.options.normalized_shape = std::move(shape);
  return fitted(std::move(document));
}

TEST(Comparison, AnotherOperationIsFittedToTheInput) {
  const Document document = counting_document({2, 3});
  Operation batch = operation_of(document);
  batch.norm.options.kind = ops::Normalization::kBatchNorm;
  batch.norm.gamma.on = true;
  const Edit edit = NORMSCOPE_VALUE_OR_FAIL(compare_with(document, {.b = batch}));
  EXPECT_EQ(edit.description, "compare with batch norm, eps 1e-05, biased, gamma");
  const Operation* const other = other_operation(edit.after);
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(other->norm.gamma.values.shape(), (tensor::Shape{3})) << "one for each channel";
  EXPECT_EQ(operation_of(edit.after), operation_of(document));
  // Two dimensions are channels and lengths, so batch and layer norm have other parameters here.
  const Document images = counting_document({2, 3, 4});
  EXPECT_EQ(other_operation(against(images, {.b = batch}))->norm.gamma.values.shape(),
            (tensor::Shape{3}));
  EXPECT_EQ(images.norm.gamma.values.shape(), (tensor::Shape{4}));
}

TEST(Comparison, TheSameOperationHasNoOptionsOfItsOwn) {
  const Document document = counting_document({2, 3});
  for (const auto& [calculation, how] :
       {std::pair{Calculation::kTorch, "PyTorch's own function"},
        std::pair{Calculation::kCpu, "the cpu"}, std::pair{Calculation::kGpu, "the gpu"},
        std::pair{Calculation::kReference, "the reference in double"},
        std::pair{Calculation::kSteps, "step by step"}}) {
    const Edit edit =
        NORMSCOPE_VALUE_OR_FAIL(compare_with(document, {.b_calculation = calculation}));
    EXPECT_EQ(edit.description, std::string("compare with ") + how);
    EXPECT_EQ(other_operation(edit.after), nullptr);
    EXPECT_EQ(exchanged(edit.after), edit.after);
    EXPECT_EQ(other_alone(edit.after), document);
    EXPECT_EQ(sentence_of(exchange_sides(edit.after)),
              "only two operations can be exchanged, and B is none");
  }
}

TEST(Comparison, AGivenOutputHasTheShapeOfTheOperations) {
  const Document document = counting_document({2, 3});
  const Edit edit = NORMSCOPE_VALUE_OR_FAIL(compare_with(document, {.b = output_of_shape({2, 3})}));
  EXPECT_EQ(edit.description, "compare with from Keras");
  EXPECT_EQ(other_operation(edit.after), nullptr);
  EXPECT_EQ(other_alone(edit.after), document);
  EXPECT_EQ(sentence_of(compare_with(document, {.b = output_of_shape({3, 2})})),
            "the output to compare with must have the shape (2, 3), but has (3, 2)");
  // Behind layers it is the shape of the activations: Linear(5, 6).
  EXPECT_TRUE(compare_with(testing::lecture_document(), {.b = output_of_shape({2, 6})}));
  EXPECT_EQ(sentence_of(compare_with(testing::lecture_document(), {.b = output_of_shape({2, 5})})),
            "the output to compare with must have the shape (2, 6), but has (2, 5)");
}

TEST(Comparison, EveryPresetIsBWithTheAxesOfA) {
  Document document = counting_document({2, 3, 4});
  document.norm.options.normalized_shape = {3, 4};
  document = fitted(std::move(document));
  const std::vector<std::string> names = {"V1: the mean",
                                          "V2: layer norm, no eps, unbiased",
                                          "V3: layer norm, eps 1e-05, biased",
                                          "V4: layer norm, eps 1e-05, biased, variance in one pass",
                                          "V5: layer norm, eps 1e-05 outside the root, biased",
                                          "V6: layer norm, eps 1e-06 outside the root, unbiased",
                                          "V7: layer norm, eps 0.001, biased",
                                          "V8: layer norm, eps 1e-05 added to the count, biased",
                                          "V9: the input unchanged",
                                          "V10: RMS norm, eps 1e-06"};
  ASSERT_EQ(names.size(), ops::presets().size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const ops::Preset& preset = ops::presets()[i];
    const Edit edit = NORMSCOPE_VALUE_OR_FAIL(compare_with_preset(document, preset.id));
    EXPECT_EQ(edit.description, "compare with " + names[i]);
    EXPECT_EQ(other_description(edit.after), names[i]);
    EXPECT_EQ(operation_of(edit.after), operation_of(document)) << "A stays";
    const Operation& other = *other_operation(edit.after);
    EXPECT_EQ(operation_description(other), names[i]);
    EXPECT_EQ(other.norm.options.normalized_shape, (tensor::Shape{3, 4})) << preset.id;
    // As a document that chose the preset itself.
    EXPECT_EQ(other_alone(edit.after),
              NORMSCOPE_VALUE_OR_FAIL(choose_preset(document, preset.id)).after);
  }
  EXPECT_EQ(compare_with_preset(document, "V11").error().kind, base::ErrorKind::kNotFound);
  // A preset is a normalization, whatever A is.
  Document softmax = document;
  softmax.subject = Subject::kSoftmax;
  EXPECT_EQ(other_operation(against_preset(softmax, "V6"))->subject, Subject::kNorm);
}

TEST(Comparison, ADescriptionNamesWhatTellsAnOperationFromItsSiblings) {
  Operation operation = operation_of(counting_document({2, 3}));
  operation.norm.options.centring = false;
  operation.norm.gamma.on = true;
  EXPECT_EQ(operation_description(operation), "RMS norm, eps 1e-05, gamma");
  operation.norm.epsilon_on = false;
  operation.norm.gamma.on = false;
  operation.norm.beta.on = true;
  EXPECT_EQ(operation_description(operation), "RMS norm, no eps, beta");
  operation.subject = Subject::kSoftmax;
  EXPECT_EQ(operation_description(operation), "softmax over dimension -1");
  operation.softmax = {0, 0.5, ops::SoftmaxAlgorithm::kNaive, true};
  EXPECT_EQ(operation_description(operation),
            "naive log softmax over dimension 0, temperature 0.5");
  Document document = against(counting_document({2, 3}), {.b = operation});
  document.comparison->b_calculation = Calculation::kCpu;
  EXPECT_EQ(other_description(document),
            "naive log softmax over dimension 0, temperature 0.5 by the cpu");
  EXPECT_EQ(other_description(counting_document({2, 3})), "");
}

TEST(Comparison, ExchangedTwiceIsTheSame) {
  for (const ops::Preset& a : ops::presets()) {
    for (const ops::Preset& b : ops::presets()) {
      Document document = NORMSCOPE_VALUE_OR_FAIL(choose_preset(welcome_document(), a.id)).after;
      document = against_preset(document, b.id);
      document.comparison->b_calculation = Calculation::kReference;
      const Document turned = exchanged(document);
      EXPECT_EQ(operation_of(turned), *other_operation(document));
      EXPECT_EQ(*other_operation(turned), operation_of(document));
      EXPECT_EQ(turned.comparison->a_calculation, Calculation::kReference);
      EXPECT_EQ(turned.comparison->b_calculation, Calculation::kSteps);
      EXPECT_EQ(exchanged(turned), document);
    }
  }
  EXPECT_EQ(exchanged(welcome_document()), welcome_document()) << "nothing is compared";
}

TEST(Comparison, OfTwoFormsOfABackwardPassComesBackFromASession) {
  Document document = NORMSCOPE_VALUE_OR_FAIL(show_backward(welcome_document(), true)).after;
  document =
      against(document, {.b = operation_of(document), .b_form = trace::BackwardForm::kChain});
  expect_same_after_round_trip(document);
  const Document turned = exchanged(document);
  EXPECT_EQ(turned.backward.form, trace::BackwardForm::kChain);
  EXPECT_EQ(turned.comparison->b_form, trace::BackwardForm::kClosed);
  EXPECT_EQ(exchanged(turned), document);
}

// Each kind of edit of an operation, on a document whose B is another one than A.
TEST(Comparison, AnEditOfBLeavesAAlone) {
  using Change = std::function<MaybeEdit(const Document&)>;
  const auto norm = [](const std::function<void(NormSettings&)>& change) {
    return Change([change](const Document& seen) {
      NormSettings settings = seen.norm;
      change(settings);
      return set_norm(seen, settings);
    });
  };
  const std::vector<std::pair<Change, std::string>> changes = {
      {norm([](NormSettings& of) { of.options.epsilon = 0.5; }), "B: eps 1e-06 to 0.5"},
      {norm([](NormSettings& of) { of.epsilon_on = false; }), "B: turn eps off"},
      {norm([](NormSettings& of) { of.options.kind = ops::Normalization::kRmsNorm; }),
       "B: layer-norm to rms-norm"},
      {norm([](NormSettings& of) { of.gamma.on = true; }), "B: turn gamma on"},
      {[](const Document& seen) { return choose_preset(seen, "V8"); },
       "B: preset V8: eps added to the element count"},
      {[](const Document& seen) { return choose_subject(seen, Subject::kSoftmax); },
       "B: switch to Softmax"},
      {[](const Document& seen) { return set_softmax(seen, {.dim = 0, .temperature = 2}); },
       "B: dimension -1 to 0, temperature 1 to 2"},
      {[](const Document& seen) { return set_value(seen, Target::kGamma, 1, 7); },
       "B: set number 1 of gamma to 7"},
      {[](const Document& seen) {
         return set_block(seen, Target::kBeta, 0, 1, testing::make({1, 2}, {3, 4}));
       },
       "B: paste 1 x 2 numbers into beta"},
      {[](const Document& seen) {
         return reset_parameter(
             NORMSCOPE_VALUE_OR_FAIL(set_value(seen, Target::kGamma, 0, 3)).after, Target::kGamma);
       },
       "B: reset gamma to 1"},
  };
  const Document document = against_preset(counting_document({2, 3}), "V6");
  for (const auto& [change, description] : changes) {
    const MaybeEdit edit = edit_of_other(change(exchanged(document)));
    ASSERT_TRUE(edit) << edit.error().sentence;
    SCOPED_TRACE(edit->description);
    EXPECT_EQ(edit->description.substr(0, 3), "B: ");
    EXPECT_EQ(edit->description, description);
    EXPECT_EQ(operation_of(edit->after), operation_of(document));
    EXPECT_EQ(edit->after.inputs, document.inputs);
    // The same change of a document that runs B alone.
    EXPECT_EQ(other_alone(edit->after),
              NORMSCOPE_VALUE_OR_FAIL(change(other_alone(document))).after);
  }
}

TEST(Comparison, AnEditOfAThatFailsFailsForB) {
  const Document document = against_preset(counting_document({2, 3}), "V6");
  EXPECT_EQ(sentence_of(edit_of_other(choose_preset(exchanged(document), "V11"))),
            sentence_of(choose_preset(document, "V11")));
}

TEST(Comparison, AGestureOnBIsOneEntryThatNamesIt) {
  History history(against_preset(counting_document({2, 3}), "V6"));
  const Document start = history.document();
  for (const double epsilon : {0.1, 0.2, 0.4}) {
    const Document seen = exchanged(history.document());
    NormSettings settings = seen.norm;
    settings.options.epsilon = epsilon;
    history.apply(NORMSCOPE_VALUE_OR_FAIL(edit_of_other(set_norm(seen, settings))), 3);
  }
  EXPECT_EQ(history.undo_description(), "B: eps 1e-06 to 0.4");
  EXPECT_EQ(other_operation(history.document())->norm.options.epsilon, 0.4);
  EXPECT_EQ(history.document().norm.options.epsilon, 1e-5);
  history.undo();
  EXPECT_EQ(history.document(), start);
}

TEST(Comparison, EachStepIsUndoneAndRedone) {
  const Document start = counting_document({2, 3});
  History history(start);
  const auto apply = [&](MaybeEdit edit) {
    history.apply(NORMSCOPE_VALUE_OR_FAIL(std::move(edit)));
    return history.document();
  };
  const std::array<Document, 4> versions = {start, apply(compare_with_preset(start, "V6")),
                                            apply(exchange_sides(history.document())),
                                            apply(stop_comparing(history.document()))};
  EXPECT_EQ(history.undo_description(), "stop comparing");
  EXPECT_EQ(versions[2].norm.options.epsilon, 1e-6);
  EXPECT_EQ(versions[3].norm.options.epsilon, 1e-6) << "A is what it was";
  EXPECT_FALSE(versions[3].comparison);
  const std::array<std::string, 4> descriptions = {
      "", "compare with V6: layer norm, eps 1e-06 outside the root, unbiased", "exchange A and B",
      "stop comparing"};
  for (std::size_t at = 3; at > 0; --at) {
    EXPECT_EQ(history.document(), versions[at]);
    EXPECT_EQ(history.undo_description(), descriptions[at]);
    EXPECT_TRUE(history.undo());
  }
  for (std::size_t at = 0; at < 3; ++at) {
    EXPECT_EQ(history.document(), versions[at]);
    EXPECT_TRUE(history.redo());
  }
  EXPECT_EQ(history.document(), versions[3]);
  // Choosing what is chosen already is no entry.
  apply(stop_comparing(history.document()));
  EXPECT_EQ(history.undo_description(), "stop comparing");
  EXPECT_TRUE(history.undo());
  EXPECT_EQ(history.redo_description(), "stop comparing");
}

TEST(Comparison, WhatIsComparedIsWorkToSave) {
  History history(counting_document({2, 3}));
  history.apply(NORMSCOPE_VALUE_OR_FAIL(compare_with_preset(history.document(), "V6")));
  EXPECT_TRUE(history.changed_since_saved());
  history.mark_saved();
  EXPECT_FALSE(history.changed_since_saved());
  history.apply(NORMSCOPE_VALUE_OR_FAIL(exchange_sides(history.document())));
  EXPECT_TRUE(history.changed_since_saved());
  history.undo();
  EXPECT_FALSE(history.changed_since_saved());
  history.undo();
  EXPECT_TRUE(history.changed_since_saved());
}

TEST(Comparison, TheMemoryOfBCounts) {
  constexpr std::int64_t kColumns = 100'000;
  constexpr std::size_t kBytes = kColumns * sizeof(float);
  // A version itself, without its arrays.
  constexpr std::size_t kVersion = 4000;
  const Document document = counting_document({1, kColumns});
  const std::size_t before = History(document).bytes();
  {
    History history(document);
    history.apply(NORMSCOPE_VALUE_OR_FAIL(compare_with(document, {.b = operation_of(document)})));
    EXPECT_LT(history.bytes(), before + kVersion) << "B's gamma and beta are A's";
    Operation other = operation_of(document);
    other.norm.gamma.values = Array(counting({kColumns}));
    history.apply(NORMSCOPE_VALUE_OR_FAIL(compare_with(document, {.b = other})));
    EXPECT_GE(history.bytes(), before + kBytes);
    EXPECT_LT(history.bytes(), before + kBytes + 2 * kVersion);
    history.reset(document);
    EXPECT_LT(history.bytes(), before + kVersion);
  }
  History history(document);
  history.apply(
      NORMSCOPE_VALUE_OR_FAIL(compare_with(document, {.b = output_of_shape({1, kColumns})})));
  EXPECT_GE(history.bytes(), before + kBytes);
  EXPECT_LT(history.bytes(), before + kBytes + kVersion);
}

TEST(Comparison, BFollowsTheShapeOfTheInput) {
  Document document = with_normalized(counting_document({2, 3, 4}), {3, 4});
  document = against_preset(document, "V6");
  auto seen = exchanged(document);
  seen = NORMSCOPE_VALUE_OR_FAIL(set_value(seen, Target::kGamma, 5, 9)).after;
  document = exchanged(seen);
  document = NORMSCOPE_VALUE_OR_FAIL(insert_line(document, Line::kColumn, 4)).after;
  const Operation& wider = *other_operation(document);
  EXPECT_EQ(wider.norm.options.normalized_shape, (tensor::Shape{3, 5}));
  EXPECT_EQ(wider.norm.gamma.values.shape(), (tensor::Shape{3, 5}));
  EXPECT_EQ(wider.norm.beta.values.shape(), (tensor::Shape{3, 5}));
  // Aligned at the last dimension, as A's.
  Document alone = with_normalized(counting_document({2, 3, 4}), {3, 4});
  alone = NORMSCOPE_VALUE_OR_FAIL(set_value(alone, Target::kGamma, 5, 9)).after;
  alone = NORMSCOPE_VALUE_OR_FAIL(insert_line(alone, Line::kColumn, 4)).after;
  EXPECT_EQ(numbers(wider.norm.gamma.values), numbers(alone.norm.gamma.values));
  document = NORMSCOPE_VALUE_OR_FAIL(set_layers(document, {LinearLayer{7, 1, 0}})).after;
  EXPECT_EQ(other_operation(document)->norm.gamma.values.shape(), (tensor::Shape{3, 7}));
  EXPECT_EQ(document.norm.gamma.values.shape(), (tensor::Shape{3, 7}));
}

}  // namespace
}  // namespace normscope::document
