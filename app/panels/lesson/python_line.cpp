// SPDX-License-Identifier: MIT
#include "app/panels/lesson/python_line.hpp"

#include <string_view>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/lesson_walk.hpp"

namespace normscope::panels {

using ui::Context;

namespace {

constexpr ui::Help kPythonHelp{"Which Python runs the cells",
                               "The built-in one, or one of your own with its packages. Click it "
                               "to choose another."};
constexpr ui::Help kUnconfinedHelp{"Run it unconfined, as Jupyter would",
                                   "Asks first: its cells could then reach your files and the "
                                   "network."};
constexpr ui::Help kConfinedHelp{"Confine it again",
                                 "The cells run again, from the first, where they reach no file of "
                                 "yours and no network."};

bool link_if_room(Context& ui, std::string_view id, std::string_view label, const ui::Help& help) {
  ui::beside_if_room(ui, ui::text_width(label) + ui.px(10));
  return ui::link(ui, id, label, {.help = help});
}

}  // namespace

void draw_python_line(Context& ui, workspace::Workspace& workspace) {
  if (workspace.cells == nullptr || workspace.cells->cells.empty()) return;
  const cells::CellResults& cells = *workspace.cells;
  // Who turns the page by key turns pages, and does not come to this choice each time.
  if (has_next_step(workspace) && ui.focus.entering()) ui.focus.enter("lesson/next");
  const ui::WithFont font(ui, ui::Face::kText, ui.theme.metrics.small);
  if (ui::link(ui, "lesson/python", cells.python, {.help = kPythonHelp})) {
    workspace.send(workspace::ChoosePython{});
  }
  if (!cells.own_python) return;
  if (!cells.unconfined) {
    if (link_if_room(ui, "lesson/python/unconfined", "Unconfined...", kUnconfinedHelp)) {
      workspace.send(workspace::RunUnconfined{});
    }
    return;
  }
  constexpr std::string_view kUnconfined = "unconfined";
  ui::beside_if_room(ui, ui::text_width(kUnconfined) + ui.px(10));
  ui::line(ui, kUnconfined, ui::Tone::kWarning, "lesson/python/state");
  if (link_if_room(ui, "lesson/python/confined", "Confine again", kConfinedHelp)) {
    workspace.send(workspace::ConfineAgain{});
  }
}

}  // namespace normscope::panels
