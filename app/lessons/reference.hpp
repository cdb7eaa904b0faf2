// SPDX-License-Identifier: MIT
// References from a lesson's text to numbers of its step, so that no number is typed twice: prose,
// predictions and acts name a number, and its value comes from the step's document.
//
//   mean[0]                        a value of a statistic: its row, counted from 0
//   normalized[0, 3]               a value of a step: row and column
//   mean of normalized[0]          a statistic of a row of a step; also sum, minimum, maximum,
//                                  biased variance, unbiased variance
//   builtin[0, 3]                  the output of PyTorch's built-in function
//   printed[2, 0]                  the first number in the output block of cell 2
//   mean[0]:2, variance[0]:e3      with this many decimals (4 unless said), or in powers of ten
//
// A step is named as its card: "variance + eps", "linear", "relu".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/document.hpp"
#include "app/results/evaluation.hpp"
#include "app/results/sheet/cells.hpp"
#include "core/base/error.hpp"

namespace normscope::lessons {

/// What is taken of a row of a step.
enum class RowStatistic {
  kNone,
  kSum,
  kMean,
  kBiasedVariance,
  kUnbiasedVariance,
  kMinimum,
  kMaximum
};

struct Reference {
  std::string card;  // the name of a step, "builtin" or "printed"
  RowStatistic statistic = RowStatistic::kNone;
  std::int64_t row = 0;
  std::optional<std::int64_t> column{};
  int decimals = 4;
  bool scientific = false;

  bool operator==(const Reference&) const = default;
};

/// The names of the steps on the stage, in the order of their cards.
std::vector<std::string> card_names(const results::Evaluation& evaluation);

/// errors  Malformed: not of the form above
base::Expected<Reference> parse_reference(std::string_view text);

/// The cell that a reference names; of a statistic of a row the row's cell in this column. Nullopt
/// where no card of the evaluation has it, as for "builtin" and "printed".
std::optional<results::Cell> cell_of(const Reference& reference,
                                     const results::Evaluation& evaluation, std::int64_t column);

/// The value in an evaluation of the document. Rows are those of the window: all dimensions before
/// the last are rows.
/// errors  NotFound: no such step, row or column; InvalidArgument: a column is missing or too many;
///         the evaluation's failure; "printed", which belongs to the lesson; as builtin_output
/// numeric statistics of a row in the `torch` arithmetic
base::Expected<double> value_of(const Reference& reference, const document::Document& document,
                                const results::Evaluation& evaluation);

/// The number as prose shows it: "0.2432", "1.2e-05".
std::string number_text(const Reference& reference, double value);

}  // namespace normscope::lessons
