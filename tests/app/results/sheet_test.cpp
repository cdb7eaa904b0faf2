// SPDX-License-Identifier: MIT
// The sheet of every step of every operation: what must be in sight whatever step it is, and the
// names by which a step is found.
#include "app/results/sheet/sheet.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/results/sheet/cells.hpp"
#include "core/ops/presets.hpp"
#include "tests/app/results/derivations.hpp"

namespace normscope::results {
namespace {

using document::Document;
using ops::Normalization;
using tensor::Shape;
using trace::Primitive;
using BandKind = SheetBand::Kind;

struct Case {
  std::string name;
  Document document;
};

Document of_norm(const Shape& shape, const ops::NormOptions& options) {
  Document document = with_normal_numbers(shape);
  document.norm.options = options;
  return document;
}

ops::NormOptions options_of(Normalization kind, std::int64_t groups = 1) {
  ops::NormOptions options;
  options.kind = kind;
  options.groups = groups;
  return options;
}

// Without layers, behind each kind of layer, and behind two.
void add_layers(std::vector<Case>& cases, const Case& of) {
  const std::vector<std::pair<std::string, std::vector<document::Layer>>> all = {
      {"", {}},
      {", relu", {document::ReluLayer{}}},
      {", linear and relu", {document::LinearLayer{4, 7, 0}, document::ReluLayer{}}},
      {", two linear", {document::LinearLayer{6, 7, 0}, document::LinearLayer{4, 8, 0}}}};
  for (const auto& [words, layers] : all) {
    Case each = of;
    each.name += words;
    each.document.layers = layers;
    each.document = document::fitted(std::move(each.document));
    cases.push_back(std::move(each));
  }
}

void add_norm(std::vector<Case>& cases, const std::string& name, const Document& document) {
  std::vector<Case> plain;
  add_layers(plain, {name, document});
  for (const Case& each : plain) {
    cases.push_back(each);
    Document both = with_parameters(each.document);
    Document gamma = both;
    gamma.norm.beta.on = false;
    Document beta = both;
    beta.norm.gamma.on = false;
    cases.push_back({each.name + ", gamma and beta", std::move(both)});
    cases.push_back({each.name + ", gamma", std::move(gamma)});
    cases.push_back({each.name + ", beta", std::move(beta)});
  }
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  using N = Normalization;
  const std::vector<std::pair<Shape, ops::NormOptions>> kinds = {
      {{2, 6}, options_of(N::kLayerNorm)},       {{3, 1}, options_of(N::kLayerNorm)},
      {{2, 6}, options_of(N::kRmsNorm)},         {{4, 3, 8}, options_of(N::kBatchNorm)},
      {{2, 6}, options_of(N::kBatchNorm)},       {{2, 4, 3}, options_of(N::kInstanceNorm)},
      {{2, 4, 3}, options_of(N::kGroupNorm, 2)}, {{2, 6}, options_of(N::kGroupNorm, 2)}};
  for (const auto& [shape, options] : kinds) {
    const auto kind = base::name_of(ops::normalization_names(), options.kind);
    add_norm(cases, fmt::format("{} {}", tensor::shape_to_text(shape), kind),
             of_norm(shape, options));
  }
  for (const ops::Preset& preset : ops::presets()) {
    add_norm(cases, std::string(preset.id), of_norm({2, 6}, preset.options));
  }
  for (const auto& algorithm : ops::variance_algorithm_names()) {
    for (const auto& estimator : ops::variance_estimator_names()) {
      for (const auto& placement : ops::epsilon_placement_names()) {
        for (const bool centring : {true, false}) {
          ops::NormOptions options;
          options.algorithm = algorithm.value;
          options.estimator = estimator.value;
          options.epsilon_placement = placement.value;
          options.centring = centring;
          cases.push_back({fmt::format("{} {} {} centring {}", algorithm.name, estimator.name,
                                       placement.name, centring),
                           of_norm({2, 6}, options)});
        }
      }
    }
  }
  for (const auto& algorithm : ops::softmax_algorithm_names()) {
    for (const bool log : {false, true}) {
      for (const double temperature : {1.0, 0.5}) {
        for (const std::int64_t dim : {-1, 0}) {
          Document document = with_normal_numbers({2, 6});
          document.subject = document::Subject::kSoftmax;
          document.softmax = {dim, temperature, algorithm.value, log};
          add_layers(cases, {fmt::format("softmax {} log {} temperature {} dim {}", algorithm.name,
                                         log, temperature, dim),
                             document});
        }
      }
    }
  }
  return cases;
}

const trace::Step& step_of(const Evaluation& evaluation, std::size_t card) {
  const Card& of = evaluation.cards[card];
  return evaluation.stages[of.stage].trace.steps()[static_cast<std::size_t>(of.step)];
}

// The bands that show a card as a matrix.
std::vector<const SheetBand*> matrices(const Sheet& sheet, std::size_t card) {
  std::vector<const SheetBand*> found;
  for (const SheetBand& band : sheet.bands) {
    if (band.kind == BandKind::kCard && band.card == card) found.push_back(&band);
  }
  return found;
}

std::vector<const SheetStatistic*> statistics(const Sheet& sheet, std::size_t card) {
  std::vector<const SheetStatistic*> found;
  for (const SheetBand& band : sheet.bands) {
    for (const SheetStatistic& each : band.statistics) {
      if (each.card == card) found.push_back(&each);
    }
  }
  return found;
}

bool in_sight(const Sheet& sheet, std::size_t card) {
  return !matrices(sheet, card).empty() || !statistics(sheet, card).empty();
}

bool has_sign(const Sheet& sheet, std::size_t card, std::string_view sign) {
  const auto signs = [&](const auto* each) { return each->sign == sign; };
  return std::ranges::any_of(matrices(sheet, card), signs) ||
         std::ranges::any_of(statistics(sheet, card), signs);
}

// Expects what is pinned: the input, the operation's input and the output.
void expect_pinned(const Evaluation& evaluation, const Sheet& sheet) {
  const std::size_t last = evaluation.cards.size() - 1;
  const std::size_t activations = card_of(evaluation, evaluation.stages.size() - 1, 0);
  for (const std::size_t card : {std::size_t{0}, activations, last}) {
    const auto bands = matrices(sheet, card);
    ASSERT_EQ(bands.size(), 1U) << evaluation.cards[card].title;
    const bool below = card == last || (card != 0 && sheet.focus != 0 && sheet.focus <= card);
    EXPECT_EQ(bands[0]->part, below ? SheetPart::kBottom : SheetPart::kTop);
  }
  // Every statistic of the operation stands beside its input.
  std::size_t count = 0;
  for (std::size_t card = 0; card < evaluation.cards.size(); ++card) {
    if (!is_statistic(evaluation, card)) continue;
    ++count;
    EXPECT_TRUE(std::ranges::any_of(matrices(sheet, activations)[0]->statistics,
                                    [&](const SheetStatistic& each) { return each.card == card; }))
        << evaluation.cards[card].title;
  }
  const auto& beside = matrices(sheet, activations)[0]->statistics;
  EXPECT_GE(beside.size(), count);
  const bool needed = std::ranges::any_of(beside, &SheetStatistic::needed);
  EXPECT_EQ(needed, count > 0) << "one at least is shown where there is little room";
}

// Expects the matrices in the order in which they are computed, each parameter behind what it is
// applied to.
void expect_order(const Evaluation& evaluation, const Sheet& sheet) {
  std::size_t card = 0;
  for (const SheetBand& band : sheet.bands) {
    if (band.kind == BandKind::kStatistics) continue;
    if (band.kind != BandKind::kCard) {
      EXPECT_EQ(evaluation.cards[sheet.focus].stage, band.stage);
      EXPECT_LT(card, sheet.focus);
      continue;
    }
    EXPECT_GE(band.card, card) << evaluation.cards[band.card].title << " stands below "
                               << evaluation.cards[card].title;
    card = band.card;
  }
}

// Whether a statistic always stands beside the operation's input, so that the equation need not
// repeat it.
bool always_stands(const Sheet& sheet, std::size_t card) {
  return std::ranges::any_of(sheet.bands, [&](const SheetBand& band) {
    return band.part != SheetPart::kFocus &&
           std::ranges::any_of(band.statistics, [&](const SheetStatistic& each) {
             return each.card == card && each.needed;
           });
  });
}

void expect_equation(const Evaluation& evaluation, const Sheet& sheet) {
  const std::size_t focus = sheet.focus;
  const trace::Step& step = step_of(evaluation, focus);
  const std::size_t stage = evaluation.cards[focus].stage;
  EXPECT_TRUE(in_sight(sheet, focus));
  const bool pinned = std::ranges::any_of(
      matrices(sheet, focus), [](const auto* band) { return band->part != SheetPart::kFocus; });
  if (step.a >= 0 && !pinned && !always_stands(sheet, focus)) {
    EXPECT_TRUE(has_sign(sheet, focus, "="));
  }
  for (const int operand : {step.a, step.b}) {
    if (operand < 0 || evaluation.stages[stage].trace.program().is_parameter(operand)) continue;
    const std::size_t card = card_of(evaluation, stage, operand);
    EXPECT_TRUE(in_sight(sheet, card)) << "operand " << evaluation.cards[card].title;
    const bool first_is_pinned =
        std::ranges::any_of(matrices(sheet, card_of(evaluation, stage, step.a)),
                            [](const auto* band) { return band->part != SheetPart::kFocus; });
    // Where both matrices are pinned there is no room for a sign between them.
    if (operand != step.b || (pinned && first_is_pinned)) continue;
    if (first_is_pinned && always_stands(sheet, card)) continue;
    const std::string_view sign = step.primitive == Primitive::kSubtract ? "−"
                                  : step.primitive == Primitive::kDivide ? "÷"
                                                                         : "";
    EXPECT_TRUE(has_sign(sheet, card, sign)) << evaluation.cards[card].title;
  }
  const trace::Program& program = evaluation.stages[stage].trace.program();
  for (const auto& [role, sign] :
       {std::pair{trace::Role::kGamma, "×"}, std::pair{trace::Role::kBeta, "+"},
        std::pair{trace::Role::kBias, "+"}, std::pair{trace::Role::kWeight, "×"}}) {
    const int leaf = program.find(role);
    const auto band = std::ranges::find(sheet.bands, role, &SheetBand::parameter);
    ASSERT_EQ(band != sheet.bands.end(), leaf >= 0 && (step.a == leaf || step.b == leaf));
    if (band == sheet.bands.end()) continue;
    EXPECT_EQ(band->kind, BandKind::kParameter);
    EXPECT_EQ(band->stage, stage);
    EXPECT_EQ(band->sign, sign);
  }
}

TEST(Sheet, ShowsInputOutputAndTheStepAsAnEquation) {
  for (const Case& each : all_cases()) {
    const Evaluation evaluation = computed(each.document);
    ASSERT_FALSE(evaluation.failure) << each.name << ": " << evaluation.failure->sentence;
    for (std::size_t focus = 0; focus < evaluation.cards.size(); ++focus) {
      SCOPED_TRACE(each.name + ": " + evaluation.cards[focus].title);
      const Sheet sheet = sheet_of(evaluation, focus);
      EXPECT_EQ(sheet.focus, focus);
      EXPECT_FALSE(sheet.explanation.empty());
      std::set<std::size_t> cards;
      for (const SheetBand& band : sheet.bands) {
        if (band.kind != BandKind::kCard) continue;
        EXPECT_TRUE(cards.insert(band.card).second) << "twice: " << band.card;
        EXPECT_FALSE(is_statistic(evaluation, band.card)) << evaluation.cards[band.card].title;
      }
      expect_pinned(evaluation, sheet);
      expect_order(evaluation, sheet);
      expect_equation(evaluation, sheet);
    }
  }
}

TEST(Sheet, TheWordsOfAStepAreThoseOfItsOperands) {
  const auto words = [](const Document& document, std::string_view step) {
    const Evaluation evaluation = computed(document);
    return sheet_of(evaluation, card_of(evaluation, step)).explanation;
  };
  Document one_pass = of_norm({2, 6}, options_of(Normalization::kLayerNorm));
  EXPECT_EQ(words(one_pass, "centred"), "From each number, the mean of its group is subtracted.");
  EXPECT_EQ(words(one_pass, "normalized"),
            "Each number is divided by the standard deviation of its group.");
  one_pass.norm.options.algorithm = ops::VarianceAlgorithm::kOnePass;
  EXPECT_EQ(words(one_pass, "variance"),
            "From each mean square, the squared mean of its group is subtracted.");
  EXPECT_EQ(words(one_pass, "squared-mean"), "Each mean is multiplied by itself.");
  const auto scaled = [&](const Shape& shape, Normalization kind) {
    Document document = of_norm(shape, options_of(kind));
    document.norm.gamma.on = true;
    return words(document::fitted(std::move(document)), "scaled");
  };
  EXPECT_EQ(scaled({2, 6}, Normalization::kLayerNorm), "Each column is scaled by its own gamma.");
  EXPECT_EQ(scaled({2, 6}, Normalization::kBatchNorm), "Each column is scaled by its own gamma.");
  EXPECT_EQ(scaled({2, 3, 6}, Normalization::kBatchNorm),
            "Each channel (dim 1) is scaled by its own gamma.");
  EXPECT_EQ(scaled({2, 3, 6}, Normalization::kGroupNorm),
            "Each channel (dim 1) is scaled by its own gamma.");
}

TEST(Sheet, StepsAreFoundByIdAndByName) {
  Document document = of_norm({2, 5}, {});
  document.layers = {document::LinearLayer{6, 7, 0}, document::LinearLayer{4, 8, 0},
                     document::ReluLayer{}};
  const Evaluation evaluation = computed(with_parameters(document::fitted(std::move(document))));
  ASSERT_FALSE(evaluation.failure);
  const auto& cards = evaluation.cards;
  for (std::size_t card = 0; card < cards.size(); ++card) {
    EXPECT_EQ(card_of(evaluation, cards[card].id), card) << cards[card].id;
  }
  const auto id_of = [&](std::string_view name) { return cards[card_of(evaluation, name)].id; };
  EXPECT_EQ(id_of("variance + eps"), "variance-plus-eps");
  EXPECT_EQ(id_of("standard deviation"), "standard-deviation");
  EXPECT_EQ(id_of("linear"), "layer1.output") << "the last one";
  EXPECT_EQ(id_of("relu"), "layer2.output");
  EXPECT_EQ(id_of("shifted"), cards.back().id);
  EXPECT_EQ(id_of(""), cards.back().id);
  EXPECT_EQ(id_of("no such step"), cards.back().id);
}

TEST(Sheet, NoCardIsTheLastLayerOfAKindThatIsNotThere) {
  const Evaluation evaluation = computed(of_norm({2, 5}, {}));
  EXPECT_EQ(card_of(evaluation, "linear"), evaluation.cards.size() - 1);
  EXPECT_EQ(card_of(evaluation, "relu"), evaluation.cards.size() - 1);
  EXPECT_EQ(card_of(Evaluation{}, "mean"), 0U) << "without cards";
}

TEST(Sheet, TheDimensionsThatShareAStatisticAreCountedFromTheEnd) {
  using N = Normalization;
  const auto words = [](const Shape& shape, const ops::NormOptions& options) {
    const Evaluation evaluation = computed(of_norm(shape, options));
    return evaluation.failure ? evaluation.failure->sentence : shared_dimensions(evaluation);
  };
  ops::NormOptions two = options_of(N::kLayerNorm);
  two.normalized_shape = {3, 8};
  EXPECT_EQ(words({2, 6}, {}), "over dim -1 (6)");
  EXPECT_EQ(words({6}, {}), "over dim -1 (6)");
  EXPECT_EQ(words({4, 3, 8}, two), "over dims -2 (3) and -1 (8)");
  EXPECT_EQ(words({2, 6}, options_of(N::kRmsNorm)), "over dim -1 (6)");
  EXPECT_EQ(words({4, 3}, options_of(N::kBatchNorm)), "over dim -2 (4)");
  EXPECT_EQ(words({4, 3, 8}, options_of(N::kBatchNorm)), "over dims -3 (4) and -1 (8)");
  EXPECT_EQ(words({4, 3, 2, 8}, options_of(N::kBatchNorm)), "over dims -4 (4), -2 (2) and -1 (8)");
  EXPECT_EQ(words({4, 3, 8}, options_of(N::kInstanceNorm)), "over dim -1 (8)");
  EXPECT_EQ(words({2, 4, 8}, options_of(N::kGroupNorm, 2)), "over dims -2 (2 of 4) and -1 (8)");
  EXPECT_EQ(words({2, 4, 8}, options_of(N::kGroupNorm, 1)), "over dims -2 (4) and -1 (8)");
  EXPECT_EQ(words({2, 4, 8}, options_of(N::kGroupNorm, 4)), "over dim -1 (8)");
  // A dimension of one index shares nothing.
  EXPECT_EQ(words({1, 6}, {}), "over dim -1 (6)");
  EXPECT_EQ(words({3, 1}, {}), "every number by itself");

  Document softmax = with_normal_numbers({2, 6});
  softmax.subject = document::Subject::kSoftmax;
  EXPECT_EQ(shared_dimensions(computed(softmax)), "over dim -1 (6)");
  softmax.softmax.dim = 0;
  EXPECT_EQ(shared_dimensions(computed(softmax)), "over dim -2 (2)");

  Document relative = with_normal_numbers({2, 6});
  relative.subject = document::Subject::kRelative;
  relative.relative.kind = ops::Relative::kDyt;
  EXPECT_EQ(shared_dimensions(computed(relative)), "") << "no numbers share a statistic";
  relative.relative.kind = ops::Relative::kSparsemax;
  EXPECT_EQ(shared_dimensions(computed(relative)), "over dim -1 (6)");
}

}  // namespace
}  // namespace normscope::results
