// SPDX-License-Identifier: MIT
// The built-in normalizations, with and without gamma and beta, against PyTorch's bits.
#include "core/torch_arithmetic/norms.hpp"

#include "tests/core/torch_arithmetic/golden.hpp"

namespace normscope::torch_arithmetic {
namespace {

// The seeds of gamma and beta in the script.
constexpr std::uint32_t kGammaSeed = 1001;
constexpr std::uint32_t kBetaSeed = 2002;

Normalized run(const nlohmann::json& of_case, const tensor::Tensor& x, Affine affine) {
  const std::string operation = of_case["operation"];
  const double epsilon = of_case["epsilon"];
  if (operation == "layer_norm") return layer_norm(x, of_case["argument"], affine, epsilon);
  if (operation == "group_norm") return group_norm(x, of_case["argument"], affine, epsilon);
  if (operation == "batch_norm") return batch_norm(x, affine, epsilon);
  return instance_norm(x, affine, epsilon);
}

TEST(TorchNorms, HaveTheBitsOfPyTorch) {
  const testing::Golden golden("norms");
  for (const auto& of_case : golden.cases()) {
    SCOPED_TRACE(of_case.dump());
    const tensor::Tensor x = golden.input(of_case);
    tensor::Shape affine_shape{x.shape()[1]};
    if (of_case["operation"] == "layer_norm") {
      affine_shape.assign(x.shape().end() - of_case["argument"].get<std::int64_t>(),
                          x.shape().end());
    }
    const tensor::Tensor gamma = golden.make("plain", affine_shape, kGammaSeed);
    const tensor::Tensor beta = golden.make("plain", affine_shape, kBetaSeed);
    Affine affine;
    if (of_case["gamma"]) affine.gamma = gamma.values();
    if (of_case["beta"]) affine.beta = beta.values();
    const Normalized result = run(of_case, x, affine);
    EXPECT_EQ(testing::result_of(result.output.values()), of_case["results"]["output"]);
    EXPECT_EQ(testing::result_of(result.mean), of_case["results"]["mean"]);
    EXPECT_EQ(testing::result_of(result.rstd), of_case["results"]["rstd"]);
    EXPECT_EQ(result.output.shape(), x.shape());
  }
  EXPECT_GT(golden.cases().size(), 300U);
}

TEST(TorchNorms, OfNothing) {
  const tensor::Tensor none = testing::make({0, 3}, {});
  EXPECT_EQ(layer_norm(none, 1, {}, 1e-5).output, none);
  EXPECT_TRUE(layer_norm(none, 1, {}, 1e-5).mean.empty());
}

}  // namespace
}  // namespace normscope::torch_arithmetic
