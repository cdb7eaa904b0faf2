// SPDX-License-Identifier: MIT
#include "app/handout/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "app/figures/builders/catalogue.hpp"
#include "app/figures/builders/steps.hpp"
#include "app/figures/ticks.hpp"
#include "app/results/sheet.hpp"

namespace normscope::handout {
namespace {

using figures::Point;
using formula::Face;
using results::Card;
using results::Evaluation;

constexpr double kRowHeight = 1.5 * kTableSize;
constexpr double kBetweenColumns = 8;
constexpr double kBetweenTables = 18;
constexpr double kCaption = 1.7 * kSmallSize;  // height of the line above a table
constexpr double kRuleWidth = 0.6;

// A table as texts, row by row.
struct Table {
  std::string title;
  std::string shape;
  std::vector<std::vector<std::string>> rows{};
  std::int64_t first_row = 0;
  std::string more{};  // the rows and columns that are not printed
  std::optional<document::Selection> selected{};

  std::size_t columns() const { return rows.empty() ? 0 : rows.front().size(); }
};

std::string row_label(const Table& table, std::size_t row) {
  return fmt::format("row {}", table.first_row + static_cast<std::int64_t>(row));
}

// The widths of a table's parts.
struct Widths {
  double label = 0;   // of the names of the rows
  double number = 0;  // of a column, with the space before it
};

Widths widths_of(const Table& table, const Setter& setter) {
  Widths widths;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    widths.label =
        std::max(widths.label, setter.width(row_label(table, row), Face::kText, kSmallSize));
    for (const std::string& text : table.rows[row]) {
      widths.number = std::max(widths.number, setter.width(text, Face::kNumber, kTableSize));
    }
  }
  widths.number += kBetweenColumns;
  return widths;
}

// "8 of 1000 rows, 7 of 768 columns"; empty for a whole table.
std::string more_text(std::int64_t rows, std::int64_t all_rows, std::int64_t columns,
                      std::int64_t all_columns) {
  std::string text;
  if (rows < all_rows) text = fmt::format("{} of {} rows", rows, all_rows);
  if (columns < all_columns) {
    text += fmt::format("{}{} of {} columns", text.empty() ? "" : ", ", columns, all_columns);
  }
  return text;
}

class Tables {
 public:
  Tables(const Evaluation& evaluation, const document::Document& document, const Setter& setter)
      : evaluation_(evaluation), document_(document), setter_(setter) {}

  std::vector<Table> all() const {
    const Card& last = evaluation_.cards[results::card_of(evaluation_, document_.view.step)];
    // Before a step of a layer stands the input, before one of the operation what the layers made.
    const std::size_t operation = evaluation_.stages.size() - 1;
    const Card* first = &evaluation_.cards.front();
    for (const Card& card : evaluation_.cards) {
      if (last.stage == operation && operation > 0 && card.stage + 1 == operation) first = &card;
    }
    std::vector<Table> tables = {table_of(*first)};
    if (first != &last) tables.push_back(table_of(last));
    return tables;
  }

 private:
  Table table_of(const Card& card) const {
    const trace::Trace& trace = evaluation_.stages[card.stage].trace;
    const tensor::Shape& shape = trace.steps()[static_cast<std::size_t>(card.step)].shape;
    const figures::StepSlice shown = figures::slice_of(evaluation_, card, document_.selection);
    const results::Slice& slice = shown.slice;
    Table table{.title = card.title,
                .shape = tensor::shape_to_text(shape),
                .first_row = slice.first_row(),
                .selected = shown.selected};
    const std::int64_t rows = std::min(slice.rows, kMostRows);
    std::int64_t columns = slice.columns;
    std::vector<float> values;
    const auto read = [&] {
      values.clear();
      for (std::int64_t row = 0; row < rows; ++row) {
        for (std::int64_t column = 0; column < columns; ++column) {
          values.push_back(trace.value(card.step, slice.position(row, column)));
        }
      }
    };
    // More columns than this fit at no number of digits.
    constexpr std::int64_t kMostColumns = 24;
    columns = std::min(columns, kMostColumns);
    read();
    fill(table, values, columns);
    const Widths widths = widths_of(table, setter_);
    const auto fitting =
        static_cast<std::int64_t>(std::floor((kColumn - widths.label) / widths.number));
    if (columns > fitting) {
      columns = std::max<std::int64_t>(fitting, 1);
      read();
      fill(table, values, columns);
    }
    table.more = more_text(rows, slice.rows, columns, slice.columns);
    return table;
  }

