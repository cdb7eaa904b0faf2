// SPDX-License-Identifier: MIT
// The gpu backend: inputs larger than its buffers, empty groups, stops and progress, the choice
// under `auto`, a context passed in by the application.
#include "core/gpu/gpu_backend.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <thread>

#include "core/compute/reference_group.hpp"
#include "core/gpu/egl_context.hpp"
#include "core/gpu/self_check.hpp"
#include "core/random/distributions.hpp"
#include "tests/core/gpu/gpu_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::gpu {
namespace {

using compute::Operation;
using compute::Request;
using compute::Result;
using compute::Settings;
using testing::make;

std::shared_ptr<const tensor::Tensor> normal(const tensor::Shape& shape, std::uint64_t seed) {
  random::Generator generator(seed);
  return std::make_shared<const tensor::Tensor>(
      NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, shape)));
}

std::span<const float> values_of(const std::shared_ptr<const tensor::Tensor>& tensor) {
  return tensor ? tensor->values() : std::span<const float>{};
}

bool same_bits(const tensor::Tensor& a, const tensor::Tensor& b) {
  return std::ranges::equal(a.values(), b.values(), [](float x, float y) {
    return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
  });
}

double error_of(const Request& request, const Result& result) {
  const auto plan = NORMSCOPE_VALUE_OR_FAIL(compute::plan_request(request));
  return compute::output_error(plan, request.x->values(), values_of(request.gamma),
                               values_of(request.beta), result.y.values())
      .ulps;
}

class GpuBackend : public testing::GpuTest {
 protected:
  static Result run(Options options, const Request& request, const Settings& settings = on_gpu()) {
    return NORMSCOPE_VALUE_OR_FAIL(
        compute::compute(make_backends(std::move(options)), request, settings));
  }
};

std::vector<Request> larger_than_a_buffer() {
  ops::NormOptions batch;
  batch.kind = ops::Normalization::kBatchNorm;
  ops::NormOptions group;
  group.kind = ops::Normalization::kGroupNorm;
  group.groups = 2;
  ops::SoftmaxOptions log;
  log.log = true;
  ops::SoftmaxOptions first;
  first.dim = 0;
  return {
      {ops::NormOptions{}, normal({300, 100}, 1), normal({100}, 2), normal({100}, 3)},
      {ops::NormOptions{}, normal({2, 10000}, 4), normal({10000}, 5), normal({10000}, 6)},
      {batch, normal({9000, 3}, 7), normal({3}, 8), normal({3}, 9)},
      {batch, normal({5, 3, 4000}, 10), normal({3}, 11)},
      {group, normal({2, 4, 7000}, 12), normal({4}, 13), normal({4}, 14)},
      {ops::SoftmaxOptions{}, normal({3, 9000}, 15)},
      {log, normal({3, 9000}, 16)},
      {first, normal({9000, 2}, 17)},
      {first, normal({50, 300}, 18)},
      {ops::NormOptions{}, normal({9000, 1}, 19)},
  };
}

TEST_F(GpuBackend, InputsLargerThanABufferAreCut) {
  Options small = options();
  small.slice_elements = 4096;
  small.dispatch_elements = 1024;
  const compute::Backends cut = make_backends(small);
  const compute::Backends whole = make_backends(options());
  for (const Request& request : larger_than_a_buffer()) {
    const auto pieces = NORMSCOPE_VALUE_OR_FAIL(compute::compute(cut, request, on_gpu()));
    const auto at_once = NORMSCOPE_VALUE_OR_FAIL(compute::compute(whole, request, on_gpu()));
    const std::string shape = tensor::shape_to_text(request.x->shape());
    // Two ULP are the table's bound where PyTorch has no error.
    EXPECT_LE(error_of(request, pieces), 2.0) << shape;
    for (std::size_t g = 0; g < pieces.first.values().size(); ++g) {
      // Both are right to half an ULP of what they sum up: values of about 1.
      EXPECT_NEAR(pieces.first.values()[g], at_once.first.values()[g], 2.4e-7F) << shape;
      EXPECT_NEAR(pieces.second.values()[g] / at_once.second.values()[g], 1.0F, 2.4e-7F) << shape;
    }
  }
}

