// SPDX-License-Identifier: MIT
// Properties of every softmax, whatever its input and algorithm.
#include <algorithm>
#include <cmath>

#include "tests/property/inputs.hpp"
#include "tests/support/support.hpp"

namespace normscope::property {
namespace {

using ops::SoftmaxAlgorithm;
using ops::SoftmaxOptions;
using tensor::Tensor;

SoftmaxOptions any_options() {
  SoftmaxOptions options;
  options.algorithm =
      *rc::gen::element(SoftmaxAlgorithm::kMaxSubtracted, SoftmaxAlgorithm::kOnline);
  options.temperature = *rc::gen::element(1.0, 0.25, 8.0);
  options.dim = *rc::gen::element<std::int64_t>(0, 1, -1);
  return options;
}

RC_GTEST_PROP(Softmax, SharesSumToOne, ()) {
  const Tensor x = *matrix();
  const SoftmaxOptions options = any_options();
  const Tensor y = run(options, x);
  const auto plan = NORMSCOPE_VALUE_OR_FAIL(ops::plan_softmax(x.shape(), options));
  std::vector<float> shares(static_cast<std::size_t>(plan.groups.size));
  for (std::int64_t group = 0; group < plan.groups.count; ++group) {
    tensor::gather(y.values(), plan.groups, group, shares);
    double sum = 0;
    for (const float share : shares) {
      RC_ASSERT(share >= 0.0F && share <= 1.0F);
      sum += double{share};
    }
    // The true shares sum to 1. By vectors the exponential is rounded twice at most (differences of
    // the grid are exact), so is the sum, and the reciprocal and the product once each.
    RC_ASSERT(std::abs(sum - 1) <= 6 * 0x1p-24);
  }
}

// A shift moves the maximum, too, so the differences to the maximum keep their bits.
RC_GTEST_PROP(Softmax, DoesNotSeeAShift, ()) {
  const Tensor x = *matrix();
  const float shift = *on_grid(4096);
  Tensor moved = x;
  for (float& v : moved.values()) v += shift;
  SoftmaxOptions options = any_options();
  options.log = *rc::gen::arbitrary<bool>();
  RC_ASSERT(same_bits(run(options, moved), run(options, x)));
}

RC_GTEST_PROP(Softmax, KeepsTheOrderOfItsLogits, ()) {
  const Tensor x = *filled({1, *rc::gen::inRange<std::int64_t>(2, 41)});
  const Tensor y = run(SoftmaxOptions{}, x);
  for (std::size_t i = 1; i < x.values().size(); ++i) {
    if (x.values()[i - 1] <= x.values()[i]) RC_ASSERT(y.values()[i - 1] <= y.values()[i]);
    if (x.values()[i - 1] >= x.values()[i]) RC_ASSERT(y.values()[i - 1] >= y.values()[i]);
  }
}

RC_GTEST_PROP(LogSoftmax, IsTheLogarithmOfSoftmax, ()) {
  const Tensor x = *matrix();
  SoftmaxOptions options = any_options();
  const Tensor share = run(options, x);
  options.log = true;
  const Tensor log = run(options, x);
  for (std::size_t i = 0; i < x.values().size(); ++i) {
    // Logits of (-4, 4) over a temperature of 1/4 keep every share above e^-36, a normal number: it
    // errs by 6 roundings at most, see SharesSumToOne, and its logarithm by 1.5 ULP, 3 roundings.
    const double right = double{log.values()[i]};
    const double bound = 0x1p-24 * (6 + 3 * std::max(1.0, std::abs(right)));
    RC_ASSERT(std::abs(std::log(double{share.values()[i]}) - right) <= bound);
  }
}

// Two algorithms for one value, online in double and the other by vectors.
RC_GTEST_PROP(Softmax, OnlineIsTheSameAsMaximumSubtracted, ()) {
  const Tensor x = *matrix();
  SoftmaxOptions options = any_options();
  options.log = *rc::gen::arbitrary<bool>();
  options.algorithm = SoftmaxAlgorithm::kOnline;
  const Tensor online = run(options, x);
  options.algorithm = SoftmaxAlgorithm::kMaxSubtracted;
  RC_ASSERT(largest_difference(online, run(options, x)) <= kSoftmaxesByVectors);
}

// Within (-4, 4) naive is only less precise: exp, a sum of up to 40 float32 (at most seven
// roundings of a term in sixteen lanes) and the quotient are rounded.
RC_GTEST_PROP(Softmax, NaiveAgreesWhereItDoesNotOverflow, ()) {
  const Tensor x = *matrix();
  SoftmaxOptions options;
  const Tensor sound = run(options, x);
  options.algorithm = SoftmaxAlgorithm::kNaive;
  const Tensor naive = run(options, x);
  for (std::size_t i = 0; i < x.values().size(); ++i) {
    const double y = double{sound.values()[i]};
    RC_ASSERT(std::abs(double{naive.values()[i]} - y) <= y * 0x1p-24 * (1 + 1 + 7 + 1 + 1));
  }
}

RC_GTEST_PROP(Softmax, OfTemperatureIsThatOfTheQuotients, ()) {
  const Tensor x = *matrix();
  SoftmaxOptions options;
  const int exponent = *rc::gen::inRange(-3, 4);
  Tensor divided = x;
  for (float& v : divided.values()) v = std::ldexp(v, -exponent);  // exact
  options.temperature = std::ldexp(1.0, exponent);
  RC_ASSERT(same_bits(run(options, x), run(SoftmaxOptions{}, divided)));
}

}  // namespace
}  // namespace normscope::property
