// SPDX-License-Identifier: MIT
// The formulas of single numbers: their text for the lecture's numbers, and for every operation
// that they are true: what the numbers of a formula give is the value that stands behind it.
#include "app/results/derivation.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "app/document/edits.hpp"
#include "app/formula/tree.hpp"
#include "core/ops/presets.hpp"
#include "tests/app/results/formula_value.hpp"
#include "tests/support/support.hpp"

namespace normscope::results {
namespace {

using document::Document;
using tensor::Shape;
using testing::Bounded;
using Kind = LinkTarget::Kind;

// Four digits, and a power of ten where they would hide the number.
std::string four_digits(float value) {
  const double magnitude = std::abs(static_cast<double>(value));
  if (magnitude == 0 || (magnitude >= 1e-4 && magnitude < 1e6)) return fmt::format("{:.4f}", value);
  const std::string text = fmt::format("{:.2e}", value);
  const std::size_t e = text.find('e');
  return fmt::format("{} \\times 10^{{{}}}", text.substr(0, e), std::stoi(text.substr(e + 1)));
}

Evaluation evaluated(const Document& document) {
  return evaluate(document, 1, compute::make_backends(), compute::Device::kCpu);
}

Document filled(const Shape& shape) {
  const document::Random origin{.distribution = document::Distribution::kRandn, .seed = 5};
  return document::document_of("x", origin,
                               NORMSCOPE_VALUE_OR_FAIL(document::make_values(origin, shape)));
}

// gamma and beta of both signs.
Document with_parameters(Document document) {
  const Shape shape = NORMSCOPE_VALUE_OR_FAIL(document::affine_shape(document));
  std::vector<float> gamma;
  std::vector<float> beta;
  for (std::int64_t k = 0; k < tensor::product(shape); ++k) {
    gamma.push_back(k % 2 == 0 ? 1.5F : -0.75F);
    beta.push_back(k % 3 == 0 ? -0.3F : 0.7F);
  }
  document.norm.gamma = {true, document::Array(testing::make(shape, gamma))};
  document.norm.beta = {true, document::Array(testing::make(shape, beta))};
  return document;
}

std::size_t card_named(const Evaluation& evaluation, std::string_view id) {
  for (std::size_t card = 0; card < evaluation.cards.size(); ++card) {
    if (evaluation.cards[card].id == id) return card;
  }
  throw std::runtime_error("no card " + std::string(id));
}

Derivation derived(const Evaluation& evaluation, std::string_view id, std::int64_t position,
                   std::optional<std::int64_t> selected = {}) {
  const Cell cell{card_named(evaluation, id), position};
  return NORMSCOPE_VALUE_OR_FAIL(derive(evaluation, cell, four_digits, selected));
}

std::string line(const Evaluation& evaluation, std::string_view id, std::int64_t position,
                 std::optional<std::int64_t> selected = {}) {
  return testing::without_links(derived(evaluation, id, position, selected).line());
}

// The value that a link stands for, looked up apart from the derivation.
double behind(const Document& document, const Evaluation& evaluation, const LinkTarget& link) {
  const auto element = [&](const trace::TensorRef& values) {
    return static_cast<double>(values->values()[static_cast<std::size_t>(link.position)]);
  };
  switch (link.kind) {
    case Kind::kCell: {
      const Card& card = evaluation.cards.at(link.card);
      const auto values =
          NORMSCOPE_VALUE_OR_FAIL(evaluation.stages[card.stage].trace.whole(card.step));
      if (link.position < 0 || link.position >= values.size()) throw std::runtime_error("outside");
      return values.values()[static_cast<std::size_t>(link.position)];
    }
    case Kind::kGamma:
      return document.norm.gamma.values.at(link.position);
    case Kind::kBeta:
      return document.norm.beta.values.at(link.position);
    case Kind::kWeight:
      return element(evaluation.stages.at(link.stage).trace.parts().weight);
    case Kind::kBias:
      return element(evaluation.stages.at(link.stage).trace.parts().beta);
    case Kind::kEpsilon:
      return document.norm.options.epsilon;
    case Kind::kTemperature:
      return document.softmax.temperature;
    case Kind::kCount:
      return link.value;  // what the options make of n
  }
  return std::nan("");
}

// Checks all that must hold for the derivation of any cell.
void expect_true(const Document& document, const Evaluation& evaluation, const Cell& cell) {
  const Derivation found = NORMSCOPE_VALUE_OR_FAIL(derive(evaluation, cell, four_digits));
  const Card& card = evaluation.cards[cell.card];
  const trace::Trace& trace = evaluation.stages[card.stage].trace;
  SCOPED_TRACE(card.title + ": " + found.line());
  ASSERT_TRUE(formula::parse(found.line()));
  ASSERT_TRUE(formula::parse(found.symbol));

  // Each link is used once, and has the value of the place that it names.
  const auto ids = testing::link_ids(found.line());
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size());
  ASSERT_EQ(ids.size(), found.links.size());
  std::vector<Bounded> links;
  for (const LinkTarget& link : found.links) {
    const double value = behind(document, evaluation, link);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(link.value));
    } else {
      EXPECT_EQ(link.value, value);
    }
    // Options are double, and the arithmetic rounds them to float32.
    const bool option =
        link.kind == Kind::kEpsilon || link.kind == Kind::kTemperature || link.kind == Kind::kCount;
    links.push_back({value, option ? 0x1p-24 * std::abs(value) : 0});
  }
  const auto value = static_cast<double>(trace.value(card.step, cell.position));
  ASSERT_FALSE(found.value.empty());
  const auto own = std::stoul(testing::link_ids(found.value).at(0));
  EXPECT_EQ(found.links[own].card, cell.card);
  EXPECT_EQ(found.links[own].position, cell.position);

  const bool input = card.stage == 0 && card.step == 0;
  EXPECT_EQ(found.numbers.empty(), input);
  if (input || found.elided) return;
  const Bounded made = testing::formula_value(found.numbers, links);
  if (std::isnan(value)) {
    EXPECT_TRUE(std::isnan(made.value));
  } else if (std::isinf(value)) {
    EXPECT_EQ(made.value, value);
  } else {
    EXPECT_LE(std::abs(made.value - value), made.error);
    // The bound means something: these inputs lose four digits at most.
    EXPECT_LT(made.error, 1e-3 * std::max(1.0, std::abs(value)));
  }
}

