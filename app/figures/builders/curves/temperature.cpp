// SPDX-License-Identifier: MIT
#include "app/figures/builders/curves/temperature.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

#include "app/figures/builders/steps.hpp"
#include "app/figures/note_text.hpp"
#include "app/figures/ticks.hpp"
#include "app/results/curves/epsilon_curve.hpp"
#include "app/results/curves/temperature_curve.hpp"

namespace normscope::figures {

using results::TemperatureCurve;

namespace {

constexpr double kAboveCurve = 1.05;
constexpr int kDigitsOfCurve = 4;
// Lines that meet at both ends differ by their dashes, too.
constexpr std::array kCurveStyles = {LineStyle::kSolid, LineStyle::kDashed, LineStyle::kDotted,
                                     LineStyle::kLongDashed, LineStyle::kSolid};

Panel probability_panel(const TemperatureCurve& curve) {
  Panel panel{.title = "Probabilities"};
  panel.y = {.label = "probability", .low = 0, .high = kAboveCurve};
  for (std::size_t k = 0; k < curve.places.size(); ++k) {
    panel.series.push_back(
        {fmt::format("x[{}]", curve.places[k]), k,
         Line{.x = curve.temperatures, .y = curve.probabilities[k], .style = kCurveStyles[k]}});
  }
  return panel;
}

Panel entropy_panel(const TemperatureCurve& curve) {
  Panel panel{.title = "Entropy"};
  panel.y = {.label = "nats",
             .low = 0,
             .high = curve.most_entropy > 0 ? kAboveCurve * curve.most_entropy : 1.0};
  panel.series.push_back({{}, 0, Line{.x = curve.temperatures, .y = curve.entropies}});
  return panel;
}

}  // namespace

base::Expected<Figure> temperature(const results::Evaluation& evaluation,
                                   const FigureRequest& request) {
  const std::int64_t group = selected_group(evaluation, request.selection);
  const std::int64_t n = evaluation.layout.size;
  Figure figure{.name = "temperature",
                .title = fmt::format("Softmax of group {} and its temperature", group),
                .shared_x = true,
                .decimals = decimals_of(request)};
  const ops::SoftmaxOptions& options = evaluation.document->softmax;
  const auto logits = values_of_group(evaluation.activations->values(), evaluation.layout, group);
  if (n > results::kMostOfCurve) {
    figure.panels.push_back(
        {.message = fmt::format("the curve is made of groups of at most {} numbers, and this one "
                                "has {}",
                                digits_text(results::kMostOfCurve), digits_text(n))});
    return figure;
  }
  const TemperatureCurve curve = results::temperature_curve(logits, options);
  if (curve.places.empty()) {
    figure.panels.push_back({.message = logits.empty() ? "no values"
                                                       : "the softmax of this group is nan, "
                                                         "whatever the temperature is"});
    return figure;
  }
  figure.panels = {probability_panel(curve), entropy_panel(curve)};
  for (Panel& panel : figure.panels) {
    panel.x = {.label = "temperature",
               .scale = Scale::kLogarithmic,
               .low = curve.temperatures.front(),
               .high = curve.temperatures.back()};
    panel.marks.push_back({options.temperature, fmt::format("T = {}", options.temperature)});
  }
  figure.notes.push_back(fmt::format(
      "At temperature {} the largest probability is {}, and the entropy {} nats of at most {}.",
      options.temperature, number_text(curve.chosen.front(), kDigitsOfCurve),
      number_text(curve.chosen_entropy, kDigitsOfCurve),
      number_text(curve.most_entropy, kDigitsOfCurve)));
  if (n > static_cast<std::int64_t>(curve.places.size())) {
    figure.notes.push_back(fmt::format("Shown are the {} largest of {} probabilities.",
                                       curve.places.size(), digits_text(n)));
  }
  return figure;
}

}  // namespace normscope::figures
