// SPDX-License-Identifier: MIT
// linear against PyTorch's bits: rows, single rows, batches of rows, one input, one output.
#include "core/torch_arithmetic/linear.hpp"

#include "tests/core/torch_arithmetic/golden.hpp"

namespace normscope::torch_arithmetic {
namespace {

// The seeds of weight and bias in the script.
constexpr std::uint32_t kWeightSeed = 3003;
constexpr std::uint32_t kBiasSeed = 4004;

TEST(TorchLinear, HasTheBitsOfPyTorch) {
  const testing::Golden golden("linear");
  for (const auto& of_case : golden.cases()) {
    SCOPED_TRACE(of_case.dump());
    const tensor::Tensor x = golden.input(of_case);
    const std::int64_t outputs = of_case["outputs"];
    const tensor::Tensor weight = golden.make("plain", {outputs, x.shape().back()}, kWeightSeed);
    const tensor::Tensor bias = golden.make("plain", {outputs}, kBiasSeed);
    const tensor::Tensor y = linear(x, weight, bias.values());
    EXPECT_EQ(testing::result_of(y.values()), of_case["results"]["with_bias"]);
    EXPECT_EQ(testing::result_of(linear(x, weight, {}).values()), of_case["results"]["without"]);
    EXPECT_EQ(y.shape().back(), outputs);
  }
  EXPECT_GT(golden.cases().size(), 100U);
}

}  // namespace
}  // namespace normscope::torch_arithmetic
