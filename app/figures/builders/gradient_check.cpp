// SPDX-License-Identifier: MIT
#include "app/figures/builders/gradient_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/figures/builders/curves/log_axis.hpp"
#include "app/figures/builders/steps.hpp"
#include "app/figures/note_text.hpp"
#include "app/figures/ticks.hpp"
#include "app/results/gradient_check.hpp"

namespace normscope::figures {

using results::GradientCheck;

namespace {

// Beyond the first and last step, a factor: their markers are whole.
constexpr double kBeyondEnds = 1.6;

Axis error_axis(const GradientCheck& check) {
  return log_axis("|error of dx|", {check.worst, check.median, {&check.tolerance, 1}});
}

double least_of(const GradientCheck& check) {
  return *std::ranges::min_element(check.worst);
}

Panel panel_of_check(const GradientCheck& check) {
  Panel panel;
  if (!std::isfinite(check.tolerance)) {
    panel.message = "no difference is finite here";
    return panel;
  }
  panel.x = {.label = "step h",
             .scale = Scale::kLogarithmic,
             .low = check.steps.front() / kBeyondEnds,
             .high = check.steps.back() * kBeyondEnds};
  panel.y = error_axis(check);
  panel.series.push_back(
      {"worst", 0, Line{.x = check.steps, .y = on_logarithms(check.worst), .markers = true}});
  panel.series.push_back(
      {"median", 1,
       Line{.x = check.steps, .y = on_logarithms(check.median), .style = LineStyle::kDotted}});
  panel.series.push_back({"gradcheck's tolerance", 2,
                          Line{.x = {panel.x.low, panel.x.high},
                               .y = {check.tolerance, check.tolerance},
                               .style = LineStyle::kDashed}});
  panel.marks.push_back({results::kGradcheckStep, "gradcheck's h", LineStyle::kDashed});
  if (check.valley) panel.marks.push_back({*check.valley, "valley", LineStyle::kDotted, 1});
  return panel;
}

std::string verdict(const GradientCheck& check) {
  std::string text = "With gradcheck's h, 10⁻⁶, ";
  text += std::isfinite(check.gradcheck_error)
              ? "the largest error is " + number_text(check.gradcheck_error, 2)
              : std::string("an error is not finite");
  text += check.passes ? ": it passes, within 10⁻⁵ + 10⁻³ |dx|; "
                       : ": it fails, beyond 10⁻⁵ + 10⁻³ |dx|; ";
  if (check.valley) {
    return text + fmt::format("the valley is near h = {}, at {}.", number_text(*check.valley, 2),
                              number_text(least_of(check), 2));
  }
  return text + (check.passes ? "there is no valley, as where y is linear in x."
                              : "there is no valley: dx is not the derivative of this y.");
}

// "every number of the group, 6 in all"
std::string moved_words(const GradientCheck& check, std::int64_t n) {
  const auto moved = static_cast<std::int64_t>(check.places.size());
  if (moved == n) return fmt::format("every number of the group, {} in all", n);
  return fmt::format("{} of the group's {} numbers, evenly spaced", moved, n);
}

}  // namespace

base::Expected<Figure> gradient_check(const results::Evaluation& evaluation,
                                      const FigureRequest& request) {
  const std::int64_t group = selected_group(evaluation, request.selection);
  const std::int64_t n = evaluation.layout.size;
  Figure figure{.name = "gradient-check",
                .title = fmt::format("{} against central differences, group {}",
                                     evaluation.stages.back().name, group),
                .decimals = decimals_of(request)};
  const GradientCheck check = results::gradient_check(evaluation, group);
  if (check.places.empty()) {
    figure.panels.push_back(
        {.message =
             n > results::kMostOfCheckedGroup
                 ? fmt::format("the gradient is checked of groups of at most {} numbers, and "
                               "this one has {}",
                               results::kMostOfCheckedGroup, digits_text(n))
             : n == 0 ? "no values"
                      : "a step is known by its stored numbers alone"});
    return figure;
  }
  if (check.without_dy) {
    figure.panels.push_back(
        {.message = "dy is 0 in this whole group: there is nothing to compare"});
    return figure;
  }
  figure.panels.push_back(panel_of_check(check));
  figure.notes.push_back(verdict(check));
  figure.notes.push_back(fmt::format(
      "Moved by h, one at a time: {}. The error is |dx − (L(x + h) − L(x − h)) / 2h| in "
      "double, with L = sum(dy · y).",
      moved_words(check, n)));
  return figure;
}

}  // namespace normscope::figures
