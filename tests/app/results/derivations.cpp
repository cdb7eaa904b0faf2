// SPDX-License-Identifier: MIT
#include "tests/app/results/derivations.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <stdexcept>

#include "app/formula/tree.hpp"
#include "tests/app/results/formula_value.hpp"
#include "tests/support/support.hpp"

namespace normscope::results {

using document::Document;
using tensor::Shape;
using testing::Bounded;
using Kind = LinkTarget::Kind;

std::string four_digits(float value) {
  const double magnitude = std::abs(static_cast<double>(value));
  if (magnitude == 0 || (magnitude >= 1e-4 && magnitude < 1e6)) return fmt::format("{:.4f}", value);
  const std::string text = fmt::format("{:.2e}", value);
  const std::size_t e = text.find('e');
  return fmt::format("{} \\times 10^{{{}}}", text.substr(0, e), std::stoi(text.substr(e + 1)));
}

Evaluation computed(const Document& document, compute::Device device) {
  return evaluate(document, 1, compute::make_backends(), device);
}

Document with_normal_numbers(const Shape& shape) {
  const document::Random origin{.distribution = document::Distribution::kRandn, .seed = 5};
  return document::document_of("x", origin,
                               NORMSCOPE_VALUE_OR_FAIL(document::make_values(origin, shape)));
}

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

namespace {

// The value that a link stands for, looked up apart from the derivation.
double behind(const Document& document, const Evaluation& evaluation, const LinkTarget& link) {
  switch (link.kind) {
    case Kind::kCell: {
      const Card& card = evaluation.cards.at(link.card);
      const auto values =
          NORMSCOPE_VALUE_OR_FAIL(evaluation.stages[card.stage].trace.whole(card.step));
      if (link.position < 0 || link.position >= values.size()) throw std::runtime_error("outside");
      return values.values()[static_cast<std::size_t>(link.position)];
    }
    case Kind::kParameter: {
      if (link.parameter == trace::Role::kTemperature) return document.softmax.temperature;
      const auto values = evaluation.stages.at(link.stage).trace.parameter(link.parameter);
      return static_cast<double>(values->values()[static_cast<std::size_t>(link.position)]);
    }
    case Kind::kEpsilon:
      return document.norm.options.epsilon;
    case Kind::kCount:
      return link.value;  // what the options make of n
  }
  return std::nan("");
}

}  // namespace

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
    const bool option = link.kind == Kind::kEpsilon || link.kind == Kind::kCount ||
                        link.parameter == trace::Role::kTemperature;
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
  const Evaluation evaluation = computed(document);
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

}  // namespace normscope::results
