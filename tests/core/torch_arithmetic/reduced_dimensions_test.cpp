// SPDX-License-Identifier: MIT
// Sums, means, variances and maxima over every kind of dimension, against PyTorch's bits.
#include "core/torch_arithmetic/maximum.hpp"
#include "core/torch_arithmetic/sum.hpp"
#include "core/torch_arithmetic/variance.hpp"
#include "tests/core/torch_arithmetic/golden.hpp"

namespace normscope::torch_arithmetic {
namespace {

View permuted(const View& x, const std::vector<std::size_t>& permutation) {
  View result = x;
  for (std::size_t d = 0; d < permutation.size(); ++d) {
    result.shape[d] = x.shape[permutation[d]];
    result.strides[d] = x.strides[permutation[d]];
  }
  return result;
}

TEST(TorchReductions, HaveTheBitsOfPyTorch) {
  const testing::Golden golden("reductions");
  for (const auto& of_case : golden.cases()) {
    SCOPED_TRACE(of_case.dump());
    const tensor::Tensor input = golden.input(of_case);
    const View x =
        of_case.contains("permutation") ? permuted(input, of_case["permutation"]) : View(input);
    const std::vector<std::size_t> dims = of_case["dims"];
    const auto& results = of_case["results"];
    EXPECT_EQ(testing::result_of(sum(x, dims).values()), results["sum"]);
    EXPECT_EQ(testing::result_of(mean(x, dims).values()), results["mean"]);
    EXPECT_EQ(testing::result_of(var(x, dims, 0).values()), results["var0"]);
    EXPECT_EQ(testing::result_of(var(x, dims, 1).values()), results["var1"]);
    EXPECT_EQ(testing::result_of(std_dev(x, dims, 1).values()), results["std1"]);
    EXPECT_EQ(testing::result_of(amax(x, dims).values()), results["amax"]);
  }
  EXPECT_GT(golden.cases().size(), 600U);
}

// The bits of a contiguous group do not depend on its position, so a span is enough.
TEST(TorchReductions, OfARowAreThoseOfTheTensor) {
  const testing::Golden golden("reductions");
  for (const std::int64_t size : {1, 5, 8, 33, 100, 1024, 5000}) {
    const tensor::Tensor x = golden.make("far", {3, size}, 5);
    const auto row = x.values().subspan(static_cast<std::size_t>(size));
    const auto second = row.first(static_cast<std::size_t>(size));
    const std::vector<std::size_t> last{1};
    EXPECT_EQ(testing::to_bits(sum(second)), testing::to_bits(sum(x, last).values()[1]));
    EXPECT_EQ(testing::to_bits(mean(second)), testing::to_bits(mean(x, last).values()[1]));
    EXPECT_EQ(testing::to_bits(var_of_row(second, 0)),
              testing::to_bits(var(x, last, 0).values()[1]));
  }
}

TEST(TorchReductions, KeepOrDropTheReducedDimensions) {
  const tensor::Tensor x = testing::make({2, 3}, {1, 2, 3, 4, 5, 6});
  const std::vector<std::size_t> last{1};
  EXPECT_EQ(sum(x, last, true), testing::make({2, 1}, {6, 15}));
  EXPECT_EQ(sum(x, last), testing::make({2}, {6, 15}));
  EXPECT_EQ(sum(x), testing::make({}, {21}));
  EXPECT_EQ(mean(x, {}, true), testing::make({1, 1}, {3.5}));
}

TEST(TorchReductions, OfNothing) {
  const tensor::Tensor none = testing::make({2, 0}, {});
  const std::vector<std::size_t> last{1};
  EXPECT_EQ(sum(none, last), testing::make({2}, {0, 0}));
  EXPECT_EQ(testing::result_of(mean(none, last).values()), "7fc00000 7fc00000");
  EXPECT_EQ(testing::result_of(var(none, last, 0).values()), "7fc00000 7fc00000");
  EXPECT_EQ(sum(none, std::vector<std::size_t>{0}).shape(), (tensor::Shape{0}));
}

// Rounding Welford's product before its sum would change these two.
TEST(TorchReductions, VarianceFusesProductAndSum) {
  const auto goldens = testing::read_json_data("torch_arithmetic/chains.json");
  for (const auto& of_case : goldens["fused_variances"]) {
    const std::vector<float> row = testing::values_of(of_case["row"]);
    EXPECT_EQ(testing::to_bits(var_of_row(row, 1)), of_case["var1"].get<std::string>());
  }
}

}  // namespace
}  // namespace normscope::torch_arithmetic
