// SPDX-License-Identifier: MIT
// Windows of a trace: a window is a part of the whole step, also where it extends beyond an edge,
// and a step that is too large to be kept is computed in the window.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/limits.hpp"
#include "tests/core/trace/goldens.hpp"
#include "tests/support/support.hpp"

namespace normscope::trace {
namespace {

constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();

// Every value of the matrix within the window, read one by one.
std::vector<float> picked(const tensor::Tensor& whole, std::int64_t columns, const Window& window) {
  std::vector<float> values;
  for (std::int64_t at = 0; at < whole.size(); ++at) {
    const std::int64_t row = at / columns;
    const std::int64_t column = at % columns;
    // Differences instead of sums: a count may be the largest number there is.
    if (row >= window.row && row - window.row < window.rows && column >= window.column &&
        column - window.column < window.columns) {
      values.push_back(whole.values()[static_cast<std::size_t>(at)]);
    }
  }
  return values;
}

TEST(TraceWindow, IsAPieceOfTheWhole) {
  const TensorRef parameter = goldens::sequence({8}, 2);
  const auto trace = NORMSCOPE_VALUE_OR_FAIL(
      trace_norm(goldens::sequence({4, 3, 8}, 1), parameter, parameter, {}));
  const std::vector<Window> windows{{0, 12, 0, 8},  {3, 2, 1, 4},       {11, 1, 7, 1},
                                    {10, 9, 6, 9},  {12, 1, 0, 8},      {0, 12, 8, 1},
                                    {0, 0, 0, 8},   {0, kAll, 0, kAll}, {5, kAll, 3, kAll},
                                    {-2, 4, -3, 5}, {-5, 5, 0, 8},      {-1, kAll, -1, kAll}};
  for (std::size_t step = 0; step < trace.steps().size(); ++step) {
    const auto index = static_cast<int>(step);
    const auto whole = NORMSCOPE_VALUE_OR_FAIL(trace.whole(index));
    for (const Window& window : windows) {
      EXPECT_EQ(trace.window(index, window), picked(whole, whole.shape().back(), window))
          << trace.steps()[step].name << " from " << window.row << ", " << window.column;
    }
  }
}

TEST(TraceWindow, OfAStatisticIsAColumn) {
  const auto trace =
      NORMSCOPE_VALUE_OR_FAIL(trace_norm(goldens::sequence({4, 3, 8}, 1), nullptr, nullptr, {}));
  EXPECT_EQ(trace.window(trace.find("mean"), {0, 12, 0, 8}).size(), 12U);
}

TEST(TraceWindow, OfASingleNumber) {
  const auto x = std::make_shared<const tensor::Tensor>(testing::make({}, {2.0F}));
  const auto trace = NORMSCOPE_VALUE_OR_FAIL(trace_softmax(x, {}));
  EXPECT_EQ(trace.window(trace.find("output"), {0, 1, 0, 1}), std::vector<float>{1.0F});
}

class LargeTrace : public ::testing::Test {
 protected:
  // One row above the bound; a value of the square is enough to tell the groups apart.
  static constexpr std::int64_t kColumns = 1024;
  static constexpr std::int64_t kRows = base::kWholeStepElements / kColumns + 1;

  static tensor::Tensor piece(const TensorRef& x, std::int64_t row) {
    const auto from = x->values().subspan(static_cast<std::size_t>(row * kColumns), kColumns);
    return testing::make({1, kColumns}, {from.begin(), from.end()});
  }
};

TEST_F(LargeTrace, IsNotKeptWholeAndYetRightWhereItIsLookedAt) {
  const TensorRef x = goldens::sequence({kRows, kColumns}, 3);
  const TensorRef gamma = goldens::sequence({kColumns}, 4);
  const TensorRef beta = goldens::sequence({kColumns}, 5);
  const auto trace = NORMSCOPE_VALUE_OR_FAIL(trace_norm(x, gamma, beta, {}));
  const std::int64_t row = kRows - 1;
  // Rows are independent, so the last row's trace equals that of a tensor of only this row, whose
  // mean PyTorch reduces in the same order.
  const auto alone = NORMSCOPE_VALUE_OR_FAIL(
      trace_norm(std::make_shared<const tensor::Tensor>(piece(x, row)), gamma, beta, {}));
  for (const int index : trace.program().main_steps()) {
    const auto step = static_cast<std::size_t>(index);
    EXPECT_EQ(trace.window(index, {row, 5, 0, kAll}), alone.window(index, {0, 1, 0, kAll}))
        << trace.steps()[step].name;
    const bool stored = index == 0 || trace.steps()[step].shape.back() == 1;
    const auto whole = trace.whole(index);
    EXPECT_EQ(whole.has_value(), stored) << trace.steps()[step].name;
    if (whole) continue;
    EXPECT_EQ(whole.error().kind, base::ErrorKind::kTooLarge);
    EXPECT_EQ(whole.error().sentence, "the step " + trace.steps()[step].name +
                                          " has 1049600 elements, and only steps of up to 1048576 "
                                          "are kept whole");
    EXPECT_FALSE(whole.error().hint.empty());
  }
}

TEST_F(LargeTrace, SoftmaxOverColumns) {
  const TensorRef x = goldens::sequence({kColumns, kRows}, 6);
  ops::SoftmaxOptions options;
  options.dim = 0;
  const auto trace = NORMSCOPE_VALUE_OR_FAIL(trace_softmax(x, options));
  const std::int64_t column = kRows - 1;
  const auto values = trace.window(trace.find("output"), {0, kAll, column, 1});
  ASSERT_EQ(values.size(), static_cast<std::size_t>(kColumns));
  double sum = 0;
  for (const float value : values) sum += static_cast<double>(value);
  // Each of 1024 shares is rounded three times (exp, sum, quotient), and the sum in float32.
  EXPECT_NEAR(sum, 1.0, 1024 * 0x1p-24);
}

TEST_F(LargeTrace, OneRowAtTheBoundIsKept) {
  const auto trace =
      NORMSCOPE_VALUE_OR_FAIL(trace_softmax(goldens::sequence({kRows - 1, kColumns}, 7), {}));
  EXPECT_TRUE(trace.whole(trace.find("output")).has_value());
}

}  // namespace
}  // namespace normscope::trace
