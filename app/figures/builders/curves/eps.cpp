// SPDX-License-Identifier: MIT
#include "app/figures/builders/curves/eps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/figures/builders/curves/log_axis.hpp"
#include "app/figures/builders/steps.hpp"
#include "app/figures/note_text.hpp"
#include "app/figures/ticks.hpp"
#include "app/results/curves/epsilon_curve.hpp"
#include "core/formats/format.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

using results::EpsilonCurve;
using results::EpsilonEffect;

namespace {

constexpr double kAboveDeviation = 1.1;
// Digits of the numbers in the sentence.
constexpr int kSaid = 4;

// What epsilon is added to.
std::string_view added_to(const ops::NormOptions& options) {
  switch (options.epsilon_placement) {
    case ops::EpsilonPlacement::kOutside:
      return options.centred() ? tr("standard deviation") : tr("root mean square");
    case ops::EpsilonPlacement::kCount:
      return tr("count");
    case ops::EpsilonPlacement::kInside:
    case ops::EpsilonPlacement::kNone:
      break;
  }
  return options.centred() ? tr("variance") : tr("mean square");
}

std::vector<double> each_effect(const EpsilonCurve& curve, double EpsilonEffect::*of) {
  std::vector<double> values;
  values.reserve(curve.effects.size());
  for (const EpsilonEffect& effect : curve.effects) values.push_back(effect.*of);
  return values;
}

Axis epsilon_axis(const EpsilonCurve& curve, const ops::NormOptions& options) {
  const bool count = options.epsilon_placement == ops::EpsilonPlacement::kCount;
  const bool outside = options.epsilon_placement == ops::EpsilonPlacement::kOutside;
  return {.label = count     ? tr("eps, in elements")
                   : outside ? tr("eps, in units of x")
                             : tr("eps, in units of x²"),
          .scale = Scale::kLogarithmic,
          .low = curve.epsilons.front(),
          .high = curve.epsilons.back()};
}

void mark(Panel& panel, const EpsilonCurve& curve, const ops::NormOptions& options) {
  if (curve.epsilon > 0) {
    panel.marks.push_back({curve.epsilon, tr("eps {epsilon}", arg("epsilon", curve.epsilon))});
  }
  if (curve.equal > 0 && std::isfinite(curve.equal)) {
    panel.marks.push_back({curve.equal, std::string(added_to(options)), LineStyle::kDotted, 1});
  }
}

Panel deviation_panel(const EpsilonCurve& curve, const ops::NormOptions& options) {
  Panel panel{.title = options.centred() ? tr("Standard deviation of the output")
                                         : tr("Root mean square of the output")};
  const std::vector<double> deviations = each_effect(curve, &EpsilonEffect::deviation);
  double most = 0;
  for (const double deviation : deviations) {
    if (std::isfinite(deviation)) most = std::max(most, deviation);
  }
  panel.y = {.low = 0, .high = most > 0 ? kAboveDeviation * most : 1.0};
  panel.series.push_back({{}, 0, Line{.x = curve.epsilons, .y = deviations}});
  return panel;
}

Panel gradient_panel(const EpsilonCurve& curve) {
  Panel panel{.title = tr("Length of dx for a dy of length 1"), .color = 1};
  const auto across = each_effect(curve, &EpsilonEffect::across);
  const auto along = each_effect(curve, &EpsilonEffect::along);
  panel.y = log_axis("", {across, along});
  panel.series.push_back(
      {tr("dy across x̂"), 1, Line{.x = curve.epsilons, .y = on_logarithms(across)}});
  panel.series.push_back(
      {tr("dy along x̂"), 2,
       Line{.x = curve.epsilons, .y = on_logarithms(along), .style = LineStyle::kDashed}});
  return panel;
}

// "With eps 10⁻⁵ the output's standard deviation is 0.9998; ..."
std::string sentence_of_effect(const EpsilonCurve& curve, const ops::NormOptions& options) {
  const auto epsilon = arg("eps", curve.epsilon);
  const std::string_view root =
      options.centred() ? tr("standard deviation") : tr("root mean square");
  const auto statistic = arg("statistic", root);
  const std::string spread = number_text(curve.chosen.deviation, kSaid);
  const std::string across = number_text(curve.chosen.across, kSaid);
  const std::string along = number_text(curve.chosen.along, kSaid);
  const auto value = arg("value", spread);
  const bool has_across = std::isfinite(curve.chosen.across);
  if (has_across && std::isfinite(curve.chosen.along)) {
    return tr(
        "With eps {eps} the {statistic} of the output is {value}, and a dy across x̂ gives a dx "
        "{across} times as long; of one along x̂ {along} is left.",
        epsilon, statistic, value, arg("across", across), arg("along", along));
  }
  if (has_across) {
    return tr(
        "With eps {eps} the {statistic} of the output is {value}, and a dy across x̂ gives a dx "
        "{across} times as long.",
        epsilon, statistic, value, arg("across", across));
  }
  if (std::isfinite(curve.chosen.along)) {
    return tr(
        "With eps {eps} the {statistic} of the output is {value}; of one along x̂ {along} is left.",
        epsilon, statistic, value, arg("along", along));
  }
  return tr("With eps {eps} the {statistic} of the output is {value}.", epsilon, statistic, value);
}

std::string sentence_of_equal(const EpsilonCurve& curve, const ops::NormOptions& options) {
  const bool outside = options.epsilon_placement == ops::EpsilonPlacement::kOutside;
  const std::string_view sentence =
      options.centred()
          ? outside ? tr("eps is as large as the {statistic} at {eps}: far below it changes "
                         "nothing, far above the output is x − mean divided by eps.")
                    : tr("eps is as large as the {statistic} at {eps}: far below it changes "
                         "nothing, far above the output is x − mean divided by the root of eps.")
      : outside ? tr("eps is as large as the {statistic} at {eps}: far below it changes nothing, "
                     "far above the output is x divided by eps.")
                : tr("eps is as large as the {statistic} at {eps}: far below it changes nothing, "
                     "far above the output is x divided by the root of eps.");
  return fmt::format(fmt::runtime(sentence), arg("statistic", added_to(options)),
                     arg("eps", number_text(curve.equal, kSaid)));
}

}  // namespace

