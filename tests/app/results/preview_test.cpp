// SPDX-License-Identifier: MIT
// A preview shows the numbers of the evaluation that follows, without computing more of them than
// are looked at.
#include "app/results/preview.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "app/results/sheet/summary.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/support/support.hpp"

namespace normscope::results {
namespace {

using document::Document;

const tensor::Shape kShape{4096, 2048};

Document large_document() {
  std::vector<float> values(static_cast<std::size_t>(tensor::product(kShape)));
  std::mt19937 bits(7);
  for (float& value : values) value = static_cast<float>(bits() >> 8U) * 0x1p-23F - 1.0F;
  auto x = NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::from_values(kShape, std::move(values)));
  return document::fitted(document::document_of("x", document::Typed{}, std::move(x)));
}

std::int64_t computed_blocks(const trace::Trace& trace) {
  std::int64_t blocks = 0;
  for (const auto& statistic : trace.parts().late) {
    if (statistic) blocks += statistic->computed_blocks();
  }
  return blocks;
}

TEST(Preview, HasTheNumbersOfTheEvaluation) {
  const Document document = large_document();
  const auto early = preview(document, 3);
  ASSERT_TRUE(early.has_value());
  EXPECT_TRUE(awaits_result(*early));
  EXPECT_EQ(early->revision, 3U);
  const Evaluation whole = evaluate(document, 3, compute::make_backends(), compute::Device::kCpu);
  EXPECT_FALSE(awaits_result(whole));
  ASSERT_EQ(early->cards.size(), whole.cards.size());
  for (std::size_t card = 0; card < whole.cards.size(); ++card) {
    EXPECT_EQ(early->cards[card].id, whole.cards[card].id);
    EXPECT_EQ(early->cards[card].magnitudes.limit, whole.cards[card].magnitudes.limit);
  }
  const document::Selection at{.row = 4000, .column = 17};
  const Summary before = summarize(*early, at);
  const Summary after = summarize(whole, at);
  ASSERT_EQ(before.numbers.size(), after.numbers.size());
  for (std::size_t i = 0; i < after.numbers.size(); ++i) {
    EXPECT_EQ(std::bit_cast<std::uint32_t>(before.numbers[i].value),
              std::bit_cast<std::uint32_t>(after.numbers[i].value))
        << "step " << i;
  }
}

// Two statistics of each of 16 places, of blocks of 16 rows; of 4096 rows.
TEST(Preview, ReadsFewRows) {
  const auto early = preview(large_document(), 1);
  ASSERT_TRUE(early.has_value());
  EXPECT_LE(computed_blocks(early->stages.back().trace), 2 * 16);
}

TEST(Preview, OfGroupsOverAllExamplesHasTheInputAlone) {
  Document document = large_document();
  document.norm.options.kind = ops::Normalization::kBatchNorm;
  const auto early = preview(fitted(document), 1);
  ASSERT_TRUE(early.has_value());
  ASSERT_EQ(early->cards.size(), 1U);
  EXPECT_EQ(early->cards.front().id, "input");
  EXPECT_TRUE(awaits_result(*early));
}

TEST(Preview, IsNotMadeWhereOtherWorkComesFirst) {
  EXPECT_FALSE(preview(testing::lecture_document(), 1).has_value()) << "small";
  Document layers = large_document();
  layers.layers = {document::ReluLayer{}};
  EXPECT_FALSE(preview(layers, 1).has_value());
  Document compared = large_document();
  compared.comparison = document::Comparison{};
  EXPECT_FALSE(preview(compared, 1).has_value());
  Document wrong = large_document();
  wrong.norm.options.normalized_shape = {7};
  EXPECT_FALSE(preview(wrong, 1).has_value()) << "its failure is the evaluation's";
}

}  // namespace
}  // namespace normscope::results
