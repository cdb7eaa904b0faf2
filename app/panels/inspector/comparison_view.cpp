// SPDX-License-Identifier: MIT
#include "app/panels/inspector/comparison_view.hpp"

#include <fmt/format.h>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/descriptions.hpp"
#include "app/document/settings.hpp"
#include "app/results/backward.hpp"
#include "app/results/comparing/comparison.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/editing.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "app/workspace/stage_walk.hpp"
#include "core/ops/presets.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using document::Calculation;
using document::Comparison;
using document::Document;
using document::MaybeEdit;
using document::Operation;
using document::Side;
using document::Subject;
using ui::Context;
using workspace::Workspace;

namespace {

constexpr ui::Help kCompareHelp{
    tr_later("Compare with"),
    tr_later(
        "A is the operation of the sheet. B is another one on the same numbers, or the same one "
        "computed in another way. The sheet then shows A, B and A − B in the same columns."),
    "A − B", tr_later("Choose V6, the Annotated Transformer's, and press F3.")};
constexpr ui::Help kSideHelp{tr_later("A or B"),
                             tr_later("Which of the two the controls below change."), "",
                             tr_later("Take B and drag its eps.")};
constexpr ui::Help kExchangeHelp{tr_later("Exchange"),
                                 tr_later("A becomes B, and B becomes A: A − B changes its sign.")};
constexpr ui::Help kLargestHelp{tr_later("Largest difference"),
                                tr_later("Selects the number at which A and B are furthest apart."),
                                "F3"};

constexpr ui::Help kCalculationHelp{
    tr_later("How A is computed"),
    tr_later("Step by step as the sheet shows it (a cell's own numbers, where a cell wrote the "
             "operation), by PyTorch's own function, or by a device: so two backends stand against "
             "each other."),
    "", tr_later("Compare the cpu with the reference in double.")};
constexpr ui::Help kSeparateHelp{
    tr_later("What separates A and B"),
    tr_later("Of all inputs of up to six whole numbers from -8 to 8, the smallest one on which the "
             "two differ: it fits on a blackboard."),
    "", tr_later("Put it onto the stage and step through both.")};

// A row of the choice, the edit that it makes of a document, and the heading above it.
struct Choice {
  std::string label;
  std::function<MaybeEdit(const Document&)> edit;
  std::string_view group;
  std::optional<Side> edits{};  // the side that the inspector then changes
};

constexpr std::string_view kVariants = tr_later("Variants");
constexpr std::string_view kOperations = tr_later("Other operations");
constexpr std::string_view kCalculations = tr_later("The same operation, computed otherwise");
constexpr std::string_view kRelatives = tr_later("Relatives");
constexpr std::string_view kNow = tr_later("Compared now");
constexpr std::string_view kElsewhere = tr_later("From elsewhere");

Choice with_b(std::string label, Comparison comparison, std::string_view group,
              std::optional<Side> edits = {}) {
  return {std::move(label),
          [comparison = std::move(comparison)](const Document& document) {
            return document::compare_with(document, comparison);
          },
          group, edits};
}

Operation of_kind(const Document& document, ops::Normalization kind) {
  Operation operation = document::operation_of(document);
  operation.subject = Subject::kNorm;
  operation.norm.options = {.kind = kind};
  operation.norm.epsilon_on = true;
  return operation;
}

Operation of_relative(const Document& document, ops::Relative kind) {
  Operation operation = document::operation_of(document);
  operation.subject = Subject::kRelative;
  operation.relative = {.kind = kind};
  return operation;
}

std::vector<Choice> choices_of(const Document& document) {
  const bool norm = document.subject == Subject::kNorm;
  std::vector<Choice> choices{
      {tr("Nothing"), document::stop_comparing, {}, Side::kA},
      with_b(tr("A copy of A, to change"), {.b = document::operation_of(document)}, {}, Side::kB)};
  for (const ops::Preset& preset : ops::presets()) {
    choices.push_back(
        {fmt::format("{}  {}", preset.id, tr(preset.name)),
         [id = preset.id](const Document& of) { return document::compare_with_preset(of, id); },
         kVariants});
  }
  const auto with_subject = [&document](Subject subject) {
    Operation other = document::operation_of(document);
    other.subject = subject;
    return Comparison{.b = other};
  };
  if (!norm) {
    choices.push_back(with_b(tr("normalization"), with_subject(Subject::kNorm), kOperations));
  }
  if (document.subject != Subject::kSoftmax) {
    choices.push_back(with_b("softmax", with_subject(Subject::kSoftmax), kOperations));
  }
  for (const auto& row : ops::normalization_names()) {
    if (!norm || row.value == document.norm.options.kind) continue;
    choices.push_back(with_b(tr(row.label()), {.b = of_kind(document, row.value)}, kOperations));
  }
  // A backward pass is computed by its steps alone, but in several forms.
  for (const auto& row : trace::backward_form_names()) {
    if (!document.backward.on || row.value == results::form_of(document) ||
        !results::has_form(document, row.value)) {
      continue;
    }
    choices.push_back(
        with_b(tr("A by the {form}", arg("form", document::form_description(row.value))),
               {.b = document::operation_of(document), .b_form = row.value}, kCalculations));
  }
  for (const auto& [calculation, name] : document::calculation_names()) {
    if (document.backward.on || calculation == Calculation::kSteps) continue;
    choices.push_back(with_b(tr("A by {calculation}",
                                arg("calculation", document::calculation_description(calculation))),
                             {.b_calculation = calculation}, kCalculations));
  }
  for (const auto& row : ops::relative_names()) {
    const bool same = document.subject == Subject::kRelative && document.relative.kind == row.value;
    if (same) continue;
    choices.push_back(with_b(tr(row.label()), {.b = of_relative(document, row.value)}, kRelatives));
  }
  return choices;
}

// Whether the document compares with what this choice makes of it.
bool is_chosen(const Document& document, const Choice& choice) {
  const MaybeEdit edit = choice.edit(document);
  return edit && edit->after.comparison == document.comparison;
}

void draw_choice(Context& ui, Workspace& workspace) {
  const Document& document = workspace.document();
  std::vector<Choice> choices = choices_of(document);
  const std::size_t known = choices.size();
  std::size_t chosen = known;
  for (std::size_t i = 0; i < known; ++i) {
    // The last one that fits: a copy of a variant is called by the variant's name.
    if (is_chosen(document, choices[i])) chosen = i;
  }
  if (chosen == known) choices.push_back({document::other_description(document), {}, kNow});
  choices.push_back({tr("An output of your own..."), {}, kElsewhere});
  std::vector<std::string_view> rows;
  std::vector<ui::Heading> headings;
  for (const Choice& choice : choices) {
    const bool begins = rows.empty() || choice.group != choices[rows.size() - 1].group;
    if (begins && !choice.group.empty()) headings.push_back({rows.size(), tr(choice.group)});
    rows.emplace_back(choice.label);
  }
  ui::label(ui, tr("Compare"), kCompareHelp);
  // Each row is another comparison with results of its own: none is made by passing it.
  const auto picked = ui::choice(ui, "inspector/compare", rows, chosen,
                                 {.help = kCompareHelp, .arrows_open = true}, headings);
  if (!picked || *picked == chosen) return;
  if (!choices[*picked].edit) {
    workspace.send(workspace::ExplainOutput{});
    return;
  }
  if (const auto side = choices[*picked].edits) workspace.view.edited_side = *side;
  apply(workspace, choices[*picked].edit(document));
}

// What separates A and B on a blackboard, on request.
void draw_separation(Context& ui, Workspace& workspace) {
  const Operation* const other = document::other_operation(workspace.document());
  if (other == nullptr) return;
  const std::array operations = {
      document::core_operation(document::operation_of(workspace.document())),
      document::core_operation(*other)};
  workspace::SeparationSearch& search = workspace.separation;
  const auto answer = search.answer(operations);
  if (answer == nullptr) {
    const bool searches = search.searches(operations);
    if (ui::button(ui, "inspector/separate",
                   searches ? tr("Stop the search") : tr("Smallest separating input"),
                   ui::ButtonLook::kPlain, {.help = kSeparateHelp})) {
      searches ? search.stop() : search.ask(operations);
      ui.pacing.activity();
    }
    return;
  }
  if (!*answer) {
    ui::paragraph(ui, answer->error().sentence, ui::Tone::kError, "inspector/separation");
    return;
  }
  ui::paragraph(ui, (*answer)->sentence, ui::Tone::kText, "inspector/separation");
  const auto& input = (*answer)->input;
  if (input && ui::button(ui, "inspector/separation/put", tr("Put it onto the stage"),
                          ui::ButtonLook::kPlain, {.help = kSeparateHelp})) {
    apply(workspace, document::put_separating_input(workspace.document(), *input));
    ui.pacing.activity();
  }
}

// How A is computed, where B is the same operation computed in another way.
void draw_calculation(Context& ui, Workspace& workspace) {
  Comparison comparison = *workspace.document().comparison;
  if (!std::holds_alternative<document::SameOperation>(comparison.b)) return;
  std::vector<std::string> labels;
  for (const auto& [calculation, name] : document::calculation_names()) {
    labels.push_back(document::calculation_description(calculation));
  }
  const std::vector<std::string_view> rows(labels.begin(), labels.end());
  ui::label(ui, tr("A by"), kCalculationHelp);
  const auto picked =
      ui::choice(ui, "inspector/a-calculation", rows,
                 static_cast<std::size_t>(comparison.a_calculation), {.help = kCalculationHelp});
  if (!picked) return;
  comparison.a_calculation = document::calculation_names()[*picked].value;
  apply(workspace, document::compare_with(workspace.document(), comparison));
}

}  // namespace

