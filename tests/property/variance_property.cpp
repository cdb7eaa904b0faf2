// SPDX-License-Identifier: MIT
// The three variance algorithms compute one value. For moderate offsets they agree within their
// stated bounds; the bound of one-pass grows with the square of the offset.
#include <algorithm>
#include <cmath>

#include "core/kernels/norm_row.hpp"
#include "tests/property/inputs.hpp"

namespace normscope::property {
namespace {

using kernels::row_moments;
using ops::VarianceAlgorithm;

struct Sample {
  std::vector<float> x;
  double n = 0;
  double condition = 0;  // 1 + mean^2 / variance
  kernels::RowMoments two_pass{};
};

Sample sample(int most_offset) {
  Sample s;
  s.x = *row(*rc::gen::inRange<std::size_t>(2, 200));
  const float offset = *on_grid(most_offset);
  for (float& v : s.x) v += offset;
  s.n = static_cast<double>(s.x.size());
  s.two_pass = row_moments(s.x, true, VarianceAlgorithm::kTwoPass);
  RC_PRE(s.two_pass.squares > 0.0);
  s.condition = 1 + s.two_pass.mean * s.two_pass.mean / (s.two_pass.squares / s.n);
  return s;
}

RC_GTEST_PROP(Variance, OnePassStaysWithinItsBoundOfTwoPass, ()) {
  const Sample s = sample(1000);
  const auto one_pass = row_moments(s.x, true, VarianceAlgorithm::kOnePass);
  const double bound =
      ((s.n / 5 + 22) * 0x1p-24 * s.condition + s.n * 0x1p-52) * s.two_pass.squares;
  RC_ASSERT(std::abs(one_pass.squares - s.two_pass.squares) <= bound);
  // The mean: n / 16 + 5 roundings deep, of up to the mean of |x|, which max |x| stands for here.
  double largest = 0;
  for (const float v : s.x) largest = std::max(largest, std::abs(double{v}));
  RC_ASSERT(std::abs(one_pass.mean - s.two_pass.mean) <= (s.n / 16 + 6) * 0x1p-24 * largest);
}

RC_GTEST_PROP(Variance, WelfordStaysWithinItsBoundOfTwoPass, ()) {
  const Sample s = sample(1000);
  const auto welford = row_moments(s.x, true, VarianceAlgorithm::kWelford);
  const double bound = s.n * 0x1p-52 * (1 + std::sqrt(s.condition)) * s.two_pass.squares;
  RC_ASSERT(std::abs(welford.squares - s.two_pass.squares) <= bound);
}

// Sums on the grid are exact in double, so the two-pass mean has only the rounding of its division.
RC_GTEST_PROP(Variance, TwoPassDoesNotSeeAnOffset, ()) {
  const auto x = *row(*rc::gen::inRange<std::size_t>(2, 200));
  const float offset = *on_grid(4096);
  auto moved = x;
  for (float& v : moved) v += offset;
  const auto here = row_moments(x, true, VarianceAlgorithm::kTwoPass);
  const auto there = row_moments(moved, true, VarianceAlgorithm::kTwoPass);
  RC_ASSERT(std::abs(here.squares - there.squares) <=
            2 * static_cast<double>(x.size()) * 0x1p-52 * here.squares);
}

}  // namespace
}  // namespace normscope::property
