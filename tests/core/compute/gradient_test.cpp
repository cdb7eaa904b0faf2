// SPDX-License-Identifier: MIT
// Backward passes on the cpu and by the reference: against each other in every layout, against
// PyTorch's autograd, with any number of threads; sums over many rows; and what is refused.
#include "core/compute/gradient.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "core/base/ulp.hpp"
#include "core/ops/operation.hpp"
#include "core/random/distributions.hpp"
#include "core/trace/gradient/closed_forms.hpp"
#include "tests/core/trace/goldens.hpp"
#include "tests/support/support.hpp"

namespace normscope::compute {
namespace {

using nlohmann::json;
using tensor::Shape;
using tensor::Tensor;
using Shared = std::shared_ptr<const Tensor>;

Shared drawn_tensor(const Shape& shape, std::uint64_t seed) {
  random::Generator generator(seed);
  return std::make_shared<const Tensor>(NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, shape)));
}

// Every operation, with options that change its gradient.
std::vector<Operation> differentiable_operations() {
  std::vector<Operation> all;
  for (const auto& kind : ops::normalization_names()) {
    for (const auto& placement : ops::epsilon_placement_names()) {
      all.emplace_back(
          ops::NormOptions{.kind = kind.value, .groups = 2, .epsilon_placement = placement.value});
    }
    all.emplace_back(ops::NormOptions{
        .kind = kind.value, .groups = 2, .estimator = ops::VarianceEstimator::kUnbiased});
    all.emplace_back(ops::NormOptions{
        .kind = kind.value, .groups = 2, .algorithm = ops::VarianceAlgorithm::kWelford});
  }
  for (const auto& kind : ops::relative_names()) {
    all.emplace_back(ops::RelativeOptions{.kind = kind.value, .dim = 1});
  }
  for (const bool log : {false, true}) {
    all.emplace_back(ops::SoftmaxOptions{.dim = 1, .temperature = 0.5, .log = log});
    all.emplace_back(ops::SoftmaxOptions{.dim = 1, .log = log, .sink = 0.5, .length_scale = 0.43});
  }
  return all;
}

GradientRequest request_of(const Operation& operation, const Shape& shape) {
  GradientRequest request{{operation, drawn_tensor(shape, 17)}, drawn_tensor(shape, 18)};
  if (!ops::has_parameters(operation)) return request;
  // Whatever shape gamma must have, one of them is accepted.
  for (const Shape& affine : {Shape{shape.back()}, Shape{shape[1]}}) {
    request.forward.gamma = drawn_tensor(affine, 19);
    if (plan_request(request.forward)) break;
  }
  request.of_gamma = request.of_beta = true;
  return request;
}

std::span<const float> values_or_none(const std::optional<Tensor>& tensor) {
  return tensor ? tensor->values() : std::span<const float>{};
}

bool same_bits(std::span<const float> a, std::span<const float> b) {
  return std::ranges::equal(a, b, {}, std::bit_cast<std::uint32_t, float>,
                            std::bit_cast<std::uint32_t, float>);
}

double largest_ulps(std::span<const float> values, std::span<const float> reference) {
  double worst = values.size() == reference.size() ? 0 : INFINITY;
  for (std::size_t k = 0; k < reference.size(); ++k) {
    worst = std::max(worst, base::ulp_error(values[k], static_cast<double>(reference[k])));
  }
  return worst;
}

TEST(Gradient, IsNearTheReferenceInEveryLayoutAndTheSameOnAllThreads) {
  double worst = 0;
  for (const Shape& shape : {Shape{40, 34}, Shape{6, 24, 8}, Shape{3, 4, 5, 6}}) {
    for (const Operation& operation : differentiable_operations()) {
      const GradientRequest request = request_of(operation, shape);
      if (!plan_request(request.forward)) continue;
      const Gradients one = NORMSCOPE_VALUE_OR_FAIL(
          compute_gradient(request, {.device = Device::kCpu, .threads = 1}));
      const Gradients many = NORMSCOPE_VALUE_OR_FAIL(
          compute_gradient(request, {.device = Device::kCpu, .threads = 3}));
      const Gradients exact =
          NORMSCOPE_VALUE_OR_FAIL(compute_gradient(request, {.device = Device::kReference}));
      EXPECT_TRUE(same_bits(one.dx.values(), many.dx.values()));
      for (const auto part : {&Gradients::dgamma, &Gradients::dbeta}) {
        EXPECT_TRUE(same_bits(values_or_none(one.*part), values_or_none(many.*part)));
        worst =
            std::max(worst, largest_ulps(values_or_none(one.*part), values_or_none(exact.*part)));
      }
      worst = std::max(worst, largest_ulps(one.dx.values(), exact.dx.values()));
    }
  }
  // Sums of at most 240 addends below 16 in float32, and a dozen steps: measured 12.5.
  EXPECT_LE(worst, 30);
  RecordProperty("ulps", std::to_string(worst));
}

