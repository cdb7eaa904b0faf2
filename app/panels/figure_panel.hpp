// SPDX-License-Identifier: MIT
// The figure below the stage, and the same figure as it goes to a file.
#pragma once

#include <memory>

#include "app/panels/workspace.hpp"
#include "app/ui/panel.hpp"

namespace normscope::panels {

ui::Panel<Workspace> figure_panel();

/// What a figure is asked with: the choice above it, and what is selected.
figures::FigureRequest figure_request(const FigureChoice& choice,
                                      const document::Selection& selection);

/// The chosen figure as it goes to a file: the selection lit up, zoomed as on the screen, without
/// what is hidden. Asks for it where nobody did; null until it is there.
std::shared_ptr<const figures::Figure> paper_figure(Workspace& workspace);

}  // namespace normscope::panels
