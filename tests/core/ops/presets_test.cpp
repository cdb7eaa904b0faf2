// SPDX-License-Identifier: MIT
// The ten presets, and the result of each for the row 1 0 0 0, whose mean is 1/4 and whose squared
// deviations sum to 3/4.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

#include "core/ops/presets.hpp"
#include "core/ops/reference.hpp"

namespace normscope::ops {
namespace {

TEST(Zoo, HasTenRowsWithUniqueIds) {
  std::set<std::string_view> ids;
  std::set<std::string_view> names;
  for (const Preset& preset : presets()) {
    EXPECT_TRUE(ids.insert(preset.id).second) << preset.id;
    EXPECT_TRUE(names.insert(preset.name).second) << preset.name;
    EXPECT_EQ(preset.id, std::string("V").append(std::to_string(ids.size())));
    EXPECT_FALSE(preset.where.empty());
    EXPECT_EQ(find_preset(preset.id), &preset);
  }
  EXPECT_EQ(presets().size(), 10U);
  EXPECT_EQ(find_preset("V11"), nullptr);
  EXPECT_EQ(find_preset(""), nullptr);
  EXPECT_EQ(find_preset("v3"), nullptr);
}

TEST(Zoo, NoTwoPresetsAreTheSame) {
  for (const Preset& a : presets()) {
    for (const Preset& b : presets()) EXPECT_EQ(a.options == b.options, &a == &b) << a.id << b.id;
  }
}

TEST(Zoo, EachPresetByItsClosedForm) {
  struct Row {
    std::string_view id;
    double one;   // the result for the 1
    double zero;  // the result for each 0
  };
  const double biased = 0.75 / 4;
  const auto centred = [](std::string_view id, double divisor) {
    return Row{id, 0.75 / divisor, -0.25 / divisor};
  };
  const std::vector<Row> rows{
      {"V1", 0.25, 0.25},
      centred("V2", std::sqrt(0.75 / 3)),
      centred("V3", std::sqrt(biased + 1e-5)),
      centred("V4", std::sqrt(biased + 1e-5)),
      centred("V5", std::sqrt(biased) + 1e-5),
      centred("V6", std::sqrt(0.75 / 3) + 1e-6),
      centred("V7", std::sqrt(biased + 1e-3)),
      centred("V8", std::sqrt(0.75 / (4 + 1e-5))),
      {"V9", 1, 0},
      {"V10", 1 / std::sqrt(0.25 + 1e-6), 0},
  };
  ASSERT_EQ(rows.size(), presets().size());
  const std::vector<float> x{1, 0, 0, 0};
  for (const Row& row : rows) {
    const auto plan = plan_norm({4}, find_preset(row.id)->options);
    ASSERT_TRUE(plan.has_value());
    std::vector<double> y(4);
    reference_norm(*plan, 0, std::span<const float>(x), {}, {}, y);
    // Some ten roundings of double.
    EXPECT_NEAR(y[0], row.one, 1e-15 * 10) << row.id;
    for (std::size_t k = 1; k < 4; ++k) EXPECT_NEAR(y[k], row.zero, 1e-15 * 10) << row.id;
  }
}

}  // namespace
}  // namespace normscope::ops
