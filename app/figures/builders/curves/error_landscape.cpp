// SPDX-License-Identifier: MIT
#include "app/figures/builders/curves/error_landscape.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/document.hpp"
#include "app/figures/builders/steps.hpp"
#include "app/figures/note_text.hpp"
#include "app/figures/ticks.hpp"
#include "app/results/curves/error_landscape.hpp"
#include "app/results/curves/variance_errors.hpp"
#include "core/stats/moments.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

using results::ErrorMap;
using results::LandscapeRow;

namespace {

// The maps reach over these decades.
constexpr int kFirstMean = -1;
constexpr int kLastMean = 6;
constexpr int kFirstDeviation = -4;
constexpr int kLastDeviation = 4;
constexpr int kFinePerDecade = 2;
// The colours: powers of ten of the error, from a rounding of float32 to an output of which nothing
// is right.
constexpr double kLeastPower = -8;
constexpr double kMostPower = 0;
constexpr int kDigitsOfPlaces = 1;

std::vector<double> powers_of_ten(int first, int last, int per_decade) {
  std::vector<double> values;
  for (int step = first * per_decade; step <= last * per_decade; ++step) {
    values.push_back(std::pow(10.0, static_cast<double>(step) / per_decade));
  }
  return values;
}

// The index of the value next to a number on a logarithmic axis.
std::size_t nearest(std::span<const double> values, double number) {
  const auto distance = [&](double value) { return std::abs(std::log(value) - std::log(number)); };
  return static_cast<std::size_t>(std::ranges::min_element(values, {}, distance) - values.begin());
}

// Of the values of an axis, which lies between its ends.
bool is_on(std::span<const double> values, double number) {
  return number >= values.front() / 2 && number <= values.back() * 2;
}

// Of a value of an axis; of small ones with a power of ten, as short as the others beside a map.
std::string label_of(double value) {
  constexpr double kPlain = 0.9e-3;
  std::string text = number_text(value, kDigitsOfPlaces);
  if (value >= kPlain) return text;
  text = value_text(value, kDigitsOfPlaces, true);
  constexpr std::string_view kOneTimes = "1\u00d7";
  return text.starts_with(kOneTimes) ? text.substr(kOneTimes.size()) : text;
}

Axis axis_of(std::string label, std::span<const double> values) {
  Axis axis{.label = std::move(label), .scale = Scale::kCategorical};
  for (const double value : values) axis.categories.push_back(label_of(value));
  axis.low = -0.5;
  axis.high = static_cast<double>(values.size()) - 0.5;
  return axis;
}

// One question: the errors, and the axes that both of their maps have.
struct Landscape {
  ErrorMap errors{};
  std::vector<double> means{};
  std::vector<double> others{};
  std::string other{};  // what the rows differ in
  double own = 0;       // the group's
};

Panel map_of(const Landscape& landscape, const std::vector<double>& errors, std::string title,
             double mean) {
  Panel panel{.title = std::move(title)};
  panel.x = axis_of(tr("mean"), landscape.means);
  // Row 0 is at the top: the largest.
  std::vector<double> others(landscape.others.rbegin(), landscape.others.rend());
  panel.y = axis_of(landscape.other, others);
  HeatMap map{.rows = static_cast<std::int64_t>(others.size()),
              .columns = static_cast<std::int64_t>(landscape.means.size()),
              .low = kLeastPower,
              .high = kMostPower,
              .diverging = false,
              .numbers = false};
  const std::size_t columns = landscape.means.size();
  for (std::size_t row = others.size(); row-- > 0;) {
    for (std::size_t column = 0; column < columns; ++column) {
      const double power = std::log10(errors[row * columns + column]);
      map.values.push_back(
          static_cast<float>(std::isnan(power) ? power : std::max(power, kLeastPower)));
    }
  }
  const double magnitude = std::abs(mean);
  if (is_on(landscape.means, std::max(magnitude, landscape.means.front())) &&
      is_on(landscape.others, landscape.own)) {
    const std::size_t column = magnitude > 0 ? nearest(landscape.means, magnitude) : 0;
    map.selected = nearest(others, landscape.own) * columns + column;
  }
  panel.series.push_back({{}, 0, std::move(map)});
  return panel;
}

// Of layers that are made of rows: a group of this length.
ops::NormOptions options_of(const document::Document& document) {
  const ops::NormOptions own = document.norm.effective();
  return {.kind = own.centred() ? ops::Normalization::kLayerNorm : ops::Normalization::kRmsNorm,
          .epsilon = own.epsilon,
          .epsilon_placement = own.epsilon_placement,
          .estimator = own.estimator,
          .algorithm = own.algorithm};
}

base::Expected<Landscape> over_deviations(std::span<const float> group,
                                          const document::Document& document,
                                          const stats::Moments& own, int per_decade) {
  Landscape landscape{.means = powers_of_ten(kFirstMean, kLastMean, per_decade),
                      .others = powers_of_ten(kFirstDeviation, kLastDeviation, per_decade),
                      .other = tr("deviation"),
                      .own = own.biased_deviation};
  std::vector<LandscapeRow> rows;
  for (const double deviation : landscape.others) {
    rows.push_back({deviation, static_cast<std::int64_t>(group.size())});
  }
  auto errors =
      results::error_map(group, options_of(document), document.precision, landscape.means, rows);
  if (!errors) return tl::unexpected(errors.error());
  landscape.errors = *std::move(errors);
  return landscape;
}

base::Expected<Landscape> over_lengths(std::span<const float> group,
                                       const document::Document& document,
                                       const stats::Moments& own, int per_decade) {
  Landscape landscape{.means = powers_of_ten(kFirstMean, kLastMean, per_decade),
                      .other = tr("length"),
                      .own = static_cast<double>(group.size())};
  std::vector<LandscapeRow> rows;
  const std::int64_t factor = per_decade > 1 ? 2 : 4;
  for (std::int64_t length = 4; length <= results::kLongestOfErrors; length *= factor) {
    landscape.others.push_back(static_cast<double>(length));
    rows.push_back({own.biased_deviation, length});
  }
  auto errors =
      results::error_map(group, options_of(document), document.precision, landscape.means, rows);
  if (!errors) return tl::unexpected(errors.error());
  landscape.errors = *std::move(errors);
  return landscape;
}

// Why there is no landscape; empty: there is one.
std::string refusal(const results::Evaluation& evaluation, std::span<const float> values) {
  if (evaluation.document->norm.options.running) {
    return std::string(
        tr("by running statistics the numbers of a group do not depend on each other"));
  }
  if (evaluation.layout.size > results::kLongestOfErrors) {
    return tr(
        "the errors are shown of groups of at most {most} numbers, and this one has "
        "{size}",
        arg("most", digits_text(results::kLongestOfErrors)),
        arg("size", digits_text(evaluation.layout.size)));
  }
  if (values.empty()) return tr("no values");
  const bool finite = std::ranges::all_of(values, [](float x) { return std::isfinite(x); });
  if (!finite) return tr("the group has numbers that are not finite");
  if (std::ranges::min(values) == std::ranges::max(values)) {
    return tr("all numbers of the group are equal: it has no deviation");
  }
  return {};
}

}  // namespace

