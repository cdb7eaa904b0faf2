// SPDX-License-Identifier: MIT
// The view of a figure: other ranges of its axes, some series hidden. A view is kept separate from
// its figure, which is shown whole again without it.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/figures/figure.hpp"
#include "app/figures/layout/layout.hpp"

namespace normscope::figures {

/// The ends of an axis, in data.
using Ends = std::pair<double, double>;

struct PanelView {
  std::optional<Ends> x{};  // null: the figure's own
  std::optional<Ends> y{};
  bool operator==(const PanelView&) const = default;
};

struct FigureView {
  std::vector<PanelView> panels{};  // panels beyond its size are shown whole
  std::set<std::string> hidden{};   // names in the legend
  bool operator==(const FigureView&) const = default;
  bool zoomed() const;
};

/// The figure with a view applied. Ends that an axis' scale cannot show are ignored.
Figure viewed(Figure figure, const FigureView& view);

/// Changes the view of a figure returned by `viewed`, with the same series hidden: sets its axes
/// only, without copying its points.
void set_view(Figure& shown, const Figure& whole, const FigureView& view);

/// The figure with a view applied for export: hidden series are not in the legend either.
Figure on_paper(Figure figure, const FigureView& view);

/// The view after zooming by `factor` about a point of a panel's plot, or after moving by (dx, dy)
/// points, along both axes, but zooming leaves an axis of counts; panels that share an axis follow.
/// numeric axes stay wider than 2^-40 of the magnitude of their ends, or rounding would be visible
FigureView stretched(FigureView view, const Figure& figure, const Layout& layout, std::size_t panel,
                     Point about, double factor);
FigureView moved(FigureView view, const Figure& figure, const Layout& layout, std::size_t panel,
                 double dx, double dy);

/// The view that shows a rectangle of a panel's plot.
FigureView boxed(FigureView view, const Figure& figure, const Layout& layout, std::size_t panel,
                 const Rect& box);

}  // namespace normscope::figures
