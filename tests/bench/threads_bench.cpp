// SPDX-License-Identifier: MIT
// Two threads of the cpu backend beside one, and what two threads gain here where nothing of ours
// is in the way: copying, and arithmetic in registers. No other library's threads are in this
// process. Each measurement begins after a pause, with a call that finds the second thread asleep
// (first_gain: of that call alone); those that follow give the rates. Times are of the clock.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>

#include "core/base/parallel.hpp"
#include "core/compute/compute.hpp"
#include "core/random/distributions.hpp"
#include "tests/bench/times.hpp"

namespace normscope::bench {
namespace {

using Call = std::function<void(int threads)>;

double median_of(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

// The times of a call on one thread or two: the first after a pause, and those that follow.
class CallTimes {
 public:
  CallTimes(int threads, std::size_t calls) : threads_(threads), calls_(calls) {}

  void measure(const Call& call) {
    constexpr std::chrono::milliseconds kPause{2};
    std::this_thread::sleep_for(kPause);
    const double start = seconds_now(2);
    call(threads_);
    const double second = seconds_now(2);
    for (std::size_t i = 0; i < calls_; ++i) {
      call(threads_);
      benchmark::ClobberMemory();
    }
    next_.push_back((seconds_now(2) - second) / static_cast<double>(calls_));
    first_.push_back(second - start);
  }
  double first() { return median_of(first_); }
  double next() { return median_of(next_); }

 private:
  int threads_;
  std::size_t calls_;
  std::vector<double> first_{};
  std::vector<double> next_{};
};

// As many multiply-adds as a matrix has elements times some, in registers alone.
void calculate(std::int64_t size, int threads) {
  base::parallel_for(size, std::max<std::int64_t>(size / 16, 1), threads,
                     [](auto first, auto last) {
                       float sums[16] = {};
                       for (auto k = first; k < last; ++k) {
                         for (float& sum : sums) sum = sum * 0.5F + 1.0F;
                       }
                       benchmark::DoNotOptimize(sums);
                     });
}

void run_threads_case(benchmark::State& state, const Case& what) {
  auto x_memory = filled(what.size());
  auto y_memory = filled(what.size());
  const std::span<float> x = x_memory.values();
  const std::span<float> y = y_memory.values();
  random::Generator generator(1);
  const auto random = random::randn(generator, {what.rows, what.columns});
  if (!random) return state.SkipWithError("no random numbers");
  std::ranges::copy(random->values(), x.begin());
  const auto tensor = std::make_shared<const tensor::Tensor>(*random);
  const compute::Operation operation = what.operation == "softmax"
                                           ? compute::Operation(ops::SoftmaxOptions{})
                                           : compute::Operation(ops::NormOptions{});
  const auto plan = compute::plan_request({operation, tensor});
  if (!plan) return state.SkipWithError("no plan");
  std::vector<float> statistics[2];
  for (auto& values : statistics) values.resize(static_cast<std::size_t>(what.rows));
  const compute::Backends backends = compute::make_backends();
  const compute::Buffers buffers{x, {}, {}, y, statistics[0], statistics[1]};

  const auto size = static_cast<std::int64_t>(what.size());
  const Call run = [&](int threads) {
    if (what.operation == "arithmetic") return calculate(size, threads);
    if (what.operation != "memcpy") return (void)backends.front()->run(*plan, buffers, {threads});
    base::parallel_for(size, (size - 1) / threads + 1, threads, [&](auto first, auto last) {
      std::memcpy(y.data() + first, x.data() + first,
                  static_cast<std::size_t>(last - first) * sizeof(float));
    });
  };
  // Calls enough to outweigh asking for the time, and waking the second thread.
  const std::size_t calls = std::clamp<std::size_t>((std::size_t{1} << 24) / what.size(), 5, 2000);
  CallTimes one(1, calls);
  CallTimes two(2, calls);
  for (auto _ : state) {
    one.measure(run);
    two.measure(run);
    state.SetIterationTime(two.next());
  }
  const double moved = 2e-9 * static_cast<double>(what.size() * sizeof(float));
  state.counters["one"] = moved / one.next();
  state.counters["two"] = moved / two.next();
  state.counters["gain"] = one.next() / two.next();
  state.counters["first_gain"] = one.first() / two.first();
}

void add_threads_cases() {
  const std::vector<std::pair<std::int64_t, std::int64_t>> shapes{
      {2, 5}, {64, 64}, {85, 768}, {171, 768}, {342, 768}, {1024, 768}, {8192, 768}, {8192, 4096}};
  for (const auto& [rows, columns] : shapes) {
    for (const char* operation : {"layer_norm", "softmax", "memcpy", "arithmetic"}) {
      const Case what{operation, rows, columns};
      const auto name = fmt::format("{}/{}x{}", operation, rows, columns);
      benchmark::RegisterBenchmark(
          name.c_str(), [what](benchmark::State& state) { run_threads_case(state, what); })
          ->UseManualTime()
          ->Unit(benchmark::kMicrosecond)
          ->Iterations(
              std::clamp<std::int64_t>((std::int64_t{1} << 28) / (rows * columns), 9, 101));
    }
  }
}

}  // namespace
}  // namespace normscope::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  normscope::bench::add_threads_cases();
  benchmark::ConsoleReporter table(benchmark::ConsoleReporter::OO_Tabular);
  benchmark::RunSpecifiedBenchmarks(&table);
  benchmark::Shutdown();
  return 0;
}
