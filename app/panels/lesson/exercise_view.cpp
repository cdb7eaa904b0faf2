// SPDX-License-Identifier: MIT
#include "app/panels/lesson/exercise_view.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "app/panels/lesson/prose.hpp"
#include "app/panels/lesson/task_view.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using exercises::Report;
using exercises::ReportRow;
using ui::Context;
using workspace::LessonWork;
using workspace::Workspace;

namespace {

// The field is as high as what is in it, between these.
constexpr int kFewestLines = 5;
constexpr int kMostLines = 14;
// What a person types into a field, and more.
constexpr std::size_t kMostSource = std::size_t{64} << 10;
// The frames in which a report is brought into sight, as a verdict is.
constexpr int kReportFrames = 3;
constexpr float kBetweenCells = 12;  // in points

constexpr ui::Help kCheckHelp{
    tr_later("Check"), tr_later("Tries the function with small inputs, then dangerous ones."), "",
    tr_later("Ctrl+Enter in the code does the same.")};
constexpr ui::Help kExercisePythonHelp{
    tr_later("Which Python judges exercises"),
    tr_later("The built-in one, or one of your own, confined as well. Click it to choose another."),
    "", ""};
constexpr ui::Help kAnewHelp{tr_later("Begin anew"),
                             tr_later("Puts back what the exercise began with."), "", ""};

// The table of the smallest input and of both outputs, in the columns of the widest number.
class ReportTable {
 public:
  ReportTable(Context& ui, const std::vector<ReportRow>& rows, std::string id)
      : ui_(ui), rows_(rows), id_(std::move(id)) {}

  void draw() {
    const ui::WithFont font(ui_, ui::Face::kNumber, ui_.theme.metrics.small);
    measure();
    const float between = ui_.px(kBetweenCells);
    const float wide = label_ + static_cast<float>(columns_) * (cell_ + between);
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const float pad = ui_.px(8);
    const bool scrolls = wide + 2 * pad > ImGui::GetContentRegionAvail().x;
    const float height = static_cast<float>(lines_) * line + 2 * pad;
    const ui::Region region(ui_, id_, {0, height + (scrolls ? ImGui::GetStyle().ScrollbarSize : 0)},
                            {.ground = ui::Ground::kPanel,
                             .scroll = scrolls ? ui::Scroll::kBoth : ui::Scroll::kNone,
                             .padding = pad / ui_.scale,
                             .rounding = ui_.theme.metrics.rounding,
                             .holds_controls = false});
    if (!region) return;
    for (std::size_t at = 0; at < rows_.size(); ++at) draw_row(at, wide, line);
  }

 private:
  void measure() {
    for (const ReportRow& row : rows_) {
      label_ = std::max(label_, ui::text_width(row.label));
      lines_ += row.cells.size();
      for (const auto& cells : row.cells) {
        columns_ = std::max(columns_, cells.size());
        for (const std::string& each : cells) cell_ = std::max(cell_, ui::text_width(each));
      }
    }
  }

  void draw_row(std::size_t at, float wide, float line) {
    const ReportRow& row = rows_[at];
    const auto& colors = ui_.theme.colors;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float between = ui_.px(kBetweenCells);
    std::string text = row.label;
    ui::draw_text(from, {from.x + label_ + 1, from.y + line}, row.label, colors.muted,
                  ui::Align::kLeft);
    for (std::size_t j = 0; j < row.cells.size(); ++j) {
      const float y = from.y + static_cast<float>(j) * line;
      for (std::size_t i = 0; i < row.cells[j].size(); ++i) {
        const bool wrong = j < row.wrong.size() && i < row.wrong[j].size() && row.wrong[j][i];
        const float x = from.x + label_ + between + static_cast<float>(i) * (cell_ + between);
        ui::draw_text({x - 1, y}, {x + cell_, y + line}, row.cells[j][i],
                      wrong ? colors.error : colors.text, ui::Align::kRight);
        text += " " + row.cells[j][i];
      }
    }
    const ImVec2 size{wide, line * static_cast<float>(row.cells.size())};
    ImGui::Dummy({size.x, size.y - ImGui::GetStyle().ItemSpacing.y});
    ui::report(ui_, {.id = fmt::format("{}/{}", id_, at), .text = text, .kind = "text"}, from,
               {from.x + size.x, from.y + size.y});
  }

  Context& ui_;
  const std::vector<ReportRow>& rows_;
  std::string id_;
  float label_ = 0;
  float cell_ = 0;
  std::size_t columns_ = 0;
  std::size_t lines_ = 0;
};

class ExerciseView {
 public:
  ExerciseView(Context& ui, Workspace& workspace, const lessons::Lesson& lesson,
               const lessons::BlockPlace& place, std::string id)
      : ui_(ui),
        workspace_(workspace),
        lesson_(lesson),
        exercise_(exercise_at(lesson, place)),
        place_(place),
        id_(std::move(id)),
        work_(workspace.view.lesson_work[lesson.id]) {}

