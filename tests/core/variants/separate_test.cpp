// SPDX-License-Identifier: MIT
// The smallest input that separates two operations. All 45 pairs of presets stand in a table, and
// are searched a second time by plain formulas over plainly sorted inputs.
#include "core/variants/separate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <tuple>

#include "core/ops/presets.hpp"
#include "tests/core/variants/plain_formulas.hpp"
#include "tests/support/support.hpp"

namespace normscope::variants {
namespace {

using ops::find_preset;
using tensor::Shape;
using testing::make;

using Row = std::vector<float>;
using enum Visibility;

struct Expected {
  std::string_view a;
  std::string_view b;
  Visibility visibility;
  Row input;
};

const std::vector<Expected>& presets_table() {
  static const std::vector<Expected> table{
      {"V1", "V2", kFourDecimals, {1, 0}},
      {"V1", "V3", kFourDecimals, {1}},
      {"V1", "V4", kFourDecimals, {1}},
      {"V1", "V5", kFourDecimals, {1}},
      {"V1", "V6", kFourDecimals, {1, 0}},
      {"V1", "V7", kFourDecimals, {1}},
      {"V1", "V8", kFourDecimals, {1, 0}},
      {"V1", "V9", kFourDecimals, {1, 0}},
      {"V1", "V10", kFourDecimals, {2}},
      {"V2", "V3", kFourDecimals, {1, 0}},
      {"V2", "V4", kFourDecimals, {1, 0}},
      {"V2", "V5", kFourDecimals, {1, 0}},
      {"V2", "V6", kNotFinite, {0, 0}},  // 0 / 0 without eps
      {"V2", "V7", kFourDecimals, {1, 0}},
      {"V2", "V8", kFourDecimals, {1, 0}},
      {"V2", "V9", kFourDecimals, {1, 0}},
      {"V2", "V10", kFourDecimals, {1, 0}},
      {"V3", "V4", kRounding, {10001, 10000}},
      {"V3", "V5", kMoreDigits, {1, -1}},  // at [1, 0] both are 1 - 2e-5
      {"V3", "V6", kFourDecimals, {1, 0}},
      {"V3", "V7", kFourDecimals, {1, 0}},
      {"V3", "V8", kNotFinite, {0}},
      {"V3", "V9", kFourDecimals, {1}},
      {"V3", "V10", kFourDecimals, {1}},
      {"V4", "V5", kMoreDigits, {1, -1}},
      {"V4", "V6", kFourDecimals, {1, 0}},
      {"V4", "V7", kFourDecimals, {1, 0}},
      {"V4", "V8", kNotFinite, {0}},
      {"V4", "V9", kFourDecimals, {1}},
      {"V4", "V10", kFourDecimals, {1}},
      {"V5", "V6", kFourDecimals, {1, 0}},
      {"V5", "V7", kFourDecimals, {1, 0}},
      {"V5", "V8", kNotFinite, {0}},
      {"V5", "V9", kFourDecimals, {1}},
      {"V5", "V10", kFourDecimals, {1}},
      {"V6", "V7", kFourDecimals, {1, 0}},
      {"V6", "V8", kFourDecimals, {1, 0}},
      {"V6", "V9", kFourDecimals, {1, 0}},
      {"V6", "V10", kFourDecimals, {1, 0}},
      {"V7", "V8", kFourDecimals, {1, 0}},
      {"V7", "V9", kFourDecimals, {1}},
      {"V7", "V10", kFourDecimals, {1}},
      {"V8", "V9", kFourDecimals, {1, 0}},
      {"V8", "V10", kFourDecimals, {1, 0}},
      {"V9", "V10", kFourDecimals, {2}},
  };
  return table;
}

Separation separated(const compute::Operation& a, const compute::Operation& b) {
  return NORMSCOPE_VALUE_OR_FAIL(separate(a, b));
}

Row values_of(const tensor::Tensor& values) {
  return {values.values().begin(), values.values().end()};
}

// The outputs of a separation are those of the plain formula, and say what it says they show.
void expect_true(const Separation& found, const Expected& pair) {
  const std::vector<double> row(found.input->values().begin(), found.input->values().end());
  for (const auto& [id, output] : {std::pair(pair.a, &found.a), std::pair(pair.b, &found.b)}) {
    const auto plain = testing::plain_preset(id, row);
    for (std::size_t k = 0; k < row.size(); ++k) {
      const float value = output->values()[k];
      if (std::isnan(plain[k])) {
        EXPECT_TRUE(std::isnan(value));
      } else {
        // Outputs up to 2, rounded by each of at most ten steps to half an ULP, 2^-24.
        EXPECT_NEAR(value, plain[k], 10 * std::ldexp(1.0, -24)) << id;
      }
    }
  }
  switch (pair.visibility) {
    case kFourDecimals:
      EXPECT_GT(found.difference.absolute, 1e-4);
      EXPECT_EQ(found.difference.not_finite, 0);
      break;
    case kNotFinite:
      EXPECT_GT(found.difference.not_finite, 0);
      break;
    default:
      EXPECT_LE(found.difference.absolute, 1e-4);
      EXPECT_GT(found.difference.ulps, 16.0);
  }
}

TEST(Separate, AllPairsOfPresetsAreInTheTable) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < ops::presets().size(); ++i) {
    for (std::size_t j = i + 1; j < ops::presets().size(); ++j, ++at) {
      ASSERT_LT(at, presets_table().size());
      EXPECT_EQ(presets_table()[at].a, ops::presets()[i].id);
      EXPECT_EQ(presets_table()[at].b, ops::presets()[j].id);
    }
  }
  EXPECT_EQ(at, 45U);
}

