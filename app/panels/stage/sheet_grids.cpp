// SPDX-License-Identifier: MIT
#include "app/panels/stage/sheet_grids.hpp"

#include <imgui.h>

#include "app/panels/stage/inputs_panel.hpp"
#include "app/ui/drawing/draw.hpp"

namespace normscope::panels {

void linked(StageFrame& frame, const std::string& id,
            const std::function<void(ui::GridState&)>& draw, double share) {
  ui::GridState& state = frame.workspace().view.grids[id];
  workspace::StageState& stage = frame.workspace().view.stage;
  state.row = stage.row;
  state.column = stage.column * share;
  draw(state);
  // A grid with fewer rows or columns clamps its own place only.
  if (state.scrolled_rows) stage.row = state.row;
  if (state.scrolled_columns) stage.column = state.column / share;
  if (state.scrolled_rows || state.scrolled_columns) frame.ui().pacing.activity();
}

void card_grid(StageFrame& frame, std::size_t card, const std::string& id, ImVec2 size,
               const ui::GridOptions& options, double share) {
  linked(
      frame, id,
      [&](ui::GridState& state) {
        const ImVec2 from = ImGui::GetCursorScreenPos();
        const ui::GridData data = frame.data_of(card);
        const ui::GridEvents events = ui::grid(frame.ui(), id, data, size, state, options);
        copy_numbers(data, events);
        frame.take_events(card, events);
        if (frame.workspace().view.waiting) ui::veil(frame.ui(), from, size);
      },
      share);
}

}  // namespace normscope::panels
