// SPDX-License-Identifier: MIT
#include "app/figures/builders/softmax.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/figures/builders/long_line.hpp"
#include "app/figures/builders/value_axis.hpp"
#include "app/figures/note_text.hpp"
#include "app/figures/ticks.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

namespace {

/// Room above the largest probability, for its number.
constexpr double kAbove = 1.12;
/// The sum is shown to a millionth: further digits of float32 numbers near 1 are rounding errors.
constexpr int kSumDecimals = 6;
constexpr double kSumStep = 1e-6;

/// Bars, or a line for many values; values that are not finite have no bar.
Shape shape_of(const std::vector<double>& values) {
  const auto count = static_cast<std::int64_t>(values.size());
  if (count > kMostSoftmaxBars) return long_line(values);
  Bars bars;
  for (std::int64_t i = 0; i <= count; ++i) bars.edges.push_back(static_cast<double>(i) - 0.5);
  for (const double value : values) bars.heights.push_back(std::isfinite(value) ? value : 0.0);
  return bars;
}

/// The axis of bars, which contains 0.
Axis bar_axis(const std::vector<double>& values) {
  std::vector<double> with_zero = values;
  with_zero.push_back(0);
  return value_axis(with_zero);
}

NonFiniteCounts non_finite_counts(const std::vector<double>& values) {
  NonFiniteCounts non_finite;
  for (const double value : values) {
    if (!std::isfinite(value)) non_finite.add(value);
  }
  return non_finite;
}

Panel panel_of(std::string title, std::size_t color, const std::vector<double>& values,
               std::vector<std::string>& notes) {
  Panel panel{.title = std::move(title), .color = color};
  const auto count = static_cast<std::int64_t>(values.size());
  panel.x = numbered_axis(tr("index"), count, kMostCategories);
  const NonFiniteCounts non_finite = non_finite_counts(values);
  if (non_finite.count() == count) {
    panel.message = count == 0
                        ? tr("no values")
                        : tr("no finite value: {which}", arg("which", non_finite_text(non_finite)));
    return panel;
  }
  if (non_finite.count() > 0) {
    notes.push_back(tr("{title}: {non_finite} without a bar.", arg("title", panel.title),
                       arg("non_finite", non_finite_text(non_finite))));
  }
  panel.y = bar_axis(values);
  panel.series.push_back({{}, color, shape_of(values)});
  return panel;
}

/// Adds the sum of the probabilities to the notes, and annotates the largest one.
void describe(Panel& panel, const std::vector<double>& probabilities, int decimals,
              std::vector<std::string>& notes) {
  double sum = 0;
  for (const double p : probabilities) sum += p;
  notes.push_back(
      tr("The probabilities add up to {round}.",
         arg("round", value_text(std::round(sum / kSumStep) * kSumStep, kSumDecimals))));
  if (!panel.message.empty()) return;
  const auto less = [](double a, double b) { return !std::isfinite(a) || a < b; };
  std::size_t top = 0;
  for (std::size_t i = 1; i < probabilities.size(); ++i) {
    if (std::isfinite(probabilities[i]) && less(probabilities[top], probabilities[i])) top = i;
  }
  const double largest = probabilities[top];
  panel.y = {.label = tr("probability"), .low = 0, .high = largest > 0 ? kAbove * largest : 1.0};
  panel.annotations.push_back({static_cast<double>(top), largest, value_text(largest, decimals)});
}

}  // namespace

base::Expected<Figure> softmax(const SoftmaxData& data) {
  if (data.logits.size() != data.output.size()) {
    return base::fail(
        base::ErrorKind::kInvalidArgument,
        tr("as many probabilities as logits are needed, but got {output} for {logits}",
           arg("output", data.output.size()), arg("logits", data.logits.size())));
  }
  const std::vector<double> logits(data.logits.begin(), data.logits.end());
  std::vector<double> probabilities(data.output.begin(), data.output.end());
  if (data.log) {
    for (double& p : probabilities) p = std::exp(p);
  }
  Figure figure{
      .name = "softmax", .title = data.title, .shared_x = true, .decimals = data.decimals};
  Panel above = panel_of(tr("Logits"), 0, logits, figure.notes);
  above.y.label = tr("logit");
  Panel below = panel_of(data.log ? tr("Probabilities, exp of the output") : tr("Probabilities"), 1,
                         probabilities, figure.notes);
  if (!probabilities.empty()) describe(below, probabilities, data.decimals, figure.notes);
  figure.panels = {std::move(above), std::move(below)};
  if (probabilities.size() == 1) figure.notes.emplace_back(tr("A single value has probability 1."));
  return figure;
}

Figure with_place(Figure figure, std::int64_t place, std::span<const double> values) {
  for (std::size_t p = 0; p < figure.panels.size(); ++p) {
    Panel& panel = figure.panels[p];
    remove_selected(panel);
    bool barred = false;
    for (Series& series : panel.series) {
      auto* const bars = std::get_if<Bars>(&series.shape);
      if (bars == nullptr) continue;
      barred = true;
      bars->selected.reset();
      const auto at = static_cast<std::size_t>(place);
      if (place >= 0 && at < bars->heights.size()) bars->selected = at;
    }
    const bool there = place >= 0 && p < values.size() && std::isfinite(values[p]);
    if (barred || !there || !panel.message.empty()) continue;
    add_selected(panel, place, values[p]);
  }
  return figure;
}

}  // namespace normscope::figures
