// SPDX-License-Identifier: MIT
// An unfolded number as text.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "app/results/derivation/unfold.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"
#include "core/text/utf8.hpp"

namespace normscope::results {

namespace {

struct Column {
  std::string head;
  std::vector<std::string> cells;
  bool left = false;  // aligned at the left
};

// "[0, 3]": the index in the step's shape.
std::string plain_index(const Evaluation& evaluation, const Cell& cell) {
  const Card& card = evaluation.cards[cell.card];
  const auto& steps = evaluation.stages[card.stage].trace.steps();
  const auto& shape = steps[static_cast<std::size_t>(card.step)].shape;
  return tensor::index_to_text(shape, cell.position);
}

// Digits that tell any two numbers of the type apart.
std::string float_text(float value) {
  return text::nine_digits(static_cast<double>(value));
}
std::string double_text(double value) {
  return std::isnan(value) ? "nan" : fmt::format("{:.17g}", value);
}

template <class Value, class Text>
std::string text_or_none(const std::optional<Value>& value, Text text) {
  return value ? text(*value) : std::string("-");
}

// The columns of one device: its values, their distances and their errors.
template <class Get>
void add_columns(const Unfold& unfolded, const std::string& name, Get get,
                 std::vector<Column>& columns) {
  Column values{name, {}};
  Column distances{tr("{device} ULP", arg("device", name)), {}};
  Column errors{tr("{device} error", arg("device", name)), {}};
  for (const UnfoldRow& row : unfolded.rows) {
    const std::optional<FloatValue> value = get(row);
    values.cells.push_back(
        text_or_none(value, [](const FloatValue& known) { return float_text(known.value); }));
    const FloatValue known = value.value_or(FloatValue{});
    distances.cells.push_back(text_or_none(
        known.distance, [](std::uint64_t distance) { return fmt::format("{}", distance); }));
    errors.cells.push_back(
        text_or_none(known.error, [](double error) { return fmt::format("{:.3g}", error); }));
  }
  for (Column* const column : {&values, &distances, &errors}) {
    columns.push_back(std::move(*column));
  }
}

bool empty(const Column& column) {
  return std::ranges::all_of(column.cells, [](const std::string& cell) { return cell == "-"; });
}

}  // namespace

std::array<std::string, 5> stored_texts(const StoredValue& value) {
  return {fmt::format("{} {}", value.format, value.bits), fmt::format("{:.9g}", value.below),
          fmt::format("{:.9g}", value.above), fmt::format("{:.3g}", value.spacing),
          fmt::format("{:.3g}", value.loss)};
}

std::string bits_text(float value) {
  const Bits bits = bits_of(value);
  return fmt::format("{} {:08b} {:023b}", bits.sign, bits.exponent, bits.mantissa);
}

std::string_view title_of_values(const Unfold& unfolded) {
  const bool planned = std::ranges::any_of(
      unfolded.rows, [](const UnfoldRow& row) { return row.stored.has_value(); });
  return planned ? tr("plan") : "torch";
}

std::string unfold_text(const Evaluation& evaluation, const Unfold& unfolded) {
  std::vector<Column> columns(2);
  columns[0] = {tr("step"), {}, true};
  columns[1] = {tr("index"), {}, true};
  Column exact{tr("double"), {}};
  Column bits{tr("torch bits"), {}, true};
  std::vector<Column> stored(5);
  for (std::size_t i = 0; i < stored.size(); ++i) {
    stored[i].head = tr(kStoredTitles[i]);
    stored[i].left = i == 0;
  }
  for (const UnfoldRow& row : unfolded.rows) {
    columns[0].cells.push_back(row.title);
    columns[1].cells.push_back(plain_index(evaluation, row.cell));
    exact.cells.push_back(text_or_none(row.exact, double_text));
    bits.cells.push_back(row.stored ? "-" : bits_text(row.torch.value));
    for (std::size_t i = 0; i < stored.size(); ++i) {
      stored[i].cells.push_back(row.stored ? stored_texts(*row.stored)[i] : "-");
    }
  }
  add_columns(
      unfolded, std::string(title_of_values(unfolded)),
      [](const UnfoldRow& row) { return std::optional(row.torch); }, columns);
  add_columns(
      unfolded, tr("fast"), [](const UnfoldRow& row) { return row.fast; }, columns);
  add_columns(
      unfolded, "gpu", [](const UnfoldRow& row) { return row.gpu; }, columns);
  columns.push_back(std::move(exact));
  columns.push_back(std::move(bits));
  for (Column& column : stored) columns.push_back(std::move(column));
  std::erase_if(columns, empty);

  std::vector<std::string> lines(unfolded.rows.size() + 1);
  for (const Column& column : columns) {
    std::size_t width = text::length(column.head);
    for (const std::string& cell : column.cells) width = std::max(width, text::length(cell));
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string& cell = i == 0 ? column.head : column.cells[i - 1];
      const std::string fill(width - text::length(cell), ' ');
      if (!lines[i].empty()) lines[i] += "  ";
      lines[i] += column.left ? cell + fill : fill + cell;
    }
  }
  std::string all;
  for (std::string& line : lines) {
    line.erase(line.find_last_not_of(' ') + 1);
    all += line + "\n";
  }
  return all;
}

}  // namespace normscope::results
