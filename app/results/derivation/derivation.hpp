// SPDX-License-Identifier: MIT
// The formula of one number with its own numbers in it: what the formula strip shows for the
// selected cell. Every number of the line links to the place that it stands for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/results/sheet/cells.hpp"
#include "core/base/error.hpp"

namespace normscope::results {

/// What a number of a derivation stands for.
struct LinkTarget {
  enum class Kind {
    kCell,
    kParameter,  // a parameter of a stage: gamma, a weight, the temperature
    kEpsilon,    // an option
    kCount,      // the divisor that the number of elements and the options give
  };
  Kind kind = Kind::kCell;
  std::size_t card = 0;  // of a cell
  trace::Role parameter = trace::Role::kNone;
  int step = -1;              // the parameter's, in the program of its stage
  std::size_t stage = 0;      // of a parameter: position in Evaluation::stages
  std::int64_t position = 0;  // row-major, in the card's step or in the parameter
  double value = 0;           // in full; float32, but for options
};

/// One line of mathematics in the LaTeX of app/formula:
///   symbol with index = formula in symbols = formula in numbers = value
/// A number is \href{k}{...}, where k is its position in `links`.
struct Derivation {
  std::string symbol;   // "\hat{x}_{0,3}"
  std::string formula;  // empty where it would repeat the symbol
  std::string numbers;  // empty for an input, and where only the value is known
  std::string value;
  bool elided = false;  // whether addends were left out of `numbers`
  std::vector<LinkTarget> links;

  /// The whole line, without the empty parts.
  std::string line() const;
};

/// Writes a number as it stands on the cards, in LaTeX: "0.4091", "1.6 \times 10^{-5}". Not called
/// for NaN and infinities.
using NumberText = std::function<std::string(float)>;

/// The symbol of a cell with its index, counted from 0: "\mu_0". The last step of the operation is
/// y where its own symbol is a whole formula.
/// errors  as trace_of
base::Expected<std::string> indexed_symbol(const Evaluation& evaluation, const Cell& cell);

/// The formula of a cell down to the numbers with symbols of their own: the input, statistics such
/// as mean and variance, parameters and options. A statistic is written as the sum of its addends,
/// above kMostAddends of them those of shown_elements; `selected` is a position in the operation's
/// input. The work depends on neither the size of the input nor that of a group; the numbers above
/// a threshold are written of groups that are soon looked through.
/// errors  as trace_of
base::Expected<Derivation> derive(const Evaluation& evaluation, const Cell& cell,
                                  const NumberText& number_text,
                                  std::optional<std::int64_t> selected = {});

}  // namespace normscope::results
