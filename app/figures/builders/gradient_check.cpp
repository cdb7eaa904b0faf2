// SPDX-License-Identifier: MIT
#include "app/figures/builders/gradient_check.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/figures/builders/curves/log_axis.hpp"
#include "app/figures/builders/steps.hpp"
#include "app/figures/note_text.hpp"
#include "app/figures/ticks.hpp"
#include "app/results/gradient_check.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

using results::GradientCheck;

namespace {

// Beyond the first and last step, a factor: their markers are whole.
constexpr double kBeyondEnds = 1.6;

Axis error_axis(const GradientCheck& check) {
  return log_axis(tr("|error of dx|"), {check.worst, check.median, {&check.tolerance, 1}});
}

double least_of(const GradientCheck& check) {
  return *std::ranges::min_element(check.worst);
}

Panel panel_of_check(const GradientCheck& check) {
  Panel panel;
  if (!std::isfinite(check.tolerance)) {
    panel.message = tr("no difference is finite here");
    return panel;
  }
  panel.x = {.label = tr("step h"),
             .scale = Scale::kLogarithmic,
             .low = check.steps.front() / kBeyondEnds,
             .high = check.steps.back() * kBeyondEnds};
  panel.y = error_axis(check);
  panel.series.push_back(
      {tr("worst"), 0, Line{.x = check.steps, .y = on_logarithms(check.worst), .markers = true}});
  panel.series.push_back(
      {tr("median"), 1,
       Line{.x = check.steps, .y = on_logarithms(check.median), .style = LineStyle::kDotted}});
  panel.series.push_back({tr("gradcheck's tolerance"), 2,
                          Line{.x = {panel.x.low, panel.x.high},
                               .y = {check.tolerance, check.tolerance},
                               .style = LineStyle::kDashed}});
  panel.marks.push_back({results::kGradcheckStep, tr("gradcheck's h"), LineStyle::kDashed});
  if (check.valley) panel.marks.push_back({*check.valley, tr("valley"), LineStyle::kDotted, 1});
  return panel;
}

std::string verdict(const GradientCheck& check) {
  const std::string error = number_text(check.gradcheck_error, 2);
  const std::string found = !std::isfinite(check.gradcheck_error)
                                ? tr("With gradcheck's h, 10⁻⁶, an error is not "
                                     "finite: it fails, beyond 10⁻⁵ + 10⁻³ |dx|")
                            : check.passes ? tr("With gradcheck's h, 10⁻⁶, the largest error is "
                                                "{error}: it passes, within 10⁻⁵ + 10⁻³ |dx|",
                                                arg("error", error))
                                           : tr("With gradcheck's h, 10⁻⁶, the largest error is "
                                                "{error}: it fails, beyond 10⁻⁵ + 10⁻³ |dx|",
                                                arg("error", error));
  if (check.valley) {
    return tr("{found}; the valley is near h = {h}, at {least}.", arg("found", found),
              arg("h", number_text(*check.valley, 2)),
              arg("least", number_text(least_of(check), 2)));
  }
  return check.passes
             ? tr("{found}; there is no valley, as where y is linear in x.", arg("found", found))
             : tr("{found}; there is no valley: dx is not the derivative of this y.",
                  arg("found", found));
}

std::string moved_words(const GradientCheck& check, std::int64_t n) {
  const auto moved = static_cast<std::int64_t>(check.places.size());
  if (moved == n) {
    return tr(
        "Moved by h, one at a time: every number of the group, {n} in all. The error is |dx − (L(x "
        "+ h) − L(x − h)) / 2h| in double, with L = sum(dy · y).",
        arg("n", n));
  }
  return tr(
      "Moved by h, one at a time: {moved} of the group's {n} numbers, evenly spaced. The error is "
      "|dx − (L(x + h) − L(x − h)) / 2h| in double, with L = sum(dy · y).",
      arg("moved", moved), arg("n", n));
}

}  // namespace

base::Expected<Figure> gradient_check(const results::Evaluation& evaluation,
                                      const FigureRequest& request) {
  const std::int64_t group = selected_group(evaluation, request.selection);
  const std::int64_t n = evaluation.layout.size;
  Figure figure{.name = "gradient-check",
                .title = tr("{name} against central differences, group {group}",
                            arg("name", evaluation.stages.back().name), arg("group", group)),
                .decimals = decimals_of(request)};
  const GradientCheck check = results::gradient_check(evaluation, group);
  if (check.places.empty()) {
    figure.panels.push_back(
        {.message = n > results::kMostOfCheckedGroup
                        ? tr("the gradient is checked of groups of at most {most} "
                             "numbers, and "
                             "this one has {n}",
                             arg("most", results::kMostOfCheckedGroup), arg("n", digits_text(n)))
                    : n == 0 ? tr("no values")
                             : tr("a step is known by its stored numbers alone")});
    return figure;
  }
  if (check.without_dy) {
    figure.panels.push_back(
        {.message = tr("dy is 0 in this whole group: there is nothing to compare")});
    return figure;
  }
  figure.panels.push_back(panel_of_check(check));
  figure.notes.push_back(verdict(check));
  figure.notes.push_back(moved_words(check, n));
  return figure;
}

}  // namespace normscope::figures
