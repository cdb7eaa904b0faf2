// SPDX-License-Identifier: MIT
// Layer norm and softmax of the cpu backend beside memcpy, oneDNN and PyTorch. In every iteration
// all of them run, one after the other, so that what else the machine does meets all alike;
// PyTorch, in a process of its own, runs before. One line a case: medians in GB/s (each byte read
// once and written once), and our rate as a share of the others'. Where one thread computes, the
// time is its own on the processor: what other programs take does not count.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/compute/compute.hpp"
#include "core/random/distributions.hpp"
#include "tests/bench/rivals.hpp"
#include "tests/bench/times.hpp"

namespace normscope::bench {
namespace {

compute::Operation operation_of(const Case& what) {
  if (what.operation == "layer_norm") return ops::NormOptions{};
  ops::SoftmaxOptions options;
  options.dim = what.operation == "softmax" ? -1 : 0;
  return options;
}

void copy(const Case& what, std::span<const float> x, std::span<float> y) {
  const auto size = static_cast<std::int64_t>(x.size());
  const auto part = [&](std::int64_t first, std::int64_t last) {
    std::memcpy(y.data() + first, x.data() + first,
                static_cast<std::size_t>(last - first) * sizeof(float));
  };
  base::parallel_for(size, (size - 1) / what.threads + 1, what.threads, part);
}

void run_case(benchmark::State& state, const Case& what) {
  const std::uint64_t bytes = what.size() * sizeof(float);
  if (4 * bytes > base::physical_memory()) return state.SkipWithError("not enough memory");
  random::Generator generator(1);
  auto x_memory = filled(what.size());
  auto y_memory = filled(what.size());
  const std::span<float> x = x_memory.values();
  const std::span<float> y = y_memory.values();
  const auto random = random::randn(generator, {what.rows, what.columns});
  if (!random) return state.SkipWithError("no random numbers");
  std::ranges::copy(random->values(), x.begin());

  const auto tensor = std::make_shared<const tensor::Tensor>(*random);
  const auto plan = compute::plan_request({operation_of(what), tensor});
  if (!plan) return state.SkipWithError("no plan");
  std::vector<float> statistics[2];
  for (auto& values : statistics) {
    values.resize(static_cast<std::size_t>(compute::groups_of(*plan).count));
  }
  const compute::Backends backends = compute::make_backends();
  const compute::Buffers buffers{x, {}, {}, y, statistics[0], statistics[1]};
  const compute::Control control{what.threads};
  const auto rival = onednn(what, x, y);
  const auto torch = torch_seconds(what);
  Times ours(what);
  Times memcpy_times(what);
  Times onednn_times(what);
  for (auto _ : state) {
    const auto run = [&] { (void)backends.front()->run(*plan, buffers, control); };
    state.SetIterationTime(ours.measure(run));
    memcpy_times.measure([&] { copy(what, x, y); });
    if (rival) onednn_times.measure(rival);
  }
  const double moved = 2e-9 * static_cast<double>(bytes);
  const auto compare = [&](const std::string& name, double seconds) {
    state.counters[name] = moved / seconds;
    state.counters["of_" + name] = seconds / ours.median();
  };
  state.counters["GB_per_s"] = moved / ours.median();
  compare("memcpy", memcpy_times.median());
  if (rival) compare("oneDNN", onednn_times.median());
  if (torch) compare("torch", *torch);
}

// The smallest case as a user of the library calls it: plan, buffers and statistics included.
void run_call(benchmark::State& state) {
  const compute::Backends backends = compute::make_backends();
  random::Generator generator(1);
  const compute::Request request{ops::NormOptions{}, std::make_shared<const tensor::Tensor>(
                                                         *random::randn(generator, {2, 5}))};
  compute::Settings settings;
  settings.device = compute::Device::kCpu;
  for (auto _ : state) benchmark::DoNotOptimize(compute::compute(backends, request, settings));
}

// The slowest of the contenders takes seconds for the largest cases.
std::int64_t iterations_of(const Case& what) {
  constexpr std::size_t kElements = std::size_t{1} << 27;
  const std::size_t few = what.operation == "softmax_dim0" ? 3 : 9;
  // On several threads every time comes after a pause.
  const std::size_t most = what.threads == 1 ? 500 : 50;
  return static_cast<std::int64_t>(std::clamp(kElements / what.size(), few, most));
}

void add_cases() {
  const std::vector<std::pair<std::int64_t, std::int64_t>> shapes{
      {2, 5}, {64, 64}, {1024, 768}, {8192, 768}, {8192, 4096}, {64, 1048576}, {1048576, 64}};
  for (const char* operation : {"layer_norm", "softmax", "softmax_dim0"}) {
    for (const auto& [rows, columns] : shapes) {
      for (const int threads : {1, 2}) {
        const Case what{operation, rows, columns, threads};
        benchmark::RegisterBenchmark(
            fmt::format("{}/{}x{}/{}", operation, rows, columns, threads).c_str(),
            [what](benchmark::State& state) { run_case(state, what); })
            ->UseManualTime()
            ->Unit(benchmark::kMicrosecond)
            ->Iterations(iterations_of(what));
      }
    }
  }
  benchmark::RegisterBenchmark("public_call/layer_norm/2x5", run_call);
}

}  // namespace
}  // namespace normscope::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  fmt::print("{}", normscope::bench::missing_rivals());
  normscope::bench::add_cases();
  benchmark::ConsoleReporter table(benchmark::ConsoleReporter::OO_Tabular);
  benchmark::RunSpecifiedBenchmarks(&table);
  benchmark::Shutdown();
  return 0;
}
