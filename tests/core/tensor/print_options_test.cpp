// SPDX-License-Identifier: MIT
// The profiles of print options, and the bounds of each option.
#include "core/tensor/print_options.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/base/limits.hpp"
#include "core/tensor/print.hpp"
#include "tests/support/support.hpp"

namespace normscope::tensor {
namespace {

TEST(PrintOptions, PresetsByName) {
  EXPECT_EQ(base::value_of<PrintOptions>(kPrintProfiles, "default"), PrintOptions{});
  const auto brief = *base::value_of<PrintOptions>(kPrintProfiles, "short");
  EXPECT_EQ(brief.precision, 2);
  EXPECT_EQ(brief.threshold, 1000);
  EXPECT_EQ(brief.edge_items, 2);
  EXPECT_EQ(brief.line_width, 80);
  const auto full = *base::value_of<PrintOptions>(kPrintProfiles, "full");
  EXPECT_EQ(full.threshold, kNoThreshold);
  EXPECT_EQ(full.edge_items, 3);
  EXPECT_FALSE(base::value_of<PrintOptions>(kPrintProfiles, "tiny"));
  EXPECT_EQ(base::list_names<PrintOptions>(kPrintProfiles), "default, short, full");
}

TEST(PrintOptions, TheFullPresetPrintsEveryElement) {
  const auto x = *Tensor::full({3000}, 1.0F);
  const auto text = to_torch_text(x, *base::value_of<PrintOptions>(kPrintProfiles, "full"));
  EXPECT_EQ(std::ranges::count(text, '1'), 3000);
}

TEST(PrintOptions, OutsideTheBoundsAreTakenAtTheBound) {
  constexpr auto kLargest = std::numeric_limits<std::int64_t>::max();
  constexpr auto kLowest = std::numeric_limits<std::int64_t>::lowest();
  const auto x = testing::make({2, 2}, {0.1F, 0.2F, 0.3F, 0.4F});
  const PrintOptions low{
      .precision = -7, .threshold = kLowest, .edge_items = kLowest, .line_width = kLowest};
  EXPECT_EQ(to_torch_text(x, low, "requires_grad=True"),
            to_torch_text(x, within_bounds(low), "requires_grad=True"));
  EXPECT_EQ(within_bounds(low).precision, 0);
  EXPECT_EQ(within_bounds(low).edge_items, 1);
  const PrintOptions high{.precision = 2'000'000'000,
                          .threshold = kLargest,
                          .edge_items = kLargest,
                          .line_width = kLargest,
                          .sci_mode = false};
  EXPECT_EQ(within_bounds(high).precision, kMaxPrecision);
  // Four numbers of "0." and 1074 digits, all digits beyond the exact ones zero.
  const auto text = to_torch_text(x, high);
  EXPECT_GT(text.size(), 4U * kMaxPrecision);
  EXPECT_EQ(std::ranges::count(text, '\n'), 1);
}

// The longest text there is: the largest float32 with all digits after the point.
TEST(PrintOptions, TheLargestPrecisionFitsTheLargestValue) {
  const float largest = std::numeric_limits<float>::max();
  const auto text = to_torch_text(testing::make({2}, {-largest, 0.5F}),
                                  {.precision = kMaxPrecision, .sci_mode = false});
  const std::string digits = "-340282346638528859811704183484516925440." +
                             std::string(static_cast<std::size_t>(kMaxPrecision), '0');
  EXPECT_NE(text.find(digits), std::string::npos);
}

}  // namespace
}  // namespace normscope::tensor