TEST_F(GpuBackend, WhatIsCutByDispatchesIsTheSame) {
  Options small = options();
  small.dispatch_elements = 1;
  for (const Request& request : larger_than_a_buffer()) {
    EXPECT_TRUE(same_bits(run(small, request).y, run(options(), request).y))
        << tensor::shape_to_text(request.x->shape());
  }
}

TEST_F(GpuBackend, ParametersThatDoNotFitAreSentInParts) {
  Options small = options();
  small.slice_elements = 4096;
  const Request request{ops::NormOptions{}, normal({2, 3, 5000}, 20), normal({3, 5000}, 21),
                        normal({3, 5000}, 22)};
  Request wide = request;
  ops::NormOptions both;
  both.normalized_shape = {3, 5000};
  wide.operation = both;
  EXPECT_LE(error_of(wide, run(small, wide)), 2.0);
}

// Layouts with numbers above 32 bits, which otherwise only inputs of gigabytes have.
TEST_F(GpuBackend, OffsetsThat32BitsDoNotHoldAreRefused) {
  constexpr std::int64_t kBeyond = std::int64_t{1} << 32;
  const std::vector<float> x{1, 2, 3, 4, 5, 6, 7, 8};
  const std::vector<float> gamma{1, 1, 2, 2};
  std::vector<float> y(x.size());
  std::vector<float> means(2);
  std::vector<float> rstds(2);
  const auto run = [&](const ops::AffineLayout& affine) {
    auto plan = NORMSCOPE_VALUE_OR_FAIL(ops::plan_norm({2, 4}, ops::NormOptions{}));
    plan.affine = affine;
    return make_gpu_backend(options())->run(plan, {x, gamma, {}, y, means, rstds}, {});
  };
  EXPECT_TRUE(run({1, 0, 1}));
  for (const ops::AffineLayout& beyond :
       {ops::AffineLayout{kBeyond + 1, 0, 1}, {1, kBeyond, 1}, {1, 0, kBeyond + 1}}) {
    const auto refused = run(beyond);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, base::ErrorKind::kTooLarge);
  }
}

TEST_F(GpuBackend, GroupsOfNothingHaveStatisticsAsElsewhere) {
  for (const tensor::Shape& shape : {tensor::Shape{3, 0}, tensor::Shape{0, 3}}) {
    const Request request{ops::NormOptions{},
                          std::make_shared<const tensor::Tensor>(make(shape, {}))};
    Settings reference;
    reference.device = compute::Device::kReference;
    const Result expected = run(options(), request, reference);
    const Result result = run(options(), request);
    EXPECT_EQ(result.y, expected.y);
    EXPECT_TRUE(same_bits(result.first, expected.first));
    EXPECT_TRUE(same_bits(result.second, expected.second));
  }
}

TEST_F(GpuBackend, ParametersAtTheEndsOfTheFloats) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const float nan = std::nanf("");
  for (const float gamma : {3e38F, 1e-40F, 0.0F, kInfinity, nan}) {
    for (const float beta : {-3e38F, 1e-44F, -0.0F, -kInfinity, nan}) {
      Request request{
          ops::NormOptions{},
          std::make_shared<const tensor::Tensor>(make({2, 3}, {1, 2, 4, -1e38F, 0, 3e38F})),
          std::make_shared<const tensor::Tensor>(make({3}, {gamma, gamma, gamma})),
          std::make_shared<const tensor::Tensor>(make({3}, {beta, beta, beta}))};
      for (const auto returned : {ops::Returned::kNormalized, ops::Returned::kMean}) {
        std::get<ops::NormOptions>(request.operation).returned = returned;
        EXPECT_LE(error_of(request, run(options(), request)), 2.0)
            << "gamma " << gamma << ", beta " << beta;
      }
    }
  }
}

