// SPDX-License-Identifier: MIT
// Density curves against the formula in NumPy, the binned ones within the error that density.hpp
// states; and properties for any values: area 1, and a point mass for equal values.
#include "core/stats/density.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "core/random/distributions.hpp"
#include "tests/core/stats/goldens.hpp"
#include "tests/support/support.hpp"

namespace normscope::stats {
namespace {

using base::ErrorKind;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr std::int64_t kNeverBin = std::numeric_limits<std::int64_t>::max();

// The bound of density.hpp: the chord of the kernel, and the kernels' cut ends.
double binning_error(double bandwidth) {
  return 0.4 / bandwidth * (0x1p-17 + 1.6e-8);
}

Density density_of(const std::vector<float>& values, const DensityOptions& options = {}) {
  return NORMSCOPE_VALUE_OR_FAIL(density(values, options));
}

double area(const Density& d) {
  const double spacing = d.positions[1] - d.positions[0];
  const double ends = 0.5 * (d.values.front() + d.values.back());
  return spacing * (std::accumulate(d.values.begin(), d.values.end(), 0.0) - ends);
}

void expect_goldens(const std::vector<Golden>& goldens) {
  for (const Golden& golden : goldens) {
    for (const auto& expected : golden.expected["densities"]) {
      SCOPED_TRACE(golden.name + ", " + expected["rule"].dump());
      const auto positions = expected["positions"].get<std::vector<double>>();
      const bool scott = expected["rule"] == "scott";
      ASSERT_TRUE(scott || expected["rule"] == "silverman");
      const BandwidthRule rule = scott ? BandwidthRule::kScott : BandwidthRule::kSilverman;
      const auto d =
          density_of(golden.values, {.rule = rule, .points = static_cast<int>(positions.size())});
      // NumPy's deviation is a pairwise sum about a mean that is not corrected.
      const double bandwidth = expected["bandwidth"].get<double>();
      EXPECT_NEAR(d.bandwidth, bandwidth, 1e-11 * bandwidth);
      const bool binned = golden.values.size() > 2048;
      ASSERT_EQ(d.values.size(), positions.size());
      for (std::size_t i = 0; i < positions.size(); ++i) {
        EXPECT_NEAR(d.positions[i], positions[i],
                    1e-11 * bandwidth + 0x1p-50 * std::abs(positions[i]));
        // The rounding of a position shifts the kernels: by at most 0.25 / h^2 for each unit.
        const double rounding = 1e-9 / bandwidth;
        EXPECT_NEAR(d.values[i], expected["values"][i].get<double>(),
                    rounding + (binned ? binning_error(bandwidth) : 0.0));
      }
    }
  }
}

TEST(Density, EqualsItsFormula) {
  expect_goldens(small_goldens());
  expect_goldens(large_goldens());
}

TEST(Density, OfOneValueIsTheKernel) {
  const auto d = density_of({2.0F}, {.bandwidth = 0.5, .points = 9});
  ASSERT_EQ(d.positions.size(), 9U);
  EXPECT_EQ(d.positions.front(), 0.0);
  EXPECT_EQ(d.positions.back(), 4.0);
  EXPECT_DOUBLE_EQ(d.values[4], 2.0 / std::sqrt(2.0 * std::numbers::pi));
  EXPECT_DOUBLE_EQ(d.values[5], d.values[4] * std::exp(-0.5));
  EXPECT_EQ(d.values[3], d.values[5]);
  EXPECT_EQ(d.used, 1);
}

double area_of(const Density& d) {
  double area = 0;
  for (std::size_t i = 1; i < d.values.size(); ++i) {
    area += (d.values[i] + d.values[i - 1]) / 2 * (d.positions[i] - d.positions[i - 1]);
  }
  return area;
}

// The floor: f(x) + f(-x), and so the whole area at 0 and above.
TEST(Density, BelowAFloorIsReflected) {
  auto values = normal_values(4, 3000);
  for (float& value : values) value = value * value;
  for (const std::int64_t exact_up_to : {kNeverBin, std::int64_t{100}}) {
    const auto free =
        density_of(values, {.points = 2001, .low = -2, .high = 2, .exact_up_to = exact_up_to});
    const auto with =
        density_of(values, {.points = 1001, .high = 2, .exact_up_to = exact_up_to, .floor = 0});
    EXPECT_EQ(with.positions.front(), 0);
    for (std::size_t i = 0; i < with.values.size(); ++i) {
      EXPECT_NEAR(with.positions[i], free.positions[1000 + i], 1e-12);
      EXPECT_NEAR(with.values[i], free.values[1000 + i] + free.values[1000 - i],
                  3 * binning_error(free.bandwidth));
    }
  }
  EXPECT_NEAR(area_of(density_of(values, {.points = 4001, .floor = 0})), 1, 1e-3);
  EXPECT_LT(area_of(density_of(values, {.points = 4001, .low = 0})), 0.98) << "without it";
  // A floor far below changes nothing but where the curve could begin.
  EXPECT_EQ(density_of({5, 6, 7}, {.floor = 0}).positions, density_of({5, 6, 7}).positions);
  EXPECT_FALSE(density({}, {.floor = std::nan("")}));
}

TEST(Density, StaysWithinItsErrorWhenBinned) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    auto values = normal_values(seed, 5000);
    for (std::size_t i = 0; i < values.size(); i += 3) values[i] = values[i] * 0.1F + 4.0F;
    const auto exact = density_of(values, {.points = 701, .exact_up_to = kNeverBin});
    const auto binned = density_of(values, {.points = 701});
    EXPECT_EQ(exact.positions, binned.positions);
    double worst = 0.0;
    for (std::size_t i = 0; i < exact.values.size(); ++i) {
      worst = std::max(worst, std::abs(exact.values[i] - binned.values[i]));
    }
    EXPECT_LE(worst, binning_error(exact.bandwidth));
    EXPECT_GT(worst, 0.0);  // else nothing was binned
  }
}