void expect_all_true(const Document& document) {
  const Evaluation evaluation = evaluated(document);
  ASSERT_FALSE(evaluation.failure) << evaluation.failure->sentence;
  for (std::size_t card = 0; card < evaluation.cards.size(); ++card) {
    const Card& shown = evaluation.cards[card];
    const auto& shape =
        evaluation.stages[shown.stage].trace.steps()[static_cast<std::size_t>(shown.step)].shape;
    const std::int64_t size = tensor::product(shape);
    // About seven places, of different rows, columns and groups.
    for (std::int64_t at = 0; at < size; at += 1 + size / 7) {
      expect_true(document, evaluation, {card, at});
    }
  }
}

TEST(Derivation, TheLecturesNumbers) {
  const Evaluation evaluation = evaluated(document::welcome_document());
  EXPECT_EQ(line(evaluation, "normalized", 3),
            "\\hat{x}_{0,3} = \\frac{x - \\mu}{\\sqrt{\\sigma^2 + \\epsilon}} = "
            "\\frac{0.6587 - 0.2432}{\\sqrt{0.0666 + 1.00 \\times 10^{-5}}} = 1.6100");
  EXPECT_EQ(line(evaluation, "mean", 0),
            "\\mu_{0} = \\frac{1}{n} \\sum x = "
            "\\frac{1}{6}(0.0000 + 0.0000 + 0.4091 + 0.6587 + 0.3914 + 0.0000) = 0.2432");
  EXPECT_EQ(line(evaluation, "centred", 9), "(x - \\mu)_{1,3} = 0.3182 - 0.1928 = 0.1254");
  EXPECT_EQ(line(evaluation, "squared", 0), "(x - \\mu)^2_{0,0} = (0.0000 - 0.2432)^2 = 0.0591");
  EXPECT_EQ(line(evaluation, "standard-deviation", 0),
            "(\\sqrt{\\sigma^2 + \\epsilon})_{0} = \\sqrt{0.0666 + 1.00 \\times 10^{-5}} = 0.2581");
  EXPECT_EQ(line(evaluation, "layer1.output", 3),
            "y_{0,3} = \\max(0, x) = \\max(0, 0.6587) = 0.6587");
  EXPECT_EQ(line(evaluation, "input", 0), "x_{0,0} = 0.2961");
  const std::string linear = line(evaluation, "layer0.output", 3);
  EXPECT_TRUE(
      linear.starts_with("y_{0,3} = x_{0} w_{0} + \\ldots + x_{4} w_{4} + b = 0.2961 \\cdot "))
      << linear;
  EXPECT_TRUE(linear.ends_with(" = 0.6587")) << linear;
}

