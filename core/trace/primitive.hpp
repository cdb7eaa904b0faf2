// SPDX-License-Identifier: MIT
// The primitives that programs are made of, and the table of all that is known of each: how its
// values are computed, what they depend on, how it is written and said. Whoever walks a program
// reads this table; a new primitive is one row.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/formats/summation.hpp"
#include "core/torch_arithmetic/view.hpp"
#include "core/trace/analysis.hpp"

namespace normscope::trace {

/// The function that computes a step's values from the steps a and b and an exact constant c.
enum class Primitive : std::uint8_t {
  kGiven,     // kept values: an input, a parameter, what an unknown function gave
  kConstant,  // c
  // Of elements, and of statistics alike.
  kRepeat,             // a, for every element
  kAdd,                // a + b
  kSubtract,           // a - b
  kMultiply,           // a * b
  kDivide,             // a / b
  kLarger,             // the larger of a and b
  kSquare,             // a * a
  kPower,              // a to the power of c
  kSquareRoot,         // sqrt(a)
  kRootOfSquares,      // sqrt(a), of a sum of squares: what torch.std and torch.norm are
  kReciprocal,         // 1 / a
  kReciprocalRoot,     // 1 / sqrt(a)
  kAddConstant,        // a + c
  kMultiplyConstant,   // a * c
  kDivideConstant,     // a / c
  kAtLeast,            // the larger of a and c
  kExponential,        // exp(a)
  kLogarithm,          // log(a)
  kHyperbolicTangent,  // tanh(a)
  kSigmoid,            // 1 / (1 + exp(-a))
  kMagnitude,          // the larger of a and -a
  kRectify,            // a where it is not below 0, else 0
  // Of gradients.
  kSign,         // 1, 0 or -1: whether a is above 0, 0, or below
  kEqual,        // 1 where a is b, else 0
  kLargerShare,  // 1 where a is above b, 1/2 where it is b, else 0
  kWhere,        // a where b is not 0, else 0
  // Statistics.
  kSumOver,    // the sum of a over the group, divided by c
  kMaximum,    // the maximum of a over the group
  kMinimum,    // the minimum of a over the group
  kVariance,   // Welford's: the sum of (a - its mean)^2 over the group, divided by c
  kOnlineSum,  // the sum of exp(a - its maximum) over the group, in one pass
  kThreshold,  // what makes max(a - it, 0) add up to 1 over the group
  // Of rows.
  kMatrixProduct,  // a times the transposed b
  kPlainProduct,   // a times b
  kTurnedProduct,  // the transposed a times b
};

/// What a primitive makes of its operands' shapes.
enum class Kind : std::uint8_t {
  kLeaf,       // has no operands
  kElement,    // one value from the values at the same place of each operand
  kStatistic,  // one value from all values of a group
  kProduct,    // one value from a row or column of a and one of b
};

/// How tightly a part of a formula binds, loosest first. A negative number needs brackets after an
/// operator.
enum class Binding : std::uint8_t { kSum, kNegative, kProduct, kPower, kAtom };

/// A formula in LaTeX: #a and #b are the operands, in brackets where they bind less tightly than
/// `least`; '*' is a dot between numbers, and nothing between symbols.
struct Form {
  std::string_view text{};
  Binding binding = Binding::kAtom;
  std::array<Binding, 2> least{Binding::kSum, Binding::kSum};
  bool takes_sign = false;  // a minus in front of a is one in front of the whole
};

/// How a statistic is written with the numbers of its group, if it is: what is listed for each, #a,
/// and the statistic of the same numbers that it is compared with, #b.
struct Addends {
  Form form{};                           // empty: the number itself
  Primitive centre = Primitive::kGiven;  // #b: a mean or a maximum
  std::string_view listed{};             // "+" between them, or the function of all: "\\max"
  bool divided = false;                  // by c
  /// Of the numbers above the statistic alone; 1 is subtracted, and their count divides.
  bool above = false;
};

/// What a step does, in one sentence: {each} and {Each} are "each number" or "each variance",
/// {other} "the mean of its group", {number} the constant; of a {parameter}, {owner} is what has a
/// value of its own.
struct Sentences {
  std::string_view usual{};
  std::string_view of_statistics{};  // where a is one; empty: as usual
  std::string_view of_parameter{};   // where an operand is a parameter; empty: as usual
  // Of a statistic that is divided, by the count of its numbers or by another {divisor}.
  std::string_view divided_by_count{};
  std::string_view divided{};
};

/// The gradient of an operand, as steps that are made from that of the step: see derivatives.hpp.
struct Value;
struct DerivativeOf;
using Derivative = Value (*)(const DerivativeOf& of);

/// All that is known of one primitive.
struct PrimitiveRow {
  Primitive primitive = Primitive::kGiven;
  std::string_view id{};    // in files and messages
  std::string_view noun{};  // what a step is called that has no name of its own
  Kind kind = Kind::kElement;
  int arity = 1;
  bool has_constant = false;

  // Values. Elements: places[i] of a[i], b[i] and c; an operand of one value is the same for all.
  using Elements = void (*)(std::span<const float> a, std::span<const float> b, double c,
                            std::span<float> places);
  using DoubleElements = void (*)(std::span<const double> a, std::span<const double> b, double c,
                                  std::span<double> places);
  using Statistic = tensor::Tensor (*)(const torch_arithmetic::View& values,
                                       torch_arithmetic::Dimensions dims, double c,
                                       std::int64_t size);
  using RowStatistic = float (*)(std::span<const float> row, double c);
  using DoubleStatistic = double (*)(std::span<const double> group, double c);
  Elements elements = nullptr;
  DoubleElements doubles = nullptr;
  Statistic statistic = nullptr;
  RowStatistic row_statistic = nullptr;  // of a group that is a contiguous row by itself
  DoubleStatistic double_statistic = nullptr;
  // Of rows, by sums of a format and an order. Null: no sum, as row_statistic.
  template <class T>
  using Summed = void (*)(const formats::Rows<T>& rows, double c, const formats::Summation& how,
                          std::span<T> places);
  Summed<float> summed = nullptr;
  Summed<double> double_summed = nullptr;

  // Dependence: see analysis.hpp.
  Term (*term)(Terms& terms, const TermsOf& of) = nullptr;  // null: a new term
  Effect (*shift)(const EffectsOf& of) = nullptr;           // null: Follows::kOtherwise
  Unit (*unit)(const UnitsOf& of) = nullptr;                // null: that of a

  std::array<Derivative, 2> derivatives{};  // with respect to a and to b; null: nobody knows it

  // Texts.
  Form form{};
  Form form_by_number{};      // where b is a constant; empty: as form
  Addends addends{};          // of a statistic
  std::string_view torch{};   // #a, #b, #c, and #d for the dimensions
  std::string_view sign{};    // between a and b on the sheet
  std::string_view spoken{};  // with numbers in a sentence: "the square of {a:.6g}"
  Sentences sentences{};
  bool letter = false;  // has a letter of its own in the formulas of later steps
};

const PrimitiveRow& row_of(Primitive primitive);
std::span<const PrimitiveRow> primitives();

/// Whether a step of this primitive has one value for each group, from all elements of the group.
inline bool reduces(Primitive primitive) {
  return row_of(primitive).kind == Kind::kStatistic;
}

}  // namespace normscope::trace