TEST(Density, StaysExactEnoughWhereTheGridWouldBeTooLong) {
  auto values = normal_values(1, 3000);
  const DensityOptions narrow{
      .bandwidth = 1e-6, .points = 101, .low = values[7] - 1e-5, .high = values[7] + 1e-5};
  values.push_back(1e6F);
  auto exactly = narrow;
  exactly.exact_up_to = kNeverBin;
  const auto exact = density_of(values, exactly);
  const auto cut = density_of(values, narrow);
  for (std::size_t i = 0; i < exact.values.size(); ++i) {
    EXPECT_NEAR(cut.values[i], exact.values[i], binning_error(1e-6));
  }
  auto wide = narrow;
  wide.low = wide.high = std::nullopt;
  EXPECT_EQ(density_of(values, wide).values.size(), 101U);
}

TEST(Density, LooksAtAPartAsAtTheWhole) {
  const auto values = normal_values(4, 4000);
  const auto part = density_of(values, {.points = 51, .low = 0.5, .high = 1.0});
  EXPECT_EQ(part.positions.front(), 0.5);
  auto exact =
      density_of(values, {.points = 51, .low = 0.5, .high = 1.0, .exact_up_to = kNeverBin});
  for (std::size_t i = 0; i < part.values.size(); ++i) {
    EXPECT_NEAR(part.values[i], exact.values[i], binning_error(part.bandwidth));
  }
  const auto beyond = density_of(values, {.points = 3, .low = 100.0, .high = 101.0});
  EXPECT_EQ(beyond.values, (std::vector<double>{0.0, 0.0, 0.0}));
}

TEST(Density, SaysWhereAllValuesAreEqual) {
  for (const auto& values : {std::vector<float>{2.5F}, std::vector<float>(5000, 2.5F)}) {
    const auto d = density_of(values);
    EXPECT_EQ(d.point_mass, 2.5);
    EXPECT_TRUE(d.positions.empty());
    EXPECT_TRUE(d.values.empty());
    EXPECT_EQ(d.bandwidth, 0.0);
    EXPECT_EQ(d.used, static_cast<std::int64_t>(values.size()));
  }
}

TEST(Density, LeavesOutWhatIsNotFiniteAndSaysSo) {
  const auto nothing = density_of({kNan});
  EXPECT_TRUE(nothing.positions.empty());
  EXPECT_FALSE(nothing.point_mass);
  EXPECT_EQ(nothing.left_out, 1);
  const auto some = density_of({1.0F, kNan, 2.0F});
  EXPECT_EQ(some.values, density_of({1.0F, 2.0F}).values);
  EXPECT_EQ(some.used, 2);
  EXPECT_EQ(some.left_out, 1);
}

