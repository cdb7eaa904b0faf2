// SPDX-License-Identifier: MIT
// The colour scales: which steps are of like quantity, and that one outlier does not whiten a map.
#include "app/results/sheet/scales.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/results/sheet/sheet.hpp"
#include "tests/app/results/derivations.hpp"
#include "tests/support/support.hpp"

namespace normscope::results {
namespace {

using document::Document;
using testing::make;

using enum Quantity;

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

TEST(Scales, StepsOfANormAreSignedOrNeverBelowZero) {
  EXPECT_EQ(quantities_of(with_parameters(of_norm({}))),
            (Quantities{{"input", kValues},
                        {"mean", kMeans},
                        {"centred", kCentred},
                        {"squared", kSquares},
                        {"variance", kVariances},
                        {"variance-plus-eps", kVariances},
                        {"standard-deviation", kDeviations},
                        {"normalized", kNormalized},
                        {"scaled", kNormalized},
                        {"shifted", kNormalized}}));
  ops::NormOptions one_pass;
  one_pass.algorithm = ops::VarianceAlgorithm::kOnePass;
  one_pass.estimator = ops::VarianceEstimator::kUnbiased;
  one_pass.epsilon_placement = ops::EpsilonPlacement::kOutside;
  EXPECT_EQ(quantities_of(of_norm(one_pass)),
            (Quantities{{"input", kValues},
                        {"mean", kMeans},
                        {"centred", kCentred},
                        {"squared", kSquares},
                        {"mean-square", kMeanSquares},
                        {"squared-mean", kMeanSquares},
                        {"biased-variance", kVariances},
                        {"variance", kVariances},
                        {"standard-deviation", kDeviations},
                        {"standard-deviation-plus-eps", kDeviations},
                        {"normalized", kNormalized}}));
  ops::NormOptions rms;
  rms.kind = ops::Normalization::kRmsNorm;
  EXPECT_EQ(quantities_of(of_norm(rms)), (Quantities{{"input", kValues},
                                                     {"squared", kSquares},
                                                     {"mean-square", kMeanSquares},
                                                     {"mean-square-plus-eps", kMeanSquares},
                                                     {"root-mean-square", kDeviations},
                                                     {"normalized", kNormalized}}));
  ops::NormOptions welford;
  welford.algorithm = ops::VarianceAlgorithm::kWelford;
  EXPECT_EQ(quantities_of(of_norm(welford)).at("variance"), kVariances);
  ops::NormOptions mean;
  mean.returned = ops::Returned::kMean;
  for (const auto& [id, quantity] : quantities_of(of_norm(mean))) {
    EXPECT_EQ(quantity, id == "mean" ? kMeans : kValues) << id;
  }
}

TEST(Scales, LogarithmsHaveSignsAndSharesAreApartFromTheirSum) {
  Document document = with_normal_numbers({2, 6});
  document.subject = document::Subject::kSoftmax;
  document.softmax.temperature = 0.5;
  Quantities expected{{"input", kValues},  {"divided-by-temperature", kValues},
                      {"maximum", kMeans}, {"shifted", kCentred},
                      {"sum", kSums},      {"exponential", kExponentials},
                      {"output", kShares}};
  EXPECT_EQ(quantities_of(document), expected);
  document.softmax.log = true;
  expected["output"] = kCentred;
  expected["log-of-the-sum"] = kMeans;
  EXPECT_EQ(quantities_of(document), expected);
  document.softmax = {.algorithm = ops::SoftmaxAlgorithm::kNaive, .log = true};
  EXPECT_EQ(quantities_of(document), (Quantities{{"input", kValues},
                                                 {"exponential", kExponentials},
                                                 {"sum", kSums},
                                                 {"share", kShares},
                                                 {"output", kCentred}}));
  document.softmax = {.algorithm = ops::SoftmaxAlgorithm::kOnline};
  EXPECT_EQ(quantities_of(document).at("output"), kShares);
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

Scale of(const Scales& scales, Quantity quantity) {
  return scales[static_cast<std::size_t>(quantity)];
}

Document of_numbers(const tensor::Tensor& values) {
  return document::document_of("x", document::Typed{}, values);
}

TEST(Scales, EachEndsAtTheLargestOfItsCards) {
  const Scales scales = scales_of(computed(of_numbers(make({2, 2}, {-8, 0, 1, 3}))));
  EXPECT_EQ(of(scales, kValues), (Scale{-8, 8, true}));
  EXPECT_EQ(of(scales, kMeans), (Scale{-4, 4, true})) << "of -4 and 2, whatever the input";
  EXPECT_EQ(of(scales, kCentred), (Scale{-4, 4, true}));
  EXPECT_EQ(of(scales, kSquares), (Scale{0, 16, false}));
  // The variance, and the one with eps beside it.
  EXPECT_EQ(of(scales, kVariances), (Scale{0, static_cast<double>(16 + 1e-5F), false}));
  EXPECT_NEAR(of(scales, kNormalized).high, 1, 1e-5) << "two numbers are a deviation from the mean";
  EXPECT_TRUE(of(scales, kShares).empty()) << "there are none";
}

TEST(Scales, SharesReachOneAndASumDoesNotBleachThem) {
  Document document = of_numbers(make({1, 4}, {0, 0, 0, 0}));
  document.subject = document::Subject::kSoftmax;
  const Scales scales = scales_of(computed(document));
  EXPECT_EQ(of(scales, kShares), (Scale{0, 1, false}));
  EXPECT_EQ(of(scales, kSums), (Scale{0, 4, false}));
  EXPECT_EQ(of(scales, kShares).place(0.25), 0.25);
}

// Two of 3 and two of 5, less 4: signs that a scale of 10,000 would not show.
TEST(Scales, NumbersFarFromZeroHaveColoursBetweenTheirEnds) {
  const Scales scales = scales_of(computed(of_numbers(make({1, 4}, {9999, 9999, 10001, 10001}))));
  EXPECT_EQ(of(scales, kValues), (Scale{9999, 10001, false}));
  EXPECT_EQ(of(scales, kCentred), (Scale{-1, 1, true}));
  const Scales negative = scales_of(computed(of_numbers(make({1, 2}, {-100, -99}))));
  EXPECT_EQ(of(negative, kValues), (Scale{-100, -99, false}));
  const Scales one = scales_of(computed(of_numbers(make({1, 2}, {7, 7}))));
  EXPECT_EQ(of(one, kValues), (Scale{-7, 7, true})) << "one number has no range";
}

TEST(Scales, AVarianceBelowZeroIsOutside) {
  // In one pass float32 loses the variance of numbers far from 0.
  Document document = of_numbers(make({2, 4}, {1, 2, 3, 4, 10001, 10002, 10003, 10004}));
  document.norm.options.algorithm = ops::VarianceAlgorithm::kOnePass;
  const Evaluation evaluation = computed(document);
  const std::size_t variance = card_of(evaluation, "variance");
  const Magnitudes& seen = evaluation.cards[variance].magnitudes;
  ASSERT_LT(seen.least, -1);
  const Scale scale = scale_for(scales_of(evaluation), evaluation, variance);
  EXPECT_FALSE(scale.diverging);
  EXPECT_EQ(scale.low, 0);
  EXPECT_NEAR(scale.high, 1.25, 0.001) << "the mean squares of 10^8 have another scale";
  EXPECT_EQ(scale.outside(seen.least), -1);
}

TEST(Scale, PlacesNumbersAndTellsThoseOutside) {
  const Scale signs{-2, 2, true};
  EXPECT_EQ(signs.place(1), 0.5);
  EXPECT_EQ(signs.place(-4), -1);
  EXPECT_EQ(signs.outside(-4), -1);
  EXPECT_EQ(signs.outside(2), 0);
  EXPECT_EQ(signs.outside(2.1), 1);
  const Scale upward{1, 3, false};
  EXPECT_EQ(upward.place(2), 0.5);
  EXPECT_EQ(upward.place(0), 0);
  EXPECT_EQ(upward.outside(0), -1);
  EXPECT_TRUE(std::isnan(upward.place(std::nan(""))));
  EXPECT_EQ(upward.outside(std::nan("")), 0);
  EXPECT_EQ((Scale{0, 1, false}).outside(1 + 1e-7), 0) << "a share's rounding";
  const Scale none{};
  EXPECT_EQ(none.place(5), 0);
  EXPECT_EQ(none.outside(5), 0);
}

double limit_of_input(const tensor::Tensor& values) {
  return computed(document::document_of("x", document::Typed{}, values)).cards[0].magnitudes.limit;
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
