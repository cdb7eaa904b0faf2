// SPDX-License-Identifier: MIT
// A table is a caption, the numbers of its columns, and its rows, between thin rules.
#include "app/handout/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace normscope::handout {
namespace {

using figures::Point;
using formula::Face;

constexpr double kRowHeight = 1.5 * kTableSize;
constexpr double kBaseline = 0.7 * kRowHeight;
constexpr double kBetweenColumns = 8;
constexpr double kBetweenTables = 18;
constexpr double kCaption = 1.7 * kSmallSize;  // height of the line above a table
constexpr double kRuleWidth = 0.6;

// The widths of a table's parts.
struct Widths {
  double label = 0;   // of the names of the rows
  double number = 0;  // of a column, with the space before it
};

Widths widths_of(const Table& table, const Setter& setter) {
  Widths widths;
  for (const std::string& label : table.labels) {
    widths.label = std::max(widths.label, setter.width(label, Face::kText, kSmallSize));
  }
  for (const std::vector<std::string>& row : table.rows) {
    for (const std::string& text : row) {
      widths.number = std::max(widths.number, setter.width(text, Face::kNumber, kTableSize));
    }
  }
  widths.number += kBetweenColumns;
  return widths;
}

double title_width(const Table& table, const Setter& setter) {
  return setter.width(table.title + "  ", Face::kTextBold, kSmallSize);
}

// The width of a table with its caption.
double table_width(const Table& table, const Widths& widths, const Setter& setter) {
  const double caption =
      title_width(table, setter) + setter.width(described(table), Face::kText, kSmallSize);
  return std::max(caption, widths.label + widths.number * static_cast<double>(table.columns()));
}

// Removes the columns that do not fit onto the page.
void cut(Table& table, const Setter& setter) {
  const Widths widths = widths_of(table, setter);
  const double fitting = std::max(1.0, (kColumn - widths.label) / widths.number);
  const auto columns = static_cast<std::size_t>(fitting);
  if (table.columns() <= columns) return;
  for (std::vector<std::string>& row : table.rows) row.resize(columns);
}

// Puts a table with its left edge at x into the line.
void put_table(const Table& table, double x, const Widths& widths, const Setter& setter,
               Line& line) {
  const auto end_of = [&](std::size_t column) {
    return x + widths.label + widths.number * static_cast<double>(column + 1);
  };
  const double end = x + widths.label + widths.number * static_cast<double>(table.columns());
  const auto put_number = [&](const std::string& text, Point end_at, double size,
                              figures::Color color) {
    const double left = end_at.x - setter.width(text, Face::kNumber, size);
    line.texts.push_back(setter.run(text, {left, end_at.y}, Face::kNumber, size, color));
  };
  const auto put_rule = [&](double y) {
    line.paths.push_back({{{x, y}, {end, y}}, {kRule, kRuleWidth}});
  };
  line.texts.push_back(setter.run(table.title, {x, kSmallSize}, Face::kTextBold, kSmallSize));
  line.texts.push_back(setter.run(described(table), {x + title_width(table, setter), kSmallSize},
                                  Face::kText, kSmallSize, kMuted));
  double y = kCaption;
  put_rule(y);
  for (std::size_t column = 0; column < table.columns(); ++column) {
    put_number(fmt::format("{}", column), {end_of(column), y + kBaseline}, kTableSize - 1, kMuted);
  }
  y += kRowHeight;
  put_rule(y);
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    line.texts.push_back(
        setter.run(table.labels[row], {x, y + kBaseline}, Face::kText, kSmallSize, kMuted));
    for (std::size_t column = 0; column < table.columns(); ++column) {
      put_number(table.rows[row][column], {end_of(column), y + kBaseline}, kTableSize, kInk);
    }
    y += kRowHeight;
  }
  put_rule(y);
  line.height = std::max(line.height, y + kRuleWidth);
  if (!table.selected) return;
  const auto row = static_cast<std::size_t>(table.selected->row);
  const auto column = static_cast<std::size_t>(table.selected->column);
  if (row >= table.rows.size() || column >= table.columns()) return;
  const double right = end_of(column) + 3;
  const double left = end_of(column) - widths.number + kBetweenColumns - 3;
  const double top = kCaption + kRowHeight * static_cast<double>(row + 1) + 1;
  const double bottom = top + kRowHeight - 2;
  line.paths.push_back(
      {{{left, top}, {right, top}, {right, bottom}, {left, bottom}, {left, top}, {right, top}},
       {kInk, 0.9}});
}

}  // namespace

std::vector<Line> set_tables(std::vector<Table> tables, const Setter& setter) {
  std::vector<Widths> widths;
  widths.reserve(tables.size());
  double all = 0;
  for (Table& table : tables) {
    cut(table, setter);
    widths.push_back(widths_of(table, setter));
    all += table_width(table, widths.back(), setter) + kBetweenTables;
  }
  std::vector<Line> lines;
  if (all - kBetweenTables <= kColumn && !tables.empty()) {
    Line& line = lines.emplace_back();
    double x = 0;
    for (std::size_t i = 0; i < tables.size(); ++i) {
      put_table(tables[i], x, widths[i], setter, line);
      x += table_width(tables[i], widths[i], setter) + kBetweenTables;
    }
    return lines;
  }
  // One below the other they share their columns, as on the stage.
  Widths widest;
  for (const Widths& each : widths) {
    widest = {std::max(widest.label, each.label), std::max(widest.number, each.number)};
  }
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const bool fits = table_width(tables[i], widest, setter) <= kColumn;
    put_table(tables[i], 0, fits ? widest : widths[i], setter, lines.emplace_back());
  }
  return lines;
}

}  // namespace normscope::handout
