// SPDX-License-Identifier: MIT
#include "app/panels/stage/notebook_line.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "app/document/built_in.hpp"
#include "app/document/comparison.hpp"
#include "app/document/descriptions.hpp"
#include "app/document/hand_written.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/editing.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using document::BesideBuiltIn;
using document::Document;
using document::HandWritten;
using ui::Context;
using workspace::Workspace;

namespace {

// In points.
constexpr float kNotebookInset = 11;
constexpr float kNotebookBar = 3;  // at the left of the words
constexpr float kNotebookGap = 10;
constexpr float kNotebookBelow = 12;
constexpr float kNotebookLeading = 1.2F;  // of the line's height

constexpr ui::Help kBuiltInHelp{tr_later("Beside PyTorch"),
                                tr_later("The module with PyTorch's own options becomes B: each "
                                         "step stands beside yours, and what differs is marked."),
                                "", tr_later("Undo, or Stop comparing, shows yours alone.")};
constexpr ui::Help kAloneHelp{tr_later("Yours alone"), tr_later("The comparison ends."), "", ""};

// What the line says.
struct Words {
  std::string head{};     // "Your layer norm: unbiased, eps outside the root"
  std::string differs{};  // "nn.LayerNorm: biased, eps inside the root"
  std::string compare{};  // the module's name; empty: nothing to compare
};

// Whether this cell is one of the step that the document is at.
bool is_at_cell(const Workspace& workspace, int number) {
  if (workspace.cells == nullptr) return false;
  return std::ranges::any_of(workspace.cells->cells, [&](const auto& cell) {
    return cell.first.step == workspace.document().lesson.step && cell.second->number == number;
  });
}

// "softmax of cell 2", and of which file where another one is at hand; at the cell itself what it
// is alone.
std::string with_place(const Workspace& workspace, const document::Variable& variable,
                       const std::string& what) {
  const lessons::Lesson* const lesson = lesson_of(workspace);
  const bool here = lesson != nullptr && lesson->title == variable.lesson;
  const auto& steps = variable.hand_written->steps;
  const int cell = steps.empty() ? 0 : steps.back().cell;
  if (here) {
    const bool away = cell > 0 && !is_at_cell(workspace, cell);
    return away ? tr("{what} of cell {cell}", arg("what", what), arg("cell", cell)) : what;
  }
  return cell > 0 ? tr("{what} of cell {cell} of {file}", arg("what", what), arg("cell", cell),
                       arg("file", variable.lesson))
                  : tr("{what} of {file}", arg("what", what), arg("file", variable.lesson));
}

std::ptrdiff_t steps_of(const HandWritten& chain) {
  return std::ranges::count_if(chain.steps, [](const document::HandWrittenStep& step) {
    return step.step.primitive != trace::Primitive::kGiven;
  });
}

Words words_of(const Workspace& workspace, const document::Variable& variable) {
  if (!variable.hand_written) {
    return {.head = tr("{name}, a variable of {file}", arg("name", variable.name),
                       arg("file", variable.lesson))};
  }
  const Document& document = workspace.document();
  const HandWritten* const running = document::hand_written_operation(document);
  if (running == nullptr) {
    return {.head = tr("What goes into {what}, with options of your choice",
                       arg("what", with_place(workspace, variable, variable.name)))};
  }
  if (running->subject == document::Subject::kChain) {
    const std::string chain = tr_n("chain of one step", "chain of {n} steps", steps_of(*running),
                                   arg("n", steps_of(*running)));
    return {.head = tr("Your {what}, step by step",
                       arg("what", with_place(workspace, variable, chain)))};
  }
  const BesideBuiltIn beside =
      document::beside_built_in(*running, document.inputs[document.input].values.shape().size());
  std::string_view sentence = tr_later("Your {what}: {options}");
  if (!running->built_in && !running->has_operands()) {
    sentence = document::has_hand_written_values(document, *running)
                   ? tr_later(
                         "Your {what}, its numbers as they were computed (an edit shows the "
                         "built-in one): {options}")
                   : tr_later("Your {what}, as the built-in one: {options}");
  }
  const std::string what = with_place(workspace, variable, beside.what);
  const std::string options =
      beside.own.empty() ? tr("as {module}", arg("module", beside.name)) : beside.own;
  return {tr(sentence, arg("what", what), arg("options", options)),
          beside.own.empty() ? beside.theirs : text::labelled(beside.name, beside.theirs),
          beside.name};
}

std::optional<Words> words_of(const Workspace& workspace) {
  const lessons::Lesson* const lesson = lesson_of(workspace);
  if (lesson != nullptr && lesson->sets_stage) return std::nullopt;
  const Document& document = workspace.document();
  const document::Input& input = document.inputs[document.input];
  if (const auto* variable = std::get_if<document::Variable>(&input.origin)) {
    if (lesson != nullptr || variable->hand_written) return words_of(workspace, *variable);
  }
  if (lesson == nullptr) return std::nullopt;
  if (is_on_stage(workspace, document::welcome_document())) {
    return Words{.head = tr("An example, until a cell writes a norm or a softmax")};
  }
  return Words{.head = tr("{name}, not of this notebook", arg("name", input.name))};
}

std::string compare_label(const Workspace& workspace, const Words& words) {
  if (words.compare.empty()) return "";
  return workspace.document().comparison
             ? tr("Stop comparing")
             : tr("Compare with {module}", arg("module", words.compare));
}

void draw_compare(Context& ui, Workspace& workspace, const std::string& label) {
  const Document& document = workspace.document();
  const bool compared = document.comparison.has_value();
  if (ui::button(ui, "stage/notebook/compare", label,
                 compared ? ui::ButtonLook::kPlain : ui::ButtonLook::kPrimary,
                 {.help = compared ? kAloneHelp : kBuiltInHelp})) {
    apply(workspace, compared ? document::stop_comparing(document)
                              : document::compare_with_built_in(document));
  }
}

// Where the parts stand, from the upper left corner, in pixels. Words are never cut for the button:
// it stands at the right of both, of the second ones, or below them.
struct Places {
  ImVec2 head{};
  ImVec2 differs{};
  ImVec2 button{};
  float height = 0;
};

Places places(const Context& ui, float room, float head, float differs, float button) {
  const float line = std::round(ImGui::GetTextLineHeight() * kNotebookLeading);
  const float control = ui.px(ui.theme.metrics.control);
  const float gap = ui.px(kNotebookGap);
  const float left = ui.px(kNotebookInset);
  const float besides = button > 0 ? button + gap : 0;
  const float right = room - button;
  const float second = differs > 0 ? line : 0;
  Places result{{left, 0}, {left, line}, {right, 0}, std::max(line + second, control)};
  const float middle = (control - line) / 2;
  if (left + head + gap + differs + besides <= room) {  // one row
    result.head.y = result.differs.y = middle;
    result.differs.x = left + head + gap;
    result.height = control;
  } else if (left + std::max(head, differs) + besides <= room) {  // the button beside both
    const float spare = result.height - line - second;
    result.head.y = spare / 2;
    result.differs.y = spare / 2 + line;
    result.button.y = (result.height - control) / 2;
  } else if (left + differs + besides <= room) {  // beside the second
    result.differs.y = line + middle;
    result.button.y = line;
    result.height = line + control;
  } else {
    result.button = {left, line + second};
    result.height = line + second + control;
  }
  return result;
}

void draw_words(Context& ui, std::string_view id, const std::string& words, ImVec2 at, float right,
                ui::Color color) {
  if (words.empty()) return;
  const ImVec2 end{right, at.y + ImGui::GetTextLineHeight()};
  ui::draw_text(at, end, words, color, ui::Align::kLeft);
  ui::report(ui, {.id = std::string(id), .text = words, .kind = "text"}, at,
             {std::min(right, at.x + ui::text_width(words)), end.y});
}

}  // namespace

