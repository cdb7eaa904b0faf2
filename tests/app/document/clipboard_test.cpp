// SPDX-License-Identifier: MIT
// Numbers on the clipboard, in all supported formats.
#include "app/document/clipboard.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string_view>

#include "core/tensor/print.hpp"
#include "tests/support/support.hpp"

namespace normscope::document {
namespace {

using normscope::testing::make;

tensor::Tensor parsed(std::string_view text) {
  return NORMSCOPE_VALUE_OR_FAIL(parse_pasted(text));
}

TEST(Clipboard, EveryFormGivesTheSameNumbers) {
  const tensor::Tensor expected = make({2, 3}, {1, 2.5F, -3, 4, 5, 6e-3F});
  EXPECT_EQ(parsed("1\t2.5\t-3\n4\t5\t0.006\n"), expected);
  EXPECT_EQ(parsed("1\t2.5\t-3\r\n4\t5\t0.006\r\n"), expected);
  EXPECT_EQ(parsed("1\t2,5\t-3\n4\t5\t0,006\n"), expected);
  EXPECT_EQ(parsed("1;2,5;-3\n4;5;0,006"), expected);
  EXPECT_EQ(parsed("1, 2.5, -3\n4, 5, 0.006\n"), expected);
  EXPECT_EQ(parsed("a\tb\tc\n1\t2.5\t-3\n4\t5\t0.006\n"), expected);
  EXPECT_EQ(parsed("tensor([[ 1.0000,  2.5000, -3.0000],\n        [ 4.0000,  5.0000,  0.0060]])"),
            expected);
  EXPECT_EQ(parsed("  tensor([[1, 2.5, -3], [4, 5, 6e-3]], grad_fn=<AddmmBackward0>)\n"), expected);
  EXPECT_EQ(parsed("torch.tensor([[1, 2.5, -3], [4, 5, 6e-3]])"), expected);
  EXPECT_EQ(parsed("array([[1. , 2.5, -3.], [4., 5., 0.006]], dtype=float32)"), expected);
  EXPECT_EQ(parsed("[[ 1.   2.5 -3. ]\n [ 4.   5.   0.006]]"), expected);
  EXPECT_EQ(parsed("[[1, 2.5, -3], [4, 5, 0.006]]"), expected);
  EXPECT_EQ(parsed("((1, 2.5, -3), (4, 5, 0.006))"), expected);
}

TEST(Clipboard, OneNumberIsATableOfOneCell) {
  EXPECT_EQ(parsed("-2.5").shape(), (tensor::Shape{1, 1}));
  // In a table of one line a comma separates cells, as in io::read_table.
  EXPECT_EQ(parsed("0,5").shape(), (tensor::Shape{1, 2}));
}

TEST(Clipboard, ListsKeepTheirDimensions) {
  EXPECT_EQ(parsed("[1, 2, 3]").shape(), (tensor::Shape{3}));
  EXPECT_EQ(parsed("[[[1, 2]], [[3, 4]]]").shape(), (tensor::Shape{2, 1, 2}));
}

TEST(Clipboard, WhatIsNoNumbersIsASentence) {
  for (const std::string_view text : {"", "  \n", "hello", "1\t2\n3\n", "[[1, 2], [3]]", "[1, 2"}) {
    const auto read = parse_pasted(text);
    ASSERT_FALSE(read) << text;
    EXPECT_FALSE(read.error().sentence.empty()) << text;
  }
}

TEST(Clipboard, CopiedRowsReadBackAsTheSameBits) {
  const float inf = std::numeric_limits<float>::infinity();
  const tensor::Tensor values =
      make({2, 4}, {0.1F, -0.0F, 1e-45F, 3.4028235e38F, inf, -inf, 16777217.0F, 1.0F / 3});
  EXPECT_EQ(to_tsv(make({2, 2}, {0.1F, -2, 3e-5F, inf})), "0.1\t-2\n3e-05\tinf\n");
  const tensor::Tensor back = parsed(to_tsv(values));
  ASSERT_EQ(back.shape(), values.shape());
  for (std::size_t i = 0; i < values.values().size(); ++i) {
    EXPECT_EQ(testing::to_bits(back.values()[i]), testing::to_bits(values.values()[i])) << i;
  }
}

TEST(Clipboard, CopiedNanIsNan) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(parsed(to_tsv(make({1, 2}, {nan, 1}))).values()[0]));
}

TEST(Clipboard, CopiedDimensionsBeforeTheLastAreRows) {
  EXPECT_EQ(to_tsv(make({2, 1, 2}, {1, 2, 3, 4})), "1\t2\n3\t4\n");
  EXPECT_EQ(to_tsv(make({3}, {1, 2, 3})), "1\t2\t3\n");
  EXPECT_EQ(to_tsv(make({}, {7})), "7\n");
  EXPECT_EQ(to_tsv(make({0, 3}, {})), "");
}

TEST(Clipboard, ATorchPrintPastesBack) {
  const tensor::Tensor values = make({2, 2}, {0.5F, -1, 2, 0.25F});
  EXPECT_EQ(parsed(tensor::to_torch_text(values)), values);
}

TEST(Clipboard, WhatIsNoTextIsNotAskedAbout) {
  EXPECT_TRUE(is_table_to_ask_about("1,2\n3,4"));
  EXPECT_FALSE(is_table_to_ask_about(std::string_view("1,2\n3,4\0", 8)));
}

}  // namespace
}  // namespace normscope::document
