// SPDX-License-Identifier: MIT
#include "app/figures/builders/curves/variance_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/figures/builders/curves/log_axis.hpp"
#include "app/figures/builders/format_line.hpp"
#include "app/figures/builders/steps.hpp"
#include "app/figures/note_text.hpp"
#include "app/figures/ticks.hpp"
#include "app/results/curves/variance_errors.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

using results::kVarianceWays;
using results::VarianceErrors;

namespace {

// Errors below it are roundings of the exact variance, which is a double.
constexpr double kLeastError = 1e-15;
constexpr double kShareThatMatters = 0.01;
constexpr double kRoomOfLengths = 1.5;
constexpr int kDigitsOfErrors = 3;
constexpr std::array kWayStyles = {LineStyle::kSolid, LineStyle::kDashed, LineStyle::kDotted,
                                   LineStyle::kLongDashed, LineStyle::kSolid};

// The ways of one panel; `named`: whether the legend has them.
std::vector<Series> lines_of(const VarianceErrors& errors, bool named) {
  std::vector<Series> lines;
  for (std::size_t way = 0; way < kVarianceWays.size(); ++way) {
    std::vector<double> shown = errors.of_ways[way];
    for (double& error : shown) {
      if (error < kLeastError) error = 0;
    }
    lines.push_back({named ? std::string(tr(kVarianceWays[way].name)) : std::string(), way,
                     Line{.x = errors.at,
                          .y = on_logarithms(std::move(shown)),
                          .style = kWayStyles[way],
                          .markers = true}});
  }
  return lines;
}

// From which mean on storing the numbers changes the variance by more than the share that matters.
std::optional<double> spoilt_from(const VarianceErrors& errors) {
  std::optional<double> from;
  for (std::size_t k = errors.at.size(); k-- > 0;) {
    if (errors.of_storage[k] <= kShareThatMatters) break;
    from = errors.at[k];
  }
  return from;
}

Panel offset_panel(const VarianceErrors& errors, double mean) {
  Panel panel{.title = tr("Against the mean")};
  if (errors.at.empty()) {
    panel.message = tr("the numbers of the group have no variance");
    return panel;
  }
  panel.x = {.label = tr("mean of the group"),
             .scale = Scale::kLogarithmic,
             .low = errors.at.front(),
             .high = errors.at.back()};
  panel.series = lines_of(errors, true);
  if (const auto from = spoilt_from(errors)) {
    panel.spans.push_back({tr("input rounded by over 1 %"), *from, panel.x.high});
  }
  const double magnitude = std::abs(mean);
  if (magnitude >= panel.x.low && magnitude <= panel.x.high) {
    panel.marks.push_back({magnitude, tr("its own"), LineStyle::kSolid});
  }
  return panel;
}

Panel length_panel(const VarianceErrors& errors, std::int64_t n) {
  Panel panel{.title = tr("Against the length")};
  panel.x = {.label = tr("numbers"),
             .scale = Scale::kLogarithmic,
             .low = errors.at.front() / kRoomOfLengths,
             .high = errors.at.back() * kRoomOfLengths};
  panel.series = lines_of(errors, false);
  const auto own = static_cast<double>(n);
  if (own >= panel.x.low && own <= panel.x.high) panel.marks.push_back({own, tr("its own")});
  return panel;
}

Panel format_panel(const VarianceErrors& errors) {
  Panel panel{.title = tr("In every format")};
  panel.x = {.label = tr("format"), .scale = Scale::kCategorical};
  for (const formats::Format& format : results::formats_of_errors()) {
    panel.x.categories.emplace_back(short_name(format.id));
  }
  panel.x.low = -0.5;
  panel.x.high = static_cast<double>(panel.x.categories.size()) - 0.5;
  panel.series = lines_of(errors, false);
  return panel;
}

// One scale for all panels.
Axis axis_of_errors(const std::array<VarianceErrors, 3>& all) {
  std::vector<double> shown;
  for (const VarianceErrors& errors : all) {
    for (const auto& of_way : errors.of_ways) {
      std::ranges::copy_if(of_way, std::back_inserter(shown),
                           [](double error) { return error >= kLeastError; });
    }
  }
  return log_axis(tr("error"), {shown});
}

// "Of this group in float32: one-pass 0.12, two-pass 1.1×10⁻⁷, ..."
std::string errors_as_they_are(const VarianceErrors& errors, const formats::Format& format) {
  const auto all = results::formats_of_errors();
  const auto at = std::ranges::find(all, format.id, &formats::Format::id) - all.begin();
  std::string text;
  for (std::size_t way = 0; way < kVarianceWays.size(); ++way) {
    const double error = errors.of_ways[way][static_cast<std::size_t>(at)];
    const std::string value =
        std::isnan(error) ? tr("not finite") : number_text(error, kDigitsOfErrors);
    text = text::listed(text, fmt::format("{} {}", tr(kVarianceWays[way].name), value));
  }
  return tr("Of the group as it is, in {format}: {errors}.", arg("format", format.name),
            arg("errors", text));
}

// Of the document's plan; float32 where that is wider.
const formats::Format& format_of_steps(const results::Evaluation& evaluation) {
  const formats::Format& step = formats::format_of(evaluation.document->precision.step);
  return step.bits() > formats::kFloat32.bits() ? formats::kFloat32 : step;
}

}  // namespace

