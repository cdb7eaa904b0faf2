// SPDX-License-Identifier: MIT
#include "app/figures/layout/readout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/figures/note_text.hpp"
#include "app/figures/ticks.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

namespace {

/// The text for an item of a shape; empty where the shape has no such item.
struct ItemText {
  const Panel& panel;
  std::size_t item;
  int decimals;

  std::string x(double at) const { return place_text(panel.x, at, decimals); }
  std::string y(double at) const { return place_text(panel.y, at, decimals); }
  std::string point(const std::vector<double>& xs, const std::vector<double>& ys) const {
    if (item >= std::min(xs.size(), ys.size())) return {};
    return text::listed(x(xs[item]), y(ys[item]));
  }

  std::string operator()(const Line& line) const { return point(line.x, line.y); }
  std::string operator()(const Points& points) const { return point(points.x, points.y); }
  std::string operator()(const Dots& dots) const {
    return item < dots.values.size() ? x(dots.values[item]) : std::string();
  }
  std::string operator()(const Band&) const { return {}; }
  std::string operator()(const Bars& bars) const {
    if (item >= bars.heights.size() || item + 1 >= bars.edges.size()) return {};
    const double middle = (bars.edges[item] + bars.edges[item + 1]) / 2;
    const bool named = panel.x.scale == Scale::kCategorical;
    const std::string where = named ? x(middle)
                                    : tr("{low} to {high}", arg("low", x(bars.edges[item])),
                                         arg("high", x(bars.edges[item + 1])));
    return text::listed(where, y(bars.heights[item]));
  }
  std::string operator()(const HeatMap& map) const {
    if (item >= map.values.size() || map.columns < 1) return {};
    const auto columns = static_cast<std::size_t>(map.columns);
    const std::size_t row = item / columns;
    return text::labelled(
        text::listed(labelled_place(panel.y, tr("row"), static_cast<double>(row)),
                     labelled_place(panel.x, tr("column"), static_cast<double>(item % columns))),
        value_text(static_cast<double>(map.values[item]), decimals, all_whole(map)));
  }
  std::string operator()(const Boxes& boxes) const {
    if (item >= boxes.boxes.size()) return {};
    const Box& box = boxes.boxes[item];
    return tr("{place}: {minimum} to {maximum}, quartiles {lower} and {upper}, median {median}",
              arg("place", labelled_place(panel.x, "x", box.at)), arg("minimum", y(box.minimum)),
              arg("maximum", y(box.maximum)), arg("lower", y(box.lower)),
              arg("upper", y(box.upper)), arg("median", y(box.median)));
  }
};

}  // namespace

std::string readout(const Figure& figure, const Layout& layout, Point at) {
  const auto hit = hit_test(figure, layout, at);
  if (!hit || !figure.panels[hit->panel].message.empty()) return {};
  const Panel& panel = figure.panels[hit->panel];
  if (hit->series && hit->item) {
    const Series& series = panel.series[*hit->series];
    const std::string text = std::visit(ItemText{panel, *hit->item, figure.decimals}, series.shape);
    const bool unnamed = std::holds_alternative<HeatMap>(series.shape) ||
                         std::holds_alternative<Boxes>(series.shape) || series.name.empty();
    if (!text.empty()) return unnamed ? text : text::labelled(series.name, text);
  }
  return text::listed(place_text(panel.x, hit->x, figure.decimals),
                      place_text(panel.y, hit->y, figure.decimals));
}

}  // namespace normscope::figures
