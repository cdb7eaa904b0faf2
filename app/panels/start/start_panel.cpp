// SPDX-License-Identifier: MIT
#include "app/panels/start/start_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/panels/start/lesson_card.hpp"
#include "app/panels/start/recent_row.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"

namespace normscope::panels {

using ui::Context;
using workspace::Workspace;

namespace {

// In points.
constexpr float kTileWidth = 280;  // at least
constexpr float kTileGap = 12;
constexpr float kDash = 5;

constexpr ui::Help kOpenHelp{"Open a file",
                             "A session, a lesson, a notebook or script, an exported figure, or "
                             "numbers (.npy, .npz, .safetensors, .csv).",
                             "", ""};
constexpr ui::Help kSampleHelp{
    "A sample model",
    "A small transformer of two layers, trained on the prose of these lessons, with what goes into "
    "each of its layer norms for four pieces of text.",
    "", "Open h.1.ln_1.input: its gamma and beta come with it."};
constexpr ui::Help kNumbersHelp{"These numbers", "The batch below is real: closes this page.", "",
                                "Click a number and type another one."};
constexpr ui::Help kOwnHelp{"Your own lessons",
                            "Lessons, notebooks and scripts that you opened, and the lessons in "
                            "the folder normscope/lessons of your data directory "
                            "(~/.local/share, unless XDG_DATA_HOME names another).",
                            "", "Save a lesson's file: it is read again at once."};
constexpr ui::Help kCloseHelp{"Close", "Help, Start page brings it back.", "", ""};

// Places cards in rows, as many in each as fit, all of one width.
class CardRows {
 public:
  explicit CardRows(Context& ui) : ui_(ui) {
    const float room = ImGui::GetContentRegionAvail().x;
    const float gap = ui.px(kTileGap);
    const auto fitting = std::floor((room + gap) / (ui.px(kTileWidth) + gap));
    columns_ = std::max(static_cast<int>(fitting), 1);
    width_ = std::min((room + gap) / static_cast<float>(columns_) - gap, ui.px(2 * kTileWidth));
  }
  /// The width of the next card, in pixels, which is then drawn at the cursor.
  float next() {
    const int column = count_++ % columns_;
    if (column > 0) {
      ui::beside(ui_, kTileGap);
    } else if (count_ > 1) {
      ui::space(ui_, kTileGap - ImGui::GetStyle().ItemSpacing.y / ui_.scale);
    }
    return width_;
  }