TEST(Gradient, OfEmptyInputsIsEmptyOrZero) {
  for (const Shape& shape : {Shape{0, 4}, Shape{2, 0}}) {
    for (const Device device : {Device::kCpu, Device::kReference}) {
      GradientRequest request{{ops::NormOptions{}, drawn_tensor(shape, 1)}, drawn_tensor(shape, 2)};
      request.of_gamma = request.of_beta = true;
      const Gradients result =
          NORMSCOPE_VALUE_OR_FAIL(compute_gradient(request, {.device = device}));
      EXPECT_EQ(result.dx.shape(), shape);
      EXPECT_TRUE(std::ranges::all_of(values_or_none(result.dgamma),
                                      [](float value) { return value == 0; }));
    }
  }
}

// The bound of a sum over rows: half a ULP, and rows 2^-53 of the sum of the magnitudes.
TEST(Gradient, OfBetaIsASumInDoubleOverManyRows) {
  const std::int64_t rows = 20'000;
  const Shape shape{rows, 3};
  GradientRequest request{{ops::NormOptions{}, drawn_tensor(shape, 5)}, drawn_tensor(shape, 6)};
  request.of_beta = true;
  const Gradients result =
      NORMSCOPE_VALUE_OR_FAIL(compute_gradient(request, {.device = Device::kCpu}));
  for (std::size_t column = 0; column < 3; ++column) {
    long double sum = 0;
    long double magnitudes = 0;
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row) {
      const auto value = static_cast<long double>(request.dy->values()[row * 3 + column]);
      sum += value;
      magnitudes += std::abs(value);
    }
    const auto bound = static_cast<double>(std::abs(sum) * 0x1p-24L +
                                           static_cast<long double>(rows) * 0x1p-53L * magnitudes);
    EXPECT_NEAR(static_cast<double>(result.dbeta->values()[column]), static_cast<double>(sum),
                bound);
  }
  EXPECT_FALSE(result.dgamma);
}

// By hand: dx = gamma dy / 2 and / 3, dgamma sums dy (x - mean) / root, dbeta sums dy.
TEST(Gradient, TakesRunningStatisticsAsTheyAre) {
  using testing::make;
  const auto shared = [](Tensor tensor) {
    return std::make_shared<const Tensor>(std::move(tensor));
  };
  const ops::NormOptions options{
      .kind = ops::Normalization::kBatchNorm, .epsilon = 0, .running = true};
  GradientRequest request{{options, shared(make({2, 2}, {3, 8, 5, 2}))},
                          shared(make({2, 2}, {1, 3, 2, 6}))};
  request.forward.gamma = shared(make({2}, {4, 5}));
  request.forward.running = {shared(make({2}, {1, 2})), shared(make({2}, {4, 9}))};
  request.of_gamma = request.of_beta = true;
  for (const Device device : {Device::kCpu, Device::kReference}) {
    const Gradients all = NORMSCOPE_VALUE_OR_FAIL(compute_gradient(request, {.device = device}));
    EXPECT_EQ(all.dx, make({2, 2}, {2, 5, 4, 10}));
    EXPECT_EQ(*all.dgamma, make({2}, {5, 6}));
    EXPECT_EQ(*all.dbeta, make({2}, {3, 9}));
  }
  // Step by step, too, and they have no gradient of their own.
  for (const auto form : {trace::BackwardForm::kChain, trace::BackwardForm::kClosed}) {
    const tensor::Shape affine{2};
    const trace::Gradient backward =
        NORMSCOPE_VALUE_OR_FAIL(trace::norm_gradient({2, 2}, &affine, nullptr, options, form));
    EXPECT_GE(backward.of(trace::Role::kGamma), 0);
    EXPECT_LT(backward.of(trace::Role::kRunningMean), 0);
    EXPECT_LT(backward.of(trace::Role::kRunningVariance), 0);
  }
}

