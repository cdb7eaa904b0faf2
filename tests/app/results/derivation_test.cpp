// SPDX-License-Identifier: MIT
// The formulas of single numbers as text: the lecture's numbers, brackets, what is left out.
#include "app/results/derivation/derivation.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "app/document/edits.hpp"
#include "tests/app/hand_written_steps.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/app/results/derivations.hpp"
#include "tests/app/results/formula_value.hpp"
#include "tests/support/support.hpp"

namespace normscope::results {
namespace {

using document::Document;
using Kind = LinkTarget::Kind;

Derivation derived(const Evaluation& evaluation, std::string_view id, std::int64_t position,
                   std::optional<std::int64_t> selected = {}) {
  const Cell cell{card_named(evaluation, id), position};
  return NORMSCOPE_VALUE_OR_FAIL(derive(evaluation, cell, four_digits, selected));
}

std::string text_of(const Evaluation& evaluation, std::string_view id, std::int64_t position,
                    std::optional<std::int64_t> selected = {}) {
  return testing::without_links(derived(evaluation, id, position, selected).line());
}

TEST(Derivation, TheLecturesNumbers) {
  const Evaluation evaluation = computed(testing::lecture_document());
  EXPECT_EQ(text_of(evaluation, "normalized", 3),
            "\\hat{x}_{0,3} = \\frac{x - \\mu}{\\sqrt{\\sigma^2 + \\epsilon}} = "
            "\\frac{0.6587 - 0.2432}{\\sqrt{0.0666 + 1.00 \\times 10^{-5}}} = 1.6100");
  EXPECT_EQ(text_of(evaluation, "mean", 0),
            "\\mu_{0} = \\frac{1}{n} \\sum x = "
            "\\frac{1}{6}(0.0000 + 0.0000 + 0.4091 + 0.6587 + 0.3914 + 0.0000) = 0.2432");
  EXPECT_EQ(text_of(evaluation, "centred", 9), "(x - \\mu)_{1,3} = 0.3182 - 0.1928 = 0.1254");
  EXPECT_EQ(text_of(evaluation, "squared", 0), "(x - \\mu)^2_{0,0} = (0.0000 - 0.2432)^2 = 0.0591");
  EXPECT_EQ(text_of(evaluation, "standard-deviation", 0),
            "(\\sqrt{\\sigma^2 + \\epsilon})_{0} = \\sqrt{0.0666 + 1.00 \\times 10^{-5}} = 0.2581");
  EXPECT_EQ(text_of(evaluation, "layer1.output", 3),
            "y_{0,3} = \\max(0, x) = \\max(0, 0.6587) = 0.6587");
  EXPECT_EQ(text_of(evaluation, "input", 0), "x_{0,0} = 0.2961");
  const std::string linear = text_of(evaluation, "layer0.output", 3);
  EXPECT_TRUE(
      linear.starts_with("y_{0,3} = x_{0} w_{0} + \\ldots + x_{4} w_{4} + b = 0.2961 \\cdot "))
      << linear;
  EXPECT_TRUE(linear.ends_with(" = 0.6587")) << linear;
}

TEST(Derivation, TheOutputHasAllItsSixNumbers) {
  const Evaluation evaluation = computed(with_parameters(testing::lecture_document()));
  EXPECT_EQ(text_of(evaluation, "shifted", 3),
            "y_{0,3} = \\gamma \\frac{x - \\mu}{\\sqrt{\\sigma^2 + \\epsilon}} + \\beta = "
            "-0.7500 \\cdot \\frac{0.6587 - 0.2432}{\\sqrt{0.0666 + 1.00 \\times 10^{-5}}} + "
            "(-0.3000) = -1.5075");
  const Derivation found = derived(evaluation, "shifted", 3);
  std::vector<Kind> kinds;
  for (const LinkTarget& link : found.links) kinds.push_back(link.kind);
  std::ranges::sort(kinds);
  // x, mean, variance, the value itself; gamma, beta, eps.
  EXPECT_EQ(kinds, (std::vector<Kind>{Kind::kCell, Kind::kCell, Kind::kCell, Kind::kCell,
                                      Kind::kParameter, Kind::kParameter, Kind::kEpsilon}));
  // The input of the operation is the card of the layer before.
  const bool from_layer = std::ranges::any_of(found.links, [&](const LinkTarget& link) {
    return link.kind == Kind::kCell && link.card == card_named(evaluation, "layer1.output") &&
           link.position == 3;
  });
  EXPECT_TRUE(from_layer);
  const std::string scaled = text_of(evaluation, "scaled", 3);
  EXPECT_TRUE(scaled.starts_with("(\\gamma \\hat{x})_{0,3} = \\gamma \\frac{x - \\mu}{")) << scaled;
}

TEST(Derivation, SoftmaxHasItsLetters) {
  Document document = document::document_of("x", document::Typed{}, testing::make({3}, {1, 3, 2}));
  document.subject = document::Subject::kSoftmax;
  EXPECT_EQ(text_of(computed(document), "output", 0),
            "y_{0} = \\frac{e^{x - m}}{s} = \\frac{e^{1.0000 - 3.0000}}{1.5032} = 0.0900");
  EXPECT_EQ(text_of(computed(document), "maximum", 0),
            "m = \\max x = \\max(1.0000, 3.0000, 2.0000) = 3.0000");
  EXPECT_EQ(text_of(computed(document), "sum", 0),
            "s = \\sum e^{x - m} = 0.1353 + 1.0000 + 0.3679 = 1.5032");
  document.softmax.log = true;
  document.softmax.temperature = 0.5;
  EXPECT_EQ(text_of(computed(document), "output", 0),
            "y_{0} = z - m - \\log s = 2.0000 - 6.0000 - \\log 1.1537 = -4.1429");
  EXPECT_EQ(text_of(computed(document), "divided-by-temperature", 0),
            "z_{0} = x / T = 1.0000 / 0.5000 = 2.0000");
  document.softmax.algorithm = ops::SoftmaxAlgorithm::kNaive;
  document.softmax.temperature = 1;
  EXPECT_EQ(text_of(computed(document), "output", 0),
            "y_{0} = \\log \\frac{e^{x}}{s} = \\log \\frac{e^{1.0000}}{30.1929} = -2.4076");
  document.softmax.algorithm = ops::SoftmaxAlgorithm::kOnline;
  EXPECT_EQ(text_of(computed(document), "sum", 0),
            "s = \\sum e^{x - m} = e^{1.0000 - 3.0000} + e^{3.0000 - 3.0000} + "
            "e^{2.0000 - 3.0000} = 1.5032");
}

TEST(Derivation, AThresholdListsTheNumbersAboveIt) {
  Document document =
      document::document_of("x", document::Typed{}, testing::make({4}, {0.5F, 1, -3, 0.75F}));
  document.subject = document::Subject::kRelative;
  document.relative.kind = ops::Relative::kSparsemax;
  EXPECT_EQ(text_of(computed(document), "threshold", 0),
            "t = \\frac{\\sum_{x > t} x - 1}{k} = "
            "\\frac{0.5000 + 1.0000 + 0.7500 - 1}{3} = 0.4167");
}

TEST(Derivation, OfEveryRelativeIsTrue) {
  Document document = with_normal_numbers({3, 4, 5});
  document.subject = document::Subject::kRelative;
  for (const auto& row : ops::relative_names()) {
    for (const std::int64_t dim : {-1, 1}) {
      document.relative = {.kind = row.value, .dim = dim};
      const Document fitted = document::fitted(document);
      expect_all_true(fitted);
      if (row.value == ops::Relative::kDyt) expect_all_true(with_parameters(fitted));
    }
  }
  document.subject = document::Subject::kSoftmax;
  for (const auto& algorithm : ops::softmax_algorithm_names()) {
    for (const bool log : {false, true}) {
      document.softmax = {.algorithm = algorithm.value, .log = log, .sink = 0.5};
      expect_all_true(document);
      document.softmax = {
          .temperature = 2, .algorithm = algorithm.value, .log = log, .length_scale = 0.43};
      expect_all_true(document);
    }
  }
}

TEST(Derivation, NegativeNumbersHaveBracketsAfterAnOperator) {
  const Evaluation evaluation =
      computed(document::document_of("x", document::Typed{}, testing::make({1, 3}, {-1, -5, -3})));
  EXPECT_EQ(text_of(evaluation, "mean", 0),
            "\\mu_{0} = \\frac{1}{n} \\sum x = "
            "\\frac{1}{3}(-1.0000 + (-5.0000) + (-3.0000)) = -3.0000");
  EXPECT_EQ(text_of(evaluation, "centred", 0), "(x - \\mu)_{0,0} = -1.0000 - (-3.0000) = 2.0000");
}

TEST(Derivation, ALongProductShowsSomeTerms) {
  Document document = with_normal_numbers({2, 20});
  document.layers = {document::LinearLayer{.out_features = 1, .seed = 4}};
  const Derivation found = derived(computed(document), "layer0.output", 1);
  EXPECT_TRUE(found.elided);
  EXPECT_EQ(found.links.size(), 4U * 2 + 1 + 1);  // inputs and weights, bias, value
  EXPECT_NE(found.numbers.find(" \\text{ (20 in all)} + "), std::string::npos) << found.numbers;
}

TEST(Derivation, LongStatisticsShowSomeAddends) {
  std::vector<float> values(768);
  std::iota(values.begin(), values.end(), 0.0F);
  const auto x = testing::make({1, 768}, values);
  Document document = document::document_of("x", document::Typed{}, x);
  EXPECT_EQ(text_of(computed(document), "mean", 0),
            "\\mu_{0} = \\frac{1}{n} \\sum x = \\frac{1}{768}(0.0000 + 1.0000 + 2.0000 + \\ldots + "
            "767.0000) = 383.5000");
  EXPECT_EQ(text_of(computed(document), "mean", 0, 500),
            "\\mu_{0} = \\frac{1}{n} \\sum x = \\frac{1}{768}(0.0000 + 1.0000 + 2.0000 + \\ldots + "
            "500.0000 + \\ldots + 767.0000) = 383.5000");
  document.subject = document::Subject::kSoftmax;
  const Evaluation softmax = computed(document);
  EXPECT_EQ(text_of(softmax, "maximum", 0, 766),
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

TEST(Derivation, GroupsOfOneHaveAllTheirIndices) {
  expect_all_true(with_normal_numbers({3, 1}));
  EXPECT_TRUE(
      text_of(computed(with_normal_numbers({3, 1})), "mean", 2).starts_with("\\mu_{2,0} = "));
}

TEST(Derivation, NotANumberAndInfinitiesAreReadable) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  Document document = document::document_of(
      "x", document::Typed{}, testing::make({2, 2}, {std::nanf(""), 1, -kInfinity, 2}));
  expect_all_true(document);
  document.subject = document::Subject::kSoftmax;
  expect_all_true(document);
  const Evaluation evaluation = computed(document);
  EXPECT_EQ(text_of(evaluation, "shifted", 0),
            "(x - m)_{0,0} = \\mathrm{nan} - \\mathrm{nan} = \\mathrm{nan}");
  EXPECT_EQ(text_of(evaluation, "shifted", 2), "(x - m)_{1,0} = -\\infty - 2.0000 = -\\infty");
  EXPECT_EQ(text_of(evaluation, "input", 2), "x_{1,0} = -\\infty");
}

TEST(Derivation, AStepKnownByItsValuesHasItsFormulaAndItsValue) {
  using document::Array;
  const auto x = testing::make({2, 2}, {1, 3, 5, 9});
  document::Variable variable{"lecture.py", "y", document::HandWritten{}};
  document::HandWritten& hand_written = *variable.hand_written;
  hand_written.norm.options.normalized_shape = {2};
  hand_written.steps = {
      testing::named_step("input", "x", "x", 1, 2, "x = f()", Array(x)),
      testing::named_step("own", "q", "\\frac{x}{2} + k", 1, 3, "q = g(x)",
                          Array(testing::make({2, 1}, {7, 8}))),
      testing::named_step("result", "y", "q", 1, 4, "y = h(q)",
                          Array(testing::make({2, 2}, {4, 3, 2, 1}))),
  };
  const auto edit = document::open_variable(testing::lecture_document(), variable, Array(x));
  ASSERT_TRUE(edit);
  const Evaluation evaluation = computed(edit->after);
  ASSERT_EQ(evaluation.cards.size(), 3U);
  EXPECT_EQ(text_of(evaluation, "own", 1), "q_{1} = \\frac{x}{2} + k = 8.0000");
  EXPECT_EQ(text_of(evaluation, "result", 2), "y_{1,0} = q = 2.0000");
}

TEST(Derivation, ACellThatIsNotThereIsAnError) {
  const Evaluation evaluation = computed(testing::lecture_document());
  for (const Cell& cell : {Cell{99, 0}, Cell{0, -1}, Cell{0, 10}}) {
    EXPECT_FALSE(derive(evaluation, cell, four_digits));
    EXPECT_FALSE(indexed_symbol(evaluation, cell));
  }
  EXPECT_FALSE(derive(Evaluation{}, {}, four_digits));
}

}  // namespace
}  // namespace normscope::results
