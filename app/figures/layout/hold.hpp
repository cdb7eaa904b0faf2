// SPDX-License-Identifier: MIT
// What a figure holds while its values change. If axes followed every edit, the edit itself would
// be invisible: a number doubled would look as before, on an axis of twice the length. (The colours
// of steps are held with those of the stage, workspace::HeldScales.) A hold is a value, a part of
// the view; a figure without one is shown as it was built.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/figures/figure.hpp"
#include "app/figures/layout/view.hpp"

namespace normscope::figures {

/// What one panel holds; null: the panel had no values yet.
struct PanelHold {
  std::optional<Axis> x{};
  std::optional<Axis> y{};
  bool operator==(const PanelHold&) const = default;
};

struct FigureHold {
  std::string subject{};  // what the figure shows; no hold for a figure of another subject
  bool shared_x = false;
  bool shared_y = false;
  std::vector<PanelHold> panels{};
  bool operator==(const FigureHold&) const = default;
};

/// The hold after the values of a figure changed. `figure` is as it was built. Axes that
/// show all values stay as they are, however little of them the values fill. An axis that is too
/// small becomes half as large again as the values need, so that it need not change with the next
/// edit. Another subject, arrangement or kind of axis begins anew, with
/// the figure's own ends.
/// numeric an axis may lose the room beyond its values, but none of its values
FigureHold hold_after(const FigureHold& before, const Figure& figure, std::string subject);

/// The view with the held axes where it has none of its own.
FigureView held_view(FigureView view, const FigureHold& hold);

}  // namespace normscope::figures
