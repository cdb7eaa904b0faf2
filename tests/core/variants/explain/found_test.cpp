// SPDX-License-Identifier: MIT
// What is found beside the operations of compute, and what is not claimed: small inputs with their
// outputs, most of them printed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/ops/presets.hpp"
#include "tests/core/variants/explain/explain_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using tensor::Tensor;
using variants::Explanations;
using variants::Fit;
using variants::Known;
using variants::NumberFormat;

// Whole numbers whose softmax has few zeros.
Tensor whole() {
  return make({3, 4}, {2, 0, 1, 3, 1, 4, 2, 0, 3, 3, 1, 2});
}
Known decimals(int y, std::optional<int> x = {}) {
  return {.x = {.decimals = x}, .y = {.decimals = y}};
}
template <class Function>
Tensor mapped(const Tensor& x, Function function) {
  Tensor y = x;
  for (float& value : y.values()) value = static_cast<float>(function(static_cast<double>(value)));
  return y;
}
// Rounded to so many significant bits.
Tensor narrowed(const Tensor& x, int bits) {
  return mapped(x, [bits](double value) {
    if (value == 0) return value;
    const int exponent = std::ilogb(value) - bits + 1;
    return std::ldexp(std::nearbyint(std::ldexp(value, -exponent)), exponent);
  });
}
void expect_kind(const Explanations& answer, const std::string& kind, const std::string& words) {
  ASSERT_EQ(answer.verdict, Fit::kExplained) << text_of(answer);
  EXPECT_EQ(answer.ranked.front().kind, kind) << text_of(answer);
  EXPECT_NE(answer.sentence.find(words), std::string::npos) << answer.sentence;
  // What is said to be explained is within what is allowed.
  EXPECT_LE(answer.ranked.front().largest_error, 1.01 * answer.ranked.front().allowed_error);
}

TEST(ExplainNever, ClaimsAFunctionThatIsNoneOfOurs) {
  const Tensor x = make({3, 5}, {0.3F, -1.2F, 0.4F, 1.7F, -0.5F, 1.3F, 0.6F, -0.9F, 0.2F, -2.1F,
                                 0.8F, 0.2F, 1.5F, -0.4F, 0.9F});
  const auto relu = mapped(x, [](double v) { return std::max(v, 0.0); });
  const auto square = mapped(x, [](double v) { return v * v; });
  const auto swish = mapped(x, [](double v) { return v / (1 + std::exp(-v)); });
  for (const auto& [y, digits] : {std::pair(&relu, 1), std::pair(&square, 7), std::pair(&swish, 7),
                                  std::pair(&swish, 1), std::pair(&square, 2)}) {
    const auto answer = explained(x, printed(*y, digits), decimals(digits, 1));
    EXPECT_EQ(answer.verdict, Fit::kNotExplained) << text_of(answer);
    EXPECT_TRUE(answer.sentence.starts_with("Nothing explains these numbers")) << answer.sentence;
  }
  const auto tanh = mapped(x, [](double v) { return std::tanh(v); });
  const auto answer = explained(x, printed(tanh, 7), decimals(7, 1));
  EXPECT_EQ(answer.ranked.front().words, "DyT, alpha 1") << text_of(answer);
  EXPECT_EQ(answer.verdict, Fit::kExplained);
}

TEST(ExplainFinds, NarrowTypesByTypeAndByNumbers) {
  const Tensor x = normal(31, {4, 6});
  for (const char* preset : {"V3", "V10"}) {
    const compute::Operation truth = ops::find_preset(preset)->options;
    for (const int bits : {11, 8}) {
      const Tensor y = narrowed(output_of(truth, x), bits);
      const auto format = bits == 11 ? NumberFormat::kFloat16 : NumberFormat::kBfloat16;
      for (const Known& known : {Known{}, Known{.y = {.format = format}}}) {
        const auto answer = explained(x, y, known);
        EXPECT_EQ(answer.verdict, Fit::kExplained) << text_of(answer);
        EXPECT_EQ(answer.ranked.front().preset, preset) << text_of(answer);
        EXPECT_EQ(answer.y_format, format);
        EXPECT_NE(answer.sentence.find(bits == 11 ? " to float16" : " to bfloat16"),
                  std::string::npos)
            << answer.sentence;
      }
    }
  }
}