 private:
  Context& ui_;
  int columns_ = 1;
  int count_ = 0;
  float width_ = 0;
};

bool is_own(const Workspace& workspace, const lessons::Lesson& lesson) {
  return !lesson.sets_stage ||
         std::ranges::find(workspace.lesson_files, lesson.id, &workspace::LessonFile::id) !=
             workspace.lesson_files.end();
}

void draw_own_lessons(Context& ui, Workspace& workspace) {
  const auto own = [&](const lessons::Lesson& lesson) { return is_own(workspace, lesson); };
  const auto faulty = [](const workspace::LessonFile& file) {
    return file.fault && file.id.empty();
  };
  if (std::ranges::none_of(workspace.lessons, own) &&
      std::ranges::none_of(workspace.lesson_files, faulty)) {
    return;
  }
  ui::space(ui, 8);
  ui::heading(ui, "Your own", kOwnHelp, "welcome/own");
  CardRows rows(ui);
  for (const lessons::Lesson* const lesson : lessons::in_order(workspace.lessons)) {
    if (own(*lesson)) draw_lesson_card(ui, workspace, *lesson, rows.next());
  }
  for (const workspace::LessonFile& file : workspace.lesson_files) {
    if (faulty(file)) draw_fault_card(ui, file, rows.next());
  }
}

void draw_gallery(Context& ui, Workspace& workspace) {
  workspace.pictures.ask(workspace.lessons);
  CardRows rows(ui);
  for (const lessons::Lesson* const lesson : lessons::in_order(workspace.lessons)) {
    if (!is_own(workspace, *lesson)) draw_lesson_card(ui, workspace, *lesson, rows.next());
  }
  draw_own_lessons(ui, workspace);
}

void draw_dashes(Context& ui, ImVec2 min, ImVec2 max, ui::Color color) {
  const float dash = ui.px(kDash);
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  const float thick = std::max(1.0F, ui.px(1));
  const auto count = [dash](float length) {
    return static_cast<int>(std::ceil(length / (2 * dash)));
  };
  for (int i = 0; i < count(max.x - min.x); ++i) {
    const float x = min.x + static_cast<float>(2 * i) * dash;
    const float end = std::min(x + dash, max.x);
    draw->AddLine({x, min.y}, {end, min.y}, ui::imgui_color(color), thick);
    draw->AddLine({x, max.y}, {end, max.y}, ui::imgui_color(color), thick);
  }
  for (int i = 0; i < count(max.y - min.y); ++i) {
    const float y = min.y + static_cast<float>(2 * i) * dash;
    const float end = std::min(y + dash, max.y);
    draw->AddLine({min.x, y}, {min.x, end}, ui::imgui_color(color), thick);
    draw->AddLine({max.x, y}, {max.x, end}, ui::imgui_color(color), thick);
  }
}

// A hint that files can be dropped, anywhere on the window.
void draw_drop(Context& ui) {
  constexpr std::string_view kDropHint = "or drop a file here";
  const float least = ui::text_width(kDropHint) + ui.px(40);
  ui::beside_if_room(ui, least);
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const float width = std::max(least, std::min(ImGui::GetContentRegionAvail().x, ui.px(420)));
  const ImVec2 max{min.x + width, min.y + ui.px(ui.theme.metrics.control)};
  ImGui::Dummy({width, max.y - min.y});
  draw_dashes(ui, min, max, ui.theme.colors.muted);
  ui::draw_text(min, max, kDropHint, ui.theme.colors.muted, ui::Align::kCenter);
  ui::report(ui, {.id = "welcome/drop", .text = std::string(kDropHint), .kind = "text"}, min, max);
}

void draw_other_ways(Context& ui, Workspace& workspace) {
  if (ui::button(ui, "welcome/open", "Open a file...", ui::ButtonLook::kPlain,
                 {.help = kOpenHelp})) {
    workspace.view.open_asked = true;
  }
  ui::beside_if_room(ui, ui::button_width(ui, "Open the sample model"));
  if (ui::button(ui, "welcome/sample", "Open the sample model", ui::ButtonLook::kPlain,
                 {.help = kSampleHelp})) {
    workspace.view.sample_asked = true;
  }
  ui::beside_if_room(ui, ui::button_width(ui, "Start with these numbers"));
  if (ui::button(ui, "welcome/numbers", "Start with these numbers", ui::ButtonLook::kPlain,
                 {.help = kNumbersHelp})) {
    workspace.view.start_page = false;
    ui.focus.set("stage/input");
  }
  draw_drop(ui);
}

void draw_start(Context& ui, Workspace& workspace) {
  const ImVec2 top = ImGui::GetCursorPos();
  const float right = top.x + ImGui::GetContentRegionAvail().x;
  ui::title(ui, "Normscope", "welcome/title");
  const ImVec2 below = ImGui::GetCursorPos();
  ImGui::SetCursorPos({right - ui::button_width(ui, "Close"), top.y});
  if (ui::button(ui, "welcome/close", "Close", ui::ButtonLook::kQuiet, {.help = kCloseHelp})) {
    workspace.view.start_page = false;
  }
  ImGui::SetCursorPos(below);
  ui::paragraph(ui,
                "Layer normalization and softmax on numbers that you can change: every step is "
                "there to be seen, and every number is real.",
                ui::Tone::kMuted, "welcome/words");
  ui::space(ui, 4);
  // In a narrow window the other ways to begin fill its height.
  const bool narrow = ImGui::GetContentRegionAvail().x < ui.px(2 * kTileWidth);
  if (!narrow) {
    draw_other_ways(ui, workspace);
    draw_recent_row(ui, workspace);
    ui::space(ui, 8);
  }
  draw_gallery(ui, workspace);
  if (!narrow) return;
  ui::space(ui, 8);
  draw_other_ways(ui, workspace);
  draw_recent_row(ui, workspace);
}

}  // namespace

ui::Panel<Workspace> start_panel() {
  return {"welcome", "Start page",
          "Lessons to begin with, and files to open. The numbers below can be used meanwhile.",
          draw_start};
}

}  // namespace normscope::panels