base::Expected<Figure> variance_error(const results::Evaluation& evaluation,
                                      const FigureRequest& request) {
  const std::int64_t group = selected_group(evaluation, request.selection);
  const std::int64_t n = evaluation.layout.size;
  const formats::Format& format = format_of_steps(evaluation);
  Figure figure{.name = "variance-error",
                .title = tr("Error of the variance in {name}, group {group}",
                            arg("name", format.name), arg("group", group)),
                .arrangement = Arrangement::kGrid,
                .columns = 3,
                .shared_y = true,
                .decimals = decimals_of(request)};
  const auto only = [&figure](std::string text) {
    figure.columns = 1;
    figure.panels.push_back({.message = std::move(text)});
    return figure;
  };
  const auto values = values_of_group(evaluation.activations->values(), evaluation.layout, group);
  if (n > results::kLongestOfErrors) {
    return only(
        tr("the errors are shown of groups of at most {most} numbers, and this one "
           "has {n}",
           arg("most", digits_text(results::kLongestOfErrors)), arg("n", digits_text(n))));
  }
  if (values.empty()) return only(tr("no values"));
  const bool finite = std::ranges::all_of(values, [](float x) { return std::isfinite(x); });
  if (!finite) return only(tr("the group has numbers that are not finite"));
  if (std::ranges::min(values) == std::ranges::max(values)) {
    return only(tr("all numbers of the group are equal: the variance is 0"));
  }
  const auto estimator = evaluation.document->norm.options.estimator;
  auto offsets = results::variance_errors_over_offset(values, estimator, format.id);
  if (!offsets) return tl::unexpected(offsets.error());
  auto lengths = results::variance_errors_over_length(values, estimator, format.id);
  if (!lengths) return tl::unexpected(lengths.error());
  auto in_formats = results::variance_errors_over_formats(values, estimator);
  if (!in_formats) return tl::unexpected(in_formats.error());
  double mean = 0;
  for (const float number : values) {
    mean += static_cast<double>(number) / static_cast<double>(values.size());
  }
  figure.panels = {offset_panel(*offsets, mean), length_panel(*lengths, n),
                   format_panel(*in_formats)};
  const Axis y = axis_of_errors({*offsets, *lengths, *in_formats});
  for (Panel& panel : figure.panels) panel.y = y;
  figure.notes.push_back(errors_as_they_are(*in_formats, format));
  figure.notes.emplace_back(tr(
      "Counted from the exact variance of the numbers as the format stores them, as shares of the "
      "true one. Compensated and pairwise: two-pass with such sums. Longer inputs repeat the "
      "group."));
  return figure;
}

}  // namespace normscope::figures
