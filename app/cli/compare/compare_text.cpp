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
                                  : fmt::format("{} ({})", side.argument, side.description);
}

std::string input_line(const ComparedInput& input) {
  if (input.file.empty()) return fmt::format("shape {}\n", tensor::shape_to_text(input.shape));
  std::string line =
      fmt::format("input {}, shape {}", input.file, tensor::shape_to_text(input.shape));
  if (!input.arithmetic.empty()) line += "; " + input.arithmetic;
  return line + "\n";
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
    table.add_title(leading.empty() ? "row"
                                    : fmt::format("row {}", tensor::index_to_text(leading, row)));
    table.add_row("  A", std::move(a));
    table.add_row("  B", std::move(b));
    table.add_row("  A - B", std::move(difference));
  }
  std::string text = table.text();
  if (rows > kShown || columns > kShown) {
    text += fmt::format("(shortened to {} of {} rows, {} of {} columns)\n", std::min(rows, kShown),
                        rows, std::min(columns, kShown), columns);
  }
  return text;
}

std::string largest_line(const Comparison& comparison) {
  const variants::Difference& difference = comparison.difference;
  if (difference.at < 0) return "largest difference: none, the outputs are equal\n";
  return fmt::format("largest difference: {} at {}, A {} and B {}; {} ULP of max(1, |value|)\n",
                     number(difference.absolute, 6),
                     tensor::index_to_text(comparison.of_a.shape(), difference.at),
                     number(static_cast<double>(difference.a), 9),
                     number(static_cast<double>(difference.b), 9), number(difference.ulps, 6));
}

std::string counts_line(const Comparison& comparison) {
  const variants::Difference& difference = comparison.difference;
  std::string line =
      fmt::format("differing: {} of {} elements", difference.differing, comparison.of_a.size());
  if (difference.not_finite > 0) {
    line += fmt::format(", {} of them nan or infinite on one side", difference.not_finite);
  }
  return line + "\n";
}

std::string step_text(const std::string& name) {
  return name.empty() ? "ends" : fmt::format("goes on with {}", name);
}

std::string steps_line(const Comparison& comparison) {
  if (!comparison.steps_compared) return "";
  if (!comparison.parting) return "steps: the same names and values throughout\n";
  const variants::Parting& parting = *comparison.parting;
  std::string line = fmt::format("steps: the same up to {}; ", parting.after);
  if (!parting.values && parting.a == parting.b) {
    return line + fmt::format("then {} has other groups in A than in B\n", parting.a);
  }
  if (!parting.values) {
    return line + fmt::format("A {}, B {}\n", step_text(parting.a), step_text(parting.b));
  }
  return line + fmt::format("then {} is {} in A and {} in B at {}\n", parting.a,
                            number(static_cast<double>(parting.values->a), 9),
                            number(static_cast<double>(parting.values->b), 9),
                            tensor::index_to_text(parting.shape, parting.values->at));
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
    text += fmt::format("separation: {}\n", comparison.separation->sentence);
  }
  return text;
}

std::string presets_text(const ComparedInput& input, const variants::DifferenceMatrix& matrix) {
  std::string text =
      fmt::format("{}\nlargest absolute difference\n{}\nthe same in ULP of max(1, |value|)\n{}",
                  input_line(input), matrix_text(matrix, &variants::Difference::absolute),
                  matrix_text(matrix, &variants::Difference::ulps));
  for (std::size_t i = 0; i < matrix.refusals.size(); ++i) {
    if (!matrix.refusals[i]) continue;
    text +=
        fmt::format("{} does not fit: {}\n", ops::presets()[i].id, matrix.refusals[i]->sentence);
  }
  return text;
}

}  // namespace normscope::cli
