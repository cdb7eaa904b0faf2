// SPDX-License-Identifier: MIT
// Every rule of a print, one by one; each expected text is what PyTorch 2.6 printed.
#include "core/tensor/print.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "core/base/names.hpp"
#include "tests/support/support.hpp"

namespace normscope::tensor {
namespace {

using testing::make;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

std::string print(std::vector<float> row, const PrintOptions& options = {}) {
  const auto size = static_cast<std::int64_t>(row.size());
  return to_torch_text(make({size}, std::move(row)), options);
}

// 0, 1, 2, ... divided by `divisor`.
Tensor counted(Shape shape, float divisor = 1.0F) {
  std::vector<float> values(static_cast<std::size_t>(product(shape)));
  std::iota(values.begin(), values.end(), 0.0F);
  for (float& value : values) value /= divisor;
  return make(std::move(shape), std::move(values));
}

TEST(Print, Scalars) {
  EXPECT_EQ(to_torch_text(make({}, {3.5F})), "tensor(3.5000)");
  EXPECT_EQ(to_torch_text(make({}, {2.0F})), "tensor(2.)");
  EXPECT_EQ(to_torch_text(make({}, {-0.0F})), "tensor(-0.)");
  EXPECT_EQ(to_torch_text(make({}, {kNan})), "tensor(nan)");
  EXPECT_EQ(to_torch_text(make({}, {1e10F})), "tensor(1.0000e+10)");
}

TEST(Print, WholeNumbersEndWithAPoint) {
  EXPECT_EQ(print({1, 2, 3}), "tensor([1., 2., 3.])");
  EXPECT_EQ(print({1, 1000}), "tensor([   1., 1000.])");
  EXPECT_EQ(print({100000000}), "tensor([100000000.])");
  EXPECT_EQ(print({16777216, 33554432}), "tensor([16777216., 33554432.])");
}

TEST(Print, FourDigitsByDefault) {
  EXPECT_EQ(print({-0.5F, 10.25F}), "tensor([-0.5000, 10.2500])");
  EXPECT_EQ(print({0.03125F, 0.09375F}), "tensor([0.0312, 0.0938])");  // exact ties go to even
  EXPECT_EQ(print({9.99995F, 99.99996F}), "tensor([ 10.0000, 100.0000])");
}

TEST(Print, ScientificByRatioAndMagnitude) {
  EXPECT_EQ(print({1, 1001}), "tensor([1.0000e+00, 1.0010e+03])");
  EXPECT_EQ(print({100000008}), "tensor([1.0000e+08])");
  EXPECT_EQ(print({1.5F, 1500}), "tensor([   1.5000, 1500.0000])");
  EXPECT_EQ(print({1.5F, 1502}), "tensor([1.5000e+00, 1.5020e+03])");
  EXPECT_EQ(print({0.5F, 0.00005F}), "tensor([5.0000e-01, 5.0000e-05])");
  EXPECT_EQ(print({-1e-5F, 1e-5F}), "tensor([-1.0000e-05,  1.0000e-05])");
  EXPECT_EQ(print({1e-45F, 3e38F}), "tensor([1.4013e-45, 3.0000e+38])");
  // The float32 nearest to 1e-4 lies below it, and torch compares in double.
  EXPECT_EQ(print({1e-4F}), "tensor([1.0000e-04])");
  EXPECT_EQ(print({1.0001e-4F}), "tensor([0.0001])");
}

TEST(Print, ZerosNanAndInfinitiesHaveNoSay) {
  EXPECT_EQ(print({0.0F, -0.0F}), "tensor([0., -0.])");
  EXPECT_EQ(print({kNan, kInf}), "tensor([nan, inf])");
  EXPECT_EQ(print({-kNan}), "tensor([nan])");
  EXPECT_EQ(print({1, -0.0F, kNan, kInf, -kInf}), "tensor([1., -0., nan, inf, -inf])");
  EXPECT_EQ(print({1.5F, kNan, -kInf, -0.0F, 0}),
            "tensor([1.5000,    nan,   -inf, -0.0000, 0.0000])");
}

TEST(Print, SciModeOverridesTheStyleAndKeepsTheWidth) {
  EXPECT_EQ(print({0.0F, 1e-9F}, {.sci_mode = false}), "tensor([    0.0000,     0.0000])");
  EXPECT_EQ(print({2, 3000}, {.sci_mode = false}), "tensor([        2.,      3000.])");
  EXPECT_EQ(print({3.4028234663852886e38F, 1}, {.sci_mode = false}),
            "tensor([340282346638528859811704183484516925440.,         1.])");
  EXPECT_EQ(print({0.5F, 2}, {.sci_mode = true}), "tensor([5.0000e-01, 2.0000e+00])");
  EXPECT_EQ(print({0.0F, kNan}, {.sci_mode = true}), "tensor([0., nan])");
}

TEST(Print, Precision) {
  EXPECT_EQ(print({0.1F}, {.precision = 10}), "tensor([0.1000000015])");
  EXPECT_EQ(print({0.25F, 10}, {.precision = 0}), "tensor([ 0, 10])");
  EXPECT_EQ(print({999.5F, 1}, {.precision = 0}), "tensor([1000,    1])");
  EXPECT_EQ(print({0.25F, 10}, {.precision = 0, .sci_mode = true}), "tensor([2e-01, 1e+01])");
}

TEST(Print, LongRowsAreWrapped) {
  EXPECT_EQ(to_torch_text(counted({30})),
            "tensor([ 0.,  1.,  2.,  3.,  4.,  5.,  6.,  7.,  8.,  9., 10., 11., 12., 13.,\n"
            "        14., 15., 16., 17., 18., 19., 20., 21., 22., 23., 24., 25., 26., 27.,\n"
            "        28., 29.])");
  EXPECT_EQ(to_torch_text(counted({10}), {.line_width = 20}),
            "tensor([0., 1., 2.,\n        3., 4., 5.,\n        6., 7., 8.,\n        9.])");
  EXPECT_EQ(to_torch_text(counted({3}), {.line_width = 1}),
            "tensor([0.,\n        1.,\n        2.])");
  // The indent counts 7 and each element 4: three fit from 19 on.
  EXPECT_EQ(to_torch_text(counted({4}), {.line_width = 18}), "tensor([0., 1.,\n        2., 3.])");
  EXPECT_EQ(to_torch_text(counted({4}), {.line_width = 19}), "tensor([0., 1., 2.,\n        3.])");
}

TEST(Print, BlocksHaveBlankLinesBetween) {
  EXPECT_EQ(to_torch_text(counted({2, 3, 4})),
            "tensor([[[ 0.,  1.,  2.,  3.],\n"
            "         [ 4.,  5.,  6.,  7.],\n"
            "         [ 8.,  9., 10., 11.]],\n"
            "\n"
            "        [[12., 13., 14., 15.],\n"
            "         [16., 17., 18., 19.],\n"
            "         [20., 21., 22., 23.]]])");
  EXPECT_EQ(to_torch_text(counted({2, 2, 1, 2})),
            "tensor([[[[0., 1.]],\n\n         [[2., 3.]]],\n\n\n"
            "        [[[4., 5.]],\n\n         [[6., 7.]]]])");
  EXPECT_EQ(to_torch_text(make({1, 1, 1, 1, 1}, {0})), "tensor([[[[[0.]]]]])");
}

TEST(Print, SummarizesAboveTheThreshold) {
  EXPECT_EQ(to_torch_text(counted({1001})),
            "tensor([   0.,    1.,    2.,  ...,  998.,  999., 1000.])");
  EXPECT_EQ(to_torch_text(counted({1000})).find("..."), std::string::npos);
  EXPECT_EQ(to_torch_text(counted({1001}, 1000.0F), {.line_width = 30}),
            "tensor([0.0000, 0.0010,\n        0.0020,  ...,\n        0.9980, 0.9990,\n"
            "        1.0000])");
  EXPECT_EQ(to_torch_text(counted({1001, 1})),
            "tensor([[   0.],\n        [   1.],\n        [   2.],\n        ...,\n"
            "        [ 998.],\n        [ 999.],\n        [1000.]])");
  EXPECT_EQ(to_torch_text(counted({5}), {.threshold = 5}), "tensor([0., 1., 2., 3., 4.])");
  EXPECT_EQ(to_torch_text(counted({5}), {.threshold = 4, .edge_items = 1}),
            "tensor([0.,  ..., 4.])");
  EXPECT_EQ(to_torch_text(counted({3, 4}), {.threshold = 5, .edge_items = 1}),
            "tensor([[ 0.,  ...,  3.],\n        ...,\n        [ 8.,  ..., 11.]])");
}

TEST(Print, ASummaryOfBlocks) {
  Tensor x = counted({7, 10, 36});
  for (float& value : x.values()) value = static_cast<float>(static_cast<int>(value) % 7);
  EXPECT_EQ(to_torch_text(x, {.edge_items = 1}),
            "tensor([[[0.,  ..., 0.],\n         ...,\n         [2.,  ..., 2.]],\n\n"
            "        ...,\n\n"
            "        [[4.,  ..., 4.],\n         ...,\n         [6.,  ..., 6.]]])");
}

// Elements that a summary omits do not affect the print, and are not read.
TEST(Print, OnlyShownValuesDecideTheStyle) {
  Tensor x = counted({1001});
  x.values()[500] = 0.5F;
  x.values()[501] = 1e30F;
  EXPECT_EQ(to_torch_text(x), to_torch_text(counted({1001})));
}

TEST(Print, TensorsWithoutElements) {
  EXPECT_EQ(to_torch_text(make({0}, {})), "tensor([])");
  EXPECT_EQ(to_torch_text(make({0, 3}, {})), "tensor([], size=(0, 3))");
  EXPECT_EQ(to_torch_text(make({2, 0, 3}, {})), "tensor([], size=(2, 0, 3))");
  EXPECT_EQ(to_torch_text(make({0}, {}), {}, "requires_grad=True"),
            "tensor([], requires_grad=True)");
  EXPECT_EQ(to_torch_text(make({0, 3}, {}), {}, "requires_grad=True"),
            "tensor([], size=(0, 3), requires_grad=True)");
  EXPECT_EQ(to_torch_text(make({0, 3}, {}), {.line_width = 40}, "requires_grad=True"),
            "tensor([], size=(0, 3),\n       requires_grad=True)");
}

TEST(Print, SuffixesBreakWhereTorchBreaksThem) {
  const auto one = make({1}, {1});
  EXPECT_EQ(to_torch_text(one, {}, "grad_fn=<ReluBackward0>"),
            "tensor([1.], grad_fn=<ReluBackward0>)");
  EXPECT_EQ(to_torch_text(make({}, {1}), {}, "requires_grad=True"),
            "tensor(1., requires_grad=True)");
  const std::string suffix = "requires_grad=True";
  EXPECT_EQ(to_torch_text(one, {.line_width = 33}, suffix), "tensor([1.], requires_grad=True)");
  EXPECT_EQ(to_torch_text(one, {.line_width = 32}, suffix),
            "tensor([1.],\n       requires_grad=True)");
  const auto two = make({2, 1}, {1, 2});
  EXPECT_EQ(to_torch_text(two, {.line_width = 35}, suffix),
            "tensor([[1.],\n        [2.]], requires_grad=True)");
  EXPECT_EQ(to_torch_text(two, {.line_width = 34}, suffix),
            "tensor([[1.],\n        [2.]],\n       requires_grad=True)");
}

TEST(Print, TextsOfLecture20) {
  EXPECT_EQ(to_torch_text(make({2, 5}, {0.2961F, 0.5166F, 0.2517F, 0.6886F, 0.0740F,  //
                                        0.8665F, 0.1366F, 0.1025F, 0.1841F, 0.7264F})),
            "tensor([[0.2961, 0.5166, 0.2517, 0.6886, 0.0740],\n"
            "        [0.8665, 0.1366, 0.1025, 0.1841, 0.7264]])");
  EXPECT_EQ(to_torch_text(make({2, 6}, {0, 0, 0.4091F, 0.6587F, 0.3914F, 0,  //
                                        0, 0, 0.1902F, 0.3182F, 0.6486F, 0}),
                          {}, "grad_fn=<ReluBackward0>"),
            "tensor([[0.0000, 0.0000, 0.4091, 0.6587, 0.3914, 0.0000],\n"
            "        [0.0000, 0.0000, 0.1902, 0.3182, 0.6486, 0.0000]],\n"
            "       grad_fn=<ReluBackward0>)");
  EXPECT_EQ(to_torch_text(make({2, 6}, {-0.8603F, -0.8603F, 0.5869F, 1.4698F, 0.5242F, -0.8603F,  //
                                        -0.7450F, -0.7450F, -0.0102F, 0.4844F, 1.7608F, -0.7450F}),
                          {}, "grad_fn=<DivBackward0>"),
            "tensor([[-0.8603, -0.8603,  0.5869,  1.4698,  0.5242, -0.8603],\n"
            "        [-0.7450, -0.7450, -0.0102,  0.4844,  1.7608, -0.7450]],\n"
            "       grad_fn=<DivBackward0>)");
  EXPECT_EQ(to_torch_text(make({2, 5}, {-0.3229F, 0.7049F, -0.5302F, 1.5069F, -1.3587F,  //
                                        1.4247F, -0.8199F, -0.9248F, -0.6739F, 0.9940F}),
                          {}, "grad_fn=<AddBackward0>"),
            "tensor([[-0.3229,  0.7049, -0.5302,  1.5069, -1.3587],\n"
            "        [ 1.4247, -0.8199, -0.9248, -0.6739,  0.9940]], grad_fn=<AddBackward0>)");
  // Means of normalized rows: tiny, so the width is that of the scientific style.
  EXPECT_EQ(to_torch_text(make({2, 1}, {9.9e-9F, -2.98e-8F}), {.sci_mode = false},
                          "grad_fn=<MeanBackward1>"),
            "tensor([[     0.0000],\n        [    -0.0000]], grad_fn=<MeanBackward1>)");
  EXPECT_EQ(to_torch_text(make({2, 1}, {0.0799F, 0.0670F}), {}, "grad_fn=<VarBackward0>"),
            "tensor([[0.0799],\n        [0.0670]], grad_fn=<VarBackward0>)");
}

}  // namespace
}  // namespace normscope::tensor