TEST_F(GpuBackend, TemperaturesAndEpsilonsOfAnySize) {
  for (const double extreme : {1e-300, 1e-44, 1e-30, 1e-3, 1e3, 1e30, 1e44, 1e300}) {
    ops::NormOptions norm;
    norm.epsilon = extreme;
    for (const auto placement : {ops::EpsilonPlacement::kInside, ops::EpsilonPlacement::kOutside,
                                 ops::EpsilonPlacement::kCount}) {
      norm.epsilon_placement = placement;
      const Request request{norm, normal({3, 50}, 30)};
      EXPECT_LE(error_of(request, run(options(), request)), 2.0) << "epsilon " << extreme;
    }
    for (const bool log : {false, true}) {
      ops::SoftmaxOptions softmax;
      softmax.temperature = extreme;
      softmax.log = log;
      const Request request{softmax, normal({3, 50}, 31)};
      EXPECT_LE(error_of(request, run(options(), request)), 2.0) << "temperature " << extreme;
    }
  }
}

TEST_F(GpuBackend, AStopEndsTheRunAndTheNextOneWorks) {
  Options small = options();
  small.slice_elements = 4096;
  const compute::Backends backends = make_backends(small);
  const Request request{ops::NormOptions{}, normal({300, 100}, 40)};
  std::stop_source source;
  Settings settings = on_gpu();
  settings.stop = source.get_token();
  double last = 0;
  settings.progress = [&](double share) {
    last = share;
    if (share > 0.2) source.request_stop();
  };
  const auto stopped = compute::compute(backends, request, settings);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, base::ErrorKind::kCancelled);
  EXPECT_LT(last, 1.0);
  EXPECT_TRUE(compute::compute(backends, request, on_gpu()));
}

TEST_F(GpuBackend, ProgressGrowsToTheWhole) {
  Options small = options();
  small.slice_elements = 4096;
  for (const Request& request : larger_than_a_buffer()) {
    std::vector<double> shares;
    Settings settings = on_gpu();
    settings.progress = [&](double share) { shares.push_back(share); };
    (void)run(small, request, settings);
    ASSERT_GT(shares.size(), 3U);
    EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
    EXPECT_EQ(shares.back(), 1.0);
  }
}

TEST_F(GpuBackend, MeasuresItselfAndACopy) {
  Settings settings = on_gpu();
  settings.measure_copy = true;
  settings.repeats = 3;
  const Result result = run(options(), {ops::NormOptions{}, normal({300, 100}, 50)}, settings);
  EXPECT_GT(result.kernel_seconds, 0);
  ASSERT_TRUE(result.copy_seconds);
  EXPECT_GT(*result.copy_seconds, 0);
}

TEST_F(GpuBackend, SmallInputsAreNotWorthIt) {
  Options user = options();
  user.worth_elements = 1000;
  const Result result = run(user, {ops::NormOptions{}, normal({3, 4}, 61)}, Settings{});
  EXPECT_TRUE(result.device.starts_with("cpu"));
  EXPECT_EQ(result.note, "");
}

// As in the application: the context is created on one thread and used on another.
TEST_F(GpuBackend, TakesAContextThatSomebodyElseMade) {
  std::vector<Attempt> attempts;
  auto context = NORMSCOPE_VALUE_OR_FAIL(open_egl_context(attempts));
  Options given = options();
  given.debug = false;
  given.open = [&]() -> base::Expected<std::unique_ptr<Context>> {
    if (context == nullptr) return base::fail(base::ErrorKind::kUnavailable, "it was taken");
    return std::move(context);
  };
  const compute::Backends backends = make_backends(given);
  const Request request{ops::NormOptions{}, normal({3, 400}, 62)};
  double error = HUGE_VAL;
  std::thread worker([&] {
    error =
        error_of(request, NORMSCOPE_VALUE_OR_FAIL(compute::compute(backends, request, on_gpu())));
  });
  worker.join();
  EXPECT_LE(error, 2.0);
  // The context was released, so this thread can use it, too.
  EXPECT_TRUE(compute::compute(backends, request, on_gpu()));
}

