// SPDX-License-Identifier: MIT
// The derivatives that rows of the table name: the gradient of an operand, written with the
// gradient of the step and the values of the step and its operands. Where a function has no
// derivative, at ties of a maximum and at 0, PyTorch's convention is followed.
#pragma once

#include <cstdint>

#include "core/trace/program.hpp"

namespace normscope::trace {

class BackwardBuilder;

/// Values of a step, in the formulas below. Those of one with fewer values than there are elements
/// know which elements each of them serves.
struct Value {
  BackwardBuilder* builder = nullptr;
  int step = -1;    // -1: 0 throughout
  Spread spread{};  // null: one value for each element

  explicit operator bool() const { return step >= 0; }
};

Value operator+(const Value& a, const Value& b);
Value operator-(const Value& a, const Value& b);
Value operator*(const Value& a, const Value& b);
Value operator/(const Value& a, const Value& b);
Value operator-(const Value& a);
Value operator+(const Value& a, double c);
Value operator*(const Value& a, double c);
Value operator/(const Value& a, double c);
Value apply(Primitive primitive, const Value& a, double c = 0);
Value apply(Primitive primitive, const Value& a, const Value& b);

/// A step of a forward pass, and the gradient d of the output with respect to it.
struct DerivativeOf {
  Value d{};
  Value y{};  // the step itself
  Value a{};
  Value b{};
  double c = 0;
  const tensor::GroupLayout* over = nullptr;  // of a statistic: the groups of a

  /// A statistic of the same groups.
  Value reduced(Primitive primitive, const Value& values, double divisor = 1) const;
};

namespace derivative {

/// The derivative is 0 wherever there is one.
Value zero(const DerivativeOf& of);
/// That of the step, unchanged.
Value same(const DerivativeOf& of);

Value of_subtracted(const DerivativeOf& of);
Value of_factor(const DerivativeOf& of);
Value of_other_factor(const DerivativeOf& of);
Value of_dividend(const DerivativeOf& of);
Value of_divisor(const DerivativeOf& of);
/// Equal numbers share it.
/// source  torch.maximum
Value of_larger(const DerivativeOf& of);
Value of_other_larger(const DerivativeOf& of);
Value of_square(const DerivativeOf& of);
Value of_power(const DerivativeOf& of);
Value of_root(const DerivativeOf& of);
/// 0 where the root is 0.
/// source  torch.std, torch.norm
Value of_root_of_squares(const DerivativeOf& of);
Value of_reciprocal(const DerivativeOf& of);
Value of_reciprocal_root(const DerivativeOf& of);
Value of_multiple(const DerivativeOf& of);
Value of_part(const DerivativeOf& of);
/// That of the step where a is not below c; of NaN 0.
/// source  torch.clamp
Value of_at_least(const DerivativeOf& of);
Value of_exponential(const DerivativeOf& of);
Value of_logarithm(const DerivativeOf& of);
Value of_tangent(const DerivativeOf& of);
Value of_sigmoid(const DerivativeOf& of);
/// 0 at 0.
/// source  torch.abs
Value of_magnitude(const DerivativeOf& of);
/// 0 at 0 and below.
/// source  torch.relu
Value of_rectified(const DerivativeOf& of);
Value of_where(const DerivativeOf& of);

Value of_sum(const DerivativeOf& of);
/// Equal extremes share it.
/// source  torch.amax, torch.amin
Value of_extreme(const DerivativeOf& of);
Value of_variance(const DerivativeOf& of);
/// That of the exponentials minus their maximum, added up: through the maximum, too.
Value of_online_sum(const DerivativeOf& of);
/// The numbers above the threshold share it.
/// source  Martins, Astudillo 2016 (arXiv 1602.02068)
Value of_threshold(const DerivativeOf& of);

Value of_rows(const DerivativeOf& of);
Value of_turned_columns(const DerivativeOf& of);
Value of_plain_rows(const DerivativeOf& of);
Value of_plain_columns(const DerivativeOf& of);
Value of_turned_rows(const DerivativeOf& of);
Value of_turned_factor(const DerivativeOf& of);

}  // namespace derivative

}  // namespace normscope::trace
