// SPDX-License-Identifier: MIT
// The backward pass on the sheet: numbers that others computed, its cards and bands, what a
// selected number is made of, and that a comparison takes each side's own.
#include "app/results/backward.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "app/document/comparison.hpp"
#include "app/document/edits.hpp"
#include "app/results/derivation/provenance.hpp"
#include "app/results/sheet/sheet.hpp"
#include "app/results/sheet/summary.hpp"
#include "tests/support/support.hpp"

namespace normscope::results::backward_test {

using document::Document;
using document::NormSettings;
using Numbers = std::vector<float>;

Document with_dy(tensor::Shape shape, Numbers x, Numbers dy) {
  const Document forward =
      document::document_of("x", document::Typed{}, testing::make(shape, std::move(x)));
  Document backward = NORMSCOPE_VALUE_OR_FAIL(document::show_backward(forward, true)).after;
  backward.backward.upstream = document::Array(testing::make(std::move(shape), std::move(dy)));
  return backward;
}

Evaluation evaluated(const Document& document) {
  return evaluate(document, 1, compute::make_backends(), compute::Device::kCpu);
}

Numbers dx_of(const Evaluation& evaluation) {
  if (evaluation.failure) {
    ADD_FAILURE() << evaluation.failure->sentence;
    return {};
  }
  const auto values = evaluation.result->y.values();
  return {values.begin(), values.end()};
}

void expect_near(const Numbers& is, const std::vector<double>& should, double tolerance) {
  ASSERT_EQ(is.size(), should.size());
  for (std::size_t at = 0; at < is.size(); ++at) {
    EXPECT_NEAR(static_cast<double>(is[at]), should[at], tolerance) << "number " << at;
  }
}

// tt-metal #53204, with the right numbers by PyTorch's autograd in double, printed to four digits.
TEST(BackwardPass, OfALayerNormIsPyTorchs) {
  Document document = with_dy({1, 4}, {1, 2, 3, 4}, {1, 0, 0, 0});
  for (const auto& [form, name] : trace::backward_form_names()) {
    document.backward.form = form;
    expect_near(dx_of(evaluated(document)), {0.2683, -0.3578, -0.0894, 0.1789}, 6e-5);
  }
}

// Of a constant row each variant of eps gives zeros, and another gradient.
TEST(BackwardPass, OfAConstantRowTellsWhereEpsStands) {
  Document document = with_dy({1, 4}, {2, 2, 2, 2}, {1, 0, 0, 0});
  expect_near(dx_of(evaluated(document)), {237.17, -79.06, -79.06, -79.06}, 5e-3);
  NormSettings outside = document.norm;
  outside.options.epsilon_placement = ops::EpsilonPlacement::kOutside;
  outside.options.estimator = ops::VarianceEstimator::kUnbiased;
  outside.options.algorithm = ops::VarianceAlgorithm::kWelford;  // torch.std
  document = NORMSCOPE_VALUE_OR_FAIL(document::set_norm(document, outside)).after;
  const Numbers dx = dx_of(evaluated(document));
  // eps is a float32: 75000 within its rounding.
  expect_near(dx, {75000, -25000, -25000, -25000}, 75000 * 1e-6);
}

// Gamma has one value a channel: with each of these a copy of dy times it is normalized.
TEST(BackwardPass, OfChannelsWithGammaIsThatOfDyTimesGamma) {
  const Numbers x{1, 2, 4, 3, 5, 9, 2, 7};
  for (const ops::Normalization kind :
       {ops::Normalization::kGroupNorm, ops::Normalization::kInstanceNorm,
        ops::Normalization::kBatchNorm}) {
    const auto dx = [&](const Numbers& gamma, const Numbers& dy) {
      Document document = with_dy({1, 2, 2, 2}, x, dy);
      NormSettings settings = document.norm;
      settings.options = {.kind = kind};
      document = NORMSCOPE_VALUE_OR_FAIL(document::set_norm(document, settings)).after;
      document.norm.gamma = {true, document::Array(testing::make({2}, gamma))};
      return dx_of(evaluated(document));
    };
    const Numbers plain = dx({1, 1}, {2, 4, -6, 2, -3, 3, 0, 9});
    const Numbers scaled = dx({2, -3}, {1, 2, -3, 1, 1, -1, 0, -3});
    expect_near(scaled, {plain.begin(), plain.end()}, 0);
    EXPECT_GT(std::abs(plain.front()), 0.1F);
  }
}

TEST(BackwardPass, StandsBehindTheWholeForwardPass) {
  Document document = with_dy({1, 4}, {1, 2, 3, 4}, {1, 0, 0, 0});
  document.norm.gamma.on = document.norm.beta.on = true;
  const Evaluation evaluation = evaluated(document);
  const auto cards = backward_cards(evaluation);
  ASSERT_TRUE(cards);
  EXPECT_EQ(evaluation.cards[cards->output].id, "shifted");
  EXPECT_EQ(evaluation.cards[cards->upstream].id, "upstream-gradient");
  EXPECT_EQ(evaluation.cards.back().id, "gradient-of-the-input");
  EXPECT_EQ(evaluation.output_step, "gradient of the input");
  const Sheet sheet = sheet_of(evaluation, evaluation.cards.size() - 1);
  ASSERT_GE(sheet.bands.size(), 4U);
  EXPECT_EQ(sheet.bands[0].card, 0U);
  EXPECT_EQ(sheet.bands[1].card, cards->output);
  EXPECT_EQ(sheet.bands[2].card, cards->upstream);
  EXPECT_EQ(sheet.bands.back().card, evaluation.cards.size() - 1);
  EXPECT_FALSE(backward_cards(
      evaluated(NORMSCOPE_VALUE_OR_FAIL(document::show_backward(document, false)).after)));
}

TEST(BackwardPass, OfASoftmaxIsThatOfItsGroupsAlone) {
  Document document = with_dy({2, 3}, {1, 2, 3, 0, 0, 0}, {1, 0, 0, 0, 0, 0});
  document.subject = document::Subject::kSoftmax;
  const Evaluation evaluation = evaluated(document);
  // p (dy - p_0) with p of torch.softmax([1, 2, 3]) in double.
  constexpr std::array p = {0.09003057317038046, 0.24472847105479767, 0.6652409557748219};
  expect_near(dx_of(evaluation), {p[0] * (1 - p[0]), -p[0] * p[1], -p[0] * p[2], 0, 0, 0}, 1e-7);
  const std::size_t last = evaluation.cards.size() - 1;
  const Provenance made_of = provenance_of(evaluation, last, 1);
  const std::size_t dy = backward_cards(evaluation)->upstream;
  EXPECT_EQ(made_of.of_cell(dy, 2), Relation::kSource);
  EXPECT_EQ(made_of.of_cell(dy, 3), Relation::kNone);
}

// F.cross_entropy(log(p)) of the shares, of their logarithms and of logits has the same gradient in
// the logits: (p - one at the target) / groups.
TEST(CrossEntropy, OfSharesLogarithmsAndLogitsIsOneGradient) {
  Document document = with_dy({2, 3}, {1, 2, 3, 3, 1, 0}, {0, 0, 0, 0, 0, 0});
  document.subject = document::Subject::kSoftmax;
  document.backward.target = 2;
  std::vector<double> should;
  for (const std::array<double, 3>& row : {std::array{1.0, 2.0, 3.0}, std::array{3.0, 1.0, 0.0}}) {
    const double sum = std::exp(row[0]) + std::exp(row[1]) + std::exp(row[2]);
    for (std::size_t i = 0; i < 3; ++i) {
      should.push_back((std::exp(row[i]) / sum - (i == 2 ? 1 : 0)) / 2);
    }
  }
  expect_near(dx_of(evaluated(document)), should, 1e-6);
  document.softmax.log = true;
  expect_near(dx_of(evaluated(document)), should, 1e-6);
  // Of other outputs dy is that of logits; an identity passes it on.
  document.subject = document::Subject::kNorm;
  document.norm.options.returned = ops::Returned::kInput;
  expect_near(dx_of(evaluated(document)), should, 1e-6);
}

TEST(Invariants, AreThoseOfTheShownForm) {
  const float far = 100000;
  Document document = with_dy({1, 4}, {far, far + 1, far + 2, far + 3}, {1, -1.25F, 1.5F, -1.75F});
  const Summary centred = summarize(evaluated(document), {});
  ASSERT_TRUE(centred.gradient_sum);
  EXPECT_LT(std::abs(*centred.gradient_sum), 1e-6);
  ASSERT_TRUE(centred.gradient_along);
  EXPECT_LT(std::abs(*centred.gradient_along), 1e-4);
  document.backward.form = trace::BackwardForm::kSumsOfInput;
  // PyTorch 1.13.1 itself leaves 0.0039.
  EXPECT_GT(std::abs(*summarize(evaluated(document), {}).gradient_sum), 1e-4);
}

TEST(BackwardPass, IsComparedSideBySide) {
  Document document = with_dy({1, 4}, {2, 2, 2, 2}, {1, 0, 0, 0});
  document = NORMSCOPE_VALUE_OR_FAIL(document::compare_with_preset(document, "V6")).after;
  const Evaluation evaluation = evaluated(document);
  ASSERT_TRUE(evaluation.compared && evaluation.compared->b);
  EXPECT_FALSE(evaluation.compared->failure);
  EXPECT_TRUE(backward_cards(*evaluation.compared->b));
  EXPECT_GT(evaluation.compared->difference.absolute, 1000);
  // There is no other calculation of a backward pass to compare with.
  document.comparison = document::Comparison{.b_calculation = document::Calculation::kTorch};
  const Evaluation same = evaluated(document);
  ASSERT_TRUE(same.compared && same.compared->failure);
  EXPECT_EQ(same.compared->failure->sentence, "a backward pass is computed by its own steps alone");
}

// PyTorch's own kernel sums the input as it is: far from 0 its digits are gone.
TEST(BackwardPass, OfTwoFormsOfOneOperationCanBeCompared) {
  Document document = with_dy({1, 4}, {100001, 100002, 100003, 100004}, {1, 0, 0, 0});
  document.comparison = document::Comparison{.b = document::operation_of(document),
                                             .b_form = trace::BackwardForm::kSumsOfInput};
  const Evaluation evaluation = evaluated(document);
  ASSERT_TRUE(evaluation.compared && evaluation.compared->b);
  const Compared& compared = *evaluation.compared;
  EXPECT_EQ(compared.names[0], "closed form: V3: layer norm, eps 1e-05, biased");
  EXPECT_EQ(compared.names[1],
            "sums of the input, as in PyTorch: V3: layer norm, eps 1e-05, biased");
  EXPECT_GT(compared.difference.absolute, 1e-3);
  expect_near(dx_of(evaluation), {0.2683, -0.3578, -0.0894, 0.1789}, 6e-5);
  // Exchanged, A has lost them.
  const Evaluation turned = evaluated(document::exchanged(document));
  ASSERT_TRUE(turned.compared);
  EXPECT_EQ(turned.compared->names[0], compared.names[1]);
  EXPECT_EQ(turned.compared->difference.absolute, compared.difference.absolute);
}

// By PyTorch's autograd in double: lin = torch.nn.Linear(3, 4) after torch.manual_seed(123), then
// layer_norm(relu(lin(x)), (4,)).backward(dy).
TEST(BackwardPass, GoesThroughTheLayersToTheInput) {
  Document document = with_dy({2, 4}, Numbers(8), {1, -1, 2, .5, .25, 1, -2, 3});
  document.inputs.front().values = document::Array(testing::make({2, 3}, {1, -2, .5, 3, -1, 2}));
  document.layers = {document::LinearLayer{.out_features = 4, .seed = 123}, document::ReluLayer{}};
  document.norm.options.normalized_shape = {4};
  for (const auto form : {trace::BackwardForm::kClosed, trace::BackwardForm::kChain}) {
    document.backward.form = form;
    const Evaluation evaluation = evaluated(document);
    // float32 against double: some units of the largest gradients, 6.6.
    constexpr double kTolerance = 1e-5;
    expect_near(
        dx_of(evaluation),
        {-0.4864878877, -0.4621963424, -0.5893546889, 0.1655052538, 0.3453306779, -0.2351232616},
        kTolerance);
    ASSERT_EQ(evaluation.stages.size(), 3U);
    const trace::Trace& trace = evaluation.stages.back().trace;
    const auto gradient = [&](const char* of) {
      const int step = trace.find(of);
      if (step < 0) return Numbers{};
      const auto values = NORMSCOPE_VALUE_OR_FAIL(trace.whole(step));
      return Numbers(values.values().begin(), values.values().end());
    };
    expect_near(gradient("gradient of layer 1 weight"),
                {0, 0, 0, -5.255875231, 2.870101567, -3.392102505, 1.335141768, -2.670283535,
                 0.6675708838, 6.557535865, -3.587253442, 4.231549761},
                kTolerance);
    expect_near(gradient("gradient of layer 1 bias"), {0, -2.199215673, 1.335141768, 2.746408550},
                kTolerance);
    // The operation's own gradient, and what belongs to its groups, stand before the layers'.
    EXPECT_EQ(trace.steps()[static_cast<std::size_t>(operation_gradient(evaluation))].name,
              "gradient of the activations");
    EXPECT_TRUE(has_operation_gradient(evaluation));
    EXPECT_FALSE(has_groups(evaluation));
    const Summary summary = summarize(evaluation, {});
    EXPECT_NEAR(*summary.gradient_sum, 0, 1e-6) << "a shift of the group moves no output";
    for (std::size_t card = 0; card < evaluation.cards.size(); ++card) {
      EXPECT_FALSE(sheet_of(evaluation, card).bands.empty());
      const auto& of = evaluation.cards[card];
      EXPECT_FALSE(is_statistic(evaluation, card) && of.step > operation_gradient(evaluation));
    }
    // A number of the input is behind each gradient of its row.
    const auto known = provenance_of(evaluation, 0, 0);
    EXPECT_EQ(known.of_cell(0, 0), Relation::kSelf);
  }
}

TEST(CrossEntropy, ToATargetOutsideOfTheGroupSaysSo) {
  Document document = with_dy({1, 4}, {1, 2, 3, 4}, {1, 0, 0, 0});
  document.backward.target = 4;
  const Evaluation evaluation = evaluated(document);
  ASSERT_TRUE(evaluation.failure);
  EXPECT_EQ(evaluation.failure->sentence,
            "the target must be one of 4 numbers of a group, 0 first, but is 4");
}

TEST(BackwardPass, OfAnotherShapeOfDyIsRefused) {
  Document document = with_dy({1, 4}, {1, 2, 3, 4}, {1, 0, 0, 0});
  document.backward.upstream = document::Array(testing::make({4}, {1, 0, 0, 0}));
  const Evaluation evaluation = evaluated(document);
  ASSERT_TRUE(evaluation.failure);
  EXPECT_EQ(evaluation.failure->sentence,
            "the gradient of the output has another shape than the output");
}

}  // namespace normscope::results::backward_test
