// SPDX-License-Identifier: MIT
#include "app/panels/stage_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/panels/inputs_panel.hpp"
#include "app/ui/draw.hpp"
#include "app/ui/layout.hpp"
#include "app/ui/math_view.hpp"
#include "app/ui/text.hpp"
#include "app/ui/widgets.hpp"

namespace normscope::panels {

using document::Document;
using results::Card;
using tensor::Shape;
using ui::Context;

namespace {

// Heights and widths in points. A card shows so many numbers at once; more scroll inside it.
constexpr float kMostGridHeight = 236;
constexpr float kCardPadding = 12;
constexpr float kCardHead = 46;  // title and formula
constexpr float kFormulaSize = 15;
constexpr float kArrow = 26;  // between neighbours

constexpr ui::Help kCardHelp{"A step",
                             "The numbers after this step. Blue is above zero, orange below; the "
                             "stronger the colour, the larger the number.",
                             "", "Click a number: the same place lights up on every card."};

// The two-dimensional slice of a step that is on the stage, and how its indices count in the step.
struct Slice {
  std::int64_t rows = 1;
  std::int64_t columns = 1;
  std::int64_t first_row = 0;     // of the slice, in rows of the whole step
  std::int64_t document_row = 0;  // the same in rows of the activations: what selections count
};

// `outer` counts the dimensions before the last two.
std::int64_t flat_outer(const Shape& shape, const std::vector<std::int64_t>& outer) {
  std::int64_t flat = 0;
  for (std::size_t dim = 0; dim + 2 < shape.size(); ++dim) {
    const std::int64_t index = dim < outer.size() ? outer[dim] : 0;
    flat = flat * shape[dim] +
           std::clamp<std::int64_t>(index, 0, std::max<std::int64_t>(shape[dim] - 1, 0));
  }
  return flat;
}

Slice slice_of(const Shape& activations, const Shape& step, const Document& document) {
  Slice slice;
  slice.columns = step.empty() ? 1 : step.back();
  slice.rows = step.size() < 2 ? 1 : step[step.size() - 2];
  slice.first_row = flat_outer(step, document.view.outer) * slice.rows;
  const std::int64_t rows = activations.size() < 2 ? 1 : activations[activations.size() - 2];
  slice.document_row = flat_outer(activations, document.view.outer) * rows;
  return slice;
}

// The selected place within a slice, if it is there.
std::optional<ui::GridCell> in_slice(const Slice& slice, std::int64_t row, std::int64_t column) {
  const ui::GridCell cell{row - slice.document_row, column};
  if (cell.row < 0) return std::nullopt;
  return cell;
}

void draw_arrow(Context& ui, ImVec2 from, float height) {
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  const ImU32 color = ui::imgui_color(ui.theme.colors.muted);
  const float middle = from.y + height / 2;
  const float tip = from.x + ui.px(kArrow - 7);
  const float tail = from.x + ui.px(7);
  const float wing = ui.px(4);
  draw->AddLine({tail, middle}, {tip, middle}, color, ui.px(1.5F));
  draw->AddLine({tip - wing, middle - wing}, {tip, middle}, color, ui.px(1.5F));
  draw->AddLine({tip - wing, middle + wing}, {tip, middle}, color, ui.px(1.5F));
}

class Stage {
 public:
  Stage(Context& ui, Workspace& workspace) : ui_(ui), workspace_(workspace) {}

  void draw() {
    left_ = ImGui::GetCursorScreenPos().x;
    room_ = ImGui::GetContentRegionAvail().x;
    x_ = 0;
    top_ = ImGui::GetCursorScreenPos().y;
    // It stays while an edit made here changes the document.
    const std::shared_ptr<const results::Evaluation> shown = workspace_.shown;
    const std::vector<Card>& cards = shown->cards;
    hovered_.reset();
    for (std::size_t i = 0; i < cards.size(); ++i) draw_card(*shown, cards[i], i == 0);
    workspace_.hovered = hovered_;
    // The region scrolls as far as the last row of cards reaches.
    ImGui::SetCursorScreenPos({left_, top_ + row_height_});
    ImGui::Dummy({1, ui_.px(4)});
  }