void draw_notebook_line(Context& ui, Workspace& workspace) {
  const auto words = words_of(workspace);
  if (!words) return;
  const auto& colors = ui.theme.colors;
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x;
  const bool written = !words->compare.empty();
  const ui::Face face = written ? ui::Face::kTextBold : ui::Face::kText;
  const std::string label = compare_label(workspace, *words);
  const float button = label.empty() ? 0 : ui::button_width(ui, label);
  float head = 0;
  {
    const ui::WithFont font(ui, face, ui.theme.metrics.text);
    head = ui::text_width(words->head);
  }
  const Places at = places(ui, room, head, ui::text_width(words->differs), button);
  const auto point = [&](ImVec2 offset) {
    return ImVec2{std::floor(min.x + offset.x), std::floor(min.y + offset.y)};
  };
  ImGui::GetWindowDrawList()->AddRectFilled(
      min, {min.x + ui.px(kNotebookBar), min.y + at.height},
      ui::imgui_color(written ? colors.accent : colors.border));
  {
    const ui::WithFont font(ui, face, ui.theme.metrics.text);
    draw_words(ui, "stage/notebook", words->head, point(at.head), min.x + room,
               written ? colors.text : colors.muted);
  }
  draw_words(ui, "stage/notebook/differs", words->differs, point(at.differs), min.x + room,
             colors.muted);
  if (button > 0) {
    ImGui::SetCursorScreenPos(point(at.button));
    draw_compare(ui, workspace, label);
  }
  ImGui::SetCursorScreenPos({min.x, min.y + at.height + ui.px(kNotebookBelow)});
}

}  // namespace normscope::panels