TEST(ExplainFinds, AllNumbersButAFew) {
  const Tensor x = make({4, 5}, {2, 4, 1, 7, 3, 5, 0, 3, 2, 9, 1, 8, 6, 2, 4, 7, 7, 0, 1, 5});
  const Tensor right = printed(output_of(ops::NormOptions{}, x), 6);
  Tensor one = right;
  one.values()[8] = 0.25F;
  const auto answer = explained(x, one, decimals(6));
  EXPECT_EQ(answer.verdict, Fit::kNotExplained);
  ASSERT_TRUE(answer.suspicion) << answer.sentence;
  EXPECT_EQ(answer.suspicion->explanation.preset, "V3");
  EXPECT_EQ(answer.suspicion->wrong, 1);
  EXPECT_EQ(answer.suspicion->places, std::vector<std::string>{"[1, 3]"});
  EXPECT_NE(answer.sentence.find("5e-07; a suspicion: layer norm"), std::string::npos)
      << answer.sentence;
  EXPECT_NE(answer.sentence.find("explains 19 of 20, not at [1, 3]"), std::string::npos);
  Tensor row = right;
  for (std::size_t k = 10; k < 15; ++k) row.values()[k] = x.values()[k];
  const auto rows = explained(x, row, decimals(6));
  ASSERT_TRUE(rows.suspicion) << rows.sentence;
  EXPECT_EQ(rows.suspicion->places, std::vector<std::string>{"[2, :]"});
  Tensor column = right;
  for (std::size_t k = 1; k < 20; k += 5) column.values()[k] = 0.125F * static_cast<float>(k);
  const auto columns = explained(x, column, decimals(6));
  ASSERT_TRUE(columns.suspicion) << columns.sentence;
  EXPECT_EQ(columns.suspicion->places, std::vector<std::string>{"[:, 1]"});
}

TEST(ExplainFinds, OtherSoftmaxes) {
  const Tensor x = whole();
  const auto softmax = [](const Tensor& logits) {
    return output_of(ops::SoftmaxOptions{}, logits);
  };
  const auto all = NORMSCOPE_VALUE_OR_FAIL(
      softmax(NORMSCOPE_VALUE_OR_FAIL(x.reshaped({1, 12}))).reshaped({3, 4}));
  const auto of_all = explained(x, printed(all, 6), decimals(6));
  expect_kind(of_all, "over-dimensions", "softmax over all dimensions, temperature 1 explains all");
  EXPECT_EQ(of_all.ranked.front().arguments, "softmax --dim 0,1");
  Tensor hidden = x;
  for (const std::size_t k : {1U, 2U, 3U, 6U, 7U, 11U}) {
    hidden.values()[k] = -std::numeric_limits<float>::infinity();
  }
  expect_kind(explained(x, printed(softmax(hidden), 6), decimals(6)), "causal", "causal softmax");
  hidden = x;
  hidden.values()[2] = -std::numeric_limits<float>::infinity();
  hidden.values()[5] = -std::numeric_limits<float>::infinity();
  expect_kind(explained(x, softmax(hidden)), "masked", "masked where the output is 0");
  expect_kind(explained(x, printed(softmax(softmax(x)), 6), decimals(6)), "softmax-twice",
              "softmax twice");
  expect_kind(explained(x, printed(output_of(ops::SoftmaxOptions{.sink = 0}, x), 6), decimals(6)),
              "", "sink 0");
  expect_kind(explained(x, mapped(x, [](double v) { return 1 / (1 + std::exp(-v)); })), "sigmoid",
              "sigmoid explains all");
  // Over the last two dimensions of three, at another temperature.
  const Tensor cube = normal(33, {2, 3, 4});
  const auto flat = NORMSCOPE_VALUE_OR_FAIL(cube.reshaped({2, 12}));
  const auto y = NORMSCOPE_VALUE_OR_FAIL(
      output_of(ops::SoftmaxOptions{.temperature = 0.5}, flat).reshaped({2, 3, 4}));
  expect_kind(explained(cube, y), "over-dimensions", "dimensions 1 and 2, temperature 0.5");
}

TEST(ExplainFinds, AMultipleBeforeAnEpsThatNobodyWrites) {
  const Tensor x = make({2, 2}, {5, 28, 12, 44});
  expect_kind(explained(x, mapped(x, [](double v) { return 0.75 * v; }), decimals(2)), "multiple",
              "the input times 0.75 explains all 4 numbers");
  const auto fresh = mapped(x, [](double v) { return v / std::sqrt(1.001); });
  const auto answer = explained(x, printed(fresh, 6), decimals(6));
  expect_kind(answer, "batch-norm-fresh", "fresh statistics (mean 0, variance 1), eps 0.001");
  EXPECT_NE(answer.sentence.find("the input times 0.9995004"), std::string::npos);
  for (const auto& other : answer.same_on_these_data) {
    EXPECT_EQ(other.words.find("eps 3"), std::string::npos) << other.words;
  }
}