  void draw() {
    draw_head();
    const std::string& start = exercise_.problem.start;
    const auto kept = work_.kept.attempts.find(place_);
    std::string source = kept == work_.kept.attempts.end() ? start : kept->second.source;
    const auto lines = 1 + static_cast<int>(std::ranges::count(source, '\n'));
    const ui::TextEdit edit =
        ui::code_field(ui_, id("code"), source, std::clamp(lines, kFewestLines, kMostLines));
    if (edit.changed && source.size() <= kMostSource) keep(source);
    const bool checking = work_.checked == place_;
    if (checking) {
      if (ui::button(ui_, id("stop"), tr("Stop"))) workspace_.send(workspace::StopCheck{});
      ui::beside(ui_);
      ui::caption(ui_, tr("Checking"), id("checking"));
    } else {
      const bool pressed =
          ui::button(ui_, id("check"), tr("Check"), ui::ButtonLook::kPrimary, {.help = kCheckHelp});
      if (pressed || edit.submitted) check(source);
      if (source != start) {
        ui::beside(ui_);
        const bool anew = ui::button(ui_, id("again"), tr("Begin anew"), ui::ButtonLook::kQuiet,
                                     {.help = kAnewHelp});
        if (anew) keep(start);
      }
    }
    draw_python();
    const auto report = work_.reports.find(place_);
    if (report != work_.reports.end()) draw_report(report->second);
  }

 private:
  static const lessons::Exercise& exercise_at(const lessons::Lesson& lesson,
                                              const lessons::BlockPlace& place) {
    const lessons::Step& step = lesson.steps[static_cast<std::size_t>(place.step)];
    return step.exercises[static_cast<std::size_t>(step.blocks[place.block].number)];
  }

  std::string id(std::string_view part) const { return fmt::format("{}/{}", id_, part); }

  bool is_done() const {
    const auto kept = work_.kept.attempts.find(place_);
    return kept != work_.kept.attempts.end() && kept->second.right;
  }

  void draw_head() {
    {
      const ui::WithFont font(ui_, ui::Face::kTextBold, ui_.theme.metrics.small);
      ui::line(ui_, is_done() ? tr("Write it  ✓ done") : tr("Write it"),
               is_done() ? ui::Tone::kGood : ui::Tone::kAccent, id("state"));
    }
    const ImVec2 from = ImGui::GetCursorScreenPos();
    draw_paragraph(ui_, exercise_.task);
    const ImVec2 to{from.x + ImGui::GetContentRegionAvail().x, ImGui::GetCursorScreenPos().y};
    ui::report(ui_, {.id = id_, .text = plain_text(exercise_.task), .kind = "text"}, from, to);
  }

  void draw_python() {
    const ui::WithFont font(ui_, ui::Face::kText, ui_.theme.metrics.small);
    ui::beside_if_room(ui_, ui::text_width(workspace_.exercise_python) + ui_.px(10));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui_.px(kBesideControl));
    if (ui::link(ui_, id("python"), workspace_.exercise_python, {.help = kExercisePythonHelp})) {
      workspace_.send(workspace::ChoosePython{});
    }
  }

  void keep(const std::string& source) {
    lessons::Attempt& attempt = work_.kept.attempts[place_];
    attempt.asked = lessons::asked_hash(lesson_, place_);
    attempt.source = source;
    work_.reports.erase(place_);
  }

  void check(const std::string& source) {
    keep(source);
    work_.judged = id_;
    work_.judged_frames = kReportFrames;
    workspace_.send(workspace::CheckExercise{lesson_.id, place_});
    ui_.pacing.activity();
  }

  void draw_report(const Report& report) {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const bool right = report.rows.empty() && report.line == 0 && is_done();
    ui::paragraph(ui_, report.verdict, right ? ui::Tone::kGood : ui::Tone::kText, id("verdict"));
    if (!report.rows.empty()) ReportTable(ui_, report.rows, id("table")).draw();
    for (std::size_t at = 0; at < report.sentences.size(); ++at) {
      ui::paragraph(ui_, report.sentences[at], ui::Tone::kText,
                    fmt::format("{}/sentence/{}", id_, at));
    }
    if (work_.judged != id_ || work_.judged_frames == 0) return;
    --work_.judged_frames;
    ui::scroll_into_view(ui_, from, ImGui::GetCursorScreenPos());
    ui_.pacing.activity();
  }

  Context& ui_;
  Workspace& workspace_;
  const lessons::Lesson& lesson_;
  const lessons::Exercise& exercise_;
  lessons::BlockPlace place_;
  std::string id_;
  LessonWork& work_;
};

}  // namespace

void draw_exercise(Context& ui, Workspace& workspace, const lessons::Lesson& lesson,
                   const lessons::BlockPlace& place, const std::string& id) {
  ExerciseView(ui, workspace, lesson, place, id).draw();
}

}  // namespace normscope::panels
