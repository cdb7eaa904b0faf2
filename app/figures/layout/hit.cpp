// SPDX-License-Identifier: MIT
// Finds the data under a point of the page.
#include <algorithm>
#include <cmath>
#include <vector>

#include "app/figures/layout/layout.hpp"

namespace normscope::figures {
namespace {

/// The bar whose column contains x, whatever its height: low bars would be hard to hit.
void hit_bars(const Panel& panel, Hit& hit) {
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    const auto* bars = std::get_if<Bars>(&panel.series[s].shape);
    if (bars == nullptr || bars->edges.empty() || bars->heights.empty()) continue;
    if (!(hit.x >= bars->edges.front() && hit.x <= bars->edges.back())) continue;
    const auto after = std::upper_bound(bars->edges.begin(), bars->edges.end(), hit.x);
    const auto bar = static_cast<std::size_t>(after - bars->edges.begin()) - 1;
    hit.series = s;
    hit.item = std::min(bar, bars->heights.size() - 1);
  }
}

std::optional<std::int64_t> element_of(const std::vector<std::int64_t>& elements, std::size_t i) {
  if (i >= elements.size()) return std::nullopt;
  return elements[i];
}

/// The box whose width contains x, whatever its height.
void hit_boxes(const Panel& panel, Hit& hit) {
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    const auto* boxes = std::get_if<Boxes>(&panel.series[s].shape);
    if (boxes == nullptr) continue;
    for (std::size_t i = 0; i < boxes->boxes.size(); ++i) {
      if (std::abs(hit.x - boxes->boxes[i].at) > boxes->width / 2) continue;
      hit.series = s;
      hit.item = i;
    }
  }
}

void hit_cells(const Panel& panel, Hit& hit) {
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    const auto* map = std::get_if<HeatMap>(&panel.series[s].shape);
    if (map == nullptr) continue;
    const double column = std::floor(hit.x + 0.5);
    const double row = std::floor(hit.y + 0.5);
    if (!(column >= 0 && column < static_cast<double>(map->columns))) continue;
    if (!(row >= 0 && row < static_cast<double>(map->rows))) continue;
    hit.series = s;
    hit.item = static_cast<std::size_t>(row) * static_cast<std::size_t>(map->columns) +
               static_cast<std::size_t>(column);
    hit.element = element_of(map->elements, *hit.item);
  }
}

/// The nearest point within twice the radius of a dot.
void hit_points(const Panel& panel, const PanelLayout& place, Point at, Hit& hit) {
  double nearest = 2 * place.radius;
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    const auto* points = std::get_if<Points>(&panel.series[s].shape);
    if (points == nullptr) continue;
    for (std::size_t i = 0; i < std::min(points->x.size(), points->y.size()); ++i) {
      const double distance = std::hypot(place.x.to_points(points->x[i]) - at.x,
                                         place.y.to_points(points->y[i]) - at.y);
      if (!(distance <= nearest)) continue;
      nearest = distance;
      hit.series = s;
      hit.item = i;
      hit.element = element_of(points->elements, i);
    }
  }
}

/// The nearest point of a line within three radii of a dot, among the two neighbours of x. Found by
/// binary search, so only in lines whose x ascends.
void hit_lines(const Panel& panel, const PanelLayout& place, Point at, Hit& hit) {
  double nearest = 3 * place.radius;
  for (std::size_t s = 0; s < panel.series.size(); ++s) {
    const auto* line = std::get_if<Line>(&panel.series[s].shape);
    if (line == nullptr) continue;
    const std::size_t count = std::min(line->x.size(), line->y.size());
    const auto begin = line->x.begin();
    const auto after = std::lower_bound(begin, begin + static_cast<std::ptrdiff_t>(count), hit.x);
    const auto next = static_cast<std::size_t>(after - begin);
    for (std::size_t i = next > 0 ? next - 1 : 0; i < std::min(next + 1, count); ++i) {
      const double distance =
          std::hypot(place.x.to_points(line->x[i]) - at.x, place.y.to_points(line->y[i]) - at.y);
      if (!(distance <= nearest)) continue;
      nearest = distance;
      hit.series = s;
      hit.item = i;
      hit.element.reset();
    }
  }
}

/// The nearest dot within twice its radius: dots are small.
void hit_dots(const Panel& panel, const PanelLayout& place, Point at, Hit& hit) {
  double nearest = 2 * place.radius;
  for (const PlacedDots& placed : place.dots) {
    for (std::size_t i = 0; i < placed.centers.size(); ++i) {
      const double distance = std::hypot(placed.centers[i].x - at.x, placed.centers[i].y - at.y);
      if (distance > nearest) continue;
      nearest = distance;
      hit.series = placed.series;
      hit.item = i;
      hit.element = element_of(std::get<Dots>(panel.series[placed.series].shape).elements, i);
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
      hit_boxes(figure.panels[p], hit);
      hit_cells(figure.panels[p], hit);
      hit_lines(figure.panels[p], place, at, hit);
      hit_points(figure.panels[p], place, at, hit);
    }
    return hit;
  }
  return std::nullopt;
}

}  // namespace normscope::figures