base::Expected<Figure> eps(const results::Evaluation& evaluation, const FigureRequest& request) {
  const std::int64_t group = selected_group(evaluation, request.selection);
  const std::int64_t n = evaluation.layout.size;
  Figure figure{.name = "eps",
                .title = tr("{name} and its eps, group {group}",
                            arg("name", evaluation.stages.back().name), arg("group", group)),
                .shared_x = true,
                .decimals = decimals_of(request)};
  const document::NormSettings& settings = evaluation.document->norm;
  ops::NormOptions options = settings.options;
  const auto only_message = [&figure](std::string text) {
    figure.panels.push_back({.message = std::move(text)});
    return figure;
  };
  if (options.running || options.returned != ops::Returned::kNormalized) {
    return only_message(options.running
                            ? tr("the running statistics are of other numbers than the group's")
                            : tr("what is returned has no eps in it"));
  }
  const auto values = values_of_group(evaluation.activations->values(), evaluation.layout, group);
  if (values.empty()) return only_message(tr("no values"));
  if (n > results::kMostOfCurve) {
    return only_message(
        tr("the curve is made of groups of at most {most} numbers, and this "
           "one has {n}",
           arg("most", digits_text(results::kMostOfCurve)), arg("n", digits_text(n))));
  }
  if (!settings.epsilon_on) options.epsilon = 0;
  const EpsilonCurve curve = results::epsilon_curve(values, options);
  if (!std::isfinite(curve.effects.back().deviation)) {
    return only_message(tr("the output of this group is not finite, whatever eps is"));
  }
  figure.panels = {deviation_panel(curve, options), gradient_panel(curve)};
  const bool in_units_of_x = options.epsilon_placement != ops::EpsilonPlacement::kCount;
  const double vanishes = formats::kFloat16.smallest() / 2;
  for (Panel& panel : figure.panels) {
    panel.x = epsilon_axis(curve, options);
    mark(panel, curve, options);
    if (in_units_of_x && panel.x.low < vanishes) {
      panel.spans.push_back({tr("0 in float16"), panel.x.low, vanishes});
    }
  }
  // The legend names the shading once.
  for (Span& span : figure.panels.front().spans) span.name = {};
  figure.notes.push_back(sentence_of_effect(curve, options));
  if (curve.equal > 0) {
    figure.notes.push_back(sentence_of_equal(curve, options));
  } else {
    figure.notes.emplace_back(
        tr("All numbers of the group are equal: the output is 0, whatever eps is."));
  }
  return figure;
}

}  // namespace normscope::figures