 private:
  void draw_card(const results::Evaluation& shown, const Card& card, bool first) {
    const trace::Trace& trace = shown.stages[card.stage].trace;
    const trace::Step& step = trace.steps()[static_cast<std::size_t>(card.step)];
    const bool input = card.stage == 0 && card.step == 0;
    const bool operation = card.stage + 1 == shown.stages.size();
    const Shape& base = operation ? shown.activations->shape() : trace.steps().back().shape;
    const Slice slice =
        slice_of(input ? shown.input->shape() : base, step.shape, workspace_.document());
    const ui::GridData data{slice.rows, slice.columns, [&](std::int64_t row, std::int64_t column) {
                              return trace.value(card.step,
                                                 (slice.first_row + row) * slice.columns + column);
                            }};
    ui::GridOptions options;
    options.digits = workspace_.document().view.digits;
    options.heat = ui::GridHeat::kDiverging;
    options.heat_ends = {{-card.limit, card.limit}};
    options.row_headers = slice.columns > 1 || first;
    options.column_headers = slice.columns > 1 || first;
    options.help = kCardHelp;
    const document::Selection& selection = workspace_.document().selection;
    options.selected = in_slice(slice, selection.row, selection.column);
    if (workspace_.hovered) options.hovered = workspace_.hovered;

    const float padding = 2 * ui_.px(kCardPadding);
    const ImVec2 most{room_ - padding, ui_.px(kMostGridHeight)};
    const ImVec2 wanted = input ? numbers_size(ui_, workspace_, document::Target::kInput, most)
                                : ui::grid_size(ui_, data, options, most);
    const ImVec2 formula = formula_size(step.formula);
    const float head = std::max(ui_.px(kCardHead), ui_.px(24) + formula.y);
    const float title = title_width(card.title);
    const ImVec2 grid{std::min(std::max({wanted.x, formula.x, title, ui_.px(64)}), most.x),
                      wanted.y};
    const ImVec2 size{grid.x + padding, grid.y + head + padding};
    place(size, first);

    const std::string id = "stage/" + card.id;
    ImGui::SetCursorScreenPos({left_ + x_, top_});
    {
      const ui::Region region(ui_, id, size,
                              {.ground = ui::Ground::kRaised,
                               .scroll = ui::Scroll::kNone,
                               .padding = kCardPadding,
                               .rounding = ui_.theme.metrics.card_rounding,
                               .border = true});
      if (region) {
        ui::line(ui_, card.title, ui::Tone::kText, id + "/title");
        if (!input) {
          ui::formula(ui_, id + "/formula", step.formula, {}, kFormulaSize, math::Style::kInline);
        }
        const float used = ImGui::GetCursorPosY();
        ImGui::SetCursorPosY(std::max(used, ui_.px(kCardPadding) + head));
        draw_numbers(id, data, grid, options, slice, input);
        // The input is what was typed, whatever is still being computed of it.
        if (workspace_.waiting && !input) {
          ui::veil(ui_, ImGui::GetWindowPos(), ImGui::GetWindowSize());
        }
      }
    }
    if (workspace_.focus == card.id) {
      ImGui::SetCursorScreenPos({left_ + x_, top_});
      ImGui::SetScrollHereY(0.0F);
      workspace_.focus.clear();
      ui_.pacing.activity();
    }
    x_ += size.x;
  }

  void draw_numbers(const std::string& id, const ui::GridData& data, ImVec2 size,
                    const ui::GridOptions& options, const Slice& slice, bool input) {
    ui::GridState& state = workspace_.grids[id];
    if (input) {
      const auto hovered =
          edit_numbers(ui_, id, workspace_, document::Target::kInput, size, state, options);
      if (hovered) hovered_ = hovered;
      return;
    }
    const ui::GridEvents events = ui::grid(ui_, id, data, size, state, options);
    if (events.hovered) hovered_ = events.hovered;
    if (events.selected) {
      const document::Selection at{events.selected->row + slice.document_row,
                                   events.selected->column};
      workspace_.history.look([&](Document& document) { document.selection = at; });
    }
    if (events.copied) copy(data, *events.copied);
  }

  static void copy(const ui::GridData& data, const ui::GridRange& range) {
    std::string text;
    for (std::int64_t row = range.row; row < range.row + range.rows; ++row) {
      for (std::int64_t column = range.column; column < range.column + range.columns; ++column) {
        if (column > range.column) text += '\t';
        text += fmt::format("{}", data.value(row, column));
      }
      text += '\n';
    }
    ImGui::SetClipboardText(text.c_str());
  }

  ImVec2 formula_size(const std::string& formula) const {
    const auto laid = math::layout(formula, static_cast<double>(ui_.px(kFormulaSize)), ui_.measure,
                                   math::Style::kInline);
    if (!laid) return {0, 0};
    return {static_cast<float>(laid->width), static_cast<float>(laid->ascent + laid->descent)};
  }

  float title_width(const std::string& title) const {
    const ui::WithFont font(ui_, ui::Face::kText, ui_.theme.metrics.text);
    return ImGui::CalcTextSize(title.c_str()).x;
  }

  // Where the next card goes: at the right of the last one after an arrow, or in a new row.
  void place(ImVec2 size, bool first) {
    const float gap = ui_.px(kArrow);
    if (first) {
      row_height_ = size.y;
      return;
    }
    if (x_ + gap + size.x > room_) {
      top_ += row_height_ + ui_.px(ui_.theme.metrics.gap * 1.5F);
      x_ = 0;
      row_height_ = size.y;
      return;
    }
    draw_arrow(ui_, {left_ + x_, top_}, std::min(row_height_, size.y));
    x_ += gap;
    row_height_ = std::max(row_height_, size.y);
  }

  Context& ui_;
  Workspace& workspace_;
  std::optional<ui::GridCell> hovered_{};
  float left_ = 0;
  float room_ = 0;
  float x_ = 0;
  float top_ = 0;
  float row_height_ = 0;
};

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
  Stage(ui, workspace).draw();
}

}  // namespace

ui::Panel<Workspace> stage_panel() {
  return {"stage", "Stage",
          "Every step from the input to the output as a card. Edit the input; everything after it "
          "follows.",
          draw_stage};
}

}  // namespace normscope::panels
