// SPDX-License-Identifier: MIT
#include "app/figures/layout/view.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace normscope::figures {
namespace {

// Narrowest axis relative to the magnitude of its ends: it still spans thousands of doubles.
constexpr double kNarrowest = 0x1p-40;

bool usable_ends(const Ends& ends, const Axis& axis) {
  const auto [low, high] = ends;
  if (!std::isfinite(low) || !std::isfinite(high) || !(low < high)) return false;
  if (axis.scale == Scale::kLogarithmic && low <= 0) return false;
  return high - low >= kNarrowest * std::max(std::abs(low), std::abs(high));
}

// The ends of an axis that shows the points [from, to] over its whole length.
Ends ends_of(const AxisMap& map, double from, double to) {
  const double low = map.to_data(from);
  const double high = map.to_data(to);
  return {low, high};
}

// Sets the ends of an axis of one panel, and of all panels that share the axis.
void set_ends(FigureView& view, const Figure& figure, std::size_t panel,
              std::optional<Ends> PanelView::*which, bool shared, const Ends& ends) {
  view.panels.resize(figure.panels.size());
  for (std::size_t p = 0; p < figure.panels.size(); ++p) {
    const Axis& axis = which == &PanelView::x ? figure.panels[p].x : figure.panels[p].y;
    if ((p == panel || shared) && usable_ends(ends, axis)) view.panels[p].*which = ends;
  }
}

// Removes a shape's data but keeps its kind and style, which the legend shows.
void empty(Shape& shape) {
  if (auto* const line = std::get_if<Line>(&shape)) {
    shape = Line{{}, {}, line->style, line->join, line->markers};
  } else {
    std::visit([](auto& other) { other = {}; }, shape);
  }
}

}  // namespace

bool FigureView::zoomed() const {
  return std::ranges::any_of(panels, [](const PanelView& panel) { return panel.x || panel.y; });
}

void set_view(Figure& shown, const Figure& whole, const FigureView& view) {
  for (std::size_t p = 0; p < shown.panels.size(); ++p) {
    const PanelView part = p < view.panels.size() ? view.panels[p] : PanelView{};
    const auto take = [](Axis& axis, const Axis& own, const std::optional<Ends>& ends) {
      std::tie(axis.low, axis.high) = Ends(own.low, own.high);
      if (ends && usable_ends(*ends, axis)) std::tie(axis.low, axis.high) = *ends;
    };
    take(shown.panels[p].x, whole.panels[p].x, part.x);
    take(shown.panels[p].y, whole.panels[p].y, part.y);
  }
}

Figure viewed(Figure figure, const FigureView& view) {
  for (Panel& panel : figure.panels) {
    for (Series& series : panel.series) {
      if (!series.name.empty() && view.hidden.contains(series.name)) empty(series.shape);
    }
    std::erase_if(panel.spans, [&](const Span& span) { return view.hidden.contains(span.name); });
  }
  set_view(figure, figure, view);
  return figure;
}

Figure on_paper(Figure figure, const FigureView& view) {
  figure = viewed(std::move(figure), view);
  for (Panel& panel : figure.panels) {
    std::erase_if(panel.series, [&](const Series& series) {
      return !series.name.empty() && view.hidden.contains(series.name);
    });
  }
  return figure;
}

FigureView stretched(FigureView view, const Figure& figure, const Layout& layout, std::size_t panel,
                     Point about, double factor) {
  const PanelLayout& place = layout.panels[panel];
  const auto ends = [factor](const AxisMap& map, double at) {
    return ends_of(map, at + (map.from - at) / factor, at + (map.to - at) / factor);
  };
  const Panel& of = figure.panels[panel];
  if (!of.x.counts) {
    set_ends(view, figure, panel, &PanelView::x, figure.shared_x, ends(place.x, about.x));
  }
  if (!of.y.counts) {
    set_ends(view, figure, panel, &PanelView::y, figure.shared_y, ends(place.y, about.y));
  }
  return view;
}

FigureView moved(FigureView view, const Figure& figure, const Layout& layout, std::size_t panel,
                 double dx, double dy) {
  const PanelLayout& place = layout.panels[panel];
  set_ends(view, figure, panel, &PanelView::x, figure.shared_x,
           ends_of(place.x, place.x.from - dx, place.x.to - dx));
  set_ends(view, figure, panel, &PanelView::y, figure.shared_y,
           ends_of(place.y, place.y.from - dy, place.y.to - dy));
  return view;
}

FigureView boxed(FigureView view, const Figure& figure, const Layout& layout, std::size_t panel,
                 const Rect& box) {
  const PanelLayout& place = layout.panels[panel];
  // y grows upward on the page, but downward in heat maps.
  const bool upward = place.y.from > place.y.to;
  set_ends(view, figure, panel, &PanelView::x, figure.shared_x,
           ends_of(place.x, box.x, box.right()));
  set_ends(view, figure, panel, &PanelView::y, figure.shared_y,
           upward ? ends_of(place.y, box.bottom(), box.y) : ends_of(place.y, box.y, box.bottom()));
  return view;
}

}  // namespace normscope::figures