TEST(Separate, EveryPairOfPresets) {
  for (const Expected& pair : presets_table()) {
    const auto start = std::chrono::steady_clock::now();
    const Separation found = separated(find_preset(pair.a)->options, find_preset(pair.b)->options);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    std::printf("%3s %3s %8.1f ms  %s\n", pair.a.data(), pair.b.data(), time.count(),
                found.sentence.c_str());
    SCOPED_TRACE(::testing::Message() << pair.a << " and " << pair.b);
    EXPECT_EQ(name_of(visibility_names(), found.visibility),
              name_of(visibility_names(), pair.visibility));
    ASSERT_TRUE(found.input);
    EXPECT_EQ(found.input->shape(), (Shape{1, static_cast<std::int64_t>(pair.input.size())}));
    EXPECT_EQ(values_of(*found.input), pair.input);
    EXPECT_EQ(found.same_on_paper, pair.visibility == kRounding);
    if (pair.visibility != kRounding) expect_true(found, pair);
  }
}

// All rows of 1 to 6 integers from -8 to 8 up to permutation, sorted by what makes a row small.
std::vector<std::vector<double>> rows_smallest_first() {
  std::vector<std::vector<double>> rows;
  std::vector<std::vector<double>> last{{}};
  for (int size = 1; size <= 6; ++size) {
    std::vector<std::vector<double>> longer;
    for (const auto& row : last) {
      for (int value = -8; value <= (row.empty() ? 8 : static_cast<int>(row.back())); ++value) {
        longer.push_back(row);
        longer.back().push_back(value);
      }
    }
    rows.insert(rows.end(), longer.begin(), longer.end());
    last = std::move(longer);
  }
  std::vector<std::pair<std::vector<double>, std::vector<double>>> keyed;
  for (auto& row : rows) {
    double largest = 0;
    double sum = 0;
    for (const double value : row) {
      largest = std::max(largest, std::abs(value));
      sum += std::abs(value);
    }
    std::vector<double> key{static_cast<double>(row.size()), largest, sum};
    for (const double value : row) key.push_back(-value);
    keyed.emplace_back(std::move(key), std::move(row));
  }
  std::ranges::sort(keyed);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = std::move(keyed[i].second);
  return rows;
}

// What plain double outputs show, by the thresholds of the header.
Visibility plainly_shown(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  double ulps = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (std::isfinite(a[k]) != std::isfinite(b[k])) return kNotFinite;
    if (!std::isfinite(a[k])) continue;
    const double difference = std::abs(a[k] - b[k]);
    if (difference <= largest) continue;
    largest = difference;
    const double magnitude = std::max({1.0, std::abs(a[k]), std::abs(b[k])});
    ulps = difference / std::exp2(std::floor(std::log2(magnitude)) - 23);
  }
  if (largest > 1e-4) return kFourDecimals;
  return ulps > 16 ? kMoreDigits : kNone;
}

TEST(Separate, NoSmallerInputSeparatesAnyPairOfPresets) {
  const auto rows = rows_smallest_first();
  ASSERT_EQ(rows.size(), 100946U);  // (17 + n - 1 over n) for n = 1 to 6
  const std::size_t count = ops::presets().size();
  // For each pair and visibility the first row.
  std::map<std::tuple<std::size_t, std::size_t, Visibility>, std::size_t> first;
  for (std::size_t at = 0; at < rows.size(); ++at) {
    std::vector<std::vector<double>> outputs;
    for (const auto& preset : ops::presets()) {
      outputs.push_back(testing::plain_preset(preset.id, rows[at]));
    }
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = i + 1; j < count; ++j) {
        first.try_emplace({i, j, plainly_shown(outputs[i], outputs[j])}, at);
      }
    }
  }
  const auto index = [](std::string_view id) {
    return static_cast<std::size_t>(find_preset(id) - ops::presets().data());
  };
  for (const Expected& pair : presets_table()) {
    SCOPED_TRACE(::testing::Message() << pair.a << " and " << pair.b);
    Visibility best = kNone;
    for (const Visibility visibility : {kMoreDigits, kNotFinite, kFourDecimals}) {
      if (first.contains({index(pair.a), index(pair.b), visibility})) best = visibility;
    }
    if (pair.visibility == kRounding) {
      EXPECT_EQ(best, kNone);
      continue;
    }
    ASSERT_EQ(best, pair.visibility);
    const auto& row = rows[first.at({index(pair.a), index(pair.b), best})];
    EXPECT_EQ(Row(row.begin(), row.end()), pair.input);
  }
}

