// SPDX-License-Identifier: MIT
#include "app/cli/compare/compare_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/cli/table.hpp"
#include "app/figures/note_text.hpp"
#include "core/ops/presets.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

namespace {

// Rows and columns of a table that a terminal shows; more than a dozen nobody compares by eye.
constexpr std::int64_t kShown = 12;

std::string number(double value, int digits) {
  // The sign bit of a NaN has no meaning, but fmt prints it.
  return std::isnan(value) ? "nan" : fmt::format("{:.{}g}", value, digits);
}

// Zero where both are NaN, or the same infinity.
double minus(float a, float b) {
  const bool same = a == b || (std::isnan(a) && std::isnan(b));
  return same ? 0.0 : static_cast<double>(a) - static_cast<double>(b);
}

std::string side_text(const Side& side) {
  return side.description.empty() ? side.argument
                                  : text::with_note(side.argument, tr(side.description));
}

std::string input_line(const ComparedInput& input) {
  const std::string shape = tensor::shape_to_text(input.shape);
  if (input.file.empty()) return tr("shape {shape}\n", arg("shape", shape));
  const std::string line =
      tr("input {file}, shape {shape}", arg("file", input.file), arg("shape", shape));
  return text::listed_apart(line, input.arithmetic) + "\n";
}

std::string outputs_text(const Comparison& comparison) {
  const tensor::Shape& shape = comparison.of_a.shape();
  const std::int64_t columns = shape.empty() ? 1 : shape.back();
  const std::int64_t rows = columns == 0 ? 0 : comparison.of_a.size() / columns;
  const tensor::Shape leading(shape.begin(), shape.empty() ? shape.end() : shape.end() - 1);
  Table table;
  for (std::int64_t row = 0; row < std::min(rows, kShown); ++row) {
    std::vector<std::string> a;
    std::vector<std::string> b;
    std::vector<std::string> difference;
    for (std::int64_t column = 0; column < std::min(columns, kShown); ++column) {
      const auto at = static_cast<std::size_t>(row * columns + column);
      const float of_a = comparison.of_a.values()[at];
      const float of_b = comparison.of_b.values()[at];
      a.push_back(number(static_cast<double>(of_a), 6));
      b.push_back(number(static_cast<double>(of_b), 6));
      difference.push_back(number(minus(of_a, of_b), 4));
    }
    table.add_title(leading.empty()
                        ? tr("row")
                        : tr("row {index}", arg("index", tensor::index_to_text(leading, row))));
    table.add_row("  A", std::move(a));
    table.add_row("  B", std::move(b));
    table.add_row("  A - B", std::move(difference));
  }
  std::string text = table.text();
  if (rows > kShown || columns > kShown) {
    text += tr("(shortened to {shown_rows} of {rows} rows, {shown_columns} of {columns} columns)\n",
               arg("shown_rows", std::min(rows, kShown)), arg("rows", rows),
               arg("shown_columns", std::min(columns, kShown)), arg("columns", columns));
  }
  return text;
}

std::string largest_line(const Comparison& comparison) {
  const variants::Difference& difference = comparison.difference;
  if (difference.at < 0) {
    return tr("largest difference: none, the outputs are equal\n");
  }
  return tr(
      "largest difference: {difference} at {index}, A {a} and B {b}; {ulps} ULP of max(1, "
      "|value|)\n",
      arg("difference", number(difference.absolute, 6)),
      arg("index", tensor::index_to_text(comparison.of_a.shape(), difference.at)),
      arg("a", number(static_cast<double>(difference.a), 9)),
      arg("b", number(static_cast<double>(difference.b), 9)),
      arg("ulps", number(difference.ulps, 6)));
}

std::string counts_line(const Comparison& comparison) {
  const variants::Difference& difference = comparison.difference;
  const auto differing = arg("differing", difference.differing);
  const std::int64_t size = comparison.of_a.size();
  const auto elements = arg("elements", size);
  if (difference.not_finite == 0) {
    return tr("differing: {differing} of {elements} elements\n", differing, elements);
  }
  return tr(
      "differing: {differing} of {elements} elements, {not_finite} of them nan or infinite on one "
      "side\n",
      differing, elements, arg("not_finite", difference.not_finite));
}

// A step of both that has the same name in A and B, or where one of them ends.
std::string parting_line(const variants::Parting& parting) {
  const std::string_view shared = tr(parting.after);
  const std::string_view own = tr(parting.a);
  const std::string_view others = tr(parting.b);
  const auto after = arg("after", shared);
  const auto a = arg("a", own);
  const auto b = arg("b", others);
  if (parting.a == parting.b) {
    return tr("steps: the same up to {after}; then {a} has other groups in A than in B\n", after,
              a);
  }
  if (parting.a.empty())
    return tr("steps: the same up to {after}; A ends, B goes on with {b}\n", after, b);
  if (parting.b.empty())
    return tr("steps: the same up to {after}; A goes on with {a}, B ends\n", after, a);
  return tr("steps: the same up to {after}; A goes on with {a}, B goes on with {b}\n", after, a, b);
}

std::string steps_line(const Comparison& comparison) {
  if (!comparison.steps_compared) return "";
  if (!comparison.parting) {
    return tr("steps: the same names and values throughout\n");
  }
  const variants::Parting& parting = *comparison.parting;
  if (!parting.values) return parting_line(parting);
  return tr("steps: the same up to {after}; then {step} is {a} in A and {b} in B at {index}\n",
            arg("after", tr(parting.after)), arg("step", tr(parting.a)),
            arg("a", number(static_cast<double>(parting.values->a), 9)),
            arg("b", number(static_cast<double>(parting.values->b), 9)),
            arg("index", tensor::index_to_text(parting.shape, parting.values->at)));
}

// The matrix of one member of the differences.
std::string matrix_text(const variants::DifferenceMatrix& matrix,
                        double variants::Difference::*member) {
  Table table;
  std::vector<std::string> ids;
  for (const ops::Preset& preset : ops::presets()) ids.emplace_back(preset.id);
  table.add_row("", ids);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    std::vector<std::string> cells;
    for (std::size_t j = 0; j < ids.size(); ++j) {
      const variants::Difference* difference = matrix.find(i, j);
      cells.push_back(difference == nullptr ? "-" : number(difference->*member, 3));
    }
    table.add_row(ids[i], std::move(cells));
  }
  return table.text();
}

}  // namespace

std::string comparison_text(const Comparison& comparison) {
  std::string text =
      fmt::format("A  {}\nB  {}\n{}\n{}\n{}{}{}", side_text(comparison.a), side_text(comparison.b),
                  input_line(comparison.input), outputs_text(comparison), largest_line(comparison),
                  counts_line(comparison), steps_line(comparison));
  if (comparison.separation) {
    text += tr("separation: {sentence}\n", arg("sentence", comparison.separation->sentence));
  }
  return text;
}

std::string presets_text(const ComparedInput& input, const variants::DifferenceMatrix& matrix) {
  std::string text = fmt::format(
      "{}\n{}\n{}\n{}\n{}", input_line(input), tr("largest absolute difference"),
      matrix_text(matrix, &variants::Difference::absolute),
      tr("the same in ULP of max(1, |value|)"), matrix_text(matrix, &variants::Difference::ulps));
  for (std::size_t i = 0; i < matrix.refusals.size(); ++i) {
    if (!matrix.refusals[i]) continue;
    text += tr("{preset} does not fit: {why}\n", arg("preset", ops::presets()[i].id),
               arg("why", matrix.refusals[i]->sentence));
  }
  return text;
}

}  // namespace normscope::cli
