// SPDX-License-Identifier: MIT
// The colour scales: which steps are of like quantity, and that one outlier does not whiten a map.
#include "app/results/scales.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/app/results/derivations.hpp"
#include "tests/support/support.hpp"

namespace normscope::results {
namespace {

using document::Document;
using testing::make;

constexpr Quantity kValues = Quantity::kValues;
constexpr Quantity kSquares = Quantity::kSquares;
constexpr Quantity kNormalized = Quantity::kNormalized;
constexpr Quantity kExponentials = Quantity::kExponentials;

using Quantities = std::map<std::string, Quantity>;

Quantities quantities_of(const Document& document) {
  const Evaluation evaluation = computed(document);
  EXPECT_FALSE(evaluation.failure);
  Quantities found;
  for (std::size_t card = 0; card < evaluation.cards.size(); ++card) {
    found[evaluation.cards[card].id] = quantity_of(evaluation, card);
  }
  return found;
}

Document of_norm(const ops::NormOptions& options) {
  Document document = with_normal_numbers({2, 6});
  document.norm.options = options;
  return document;
}

TEST(Scales, StepsOfANormAreInTheUnitOfTheInputItsSquareOrWithoutUnit) {
  EXPECT_EQ(quantities_of(with_parameters(of_norm({}))),
            (Quantities{{"input", kValues},
                        {"mean", kValues},
                        {"centred", kValues},
                        {"squared", kSquares},
                        {"variance", kSquares},
                        {"variance-plus-eps", kSquares},
                        {"standard-deviation", kValues},
                        {"normalized", kNormalized},
                        {"scaled", kNormalized},
                        {"shifted", kNormalized}}));
  ops::NormOptions one_pass;
  one_pass.algorithm = ops::VarianceAlgorithm::kOnePass;
  one_pass.estimator = ops::VarianceEstimator::kUnbiased;
  one_pass.epsilon_placement = ops::EpsilonPlacement::kOutside;
  EXPECT_EQ(quantities_of(of_norm(one_pass)), (Quantities{{"input", kValues},
                                                          {"mean", kValues},
                                                          {"centred", kValues},
                                                          {"squared", kSquares},
                                                          {"mean-square", kSquares},
                                                          {"squared-mean", kSquares},
                                                          {"biased-variance", kSquares},
                                                          {"variance", kSquares},
                                                          {"standard-deviation", kValues},
                                                          {"standard-deviation-plus-eps", kValues},
                                                          {"normalized", kNormalized}}));
  ops::NormOptions rms;
  rms.kind = ops::Normalization::kRmsNorm;
  EXPECT_EQ(quantities_of(of_norm(rms)), (Quantities{{"input", kValues},
                                                     {"squared", kSquares},
                                                     {"mean-square", kSquares},
                                                     {"mean-square-plus-eps", kSquares},
                                                     {"root-mean-square", kValues},
                                                     {"normalized", kNormalized}}));
  ops::NormOptions mean;
  mean.returned = ops::Returned::kMean;
  for (const auto& [id, quantity] : quantities_of(with_parameters(of_norm(mean)))) {
    EXPECT_EQ(quantity, kValues) << id;
  }
}

TEST(Scales, LogarithmsAreInTheUnitOfTheLogitsAndSharesAreNot) {
  Document document = with_normal_numbers({2, 6});
  document.subject = document::Subject::kSoftmax;
  document.softmax.temperature = 0.5;
  Quantities expected{
      {"input", kValues},       {"divided-by-temperature", kValues}, {"maximum", kValues},
      {"shifted", kValues},     {"exponential", kExponentials},      {"sum", kExponentials},
      {"output", kExponentials}};
  EXPECT_EQ(quantities_of(document), expected);
  document.softmax.log = true;
  expected["output"] = expected["log-of-the-sum"] = kValues;
  EXPECT_EQ(quantities_of(document), expected);
  document.softmax = {.algorithm = ops::SoftmaxAlgorithm::kNaive, .log = true};
  EXPECT_EQ(quantities_of(document), (Quantities{{"input", kValues},
                                                 {"exponential", kExponentials},
                                                 {"sum", kExponentials},
                                                 {"share", kExponentials},
                                                 {"output", kValues}}));
}

TEST(Scales, LayersAreInTheUnitOfTheInput) {
  Document document = with_normal_numbers({2, 6});
  document.layers = {document::LinearLayer{4, 7, 0}, document::ReluLayer{}};
  const Quantities found = quantities_of(document::fitted(std::move(document)));
  for (const char* const id : {"layer0.product", "layer0.output", "layer1.output"}) {
    ASSERT_TRUE(found.contains(id)) << id;
    EXPECT_EQ(found.at(id), kValues) << id;
  }
}

TEST(Scales, EachEndsAtTheLargestOfItsCards) {
  const Evaluation evaluation =
      computed(document::document_of("x", document::Typed{}, make({2, 2}, {-8, 0, 1, 3})));
  const Scales scales = scales_of(evaluation);
  EXPECT_EQ(scales[0], 8) << "the input";
  EXPECT_EQ(scales[1], 16 + 1e-5F) << "the square of 4, and the variance with eps beside it";
  EXPECT_NEAR(scales[2], 1, 1e-5) << "two numbers are one deviation from their mean";
  EXPECT_EQ(scales[3], 0) << "no exponentials";
}

double limit_of_input(const tensor::Tensor& values) {
  return computed(document::document_of("x", document::Typed{}, values)).cards[0].limit;
}

TEST(Scales, OneOutlierOfManyColumnsDoesNotWhitenAMap) {
  const auto with_outlier = [](std::int64_t rows, std::int64_t columns) {
    std::vector<float> values(static_cast<std::size_t>(rows * columns), -2.0F);
    values[static_cast<std::size_t>(columns / 2)] = 2000.0F;
    return make({rows, columns}, values);
  };
  EXPECT_EQ(limit_of_input(with_outlier(2, 50)), 2);
  EXPECT_EQ(limit_of_input(with_outlier(1, 13)), 2);
  EXPECT_EQ(limit_of_input(with_outlier(1, 12)), 2000) << "of few numbers all count";
  EXPECT_EQ(limit_of_input(with_outlier(100, 12)), 2000);
}

TEST(Scales, WhatIsNotFiniteSetsNoScale) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(limit_of_input(make({1, 4}, {1, -infinity, std::nanf(""), -3})), 3);
  std::vector<float> wide(40, infinity);
  wide[3] = -5;
  EXPECT_EQ(limit_of_input(make({1, 40}, wide)), 5);
  EXPECT_EQ(limit_of_input(make({1, 2}, {infinity, infinity})), 0);
}

}  // namespace
}  // namespace normscope::results
