// SPDX-License-Identifier: MIT
#include "app/panels/lesson/cell_view.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/document/hand_written.hpp"
#include "app/panels/lesson/code_view.hpp"
#include "app/panels/lesson/invitation.hpp"
#include "app/panels/lesson/picture_view.hpp"
#include "app/results/sheet/sheet.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "app/workspace/stage_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using notebook::check::Agreement;
using results::Card;
using ui::Context;
using workspace::CodeLine;
using workspace::Workspace;

namespace {

constexpr float kHead = 20;  // height of the line above the code, in points

constexpr ui::Help kStopHelp{tr_later("Stop"),
                             tr_later("Interrupts this cell; those after it do not run."), "",
                             tr_later("Shift+F5 does the same.")};
constexpr ui::Help kAgainHelp{tr_later("Run again"),
                              tr_later("All cells run again, from the first."), "",
                              tr_later("Ctrl+F5 does the same.")};
constexpr ui::Help kFolderHelp{tr_later("Let it read its folder"),
                               tr_later("Asks whether cells may read the files beside this one.")};
constexpr ui::Help kUnconfinedHelp{
    tr_later("Run it all the same"),
    tr_later("Asks whether cells may run where they can reach your files.")};

constexpr ui::Help kBelowHelp{tr_later("To what it gave"),
                              tr_later("Scrolls to the cell's picture, output or error.")};

struct StateLabel {
  std::string text;
  ui::Tone tone = ui::Tone::kMuted;
};

StateLabel agreement_label(const cells::CellResult& result) {
  if (!result.check) return {tr("done")};
  switch (result.check->agreement) {
    case Agreement::kIdentical:
      return {tr("✓ as expected"), ui::Tone::kGood};
    case Agreement::kEqualNumbers:
      return {tr("✓ the same numbers"), ui::Tone::kGood};
    case Agreement::kDifferent:
      return {tr("not as expected"), ui::Tone::kWarning};
    case Agreement::kNotStored:
    case Agreement::kNotRun:
      break;
  }
  return {tr("done")};
}

StateLabel state_label(const cells::CellResults& cells, const cells::CellResult& result) {
  switch (result.state) {
    case cells::CellState::kHeld:
      return {tr("not run yet")};
    case cells::CellState::kWaiting:
      return {tr("waiting")};
    case cells::CellState::kRunning:
      if (result.asks) return {tr("waits for a line"), ui::Tone::kAccent};
      if (!cells.seconds) return {};
      return {cells::running_text(*cells.seconds), ui::Tone::kAccent};
    case cells::CellState::kDone:
      return agreement_label(result);
    case cells::CellState::kError:
      // An error that the lesson itself shows is the expected result.
      if (result.check && result.check->agreement == Agreement::kIdentical) {
        return agreement_label(result);
      }
      return {tr("error"), ui::Tone::kError};
    case cells::CellState::kStopped:
      return {tr("stopped"), ui::Tone::kError};
    case cells::CellState::kEnded:
      return {tr("ended"), ui::Tone::kError};
    case cells::CellState::kNoKernel:
    case cells::CellState::kUnconfined:
      return {tr("not run here")};
    case cells::CellState::kNotRun:
      break;
  }
  return {tr("did not run")};
}

// What can be done with a cell in its state.
struct CellAction {
  const char* id;
  std::string_view label;
  ui::Help help;
  workspace::Command command;
};

// `told`: the cell has run for long enough to say so. `may_ask`: there is a folder, and cells do
// not read it.
std::optional<CellAction> action_of(const cells::CellResult& result, bool told, bool may_ask) {
  switch (result.state) {
    case cells::CellState::kHeld:
      return CellAction{"run", tr("Run"), kRunHelp, workspace::RunCellsAgain{}};
    case cells::CellState::kRunning:
      if (!told) break;
      return CellAction{"stop", tr("Stop"), kStopHelp, workspace::StopCells{}};
    case cells::CellState::kEnded:
      return CellAction{"again", tr("Restart"), kAgainHelp, workspace::RunCellsAgain{}};
    case cells::CellState::kStopped:
    case cells::CellState::kNotRun:
      return CellAction{"again", tr("Run again"), kAgainHelp, workspace::RunCellsAgain{}};
    case cells::CellState::kUnconfined:
      return CellAction{"unconfined", tr("Run it all the same..."), kUnconfinedHelp,
                        workspace::RunUnconfined{}};
    case cells::CellState::kError:
      if (!result.lacks_file || !may_ask) break;
      return CellAction{"folder", tr("Let it read its folder..."), kFolderHelp,
                        workspace::ReadFolder{}};
    case cells::CellState::kWaiting:
    case cells::CellState::kDone:
    case cells::CellState::kNoKernel:
      break;
  }
  return std::nullopt;
}

// What a cell gave, for a link to it; nothing while it gave nothing.
std::string_view given_below(const cells::CellResult& result) {
  if (!result.pictures.empty()) return tr("picture below");
  if (!result.error.empty()) return tr("error below");
  return result.output.empty() ? std::string_view() : tr("output below");
}

// Whether the code of a cell was longer than the window in the last frame.
bool* hides_results(std::string_view id) {
  return ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID(fmt::format("{}/hides", id).c_str()));
}

