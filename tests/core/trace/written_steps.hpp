// SPDX-License-Identifier: MIT
// Written steps in few words, for tests.
#pragma once

#include <utility>
#include <vector>

#include "core/trace/written.hpp"

namespace normscope::testing {

/// The input, or a parameter of this shape.
inline trace::WrittenStep given(tensor::Shape shape) {
  trace::WrittenStep step;
  step.shape = std::move(shape);
  return step;
}

inline trace::WrittenStep of(trace::Primitive primitive, int a, int b = -1, double c = 0) {
  trace::WrittenStep step;
  step.primitive = primitive;
  step.a = a;
  step.b = b;
  step.c = c;
  return step;
}

/// A statistic over these dimensions, which it keeps.
inline trace::WrittenStep over(trace::Primitive primitive, int a, std::vector<std::size_t> dims) {
  trace::WrittenStep step = of(primitive, a, -1, 1);
  step.dims = std::move(dims);
  return step;
}

inline trace::WrittenStep mean_over(int a, std::vector<std::size_t> dims) {
  trace::WrittenStep step = over(trace::Primitive::kSumOver, a, std::move(dims));
  step.c = 0;
  step.of_size = true;
  return step;
}

inline trace::WrittenStep view(int a, tensor::Shape shape) {
  trace::WrittenStep step = of(trace::Primitive::kRepeat, a);
  step.shape = std::move(shape);
  return step;
}

}  // namespace normscope::testing
