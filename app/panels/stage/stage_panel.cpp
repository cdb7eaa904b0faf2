// SPDX-License-Identifier: MIT
#include "app/panels/stage/stage_panel.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
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
#include "app/workspace/lesson_walk.hpp"
#include "app/workspace/stage_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using ui::Context;
using workspace::Workspace;

namespace {

constexpr double kPadding = 12;    // points, of the stage
constexpr double kMostGrowth = 3;  // as the presenter view

// In steps: a window that is being resized does not rebuild its fonts all the time. Heights are
// rounded to pixels at each growth, and what is left of the window with them: a growth that nearly
// fits stays.
double growth_of(double fits, double now) {
  constexpr double kRounding = 0.03;
  if (fits > now - kRounding && fits < now + kGrowthStep + kRounding) return now;
  return std::floor(std::clamp(fits, 1.0, kMostGrowth) / kGrowthStep) * kGrowthStep;
}

void draw_stage(Context& ui, Workspace& workspace) {
  if (!workspace.shown) {
    ui::caption(ui, tr("The first result is being computed."));
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
  const document::StageLayout layout = layout_of(workspace);
  const bool has_strip = layout != document::StageLayout::kVariants;
  frame.grow(has_strip);
  const float strip = low || !has_strip ? 0 : formula_strip_height(frame.ui());
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ImVec2 size{room.x, room.y - strip};
  // The stage's own padding is below the strip, too.
  const float strip_points = strip / frame.ui().scale;
  const float bars = (ImGui::GetCursorScreenPos().y - ImGui::GetWindowPos().y) / ui.scale +
                     strip_points + static_cast<float>(kPadding);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  workspace::StageState& stage = workspace.view.stage;
  float used = size.y;
  double fits = 1;  // times as large as it is drawn without growth
  // Few numbers in a wide stage: beside each other, not one below the other.
  constexpr std::int64_t kFew = 96;
  constexpr float kWide = 1200;  // points
  const bool few = workspace.shown->activations->size() <= kFew && room.x >= ui.px(kWide);
  CardsSize cards_size;
  if (few || layout == document::StageLayout::kAllSteps) {
    frame.grow(false);
    cards_size = measure_cards(frame, room, strip_points);
    frame.grow(has_strip);
  }
  switch (layout) {
    case document::StageLayout::kSheet:
    case document::StageLayout::kAuto:
      used = draw_sheet(frame, size);
      fits = std::min(room.x / ui.px(stage.whole_sheet_width),
                      room.y / ui.px(stage.whole_sheet_height + strip_points));
      break;
    case document::StageLayout::kAllSteps:
      used = draw_cards(frame, size);
      // What is asked for is enough after it was rounded down.
      stage.sheet_height = stage.tight_sheet_height = std::ceil(cards_size.height) + 1;
      fits = cards_size.fits;
      break;
    case document::StageLayout::kVariants: {
      const ui::Region variants(ui, "stage/variants", size,
                                {.ground = ui::Ground::kNone, .padding = 0});
      if (!variants) break;
      if (holds_back(workspace)) {
        note_held_back(ui, workspace, "stage");
      } else {
        draw_variants(frame);
      }
      stage.sheet_height = stage.tight_sheet_height = ImGui::GetCursorPosY() / ui.scale;
      break;
    }
  }
  // The window makes room for what the step needs, in the next frame.
  ui.growth_wanted = growth_of(fits, static_cast<double>(ui.growth));
  const auto wanted = static_cast<double>(bars + stage.sheet_height);
  const auto tight = static_cast<double>(bars + stage.tight_sheet_height);
  const bool asks_anew = stage.height != wanted || stage.tight_height != tight;
  stage.height = wanted;
  stage.tight_height = tight;
  // The room of this frame is what the view before asked for: another view first has its own.
  const bool in_sight = asks_anew ? stage.all_in_sight : few && cards_size.fits >= 1;
  const bool turns = std::exchange(stage.all_in_sight, in_sight) != in_sight;
  if (asks_anew || turns) ui.pacing.activity();
  const double steps = step_bar_width(frame);
  stage.presented_height = static_cast<double>(bars + stage.presented_sheet_height);
  stage.presented_width =
      std::max(static_cast<double>(stage.presented_sheet_width), steps) + 2 * kPadding;
  ImGui::SetCursorScreenPos({from.x, from.y + used});
  if (strip > 0) draw_formula_strip(frame, strip);
  frame.grow(false);
  cell_menu(frame);
  unfold_view(frame);
}

}  // namespace

ui::Panel<Workspace> stage_panel() {
  return {"stage", tr_later("Stage"),
          tr_later("Every step from the input to the output. Edit the input; everything after it "
                   "follows. Step through the operation and watch each number being made."),
          draw_stage};
}

}  // namespace normscope::panels
