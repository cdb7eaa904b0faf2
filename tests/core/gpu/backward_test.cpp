// SPDX-License-Identifier: MIT
// Backward passes on the gpu: shapes and numbers of every kind against the reference, slices and
// dispatches of any size with the same bits, sums over many rows, stops, memory that does not
// suffice, and what has no shader.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/ulp.hpp"
#include "core/compute/gradient.hpp"
#include "core/compute/masked.hpp"
#include "core/random/distributions.hpp"
#include "tests/core/gpu/gpu_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::gpu::backward_test {
namespace {

using compute::GradientRequest;
using compute::Gradients;
using compute::Operation;
using compute::Settings;
using tensor::Shape;
using tensor::Tensor;
using testing::make;
using Shared = std::shared_ptr<const Tensor>;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
const float kNan = std::nanf("");

// In ULP of max(1, |r|), of a reference that was rounded once itself: two half units, and a little.
constexpr double kBound = 1.1;

// What the exponentials of a softmax may take in addition.
double exponentials_error(const GradientRequest& request) {
  const auto* const softmax = std::get_if<ops::SoftmaxOptions>(&request.forward.operation);
  if (softmax == nullptr) return 0;
  double largest = 0;
  double sum = 0;
  for (const float value : request.dy->values()) {
    largest = std::max(largest, static_cast<double>(std::abs(value)));
    sum += static_cast<double>(std::abs(value));
  }
  return 0x1p-26 * (softmax->log ? sum : largest) / softmax->temperature;
}

Shared shared(Tensor tensor) {
  return std::make_shared<const Tensor>(std::move(tensor));
}
Shared drawn(const Shape& shape, std::uint64_t seed, float scale = 1, float offset = 0) {
  random::Generator generator(seed);
  Tensor tensor = NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, shape));
  for (float& value : tensor.values()) value = value * scale + offset;
  return shared(std::move(tensor));
}

std::span<const float> values_or_none(const std::optional<Tensor>& tensor) {
  return tensor ? tensor->values() : std::span<const float>{};
}

bool same_bits(std::span<const float> a, std::span<const float> b) {
  return std::ranges::equal(a, b, {}, std::bit_cast<std::uint32_t, float>,
                            std::bit_cast<std::uint32_t, float>);
}

void expect_same_bits(const Gradients& a, const Gradients& b) {
  EXPECT_TRUE(same_bits(a.dx.values(), b.dx.values())) << tensor::shape_to_text(a.dx.shape());
  EXPECT_TRUE(same_bits(values_or_none(a.dgamma), values_or_none(b.dgamma)));
  EXPECT_TRUE(same_bits(values_or_none(a.dbeta), values_or_none(b.dbeta)));
}

// The four operations that have shaders for all their gradients.
std::vector<Operation> operations() {
  return {ops::NormOptions{}, ops::NormOptions{.kind = ops::Normalization::kRmsNorm},
          ops::SoftmaxOptions{}, ops::SoftmaxOptions{.log = true}};
}

GradientRequest request_of(const Operation& operation, const Shared& x, const Shared& dy) {
  GradientRequest request{{operation, x}, dy};
  if (!std::holds_alternative<ops::NormOptions>(operation)) return request;
  request.forward.gamma = drawn({x->shape().back()}, 3);
  request.of_gamma = request.of_beta = true;
  return request;
}

class GpuBackward : public testing::GpuTest {
 protected:
  static Gradients run(Options options, const GradientRequest& request,
                       const Settings& settings = on_gpu()) {
    return NORMSCOPE_VALUE_OR_FAIL(
        compute::compute_gradient(request, settings, make_backends(std::move(options))));
  }
  Gradients run(const GradientRequest& request) {
    return NORMSCOPE_VALUE_OR_FAIL(compute::compute_gradient(request, on_gpu(), backends_));
  }
  base::Error refusal(const GradientRequest& request) {
    const auto result = compute::compute_gradient(request, on_gpu(), backends_);
    return result ? base::Error{} : result.error();
  }

  // The largest error of all gradients against the reference.
  double error_of(const GradientRequest& request) {
    const Gradients exact = NORMSCOPE_VALUE_OR_FAIL(
        compute::compute_gradient(request, {.device = compute::Device::kReference}));
    const Gradients mine = run(request);
    const double exponentials = exponentials_error(request);
    double worst = 0;
    for (const auto& [a, b] :
         {std::pair(mine.dx.values(), exact.dx.values()),
          std::pair(values_or_none(mine.dgamma), values_or_none(exact.dgamma)),
          std::pair(values_or_none(mine.dbeta), values_or_none(exact.dbeta))}) {
      EXPECT_EQ(a.size(), b.size());
      for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
        const auto reference = static_cast<double>(b[k]);
        if (std::abs(static_cast<double>(a[k]) - reference) <= exponentials) continue;
        worst = std::max(worst, base::ulp_error(a[k], reference));
      }
    }
    return worst;
  }

 private:
  compute::Backends backends_ = make_backends(options());
};

