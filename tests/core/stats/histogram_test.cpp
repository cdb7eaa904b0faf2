// SPDX-License-Identifier: MIT
// Histograms against NumPy, count by count, and that counts and edges always agree.
#include "core/stats/histogram.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "tests/core/stats/goldens.hpp"
#include "tests/support/support.hpp"

namespace normscope::stats {
namespace histogram_test {

using base::ErrorKind;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

void expect_histogram(const Histogram& actual, const nlohmann::json& expected) {
  EXPECT_EQ(actual.counts, expected["counts"].get<std::vector<std::int64_t>>());
  const auto edges = expected["edges"].get<std::vector<double>>();
  ASSERT_EQ(actual.edges.size(), edges.size());
  const double largest = std::max(std::abs(edges.front()), std::abs(edges.back()));
  for (std::size_t i = 0; i < edges.size(); ++i) {
    // Product and sum round once each, in either program.
    EXPECT_NEAR(actual.edges[i], edges[i], 4.0 * 0x1p-53 * largest) << i;
  }
}

void expect_goldens(const std::vector<Golden>& goldens) {
  for (const Golden& golden : goldens) {
    for (const auto& expected : golden.expected["histograms"]) {
      SCOPED_TRACE(golden.name + ", bins " + expected["bins"].dump() + " over " +
                   expected["range"].dump());
      const auto bins = expected["bins"].get<std::int64_t>();
      const auto& range = expected["range"];
      expect_histogram(NORMSCOPE_VALUE_OR_FAIL(
                           range.is_null() ? histogram(golden.values, bins)
                                           : histogram(golden.values, bins, range[0], range[1])),
                       expected);
    }
    if (golden.expected.contains("automatic")) {
      SCOPED_TRACE(golden.name + ", automatic");
      expect_histogram(NORMSCOPE_VALUE_OR_FAIL(automatic_histogram(golden.values)),
                       golden.expected["automatic"]);
    }
  }
}

TEST(Histogram, EqualsNumpy) {
  expect_goldens(small_goldens());
  expect_goldens(large_goldens());
}

TEST(Histogram, ChangedValuesAreCountedAgain) {
  std::vector<float> values = {0, 1, 2.5F, 4, kNan, 3, 3.5F};
  Histogram histogram_of_all = NORMSCOPE_VALUE_OR_FAIL(histogram(values, 8, 0, 4));
  const std::vector<float> before(values.begin() + 1, values.begin() + 6);
  const std::vector<float> after = {0.2F, kInf, 9, 4, 2.5F};
  std::ranges::copy(after, values.begin() + 1);
  count(before, -1, histogram_of_all);
  count(after, 1, histogram_of_all);
  const Histogram fresh = NORMSCOPE_VALUE_OR_FAIL(histogram(values, 8, 0, 4));
  EXPECT_EQ(histogram_of_all.counts, fresh.counts);
  EXPECT_EQ(histogram_of_all.outside, 1);
  EXPECT_EQ(histogram_of_all.left_out, 1);
}

TEST(Histogram, JoinedBinsKeepTheirCounts) {
  const std::vector<float> values = {0, 1, 2.5F, 4, 3, 3.5F, kNan, 7};
  const Histogram fine = NORMSCOPE_VALUE_OR_FAIL(histogram(values, 16, 0, 4));
  const Histogram bars = joined(fine, 4);
  const Histogram direct = NORMSCOPE_VALUE_OR_FAIL(histogram(values, 4, 0, 4));
  EXPECT_EQ(bars.counts, direct.counts);
  EXPECT_EQ(bars.edges, direct.edges);
  EXPECT_EQ(bars.outside, 1);
  EXPECT_EQ(bars.left_out, 1);
  EXPECT_EQ(joined(fine, 1).counts, fine.counts);
  EXPECT_TRUE(joined(Histogram{}, 3).edges.empty());
}

TEST(Histogram, ClosesTheLastBinOnly) {
  const std::vector<float> values = {0.0F, 1.0F, 1.0F, 2.0F, 2.5F, -1.0F};
  const auto h = NORMSCOPE_VALUE_OR_FAIL(histogram(values, 2, 0.0, 2.0));
  EXPECT_EQ(h.edges, (std::vector<double>{0.0, 1.0, 2.0}));
  EXPECT_EQ(h.counts, (std::vector<std::int64_t>{1, 3}));
  EXPECT_EQ(h.outside, 2);
  EXPECT_EQ(h.left_out, 0);
}

TEST(Histogram, LeavesOutWhatIsNotFiniteAndSaysSo) {
  const std::vector<float> values = {kNan, 0.0F, kInf, 1.0F, -kInf};
  for (const auto& h : {NORMSCOPE_VALUE_OR_FAIL(histogram(values, 2)),
                        NORMSCOPE_VALUE_OR_FAIL(histogram(values, 2, 0.0, 1.0))}) {
    EXPECT_EQ(h.counts, (std::vector<std::int64_t>{1, 1}));
    EXPECT_EQ(h.left_out, 3);
    EXPECT_EQ(h.outside, 0);
  }
}

TEST(Histogram, OfNothingHasNoBins) {
  const std::vector<float> values = {kNan, kInf};
  for (const auto& h : {NORMSCOPE_VALUE_OR_FAIL(histogram(values, 4)),
                        NORMSCOPE_VALUE_OR_FAIL(automatic_histogram(values))}) {
    EXPECT_TRUE(h.edges.empty());
    EXPECT_TRUE(h.counts.empty());
    EXPECT_EQ(h.left_out, 2);
  }
  EXPECT_TRUE(NORMSCOPE_VALUE_OR_FAIL(automatic_histogram({})).edges.empty());
}

TEST(Histogram, OfEqualValuesIsAsWideAsOne) {
  const std::vector<float> values(5, 3.0F);
  const auto one = NORMSCOPE_VALUE_OR_FAIL(automatic_histogram(values));
  EXPECT_EQ(one.edges, (std::vector<double>{2.5, 3.5}));
  EXPECT_EQ(one.counts, (std::vector<std::int64_t>{5}));
  const auto two = NORMSCOPE_VALUE_OR_FAIL(histogram(values, 2));
  EXPECT_EQ(two.edges, (std::vector<double>{2.5, 3.0, 3.5}));
  EXPECT_EQ(two.counts, (std::vector<std::int64_t>{0, 5}));
}

TEST(Histogram, OfEqualLargeValuesStillHasBins) {
  const std::vector<float> values(5, -1e30F);
  const auto h = NORMSCOPE_VALUE_OR_FAIL(histogram(values, 1000));
  EXPECT_EQ(std::accumulate(h.counts.begin(), h.counts.end(), std::int64_t{0}), 5);
  EXPECT_LT(h.edges.front(), -1e30);
}

TEST(Histogram, FallsBackWhereTheQuartilesMeet) {
  std::vector<float> values(30, 3.0F);
  values.push_back(4.0F);
  values.push_back(-2.0F);
  const auto h = NORMSCOPE_VALUE_OR_FAIL(automatic_histogram(values));
  EXPECT_EQ(h.counts.size(), 6U);  // Sturges: log2(32) + 1
}

TEST(Histogram, IsNotBlownUpByAnOutlier) {
  auto values = normal_values(1, 1000);
  values.push_back(1e9F);
  const auto h = NORMSCOPE_VALUE_OR_FAIL(automatic_histogram(values));
  EXPECT_EQ(h.counts.size(), 1024U);
  EXPECT_EQ(h.counts.front(), 1000);
  EXPECT_EQ(h.counts.back(), 1);
}

TEST(Histogram, CountedValuesHaveTheSameAutomaticBins) {
  std::mt19937 bits(3);
  std::normal_distribution<float> normal;
  std::vector<float> values(3000);
  for (float& value : values) value = normal(bits);
  // Few bins, many, and one that holds nearly all.
  for (const float outlier : {0.0F, 40.0F, 1e6F}) {
    values[7] = outlier;
    const auto expected = NORMSCOPE_VALUE_OR_FAIL(automatic_histogram(values));
    for (const std::int64_t bins : {1, 5, 512, 51'200}) {
      const auto counts = NORMSCOPE_VALUE_OR_FAIL(histogram(values, bins));
      EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(automatic_bins(values, counts)),
                static_cast<std::int64_t>(expected.counts.size()))
          << outlier << ", " << bins;
    }
  }
}

TEST(Histogram, RefusesRangesAndBinsThatMakeNone) {
  const std::vector<float> values = {0.0F, 1.0F};
  const auto kind = [&](std::int64_t bins, double low, double high) {
    const auto result = histogram(values, bins, low, high);
    return result ? std::optional<ErrorKind>() : result.error().kind;
  };
  EXPECT_EQ(kind(0, 0.0, 1.0), ErrorKind::kInvalidArgument);
  EXPECT_EQ(kind((1 << 20) + 1, 0.0, 1.0), ErrorKind::kTooLarge);
  EXPECT_EQ(kind(2, 1.0, 0.0), ErrorKind::kInvalidArgument);
  EXPECT_EQ(kind(2, std::nan(""), 0.0), ErrorKind::kInvalidArgument);
  EXPECT_EQ(kind(2, 0.0, std::numeric_limits<double>::infinity()), ErrorKind::kInvalidArgument);
  EXPECT_EQ(kind(2, -1.7e308, 1.7e308), ErrorKind::kInvalidArgument);
  EXPECT_EQ(kind(3, 1.0, 1.0 + 0x1p-52), ErrorKind::kInvalidArgument);
  EXPECT_FALSE(histogram(values, 0));
  EXPECT_EQ(histogram(values, 0).error().sentence, "a histogram needs at least 1 bin, but got 0");
}

RC_GTEST_PROP(Histogram, CountsByItsEdges, ()) {
  // Tenths, so that many values meet an edge or miss it by a rounding.
  const auto values = *rc::gen::container<std::vector<float>>(
      rc::gen::map(rc::gen::inRange(-60, 61), [](int x) { return static_cast<float>(x) / 10.0F; }));
  const auto bins = *rc::gen::inRange<std::int64_t>(1, 60);
  const double low = *rc::gen::inRange(-50, 0) / 10.0;
  const double high = *rc::gen::inRange(1, 50) / 10.0;
  const auto h = NORMSCOPE_VALUE_OR_FAIL(histogram(values, bins, low, high));
  std::int64_t total = h.outside + h.left_out;
  for (std::size_t bin = 0; bin < h.counts.size(); ++bin) {
    const bool last = bin + 1 == h.counts.size();
    const auto inside = std::count_if(values.begin(), values.end(), [&](float value) {
      const auto x = static_cast<double>(value);
      return x >= h.edges[bin] && (x < h.edges[bin + 1] || (last && x == h.edges[bin + 1]));
    });
    RC_ASSERT(h.counts[bin] == inside);
    total += h.counts[bin];
  }
  RC_ASSERT(total == static_cast<std::int64_t>(values.size()));
}

}  // namespace histogram_test
}  // namespace normscope::stats