TEST(Separate, TheSentenceHoldsTheAnswer) {
  const auto sentence = [](std::string_view a, std::string_view b) {
    return separated(find_preset(a)->options, find_preset(b)->options).sentence;
  };
  EXPECT_EQ(
      sentence("V3", "V6"),
      "[1, 0] separates them: it gives [1.0000, -1.0000] with A and [0.7071, -0.7071] with B");
  EXPECT_EQ(sentence("V3", "V3"), "they are the same operation");
  EXPECT_TRUE(sentence("V3", "V4")
                  .starts_with("on paper they are the same; in float32 they part "
                               "where the numbers are far from zero: "
                               "[10001, 10000] gives"));
  EXPECT_NE(sentence("V2", "V6").find("[nan, nan]"), std::string::npos);
  EXPECT_NE(sentence("V3", "V5").find("[0.9999950, -0.9999950]"), std::string::npos);
}

TEST(Separate, WhatIsTheSameOnPaperIsNotSearched) {
  ops::NormOptions welford;
  welford.algorithm = ops::VarianceAlgorithm::kWelford;
  const Separation found = separated(welford, ops::NormOptions{});
  EXPECT_TRUE(found.same_on_paper);
  EXPECT_EQ(found.inputs_searched, 0);
  EXPECT_EQ(found.visibility, kNone);
  EXPECT_EQ(found.sentence,
            "on paper they are the same, and in float32 an offset of up to ten million does not "
            "part them");
}

TEST(Separate, ADifferenceBelowRoundingIsNotFound) {
  ops::NormOptions nearly;
  nearly.epsilon = 1.0001e-5;
  const Separation found = separated(ops::NormOptions{}, nearly);
  EXPECT_EQ(found.visibility, kNone);
  EXPECT_FALSE(found.input);
  EXPECT_FALSE(found.same_on_paper);
  EXPECT_EQ(found.inputs_searched, 100946);
  // At [1, 0, 0, 0, 0, 0], where the variance is smallest: 1e-9 / (2 * 5 / 36) of sqrt(5).
  EXPECT_NE(found.sentence.find("of 100946 inputs none makes their exact results differ by more "
                                "than 8e-09"),
            std::string::npos)
      << found.sentence;
}

TEST(Separate, Softmax) {
  ops::SoftmaxOptions warm;
  warm.temperature = 2;
  const Separation temperature = separated(ops::SoftmaxOptions{}, warm);
  EXPECT_EQ(values_of(*temperature.input), (Row{1, 0}));
  // 1 / (1 + e^-1) = 0.7310586, 1 / (1 + e^-0.5) = 0.6224593
  EXPECT_NEAR(temperature.a.values()[0], 0.7310586F, 2e-7F);
  EXPECT_NEAR(temperature.b.values()[0], 0.6224593F, 2e-7F);

  ops::SoftmaxOptions log;
  log.log = true;
  EXPECT_EQ(values_of(*separated(ops::SoftmaxOptions{}, log).input), (Row{0}));
  EXPECT_EQ(values_of(*separated(ops::SoftmaxOptions{}, ops::NormOptions{}).input), (Row{0}));

  // exp overflows float32 above 88.7, so that naive gives inf / inf.
  ops::SoftmaxOptions naive;
  naive.algorithm = ops::SoftmaxAlgorithm::kNaive;
  const Separation overflow = separated(ops::SoftmaxOptions{}, naive);
  EXPECT_EQ(overflow.visibility, kRounding);
  EXPECT_EQ(values_of(*overflow.input), (Row{101, 100}));
  EXPECT_TRUE(std::isnan(overflow.b.values()[0]));
}

TEST(Separate, DimensionsNeedMoreThanARow) {
  ops::SoftmaxOptions columns;
  columns.dim = 0;
  const Separation found = separated(columns, ops::SoftmaxOptions{});
  EXPECT_EQ(found.input->shape(), (Shape{1, 2}));  // columns of one number give 1
  EXPECT_EQ(values_of(found.a), (Row{1, 1}));
  EXPECT_EQ(values_of(found.b), (Row{0.5, 0.5}));

  ops::NormOptions planes;
  planes.normalized_shape = {4, 5};
  const Separation planar = separated(planes, ops::NormOptions{});
  EXPECT_EQ(planar.input->shape(), (Shape{2, 1}));
  EXPECT_EQ(values_of(*planar.input), (Row{1, 0}));
  EXPECT_EQ(values_of(planar.b), (Row{0, 0}));

  ops::SoftmaxOptions outermost;
  outermost.dim = -3;
  ops::SoftmaxOptions warm = outermost;
  warm.temperature = 2;
  EXPECT_EQ(separated(outermost, warm).input->shape(), (Shape{2, 1, 1}));
}

