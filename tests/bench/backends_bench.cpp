// SPDX-License-Identifier: MIT
// Layer norm and softmax on each backend, as a ratio to what no operation can beat: copying the
// same bytes, measured in the same run on the same machine. `slower_than_copy` is that ratio.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "core/compute/compute.hpp"
#include "core/random/distributions.hpp"

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

void run_backend(benchmark::State& state, const compute::Operation& operation,
                 compute::Device device) {
  const compute::Backends backends = compute::make_backends();
  const compute::Request request{operation, batch(state.range(0), state.range(1))};
  compute::Settings settings;
  settings.device = device;
  double best = 1e9;
  std::uint64_t bytes = 0;
  for (auto _ : state) {
    const auto result = compute::compute(backends, request, settings);
    best = std::min(best, result->kernel_seconds);
    bytes = result->bytes_moved;
    state.SetIterationTime(result->kernel_seconds);
  }
  state.counters["GB_per_s"] = static_cast<double>(bytes) * 1e-9 / best;
  state.counters["slower_than_copy"] = best / copy_seconds(*request.x);
}

void sizes(benchmark::internal::Benchmark* bench) {
  bench->Args({2, 6})
      ->Args({1000, 768})
      ->Args({4096, 4096})
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

BENCHMARK_CAPTURE(run_backend, cpu_layer_norm, ops::NormOptions{}, compute::Device::kCpu)
    ->Apply(sizes);
BENCHMARK_CAPTURE(run_backend, cpu_softmax, ops::SoftmaxOptions{}, compute::Device::kCpu)
    ->Apply(sizes);
BENCHMARK_CAPTURE(run_backend, reference_layer_norm, ops::NormOptions{},
                  compute::Device::kReference)
    ->Apply(sizes);
BENCHMARK_CAPTURE(run_backend, reference_softmax, ops::SoftmaxOptions{},
                  compute::Device::kReference)
    ->Apply(sizes);

}  // namespace
}  // namespace normscope
