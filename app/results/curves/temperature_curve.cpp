// SPDX-License-Identifier: MIT
#include "app/results/curves/temperature_curve.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "core/ops/reference.hpp"

namespace normscope::results {

namespace {

// The axis reaches at least from 10^kFirstDecade to 10^kLastDecade, and a decade beyond the chosen
// temperature.
constexpr int kFirstOfTemperature = -2;
constexpr int kLastOfTemperature = 2;
constexpr int kInDecade = 16;

double term_of_entropy(double probability) {
  return probability > 0 ? -probability * std::log(probability) : 0;
}

class SoftmaxOfGroup {
 public:
  SoftmaxOfGroup(std::span<const float> logits, const ops::SoftmaxOptions& options)
      : logits_(logits) {
    plan_.options = options;
    plan_.options.dim = -1;
    plan_.options.log = false;
    plan_.groups = tensor::trailing_groups({1, static_cast<std::int64_t>(logits.size())}, 1);
  }

  std::vector<double> at(double temperature) {
    plan_.options.temperature = temperature;
    std::vector<double> p(logits_.size());
    ops::reference_softmax(plan_, 0, logits_, p);
    return p;
  }

  double entropy(const std::vector<double>& p) const {
    double entropy = 0;
    double sum = 0;
    for (const double probability : p) {
      entropy += term_of_entropy(probability);
      sum += probability;
    }
    return plan_.options.has_sink() ? entropy + term_of_entropy(1 - sum) : entropy;
  }

 private:
  std::span<const float> logits_;
  ops::SoftmaxPlan plan_{};
};

// The places of the largest logits, of equal ones the first; none are NaN.
std::vector<std::int64_t> largest_places(std::span<const float> logits) {
  std::vector<std::int64_t> places(logits.size());
  std::iota(places.begin(), places.end(), std::int64_t{0});
  const auto shown = static_cast<std::ptrdiff_t>(std::min(kMostProbabilities, places.size()));
  const auto before = [logits](std::int64_t a, std::int64_t b) {
    const float one = logits[static_cast<std::size_t>(a)];
    const float other = logits[static_cast<std::size_t>(b)];
    return one > other || (one == other && a < b);
  };
  std::partial_sort(places.begin(), places.begin() + shown, places.end(), before);
  places.resize(static_cast<std::size_t>(shown));
  return places;
}

}  // namespace

TemperatureCurve temperature_curve(std::span<const float> logits,
                                   const ops::SoftmaxOptions& options) {
  TemperatureCurve curve;
  SoftmaxOfGroup group(logits, options);
  const std::vector<double> chosen = group.at(options.temperature);
  if (chosen.empty() || std::ranges::any_of(chosen, [](double p) { return std::isnan(p); })) {
    return curve;
  }
  const std::size_t shares = logits.size() + (options.has_sink() ? 1 : 0);
  curve.most_entropy = std::log(static_cast<double>(shares));
  curve.chosen_entropy = group.entropy(chosen);
  curve.places = largest_places(logits);
  curve.probabilities.resize(curve.places.size());
  for (const std::int64_t place : curve.places) {
    curve.chosen.push_back(chosen[static_cast<std::size_t>(place)]);
  }
  const int decade = static_cast<int>(std::floor(std::log10(options.temperature)));
  const int first = std::min(kFirstOfTemperature, decade - 1);
  const int last = std::max(kLastOfTemperature, decade + 2);
  for (int at = first * kInDecade; at <= last * kInDecade; ++at) {
    curve.temperatures.push_back(std::pow(10.0, static_cast<double>(at) / kInDecade));
    const std::vector<double> p = group.at(curve.temperatures.back());
    curve.entropies.push_back(group.entropy(p));
    for (std::size_t k = 0; k < curve.places.size(); ++k) {
      curve.probabilities[k].push_back(p[static_cast<std::size_t>(curve.places[k])]);
    }
  }
  return curve;
}

}  // namespace normscope::results
