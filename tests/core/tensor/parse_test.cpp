// SPDX-License-Identifier: MIT
// Every form of text that a tensor is read from.
#include "core/tensor/parse.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/limits.hpp"
#include "tests/support/support.hpp"

namespace normscope::tensor {
namespace {

using testing::make;

Tensor parse(std::string_view text) {
  return NORMSCOPE_VALUE_OR_FAIL(parse_text(text));
}

TEST(Parse, Scalars) {
  EXPECT_EQ(parse("3.5"), make({}, {3.5F}));
  EXPECT_EQ(parse(" -2e3\n"), make({}, {-2000}));
  EXPECT_EQ(parse("tensor(2.)"), make({}, {2}));
  EXPECT_EQ(parse("array(0.5, dtype=float32)"), make({}, {0.5F}));
  EXPECT_EQ(parse("tensor(1.0000e+10)"), make({}, {1e10F}));
}

TEST(Parse, ListsOfPythonAndJson) {
  EXPECT_EQ(parse("[]"), make({0}, {}));
  EXPECT_EQ(parse("[1, 2, 3]"), make({3}, {1, 2, 3}));
  EXPECT_EQ(parse("[1,2,3,]"), make({3}, {1, 2, 3}));
  EXPECT_EQ(parse("[[1, 2, 3], [4, 5, 6]]"), make({2, 3}, {1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(parse("\t[[1,\r\n2],[3,\n4]]"), make({2, 2}, {1, 2, 3, 4}));
  EXPECT_EQ(parse("[[[1], [2]]]"), make({1, 2, 1}, {1, 2}));
  EXPECT_EQ(parse("[[], []]"), make({2, 0}, {}));
  EXPECT_EQ(parse("[[[]]]"), make({1, 1, 0}, {}));
}

TEST(Parse, TuplesAndGroupingParentheses) {
  EXPECT_EQ(parse("((1, 2), (3, 4))"), make({2, 2}, {1, 2, 3, 4}));
  EXPECT_EQ(parse("[(1, 2), (3, 4)]"), make({2, 2}, {1, 2, 3, 4}));
  EXPECT_EQ(parse("(1,)"), make({1}, {1}));
  EXPECT_EQ(parse("(1)"), make({}, {1}));
  EXPECT_EQ(parse("([1, 2])"), make({2}, {1, 2}));
  EXPECT_EQ(parse("()"), make({0}, {}));
}

TEST(Parse, TorchPrints) {
  EXPECT_EQ(parse("tensor([[0.2961, 0.5166],\n        [0.8665, 0.1366]])"),
            make({2, 2}, {0.2961F, 0.5166F, 0.8665F, 0.1366F}));
  EXPECT_EQ(parse("tensor([[[1., 2.]],\n\n        [[3., 4.]]])"), make({2, 1, 2}, {1, 2, 3, 4}));
  EXPECT_EQ(parse("tensor([ 0.,  1.,\n        2.])"), make({3}, {0, 1, 2}));
  EXPECT_EQ(parse("torch.tensor([1, 2])"), make({2}, {1, 2}));
  EXPECT_EQ(parse("Parameter containing:\ntensor([1., 2.], requires_grad=True)"),
            make({2}, {1, 2}));
}

TEST(Parse, TorchSuffixes) {
  const auto x = make({2}, {1, 2});
  EXPECT_EQ(parse("tensor([1., 2.], grad_fn=<ReluBackward0>)"), x);
  EXPECT_EQ(parse("tensor([1., 2.],\n       grad_fn=<AddBackward0 object at 0x7f00>)"), x);
  EXPECT_EQ(parse("tensor([1., 2.], requires_grad=True)"), x);
  EXPECT_EQ(parse("tensor([1., 2.], device='cuda:0', dtype=torch.float64,\n"
                  "       grad_fn=<CopyBackwards>)"),
            x);
  EXPECT_EQ(parse("tensor([1, 2], dtype=torch.int32)"), x);
  EXPECT_EQ(parse("tensor([1, 2], size = (2,))"), x);
}

TEST(Parse, EmptyTensorsWithTheirSize) {
  EXPECT_EQ(parse("tensor([])"), make({0}, {}));
  EXPECT_EQ(parse("tensor([], size=(0, 3))"), make({0, 3}, {}));
  EXPECT_EQ(parse("tensor([], size=(2, 0, 3), grad_fn=<CloneBackward0>)"), make({2, 0, 3}, {}));
  EXPECT_EQ(parse("tensor([], size=torch.Size([0, 3]))"), make({0, 3}, {}));
  EXPECT_EQ(parse("array([], shape=(0, 3), dtype=float64)"), make({0, 3}, {}));
}

TEST(Parse, NumPyPrints) {
  EXPECT_EQ(parse("[[1. 2.]\n [3. 4.]]"), make({2, 2}, {1, 2, 3, 4}));
  EXPECT_EQ(parse("[ 0.1  -0.25  1.e+10]"), make({3}, {0.1F, -0.25F, 1e10F}));
  EXPECT_EQ(parse("[[[1 2]\n  [3 4]]\n\n [[5 6]\n  [7 8]]]"),
            make({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(parse("array([[1., 2.],\n       [3., 4.]], dtype=float32)"),
            make({2, 2}, {1, 2, 3, 4}));
  EXPECT_EQ(parse("np.array([1, 2], dtype='<f4')"), make({2}, {1, 2}));
  EXPECT_EQ(parse("[1.e-05 2.e+00]"), make({2}, {1e-5F, 2}));
}

TEST(Parse, WhatIsNoOrdinaryNumber) {
  const auto x = parse("[nan, NaN, inf, -inf, Infinity, -0.]");
  const auto values = x.values();
  EXPECT_TRUE(std::isnan(values[0]));
  EXPECT_TRUE(std::isnan(values[1]));
  EXPECT_EQ(values[2], std::numeric_limits<float>::infinity());
  EXPECT_EQ(values[3], -std::numeric_limits<float>::infinity());
  EXPECT_EQ(values[4], std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::signbit(values[5]));
}

TEST(Parse, RoundsToFloat32) {
  EXPECT_EQ(parse("0.1").values()[0], 0.1F);
  EXPECT_EQ(parse("16777217").values()[0], 16777216.0F);  // a tie, to even
  EXPECT_EQ(parse("3.4028235e38").values()[0], std::numeric_limits<float>::max());
  EXPECT_EQ(parse("1e39").values()[0], std::numeric_limits<float>::infinity());
  EXPECT_EQ(parse("-1e400").values()[0], -std::numeric_limits<float>::infinity());
  EXPECT_EQ(parse("1.4e-45").values()[0], std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(parse("1e-46").values()[0], 0.0F);
  // Just above the middle between 1 and its neighbour: as a double it is the middle, and from there
  // it goes to even. torch.tensor(1.00000005960464477540) gives 1 as well.
  EXPECT_EQ(parse("1.00000005960464477540").values()[0], 1.0F);
}

TEST(Parse, AsDeepAsATensorMayBe) {
  const std::string open(base::kMaxRank, '[');
  const std::string close(base::kMaxRank, ']');
  EXPECT_EQ(parse(open + "7" + close), make(Shape(base::kMaxRank, 1), {7}));
}

}  // namespace
}  // namespace normscope::tensor
