// SPDX-License-Identifier: MIT
// What a precision plan costs: the steps of a layer norm and of a softmax of a million numbers
// under plans, beside the same steps in float32 as a trace computes them, in one run. `ratio` is
// the quotient of both medians.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "core/precision/evaluate.hpp"
#include "core/random/distributions.hpp"
#include "core/trace/operations.hpp"
#include "core/trace/values.hpp"

namespace {

using normscope::tensor::Shape;
using normscope::trace::TensorRef;
namespace precision = normscope::precision;
namespace trace = normscope::trace;

constexpr int kRuns = 7;

// By the clock, as a person waits: a thread that spins for more work would count in the processors'
// time.
template <class Function>
double median_seconds(const Function& function) {
  std::vector<double> seconds;
  for (int run = 0; run < kRuns; ++run) {
    const auto start = std::chrono::steady_clock::now();
    function();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    seconds.push_back(taken.count());
  }
  std::ranges::sort(seconds);
  return seconds[kRuns / 2];
}

struct Case {
  std::string operation;
  Shape shape;
};

trace::Program program_of(const Case& of) {
  if (of.operation == "softmax") return *trace::softmax_program(of.shape, {});
  return *trace::norm_program(of.shape, nullptr, nullptr, {});
}

void run(benchmark::State& state, const Case& of, const std::string& plan_text) {
  normscope::random::Generator generator(7);
  const TensorRef x = std::make_shared<const normscope::tensor::Tensor>(
      *normscope::random::randn(generator, of.shape));
  const trace::Program program = program_of(of);
  const auto plan = *precision::parse_plan(plan_text);
  for (auto _ : state) {
    // Every step of a program, as the sheet asks for them.
    const double plain = median_seconds([&] {
      const auto traced = trace::Trace::of(program, {x});
      for (int at = 0; at < program.size(); ++at) {
        benchmark::DoNotOptimize(trace::values_of(traced->parts(), at));
      }
    });
    const double planned = median_seconds(
        [&] { benchmark::DoNotOptimize(precision::evaluate(program, {{x}}, plan)); });
    state.counters["float32_ms"] = plain * 1e3;
    state.counters["plan_ms"] = planned * 1e3;
    state.counters["ratio"] = planned / plain;
  }
}

}  // namespace

int main(int argc, char** argv) {
  // Memory that was touched stays: a page fault takes longer than the numbers of a page.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  const std::vector<Case> cases{{"layer-norm", {1000, 1000}},
                                {"softmax", {1000, 1000}},
                                {"layer-norm", {4, 250000}},
                                {"layer-norm", {1, 1000000}}};
  std::vector<std::string> plans;
  for (const auto& named : precision::named_plans()) plans.emplace_back(named.name);
  for (const auto& format : normscope::formats::formats()) {
    for (const auto& rounding : normscope::formats::rounding_mode_names()) {
      plans.push_back(fmt::format("storage={} rounding={}", format.name, rounding.name));
    }
  }
  for (const auto* const changed : {"overflow=saturate", "subnormals=flushed", "order=kahan",
                                    "order=pairwise", "lanes=4", "fma=on"}) {
    plans.push_back(fmt::format("float16 {}", changed));
  }
  for (const Case& of : cases) {
    for (const std::string& plan : plans) {
      const std::string name =
          fmt::format("{}/{}x{}/{}", of.operation, of.shape[0], of.shape[1], plan);
      benchmark::RegisterBenchmark(name.c_str(), run, of, plan)->Iterations(1);
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