// Subgroups stay in use only where sums with and without them agree.
TEST_F(GpuBackend, SumsBySubgroupsAreCheckedAgainstSumsWithout) {
  const auto device = NORMSCOPE_VALUE_OR_FAIL(gpu::Device::open(options()));
  const bool before = device->capabilities().subgroups;
  ASSERT_TRUE(check_subgroups(*device));
  EXPECT_EQ(device->capabilities().subgroups, before);
}

// On a device that wrongly claims subgroups, programs do not compile; it is used without subgroups.
TEST_F(GpuBackend, SubgroupsThatDoNotWorkAreLeftOut) {
  Options plain = options();
  plain.debug = false;
  const auto device = NORMSCOPE_VALUE_OR_FAIL(gpu::Device::open(plain));
  if (device->capabilities().subgroups) GTEST_SKIP() << "this device has them";
  device->use_subgroups(true);
  ASSERT_TRUE(check_subgroups(*device));
  EXPECT_FALSE(device->capabilities().subgroups);
}

TEST_F(GpuBackend, SeveralLiveSideBySide) {
  const compute::Backends one = make_backends(options());
  const Request request{ops::SoftmaxOptions{}, normal({3, 400}, 63)};
  const Result first = NORMSCOPE_VALUE_OR_FAIL(compute::compute(one, request, on_gpu()));
  {
    const compute::Backends two = make_backends(options());
    EXPECT_TRUE(
        same_bits(NORMSCOPE_VALUE_OR_FAIL(compute::compute(two, request, on_gpu())).y, first.y));
  }
  EXPECT_TRUE(
      same_bits(NORMSCOPE_VALUE_OR_FAIL(compute::compute(one, request, on_gpu())).y, first.y));
}

TEST(GpuWithoutADevice, SaysSoAndAutoGoesOn) {
  Options none;
  none.worth_elements = 0;
  none.open = []() -> base::Expected<std::unique_ptr<Context>> {
    return base::fail(base::ErrorKind::kUnavailable, "no gpu can be used: this machine has none");
  };
  const compute::Backends backends = make_backends(none);
  const Request request{ops::NormOptions{}, normal({3, 4}, 64)};
  Settings settings;
  const auto result = NORMSCOPE_VALUE_OR_FAIL(compute::compute(backends, request, settings));
  EXPECT_TRUE(result.device.starts_with("cpu"));
  EXPECT_EQ(result.note, "the cpu computed this: no gpu can be used: this machine has none");
  settings.device = compute::Device::kGpu;
  const auto refused = compute::compute(backends, request, settings);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, base::ErrorKind::kUnavailable);
  EXPECT_EQ(refused.error().sentence, "no gpu can be used: this machine has none");
}

// A batch of any size travels longer than the cpu computes.
TEST(GpuUnderAuto, LeavesAllToTheCpu) {
  const auto result = NORMSCOPE_VALUE_OR_FAIL(compute::compute(
      make_backends(), Request{ops::NormOptions{}, normal({2000, 1000}, 64)}, Settings{}));
  EXPECT_TRUE(result.device.starts_with("cpu")) << result.device;
  EXPECT_EQ(result.note, "");
}

TEST(IsSoftware, KnowsTheRenderersThatAreNone) {
  EXPECT_TRUE(is_software("llvmpipe (LLVM 15.0.6, 256 bits)"));
  EXPECT_TRUE(is_software("softpipe"));
  EXPECT_TRUE(is_software("zink Vulkan 1.3(llvmpipe (LLVM 19.1.7, 256 bits) (LLVMPIPE))"));
  EXPECT_TRUE(is_software("ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device), SwiftShader)"));
  EXPECT_FALSE(is_software("NVIDIA H100 PCIe/PCIe/SSE2"));
  EXPECT_FALSE(is_software("AMD Radeon RX 6600 (radeonsi, navi23, LLVM 15.0.6)"));
  EXPECT_FALSE(is_software("Mesa Intel(R) UHD Graphics 620 (KBL GT2)"));
}

}  // namespace
}  // namespace normscope::gpu
