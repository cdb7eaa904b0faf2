// SPDX-License-Identifier: MIT
#include "app/panels/lesson/task_view.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <string>
#include <utility>
#include <vector>

#include "app/document/number_expression.hpp"
#include "app/panels/lesson/exercise_view.hpp"
#include "app/panels/lesson/prose.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/editing.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using lessons::Answer;
using lessons::BlockPlace;
using lessons::Inline;
using lessons::Prediction;
using ui::Context;
using workspace::LessonWork;
using workspace::Workspace;

namespace {

// In points.
constexpr float kTaskMark = 22;  // the width of the mark before a choice or an act
constexpr float kBetweenTasks = 6;

// The frames in which a verdict is brought into sight: in the first the region does not know yet
// how far it can scroll, and in the second the focus moves on to a control that may be far below.
constexpr int kJudgedFrames = 3;

constexpr ui::Help kAnswerHelp{tr_later("Answer"), tr_later("The lesson then says what it is."), "",
                               ""};
// In points.
constexpr float kSureWidth = 170;
constexpr ui::Help kSureHelp{tr_later("How sure are you?"),
                             tr_later("Said before the answer. What you were sure of, and had "
                                      "wrong, comes back first among today's five."),
                             "", ""};
constexpr ui::Help kActHelp{tr_later("Something to do"), tr_later("It is ticked when it is done."),
                            "", tr_later("By key: Enter goes there, and Ctrl+L comes back.")};
constexpr ui::Help kShowAnswerHelp{tr_later("Show on the stage"),
                                   tr_later("The stage is set so that the answer can be seen."), "",
                                   tr_later("Undo, or \"Restore this step\", goes back.")};

void draw_kind(Context& ui, std::string_view kind, const std::string& id) {
  const ui::WithFont font(ui, ui::Face::kTextBold, ui.theme.metrics.small);
  ui::line(ui, kind, ui::Tone::kAccent, id);
}

// The mark of an act or a choice, in a square of the text's height: an open circle, a tick or a
// cross.
enum class TaskMark { kOpen, kTick, kCross };

void draw_task_mark(const Context& ui, ImVec2 at, TaskMark mark) {
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  const float r = ui.px(6.5F);
  const ImVec2 c{at.x + r + ui.px(1), at.y + ui.px(11)};
  const float thick = ui.px(1.8F);
  const auto line = [&](ImVec2 from, ImVec2 to, ImU32 color) {
    draw->AddLine({c.x + from.x * r, c.y + from.y * r}, {c.x + to.x * r, c.y + to.y * r}, color,
                  thick);
  };
  if (mark == TaskMark::kOpen) {
    draw->AddCircle(c, r, ui::imgui_color(ui.theme.colors.muted), 0, ui.px(1.4F));
  } else if (mark == TaskMark::kTick) {
    const ImU32 color = ui::imgui_color(ui.theme.colors.good);
    line({-0.8F, 0.05F}, {-0.2F, 0.65F}, color);
    line({-0.2F, 0.65F}, {0.85F, -0.65F}, color);
  } else {
    const ImU32 color = ui::imgui_color(ui.theme.colors.error);
    line({-0.6F, -0.6F}, {0.6F, 0.6F}, color);
    line({-0.6F, 0.6F}, {0.6F, -0.6F}, color);
  }
}

// A paragraph that is reported under an id.
void draw_reported(Context& ui, const std::vector<Inline>& text, const std::string& id,
                   float indent = 0, NumberLinks* links = nullptr, bool live = false) {
  if (text.empty()) return;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  draw_paragraph(ui, text, indent, links);
  const ImVec2 to{from.x + ImGui::GetContentRegionAvail().x, ImGui::GetCursorScreenPos().y};
  ui::report(ui, {.id = id, .text = plain_text(text), .kind = "text", .live = live}, from, to);
}

class PredictionView {
 public:
  PredictionView(Context& ui, Workspace& workspace, const AskedPrediction& asked)
      : ui_(ui),
        workspace_(workspace),
        asked_(asked),
        prediction_(asked.prediction),
        id_(asked.id) {}

  std::optional<Answer> draw() {
    const Answer* const answer = asked_.answer ? &*asked_.answer : nullptr;
    draw_head(answer != nullptr);
    draw_with_links(prediction_.ask, id_);
    if (const auto* choices = std::get_if<lessons::ChoiceQuestion>(&prediction_.question)) {
      draw_choices(*choices, answer);
    } else if (answer == nullptr) {
      std::holds_alternative<lessons::NumberQuestion>(prediction_.question) ? draw_number()
                                                                            : draw_cell();
    }
    if (answer != nullptr) draw_verdict(*answer);
    if (given_) ui_.pacing.activity();
    return given_;
  }