const ui::Help& comparison_help() {
  return kCompareHelp;
}

void draw_comparison(Context& ui, Workspace& workspace) {
  draw_choice(ui, workspace);
  if (!workspace.document().comparison || !workspace.shown) return;
  draw_calculation(ui, workspace);
  const auto& compared = workspace.shown->compared;
  if (compared && compared->failure) {
    ui::paragraph(ui, compared->failure->sentence, ui::Tone::kError, "inspector/difference");
  } else if (holds_back(workspace)) {
    ui::paragraph(ui, tr(workspace::kHeldBack), ui::Tone::kMuted, "inspector/difference");
  } else if (compared) {
    const tensor::Shape& shape = compared->outputs[0]->shape();
    ui::paragraph(ui, results::difference_text(compared->difference, shape), ui::Tone::kText,
                  "inspector/difference");
    if (compared->difference.at >= 0 &&
        ui::button(ui, "inspector/largest", tr("Largest difference"), ui::ButtonLook::kPlain,
                   {.help = kLargestHelp})) {
      select_largest_difference(workspace);
      ui.pacing.activity();
    }
  }
  if (document::other_operation(workspace.document()) != nullptr) {
    constexpr std::array<std::string_view, 2> kSides = {"A", "B"};
    const bool b = edited_side(workspace) == Side::kB;
    const auto side =
        ui::segments(ui, "inspector/side", kSides, b ? 1U : 0U, {.help = kSideHelp, .width = 110});
    if (side) workspace.view.edited_side = *side == 1 ? Side::kB : Side::kA;
    ui::beside(ui);
    if (ui::button(ui, "inspector/exchange", tr("Exchange"), ui::ButtonLook::kPlain,
                   {.help = kExchangeHelp})) {
      apply(workspace, document::exchange_sides(workspace.document()));
    }
  }
  draw_separation(ui, workspace);
  ui::separator(ui);
}

}  // namespace normscope::panels
