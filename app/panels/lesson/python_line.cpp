// SPDX-License-Identifier: MIT
#include "app/panels/lesson/python_line.hpp"

#include <string_view>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using ui::Context;

namespace {

constexpr ui::Help kPythonHelp{
    tr_later("Which Python runs the cells"),
    tr_later(
        "The built-in one, or one of your own with its packages. Click it to choose another.")};
constexpr ui::Help kUnconfinedHelp{
    tr_later("Run it unconfined, as Jupyter would"),
    tr_later("Asks first: its cells could then reach your files and the network.")};
constexpr ui::Help kConfinedHelp{
    tr_later("Confine it again"),
    tr_later(
        "The cells run again, from the first, where they reach no file of yours and no network.")};

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
    if (link_if_room(ui, "lesson/python/unconfined", tr("Unconfined..."), kUnconfinedHelp)) {
      workspace.send(workspace::RunUnconfined{});
    }
    return;
  }
  const std::string_view unconfined = tr("unconfined");
  ui::beside_if_room(ui, ui::text_width(unconfined) + ui.px(10));
  ui::line(ui, unconfined, ui::Tone::kWarning, "lesson/python/state");
  if (link_if_room(ui, "lesson/python/confined", tr("Confine again"), kConfinedHelp)) {
    workspace.send(workspace::ConfineAgain{});
  }
}

}  // namespace normscope::panels