TEST(Density, RefusesOptionsWithoutMeaning) {
  const std::vector<float> values = {0.0F, 1.0F};
  const auto kind = [&](const DensityOptions& options) {
    const auto result = density(values, options);
    return result ? std::optional<ErrorKind>() : result.error().kind;
  };
  EXPECT_EQ(kind({.bandwidth = 0.0}), ErrorKind::kInvalidArgument);
  EXPECT_EQ(kind({.bandwidth = std::nan("")}), ErrorKind::kInvalidArgument);
  EXPECT_EQ(kind({.points = 1}), ErrorKind::kInvalidArgument);
  EXPECT_EQ(kind({.points = (1 << 14) + 1}), ErrorKind::kTooLarge);
  EXPECT_EQ(kind({.low = 1.0, .high = 1.0}), ErrorKind::kInvalidArgument);
  EXPECT_EQ(kind({.low = std::nan("")}), ErrorKind::kInvalidArgument);
  EXPECT_EQ(kind({.low = 0.25, .high = 0.75}), std::nullopt);
}

RC_GTEST_PROP(Density, HasTheAreaOfOne, ()) {
  // Between 6.4e-5 below (the tails beyond the ends) and the error of the trapezoids, which for a
  // Gaussian sampled at its own width is 2 exp(-2 pi^2) = 5e-9; binning keeps the area but for the
  // cut ends of the kernels, 2e-9.
  const auto count = *rc::gen::inRange<std::int64_t>(2, 4000);
  auto values = normal_values(*rc::gen::arbitrary<std::uint64_t>(), count);
  const float scale = std::ldexp(1.0F, *rc::gen::inRange(-30, 31));
  for (float& value : values) value *= scale;
  const auto d = density_of(values, {.points = 2001});
  RC_PRE(d.positions[1] - d.positions[0] <= d.bandwidth);
  RC_ASSERT(area(d) <= 1.0 + 1e-7);
  RC_ASSERT(area(d) >= 1.0 - 6.5e-5);
}

// The bound of density.hpp for counted values, and that of the binned curve it is compared with.
TEST(Density, OfAHistogramIsThatOfItsValues) {
  random::Generator generator(5);
  const auto x = NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, {200'000}));
  const Moments m = moments(x.values());
  const auto fine = NORMSCOPE_VALUE_OR_FAIL(histogram(x.values(), 20'000, m.minimum, m.maximum));
  ASSERT_TRUE(fine_enough(fine, m));
  const Density counted = NORMSCOPE_VALUE_OR_FAIL(density(fine, m, {}));
  const Density direct = NORMSCOPE_VALUE_OR_FAIL(density(x.values(), m, {}));
  EXPECT_EQ(counted.positions, direct.positions);
  EXPECT_EQ(counted.bandwidth, direct.bandwidth);
  EXPECT_EQ(counted.used, 200'000);
  const double bound =
      0.4 / direct.bandwidth * (0x1p-10 / 24 + 1.6e-8) + binning_error(direct.bandwidth);
  for (std::size_t i = 0; i < direct.values.size(); ++i) {
    EXPECT_NEAR(counted.values[i], direct.values[i], bound) << i;
  }
  EXPECT_FALSE(fine_enough(NORMSCOPE_VALUE_OR_FAIL(histogram(x.values(), 100)), m));
  EXPECT_FALSE(fine_enough({}, m));
}

TEST(Density, OfAHistogramOfEqualValuesIsAPointMass) {
  const std::vector<float> values(10, 3.0F);
  const auto counts = NORMSCOPE_VALUE_OR_FAIL(histogram(values, 4));
  const Density d = NORMSCOPE_VALUE_OR_FAIL(density(counts, moments(values), {}));
  EXPECT_EQ(d.point_mass, 3.0);
  EXPECT_TRUE(d.values.empty());
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(density(Histogram{}, moments({}), {})).used, 0);
}

}  // namespace
}  // namespace normscope::stats