TEST(Derivation, TheOutputHasAllItsSixNumbers) {
  const Evaluation evaluation = evaluated(with_parameters(document::welcome_document()));
  EXPECT_EQ(line(evaluation, "shifted", 3),
            "y_{0,3} = \\gamma \\frac{x - \\mu}{\\sqrt{\\sigma^2 + \\epsilon}} + \\beta = "
            "-0.7500 \\cdot \\frac{0.6587 - 0.2432}{\\sqrt{0.0666 + 1.00 \\times 10^{-5}}} + "
            "(-0.3000) = -1.5075");
  const Derivation found = derived(evaluation, "shifted", 3);
  std::vector<Kind> kinds;
  for (const LinkTarget& link : found.links) kinds.push_back(link.kind);
  std::ranges::sort(kinds);
  // x, mean, variance, the value itself; gamma, beta, eps.
  EXPECT_EQ(kinds, (std::vector<Kind>{Kind::kCell, Kind::kCell, Kind::kCell, Kind::kCell,
                                      Kind::kGamma, Kind::kBeta, Kind::kEpsilon}));
  // The input of the operation is the card of the layer before.
  const bool from_layer = std::ranges::any_of(found.links, [&](const LinkTarget& link) {
    return link.kind == Kind::kCell && link.card == card_named(evaluation, "layer1.output") &&
           link.position == 3;
  });
  EXPECT_TRUE(from_layer);
  const std::string scaled = line(evaluation, "scaled", 3);
  EXPECT_TRUE(scaled.starts_with("(\\gamma \\hat{x})_{0,3} = \\gamma \\frac{x - \\mu}{")) << scaled;
}

TEST(Derivation, SoftmaxHasItsLetters) {
  Document document = document::document_of("x", document::Typed{}, testing::make({3}, {1, 3, 2}));
  document.subject = document::Subject::kSoftmax;
  EXPECT_EQ(line(evaluated(document), "output", 0),
            "y_{0} = \\frac{e^{x - m}}{s} = \\frac{e^{1.0000 - 3.0000}}{1.5032} = 0.0900");
  EXPECT_EQ(line(evaluated(document), "maximum", 0),
            "m = \\max x = \\max(1.0000, 3.0000, 2.0000) = 3.0000");
  EXPECT_EQ(line(evaluated(document), "sum", 0),
            "s = \\sum e^{x - m} = 0.1353 + 1.0000 + 0.3679 = 1.5032");
  document.softmax.log = true;
  document.softmax.temperature = 0.5;
  EXPECT_EQ(line(evaluated(document), "output", 0),
            "y_{0} = z - m - \\log s = 2.0000 - 6.0000 - \\log 1.1537 = -4.1429");
  EXPECT_EQ(line(evaluated(document), "divided-by-temperature", 0),
            "z_{0} = x / T = 1.0000 / 0.5000 = 2.0000");
  document.softmax.algorithm = ops::SoftmaxAlgorithm::kNaive;
  document.softmax.temperature = 1;
  EXPECT_EQ(line(evaluated(document), "output", 0),
            "y_{0} = \\log \\frac{e^{x}}{s} = \\log \\frac{e^{1.0000}}{30.1929} = -2.4076");
  document.softmax.algorithm = ops::SoftmaxAlgorithm::kOnline;
  EXPECT_EQ(line(evaluated(document), "sum", 0),
            "s = \\sum e^{x - m} = e^{1.0000 - 3.0000} + e^{3.0000 - 3.0000} + "
            "e^{2.0000 - 3.0000} = 1.5032");
}

TEST(Derivation, NegativeNumbersHaveBracketsAfterAnOperator) {
  const Evaluation evaluation =
      evaluated(document::document_of("x", document::Typed{}, testing::make({1, 3}, {-1, -5, -3})));
  EXPECT_EQ(line(evaluation, "mean", 0),
            "\\mu_{0} = \\frac{1}{n} \\sum x = "
            "\\frac{1}{3}(-1.0000 + (-5.0000) + (-3.0000)) = -3.0000");
  EXPECT_EQ(line(evaluation, "centred", 0), "(x - \\mu)_{0,0} = -1.0000 - (-3.0000) = 2.0000");
}