 private:
  std::string id(std::string_view part) const { return fmt::format("{}/{}", id_, part); }

  void draw_with_links(const std::vector<Inline>& text, const std::string& id) {
    NumberLinks links(ui_, workspace_, id);
    draw_reported(ui_, text, id, 0, asked_.on_stage ? &links : nullptr);
  }

  // The line above the question: what it is, and how sure the reader is.
  void draw_head(bool answered) {
    const auto names = lessons::confidence_names();
    const bool asks = asked_.sure != nullptr && !answered;
    const float top = ImGui::GetCursorPosY();
    if (!asked_.kind.empty()) {
      if (asks) ImGui::SetCursorPosY(top + ui_.px(kBesideControl));
      draw_kind(ui_, asked_.kind, id("kind"));
      if (asked_.sure != nullptr) ui::beside(ui_);
    }
    if (asked_.sure == nullptr) return;
    if (!asks) {
      return ui::caption(
          ui_, tr("you said: {sure}", arg("sure", tr(base::name_of(names, *asked_.sure)))),
          id("sure"));
    }
    ImGui::SetCursorPosY(top);
    const ui::WithFont font(ui_, ui::Face::kText, ui_.theme.metrics.small);
    if (const auto sure = ui::segments(ui_, id("sure"), names, *asked_.sure,
                                       {.help = kSureHelp, .width = kSureWidth})) {
      *asked_.sure = *sure;
    }
  }

  void draw_number() {
    std::string& typed = asked_.typed;
    const ui::TextEdit edit = ui::text_field(ui_, id("field"), typed, tr("a number"),
                                             {.width = 150, .name = tr("your answer, a number")});
    ui::beside(ui_);
    const auto number = document::parse_number_expression(typed);
    const bool pressed = ui::button(ui_, id("answer"), tr("Answer"), ui::ButtonLook::kPlain,
                                    {.help = kAnswerHelp, .enabled = number.has_value()});
    if ((pressed || edit.submitted) && number) given_ = *number;
    if (edit.submitted && number) ui_.focus.show_ring(true);
  }

  void draw_cell() {
    const document::Selection at = workspace_.document().selection;
    const std::string label =
        tr("Answer: row {row}, column {column}", arg("row", at.row), arg("column", at.column));
    ui::caption(ui_, tr("Select it on the stage."));
    if (ui::button(ui_, id("answer"), label, ui::ButtonLook::kPlain, {.help = kAnswerHelp})) {
      given_ = at;
    }
  }

  void draw_choices(const lessons::ChoiceQuestion& question, const Answer* answer) {
    const auto* chosen = answer == nullptr ? nullptr : std::get_if<std::size_t>(answer);
    const ui::ArrowGroup rows(ui_, id_ + "/choice");
    for (std::size_t i = 0; i < question.choices.size(); ++i) {
      const lessons::Choice& choice = question.choices[i];
      // After the answer the others have nothing more to say.
      if (answer != nullptr && !choice.right && (chosen == nullptr || *chosen != i)) continue;
      if (draw_choice(choice, fmt::format("{}/choice/{}", id_, i), chosen, i)) given_ = i;
    }
  }

  // The misconception behind a wrong choice, or what is said of the right one.
  void draw_why(const Answer& answer) {
    const auto* choices = std::get_if<lessons::ChoiceQuestion>(&prediction_.question);
    const auto* chosen = std::get_if<std::size_t>(&answer);
    if (choices == nullptr || chosen == nullptr || *chosen >= choices->choices.size()) return;
    draw_reported(ui_, choices->choices[*chosen].why, id("why"));
  }