TEST_F(GpuBackward, IsNearTheReferenceInEveryShape) {
  for (const Shape& shape : {Shape{1, 1}, Shape{3, 7}, Shape{2, 5, 257}, Shape{2, 8193},
                             Shape{2, 100'003}, Shape{70'000, 3}}) {
    for (const Operation& operation : operations()) {
      const auto request = request_of(operation, drawn(shape, 1), drawn(shape, 2, 1, 0.25F));
      EXPECT_LE(error_of(request), kBound) << tensor::shape_to_text(shape);
    }
  }
}

TEST_F(GpuBackward, IsNearTheReferenceForNumbersOfAnyKind) {
  const Shape shape{4, 65};
  const auto with = [&](float value) {
    Tensor tensor = *drawn(shape, 5);
    tensor.values()[70] = value;
    return shared(std::move(tensor));
  };
  const Shared plain = drawn(shape, 6);
  std::vector<std::pair<Shared, Shared>> inputs;
  for (const float special :
       {0.0F, -0.0F, 1e-44F, 1e-30F, 1e30F, -3e38F, kInfinity, -kInfinity, kNan}) {
    inputs.emplace_back(with(special), plain);
    inputs.emplace_back(plain, with(special));
  }
  for (const float scale : {0.0F, 1e-42F, 1e-20F, 1e-3F, 1e6F, 1e20F, 1e37F}) {
    for (const float offset : {0.0F, 3.25F, 1e5F})
      inputs.emplace_back(drawn(shape, 7, scale, offset), plain);
    inputs.emplace_back(plain, drawn(shape, 7, scale, 0));
  }
  for (const Operation& operation : operations()) {
    for (std::size_t at = 0; at < inputs.size(); ++at) {
      const auto& [x, dy] = inputs[at];
      EXPECT_LE(error_of(request_of(operation, x, dy)), kBound) << "input " << at;
    }
  }
}

TEST_F(GpuBackward, TakesEveryOption) {
  const Shared x = drawn({3, 50}, 10);
  const Shared constant = drawn({3, 50}, 10, 0, 2);
  const Shared dy = drawn({3, 50}, 11);
  for (const double extreme : {0.0, 1e-100, 1e-44, 1e-12, 1e-3, 1e3, 1e44}) {
    for (const auto& placement : ops::epsilon_placement_names()) {
      for (const auto& estimator : ops::variance_estimator_names()) {
        for (const auto algorithm :
             {ops::VarianceAlgorithm::kTwoPass, ops::VarianceAlgorithm::kWelford}) {
          for (const bool centring : {false, true}) {
            const ops::NormOptions norm{.epsilon = extreme,
                                        .epsilon_placement = placement.value,
                                        .estimator = estimator.value,
                                        .algorithm = algorithm,
                                        .centring = centring};
            for (const Shared& input : {x, constant}) {
              EXPECT_LE(error_of(request_of(norm, input, dy)), kBound)
                  << placement.name << ", epsilon " << extreme << ", input " << (input == x);
            }
          }
        }
      }
    }
    if (extreme == 0) continue;
    for (const bool log : {false, true}) {
      const ops::SoftmaxOptions softmax{.temperature = extreme, .log = log};
      EXPECT_LE(error_of(request_of(softmax, x, dy)), kBound) << "temperature " << extreme;
    }
  }
}

