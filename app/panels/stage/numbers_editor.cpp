// SPDX-License-Identifier: MIT
// The grid of a document's own numbers. The grid's events become edits of the document.
#include <utility>
#include <vector>

#include "app/document/clipboard.hpp"
#include "app/panels/stage/inputs_panel.hpp"
#include "app/results/sheet/slice.hpp"
#include "app/workspace/editing.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using document::Target;
using ui::Context;
using workspace::Workspace;

namespace {

constexpr ui::Help kHelp{
    tr_later("Numbers to edit"),
    tr_later(
        "Drag a number to the right or left: all that follows from it moves along. Or type one, or "
        "a little arithmetic: Enter takes it, Escape leaves it. Shift with a click or the arrows "
        "selects a range; Ctrl+C copies, Ctrl+V pastes tables and prints of PyTorch and NumPy."),
    "0.5*3   sqrt(2)   1e-3",
    tr_later("Drag one and watch the output; hold Shift for small steps. A right click on a header "
             "adds, moves or removes its row or column.")};

constexpr ui::Help kUpstreamHelp{
    tr_later("The gradient of the output to edit"),
    tr_later("How much the loss grows with each number of the output. Drag or type it as a number "
             "of the input: the gradient of the input follows."),
    "", tr_later("Make one of them 1 and the others 0: what comes out is a row of the Jacobian.")};

// Whether a target has a number for each of the batch, and is seen through the stage's slice.
bool is_sliced(Target target) {
  return target == Target::kInput || target == Target::kUpstream;
}

// The matrix that the grid shows: the slice on the stage, or all of gamma or beta.
struct NumberMatrix {
  const document::Array* values;
  results::Slice slice;
};

NumberMatrix matrix_of(const document::Document& document, Target target) {
  const document::Array& values = document::values_of(document, target);
  return {&values, is_sliced(target) ? results::slice_at(values.shape(), document.view.outer)
                                     : results::whole_matrix(values.shape())};
}

ui::GridData data_of(const NumberMatrix& matrix) {
  return {matrix.slice.rows, matrix.slice.columns, [matrix](std::int64_t row, std::int64_t column) {
            return matrix.values->at(matrix.slice.position(row, column));
          }};
}

ui::GridOptions options_of(const document::Document& document, Target target,
                           const NumberMatrix& matrix, ui::GridOptions look) {
  look.editable = true;
  look.batch = target == Target::kInput;
  look.lines = target == Target::kInput && !matrix.values->shape().empty();
  look.digits = document.view.digits;
  const document::Selection& at = document.selection;
  if (is_sliced(target)) {
    const auto row = matrix.slice.own_row(at);
    look.selected = row ? std::optional(ui::GridCell{*row, at.column}) : std::nullopt;
  } else {
    // gamma and beta repeat over the rows of the input.
    const std::int64_t rows = matrix.slice.rows;
    look.selected = ui::GridCell{rows > 0 ? at.row % rows : 0, at.column};
  }
  if (target == Target::kUpstream) look.help = kUpstreamHelp;
  if (look.help.title.empty() || target == Target::kInput) look.help = kHelp;
  return look;
}

document::MaybeEdit fill_range(const document::Document& document, Target target,
                               const NumberMatrix& matrix, const ui::GridRange& range,
                               float value) {
  auto block = tensor::Tensor::full({range.rows, range.columns}, value);
  if (!block) return tl::unexpected(block.error());
  return document::set_block(document, target, matrix.slice.first_row() + range.row, range.column,
                             *block);
}

document::MaybeEdit paste(const document::Document& document, Target target,
                          const NumberMatrix& matrix, ui::GridCell cell, const ui::GridRange& range,
                          const tensor::Tensor& values) {
  // A single pasted number fills the whole range.
  if (values.size() == 1) return fill_range(document, target, matrix, range, values.values()[0]);
  return document::set_block(document, target, matrix.slice.first_row() + cell.row, cell.column,
                             values);
}

document::MaybeEdit change_line(const document::Document& document,
                                const ui::GridLineEvent& event) {
  using Kind = ui::GridLineEvent::Kind;
  const document::Line line =
      event.line == ui::GridLine::kRow ? document::Line::kRow : document::Line::kColumn;
  if (event.kind == Kind::kInsert) return document::insert_line(document, line, event.at);
  if (event.kind == Kind::kRemove) return document::remove_line(document, line, event.at);
  return document::move_line(document, line, event.at, event.to);
}

void select(Workspace& workspace, Target target, const NumberMatrix& matrix, ui::GridCell cell) {
  workspace.history.change_view([&](document::Document& document) {
    document.selection.column = cell.column;
    if (is_sliced(target)) {
      document.selection.row = matrix.slice.first_row() + cell.row;
    } else if (matrix.slice.rows > 1) {
      document.selection.row += cell.row - document.selection.row % matrix.slice.rows;
    }
  });
}

}  // namespace

void copy_numbers(const ui::GridData& data, const ui::GridEvents& events) {
  if (!events.copied) return;
  const tensor::Tensor part = ui::part_of(data, *events.copied);
  std::string text = events.as_print ? document::to_torch_print(part) : document::to_tsv(part);
  // A single number goes into a line of text, not into a table.
  if (part.size() == 1 && text.ends_with('\n')) text.pop_back();
  ImGui::SetClipboardText(text.c_str());
}

ImVec2 numbers_size(const Context& ui, const Workspace& workspace, EditedNumbers numbers,
                    ImVec2 most) {
  const document::Document document = seen_from(workspace, numbers.side);
  const NumberMatrix matrix = matrix_of(document, numbers.target);
  return ui::grid_size(ui, data_of(matrix), options_of(document, numbers.target, matrix, {}), most);
}

ui::GridEvents edit_numbers(Context& ui, std::string_view id, Workspace& workspace,
                            EditedNumbers numbers, ImVec2 size, ui::GridState& state,
                            const ui::GridOptions& look) {
  const Target target = numbers.target;
  const document::Document drawn = seen_from(workspace, numbers.side);
  const NumberMatrix matrix = matrix_of(drawn, target);
  ui::GridEvents events =
      ui::grid(ui, id, data_of(matrix), size, state, options_of(drawn, target, matrix, look));
  // Most of what a reader comes to the stage for.
  if (target == Target::kInput) ui.focus.begin_at(id);
  copy_numbers(data_of(matrix), events);
  if (events.selected) select(workspace, target, matrix, *events.selected);
  const document::Document document = seen_from(workspace, numbers.side);
  const auto apply = [&](document::MaybeEdit edit, document::Gesture gesture = {}) {
    apply_to(workspace, numbers.side, std::move(edit), gesture);
  };
  if (events.edited) {
    const auto& [cell, value, gesture] = *events.edited;
    const std::int64_t at = matrix.slice.position(cell.row, cell.column);
    apply(document::set_value(document, target, at, static_cast<float>(value)), gesture);
  } else if (events.cleared) {
    apply(fill_range(document, target, matrix, *events.cleared, 0));
  } else if (events.pasted) {
    take_pasted(
        workspace, events.pasted->text,
        [&workspace, numbers, cell = events.pasted->cell,
         range = events.range](const tensor::Tensor& values) {
          const document::Document now = seen_from(workspace, numbers.side);
          apply_to(workspace, numbers.side,
                   paste(now, numbers.target, matrix_of(now, numbers.target), cell, range, values));
        });
  } else if (events.line) {
    apply(change_line(document, *events.line));
  }
  return events;
}

}  // namespace normscope::panels