base::Expected<Figure> error_landscape(const results::Evaluation& evaluation,
                                       const FigureRequest& request) {
  const std::int64_t group = selected_group(evaluation, request.selection);
  const document::Document& document = *evaluation.document;
  Figure figure{.name = "error-landscape",
                .title = tr("Error of the output in {precision}, group {group}",
                            arg("precision", precision::name_or_text(document.precision)),
                            arg("group", group)),
                .arrangement = Arrangement::kGrid,
                .columns = 2,
                .shared_x = true,
                .decimals = 1};
  const auto values = values_of_group(evaluation.activations->values(), evaluation.layout, group);
  if (std::string words = refusal(evaluation, values); !words.empty()) {
    figure.columns = 1;
    figure.panels.push_back({.message = std::move(words)});
    return figure;
  }
  const stats::Moments own = stats::moments(values);
  const int per_decade = request.coarse ? 1 : kFinePerDecade;
  auto deviations = over_deviations(values, document, own, per_decade);
  if (!deviations) return tl::unexpected(deviations.error());
  auto lengths = over_lengths(values, document, own, per_decade);
  if (!lengths) return tl::unexpected(lengths.error());
  figure.panels = {
      map_of(*deviations, deviations->errors.worst, tr("Worst, by deviation"), own.mean),
      map_of(*lengths, lengths->errors.worst, tr("Worst, by length"), own.mean),
      map_of(*deviations, deviations->errors.median, tr("Median, by deviation"), own.mean),
      map_of(*lengths, lengths->errors.median, tr("Median, by length"), own.mean)};
  figure.notes.emplace_back(
      tr("Colours: power of ten of the error against the same steps in double; grey: not finite."));
  figure.notes.push_back(
      tr("Marked: the cell next to the group as it is. By length: with its deviation, "
         "{biased_deviation}.",
         arg("biased_deviation", number_text(own.biased_deviation))));
  return figure;
}

}  // namespace normscope::figures