std::vector<GradientRequest> cut_requests() {
  const ops::SoftmaxOptions first{.dim = 0};
  const ops::NormOptions group{.kind = ops::Normalization::kGroupNorm, .groups = 2};
  std::vector<GradientRequest> all;
  for (const Shape& shape : {Shape{300, 100}, Shape{9000, 1}, Shape{5000, 3}, Shape{7, 4000}}) {
    for (const Operation& operation : operations()) {
      all.push_back(request_of(operation, drawn(shape, 20, 1, 100), drawn(shape, 21)));
    }
  }
  // A row that only wide numbers hold, among others.
  Tensor mixed = *drawn({300, 100}, 22);
  mixed.values()[15'050] = 1e30F;
  all.push_back(request_of(ops::NormOptions{}, shared(std::move(mixed)), drawn({300, 100}, 23)));
  for (const Shape& shape : {Shape{50, 300}, Shape{2000, 20}}) {
    all.push_back(request_of(first, drawn(shape, 24), drawn(shape, 25)));
  }
  all.push_back({{group, drawn({40, 4, 70}, 26)}, drawn({40, 4, 70}, 27)});
  return all;
}

TEST_F(GpuBackward, SlicesAndDispatchesOfAnySizeHaveTheSameBits) {
  Options small = options();
  small.slice_elements = 4096;
  Options odd = options();
  odd.slice_elements = 9999;
  odd.dispatch_elements = 1;
  for (const GradientRequest& request : cut_requests()) {
    const Gradients whole = run(request);
    expect_same_bits(whole, run(request));
    expect_same_bits(whole, run(small, request));
    expect_same_bits(whole, run(odd, request));
  }
}

// The bound of a sum over rows: half a ULP, and rows 2^-46 of the sum of the magnitudes.
TEST_F(GpuBackward, OfBetaIsASumInPairsOverManyRows) {
  const std::int64_t rows = 200'000;
  const Shape shape{rows, 2};
  // What remains of two rows is far smaller than they are.
  Tensor dy = *drawn(shape, 31, 1, 1000);
  for (std::size_t at = 0; at < dy.values().size(); ++at) {
    if (at % 4 >= 2) dy.values()[at] = 0.5F - dy.values()[at - 2];
  }
  GradientRequest request{{ops::NormOptions{}, drawn(shape, 30)}, shared(std::move(dy))};
  request.of_beta = true;
  const Gradients result = run(request);
  for (std::size_t column = 0; column < 2; ++column) {
    long double sum = 0;
    long double magnitudes = 0;
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row) {
      const auto value = static_cast<long double>(request.dy->values()[row * 2 + column]);
      sum += value;
      magnitudes += std::abs(value);
    }
    const auto bound = static_cast<double>(std::abs(sum) * 0x1p-24L +
                                           static_cast<long double>(rows) * 0x1p-46L * magnitudes);
    EXPECT_NEAR(static_cast<double>(result.dbeta->values()[column]), static_cast<double>(sum),
                bound);
  }
  EXPECT_FALSE(result.dgamma);
}