  // A row with a mark and text; before the answer it is a button.
  bool draw_choice(const lessons::Choice& choice, const std::string& row, const std::size_t* chosen,
                   std::size_t index) {
    const ImVec2 local = ImGui::GetCursorPos();
    const ImVec2 from = ImGui::GetCursorScreenPos();
    ImDrawList* const draw = ImGui::GetWindowDrawList();
    draw->ChannelsSplit(2);
    draw->ChannelsSetCurrent(1);
    draw_paragraph(ui_, choice.text, kTaskMark);
    const ImVec2 after = ImGui::GetCursorPos();
    const ImVec2 size{ImGui::GetContentRegionAvail().x,
                      after.y - local.y - ImGui::GetStyle().ItemSpacing.y};
    bool activated = false;
    if (chosen == nullptr) {
      ImGui::SetCursorPos(local);
      const ui::Area here =
          ui::area(ui_, row, size, {.text = plain_text(choice.text), .kind = "button"});
      activated = here.activated;
      draw->ChannelsSetCurrent(0);
      if (here.hovered) {
        draw->AddRectFilled(here.min, here.max, ui::imgui_color(ui_.theme.colors.hover),
                            ui_.px(ui_.theme.metrics.rounding));
      }
      draw->ChannelsSetCurrent(1);
      draw_task_mark(ui_, from, TaskMark::kOpen);
      ui::draw_focus_ring(ui_, here, ui_.px(ui_.theme.metrics.rounding));
    } else {
      if (choice.right) {
        draw_task_mark(ui_, from, TaskMark::kTick);
      } else if (*chosen == index) {
        draw_task_mark(ui_, from, TaskMark::kCross);
      }
      ui::report(ui_,
                 {.id = row,
                  .text = plain_text(choice.text),
                  .kind = "text",
                  .checked = choice.right,
                  .selected = *chosen == index},
                 from, {from.x + size.x, from.y + size.y});
    }
    draw->ChannelsMerge();
    ImGui::SetCursorPos(after);
    return activated;
  }

  void draw_verdict(const Answer& answer) {
    const bool right = lessons::is_right(prediction_, answer);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_task_mark(ui_, at, right ? TaskMark::kTick : TaskMark::kCross);
    draw_reported(ui_, {{.text = lessons::verdict_sentence(prediction_, answer), .strong = true}},
                  id("verdict"), kTaskMark, nullptr, true);
    draw_why(answer);
    // The numbers of another document are not on the stage.
    prediction_.shows ? draw_reported(ui_, prediction_.reveal, id("reveal"))
                      : draw_with_links(prediction_.reveal, id("reveal"));
    draw_show();
    if (asked_.scrolls) ui::scroll_into_view(ui_, at, ImGui::GetCursorScreenPos());
  }

  void draw_show() {
    if (!prediction_.shows || *prediction_.shows == workspace_.document()) return;
    if (ui::link(ui_, id("show"), tr("Show on the stage"), {.help = kShowAnswerHelp})) {
      document::Document after = *prediction_.shows;
      after.view.digits = workspace_.document().view.digits;
      after.view.layout = workspace_.document().view.layout;
      after.view.figure_choice = workspace_.document().view.figure_choice;
      apply(workspace_, document::Edit{.description = tr("show the answer"),
                                       .after = std::move(after),
                                       .from_lesson = true});
      workspace_.view.start_page = false;
    }
  }

  Context& ui_;
  Workspace& workspace_;
  const AskedPrediction& asked_;
  const Prediction& prediction_;
  const std::string& id_;
  std::optional<Answer> given_{};
};

// The region of the window in which the act is done.
std::string_view place_of(const Workspace& workspace, const lessons::Act& act) {
  const auto* const option = std::get_if<lessons::Option>(&act.changes.front().subject);
  const bool setting = option != nullptr && option->name != "digits";
  return setting && workspace.view.panels.inspector ? "inspector" : "stage";
}

void draw_act(Context& ui, Workspace& workspace, const lessons::Act& act, bool done,
              const std::string& id) {
  const ImVec2 local = ImGui::GetCursorPos();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  {
    NumberLinks links(ui, workspace, id);
    draw_paragraph(ui, act.what, kTaskMark, &links);
  }
  draw_task_mark(ui, from, done ? TaskMark::kTick : TaskMark::kOpen);
  // The act as a whole can have the focus, so that Tab brings it into sight.
  const ImVec2 after = ImGui::GetCursorPos();
  constexpr float kRing = 4;  // room for the ring at the column's edge, in points
  const ImVec2 size{ImGui::GetContentRegionAvail().x - ui.px(kRing),
                    after.y - local.y - ImGui::GetStyle().ItemSpacing.y};
  ImGui::SetCursorPos(local);
  const ui::Area here = ui::area(
      ui, id, size, {.text = plain_text(act.what), .kind = "act", .checked = done, .live = true},
      {.help = kActHelp});
  ui::draw_focus_ring(ui, here, ui.px(ui.theme.metrics.rounding));
  ImGui::SetCursorPos(after);
  if (here.activated && ui.focus.ring()) ui.focus.cross(place_of(workspace, act));
}

void draw_hint(Context& ui, Workspace& workspace, const std::vector<Inline>& text, bool& shown,
               const std::string& id) {
  if (ui::link(ui, id, shown ? tr("Hide the hint") : tr("Hint"))) shown = !shown;
  if (!shown) return;
  NumberLinks links(ui, workspace, id + "/text");
  draw_reported(ui, text, id + "/text", 0, &links);
}

}  // namespace

