// SPDX-License-Identifier: MIT
// What a temperature does, against plain loops.
#include "app/results/curves/temperature_curve.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace normscope::results::temperature_curve_test {

// Doubles of a few operations; a probability is at most 1.
constexpr double kNear = 1e-13;

std::vector<double> plain_softmax(const std::vector<float>& x, double temperature, double sink) {
  double most = sink;
  for (const float number : x) most = std::max(most, static_cast<double>(number) / temperature);
  std::vector<double> p;
  double sum = std::exp(sink - most);
  for (const float number : x) {
    p.push_back(std::exp(static_cast<double>(number) / temperature - most));
    sum += p.back();
  }
  for (double& share : p) share /= sum;
  return p;
}

TEST(TemperatureCurve, HasTheLargestProbabilitiesAndTheEntropy) {
  const std::vector<float> x = {1, -2, 3, 0.5F, 3, 2, -7};
  const TemperatureCurve curve = temperature_curve(x, {.temperature = 2});
  EXPECT_EQ(curve.places, (std::vector<std::int64_t>{2, 4, 5, 0, 3}));
  EXPECT_DOUBLE_EQ(curve.temperatures.front(), 0.01);
  EXPECT_DOUBLE_EQ(curve.temperatures.back(), 100);
  EXPECT_NEAR(curve.most_entropy, std::log(7.0), kNear);
  const auto expect_at = [&](double temperature, const auto& probability, double entropy) {
    const std::vector<double> p = plain_softmax(x, temperature, -HUGE_VAL);
    double expected = 0;
    for (const double share : p) expected -= share > 0 ? share * std::log(share) : 0;
    EXPECT_NEAR(entropy, expected, 7 * kNear) << temperature;
    for (std::size_t k = 0; k < curve.places.size(); ++k) {
      EXPECT_NEAR(probability(k), p[static_cast<std::size_t>(curve.places[k])], kNear)
          << temperature;
    }
  };
  for (std::size_t at = 0; at < curve.temperatures.size(); ++at) {
    expect_at(
        curve.temperatures[at], [&](std::size_t k) { return curve.probabilities[k][at]; },
        curve.entropies[at]);
  }
  expect_at(
      2, [&](std::size_t k) { return curve.chosen[k]; }, curve.chosen_entropy);
}

TEST(TemperatureCurve, CountsTheSinkAsAShare) {
  const std::vector<float> x = {1, 2};
  const TemperatureCurve curve = temperature_curve(x, {.sink = 1.5});
  const std::vector<double> p = plain_softmax(x, 1, 1.5);
  const double rest = 1 - p[0] - p[1];
  EXPECT_NEAR(curve.chosen.at(0), p[1], kNear);
  EXPECT_NEAR(curve.chosen_entropy,
              -p[0] * std::log(p[0]) - p[1] * std::log(p[1]) - rest * std::log(rest), kNear);
  EXPECT_NEAR(curve.most_entropy, std::log(3.0), kNear);
}

TEST(TemperatureCurve, ReachesBeyondTheChosenOneAndNeedsNumbers) {
  const std::vector<float> x = {1, 2};
  EXPECT_LT(temperature_curve(x, {.temperature = 1e-4}).temperatures.front(), 2e-5);
  EXPECT_GT(temperature_curve(x, {.temperature = 5e4}).temperatures.back(), 5e5);
  constexpr float kInfinite = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(temperature_curve(std::vector<float>{1, NAN}, {}).places.empty());
  EXPECT_TRUE(temperature_curve(std::vector<float>{1, kInfinite}, {}).places.empty());
  EXPECT_TRUE(temperature_curve(std::vector<float>{}, {}).places.empty());
  EXPECT_EQ(temperature_curve(std::vector<float>{1, -kInfinite}, {}).chosen.at(0), 1);
}

}  // namespace normscope::results::temperature_curve_test
