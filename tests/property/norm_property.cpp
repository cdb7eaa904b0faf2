// SPDX-License-Identifier: MIT
// The invariances of layer normalization: under a shift and a scale of the row, with the exact
// effect of epsilon, and under a permutation of its elements.
#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "tests/property/inputs.hpp"
#include "tests/support/support.hpp"

namespace normscope::property {
namespace {

using ops::NormOptions;
using tensor::Tensor;

Tensor mapped(Tensor x, const std::function<float(float)>& f) {
  for (float& v : x.values()) v = f(v);
  return x;
}

RC_GTEST_PROP(LayerNorm, DoesNotSeeAShift, ()) {
  const Tensor x = *matrix();
  const float shift = *on_grid(4096);
  const Tensor moved = mapped(x, [shift](float v) { return v + shift; });
  // 12 bits before the point and 10 behind it: the shift itself rounds nothing.
  for (std::size_t i = 0; i < x.values().size(); ++i) {
    RC_ASSERT(moved.values()[i] - shift == x.values()[i]);
  }
  RC_ASSERT(largest_difference(run(NormOptions{}, moved), run(NormOptions{}, x)) <=
            kNormsByVectors);
}

// A scale s: y(s x, eps) = y(x, eps / s^2), with the same bits for a power of two.
RC_GTEST_PROP(LayerNorm, SeesAScaleOnlyThroughEpsilon, ()) {
  const Tensor x = *matrix();
  const int exponent = *rc::gen::inRange(-20, 21);
  const float scale = std::ldexp(1.0F, exponent);
  NormOptions smaller;
  smaller.epsilon = std::ldexp(smaller.epsilon, -2 * exponent);
  const Tensor scaled = mapped(x, [scale](float v) { return v * scale; });
  RC_ASSERT(same_bits(run(NormOptions{}, scaled), run(smaller, x)));
}

// Without epsilon an exact scale does not change the result.
RC_GTEST_PROP(LayerNorm, WithoutEpsilonDoesNotSeeAScale, ()) {
  const Tensor x = *matrix();
  const auto scale = static_cast<float>(*rc::gen::inRange(1, 1024));  // 10 bits onto 12: exact
  NormOptions options;
  options.epsilon = 0;
  const Tensor a = run(options, mapped(x, [scale](float v) { return v * scale; }));
  const Tensor b = run(options, x);
  RC_ASSERT(largest_difference(a, b) <= kNormsByVectors);
}

RC_GTEST_PROP(LayerNorm, TurnsItsSignWithTheInput, ()) {
  const Tensor x = *matrix();
  const auto negate = [](float v) { return -v; };
  const Tensor turned = run(NormOptions{}, mapped(x, negate));
  // Equality of numbers: a value at the mean is +0 either way, since a - a is.
  RC_ASSERT(mapped(turned, negate) == run(NormOptions{}, x));
}

RC_GTEST_PROP(LayerNorm, PermutesAsItsRowDoes, ()) {
  const auto values = *row(*rc::gen::inRange<std::size_t>(2, 41));
  std::vector<std::size_t> order(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto random = *rc::gen::arbitrary<std::uint32_t>();
  std::mt19937 shuffler(random);
  std::ranges::shuffle(order, shuffler);
  std::vector<float> permuted(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) permuted[i] = values[order[i]];
  const tensor::Shape shape{static_cast<std::int64_t>(values.size())};
  for (const compute::Operation& operation :
       {compute::Operation(NormOptions{}), compute::Operation(ops::SoftmaxOptions{})}) {
    const Tensor a = run(operation, testing::make(shape, permuted));
    Tensor b = run(operation, testing::make(shape, values));
    const std::vector<float> y(b.values().begin(), b.values().end());
    for (std::size_t i = 0; i < order.size(); ++i) b.values()[i] = y[order[i]];
    RC_ASSERT(largest_difference(a, b) <= kNormsByVectors);
  }
}

// The mean of the output is 0, and its variance var / (var + eps): less than 1 by design.
RC_GTEST_PROP(LayerNorm, HasMeanZeroAndTheVarianceThatEpsilonLeaves, ()) {
  const auto values = *row(*rc::gen::inRange<std::size_t>(2, 41));
  const auto n = static_cast<double>(values.size());
  double mean = 0;
  for (const float v : values) mean += double{v} / n;
  double variance = 0;
  for (const float v : values) variance += (double{v} - mean) * (double{v} - mean) / n;
  const Tensor y = run(NormOptions{}, testing::make({static_cast<std::int64_t>(n)}, values));
  double sum = 0;
  double squares = 0;
  for (const float v : y.values()) {
    sum += double{v};
    squares += double{v} * double{v};
  }
  // The difference from the mean and y are rounded, each by up to 2^-24 |y|, and |y| <= sqrt(n).
  // The mean errs by a rounding of the deviation, rstd by two; squares count all of these twice.
  RC_ASSERT(std::abs(sum / n) <= 3 * 0x1p-24 * std::sqrt(n));
  RC_ASSERT(std::abs(squares / n - variance / (variance + 1e-5)) <= 8 * 0x1p-24);
}

}  // namespace
}  // namespace normscope::property