TEST(Derivation, LongStatisticsShowSomeAddends) {
  std::vector<float> values;
  for (int k = 0; k < 768; ++k) values.push_back(static_cast<float>(k));
  const auto x = testing::make({1, 768}, values);
  Document document = document::document_of("x", document::Typed{}, x);
  EXPECT_EQ(line(evaluated(document), "mean", 0),
            "\\mu_{0} = \\frac{1}{n} \\sum x = \\frac{1}{768}(0.0000 + 1.0000 + 2.0000 + \\ldots + "
            "767.0000) = 383.5000");
  EXPECT_EQ(line(evaluated(document), "mean", 0, 500),
            "\\mu_{0} = \\frac{1}{n} \\sum x = \\frac{1}{768}(0.0000 + 1.0000 + 2.0000 + \\ldots + "
            "500.0000 + \\ldots + 767.0000) = 383.5000");
  document.subject = document::Subject::kSoftmax;
  const Evaluation softmax = evaluated(document);
  EXPECT_EQ(line(softmax, "maximum", 0, 766),
            "m_{0} = \\max x = \\max(0.0000, 1.0000, 2.0000, \\ldots, 766.0000, 767.0000) "
            "\\text{ (768 in all)} = 767.0000");
  EXPECT_TRUE(derived(softmax, "maximum", 0).elided);
  EXPECT_FALSE(derived(softmax, "output", 0).elided);
  // The links of what is shown.
  expect_true(document, softmax, {card_named(softmax, "sum"), 0});
}

