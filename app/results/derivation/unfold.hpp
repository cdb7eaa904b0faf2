// SPDX-License-Identifier: MIT
// One number unfolded: every step from the inputs to it, each value in all the arithmetics that
// there are, with the distances between them. It answers "where do the last digits come from".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/results/sheet/cells.hpp"
#include "core/base/error.hpp"
#include "core/text/translate.hpp"

namespace normscope::results {

/// A float32 value, and its distance from the value of the same step in double.
struct FloatValue {
  float value = 0;
  /// The float32 numbers from this value to the double value rounded to float32; null without a
  /// double value, and where only one of both is NaN.
  std::optional<std::uint64_t> distance{};
  std::optional<double> error{};  // in ULPs of max(1, |double value|), see base::ulp_error
};

/// A value in the format that the precision plan stores it in.
struct StoredValue {
  std::string_view format{};
  std::string bits{};  // sign, exponent and fraction, with spaces between them
  double below = 0;    // the nearest numbers of the format
  double above = 0;
  double spacing = 0;  // one unit in its last place
  double loss = 0;     // of the exact value, in such units
};

struct UnfoldRow {
  std::string title{};   // of the card
  std::string symbol{};  // with its index, in LaTeX
  Cell cell{};
  FloatValue torch{};                   // the step in the `torch` arithmetic, as on the card
  std::optional<FloatValue> fast{};     // of the cpu, for what its result holds
  std::optional<double> exact{};        // the step in double
  std::optional<FloatValue> gpu{};      // of the gpu, for what its result holds
  std::optional<StoredValue> stored{};  // under a precision plan
};

struct Unfold {
  std::vector<UnfoldRow> rows;  // from the inputs to the number
  std::string device;           // that computed the result
  /// Whether some of the many inputs of a linear layer have no row.
  bool elided = false;
};

/// The three parts of a float32 number.
struct Bits {
  std::uint32_t sign = 0;      // 1 bit
  std::uint32_t exponent = 0;  // 8 bits, 127 more than the power of two
  std::uint32_t mantissa = 0;  // 23 bits
};
Bits bits_of(float value);

/// "0 01111110 01010001010000101001000".
std::string bits_text(float value);

/// What the steps' values are called: "plan" under a precision plan, else "torch".
std::string_view title_of_values(const Unfold& unfolded);

/// Of a value under a precision plan: "float16 0 10001 0010110000", its neighbours, the spacing of
/// numbers there, and the loss in units of it.
std::array<std::string, 5> stored_texts(const StoredValue& value);
inline constexpr std::array<std::string_view, 5> kStoredTitles{
    text::tr_later("stored: sign, exponent, fraction"), text::tr_later("below"),
    text::tr_later("above"), text::tr_later("spacing"), text::tr_later("lost ULP")};

/// Unfolds a number into rows: the steps that it is made from, stage by stage, in order of
/// computation. Where a step is made from many elements, the rows follow one of them: of a
/// statistic the selected element (`selected` is a position in the operation's input) or else the
/// group's first; of a linear layer the input with the largest share of the sum, with rows for the
/// other inputs that shown_elements gives.
/// numeric every stage in double begins with the float32 values that it was given, as the reference
///         does: the distances of a stage are those of its own arithmetic. The result holds the
///         output, and for each group mean and rstd (here as standard deviation), or maximum and
///         sum.
/// errors  as trace_of
///
/// The work is that of the groups on the way (see trace::DoubleValues), whatever the batch.
base::Expected<Unfold> unfold(const Evaluation& evaluation, const Cell& cell,
                              std::optional<std::int64_t> selected = {});

/// The rows as lines of aligned columns, to copy: step, index, the values in all digits that tell
/// them apart, distances, errors, bits. Columns without values are omitted.
std::string unfold_text(const Evaluation& evaluation, const Unfold& unfolded);

}  // namespace normscope::results
