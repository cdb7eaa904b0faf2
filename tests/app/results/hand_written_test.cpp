// SPDX-License-Identifier: MIT
// Hand-written steps on the stage: computed from the input as they were written, before and after
// edits; provenance, formulas and sources of chains that are no norm.
#include "app/results/hand_written/hand_written.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/document/edits.hpp"
#include "app/document/hand_written.hpp"
#include "app/document/torch_code.hpp"
#include "app/results/derivation/derivation.hpp"
#include "app/results/derivation/provenance.hpp"
#include "app/results/sheet/sheet.hpp"
#include "core/ops/presets.hpp"
#include "core/trace/operations.hpp"
#include "tests/app/hand_written_steps.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/core/trace/written_steps.hpp"
#include "tests/support/support.hpp"

namespace normscope::results {
namespace {

using document::Array;
using document::Document;
using document::HandWritten;
using document::HandWrittenStep;
using document::Subject;
using document::Target;
using testing::given;
using testing::mean_over;
using testing::of;
using testing::over;
using trace::Primitive;
using trace::WrittenStep;

const tensor::Tensor kX = testing::make({2, 3}, {1.5F, -2, 0.25F, 3, 5.5F, -1});
const tensor::Tensor kGamma = testing::make({3}, {0.5F, 0, -2});
const tensor::Tensor kBeta = testing::make({3}, {1, 2, 3});

trace::TensorRef share(const tensor::Tensor& values) {
  return std::make_shared<const tensor::Tensor>(values);
}

Document opened(HandWritten hand_written, const tensor::Tensor& x = kX) {
  const document::Variable variable{"lecture.py", "y", std::move(hand_written)};
  return NORMSCOPE_VALUE_OR_FAIL(
             document::open_variable(testing::lecture_document(), variable, Array(x)))
      .after;
}

Evaluation computed(const Document& document) {
  Evaluation evaluation = evaluate(document, 1, compute::make_backends(), compute::Device::kCpu);
  EXPECT_FALSE(evaluation.failure);
  return evaluation;
}

HandWritten norm_of(std::string_view preset) {
  HandWritten hand_written;
  ops::NormOptions options = ops::find_preset(preset)->options;
  options.normalized_shape = {3};
  hand_written.norm.options = options;
  hand_written.norm.gamma = {true, Array(kGamma)};
  hand_written.norm.beta = {true, Array(kBeta)};
  hand_written.steps = testing::steps_of(
      NORMSCOPE_VALUE_OR_FAIL(trace::trace_norm(share(kX), share(kGamma), share(kBeta), options)),
      true);
  return hand_written;
}

// The values of all steps of the document, and those of the same settings without a hand-written
// operation.
void expect_as_built_in(const Document& document, std::string_view what) {
  Document plain = document;
  plain.inputs[0].origin = document::Typed{};
  const trace::Trace by_hand = computed(document).stages.back().trace;
  const trace::Trace built_in = computed(plain).stages.back().trace;
  ASSERT_EQ(by_hand.steps().size(), built_in.steps().size()) << what;
  for (int at = 0; at < by_hand.program().size(); ++at) {
    const trace::Step& step = by_hand.program().step(at);
    if (step.role == trace::Role::kTemperature) continue;  // the number stands in its line here
    for (std::int64_t i = 0; i < tensor::product(step.shape); ++i) {
      EXPECT_EQ(testing::to_bits(by_hand.value(at, i)), testing::to_bits(built_in.value(at, i)))
          << what << ": " << step.name;
    }
    EXPECT_EQ(step.per_group, built_in.program().step(at).per_group) << what << ": " << step.name;
    EXPECT_TRUE(step.by_shape) << what << ": " << step.name;
  }
}

// An edit of the input, of gamma and of eps follows through the steps as they were written.
TEST(HandWrittenSteps, FollowEditsAsTheBuiltInOnesDo) {
  for (const char* const id : {"V2", "V3", "V4", "V5", "V6", "V7", "V8", "V10"}) {
    Document document = opened(norm_of(id));
    ASSERT_NE(document::hand_written_operation(document), nullptr);
    expect_as_built_in(document, id);
    EXPECT_EQ(computed(document).cards.back().source.distance, 0) << id;
    document = NORMSCOPE_VALUE_OR_FAIL(set_value(document, Target::kInput, 4, -7)).after;
    document = NORMSCOPE_VALUE_OR_FAIL(set_value(document, Target::kGamma, 1, 3)).after;
    ASSERT_NE(document::hand_written_operation(document), nullptr);
    expect_as_built_in(document, id);
    document::NormSettings settings = document.norm;
    settings.options.epsilon = 0.125;
    document = NORMSCOPE_VALUE_OR_FAIL(document::set_norm(document, settings)).after;
    ASSERT_NE(document::hand_written_operation(document), nullptr) << id;
    expect_as_built_in(document, id);
  }
}

TEST(HandWrittenSteps, OfASoftmaxFollowTheTemperature) {
  HandWritten hand_written;
  hand_written.subject = Subject::kSoftmax;
  hand_written.softmax.temperature = 2;
  // x / 2 with the number in its line, as cells write it.
  auto steps = testing::steps_of(
      NORMSCOPE_VALUE_OR_FAIL(trace::trace_softmax(share(kX), hand_written.softmax)), true);
  for (HandWrittenStep& step : steps) {
    if (step.step.name != "divided by temperature") continue;
    step.step.primitive = Primitive::kDivideConstant;
    step.step.b = -1;
    step.step.c = 2;
  }
  hand_written.steps = std::move(steps);
  Document document = opened(hand_written);
  ops::SoftmaxOptions options = document.softmax;
  options.temperature = 0.5;
  document = NORMSCOPE_VALUE_OR_FAIL(document::set_softmax(document, options)).after;
  ASSERT_NE(document::hand_written_operation(document), nullptr);
  expect_as_built_in(document, "softmax");
}

// A chain with the values that its own steps give; parameters have these.
HandWritten chain_of(std::vector<WrittenStep> steps, std::vector<tensor::Tensor> parameters = {}) {
  HandWritten chain;
  chain.subject = Subject::kChain;
  std::size_t next = 0;
  for (WrittenStep& step : steps) {
    HandWrittenStep written;
    const bool leaf = step.primitive == Primitive::kGiven;
    if (leaf) written.values = Array(chain.steps.empty() ? kX : parameters.at(next++));
    written.cell = 1;
    written.line = static_cast<int>(chain.steps.size()) + 1;
    written.step = std::move(step);
    chain.steps.push_back(std::move(written));
  }
  return chain;
}

float last_value(const Evaluation& evaluation, std::int64_t at) {
  const trace::Trace& trace = evaluation.stages.back().trace;
  return trace.value(trace.program().size() - 1, at);
}

// gamma tanh(0.5 x) + beta, which no settings of the document say.
TEST(Chains, AnyChainIsComputedByItsSteps) {
  const HandWritten chain =
      chain_of({given({2, 3}), given({3}), given({3}), of(Primitive::kMultiplyConstant, 0, -1, 0.5),
                of(Primitive::kHyperbolicTangent, 3), of(Primitive::kMultiply, 1, 4),
                of(Primitive::kAdd, 5, 2)},
               {kGamma, kBeta});
  Document document = opened(chain);
  EXPECT_EQ(document.subject, Subject::kChain);
  Evaluation evaluation = computed(document);
  EXPECT_NEAR(last_value(evaluation, 3), 0.5 * std::tanh(1.5) + 1, 1e-6);
  EXPECT_EQ(evaluation.cards.back().source.line, 7);
  EXPECT_EQ(evaluation.result->y.values()[3], last_value(evaluation, 3));
  const std::string code = document::torch_code(document);
  EXPECT_NE(code.find("\ns3 = x * 0.5\ns4 = s3.tanh()\ns5 = p1 * s4\ny = s5 + p2\nprint(y)\n"),
            std::string::npos)
      << code;
  // An edit of the input, of a number of the code and of a parameter.
  document = NORMSCOPE_VALUE_OR_FAIL(set_value(document, Target::kInput, 3, 1)).after;
  document = NORMSCOPE_VALUE_OR_FAIL(document::set_chain_constant(document, 3, 2)).after;
  document = NORMSCOPE_VALUE_OR_FAIL(set_value(document, {Target::kStep, 1}, 0, 4)).after;
  evaluation = computed(document);
  EXPECT_NEAR(last_value(evaluation, 3), 4 * std::tanh(2.0) + 1, 1e-6);
  // In double, and written out.
  const auto found =
      NORMSCOPE_VALUE_OR_FAIL(derive(evaluation, {evaluation.cards.size() - 1, 3}, [](float value) {
        return std::to_string(value).substr(0, 4);
      }));
  EXPECT_NE(found.line().find("\\tanh"), std::string::npos) << found.line();
  EXPECT_EQ(chain_step(document, "tanh"), 4U);
  EXPECT_FALSE(chain_step(document, "softmax"));
  EXPECT_FALSE(document::set_chain_constant(document, 4, 2));
  EXPECT_FALSE(document::set_chain_constant(document, 99, 2));
}

// A mean of each row and one of each column: two groupings in one program.
TEST(Chains, TwoGroupingsHaveTheirOwnSources) {
  const Document document =
      opened(chain_of({given({2, 3}), mean_over(0, {1}), mean_over(0, {0}),
                       of(Primitive::kSubtract, 0, 1), of(Primitive::kMultiply, 3, 2)}));
  const Evaluation evaluation = computed(document);
  const std::string code = document::torch_code(document);
  EXPECT_NE(code.find("s1 = x.mean(dim=(1,), keepdim=True)\ns2 = x.mean(dim=(0,), keepdim=True)\n"),
            std::string::npos)
      << code;
  EXPECT_NEAR(last_value(evaluation, 4), (5.5 - 2.5) * 1.75, 1e-6);
  const trace::Provenance provenance(evaluation.stages.back().trace);
  const trace::Cells cell = trace::one_cell({2, 3}, 4);
  EXPECT_EQ(provenance.sources(1, trace::one_cell({2, 1}, 1), 0).box, (trace::Box{{1, 0}, {2, 3}}));
  EXPECT_EQ(provenance.sources(2, trace::one_cell({1, 3}, 1), 0).box, (trace::Box{{0, 1}, {2, 2}}));
  // A box around both.
  EXPECT_EQ(provenance.sources(4, cell, 0).box, (trace::Box{{0, 0}, {2, 3}}));
  for (std::size_t card = 0; card < evaluation.cards.size(); ++card) {
    EXPECT_FALSE(sheet_of(evaluation, card).bands.empty());
  }
}

// Rows of a view are not rows of the input: any of them may be a source, and none is missed.
TEST(Chains, AViewOfOtherRowsHasAllSources) {
  WrittenStep view = of(Primitive::kRepeat, 0);
  view.shape = {3, 2};
  const Document document = opened(chain_of(
      {given({2, 3}), view, over(Primitive::kMaximum, 1, {1}), of(Primitive::kSubtract, 1, 2)}));
  const Evaluation evaluation = computed(document);
  EXPECT_EQ(last_value(evaluation, 2), 0.25F - 3);
  const trace::Provenance provenance(evaluation.stages.back().trace);
  EXPECT_EQ(provenance.sources(2, trace::one_cell({2, 3}, 2), 0).box, (trace::Box{{0, 0}, {2, 3}}));
}

// Scores of rows with rows, softmaxed: a product of two computed steps.
TEST(Chains, ScoresAreProductsOfComputedSteps) {
  const Document document =
      opened(chain_of({given({2, 3}), of(Primitive::kMultiplyConstant, 0, -1, 2),
                       of(Primitive::kMatrixProduct, 0, 1), over(Primitive::kMaximum, 2, {1}),
                       of(Primitive::kSubtract, 2, 3), of(Primitive::kExponential, 4),
                       over(Primitive::kSumOver, 5, {1}), of(Primitive::kDivide, 5, 6)}));
  const Evaluation evaluation = computed(document);
  const trace::Trace& trace = evaluation.stages.back().trace;
  EXPECT_EQ(trace.program().step(2).shape, (tensor::Shape{2, 2}));
  EXPECT_EQ(trace.value(2, 1), 2 * (1.5F * 3 - 2 * 5.5F - 0.25F));
  EXPECT_EQ(last_value(evaluation, 0) + last_value(evaluation, 1), 1);
  const trace::Provenance provenance(trace);
  EXPECT_EQ(provenance.sources(2, trace::one_cell({2, 2}, 0), 0).box, (trace::Box{{0, 0}, {1, 3}}));
}

TEST(Chains, StepsThatDifferFromTheCellsSayByHowMuch) {
  HandWritten chain = chain_of({given({2, 3}), of(Primitive::kSigmoid, 0)});
  chain.steps[1].values = Array(testing::make({2, 3}, {0, 0, 0, 0, 0, 1}));
  Document document = opened(chain);
  EXPECT_NEAR(computed(document).cards[1].source.distance, 1 / (1 + std::exp(-5.5)), 1e-6);
  // After an edit the cell's numbers are those of another input.
  document = NORMSCOPE_VALUE_OR_FAIL(set_value(document, Target::kInput, 0, 3)).after;
  EXPECT_EQ(computed(document).cards[1].source.distance, 0);
}

TEST(Chains, AnotherInputOrALayerEndsIt) {
  const Document document = opened(chain_of({given({2, 3}), of(Primitive::kSigmoid, 0)}));
  EXPECT_TRUE(document::has_chain(document));
  const auto layered = NORMSCOPE_VALUE_OR_FAIL(set_layers(document, {document::ReluLayer{}})).after;
  EXPECT_EQ(layered.subject, Subject::kNorm);
  EXPECT_FALSE(document::choose_subject(layered, Subject::kChain));
  const auto softmax = NORMSCOPE_VALUE_OR_FAIL(choose_subject(document, Subject::kSoftmax)).after;
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(choose_subject(softmax, Subject::kChain)).after.subject,
            Subject::kChain);
  const auto typed = NORMSCOPE_VALUE_OR_FAIL(
      document::paste_input(document, testing::make({2, 3}, {1, 2, 3, 4, 5, 6})));
  EXPECT_EQ(typed.after.subject, Subject::kNorm);
}

// Values alone, as older sessions have them: functions of the input of which nothing is known.
TEST(HandWrittenSteps, WithoutOperandsAreGivenUntilAnEdit) {
  HandWritten named = norm_of("V3");
  for (HandWrittenStep& step : named.steps) step.step = WrittenStep{step.step.role, step.step.name};
  std::erase_if(named.steps, [](const HandWrittenStep& step) {
    return step.step.role == trace::Role::kGamma || step.step.role == trace::Role::kBeta;
  });
  const auto mean = std::ranges::find(named.steps, trace::Role::kMean,
                                      [](const HandWrittenStep& step) { return step.step.role; });
  mean->values = Array(testing::make({2, 1}, {7, 8}));
  Document document = opened(named);
  const trace::Trace trace = computed(document).stages.back().trace;
  const int at = trace.find(trace::Role::kMean);
  EXPECT_EQ(trace.value(at, 1), 8);
  EXPECT_EQ(trace.program().step(at).primitive, Primitive::kGiven);
  // Of an unknown step, the whole group is a source.
  EXPECT_EQ(trace::Provenance(trace).sources(at, trace::one_cell({2, 1}, 0), 0).box,
            (trace::Box{{0, 0}, {1, 3}}));
  document = NORMSCOPE_VALUE_OR_FAIL(set_value(document, Target::kInput, 0, 0)).after;
  const trace::Trace edited = computed(document).stages.back().trace;
  EXPECT_EQ(edited.program().step(edited.find(trace::Role::kMean)).primitive, Primitive::kSumOver);
}

}  // namespace
}  // namespace normscope::results