TEST(Derivation, ShownElementsAreFewAndInOrder) {
  using List = std::vector<std::int64_t>;
  EXPECT_EQ(shown_elements(0), (List{}));
  EXPECT_EQ(shown_elements(1), (List{0}));
  EXPECT_EQ(shown_elements(8, 5), (List{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(shown_elements(9), (List{0, 1, 2, 8}));
  for (const std::int64_t selected : {0, 2, 8, -1, 9}) {
    EXPECT_EQ(shown_elements(9, selected), (List{0, 1, 2, 8})) << selected;
  }
  EXPECT_EQ(shown_elements(9, 3), (List{0, 1, 2, 3, 8}));
  EXPECT_EQ(shown_elements(9, 7), (List{0, 1, 2, 7, 8}));
  EXPECT_EQ(shown_elements(std::int64_t{1} << 40, 77), (List{0, 1, 2, 77, (1LL << 40) - 1}));
}

TEST(Derivation, IsTrueForEveryNormalization) {
  for (const auto& kind : ops::normalization_names()) {
    for (const ops::Preset& preset : ops::presets()) {
      Document document = filled({2, 4, 2});
      document.norm.options = preset.options;
      if (preset.options.kind == ops::Normalization::kLayerNorm) {
        document.norm.options.kind = kind.value;
      }
      document.norm.options.groups = 2;
      SCOPED_TRACE(fmt::format("{} {}", kind.name, preset.id));
      expect_all_true(document);
      expect_all_true(with_parameters(document));
    }
  }
}

TEST(Derivation, IsTrueForEveryVariance) {
  for (const auto& algorithm : ops::variance_algorithm_names()) {
    for (const auto& estimator : ops::variance_estimator_names()) {
      for (const auto& placement : ops::epsilon_placement_names()) {
        Document document = filled({3, 4});
        document.norm.options.algorithm = algorithm.value;
        document.norm.options.estimator = estimator.value;
        document.norm.options.epsilon_placement = placement.value;
        document.norm.options.epsilon = 0.25;
        SCOPED_TRACE(fmt::format("{} {} {}", algorithm.name, estimator.name, placement.name));
        expect_all_true(document);
        document.norm.options.normalized_shape = {3, 4};  // twelve elements: some are left out
        expect_all_true(document);
      }
    }
  }
}

TEST(Derivation, IsTrueForEverySoftmax) {
  for (const auto& algorithm : ops::softmax_algorithm_names()) {
    for (const double temperature : {1.0, 0.7}) {
      for (const bool log : {false, true}) {
        for (const std::int64_t dim : {0, 1, 2}) {
          Document document = filled({3, 4, 2});
          document.subject = document::Subject::kSoftmax;
          document.softmax = {dim, temperature, algorithm.value, log};
          SCOPED_TRACE(fmt::format("{} {} {} {}", algorithm.name, temperature, log, dim));
          expect_all_true(document);
        }
      }
    }
  }
}

TEST(Derivation, IsTrueThroughLayers) {
  Document document = document::welcome_document();
  expect_all_true(document);
  document.layers.emplace_back(document::LinearLayer{.out_features = 3, .seed = 4});
  expect_all_true(with_parameters(document));
  Document wide = filled({2, 20});
  wide.layers = {document::LinearLayer{.out_features = 1, .seed = 4}};
  const Evaluation evaluation = evaluated(wide);
  EXPECT_TRUE(derived(evaluation, "layer0.output", 1).elided);
  expect_all_true(wide);
}

TEST(Derivation, TheLongestLinesFitTheParser) {
  Document document = filled({2, 8});
  document.layers = {document::LinearLayer{.out_features = 8, .seed = 4}};
  document.norm.options.algorithm = ops::VarianceAlgorithm::kWelford;
  const auto longest = [](float value) { return fmt::format("{:.8f} \\times 10^{{-38}}", value); };
  const Evaluation evaluation = evaluated(document);
  for (std::size_t card = 0; card < evaluation.cards.size(); ++card) {
    const auto found = NORMSCOPE_VALUE_OR_FAIL(derive(evaluation, {card, 0}, longest));
    EXPECT_FALSE(found.elided);
    EXPECT_TRUE(formula::parse(found.line())) << found.line();
  }
}

TEST(Derivation, GroupsOfOneHaveAllTheirIndices) {
  expect_all_true(filled({3, 1}));
  EXPECT_TRUE(line(evaluated(filled({3, 1})), "mean", 2).starts_with("\\mu_{2,0} = "));
}

TEST(Derivation, NotANumberAndInfinitiesAreReadable) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  Document document = document::document_of(
      "x", document::Typed{}, testing::make({2, 2}, {std::nanf(""), 1, -kInfinity, 2}));
  expect_all_true(document);
  document.subject = document::Subject::kSoftmax;
  expect_all_true(document);
  const Evaluation evaluation = evaluated(document);
  EXPECT_EQ(line(evaluation, "shifted", 0),
            "(x - m)_{0,0} = \\mathrm{nan} - \\mathrm{nan} = \\mathrm{nan}");
  EXPECT_EQ(line(evaluation, "shifted", 2), "(x - m)_{1,0} = -\\infty - 2.0000 = -\\infty");
  EXPECT_EQ(line(evaluation, "input", 2), "x_{1,0} = -\\infty");
}

TEST(Derivation, AStepKnownByItsValuesHasItsFormulaAndItsValue) {
  using document::Array;
  const auto x = testing::make({2, 2}, {1, 3, 5, 9});
  document::Variable variable{"lecture.py", "y", document::HandWritten{}};
  document::HandWritten& hand_written = *variable.hand_written;
  hand_written.norm.options.normalized_shape = {2};
  hand_written.steps = {
      {"input", "x", "x", 1, 2, "x = f()", Array(x)},
      {"own", "q", "\\frac{x}{2} + k", 1, 3, "q = g(x)", Array(testing::make({2, 1}, {7, 8}))},
      {"result", "y", "q", 1, 4, "y = h(q)", Array(testing::make({2, 2}, {4, 3, 2, 1}))},
  };
  const auto edit = document::open_variable(document::welcome_document(), variable, Array(x));
  ASSERT_TRUE(edit);
  const Evaluation evaluation = evaluated(edit->after);
  ASSERT_EQ(evaluation.cards.size(), 3U);
  EXPECT_EQ(line(evaluation, "own", 1), "q_{1} = \\frac{x}{2} + k = 8.0000");
  EXPECT_EQ(line(evaluation, "result", 2), "y_{1,0} = q = 2.0000");
}

TEST(Derivation, ACellThatIsNotThereIsAnError) {
  const Evaluation evaluation = evaluated(document::welcome_document());
  for (const Cell& cell : {Cell{99, 0}, Cell{0, -1}, Cell{0, 10}}) {
    EXPECT_FALSE(derive(evaluation, cell, four_digits));
    EXPECT_FALSE(indexed_symbol(evaluation, cell));
  }
  EXPECT_FALSE(derive(Evaluation{}, {}, four_digits));
}

}  // namespace
}  // namespace normscope::results
