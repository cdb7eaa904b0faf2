// SPDX-License-Identifier: MIT
#include "app/figures/builders/count_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "app/figures/builders/value_axis.hpp"
#include "app/figures/ticks.hpp"
#include "core/stats/histogram.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

namespace {

/// Fewer than a distribution has: the panel is half as wide as the figure.
constexpr std::int64_t kMostBars = 60;

/// The value that all finite values are; null where they differ, or there are none.
std::optional<double> single_value(std::span<const float> values) {
  std::optional<double> one;
  for (const float value : values) {
    if (!std::isfinite(value)) continue;
    if (one && *one != static_cast<double>(value)) return std::nullopt;
    one = static_cast<double>(value);
  }
  return one;
}

}  // namespace

base::Expected<Panel> count_panel(std::span<const float> values, const CountTexts& texts) {
  Panel panel{.title = tr("How often"), .color = 0};
  const std::string& label = texts.label;
  panel.x.label = label;
  auto histogram = stats::automatic_histogram(values);
  if (!histogram) return tl::unexpected(histogram.error());
  if (static_cast<std::int64_t>(histogram->counts.size()) > kMostBars) {
    // Other bins can be impossible between neighbouring floats: then the automatic ones stay.
    if (auto fewer = stats::histogram(values, kMostBars)) {
      histogram = std::move(fewer);
    }
  }
  panel.x.ticks = TickStyle::kNone;  // behind a message there are no values
  if (histogram->counts.empty()) {
    panel.message = values.empty() ? tr("no values") : texts.finite;
    return panel;
  }
  if (const auto one = single_value(values)) {
    panel.message = *one == 0 ? texts.zero
                              : fmt::format(fmt::runtime(texts.equal),
                                            arg("value", value_text(*one, texts.decimals)));
    return panel;
  }
  Bars bars{std::move(histogram->edges), {}};
  double highest = 0;
  for (const std::int64_t count : histogram->counts) {
    bars.heights.push_back(static_cast<double>(count));
    highest = std::max(highest, bars.heights.back());
  }
  panel.x = axis_over(bars.edges.front(), bars.edges.back());
  panel.x.label = label;
  panel.y = {.label = tr("count"),
             .ticks = TickStyle::kSi,
             .low = 0,
             .high = 1.06 * highest,
             .counts = true};
  panel.series.push_back({{}, panel.color, std::move(bars)});
  return panel;
}

}  // namespace normscope::figures
