// SPDX-License-Identifier: MIT
// Document B: a lecture with manual_seed(123). The random stream, the traces and the printer give
// every number of it; to the last character where PyTorch 2.6 prints it.
#include <gtest/gtest.h>

#include <cmath>

#include "core/ops/linear.hpp"
#include "core/ops/presets.hpp"
#include "core/torch_arithmetic/linear.hpp"
#include "core/torch_arithmetic/norms.hpp"
#include "core/torch_arithmetic/softmax.hpp"
#include "core/torch_arithmetic/sum.hpp"
#include "tests/core/ops/facts.hpp"
#include "tests/support/support.hpp"

namespace normscope::facts {
namespace {

using tensor::Tensor;

class FactB : public ::testing::Test {
 protected:
  random::Generator generator_{123};
  Tensor batch_ = NORMSCOPE_VALUE_OR_FAIL(random::rand(generator_, {2, 5}));
  Tensor activations_ = activations(generator_, batch_);
  Tensor scores_ = NORMSCOPE_VALUE_OR_FAIL(random::rand(generator_, {3, 5}));
};

std::vector<std::string> bits_of(const Tensor& x) {
  std::vector<std::string> bits;
  for (const float v : x.values()) bits.push_back(testing::to_bits(v));
  return bits;
}

TEST_F(FactB, InputsComeFromTheStream) {
  expect_printed(batch_.values(), "B1 batch");
  expect_text(batch_, "B1 batch");
  expect_printed(activations_.values(), "B2 activations");
  expect_text(activations_, "B2 activations", "grad_fn=<ReluBackward0>");
  expect_printed(scores_.values(), "B6 scores");
  expect_text(scores_, "B6 scores");
}

TEST_F(FactB, TheLayersOfCoreGiveThePrintedActivations) {
  random::Generator generator(123);
  NORMSCOPE_VALUE_OR_FAIL(random::rand(generator, {2, 5}));
  const auto layer = NORMSCOPE_VALUE_OR_FAIL(random::linear_parameters(generator, 5, 6));
  const Tensor y =
      ops::relu(NORMSCOPE_VALUE_OR_FAIL(ops::linear(batch_, layer.weight, &layer.bias)));
  expect_text(y, "B2 activations", "grad_fn=<ReluBackward0>");
  EXPECT_EQ(ops::relu(torch_arithmetic::linear(batch_, layer.weight, layer.bias.values())),
            activations_);
}

TEST_F(FactB, StatisticsOfTheActivations) {
  expect_printed(row_mean(activations_).values(), "B3 mean");
  expect_text(row_mean(activations_), "B3 mean", "grad_fn=<MeanBackward1>");
  expect_printed(row_variance(activations_, 1).values(), "B3 variance");
  expect_text(row_variance(activations_, 1), "B3 variance", "grad_fn=<VarBackward0>");
}

// V2 with torch.var; the signs of the zeros are those of PyTorch's order of summation.
TEST_F(FactB, NormalizedWithoutEpsilon) {
  ops::NormOptions options = ops::find_preset("V2")->options;
  options.algorithm = ops::VarianceAlgorithm::kWelford;
  const Tensor y = output(NORMSCOPE_VALUE_OR_FAIL(
      trace::trace_norm(std::make_shared<const Tensor>(activations_), nullptr, nullptr, options)));
  expect_printed(y.values(), "B4 normalized");
  expect_text(y, "B4 normalized", "grad_fn=<DivBackward0>");
  const Tensor mean = row_mean(y);
  expect_text(mean, "B4 mean", "grad_fn=<MeanBackward1>", without_scientific());
  EXPECT_EQ(printed("B4 mean"),
            "tensor([[     0.0000],\n        [    -0.0000]], grad_fn=<MeanBackward1>)");
  EXPECT_EQ(bits_of(mean), printed_bits("B4 mean"));
  // The document's processor printed 1.0000 here: a last bit that differs, not the formula.
  expect_text(row_variance(y, 1), "B4 variance", "grad_fn=<VarBackward0>", without_scientific());
  expect_printed(run(ops::find_preset("V2")->options, activations_, compute::Device::kCpu).values(),
                 "B4 normalized");
}

TEST_F(FactB, TheClassOnTheBatch) {
  const trace::Trace chain = lecture_layer_norm(batch_);
  const auto step = [&](const char* name) {
    return NORMSCOPE_VALUE_OR_FAIL(chain.whole(chain.find(name)));
  };
  expect_printed(step("mean").values(), "B5 mean");
  expect_text(step("mean"), "B5 mean");
  expect_printed(step("variance").values(), "B5 variance");
  expect_text(step("variance"), "B5 variance");
  const Tensor y = output(chain);
  expect_printed(y.values(), "B5 output");
  expect_text(y, "B5 output", "grad_fn=<AddBackward0>");
}

TEST_F(FactB, TheOutputsMeanAndVariance) {
  const Tensor y = output(lecture_layer_norm(batch_));
  const Tensor mean = row_mean(y);
  expect_text(mean, "B5 output mean", "grad_fn=<MeanBackward1>", without_scientific());
  EXPECT_EQ(bits_of(mean), printed_bits("B5 output mean"));
  EXPECT_FALSE(std::signbit(mean.values()[0]));
  EXPECT_TRUE(std::signbit(mean.values()[1]));
  const Tensor variance = row_variance(y, 0);
  expect_printed(variance.values(), "B5 output variance");
  expect_text(variance, "B5 output variance", "grad_fn=<VarBackward0>", without_scientific());
  // The variance of the output is var / (var + eps), not 1.
  const Tensor before = row_variance(batch_, 0);
  for (std::size_t row = 0; row < 2; ++row) {
    const auto v = static_cast<double>(before.values()[row]);
    // Five values of up to 1.6, each the result of about ten roundings.
    EXPECT_NEAR(static_cast<double>(variance.values()[row]), v / (v + 1e-5), 10 * 0x1p-23);
  }
}

// The built-in operation rounds elsewhere, and its means have the other signs: PyTorch 1.13.1,
// which subtracted mean rstd from x rstd, printed -0.0000 for both.
TEST_F(FactB, TheBuiltInMeansHaveTheOtherSigns) {
  const std::vector<float> ones(5, 1.0F);
  const std::vector<float> zeros(5, 0.0F);
  const Tensor y = torch_arithmetic::layer_norm(batch_, 1, {ones, zeros}, 1e-5).output;
  expect_text(row_mean(y), "B5 built-in mean", "grad_fn=<MeanBackward1>", without_scientific());
  EXPECT_EQ(printed("B5 built-in mean"),
            "tensor([[    -0.0000],\n        [     0.0000]], grad_fn=<MeanBackward1>)");
}

TEST_F(FactB, SoftmaxOfTheScores) {
  const Tensor y = torch_arithmetic::softmax(scores_, 1);
  expect_text(y, "B7 softmax");
  expect_text(row_mean(y), "B7 mean");
  expect_printed(row_mean(y).values(), "B7 mean");
  expect_text(row_variance(y, 0), "B7 variance");
  expect_printed(row_variance(y, 0).values(), "B7 variance");
  EXPECT_EQ(two_decimals(torch_arithmetic::sum(y.values().subspan(5, 5))), "1.00");
  EXPECT_EQ(printed("B7 sum of row 1"), "1.00");
  for (const auto device : {compute::Device::kCpu, compute::Device::kReference}) {
    expect_printed(run(ops::SoftmaxOptions{}, scores_, device).values(), "B7 softmax");
  }
  expect_printed(output(NORMSCOPE_VALUE_OR_FAIL(
                            trace::trace_softmax(std::make_shared<const Tensor>(scores_), {})))
                     .values(),
                 "B7 softmax");
}

TEST_F(FactB, TheClassOnTheScores) {
  const Tensor y = output(lecture_layer_norm(scores_));
  expect_text(y, "B8 output");
  expect_printed(y.values(), "B8 output");
  expect_text(row_variance(y, 0), "B8 variance");
  expect_printed(row_variance(y, 0).values(), "B8 variance");
  EXPECT_EQ(two_decimals(torch_arithmetic::sum(y.values().subspan(5, 5))),
            printed("B8 sum of row 1"));
  EXPECT_EQ(printed("B8 sum of row 1"), "0.00");
}

// One value, close to -1.24125, that the chain rounds down and the built-in operation up.
TEST_F(FactB, ChainAndBuiltInDifferInOnePrintedDigit) {
  constexpr std::size_t kPlace = 13;
  const std::vector<float> ones(5, 1.0F);
  const std::vector<float> zeros(5, 0.0F);
  const Tensor built_in = torch_arithmetic::layer_norm(scores_, 1, {ones, zeros}, 1e-5).output;
  expect_text(built_in, "B8 built-in");
  const auto text = [](const Tensor& y) {
    return tensor::to_torch_text(testing::make({1}, {y.values()[kPlace]}));
  };
  EXPECT_EQ(text(output(lecture_layer_norm(scores_))), "tensor([-1.2413])");
  EXPECT_EQ(text(built_in), "tensor([-1.2412])");
  EXPECT_EQ(text(run(ops::NormOptions{}, scores_, compute::Device::kCpu)), "tensor([-1.2412])");
  EXPECT_EQ(text(run(ops::NormOptions{}, scores_, compute::Device::kReference)),
            "tensor([-1.2412])");
}

}  // namespace
}  // namespace normscope::facts