TEST_F(GpuBackward, SumsToNothingWhereAShiftMovesNoOutput) {
  const Shape shape{1, 4};
  GradientRequest request{
      {ops::NormOptions{}, shared(make(shape, {1e5F, 100'001, 100'002, 100'003}))},
      shared(make(shape, {1, -1.25F, 1.5F, -1.75F}))};
  const Gradients result = run(request);
  double sum = 0;
  for (const float value : result.dx.values()) sum += static_cast<double>(value);
  // Four roundings of numbers below 2.
  EXPECT_LE(std::abs(sum), 4 * 0x1p-24);
}

TEST_F(GpuBackward, OfGroupsOfNothingIsEmptyOrZero) {
  for (const Shape& shape : {Shape{0, 4}, Shape{2, 0}}) {
    GradientRequest request{{ops::NormOptions{}, drawn(shape, 1)}, drawn(shape, 2)};
    request.of_gamma = true;
    const Gradients result = run(request);
    EXPECT_EQ(result.dx.shape(), shape);
    EXPECT_TRUE(
        std::ranges::all_of(values_or_none(result.dgamma), [](float value) { return value == 0; }));
  }
}

TEST_F(GpuBackward, SaysWhatHasNoShader) {
  const Shared x = drawn({2, 4, 3}, 40);
  for (const Operation& operation : std::initializer_list<Operation>{
           ops::NormOptions{.algorithm = ops::VarianceAlgorithm::kOnePass},
           ops::NormOptions{.returned = ops::Returned::kMean},
           ops::SoftmaxOptions{.algorithm = ops::SoftmaxAlgorithm::kNaive}}) {
    const base::Error error = refusal({{operation, x}, x});
    EXPECT_EQ(error.kind, base::ErrorKind::kUnavailable);
    EXPECT_EQ(error.sentence, "the gpu has no shader for the backward pass of this operation");
  }
  for (const Operation& operation : std::initializer_list<Operation>{
           ops::NormOptions{.kind = ops::Normalization::kBatchNorm, .running = true},
           ops::RelativeOptions{}, ops::SoftmaxOptions{.sink = 0}}) {
    EXPECT_EQ(refusal({{operation, x}, x}).sentence,
              "the device gpu has no shader for this operation; there are: gpu, cpu, reference");
  }
  GradientRequest channels{{ops::NormOptions{.kind = ops::Normalization::kGroupNorm}, x}, x};
  EXPECT_EQ(refusal(channels).sentence, "");
  channels.of_gamma = true;
  EXPECT_EQ(refusal(channels).sentence,
            "the gpu has no shader for the gradients of channels' weights and biases");
  GradientRequest exact{{ops::NormOptions{}, x}, x};
  exact.forward.exact = std::make_shared<const std::vector<double>>(24, 1.0);
  EXPECT_EQ(refusal(exact).kind, base::ErrorKind::kUnsupported);
}

// A query sees the keys up to its own.
TEST_F(GpuBackward, OfAMaskedSoftmaxIsThatOfTheReference) {
  const Shape shape{3, 9, 9};
  const GradientRequest request{{ops::SoftmaxOptions{}, drawn(shape, 45)}, drawn(shape, 46)};
  const Tensor mask = NORMSCOPE_VALUE_OR_FAIL(compute::causal_mask(shape));
  const Gradients mine = NORMSCOPE_VALUE_OR_FAIL(
      compute::compute_masked_gradient(request, mask, on_gpu(), make_backends(options())));
  const Gradients exact = NORMSCOPE_VALUE_OR_FAIL(
      compute::compute_masked_gradient(request, mask, {.device = compute::Device::kReference}));
  EXPECT_TRUE(mine.device.starts_with("gpu (")) << mine.device;
  for (std::size_t at = 0; at < exact.dx.values().size(); ++at) {
    EXPECT_NEAR(mine.dx.values()[at], exact.dx.values()[at], 1.2e-7F) << at;
  }
}

TEST_F(GpuBackward, RefusesGroupsBeyondItsBuffers) {
  Options small = options();
  small.slice_elements = 4096;
  const Shape shape{2, 5000};
  const auto result =
      compute::compute_gradient(request_of(ops::SoftmaxOptions{}, drawn(shape, 1), drawn(shape, 2)),
                                on_gpu(), make_backends(small));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, base::ErrorKind::kTooLarge);
  EXPECT_EQ(result.error().sentence,
            "the backward pass of groups of 5000 elements does not fit into the gpu's buffers");
}

TEST_F(GpuBackward, AStopEndsTheRunAndProgressGrowsToTheWhole) {
  Options small = options();
  small.slice_elements = 4096;
  const compute::Backends backends = make_backends(small);
  const Shape shape{300, 100};
  const GradientRequest request =
      request_of(ops::NormOptions{}, drawn(shape, 50), drawn(shape, 51));
  std::stop_source source;
  Settings settings = on_gpu();
  settings.stop = source.get_token();
  settings.progress = [&](double share) {
    if (share > 0.2) source.request_stop();
  };
  const auto stopped = compute::compute_gradient(request, settings, backends);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, base::ErrorKind::kCancelled);
  std::vector<double> shares;
  settings = on_gpu();
  settings.progress = [&](double share) { shares.push_back(share); };
  const Gradients all =
      NORMSCOPE_VALUE_OR_FAIL(compute::compute_gradient(request, settings, backends));
  EXPECT_TRUE(std::ranges::is_sorted(shares));
  EXPECT_EQ(shares.back(), 1.0);
  EXPECT_GT(all.kernel_seconds, 0);
  EXPECT_TRUE(all.device.starts_with("gpu (")) << all.device;
}

TEST_F(GpuBackward, TooLittleMemoryIsMetBySlicesOfHalfTheSize) {
  const Shape shape{512, 100};
  const GradientRequest request =
      request_of(ops::NormOptions{}, drawn(shape, 60), drawn(shape, 61));
  const Gradients whole = run(request);
  for (const Call call : {Call::kAllocate, Call::kUpload, Call::kDispatch, Call::kDownload}) {
    int failures = 0;
    Options options = GpuTest::options();
    options.faults = [&](Call made) {
      if (made != call || failures == 0) return Fault::kNone;
      --failures;
      return Fault::kOutOfMemory;
    };
    const compute::Backends backends = make_backends(options);
    (void)backends.front()->device();
    failures = 2;
    const auto result =
        NORMSCOPE_VALUE_OR_FAIL(compute::compute_gradient(request, on_gpu(), backends));
    EXPECT_EQ(failures, 0);
    expect_same_bits(whole, result);
  }
}

}  // namespace
}  // namespace normscope::gpu::backward_test
