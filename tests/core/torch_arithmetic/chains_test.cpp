// SPDX-License-Identifier: MIT
// The lecture's cells, step by step, as a notebook or a trace runs them: every rounding of the
// chain that is written by hand, and where the built-in layer norm differs from it.
#include <cmath>

#include "core/torch_arithmetic/linear.hpp"
#include "core/torch_arithmetic/norms.hpp"
#include "core/torch_arithmetic/softmax.hpp"
#include "core/torch_arithmetic/sum.hpp"
#include "core/torch_arithmetic/variance.hpp"
#include "tests/core/torch_arithmetic/golden.hpp"

namespace normscope::torch_arithmetic {
namespace {

const std::vector<std::size_t> kLast{1};

tensor::Tensor tensor_of(const nlohmann::json& words, tensor::Shape shape) {
  return testing::make(std::move(shape), testing::values_of(words));
}

// (x - mean) / sqrt(var [+ epsilon]), with the class's scale by 1 and shift by 0 where it has one.
tensor::Tensor normalized(tensor::Tensor x, const tensor::Tensor& mean, const tensor::Tensor& var,
                          float epsilon) {
  const auto columns = static_cast<std::size_t>(x.shape()[1]);
  for (std::size_t i = 0; i < x.values().size(); ++i) {
    const float variance = var.values()[i / columns];
    const float root = std::sqrt(epsilon == 0.0F ? variance : variance + epsilon);
    const float y = (x.values()[i] - mean.values()[i / columns]) / root;
    x.values()[i] = epsilon == 0.0F ? y : 1.0F * y + 0.0F;
  }
  return x;
}

tensor::Tensor squared_distances(tensor::Tensor x, const tensor::Tensor& mean) {
  const auto columns = static_cast<std::size_t>(x.shape()[1]);
  for (std::size_t i = 0; i < x.values().size(); ++i) {
    const float centred = x.values()[i] - mean.values()[i / columns];
    x.values()[i] = centred * centred;
  }
  return x;
}

TEST(TorchChains, EveryStepHasTheBitsOfPyTorch) {
  const auto goldens = testing::read_json_data("torch_arithmetic/chains.json");
  for (const char* name : {"without_epsilon", "class_on_batch", "class_on_following"}) {
    SCOPED_TRACE(name);
    const auto& chain = goldens[name];
    const tensor::Tensor x = tensor_of(chain["input"], chain["shape"]);
    const std::int64_t correction = chain["correction"];
    const tensor::Tensor m = mean(x, kLast, true);
    const tensor::Tensor v = var(x, kLast, correction, true);
    const tensor::Tensor y = normalized(x, m, v, chain["epsilon"]);
    EXPECT_EQ(testing::words_of(m.values()), chain["mean"]);
    EXPECT_EQ(testing::words_of(v.values()), chain["var"]);
    EXPECT_EQ(testing::words_of(mean(squared_distances(x, m), kLast).values()),
              chain["mean_of_squares"]);
    EXPECT_EQ(testing::words_of(y.values()), chain["output"]);
    EXPECT_EQ(testing::words_of(mean(y, kLast).values()), chain["output_mean"]);
    EXPECT_EQ(testing::words_of(var(y, kLast, correction).values()), chain["output_var"]);
    EXPECT_EQ(testing::words_of(layer_norm(x, 1, {}, 1e-5).output.values()), chain["built_in"]);
  }
}

TEST(TorchChains, LinearReluAndSoftmaxHaveTheBitsOfPyTorch) {
  const auto goldens = testing::read_json_data("torch_arithmetic/chains.json");
  tensor::Tensor y =
      linear(tensor_of(goldens["batch"], {2, 5}), tensor_of(goldens["weight"], {6, 5}),
             testing::values_of(goldens["bias"]));
  for (float& value : y.values()) value = value < 0.0F ? 0.0F : value;
  EXPECT_EQ(testing::words_of(y.values()), goldens["activations"]);

  const tensor::Tensor p = softmax(tensor_of(goldens["following"], {3, 5}), 1);
  EXPECT_EQ(testing::words_of(p.values()), goldens["softmax"]);
  EXPECT_EQ(testing::words_of(mean(p, kLast).values()), goldens["softmax_mean"]);
  EXPECT_EQ(testing::words_of(var(p, kLast, 0).values()), goldens["softmax_var"]);
}

// The lecture's prints: the signs of the zeros of its row means, and the one digit that the chain
// and the built-in operation print differently.
TEST(TorchChains, SignedZerosAndTheDigitOfTheLecture) {
  const auto goldens = testing::read_json_data("torch_arithmetic/chains.json");
  for (const char* name : {"without_epsilon", "class_on_batch"}) {
    const auto& chain = goldens[name];
    const tensor::Tensor x = tensor_of(chain["input"], chain["shape"]);
    const tensor::Tensor y = normalized(x, mean(x, kLast, true),
                                        var(x, kLast, chain["correction"], true), chain["epsilon"]);
    const tensor::Tensor m = mean(y, kLast);
    EXPECT_FALSE(std::signbit(m.values()[0])) << name;
    EXPECT_TRUE(std::signbit(m.values()[1])) << name;
    EXPECT_LT(std::abs(m.values()[0]), 5e-5F) << name;
    EXPECT_LT(std::abs(m.values()[1]), 5e-5F) << name;
  }
  const tensor::Tensor x = tensor_of(goldens["class_on_following"]["input"], {3, 5});
  const tensor::Tensor chain = normalized(x, mean(x, kLast, true), var(x, kLast, 0, true), 1e-5F);
  const tensor::Tensor built_in = layer_norm(x, 1, {}, 1e-5).output;
  constexpr double kBetweenTheDigits = -1.24125;  // prints -1.2413 below and -1.2412 above
  EXPECT_LT(static_cast<double>(chain.values()[13]), kBetweenTheDigits);
  EXPECT_GT(static_cast<double>(built_in.values()[13]), kBetweenTheDigits);
}

}  // namespace
}  // namespace normscope::torch_arithmetic
