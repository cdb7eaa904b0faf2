// SPDX-License-Identifier: MIT
// Layer norm and softmax on each backend, as a ratio to what no operation can beat: copying the
// same bytes, measured in the same run on the same device. `slower_than_copy` is that ratio, and
// GB_per_s and copy_GB_per_s are the two rates. Times are of computing alone, without transfers;
// sent_ms and held_ms are those of the whole call, for a batch that a gpu has not seen and for one
// that it holds.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "core/compute/compute.hpp"
#include "core/compute/gradient.hpp"
#include "core/compute/linear.hpp"
#include "core/gpu/gpu_backend.hpp"
#include "core/ops/operation.hpp"
#include "core/random/distributions.hpp"
#include "core/torch_arithmetic/linear.hpp"

namespace normscope {
namespace {

using tensor::Tensor;

std::shared_ptr<const Tensor> batch(std::int64_t rows, std::int64_t columns) {
  random::Generator generator(1);
  return std::make_shared<const Tensor>(*random::randn(generator, {rows, columns}));
}

// Seconds of the fastest of five copies of a batch.
double copy_seconds(const Tensor& x) {
  std::vector<float> to(x.values().size());
  double best = 1e9;
  for (int run = 0; run < 5; ++run) {
    const auto start = std::chrono::steady_clock::now();
    std::memcpy(to.data(), x.values().data(), to.size() * sizeof(float));
    benchmark::ClobberMemory();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    best = std::min(best, elapsed.count());
  }
  return best;
}

// Sizes that only hardware is asked for, and the cpu beside it.
constexpr std::int64_t kHardwareElements = std::int64_t{1} << 25;

bool has_hardware() {
  const auto device = gpu::Device::open({});
  return device && !(*device)->capabilities().software;
}

void run_backend(benchmark::State& state, const compute::Operation& operation,
                 compute::Device device) {
  if (state.range(0) * state.range(1) >= kHardwareElements && !has_hardware()) {
    state.SkipWithError("only where there is a hardware gpu");
    return;
  }
  const compute::Backends backends = gpu::make_backends();
  compute::Request request{operation, batch(state.range(0), state.range(1))};
  compute::Settings settings;
  settings.device = device;
  settings.measure_copy = true;
  double best = 1e9;
  double copy = 1e9;
  std::uint64_t bytes = 0;
  const auto elapsed = [&] {
    const auto start = std::chrono::steady_clock::now();
    (void)compute::compute(backends, request, {.device = device});
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    return taken.count();
  };
  double sent = 1e9;
  double held = 1e9;
  for (int run = 0; run < 3; ++run) {
    request.x = std::make_shared<const Tensor>(*request.x);
    sent = std::min(sent, elapsed());
    held = std::min(held, elapsed());
  }
  state.counters["sent_ms"] = sent * 1e3;
  state.counters["held_ms"] = held * 1e3;
  for (auto _ : state) {
    const auto result = compute::compute(backends, request, settings);
    if (!result) {
      state.SkipWithError(result.error().sentence.c_str());
      return;
    }
    best = std::min(best, result->kernel_seconds);
    copy = std::min(copy, result->copy_seconds.value_or(copy));
    bytes = result->bytes_moved;
    state.SetIterationTime(result->kernel_seconds);
    state.SetLabel(result->device);
  }
  if (device != compute::Device::kGpu) copy = copy_seconds(*request.x);
  const double copied = 2.0 * static_cast<double>(request.x->size()) * sizeof(float);
  state.counters["bytes"] = static_cast<double>(bytes);
  state.counters["GB_per_s"] = static_cast<double>(bytes) * 1e-9 / best;
  state.counters["copy_GB_per_s"] = copied * 1e-9 / copy;
  state.counters["slower_than_copy"] = best / copy;
}

void sizes(benchmark::internal::Benchmark* bench) {
  bench->Args({2, 6})
      ->Args({1000, 768})
      ->Args({4096, 4096})
      ->Args({8192, 4096})
      ->Args({32768, 8192})
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

BENCHMARK_CAPTURE(run_backend, cpu_layer_norm, ops::NormOptions{}, compute::Device::kCpu)
    ->Apply(sizes);
BENCHMARK_CAPTURE(run_backend, cpu_softmax, ops::SoftmaxOptions{}, compute::Device::kCpu)
    ->Apply(sizes);
BENCHMARK_CAPTURE(run_backend, gpu_layer_norm, ops::NormOptions{}, compute::Device::kGpu)
    ->Apply(sizes);
BENCHMARK_CAPTURE(run_backend, gpu_softmax, ops::SoftmaxOptions{}, compute::Device::kGpu)
    ->Apply(sizes);
BENCHMARK_CAPTURE(run_backend, reference_layer_norm, ops::NormOptions{},
                  compute::Device::kReference)
    ->Apply(sizes);
BENCHMARK_CAPTURE(run_backend, reference_softmax, ops::SoftmaxOptions{},
                  compute::Device::kReference)
    ->Apply(sizes);

// Backward passes on the gpu, with the gradients of gamma and beta where there are any: by the
// bytes of x, dy and dx. Those of the cpu are in gradients_bench.cpp.
void run_backward(benchmark::State& state, const compute::Operation& operation) {
  if (state.range(0) * state.range(1) >= kHardwareElements && !has_hardware()) {
    state.SkipWithError("only where there is a hardware gpu");
    return;
  }
  const compute::Backends backends = gpu::make_backends();
  const bool has_parameters = ops::has_parameters(operation);
  const auto x = batch(state.range(0), state.range(1));
  const compute::GradientRequest request{{operation, x}, x, has_parameters, has_parameters};
  double best = 1e9;
  std::uint64_t bytes = 0;
  for (auto _ : state) {
    const auto result =
        compute::compute_gradient(request, {.device = compute::Device::kGpu}, backends);
    if (!result) return state.SkipWithError(result.error().sentence.c_str());
    best = std::min(best, result->kernel_seconds);
    bytes = result->bytes_moved;
    state.SetIterationTime(result->kernel_seconds);
    state.SetLabel(result->device);
  }
  state.counters["GB_per_s"] = static_cast<double>(bytes) * 1e-9 / best;
}
BENCHMARK_CAPTURE(run_backward, gpu_backward_layer_norm, ops::NormOptions{})->Apply(sizes);
BENCHMARK_CAPTURE(run_backward, gpu_backward_rms_norm,
                  ops::NormOptions{.kind = ops::Normalization::kRmsNorm})
    ->Apply(sizes);
BENCHMARK_CAPTURE(run_backward, gpu_backward_softmax, ops::SoftmaxOptions{})->Apply(sizes);
BENCHMARK_CAPTURE(run_backward, gpu_backward_log_softmax, ops::SoftmaxOptions{.log = true})
    ->Apply(sizes);

// What the cpu runs by programs, on one thread.
void run_relative(benchmark::State& state, const compute::Operation& operation) {
  const compute::Backends backends = compute::make_backends();
  const compute::Request request{operation, batch(state.range(0), state.range(1))};
  double best = 1e9;
  for (auto _ : state) {
    const auto result =
        compute::compute(backends, request, {.device = compute::Device::kCpu, .threads = 1});
    if (!result) return state.SkipWithError(result.error().sentence.c_str());
    best = std::min(best, result->kernel_seconds);
    state.SetIterationTime(result->kernel_seconds);
  }
  state.counters["slower_than_copy"] = best / copy_seconds(*request.x);
}
void rows(benchmark::internal::Benchmark* bench) {
  bench->Args({8192, 768})->UseManualTime()->Unit(benchmark::kMillisecond);
}
BENCHMARK_CAPTURE(run_relative, dyt, ops::RelativeOptions{})->Apply(rows);
BENCHMARK_CAPTURE(run_relative, l2_norm, ops::RelativeOptions{.kind = ops::Relative::kL2Norm})
    ->Apply(rows);
BENCHMARK_CAPTURE(run_relative, sparsemax, ops::RelativeOptions{.kind = ops::Relative::kSparsemax})
    ->Apply(rows);
BENCHMARK_CAPTURE(run_relative, softmax_with_sink, ops::SoftmaxOptions{.sink = 0})->Apply(rows);
BENCHMARK_CAPTURE(run_relative, scalable_softmax, ops::SoftmaxOptions{.length_scale = 0.43})
    ->Apply(rows);

// A linear layer of a million rows, beside a copy of its output; `kind` is the arithmetic.
enum class Kind { kFast, kTorch };
void run_linear(benchmark::State& state, Kind kind) {
  const auto x = batch(1'000'000, state.range(0));
  random::Generator generator(2);
  const auto layer = *random::linear_parameters(generator, state.range(0), state.range(1));
  double best = 1e9;
  double copy = 1e9;
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    const Tensor y = kind == Kind::kFast
                         ? *compute::linear(*x, layer.weight, &layer.bias)
                         : torch_arithmetic::linear(*x, layer.weight, layer.bias.values());
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    state.SetIterationTime(elapsed.count());
    best = std::min(best, elapsed.count());
    if (copy == 1e9) copy = copy_seconds(y);
  }
  state.counters["slower_than_copy"] = best / copy;
}
void layers(benchmark::internal::Benchmark* bench) {
  bench->Args({5, 6})->Args({64, 64})->UseManualTime()->Unit(benchmark::kMillisecond);
}
BENCHMARK_CAPTURE(run_linear, fast_linear, Kind::kFast)->Apply(layers);
BENCHMARK_CAPTURE(run_linear, torch_linear, Kind::kTorch)->Apply(layers);

}  // namespace
}  // namespace normscope
