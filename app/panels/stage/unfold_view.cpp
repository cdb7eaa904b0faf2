// SPDX-License-Identifier: MIT
#include "app/panels/stage/unfold_view.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/results/derivation/unfold.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/math_view.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using results::FloatValue;
using results::UnfoldRow;
using ui::Context;

namespace {

constexpr std::string_view kUnfoldId = "stage/unfold";
// In points.
constexpr float kUnfoldWidth = 900;
constexpr float kUnfoldRow = 26;
constexpr float kUnfoldSymbol = 120;

struct UnfoldColumn {
  std::string title;
  std::vector<std::string> texts{};
  bool bits = false;
};

std::string full_text(const std::optional<FloatValue>& value) {
  return value ? text::nine_digits(static_cast<double>(value->value)) : std::string();
}

std::string distance_text(const FloatValue& value) {
  return value.distance ? fmt::format("{}", *value.distance) : std::string();
}

// The columns that have values.
std::vector<UnfoldColumn> unfold_columns(const results::Unfold& unfolded) {
  std::vector<UnfoldColumn> columns{{tr(results::title_of_values(unfolded))},
                                    {"ULP"},
                                    {"fast"},
                                    {"ULP"},
                                    {"gpu"},
                                    {"ULP"},
                                    {"double"},
                                    {tr("float32: sign, exponent, mantissa"), {}, true}};
  for (const std::string_view title : results::kStoredTitles) {
    columns.push_back({tr(title), {}, title == results::kStoredTitles.front()});
  }
  for (const UnfoldRow& row : unfolded.rows) {
    columns[0].texts.push_back(full_text(row.torch));
    columns[1].texts.push_back(distance_text(row.torch));
    columns[2].texts.push_back(full_text(row.fast));
    columns[3].texts.push_back(row.fast ? distance_text(*row.fast) : std::string());
    columns[4].texts.push_back(full_text(row.gpu));
    columns[5].texts.push_back(row.gpu ? distance_text(*row.gpu) : std::string());
    columns[6].texts.push_back(row.exact ? fmt::format("{:.17g}", *row.exact) : std::string());
    columns[7].texts.push_back(row.stored ? std::string() : results::bits_text(row.torch.value));
    for (std::size_t i = 0; i < results::kStoredTitles.size(); ++i) {
      columns[8 + i].texts.push_back(row.stored ? results::stored_texts(*row.stored)[i]
                                                : std::string());
    }
  }
  std::erase_if(columns, [](const UnfoldColumn& column) {
    return std::ranges::all_of(column.texts, &std::string::empty);
  });
  return columns;
}

void draw_unfold_rows(StageFrame& frame, const results::Unfold& unfolded) {
  Context& ui = frame.ui();
  const auto& colors = ui.theme.colors;
  const std::vector<UnfoldColumn> columns = unfold_columns(unfolded);
  const ui::WithFont font(ui, ui::Face::kNumber, ui.theme.metrics.small);
  std::vector<float> widths;
  for (const UnfoldColumn& column : columns) {
    float width = ui::text_width(column.title);
    for (const std::string& text : column.texts) width = std::max(width, ui::text_width(text));
    widths.push_back(width + ui.px(18));
  }
  const ImVec2 from = ImGui::GetCursorScreenPos();
  float y = from.y;
  const auto each_column = [&](const auto& use) {
    float x = from.x + ui.px(kUnfoldSymbol);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      use(i, ImVec2{x, y}, ImVec2{x + widths[i], y + ui.px(kUnfoldRow)});
      x += widths[i];
    }
  };
  each_column([&](std::size_t i, ImVec2 min, ImVec2 max) {
    ui::draw_text(min, max, columns[i].title, colors.muted, ui::Align::kRight);
  });
  y += ui.px(kUnfoldRow);
  for (std::size_t row = 0; row < unfolded.rows.size(); ++row) {
    const UnfoldRow& each = unfolded.rows[row];
    const bool last = row + 1 == unfolded.rows.size();
    if (last) {
      ImGui::GetWindowDrawList()->AddRectFilled(
          {from.x, y}, {from.x + ImGui::GetContentRegionAvail().x, y + ui.px(kUnfoldRow)},
          ui::imgui_color(figures::faded(colors.selection, 0.6)), ui.px(4));
    }
    const auto laid = formula::layout(each.symbol, static_cast<double>(ui.px(15)), ui.measure,
                                      formula::Style::kInline);
    if (laid) {
      const auto rise = static_cast<float>((laid->ascent - laid->descent) / 2);
      ui::draw_formula(ui, *laid, {from.x + ui.px(6), y + ui.px(kUnfoldRow) / 2 + rise},
                       colors.text);
    }
    std::string whole = each.title;
    each_column([&](std::size_t i, ImVec2 min, ImVec2 max) {
      const std::string& text = columns[i].texts[row];
      whole += "  " + text;
      ui::draw_text(min, max, text, columns[i].bits ? colors.muted : colors.text,
                    ui::Align::kRight);
    });
    ui::report(ui, {.id = fmt::format("{}/{}", kUnfoldId, row), .text = whole, .kind = "row"},
               {from.x, y}, {from.x + ImGui::GetContentRegionAvail().x, y + ui.px(kUnfoldRow)});
    y += ui.px(kUnfoldRow);
  }
  float width = ui.px(kUnfoldSymbol);
  for (const float each : widths) width += each;
  ImGui::Dummy({width, y - from.y});
}

}  // namespace

