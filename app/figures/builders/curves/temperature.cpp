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
#include "core/text/translate.hpp"

namespace normscope::figures {

using results::TemperatureCurve;

namespace {

constexpr double kAboveCurve = 1.05;
constexpr int kDigitsOfCurve = 4;
// Lines that meet at both ends differ by their dashes, too.
constexpr std::array kCurveStyles = {LineStyle::kSolid, LineStyle::kDashed, LineStyle::kDotted,
                                     LineStyle::kLongDashed, LineStyle::kSolid};

Panel probability_panel(const TemperatureCurve& curve) {
  Panel panel{.title = tr("Probabilities")};
  panel.y = {.label = tr("probability"), .low = 0, .high = kAboveCurve};
  for (std::size_t k = 0; k < curve.places.size(); ++k) {
    panel.series.push_back(
        {fmt::format("x[{}]", curve.places[k]), k,
         Line{.x = curve.temperatures, .y = curve.probabilities[k], .style = kCurveStyles[k]}});
  }
  return panel;
}

Panel entropy_panel(const TemperatureCurve& curve) {
  Panel panel{.title = tr("Entropy")};
  panel.y = {.label = tr("nats"),
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
                .title = tr("Softmax of group {group} and its temperature", arg("group", group)),
                .shared_x = true,
                .decimals = decimals_of(request)};
  const ops::SoftmaxOptions& options = evaluation.document->softmax;
  const auto logits = values_of_group(evaluation.activations->values(), evaluation.layout, group);
  if (n > results::kMostOfCurve) {
    figure.panels.push_back(
        {.message = tr("the curve is made of groups of at most {most} numbers, and this one "
                       "has {n}",
                       arg("most", digits_text(results::kMostOfCurve)), arg("n", digits_text(n)))});
    return figure;
  }
  const TemperatureCurve curve = results::temperature_curve(logits, options);
  if (curve.places.empty()) {
    figure.panels.push_back({.message = logits.empty() ? tr("no values")
                                                       : tr("the softmax of this group is nan, "
                                                            "whatever the temperature is")});
    return figure;
  }
  figure.panels = {probability_panel(curve), entropy_panel(curve)};
  for (Panel& panel : figure.panels) {
    panel.x = {.label = tr("temperature"),
               .scale = Scale::kLogarithmic,
               .low = curve.temperatures.front(),
               .high = curve.temperatures.back()};
    panel.marks.push_back({options.temperature, fmt::format("T = {}", options.temperature)});
  }
  figure.notes.push_back(
      tr("At temperature {temperature} the largest probability is {chosen}, and the entropy "
         "{chosen_entropy} nats of at most {most}.",
         arg("temperature", options.temperature),
         arg("chosen", number_text(curve.chosen.front(), kDigitsOfCurve)),
         arg("chosen_entropy", number_text(curve.chosen_entropy, kDigitsOfCurve)),
         arg("most", number_text(curve.most_entropy, kDigitsOfCurve))));
  if (n > static_cast<std::int64_t>(curve.places.size())) {
    figure.notes.push_back(tr("Shown are the {places} largest of {n} probabilities.",
                              arg("places", curve.places.size()), arg("n", digits_text(n))));
  }
  return figure;
}

}  // namespace normscope::figures
