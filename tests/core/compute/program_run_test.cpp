// SPDX-License-Identifier: MIT
// Operations without kernels run on the cpu by their programs: as the reference, in every layout,
// on one thread or several; and no shader knows them.
#include "core/compute/program_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "core/compute/compute.hpp"
#include "core/compute/reference_group.hpp"
#include "core/random/distributions.hpp"
#include "core/trace/operations.hpp"
#include "tests/support/support.hpp"

namespace normscope::compute {
namespace {

std::shared_ptr<const tensor::Tensor> normal_numbers(const tensor::Shape& shape) {
  random::Generator generator(17);
  return std::make_shared<const tensor::Tensor>(
      NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, shape)));
}

std::vector<Operation> program_operations() {
  std::vector<Operation> all;
  for (const auto& kind : ops::relative_names()) {
    all.emplace_back(ops::RelativeOptions{.kind = kind.value, .dim = 1});
  }
  for (const auto& algorithm : ops::softmax_algorithm_names()) {
    all.emplace_back(ops::SoftmaxOptions{.dim = 1, .algorithm = algorithm.value, .sink = 0.5});
    all.emplace_back(ops::SoftmaxOptions{
        .dim = 1, .algorithm = algorithm.value, .log = true, .length_scale = 0.43});
  }
  return all;
}

TEST(ProgramRun, IsNearTheReferenceInEveryLayout) {
  for (const tensor::Shape& shape :
       {tensor::Shape{40, 33}, tensor::Shape{3, 25, 7}, tensor::Shape{2, 0}, tensor::Shape{0, 4}}) {
    const auto x = normal_numbers(shape);
    for (const Operation& operation : program_operations()) {
      const Request request{operation, x};
      const Plan plan = NORMSCOPE_VALUE_OR_FAIL(plan_request(request));
      ASSERT_TRUE(runs_by_program(plan));
      const Result one = NORMSCOPE_VALUE_OR_FAIL(
          compute(make_backends(), request, {.device = Device::kCpu, .threads = 1}));
      const Result many = NORMSCOPE_VALUE_OR_FAIL(
          compute(make_backends(), request, {.device = Device::kCpu, .threads = 3}));
      EXPECT_TRUE(std::ranges::equal(one.y.values(), many.y.values()));
      if (x->size() == 0) continue;
      // The sum of 33 exponentials in float32, then its logarithm or quotient: 34 roundings at
      // most.
      EXPECT_LE(output_error(plan, x->values(), {}, {}, one.y.values()).ulps, 34);
    }
  }
}

trace::Trace trace_of(const Operation& operation, const trace::TensorRef& x) {
  if (const auto* const softmax = std::get_if<ops::SoftmaxOptions>(&operation)) {
    return NORMSCOPE_VALUE_OR_FAIL(trace::trace_softmax(x, *softmax));
  }
  return NORMSCOPE_VALUE_OR_FAIL(
      trace::trace_relative(x, nullptr, nullptr, std::get<ops::RelativeOptions>(operation)));
}

// Rows shorter than a vector, of whole vectors, and with a rest; with numbers whose exponentials
// are too small, and with a row of only these.
TEST(ProgramRun, HasTheBitsThatTheSheetShows) {
  for (const std::int64_t size : {1, 7, 64, 200, 2049}) {
    tensor::Tensor numbers = *normal_numbers({6, size});
    const auto values = numbers.values();
    for (std::size_t at = 0; at < values.size(); at += 5) values[at] *= 40;
    for (std::size_t at = 0; at < static_cast<std::size_t>(size); ++at) values[at] -= 200;
    const auto x = std::make_shared<const tensor::Tensor>(std::move(numbers));
    for (const Operation& operation : program_operations()) {
      const trace::Trace trace = trace_of(operation, x);
      const Result result = NORMSCOPE_VALUE_OR_FAIL(
          compute(make_backends(), {operation, x}, {.device = Device::kCpu}));
      const auto shown = NORMSCOPE_VALUE_OR_FAIL(trace.whole(trace.program().size() - 1));
      EXPECT_TRUE(std::ranges::equal(result.y.values(), shown.values(), [](float a, float b) {
        return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) ||
               (std::isnan(a) && std::isnan(b));
      })) << size;
    }
  }
}

TEST(ProgramRun, TakesGammaAndBeta) {
  const auto x = normal_numbers({5, 4});
  const auto gamma = normal_numbers({4});
  const Request request{ops::RelativeOptions{.alpha = 1.5}, x, gamma, gamma};
  const Plan plan = NORMSCOPE_VALUE_OR_FAIL(plan_request(request));
  const Result result =
      NORMSCOPE_VALUE_OR_FAIL(compute(make_backends(), request, {.device = Device::kCpu}));
  EXPECT_LE(
      output_error(plan, x->values(), gamma->values(), gamma->values(), result.y.values()).ulps, 4)
      << "a product, a tangent within 2 ULP, a product, a sum";
}

TEST(ProgramRun, IsForWhatHasNoKernels) {
  const auto x = normal_numbers({2, 3});
  EXPECT_FALSE(runs_by_program(
      NORMSCOPE_VALUE_OR_FAIL(plan_request({ops::SoftmaxOptions{.temperature = 2}, x}))));
  EXPECT_FALSE(runs_by_program(NORMSCOPE_VALUE_OR_FAIL(plan_request({ops::NormOptions{}, x}))));
}

}  // namespace
}  // namespace normscope::compute
