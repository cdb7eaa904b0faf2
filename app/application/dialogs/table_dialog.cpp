// SPDX-License-Identifier: MIT
#include "app/application/dialogs/table_dialog.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "app/application/dialogs/complaint.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/base/names.hpp"
#include "core/io/quote.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"
#include "core/text/utf8.hpp"

namespace normscope::application {

using io::TableChoice;
using ui::Context;

namespace {

constexpr float kFieldsHeight = 180;      // points
constexpr float kLeastFieldsHeight = 48;  // points, in a low window
constexpr float kAroundFields = 284;      // points, of what stands above and below the fields
constexpr float kFieldWidth = 76;         // points
constexpr float kBetweenRows = 2;         // points
constexpr float kBetweenChoices = 20;     // points
constexpr std::size_t kShownRows = 8;
constexpr std::size_t kShownColumns = 8;
constexpr std::size_t kShownCharacters = 9;

constexpr std::array<base::Name<char>, 6> kSeparators{{
    {'\t', tr_later("tab")},
    {';', tr_later("semicolon")},
    {',', tr_later("comma")},
    {'|', tr_later("bar")},
    {' ', tr_later("blanks")},
    {'\0', tr_later("none: one column")},
}};
constexpr std::array<base::Name<char>, 2> kMarks{
    {{'.', tr_later("point")}, {',', tr_later("comma")}}};

constexpr ui::Help kMarkHelp{tr_later("Decimal mark"),
                             tr_later("What stands before the tenths of a number."),
                             tr_later("1.5   or   1,5"), ""};
constexpr ui::Help kColumnsHelp{tr_later("Columns"),
                                tr_later("Those to read, counted from 1; the others are left out."),
                                "1-3, 5", tr_later("Leave out a column of names.")};
constexpr ui::Help kSkipHelp{tr_later("Skip lines"),
                             tr_later("How many lines stand before the table."), "3",
                             tr_later("Leave out what an instrument writes above its numbers.")};

std::string shortened(std::string_view text) {
  std::string shown = io::printable(text);
  if (text::length(shown) <= kShownCharacters) return shown;
  std::size_t at = 0;
  for (std::size_t i = 0; i + 1 < kShownCharacters; ++i) at = text::next(shown, at);
  return shown.substr(0, at) + "…";
}

}  // namespace

void TableDialog::open(std::string source, std::string text, Take take) {
  source_ = std::move(source);
  text_ = std::move(text);
  take_ = std::move(take);
  form_.open();
  guess({});
}

void TableDialog::guess(const TableChoice& known) {
  io::TableGuess made = io::guess_table(text_, known);
  choice_ = std::move(made.choice);
  columns_ = made.columns;
  typed_skip_ = fmt::format("{}", *choice_.skip);
  typed_columns_ = io::columns_text(choice_.columns);
  fields_ = io::first_fields(text_, choice_, kShownRows, kShownColumns);
  read();
}

// What the choice makes of the first lines.
void TableDialog::read() {
  understood_.clear();
  complaint_.clear();
  if (choice_.columns.empty()) {
    complaint_ = tr("No column has nothing but numbers, read like this.");
    return;
  }
  const auto table = io::read_table(text_, choice_);
  if (!table) {
    complaint_ = in_full(table.error());
    return;
  }
  tensor::Shape shape = table->values.shape();
  understood_ = tr("{rows} and {columns} of numbers",
                   arg("rows", tr_n("{n} row", "{n} rows", shape[0], arg("n", shape[0]))),
                   arg("columns", tr_n("{n} column", "{n} columns", shape[1], arg("n", shape[1]))));
  if (const auto number = io::doubtful_number(fields_, choice_)) {
    understood_ = tr("{table}; {text} is read as {number}", arg("table", understood_),
                     arg("text", io::printable(number->text)),
                     arg("number", text::float_to_text(number->value)));
  }
  if (choice_.transposed) std::swap(shape[0], shape[1]);
  const std::int64_t left_out = columns_ - shape[1];
  if (left_out > 0) {
    understood_ =
        tr_n("{table}; {n} other column is left out", "{table}; {n} other columns are left out",
             left_out, arg("table", understood_), arg("n", left_out));
  }
}

// Two beside two: what is left of the height shows the fields.
void TableDialog::draw_choices(Context& ui) {
  const std::span<const base::Name<char>> separators = kSeparators;
  const std::span<const base::Name<char>> marks = kMarks;
  const float half = ImGui::GetContentRegionAvail().x / ui.scale / 2;
  const float width = half - kBetweenChoices - ui.theme.metrics.label_column;
  ui::label(ui, tr("Separator"));
  if (const auto separator =
          ui::choice(ui, "table/separator", separators, *choice_.separator, {.width = width})) {
    guess({.separator = *separator, .skip = choice_.skip, .transposed = choice_.transposed});
  }
  ui::beside(ui, kBetweenChoices);
  ui::label(ui, tr("First row"));
  if (ui::checkbox(ui, "table/header", tr("names the columns"), *choice_.header)) {
    guess({.separator = choice_.separator,
           .decimal_mark = choice_.decimal_mark,
           .header = !*choice_.header,
           .skip = choice_.skip,
           .transposed = choice_.transposed});
  }
  ui::label(ui, tr("Decimal"), kMarkHelp);
  if (const auto mark = ui::segments(ui, "table/mark", marks, *choice_.decimal_mark,
                                     {.help = kMarkHelp, .width = width})) {
    guess({.separator = choice_.separator,
           .decimal_mark = *mark,
           .header = choice_.header,
           .skip = choice_.skip,
           .transposed = choice_.transposed});
  }
  ui::beside(ui, kBetweenChoices);
  draw_columns(ui);
  const float left = ImGui::GetCursorPosX();
  ui::label(ui, tr("Turned"));
  if (ui::checkbox(ui, "table/transposed", tr("columns become rows"), choice_.transposed)) {
    choice_.transposed = !choice_.transposed;
    read();
  }
  ImGui::SameLine(left + ui.px(half));
  draw_skip(ui);
}

void TableDialog::draw_skip(Context& ui) {
  ui::label(ui, tr("Skip lines"), kSkipHelp);
  const ui::TextEdit edit = ui::text_field(ui, "table/skip", typed_skip_, "0", {.help = kSkipHelp});
  if (!edit.changed) return;
  const auto skip = text::parse_int(typed_skip_);
  if (skip && *skip >= 0) {
    // Other lines at the top may tell another separator.
    guess({.skip = *skip, .transposed = choice_.transposed});
  } else {
    understood_.clear();
    complaint_ = tr("How many lines stand before the table is a number, 0 or more.");
  }
}

void TableDialog::draw_columns(Context& ui) {
  ui::label(ui, tr("Columns"), kColumnsHelp);
  const ui::TextEdit edit =
      ui::text_field(ui, "table/columns", typed_columns_, "1-3, 5", {.help = kColumnsHelp});
  if (!edit.changed) return;
  if (auto columns = io::columns_of(typed_columns_, columns_)) {
    choice_.columns = *std::move(columns);
    read();
  } else {
    understood_.clear();
    complaint_ = tr("Columns are numbers from 1 to {n}, such as 1-3, 5.", arg("n", columns_));
  }
}

// The first fields as they are written; those that become numbers stand out.
void TableDialog::draw_fields(Context& ui, float room) const {
  const float height = std::clamp(room, ui.px(kLeastFieldsHeight), ui.px(kFieldsHeight));
  const ui::Region region(ui, "table/fields", {0, height},
                          {.ground = ui::Ground::kRaised, .padding = 8, .border = true});
  if (!region) return;
  const float between = ImGui::GetStyle().ItemSpacing.x;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {between, ui.px(kBetweenRows)});
  const float left = ImGui::GetCursorPosX();
  for (std::size_t row = 0; row < fields_.size(); ++row) {
    const bool names = row == 0 && *choice_.header;
    for (std::size_t column = 0; column < fields_[row].size(); ++column) {
      if (column > 0) ImGui::SameLine(left + ui.px(kFieldWidth * static_cast<float>(column)));
      const bool read =
          std::ranges::binary_search(choice_.columns, static_cast<std::int64_t>(column));
      const ui::Tone tone = names && read ? ui::Tone::kAccent : ui::Tone::kText;
      ui::number(ui, shortened(fields_[row][column]), read ? tone : ui::Tone::kMuted);
    }
    if (fields_[row].size() == kShownColumns &&
        columns_ > static_cast<std::int64_t>(kShownColumns)) {
      ImGui::SameLine();
      ui::number(ui, "…", ui::Tone::kMuted);
    }
  }
  ImGui::PopStyleVar();
}

void TableDialog::draw(Context& ui) {
  ui::Dialog dialog = form_.begin(ui, tr("How {source} is read", arg("source", source_)));
  if (!dialog) return;
  draw_choices(ui);
  ui::space(ui, 8);
  draw_fields(ui, dialog.room(kAroundFields));
  ui::space(ui, 4);
  if (complaint_.empty()) {
    ui::paragraph(ui, understood_, ui::Tone::kMuted, "table/understood");
  } else {
    ui::paragraph(ui, complaint_, ui::Tone::kError, "table/complaint");
  }
  ui::space(ui, 12);
  constexpr std::array<Form::Button, 1> kAccept{{{"accept", tr_later("Read it")}}};
  if (!form_.draw_buttons(ui, dialog, kAccept, complaint_.empty())) return;
  dialog.close();
  take_(choice_);
}

}  // namespace normscope::application
