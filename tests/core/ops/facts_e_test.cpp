// SPDX-License-Identifier: MIT
// Document E: manual_seed(123) with cells run out of order, so that its activations are those of
// the third layer created; statistics with and without keepdim; a placeholder of a class.
#include <gtest/gtest.h>

#include <array>

#include "core/ops/presets.hpp"
#include "core/torch_arithmetic/sum.hpp"
#include "core/torch_arithmetic/variance.hpp"
#include "tests/core/ops/facts.hpp"
#include "tests/support/support.hpp"

namespace normscope::facts {
namespace {

using tensor::Shape;
using tensor::Tensor;

class FactE : public ::testing::Test {
 protected:
  random::Generator generator_{123};
  Tensor batch_ = NORMSCOPE_VALUE_OR_FAIL(random::randn(generator_, {2, 5}));
  Tensor first_ = activations(generator_, batch_);
  Tensor second_ = activations(generator_, batch_);
  Tensor third_ = activations(generator_, batch_);
};

TEST_F(FactE, TheBatch) {
  expect_printed(batch_.values(), "E1 batch");
  expect_text(batch_, "E1 batch");
}

TEST_F(FactE, ThePrintedActivationsAreThoseOfTheThirdLayer) {
  expect_printed(first_.values(), "E2 clean run");
  expect_text(first_, "E2 clean run", "grad_fn=<ReluBackward0>");
  expect_printed(third_.values(), "E2 third layer");
  expect_text(third_, "E2 third layer", "grad_fn=<ReluBackward0>");
  EXPECT_NE(second_, third_);
}

TEST_F(FactE, StatisticsWithAndWithoutKeepdim) {
  constexpr std::array<std::size_t, 1> kLast{1};
  for (const bool keepdim : {true, false}) {
    const Tensor mean = torch_arithmetic::mean(third_, kLast, keepdim);
    const Tensor variance = torch_arithmetic::var(third_, kLast, 1, keepdim);
    EXPECT_EQ(mean.shape(), keepdim ? (Shape{2, 1}) : Shape{2});
    EXPECT_EQ(variance.shape(), mean.shape());
    expect_printed(mean.values(), "E3 mean");
    expect_printed(variance.values(), "E3 variance");
    expect_text(mean, keepdim ? "E3 mean, keepdim" : "E3 mean", "grad_fn=<MeanBackward1>");
    expect_text(variance, keepdim ? "E3 variance, keepdim" : "E3 variance",
                "grad_fn=<VarBackward0>");
  }
}

TEST_F(FactE, StatisticsOfTheWholeAreOneNumber) {
  expect_text(torch_arithmetic::mean(third_), "E3 mean of all", "grad_fn=<MeanBackward0>");
  expect_text(torch_arithmetic::var(third_, {}, 1), "E3 variance of all", "grad_fn=<VarBackward0>");
}

TEST_F(FactE, ThePlaceholderReturnsItsInput) {
  const auto options = ops::find_preset("V9")->options;
  EXPECT_EQ(run(options, third_, compute::Device::kCpu), third_);
  const auto trace = NORMSCOPE_VALUE_OR_FAIL(
      trace::trace_norm(std::make_shared<const Tensor>(third_), nullptr, nullptr, options));
  EXPECT_EQ(trace.steps().size(), 2U);
  EXPECT_EQ(output(trace), third_);
}

}  // namespace
}  // namespace normscope::facts
