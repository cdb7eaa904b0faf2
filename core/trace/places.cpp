// SPDX-License-Identifier: MIT
#include "core/trace/places.hpp"

namespace normscope::trace {

std::int64_t operand_position(const Program& program, int step, int from, std::int64_t at) {
  const Step& of = program.step(step);
  const Spread& spread = from == of.a ? of.spread_a : of.spread_b;
  return spread ? spread->locate(at).group : at;
}

std::int64_t product_length(const Program& program, int step) {
  const Step& product = program.step(step);
  const tensor::Shape& a = program.step(product.a).shape;
  if (product.primitive != Primitive::kTurnedProduct) return a.back();
  return a.back() == 0 ? 0 : tensor::product(a) / a.back();
}

Factors factors_of(const Program& program, int step, std::int64_t at, std::int64_t k) {
  const Step& product = program.step(step);
  const std::int64_t in = program.step(product.a).shape.back();
  const std::int64_t out = product.shape.back();
  const std::int64_t row = at / out;
  const std::int64_t column = at % out;
  if (product.primitive == Primitive::kMatrixProduct) return {row * in + k, column * in + k};
  if (product.primitive == Primitive::kPlainProduct) return {row * in + k, k * out + column};
  return {k * in + row, k * out + column};
}

}  // namespace normscope::trace
