// SPDX-License-Identifier: MIT
#include "core/trace/derivatives.hpp"

#include "core/trace/backward_builder.hpp"

namespace normscope::trace {

using P = Primitive;

Value operator+(const Value& a, const Value& b) {
  return apply(P::kAdd, a, b);
}
Value operator-(const Value& a, const Value& b) {
  return apply(P::kSubtract, a, b);
}
Value operator*(const Value& a, const Value& b) {
  return apply(P::kMultiply, a, b);
}
Value operator/(const Value& a, const Value& b) {
  return apply(P::kDivide, a, b);
}
Value operator-(const Value& a) {
  return a * -1.0;
}
Value operator+(const Value& a, double c) {
  return apply(P::kAddConstant, a, c);
}
Value operator*(const Value& a, double c) {
  return c == 1 ? a : apply(P::kMultiplyConstant, a, c);
}
Value operator/(const Value& a, double c) {
  return c == 1 ? a : apply(P::kDivideConstant, a, c);
}
Value apply(Primitive primitive, const Value& a, double c) {
  return a.builder->add(primitive, a, {}, c);
}
Value apply(Primitive primitive, const Value& a, const Value& b) {
  return a.builder->add(primitive, a, b);
}

Value DerivativeOf::reduced(Primitive primitive, const Value& values, double divisor) const {
  return d.builder->reduce(primitive, values, *over, d.builder->shape_of(d), divisor);
}

namespace derivative {

Value zero(const DerivativeOf& /*of*/) {
  return {};
}
Value same(const DerivativeOf& of) {
  return of.d;
}
Value of_subtracted(const DerivativeOf& of) {
  return -of.d;
}
Value of_factor(const DerivativeOf& of) {
  return of.d * of.b;
}
Value of_other_factor(const DerivativeOf& of) {
  return of.d * of.a;
}
Value of_dividend(const DerivativeOf& of) {
  return of.d / of.b;
}
Value of_divisor(const DerivativeOf& of) {
  return -(of.d * (of.y / of.b));
}
Value of_larger(const DerivativeOf& of) {
  const Value share = apply(P::kLargerShare, of.a, of.b);
  return apply(P::kWhere, of.d, share) * share;
}
Value of_other_larger(const DerivativeOf& of) {
  const Value share = apply(P::kLargerShare, of.b, of.a);
  return apply(P::kWhere, of.d, share) * share;
}
Value of_square(const DerivativeOf& of) {
  return of.d * (of.a * 2.0);
}
Value of_power(const DerivativeOf& of) {
  if (of.c == 0) return {};
  return of.d * (apply(P::kPower, of.a, of.c - 1) * of.c);
}
Value of_root(const DerivativeOf& of) {
  return of.d / (of.y * 2.0);
}
Value of_root_of_squares(const DerivativeOf& of) {
  return apply(P::kWhere, of_root(of), of.y);
}
Value of_reciprocal(const DerivativeOf& of) {
  return -(of.d * apply(P::kSquare, of.y));
}
Value of_reciprocal_root(const DerivativeOf& of) {
  return of.d * -0.5 * apply(P::kPower, of.y, 3);
}
Value of_multiple(const DerivativeOf& of) {
  return of.d * of.c;
}
Value of_part(const DerivativeOf& of) {
  return of.d / of.c;
}
Value of_at_least(const DerivativeOf& of) {
  return apply(P::kWhere, of.d, apply(P::kEqual, of.a, of.y));
}
Value of_exponential(const DerivativeOf& of) {
  return of.d * of.y;
}
Value of_logarithm(const DerivativeOf& of) {
  return of.d / of.a;
}
Value of_tangent(const DerivativeOf& of) {
  return of.d * (-apply(P::kSquare, of.y) + 1.0);
}
Value of_sigmoid(const DerivativeOf& of) {
  return of.d * (-of.y + 1.0) * of.y;
}
Value of_magnitude(const DerivativeOf& of) {
  return of.d * apply(P::kSign, of.a);
}
Value of_rectified(const DerivativeOf& of) {
  return apply(P::kWhere, of.d, of.y);
}
Value of_where(const DerivativeOf& of) {
  return apply(P::kWhere, of.d, of.b);
}

Value of_sum(const DerivativeOf& of) {
  return of.d / of.c;
}
Value of_extreme(const DerivativeOf& of) {
  const Value is_extreme = apply(P::kEqual, of.a, of.y);
  return of.d * is_extreme / of.reduced(P::kSumOver, is_extreme);
}
Value of_variance(const DerivativeOf& of) {
  const Value mean = of.reduced(P::kSumOver, of.a, static_cast<double>(of.over->size));
  return of.d * (2 / of.c) * (of.a - mean);
}
Value of_online_sum(const DerivativeOf& of) {
  const Value maximum = of.reduced(P::kMaximum, of.a);
  const Value is_maximum = apply(P::kEqual, of.a, maximum);
  const Value subtracted = of.d * of.y * is_maximum / of.reduced(P::kSumOver, is_maximum);
  return of.d * apply(P::kExponential, of.a - maximum) - subtracted;
}
Value of_threshold(const DerivativeOf& of) {
  const Value is_above = apply(P::kSign, apply(P::kRectify, of.a - of.y));
  return of.d * is_above / of.reduced(P::kSumOver, is_above);
}

Value of_rows(const DerivativeOf& of) {
  return of.d.builder->product(P::kPlainProduct, of.d, of.b);
}
Value of_turned_columns(const DerivativeOf& of) {
  return of.d.builder->product(P::kTurnedProduct, of.d, of.a);
}
Value of_plain_rows(const DerivativeOf& of) {
  return of.d.builder->product(P::kMatrixProduct, of.d, of.b);
}
Value of_plain_columns(const DerivativeOf& of) {
  return of.d.builder->product(P::kTurnedProduct, of.a, of.d);
}
Value of_turned_rows(const DerivativeOf& of) {
  return of.d.builder->product(P::kMatrixProduct, of.b, of.d);
}
Value of_turned_factor(const DerivativeOf& of) {
  return of.d.builder->product(P::kPlainProduct, of.a, of.d);
}

}  // namespace derivative

}  // namespace normscope::trace