TEST(Separate, NormalizationsWithChannels) {
  const auto of_kind = [](ops::Normalization kind, std::int64_t groups = 1) {
    ops::NormOptions options;
    options.kind = kind;
    options.groups = groups;
    return options;
  };
  using enum ops::Normalization;
  // A batch norm's group is a column, a layer norm's a row.
  const Separation batch = separated(of_kind(kBatchNorm), of_kind(kLayerNorm));
  EXPECT_EQ(batch.input->shape(), (Shape{1, 2}));
  EXPECT_EQ(values_of(*batch.input), (Row{1, 0}));
  EXPECT_EQ(values_of(batch.a), (Row{0, 0}));

  for (const ops::Normalization kind : {kBatchNorm, kInstanceNorm, kGroupNorm}) {
    ops::NormOptions unbiased = of_kind(kind);
    unbiased.estimator = ops::VarianceEstimator::kUnbiased;
    const Separation found = separated(of_kind(kind), unbiased);
    EXPECT_EQ(found.visibility, kFourDecimals);
    EXPECT_EQ(values_of(*found.input), (Row{1, 0}));
    EXPECT_NEAR(found.b.values()[0], std::sqrt(0.5F), 1e-5F);  // eps takes 1e-5 of it
  }

  // Two groups of two channels: the second group stays 0.
  ops::NormOptions halves = of_kind(kGroupNorm, 2);
  ops::NormOptions unbiased = halves;
  unbiased.estimator = ops::VarianceEstimator::kUnbiased;
  const Separation found = separated(halves, unbiased);
  EXPECT_EQ(found.input->shape(), (Shape{1, 4}));
  EXPECT_EQ(values_of(*found.input), (Row{1, 0, 0, 0}));

  const Separation none = separated(of_kind(kGroupNorm, 7), of_kind(kLayerNorm));
  EXPECT_FALSE(none.input);
  EXPECT_EQ(none.sentence, "no input of up to 6 integers from -8 to 8 fits both");
}

TEST(Separate, TheSentenceNamesOnlyWhatWasSearched) {
  // Five groups need five channels, and a batch norm of one row is 0: of its 17^5 inputs those with
  // integers up to 5 are searched, 11^5.
  ops::NormOptions fifths;
  fifths.kind = ops::Normalization::kGroupNorm;
  fifths.groups = 5;
  ops::NormOptions batch;
  batch.kind = ops::Normalization::kBatchNorm;
  const Separation found = separated(fifths, batch);
  EXPECT_EQ(found.inputs_searched, 161051);
  EXPECT_EQ(found.sentence,
            "no input of up to 6 integers from -5 to 5 separates them: their exact results are the "
            "same on all 161051");
}

TEST(Separate, GroupsThatAreRowsAreLayerNorm) {
  ops::NormOptions group;
  group.kind = ops::Normalization::kGroupNorm;
  const Separation found = separated(group, ops::NormOptions{});
  EXPECT_FALSE(found.input);
  EXPECT_NE(found.sentence.find("exact results are the same on all "), std::string::npos)
      << found.sentence;
}

TEST(Separate, OptionsThatFitNoInputAreAnError) {
  ops::NormOptions negative;
  negative.epsilon = -1;
  EXPECT_FALSE(separate(negative, ops::NormOptions{}));
  EXPECT_FALSE(separate(ops::NormOptions{}, negative));
  ops::SoftmaxOptions cold;
  cold.temperature = 0;
  EXPECT_FALSE(separate(cold, ops::SoftmaxOptions{}));
  for (const std::int64_t dim :
       {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
    ops::SoftmaxOptions far;
    far.dim = dim;
    const auto failed = separate(far, ops::SoftmaxOptions{});
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().kind, base::ErrorKind::kInvalidArgument);
  }
}

TEST(Separate, AStopEndsTheSearch) {
  std::stop_source stop;
  stop.request_stop();
  const auto stopped =
      separate(find_preset("V3")->options, find_preset("V6")->options, stop.get_token());
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, base::ErrorKind::kCancelled);
}

TEST(Separate, EveryVisibilityHasAName) {
  for (const Visibility visibility : {kFourDecimals, kNotFinite, kMoreDigits, kRounding, kNone}) {
    EXPECT_FALSE(name_of(visibility_names(), visibility).empty());
  }
}

}  // namespace
}  // namespace normscope::variants
