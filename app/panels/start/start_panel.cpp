// SPDX-License-Identifier: MIT
#include "app/panels/start/start_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "app/panels/start/lesson_card.hpp"
#include "app/panels/start/todays_five_view.hpp"
#include "app/ui/context.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/hover_card.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "app/workspace/workspace.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using ui::Context;
using workspace::Workspace;

namespace {

// In points.
constexpr float kRecentWidth = 190;  // at least
constexpr float kRecentHeight = 46;
constexpr float kRecentGap = 12;
constexpr float kRecentPadding = 10;

void draw_recent_card(Context& ui, Workspace& workspace, std::size_t at, float width) {
  const workspace::RecentFile& file = workspace.recent[at];
  const std::string id = fmt::format("welcome/recent/{}", at);
  const std::string name = file.path.filename().string();
  const std::string folder = file.path.parent_path().filename().string();
  const std::string about = file.gone ? tr("not there any more") : text::listed(folder, file.used);
  const ui::Area here =
      ui::area(ui, id, {width, ui.px(kRecentHeight)},
               {.text = name, .kind = "button", .value = about}, {.enabled = !file.gone});
  const auto& colors = ui.theme.colors;
  const bool lit = here.hovered && !file.gone;
  ui::draw_box(ui, here.min, here.max, lit ? colors.hover : colors.raised,
               lit ? colors.accent : colors.border, ui.px(ui.theme.metrics.rounding));
  const float left = here.min.x + ui.px(kRecentPadding);
  const float right = here.max.x - ui.px(kRecentPadding);
  const float middle = (here.min.y + here.max.y) / 2;
  ui::draw_text({left, here.min.y + ui.px(5)}, {right, middle + ui.px(1)}, name,
                file.gone ? colors.muted : colors.text, ui::Align::kLeft);
  const ui::WithFont font(ui, ui::Face::kText, ui.theme.metrics.small);
  ui::draw_text({left, middle}, {right, here.max.y - ui.px(4)}, about, colors.muted,
                ui::Align::kLeft);
  ui::draw_focus_ring(ui, here, ui.px(ui.theme.metrics.rounding));
  const std::string path = file.path.string();
  ui::hover_card(ui, id, {.title = name, .what = path}, here.hovered);
  if (lit) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (here.activated) workspace.send(workspace::OpenListed{file.path});
}

// Draws the row, `room` pixels wide; nothing without recent files.
// map  welcome/recent/N
void draw_recent_row(Context& ui, Workspace& workspace, float room) {
  if (workspace.recent.empty()) return;
  const float gap = ui.px(kRecentGap);
  const auto fitting =
      static_cast<std::size_t>(std::max(1.0F, (room + gap) / (ui.px(kRecentWidth) + gap)));
  const float width = (room + gap) / static_cast<float>(fitting) - gap;
  ui::caption(ui, tr("Recent files"), "welcome/recent");
  for (std::size_t i = 0; i < std::min(fitting, workspace.recent.size()); ++i) {
    if (i > 0) ui::beside(ui, kRecentGap);
    draw_recent_card(ui, workspace, i, std::floor(width));
  }
}

// In points.
constexpr float kTileWidth = 280;  // at least
constexpr int kMostColumns = 4;    // a group of the built-in lessons in one row
constexpr float kTileGap = 12;
constexpr float kMostWidth = 1560;  // of the page
constexpr float kRoomForClose = 110;
constexpr float kWordsDown = 7;  // from the top of the title, to its baseline
constexpr float kHeadingUp = 8;
constexpr float kBeginHeight = 40;
constexpr float kBeginPadding = 22;
constexpr float kDash = 5;
constexpr float kLowPage = 560;

constexpr std::string_view kName = "Normscope";
constexpr std::string_view kWords = tr_later(
    "Layer normalization and softmax on numbers that you can change: every step is there to be "
    "seen, and every number is real.");

constexpr ui::Help kOpenHelp{tr_later("Open a file"),
                             tr_later("A session, a lesson, a notebook or script, an exported "
                                      "figure, or numbers (.npy, .npz, .safetensors, .pt, .csv)."),
                             "", ""};
constexpr ui::Help kSampleHelp{
    tr_later("A sample model"),
    tr_later("A small transformer of two layers, trained on the prose of these lessons, with what "
             "goes into each of its layer norms for four pieces of text."),
    "", tr_later("Open h.1.ln_1.input: its gamma and beta come with it.")};
constexpr std::string_view kReports = "reports-from-the-field";
constexpr ui::Help kReportsHelp{
    tr_later("Reports from the field"),
    tr_later("Bugs that people reported of well-known software, each with its input, the digits "
             "that came out, and the step at which they went wrong."),
    "", tr_later("Open the first, and change the plan at Precision.")};
constexpr ui::Help kNumbersHelp{
    tr_later("The numbers"),
    tr_later("Two rows of five numbers, and what layer norm makes of them."), "",
    tr_later("Click a number and type another one.")};
constexpr ui::Help kOwnHelp{
    tr_later("Your own lessons"),
    tr_later("Lessons, notebooks and scripts that you opened, and the lessons in the folder "
             "normscope/lessons of your data directory (~/.local/share, unless XDG_DATA_HOME names "
             "another)."),
    "", tr_later("Save a lesson's file: it is read again at once.")};
constexpr ui::Help kCloseHelp{tr_later("Close"), tr_later("Help, Start page brings it back."), "",
                              ""};

// Places cards in rows, as many in each as fit, all of one width.
class CardRows {
 public:
  CardRows(Context& ui, float room) : ui_(ui) {
    const float gap = ui.px(kTileGap);
    const auto fitting = std::floor((room + gap) / (ui.px(kTileWidth) + gap));
    columns_ = std::clamp(static_cast<int>(fitting), 1, kMostColumns);
    width_ = std::floor((room + gap) / static_cast<float>(columns_) - gap);
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

// Nearer to its own cards than to those above it.
void draw_group_heading(Context& ui, std::string_view name, const ui::Help& help,
                        std::string_view id) {
  ui::space(ui, 2);
  ui::heading(ui, name, help, id);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - ui.px(kHeadingUp));
}

void draw_own_lessons(Context& ui, Workspace& workspace, float width) {
  const auto own = [&](const lessons::Lesson& lesson) {
    return workspace::is_own(workspace, lesson);
  };
  const auto faulty = [](const workspace::LessonFile& file) {
    return file.fault && file.id.empty();
  };
  if (std::ranges::none_of(workspace.lessons, own) &&
      std::ranges::none_of(workspace.lesson_files, faulty)) {
    return;
  }
  draw_group_heading(ui, tr("Your own"), kOwnHelp, "welcome/own");
  CardRows rows(ui, width);
  for (const lessons::Lesson* const lesson : lessons::in_order(workspace.lessons)) {
    if (own(*lesson)) draw_lesson_card(ui, workspace, *lesson, rows.next());
  }
  for (const workspace::LessonFile& file : workspace.lesson_files) {
    if (faulty(file)) draw_fault_card(ui, file, rows.next());
  }
}

void draw_gallery(Context& ui, Workspace& workspace, float width) {
  workspace.pictures.ask(workspace.lessons);
  const auto ordered = lessons::in_order(workspace.lessons);
  for (const auto& group : lessons::group_names()) {
    draw_group_heading(ui, tr(group.label()), {}, fmt::format("welcome/group/{}", group.name));
    CardRows rows(ui, width);
    for (const lessons::Lesson* const lesson : ordered) {
      if (workspace::is_own(workspace, *lesson)) continue;
      if (lesson->group.value_or(lessons::Group::kFirst) != group.value) continue;
      draw_lesson_card(ui, workspace, *lesson, rows.next());
    }
  }
  draw_own_lessons(ui, workspace, width);
}

// The one thing to do next, and what it is about.
void draw_begin(Context& ui, Workspace& workspace, float right) {
  const auto next = workspace::next_lesson(workspace);
  if (!next) return;
  const lessons::Lesson& lesson = *next->lesson;
  const std::string label = next->begun
                                ? tr("Go on with lesson {lesson}, step {step}",
                                     arg("lesson", lesson.order), arg("step", next->step + 1))
                                : tr("Begin with lesson {lesson}", arg("lesson", lesson.order));
  const auto& colors = ui.theme.colors;
  std::optional<ui::Area> here;
  {
    const ui::WithFont font(ui, ui::Face::kTextBold, ui.theme.metrics.heading);
    const ImVec2 size{ui::text_width(label) + 2 * ui.px(kBeginPadding), ui.px(kBeginHeight)};
    here = ui::area(ui, "welcome/begin", size, {.text = label, .kind = "button"});
    const ui::Color ground =
        here->hovered ? ui::mix(colors.accent, colors.text, 0.12) : colors.accent;
    const float rounding = ui.px(ui.theme.metrics.rounding);
    ui::draw_box(ui, here->min, here->max, ground, ground, rounding);
    ui::draw_text(here->min, here->max, label, colors.on_accent, ui::Align::kCenter);
    ui::draw_focus_ring(ui, *here, rounding);
  }
  const ImVec2 min{here->max.x + ui.px(kBeginPadding), here->min.y + ui.px(3)};
  const float middle = (here->min.y + here->max.y) / 2;
  ui::draw_text(min, {right, middle}, lesson.title, colors.text, ui::Align::kLeft);
  ui::draw_text({min.x, middle}, {right, here->max.y - ui.px(3)}, lesson.about, colors.muted,
                ui::Align::kLeft);
  if (here->hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (here->activated) workspace.send(workspace::BeginLesson{lesson.id});
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
  const std::string_view drop_hint = tr("or drop a file here");
  const float least = ui::text_width(drop_hint) + ui.px(40);
  ui::beside_if_room(ui, least);
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const float width = std::max(least, std::min(ImGui::GetContentRegionAvail().x, ui.px(420)));
  const ImVec2 max{min.x + width, min.y + ui.px(ui.theme.metrics.control)};
  ImGui::Dummy({width, max.y - min.y});
  draw_dashes(ui, min, max, ui.theme.colors.muted);
  ui::draw_text(min, max, drop_hint, ui.theme.colors.muted, ui::Align::kCenter);
  ui::report(ui, {.id = "welcome/drop", .text = std::string(drop_hint), .kind = "text"}, min, max);
}

void draw_other_ways(Context& ui, Workspace& workspace) {
  if (ui::button(ui, "welcome/open", tr("Open a file..."), ui::ButtonLook::kPlain,
                 {.help = kOpenHelp})) {
    workspace.send(workspace::ChooseFile{});
  }
  ui::beside_if_room(ui, ui::button_width(ui, tr("Open the sample model")));
  if (ui::button(ui, "welcome/sample", tr("Open the sample model"), ui::ButtonLook::kPlain,
                 {.help = kSampleHelp})) {
    workspace.send(workspace::OpenSample{});
  }
  ui::beside_if_room(ui, ui::button_width(ui, tr("Reports from the field")));
  if (ui::button(ui, "welcome/reports", tr("Reports from the field"), ui::ButtonLook::kPlain,
                 {.help = kReportsHelp})) {
    workspace.send(workspace::BeginLesson{.id = std::string(kReports)});
  }
  ui::beside_if_room(ui, ui::button_width(ui, tr("Go to the numbers")));
  if (ui::button(ui, "welcome/numbers", tr("Go to the numbers"), ui::ButtonLook::kPlain,
                 {.help = kNumbersHelp})) {
    workspace.view.start_page = false;
    ui.focus.set("stage/input");
  }
  draw_drop(ui);
}

float title_width(const Context& ui) {
  const ui::WithFont font(ui, ui::Face::kTextBold, ui.theme.metrics.title);
  return ui::text_width(kName);
}

// In a wide window the page is in the middle.
void draw_start(Context& ui, Workspace& workspace) {
  const float room = ImGui::GetContentRegionAvail().x;
  const float width = std::min(room, ui.px(kMostWidth));
  const float margin = std::floor((room - width) / 2);
  if (margin > 0) ImGui::Indent(margin);
  const ImVec2 top = ImGui::GetCursorPos();
  ui::title(ui, kName, "welcome/title");
  const float beside = title_width(ui) + ui.px(ui.theme.metrics.wide_gap);
  const ImVec2 below = ImGui::GetCursorPos();
  ImGui::SetCursorPos({top.x + width - ui::button_width(ui, tr("Close")), top.y});
  if (ui::button(ui, "welcome/close", tr("Close"), ui::ButtonLook::kQuiet, {.help = kCloseHelp})) {
    workspace.view.start_page = false;
  }
  const bool one_line = beside + ui::text_width(tr(kWords)) + ui.px(kRoomForClose) < width;
  ImGui::SetCursorPos(one_line ? ImVec2{top.x + beside, top.y + ui.px(kWordsDown)} : below);
  ui::paragraph(ui, tr(kWords), ui::Tone::kMuted, "welcome/words");
  if (one_line) ImGui::SetCursorPos(below);
  draw_begin(ui, workspace, ImGui::GetCursorScreenPos().x + width);
  draw_todays_five(ui, workspace, width);
  // In sight however many lessons there are; in a low window the first lessons are.
  const bool low = ImGui::GetWindowHeight() < ui.px(kLowPage);
  if (low) draw_gallery(ui, workspace, width);
  draw_other_ways(ui, workspace);
  draw_recent_row(ui, workspace, width);
  if (!low) draw_gallery(ui, workspace, width);
  if (margin > 0) ImGui::Unindent(margin);
}

}  // namespace

ui::Panel<Workspace> start_panel() {
  return {
      "welcome", tr_later("Start page"),
      tr_later("The lesson to go on with, all lessons with how far you are, and files to open."),
      draw_start};
}

}  // namespace normscope::panels