TEST(ExplainFinds, AnAffineMapForEachChannel) {
  const Tensor x = make({3, 2}, {1, 2, 3, 5, 0, 4});
  Tensor y = x;
  for (std::size_t k = 0; k < 6; ++k) {
    const double value = static_cast<double>(x.values()[k]);
    y.values()[k] = static_cast<float>(k % 2 == 0 ? (value - 0.4) / std::sqrt(3.00001)
                                                  : (value - 2.5) / std::sqrt(0.60001));
  }
  const auto answer = explained(x, printed(y, 6), decimals(6));
  expect_kind(answer, "channel-lines", "an affine map for each channel");
  EXPECT_NEAR(answer.ranked.front().gamma->values()[1], 1 / std::sqrt(0.60001), 1e-5);
  // Two numbers of a channel are on a line whatever they are.
  const Tensor two = make({3, 2}, {1, 2, 3, 2, 0, 4});
  EXPECT_NE(explained(two, y).verdict, Fit::kExplained);
}

TEST(ExplainFinds, ChannelsThatAreLast) {
  // Group norm of (N, C, H, W) with its channels moved to the end.
  const Tensor x = normal(34, {2, 4, 3, 2});
  ops::NormOptions truth;
  truth.kind = ops::Normalization::kGroupNorm;
  truth.groups = 2;
  const Tensor y = output_of(truth, x);
  const auto last = [](const Tensor& from) {
    Tensor to = make({2, 3, 2, 4}, std::vector<float>(48));
    for (std::size_t n = 0; n < 2; ++n) {
      for (std::size_t c = 0; c < 4; ++c) {
        for (std::size_t s = 0; s < 6; ++s) {
          to.values()[n * 24 + s * 4 + c] = from.values()[n * 24 + c * 6 + s];
        }
      }
    }
    return to;
  };
  const auto answer = explained(last(x), last(y));
  expect_kind(answer, "channels-last", "group norm of 2 groups, biased variance, eps 1e-05");
  EXPECT_EQ(answer.ranked.front().arguments, "group-norm --groups 2 --channel-dim -1");
}

TEST(ExplainFinds, AGivenWeightAndOnePlusIt) {
  const Tensor x = normal(35, {3, 6});
  const Tensor weight = normal(36, {6}, 0.3F);
  const auto gamma = [&](float add) {
    Tensor values = weight;
    for (float& value : values.values()) value += add;
    return std::make_shared<const Tensor>(values);
  };
  const compute::Operation truth = ops::find_preset("V10")->options;
  const Known known{.weight = weight};
  expect_kind(explained(x, output_of(truth, x, gamma(0)), known), "weight",
              "times the given weight");
  expect_kind(explained(x, output_of(truth, x, gamma(1)), known), "one-plus-weight",
              "times 1 + the given weight");
}

TEST(ExplainOrder, IsByErrorWhereTheNumbersCanTell) {
  // Deviations of 0.02, so that float32 steps show and an eps on the count does more than they.
  const Tensor x = make({2, 4}, {0.42F, 0.39F, 0.45F, 0.4F, 0.61F, 0.6F, 0.57F, 0.64F});
  Tensor y = x;
  for (std::size_t row = 0; row < 8; row += 4) {
    float mean = 0;
    float variance = 0;
    for (std::size_t k = row; k < row + 4; ++k) mean += x.values()[k] / 4;
    for (std::size_t k = row; k < row + 4; ++k) {
      variance += (x.values()[k] - mean) * (x.values()[k] - mean) / 4;
    }
    for (std::size_t k = row; k < row + 4; ++k) {
      y.values()[k] = (x.values()[k] - mean) / std::sqrt(variance + 1e-12F);
    }
  }
  const auto answer = explained(x, y);
  ASSERT_EQ(answer.verdict, Fit::kExplained) << text_of(answer);
  EXPECT_NE(answer.ranked.front().preset, "V8") << text_of(answer);
  EXPECT_LE(answer.ranked.front().largest_error, 1e-6) << text_of(answer);
}

}  // namespace
}  // namespace normscope::testing
