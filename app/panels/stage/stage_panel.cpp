// SPDX-License-Identifier: MIT
#include "app/panels/stage/stage_panel.hpp"

#include <imgui.h>

#include <utility>

#include "app/panels/held_back.hpp"
#include "app/panels/stage/cards_view.hpp"
#include "app/panels/stage/cell_menu.hpp"
#include "app/panels/stage/formula_strip.hpp"
#include "app/panels/stage/sheet_view.hpp"
#include "app/panels/stage/stage_frame.hpp"
#include "app/panels/stage/step_bar.hpp"
#include "app/panels/stage/unfold_view.hpp"
#include "app/panels/stage/variants_view.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"

namespace normscope::panels {

using ui::Context;
using workspace::Workspace;

namespace {

constexpr double kPadding = 12;  // points, of the stage

void draw_stage(Context& ui, Workspace& workspace) {
  if (!workspace.shown) {
    ui::caption(ui, "The first result is being computed.");
    return;
  }
  if (workspace.shown->failure) {
    ui::paragraph(ui, workspace.shown->failure->sentence, ui::Tone::kError, "stage/failure");
    if (!workspace.shown->failure->hint.empty()) {
      ui::caption(ui, workspace.shown->failure->hint);
    }
  }
  if (workspace.shown->cards.empty()) return;
  StageFrame frame(ui, workspace);
  play_steps(frame);
  // A stage that is lower than this keeps its room for numbers; in a low window, which has no more
  // room to give, one that is a little higher does, too.
  constexpr float kLow = 320;  // points
  constexpr float kLowInLowWindow = 360;
  constexpr float kLowWindow = 480;
  const bool low_window = ImGui::GetIO().DisplaySize.y / ui.scale < kLowWindow;
  const bool low = ImGui::GetWindowHeight() / ui.scale < (low_window ? kLowInLowWindow : kLow);
  step_bar(frame, low);
  const bool has_strip = workspace.document().view.layout != document::StageLayout::kVariants;
  const float strip = low || !has_strip ? 0 : formula_strip_height(ui);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ImVec2 size{room.x, room.y - strip};
  // The stage's own padding is below the strip, too.
  const float bars = ImGui::GetCursorScreenPos().y - ImGui::GetWindowPos().y + strip +
                     ui.px(static_cast<float>(kPadding));
  const ImVec2 from = ImGui::GetCursorScreenPos();
  workspace::StageState& stage = workspace.view.stage;
  float used = size.y;
  switch (workspace.document().view.layout) {
    case document::StageLayout::kSheet:
      used = draw_sheet(frame, size);
      break;
    case document::StageLayout::kAllSteps: {
      const ui::Region cards(ui, "stage/cards", size, {.ground = ui::Ground::kNone, .padding = 0});
      if (cards) draw_cards(frame);
      break;
    }
    case document::StageLayout::kVariants: {
      const ui::Region variants(ui, "stage/variants", size,
                                {.ground = ui::Ground::kNone, .padding = 0});
      if (!variants) break;
      if (workspace.holds_back()) {
        note_held_back(ui, workspace, "stage");
      } else {
        draw_variants(frame);
      }
      stage.sheet_height = stage.tight_sheet_height = ImGui::GetCursorPosY() / ui.scale;
      break;
    }
  }
  // The window makes room for what the step needs, in the next frame.
  const auto wanted = static_cast<double>(bars / ui.scale + stage.sheet_height);
  if (std::exchange(stage.height, wanted) != wanted) ui.pacing.activity();
  const double steps = step_bar_width(frame);
  stage.presented_height = static_cast<double>(bars / ui.scale + stage.presented_sheet_height);
  stage.presented_width =
      std::max(static_cast<double>(stage.presented_sheet_width), steps) + 2 * kPadding;
  stage.tight_height = static_cast<double>(bars / ui.scale + stage.tight_sheet_height);
  ImGui::SetCursorScreenPos({from.x, from.y + used});
  if (strip > 0) draw_formula_strip(frame, strip);
  cell_menu(frame);
  unfold_view(frame);
}

}  // namespace

ui::Panel<Workspace> stage_panel() {
  return {"stage", "Stage",
          "Every step from the input to the output. Edit the input; everything after it follows. "
          "Step through the operation and watch each number being made.",
          draw_stage};
}

}  // namespace normscope::panels
