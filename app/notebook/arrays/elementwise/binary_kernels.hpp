// SPDX-License-Identifier: MIT
// The loops behind elementwise.hpp: operands have one type by now, and the result its shape.
#pragma once

#include "app/notebook/arrays/array.hpp"

namespace normscope::notebook::arrays {

/// Which type an operation gives: the common one of its operands, the same made floating, or bool.
enum class Gives : std::uint8_t { kCommon, kFloating, kTruth };
/// For which types it has a loop; kWhole: bools and integers, kNumbers: integers and floating ones.
enum class Types : std::uint8_t { kAll, kWhole, kIntegers, kNumbers, kFloats };
using enum Gives;
using enum Types;

constexpr bool has_loop(Types types, bool is_bool, bool floating) {
  if (is_bool) return types == kAll || types == kWhole;
  return floating ? types != kWhole && types != kIntegers : types != kFloats;
}

/// What is known of an operation.
struct BinaryRow {
  std::string_view name;
  std::string_view gradient;
  Gives gives;
  Types types;
  std::string_view loop;  // PyTorch's name of it; empty where no call asks for a type it lacks
  void (*compute)(Dtype dtype, const Array& out, const Array& a, const Array& b);
};
/// The row of an operation; null where there is none of that name.
const BinaryRow* binary_row(std::string_view name);

/// out = x, but not below (above) the limit. A NaN stays, and so does a zero that equals the limit.
void compute_bounded(const Array& out, const Array& x, const Array& limit, bool from_below);
void compute_where(const Array& out, const Array& mask, const Array& a, const Array& b);

/// out = x to the power of a number, which PyTorch computes by products and roots where it can.
void compute_power(const Array& out, const Array& x, double exponent);

/// out = a + alpha b, or a - alpha b.
void compute_scaled_sum(const Array& out, const Array& a, const Array& b, const Scalar& alpha,
                        bool subtract);

}  // namespace normscope::notebook::arrays
