// SPDX-License-Identifier: MIT
// How precisely files show their numbers.
#include "core/io/shown_numbers.hpp"

#include "tests/core/io/io_support.hpp"

namespace normscope::io {
namespace {

TEST(DecimalsShown, AreTheMostThatANumberHas) {
  EXPECT_EQ(decimals_shown("1,2.50,-0.125\n4,5,6\n"), 3);
  EXPECT_EQ(decimals_shown("1,2,3"), 0);
  EXPECT_EQ(decimals_shown("tensor([[0.1000, 2.0000]])"), 4);
  EXPECT_EQ(decimals_shown("1,25;2,5", ','), 2);
  // An exponent moves the last digit.
  EXPECT_EQ(decimals_shown("0.5,1.25e-3"), std::nullopt);
  EXPECT_EQ(decimals_shown("", '.'), 0);
}

TEST(ReadShown, ATextHasDecimalsAndAnArrayAType) {
  const testing::TemporaryFolder folder;
  testing::write_file(folder / "x.csv", "0.50,1\n2.25,3\n");
  const auto table = NORMSCOPE_VALUE_OR_FAIL(read_shown({folder / "x.csv"}));
  EXPECT_EQ(table.decimals, 2);
  EXPECT_EQ(table.type, "");
  EXPECT_EQ(table.values.shape(), (tensor::Shape{2, 2}));
  testing::write_file(folder / "comma.csv", "0,5;1\n2,125;3\n");
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_shown({folder / "comma.csv"})).decimals, 3);
  ASSERT_TRUE(write_tensor(folder / "x.npy", table.values));
  const auto array = NORMSCOPE_VALUE_OR_FAIL(read_shown({folder / "x.npy"}));
  EXPECT_EQ(array.decimals, std::nullopt);
  EXPECT_EQ(array.type, "float32");
  EXPECT_FALSE(read_shown({folder / "none.csv"}));
}

}  // namespace
}  // namespace normscope::io