// Whether the cell waited for a line in the last frame.
bool* asked_before(std::string_view id) {
  return ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID(fmt::format("{}/asked", id).c_str()));
}

// After "Cell 2"; true: the person asks for it.
bool draw_link_below(Context& ui, const cells::CellResult& result, std::string_view id, float from,
                     ImVec2 head) {
  const std::string_view label = given_below(result);
  if (label.empty() || !*hides_results(id)) return false;
  const ImVec2 back = ImGui::GetCursorPos();
  const float down = (ui.px(kHead) - ImGui::GetTextLineHeight()) / 2;
  ImGui::SetCursorPos({head.x + from, head.y + std::floor(down)});
  const bool asked = ui::link(ui, fmt::format("{}/below", id), label, {.help = kBelowHelp});
  ImGui::SetCursorPos(back);
  return asked;
}

// "Cell 2" at the left, the state at the right. The height is constant, so that the code below does
// not move. True: what the cell gave is to be scrolled to.
bool draw_head(Context& ui, Workspace& workspace, const cells::CellResult& result,
               std::string_view id) {
  const ui::WithFont font(ui, ui::Face::kText, ui.theme.metrics.small);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 local = ImGui::GetCursorPos();
  const ImVec2 end{at.x + ImGui::GetContentRegionAvail().x, at.y + ui.px(kHead)};
  const auto& colors = ui.theme.colors;
  const std::string name = tr("Cell {number}", arg("number", result.number));
  ui::draw_text(at, end, name, colors.muted, ui::Align::kLeft);
  const bool below = draw_link_below(ui, result, id, ui::text_width(name) + ui.px(10), local);

  const StateLabel state = state_label(*workspace.cells, result);
  float right = end.x;
  const lessons::Lesson* const lesson = lesson_of(workspace);
  const bool has_file =
      lesson_file_of(workspace) != nullptr || (lesson != nullptr && !lesson->sets_stage);
  const bool may_ask = has_file && !workspace.cells->reads_folder;
  if (const auto action = action_of(result, !state.text.empty(), may_ask)) {
    const float width = ui::text_width(action->label);
    const float down = (ui.px(kHead) - ImGui::GetTextLineHeight()) / 2;
    ImGui::SetCursorPos({local.x + end.x - at.x - width, local.y + std::floor(down)});
    if (ui::link(ui, fmt::format("{}/{}", id, action->id), action->label, {.help = action->help})) {
      workspace.send(action->command);
    }
    right -= width + ui.px(10);
  }
  ui::draw_text(at, {right, end.y}, state.text, ui::tone_color(colors, state.tone),
                ui::Align::kRight);
  ui::report(ui, {.id = fmt::format("{}/state", id), .text = state.text, .kind = "text"},
             {right - ui::text_width(state.text), at.y}, {right, end.y});
  ImGui::SetCursorPos({local.x, local.y + ui.px(kHead)});
  return below;
}

// The first line that differs, as expected by the lesson and as printed.
void draw_difference(Context& ui, const cells::OutputCheck& check, std::string_view id) {
  const auto shown = [](const std::string& line) { return line.empty() ? tr("(nothing)") : line; };
  {
    const ui::WithFont font(ui, ui::Face::kText, ui.theme.metrics.small);
    ui::paragraph(ui, tr("Line {line} of the output differs:", arg("line", check.line)),
                  ui::Tone::kWarning, fmt::format("{}/head", id));
  }
  draw_output(ui, id,
              tr("expected  {expected}\ngot       {got}", arg("expected", shown(check.expected)),
                 arg("got", shown(check.got))),
              ui::Tone::kWarning);
}

// The lesson's own output stands above; why it is not the reader's.
void draw_without_kernel(Context& ui, const cells::CellResult& result, std::string_view id) {
  const ui::WithFont font(ui, ui::Face::kText, ui.theme.metrics.small);
  ui::paragraph(ui,
                result.output.empty()
                    ? tr("Cells do not run here: {why}.", arg("why", result.error))
                    : tr("This output is the lesson's own. Cells do not run here: {why}.",
                         arg("why", result.error)),
                ui::Tone::kMuted, fmt::format("{}/without", id));
}