std::optional<Answer> draw_prediction(Context& ui, Workspace& workspace,
                                      const AskedPrediction& asked) {
  return PredictionView(ui, workspace, asked).draw();
}

void draw_question(Context& ui, Workspace& workspace, const lessons::Lesson& lesson,
                   const BlockPlace& place, const std::string& id, Asked asked) {
  LessonWork& work = workspace.view.lesson_work[lesson.id];
  const Prediction& prediction = lessons::prediction_at(lesson, place);
  const bool first = asked == Asked::kFirst;
  auto& answers = work.kept.answers;
  const auto kept = answers.find(place);
  std::optional<Answer> answer;
  if (kept != answers.end()) answer = first ? kept->second.first : kept->second.again;
  auto sure = work.sure.try_emplace(place, lessons::Confidence::kRather).first->second;
  if (kept != answers.end()) sure = kept->second.confidence.value_or(sure);
  const bool judged = work.judged == id && work.judged_frames > 0;
  if (judged) --work.judged_frames;
  // Of a question that is asked again at the end, the numbers are not on the stage. What was
  // answered without its confidence says none.
  const bool has_sure = first && (kept == answers.end() || kept->second.confidence);
  const auto given = draw_prediction(ui, workspace,
                                     {.prediction = prediction,
                                      .id = id,
                                      .typed = work.typed[place],
                                      .kind = first ? tr("Predict") : std::string_view(),
                                      .sure = has_sure ? &sure : nullptr,
                                      .answer = answer,
                                      .on_stage = first,
                                      .scrolls = judged});
  work.sure[place] = sure;
  if (!given) return;
  work.typed.erase(place);
  if (first) {
    answers.insert_or_assign(place, lessons::Answered{.asked = lessons::asked_hash(lesson, place),
                                                      .first = *given,
                                                      .day = workspace.view.today,
                                                      .confidence = sure});
    uncover(workspace, prediction);
  } else {
    answers.at(place).again = *given;
  }
  work.judged = id;
  work.judged_frames = kJudgedFrames;
}

namespace {

void draw_task(Context& ui, Workspace& workspace, const lessons::Lesson& lesson,
               const BlockPlace& place) {
  const lessons::Step& step = lesson.steps[static_cast<std::size_t>(place.step)];
  const lessons::Block& block = step.blocks[place.block];
  const auto number = static_cast<std::size_t>(block.number);
  lessons::Progress& kept = workspace.view.lesson_work[lesson.id].kept;
  if (block.kind == lessons::BlockKind::kPrediction) {
    draw_question(ui, workspace, lesson, place, fmt::format("lesson/predict/{}", number),
                  Asked::kFirst);
  } else if (block.kind == lessons::BlockKind::kAct) {
    draw_act(ui, workspace, step.acts[number], kept.done.contains(place),
             fmt::format("lesson/act/{}", number));
  } else if (block.kind == lessons::BlockKind::kExercise) {
    draw_exercise(ui, workspace, lesson, place, fmt::format("lesson/exercise/{}", number));
  } else {
    bool shown = kept.hints.contains(place);
    draw_hint(ui, workspace, block.inlines, shown, fmt::format("lesson/hint/{}", number));
    if (shown) {
      kept.hints.emplace(place, lessons::asked_hash(lesson, place));
    } else {
      kept.hints.erase(place);
    }
  }
}

}  // namespace

void draw_tasks(Context& ui, Workspace& workspace, const lessons::Lesson& lesson, int step) {
  const auto& blocks = lesson.steps[static_cast<std::size_t>(step)].blocks;
  bool first = true;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (!is_task(blocks[i])) continue;
    if (!std::exchange(first, false)) ui::space(ui, kBetweenTasks);
    draw_task(ui, workspace, lesson, {step, i});
  }
}

}  // namespace normscope::panels