  void fill(Table& table, const std::vector<float>& values, std::int64_t columns) const {
    const int decimals = figures::decimals_of(document_.view.digits);
    const bool whole = std::ranges::all_of(
        values, [](float value) { return !std::isfinite(value) || value == std::trunc(value); });
    table.rows.clear();
    for (std::size_t at = 0; at < values.size(); ++at) {
      if (at % static_cast<std::size_t>(columns) == 0) table.rows.emplace_back();
      table.rows.back().push_back(
          figures::value_text(static_cast<double>(values[at]), decimals, whole));
    }
  }

  const Evaluation& evaluation_;
  const document::Document& document_;
  const Setter& setter_;
};

// Puts a table with its upper left corner at x into the line; returns its height.
double put_table(const Table& table, double x, const Widths& widths, const Setter& setter,
                 Line& line) {
  const double end = x + widths.label + widths.number * static_cast<double>(table.columns());
  const auto put = [&](const std::string& text, Point at, Face face, double size,
                       figures::Color color) {
    line.texts.push_back(setter.run(text, at, face, size, color));
  };
  const auto put_right = [&](const std::string& text, Point at, double size, figures::Color color) {
    put(text, {at.x - setter.width(text, Face::kNumber, size), at.y}, Face::kNumber, size, color);
  };
  const auto rule = [&](double y) {
    line.paths.push_back({{{x, y}, {end, y}}, {kRule, kRuleWidth}});
  };
  put(table.title, {x, kSmallSize}, Face::kTextBold, kSmallSize, kInk);
  std::string about = table.shape;
  if (!table.more.empty()) about += ", " + table.more;
  put(about, {x + setter.width(table.title + "  ", Face::kTextBold, kSmallSize), kSmallSize},
      Face::kText, kSmallSize, kMuted);
  double y = kCaption;
  rule(y);
  const auto column_end = [&](std::size_t column) {
    return x + widths.label + widths.number * static_cast<double>(column + 1);
  };
  const double baseline = 0.68 * kRowHeight;
  for (std::size_t column = 0; column < table.columns(); ++column) {
    put_right(fmt::format("{}", column), {column_end(column), y + baseline}, kTableSize - 1,
              kMuted);
  }
  y += kRowHeight;
  rule(y);
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    put(row_label(table, row), {x, y + baseline}, Face::kText, kSmallSize, kMuted);
    for (std::size_t column = 0; column < table.columns(); ++column) {
      put_right(table.rows[row][column], {column_end(column), y + baseline}, kTableSize, kInk);
    }
    if (table.selected && table.selected->row == static_cast<std::int64_t>(row) &&
        table.selected->column < static_cast<std::int64_t>(table.columns())) {
      const double right = column_end(static_cast<std::size_t>(table.selected->column)) + 3;
      const double left = right - widths.number + kBetweenColumns - 6;
      line.paths.push_back({{{left, y + 1},
                             {right, y + 1},
                             {right, y + kRowHeight - 1},
                             {left, y + kRowHeight - 1},
                             {left, y + 1},
                             {right, y + 1}},
                            {kInk, 0.9}});
    }
    y += kRowHeight;
  }
  rule(y);
  return y + kRuleWidth;
}

// The width of a table with its caption.
double table_width(const Table& table, const Widths& widths, const Setter& setter) {
  const double caption = setter.width(table.title + "  ", Face::kTextBold, kSmallSize) +
                         setter.width(table.shape + (table.more.empty() ? "" : ", " + table.more),
                                      Face::kText, kSmallSize);
  return std::max(caption, widths.label + widths.number * static_cast<double>(table.columns()));
}

}  // namespace

std::vector<Line> sheet_tables(const Evaluation& evaluation, const document::Document& document,
                               const Setter& setter) {
  if (evaluation.cards.empty()) return {};
  const std::vector<Table> tables = Tables(evaluation, document, setter).all();
  std::vector<Widths> widths;
  widths.reserve(tables.size());
  double all = 0;
  for (const Table& table : tables) {
    widths.push_back(widths_of(table, setter));
    all += table_width(table, widths.back(), setter) + kBetweenTables;
  }
  if (all - kBetweenTables <= kColumn) {
    Line line;
    double x = 0;
    for (std::size_t i = 0; i < tables.size(); ++i) {
      line.height = std::max(line.height, put_table(tables[i], x, widths[i], setter, line));
      x += table_width(tables[i], widths[i], setter) + kBetweenTables;
    }
    return {std::move(line)};
  }
  // One below the other they share their columns, as on the stage.
  Widths widest;
  for (const Widths& each : widths) {
    widest = {std::max(widest.label, each.label), std::max(widest.number, each.number)};
  }
  std::vector<Line> lines;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const bool fits = table_width(tables[i], widest, setter) <= kColumn;
    if (i > 0) lines.push_back({.height = kGap});
    Line& line = lines.emplace_back();
    line.height = put_table(tables[i], 0, fits ? widest : widths[i], setter, line);
  }
  return lines;
}

}  // namespace normscope::handout
