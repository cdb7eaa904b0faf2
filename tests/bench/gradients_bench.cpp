// SPDX-License-Identifier: MIT
// The backward passes of the cpu backend beside oneDNN's, one after the other in every iteration,
// so that what else the machine does meets both alike. Medians in GB/s (x and dy read once, dx
// written once), and our rate as a share of oneDNN's for the same work: where ours begins with x,
// of its forward pass in training form (which writes y, mean and variance) and its backward pass
// together; where both are given the output of a softmax, of its backward pass. of_backward is the
// share of its backward pass alone, which has been given what the forward pass left.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>

#include "core/compute/compute.hpp"
#include "core/compute/cpu_gradient.hpp"
#include "core/compute/pieces.hpp"
#include "core/kernels/softmax_gradient_rows.hpp"
#include "core/kernels/softmax_rows.hpp"
#include "core/random/distributions.hpp"
#include "tests/bench/backward_rivals.hpp"
#include "tests/bench/times.hpp"

namespace normscope::bench {
namespace {

// One measurement: our operation, with parameters or without, and oneDNN's.
struct BackwardCase {
  std::string name;
  compute::Operation operation;
  bool parameters = false;
  Case rival{};
  bool of_output = false;  // of a softmax
};

// The output of a softmax in the place of its input.
void replace_by_softmax(const ops::SoftmaxOptions& options, const Case& what, std::span<float> x) {
  std::vector<float> y(x.size());
  std::vector<float> statistics[2];
  for (auto& values : statistics) values.resize(static_cast<std::size_t>(what.rows));
  kernels::softmax_rows(
      {options, static_cast<std::size_t>(what.columns), x, y, statistics[0], statistics[1]});
  std::ranges::copy(y, x.begin());
}

void run_backward_case(benchmark::State& state, const BackwardCase& what) {
  const std::size_t size = what.rival.size();
  if (5 * size * sizeof(float) > base::physical_memory()) {
    return state.SkipWithError("not enough memory");
  }
  auto x = filled(size);
  auto dy = filled(size);
  auto dx = filled(size);
  random::Generator generator(1);
  for (auto* const values : {&x, &dy}) {
    const auto random = random::randn(generator, {what.rival.rows, what.rival.columns});
    if (!random) return state.SkipWithError("no random numbers");
    std::ranges::copy(random->values(), values->values().begin());
  }
  std::vector<float> gamma(what.parameters ? static_cast<std::size_t>(what.rival.columns) : 0,
                           1.5F);
  std::vector<double> sums[2];
  for (auto& values : sums) values.resize(gamma.size());
  // The shape alone plans the groups.
  const auto shaped = std::make_shared<const tensor::Tensor>(
      *tensor::Tensor::unfilled({what.rival.rows, what.rival.columns}));
  const auto plan = compute::plan_request({what.operation, shaped});
  if (!plan) return state.SkipWithError("no plan");
  const std::span<const float> input = x.values();
  const compute::GradientBuffers buffers{input,       input,   gamma,  dy.values(),
                                         dx.values(), sums[0], sums[1]};
  const auto rival = onednn_backward(what.rival, {x.values(), dy.values(), dx.values(), gamma});
  Times ours(what.rival);
  Times same_work(what.rival);
  Times backward(what.rival);
  const ops::SoftmaxOptions softmax;
  if (what.of_output) replace_by_softmax(softmax, what.rival, x.values());
  const bool past_caches = 3 * size * sizeof(float) >= compute::kPastCachesBytes;
  const auto run = [&] {
    if (!what.of_output) {
      return (void)compute::run_gradient_on_cpu(*plan, buffers, {what.rival.threads});
    }
    kernels::softmax_gradient_of_shares({softmax, static_cast<std::size_t>(what.rival.columns),
                                         input, dy.values(), dx.values(), past_caches});
  };
  for (auto _ : state) {
    state.SetIterationTime(ours.measure(run));
    if (!rival) continue;
    backward.measure(rival->backward);
    if (what.of_output) continue;
    same_work.measure([&] {
      rival->forward();
      rival->backward();
    });
  }
  const double moved = 3e-9 * static_cast<double>(size * sizeof(float));
  state.counters["GB_per_s"] = moved / ours.median();
  if (!rival) return;
  const double same = what.of_output ? backward.median() : same_work.median();
  state.counters["oneDNN"] = moved / same;
  state.counters["of_oneDNN"] = same / ours.median();
  state.counters["of_backward"] = backward.median() / ours.median();
}

void add_case(const BackwardCase& what) {
  constexpr std::size_t kElements = std::size_t{1} << 27;
  const auto iterations =
      std::clamp(kElements / what.rival.size(), std::size_t{5}, std::size_t{500});
  benchmark::RegisterBenchmark(
      fmt::format("{}/{}x{}", what.name, what.rival.rows, what.rival.columns).c_str(),
      [what](benchmark::State& state) { run_backward_case(state, what); })
      ->UseManualTime()
      ->Unit(benchmark::kMicrosecond)
      ->Iterations(static_cast<std::int64_t>(iterations));
}

void add_backward_cases() {
  const ops::NormOptions rms{.kind = ops::Normalization::kRmsNorm};
  const ops::SoftmaxOptions log{.log = true};
  std::vector<BackwardCase> cases{{"layer_norm", ops::NormOptions{}, true, {"layer_norm"}},
                                  {"layer_norm_dx", ops::NormOptions{}, false, {"layer_norm"}},
                                  {"rms_norm", rms, true, {"layer_norm"}},
                                  {"softmax", ops::SoftmaxOptions{}, false, {"softmax"}},
                                  {"softmax_of_y", ops::SoftmaxOptions{}, false, {"softmax"}, true},
                                  {"log_softmax", log, false, {"log_softmax"}}};
  const std::vector<std::pair<std::int64_t, std::int64_t>> shapes{
      {64, 64}, {1024, 768}, {8192, 768}, {8192, 4096}, {64, 1048576}, {4096, 50257}};
  for (BackwardCase& what : cases) {
    for (const auto& [rows, columns] : shapes) {
      what.rival.rows = rows;
      what.rival.columns = columns;
      add_case(what);
    }
  }
}

}  // namespace
}  // namespace normscope::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  normscope::bench::add_backward_cases();
  benchmark::ConsoleReporter table(benchmark::ConsoleReporter::OO_Tabular);
  benchmark::RunSpecifiedBenchmarks(&table);
  benchmark::Shutdown();
  return 0;
}