// Without a gamma its gradient is that at ones.
TEST(Gradient, OfAnAbsentGammaIsThatOfOnes) {
  const Shape shape{5, 6};
  GradientRequest absent{{ops::NormOptions{}, drawn_tensor(shape, 5)}, drawn_tensor(shape, 6)};
  absent.of_gamma = true;
  GradientRequest ones = absent;
  ones.forward.gamma =
      std::make_shared<const Tensor>(NORMSCOPE_VALUE_OR_FAIL(Tensor::full({6}, 1.0F)));
  for (const Device device : {Device::kCpu, Device::kReference}) {
    const Gradients a = NORMSCOPE_VALUE_OR_FAIL(compute_gradient(absent, {.device = device}));
    const Gradients b = NORMSCOPE_VALUE_OR_FAIL(compute_gradient(ones, {.device = device}));
    EXPECT_TRUE(std::ranges::equal(a.dgamma->values(), b.dgamma->values()));
    EXPECT_TRUE(std::ranges::equal(a.dx.values(), b.dx.values()));
  }
}

TEST(Gradient, RefusesWhatHasNone) {
  const Shape shape{2, 3};
  GradientRequest request{{ops::SoftmaxOptions{}, drawn_tensor(shape, 1)}, drawn_tensor({3, 2}, 2)};
  const auto refusal = [&](const Settings& settings) {
    const auto result = compute_gradient(request, settings);
    return result ? std::string() : result.error().sentence;
  };
  EXPECT_EQ(refusal({}),
            "the gradient of the output must have the output's shape (2, 3), but has (3, 2)");
  request.dy = drawn_tensor(shape, 2);
  EXPECT_EQ(refusal({.device = Device::kGpu}),
            "the device gpu is not available here; there are: cpu, reference");
  request.of_gamma = true;
  EXPECT_EQ(refusal({}), "the operation has no weight and no bias, so that they have no gradient");
  request.of_gamma = false;
  std::stop_source stop;
  stop.request_stop();
  for (const Device device : {Device::kCpu, Device::kReference}) {
    const auto stopped = compute_gradient(request, {.device = device, .stop = stop.get_token()});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, base::ErrorKind::kCancelled);
  }
}

std::vector<double> gradients_of(const json& golden, const char* leaf) {
  std::vector<double> values;
  const json& all = golden.at("gradients");
  if (!all.contains(leaf)) return values;
  for (const json& number : all[leaf]) {
    values.push_back(number.is_string() ? std::stod(number.get<std::string>())
                                        : number.get<double>());
  }
  return values;
}

// Autograd in double, rounded to float32; of the formula on paper, so that chains which cancel are
// others.
TEST(Gradient, OfTheReferenceIsPyTorchsAutograd) {
  const json all = testing::read_json_data("gradients/gradients.json");
  int seen = 0;
  for (const char* const part : {"norms", "softmaxes"}) {
    for (const json& golden : all.at(part)) {
      if (golden.at("input").contains("edges")) continue;
      const Shared x = trace::goldens::input_of(golden);
      GradientRequest request{{ops::NormOptions{}, x}, trace::goldens::sequence(x->shape(), 31)};
      if (part == std::string_view("norms")) {
        const auto options = trace::goldens::norm_options(golden, x->shape());
        const auto plan = NORMSCOPE_VALUE_OR_FAIL(ops::plan_norm(x->shape(), options));
        request.forward.operation = options;
        request.forward.gamma = trace::goldens::parameter(golden, "gamma", plan.affine_shape);
        request.of_gamma = request.forward.gamma != nullptr;
        request.of_beta = golden.at("options").contains("beta");
      } else {
        ops::SoftmaxOptions options = trace::goldens::softmax_options(golden);
        if (golden.contains("sink")) options.sink = golden["sink"].get<double>();
        request.forward.operation = options;
      }
      const Gradients result =
          NORMSCOPE_VALUE_OR_FAIL(compute_gradient(request, {.device = Device::kReference}));
      for (const auto& [leaf, values] : {std::pair("input", result.dx.values()),
                                         std::pair("gamma", values_or_none(result.dgamma)),
                                         std::pair("beta", values_or_none(result.dbeta))}) {
        const std::vector<double> expected = gradients_of(golden, leaf);
        ASSERT_EQ(values.size(), expected.size()) << leaf;
        for (std::size_t k = 0; k < expected.size(); ++k) {
          // One rounding; the chain in double loses some of its digits at an offset of 10,000.
          EXPECT_NEAR(static_cast<double>(values[k]), expected[k],
                      1e-7 * std::max(1.0, std::abs(expected[k])))
              << golden.at("options") << leaf;
        }
      }
      ++seen;
    }
  }
  EXPECT_GT(seen, 200);
}

}  // namespace
}  // namespace normscope::compute