// The cards that lines of this cell computed.
std::vector<const Card*> cards_of(const Workspace& workspace, int cell) {
  std::vector<const Card*> cards;
  const auto* written = document::hand_written_operation(workspace.document());
  if (!workspace.shown || written == nullptr) return cards;
  const auto& input = workspace.document().inputs[workspace.document().input];
  // Cells are numbered in each lesson, so the lesson must be the same.
  if (std::get<document::Variable>(input.origin).lesson != workspace.cells->lesson) return cards;
  for (const Card& card : std::span(workspace.shown->cards).first(shown_cards(workspace))) {
    if (card.source.cell == cell) cards.push_back(&card);
  }
  return cards;
}

void draw_linked_code(Context& ui, Workspace& workspace, int cell, std::string_view code,
                      std::string_view id) {
  const std::vector<const Card*> cards = cards_of(workspace, cell);
  const auto lines = 1 + std::count(code.begin(), code.end(), '\n');
  std::vector<LinkedLine> linked;
  for (const Card* const card : cards) {
    if (card->source.line > lines) continue;
    const bool pointed = card->id == workspace.view.pointed_card;
    const bool lit = pointed || workspace.view.pointed_line == CodeLine{cell, card->source.line};
    const bool reveal = pointed && workspace.view.card_selected;
    const auto known = std::ranges::find(linked, card->source.line, &LinkedLine::line);
    if (known == linked.end()) {
      linked.push_back({card->source.line, lit, reveal});
    } else {
      known->lit = known->lit || lit;
      known->reveal = known->reveal || reveal;
    }
  }
  const CodeEvents events = draw_code(ui, id, code, linked);
  if (events.hovered) workspace.view.pointed_line = CodeLine{cell, *events.hovered};
  if (!events.clicked) return;
  const auto card = std::ranges::find_if(
      cards, [&](const Card* each) { return each->source.line == *events.clicked; });
  if (card != cards.end()) {
    focus_on(workspace, results::card_of(*workspace.shown, (*card)->id));
  }
}

// Where the cell waits for a line: what it says of that, and a field. Who has just run the cell
// types at once.
void draw_question(Context& ui, Workspace& workspace, const std::string& prompt,
                   std::string_view id) {
  if (!prompt.empty()) draw_output(ui, fmt::format("{}/asks", id), prompt, ui::Tone::kText);
  const std::string field = fmt::format("{}/input", id);
  if (!std::exchange(*asked_before(id), true)) ui.focus.set(field);
  std::string& typed = workspace.view.typed_for_cell;
  if (!ui::text_field(ui, field, typed, tr("a line for the cell; Enter sends it")).submitted)
    return;
  workspace.send(workspace::AnswerCell{std::exchange(typed, {})});
}

}  // namespace

void draw_cell(Context& ui, Workspace& workspace, const lessons::BlockPlace& place,
               std::string_view code, std::string_view id) {
  const cells::CellResults* const cells = workspace.cells.get();
  const auto found =
      cells != nullptr ? cells->cells.find(place) : decltype(cells->cells.find(place))();
  if (cells == nullptr || found == cells->cells.end()) {
    draw_code(ui, id, code);
    return;
  }
  // The pointer keeps the result until the end of this frame: "Run again" replaces it in the next.
  const std::shared_ptr<const cells::CellResult> result = found->second;
  const bool to_results = draw_head(ui, workspace, *result, id);
  draw_linked_code(ui, workspace, result->number, code, id);
  if (to_results) ImGui::SetScrollY(ImGui::GetCursorPosY());
  const float window_end = ImGui::GetWindowPos().y + ImGui::GetWindowHeight();
  const float code_end = ImGui::GetCursorScreenPos().y + ImGui::GetScrollY();
  *hides_results(id) = code_end + ui.px(kHead) > window_end;
  if (!result->output.empty()) {
    draw_output(ui, fmt::format("{}/output", id), result->output, ui::Tone::kText);
  }
  if (result->asks) {
    draw_question(ui, workspace, *result->asks, id);
  } else {
    *asked_before(id) = false;
  }
  if (!result->cut.empty()) ui::caption(ui, result->cut, fmt::format("{}/cut", id));
  for (std::size_t i = 0; i < result->pictures.size(); ++i) {
    draw_picture(ui, *result->pictures[i], fmt::format("{}/picture/{}", id, i + 1));
  }
  if (!result->notes.empty()) ui::caption(ui, result->notes, fmt::format("{}/notes", id));
  if (result->state == cells::CellState::kNoKernel ||
      result->state == cells::CellState::kUnconfined) {
    draw_without_kernel(ui, *result, id);
  } else if (!result->error.empty()) {
    draw_output(ui, fmt::format("{}/error", id), result->error, ui::Tone::kError);
  }
  if (result->check && result->check->agreement == Agreement::kDifferent) {
    draw_difference(ui, *result->check, fmt::format("{}/difference", id));
  }
}

}  // namespace normscope::panels
