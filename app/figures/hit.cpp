// SPDX-License-Identifier: MIT
// From a place on the page back to the data.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/figures/layout.hpp"

namespace normscope::figures {
namespace {

/// The bar whose column holds x, whatever its height: a low bar is hard to meet.
void hit_bars(const Panel& panel, Hit& hit) {
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    const auto* bars = std::get_if<Bars>(&panel.series[s].shape);
    if (bars == nullptr || bars->edges.empty()) continue;
    if (hit.x < bars->edges.front() || hit.x > bars->edges.back()) continue;
    const auto after = std::upper_bound(bars->edges.begin(), bars->edges.end(), hit.x);
    const auto bar = static_cast<std::size_t>(after - bars->edges.begin()) - 1;
    hit.series = s;
    hit.item = std::min(bar, bars->heights.size() - 1);
  }
}

/// The dot next to the place, within twice its radius: dots are small.
void hit_dots(const Panel& panel, const PanelLayout& place, Point at, Hit& hit) {
  double nearest = 2 * place.radius;
  for (const PlacedDots& placed : place.dots) {
    for (std::size_t i = 0; i < placed.centers.size(); ++i) {
      const double distance = std::hypot(placed.centers[i].x - at.x, placed.centers[i].y - at.y);
      if (distance > nearest) continue;
      nearest = distance;
      hit.series = placed.series;
      hit.item = i;
      hit.element = std::get<Dots>(panel.series[placed.series].shape).elements[i];
    }
  }
}

}  // namespace

std::optional<Hit> hit_test(const Figure& figure, const Layout& layout, Point at) {
  for (std::size_t p = 0; p < layout.panels.size(); ++p) {
    const PanelLayout& place = layout.panels[p];
    const bool in_strip = place.strip.height > 0 && place.strip.contains(at);
    if (!figure.panels[p].message.empty() || !(place.plot.contains(at) || in_strip)) continue;
    Hit hit{p, place.x.to_data(at.x), place.y.to_data(at.y), {}, {}, {}};
    if (in_strip) {
      hit_dots(figure.panels[p], place, at, hit);
    } else {
      hit_bars(figure.panels[p], hit);
    }
    return hit;
  }
  return std::nullopt;
}

}  // namespace normscope::figures
