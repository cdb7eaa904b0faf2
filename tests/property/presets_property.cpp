// SPDX-License-Identifier: MIT
// The presets in closed form: each equals the reference preset V3 times a factor that depends only
// on the row's deviation s and its length n. In double, on the reference backend.
#include <algorithm>
#include <cmath>

#include "core/ops/presets.hpp"
#include "core/ops/reference.hpp"
#include "tests/property/inputs.hpp"
#include "tests/support/support.hpp"

namespace normscope::property {
namespace {

constexpr double kEpsilon = 1e-5;  // of every preset but V6, V7 and V10

struct Row {
  std::vector<float> x;
  double n = 0;
  double mean = 0;
  double s = 0;  // biased deviation
};

Row described(std::vector<float> x) {
  Row r{std::move(x)};
  r.n = static_cast<double>(r.x.size());
  for (const float v : r.x) r.mean += double{v};
  r.mean /= r.n;
  for (const float v : r.x) r.s += (double{v} - r.mean) * (double{v} - r.mean);
  r.s = std::sqrt(r.s / r.n);
  return r;
}

Row any_row() {
  Row r = described(*row(*rc::gen::inRange<std::size_t>(2, 41)));
  RC_PRE(r.s > 0.0);  // the variants without eps divide by it
  return r;
}

std::vector<double> variant(const char* id, const Row& r) {
  const tensor::Shape shape{static_cast<std::int64_t>(r.x.size())};
  const auto plan = NORMSCOPE_VALUE_OR_FAIL(ops::plan_norm(shape, ops::find_preset(id)->options));
  std::vector<double> y(r.x.size());
  ops::reference_norm(plan, 0, std::span<const float>(r.x), {}, {}, y);
  return y;
}

// The bound for about 24 double operations on either side, over sums of up to 40 terms.
bool close(double a, double b) {
  return std::abs(a - b) <= 100 * 0x1p-52 * std::max(1.0, std::abs(b));
}

double inside(double s, double epsilon) {
  return std::sqrt(s * s + epsilon);
}

RC_GTEST_PROP(ZooRelations, EveryVariantIsV3TimesAFactor, ()) {
  const Row r = any_row();
  const auto v3 = variant("V3", r);
  const double unbiased = r.s * std::sqrt(r.n / (r.n - 1));
  const double root = inside(r.s, kEpsilon);
  const std::vector<std::pair<const char*, double>> factors{
      {"V2", root / unbiased},          {"V4", 1},
      {"V5", root / (r.s + kEpsilon)},  {"V6", root / (unbiased + 1e-6)},
      {"V7", root / inside(r.s, 1e-3)}, {"V8", root / (r.s * std::sqrt(r.n / (r.n + kEpsilon)))},
  };
  for (const auto& [id, factor] : factors) {
    const auto y = variant(id, r);
    for (std::size_t k = 0; k < y.size(); ++k) RC_ASSERT(close(y[k], v3[k] * factor));
  }
}

RC_GTEST_PROP(ZooRelations, V1IsTheMeanAndV9TheInputAndV10LacksTheCentring, ()) {
  const Row r = any_row();
  const auto v1 = variant("V1", r);
  const auto v9 = variant("V9", r);
  const auto v10 = variant("V10", r);
  const double root = std::sqrt(r.mean * r.mean + r.s * r.s + 1e-6);
  for (std::size_t k = 0; k < r.x.size(); ++k) {
    RC_ASSERT(close(v1[k], r.mean));
    RC_ASSERT(v9[k] == double{r.x[k]});
    RC_ASSERT(close(v10[k], double{r.x[k]} / root));
  }
}

// Fact D3: V5 - V3 = (x - mean) (1 / (s + eps) - 1 / sqrt(s^2 + eps)).
RC_GTEST_PROP(ZooRelations, V5AgainstV3InClosedForm, ()) {
  const Row r = any_row();
  const auto v3 = variant("V3", r);
  const auto v5 = variant("V5", r);
  const double factor = 1 / (r.s + kEpsilon) - 1 / inside(r.s, kEpsilon);
  for (std::size_t k = 0; k < v3.size(); ++k) {
    RC_ASSERT(close(v5[k] - v3[k], (double{r.x[k]} - r.mean) * factor));
  }
}

// The sign of V5 - V3 changes at s = (1 - eps) / 2: below, eps outside the root gives the smaller
// denominator.
RC_GTEST_PROP(ZooRelations, TheDifferenceOfV5AndV3ChangesItsSignAtHalf, ()) {
  // Rows of -s and +s have the deviation s exactly. (1 - eps) / 2 itself is no float32.
  const double turning = (1 - kEpsilon) / 2;
  const auto near = static_cast<float>(turning);
  const float s = *rc::gen::oneOf(
      rc::gen::map(rc::gen::inRange(1, 4096), [](int k) { return static_cast<float>(k) * kStep; }),
      rc::gen::map(rc::gen::inRange(-50, 51),
                   [near](int k) { return near + static_cast<float>(k) * 0x1p-18F; }));
  RC_PRE(std::abs(double{s} - turning) > 0x1p-20);  // nearer, the difference is below 1e-16
  const Row r = described({-s, s});
  const double difference = variant("V5", r)[1] - variant("V3", r)[1];
  RC_ASSERT((difference > 0) == (double{s} < turning));
}

}  // namespace
}  // namespace normscope::property
