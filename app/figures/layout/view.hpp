// SPDX-License-Identifier: MIT
// What part of a figure is looked at: another range of its axes, some series hidden. A value beside
// the figure, so that the same figure is shown whole again by forgetting it.
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
  std::optional<Ends> x{};  // none: the figure's own
  std::optional<Ends> y{};
  bool operator==(const PanelView&) const = default;
};

struct FigureView {
  std::vector<PanelView> panels{};  // missing: the figure's own
  std::set<std::string> hidden{};   // names of the legend
  bool operator==(const FigureView&) const = default;
  bool zoomed() const;
};

/// The figure as it is looked at. Ends that a panel's scale cannot show are left out.
Figure viewed(Figure figure, const FigureView& view);

/// The same for a figure that is looked at already, with the same series hidden: only its axes are
/// set, from the whole figure's, and a million points stay where they are.
void set_view(Figure& shown, const Figure& whole, const FigureView& view);

/// The same on paper: what is hidden is not in the legend either.
Figure on_paper(Figure figure, const FigureView& view);

/// The view after the page is stretched by `factor` about a place of a panel's plot, and moved by
/// (dx, dy) points, along both axes; where panels share an axis, all of them go along.
/// numeric bounded to a range of 2^-40 of where the axis stands: closer, doubles lie apart
FigureView stretched(FigureView view, const Figure& figure, const Layout& layout, std::size_t panel,
                     Point about, double factor);
FigureView moved(FigureView view, const Figure& figure, const Layout& layout, std::size_t panel,
                 double dx, double dy);

/// The view of a rectangle of a panel's plot.
FigureView boxed(FigureView view, const Figure& figure, const Layout& layout, std::size_t panel,
                 const Rect& box);

}  // namespace normscope::figures
