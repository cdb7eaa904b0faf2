// SPDX-License-Identifier: MIT
// The built-in softmax and log-softmax over last and other dimensions, against PyTorch's bits.
#include "core/torch_arithmetic/softmax.hpp"

#include "tests/core/torch_arithmetic/golden.hpp"

namespace normscope::torch_arithmetic {
namespace {

TEST(TorchSoftmax, HasTheBitsOfPyTorch) {
  const testing::Golden golden("softmax");
  for (const auto& of_case : golden.cases()) {
    SCOPED_TRACE(of_case.dump());
    const tensor::Tensor x = golden.input(of_case);
    const std::size_t dim = of_case["dim"];
    EXPECT_EQ(testing::result_of(softmax(x, dim).values()), of_case["results"]["softmax"]);
    EXPECT_EQ(testing::result_of(log_softmax(x, dim).values()), of_case["results"]["log_softmax"]);
  }
  EXPECT_GT(golden.cases().size(), 200U);
}

TEST(TorchSoftmax, KeepsTheShapeOfNothing) {
  const tensor::Tensor none = testing::make({2, 0, 3}, {});
  EXPECT_EQ(softmax(none, 1), none);
  EXPECT_EQ(log_softmax(none, 2), none);
}

}  // namespace
}  // namespace normscope::torch_arithmetic