void unfold_view(StageFrame& frame) {
  Context& ui = frame.ui();
  workspace::StageState& stage = frame.workspace().view.stage;
  if (!ui::is_popup_open(kUnfoldId)) return stage.unfolded.reset();
  if (!stage.unfolded) {
    stage.unfolded = {frame.card(frame.selected_card()).id,
                      results::selection_of(frame.step_of(frame.selected_card()).shape,
                                            frame.selected_position())};
  }
  const std::size_t card = results::card_of(frame.shown(), stage.unfolded->card);
  const auto& shape = frame.step_of(card).shape;
  const std::int64_t position =
      stage.unfolded->at.row * results::columns_of(shape) + stage.unfolded->at.column;
  if (frame.is_held_back(card)) return stage.unfolded.reset();
  ui::Dialog dialog(ui, kUnfoldId,
                    tr("{step}, from the inputs on", arg("step", frame.card(card).title)),
                    kUnfoldWidth);
  if (!dialog) return;
  const auto unfolded = results::unfold(frame.shown(), {card, position}, frame.selected_element());
  if (!unfolded) {
    ui::paragraph(ui, unfolded.error().sentence, ui::Tone::kError, "stage/unfold/complaint");
  } else {
    ui::paragraph(ui,
                  frame.shown().examined
                      ? tr("Each step of this one number: as the sheet shows it under the "
                           "precision plan, in double from the numbers as they were given, and as "
                           "it is stored, with the nearest numbers of that format.")
                      : tr("Each step of this one number: as the sheet shows it (torch), as the "
                           "device computed it, and in double. ULP counts the float32 numbers "
                           "between a value and the double one."),
                  ui::Tone::kMuted);
    const float most = ImGui::GetIO().DisplaySize.y - ui.px(300);
    const float wanted =
        ui.px(kUnfoldRow) * static_cast<float>(unfolded->rows.size() + 1) + ui.px(12);
    const ui::Region rows(ui, "stage/unfold/rows", {0, std::min(wanted, most)},
                          {.ground = ui::Ground::kNone, .scroll = ui::Scroll::kBoth, .padding = 0});
    if (rows) draw_unfold_rows(frame, *unfolded);
  }
  ui::space(ui, 12);
  if (unfolded && ui::button(ui, "stage/unfold/copy", tr("Copy as text"), ui::ButtonLook::kPlain)) {
    ImGui::SetClipboardText(results::unfold_text(frame.shown(), *unfolded).c_str());
  }
  ui::beside(ui);
  if (ui::button(ui, "stage/unfold/close", tr("Close"), ui::ButtonLook::kPrimary, {.width = 110})) {
    dialog.close();
  }
}

}  // namespace normscope::panels
