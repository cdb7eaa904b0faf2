// SPDX-License-Identifier: MIT
// Programs under a plan: float32 has the bits of a trace, the others those of NumPy and PyTorch.
#include "core/precision/evaluate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "core/trace/gradient/closed_forms.hpp"
#include "core/trace/operations.hpp"
#include "tests/core/precision/plan_of.hpp"
#include "tests/core/trace/drawn_programs.hpp"
#include "tests/support/support.hpp"

namespace normscope::precision {
namespace {

using tensor::Shape;
using trace::Program;
using trace::Role;
using trace::tensor_of;
using trace::TensorRef;

TensorRef drawn_numbers(const Shape& shape, double offset, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> values(static_cast<std::size_t>(tensor::product(shape)));
  for (float& value : values) {
    value = static_cast<float>(offset + static_cast<double>(random() % 2001) * 0.002 - 2);
  }
  return tensor_of(shape, std::move(values));
}

void expect_bits_of_trace(const trace::Trace& trace, const std::vector<TensorRef>& leaves) {
  const auto values = NORMSCOPE_VALUE_OR_FAIL(evaluate(trace.program(), leaves, Plan{}));
  for (int at = 0; at < trace.program().size(); ++at) {
    for (std::int64_t k = 0; k < values.size(at); ++k) {
      const auto own = static_cast<float>(values.value(at, k));
      EXPECT_EQ(testing::to_bits(own), testing::to_bits(trace.value(at, k)))
          << trace.program().step(at).name << " " << k;
    }
  }
}

TEST(Evaluate, Float32HasTheBitsOfTheTraceForEveryNormalization) {
  const Shape shape{3, 6, 5};
  const TensorRef x = drawn_numbers(shape, 3, 1);
  for (const auto& [kind, name] : ops::normalization_names()) {
    for (const auto& [algorithm, way] : ops::variance_algorithm_names()) {
      SCOPED_TRACE(std::string(name) + " " + std::string(way));
      ops::NormOptions options{.kind = kind, .algorithm = algorithm};
      options.groups = 2;
      const auto plan = NORMSCOPE_VALUE_OR_FAIL(ops::plan_norm(shape, options));
      const TensorRef gamma = drawn_numbers(plan.affine_shape, 1, 2);
      const TensorRef beta = drawn_numbers(plan.affine_shape, 0, 3);
      const auto trace = NORMSCOPE_VALUE_OR_FAIL(trace::trace_norm(x, gamma, beta, options));
      expect_bits_of_trace(trace, leaves_of(trace));
    }
  }
}

TEST(Evaluate, Float32HasTheBitsOfTheTraceForSoftmaxesRelativesAndDrawnPrograms) {
  const TensorRef x = drawn_numbers({4, 7}, 0, 4);
  for (const auto& [algorithm, name] : ops::softmax_algorithm_names()) {
    for (const bool log : {false, true}) {
      for (const std::int64_t dim : {0, 1}) {
        const ops::SoftmaxOptions options{
            .dim = dim, .temperature = 0.7, .algorithm = algorithm, .log = log, .sink = 0.5};
        const auto trace = NORMSCOPE_VALUE_OR_FAIL(trace::trace_softmax(x, options));
        expect_bits_of_trace(trace, leaves_of(trace));
      }
    }
  }
  for (const auto& [kind, name] : ops::relative_names()) {
    const auto trace = NORMSCOPE_VALUE_OR_FAIL(
        trace::trace_relative(x, nullptr, nullptr, ops::RelativeOptions{.kind = kind}));
    expect_bits_of_trace(trace, leaves_of(trace));
  }
  std::mt19937 random(5);
  for (int i = 0; i < 50; ++i) {
    const trace::Drawn drawn = trace::drawn(random);
    const auto trace = NORMSCOPE_VALUE_OR_FAIL(trace::Trace::of(drawn.program, drawn.leaves));
    expect_bits_of_trace(trace, drawn.leaves);
  }
}

TEST(Evaluate, GradientsAreProgramsToo) {
  const Shape shape{4, 6};
  const Shape affine{6};
  const TensorRef x = drawn_numbers(shape, 2, 6);
  const TensorRef gamma = drawn_numbers(affine, 1, 7);
  const TensorRef dy = drawn_numbers(shape, 0, 8);
  for (const auto form : {trace::BackwardForm::kChain, trace::BackwardForm::kClosed,
                          trace::BackwardForm::kSumsOfInput}) {
    const auto gradient =
        NORMSCOPE_VALUE_OR_FAIL(trace::norm_gradient(shape, &affine, nullptr, {}, form));
    std::vector<TensorRef> leaves(gradient.program.steps.size());
    leaves[0] = x;
    leaves[static_cast<std::size_t>(gradient.upstream)] = dy;
    const int scale = gradient.program.find(Role::kGamma);
    if (scale >= 0) leaves[static_cast<std::size_t>(scale)] = gamma;
    const auto trace = NORMSCOPE_VALUE_OR_FAIL(trace::Trace::of(gradient.program, leaves));
    expect_bits_of_trace(trace, leaves);
    // In float16 within 2^-6 of the largest, which some twenty roundings of 2^-11 leave.
    const auto half = NORMSCOPE_VALUE_OR_FAIL(
        evaluate(gradient.program, leaves, plan_of("storage=float16 sum=float32")));
    const int dx = gradient.program.size() - 1;
    double largest = 0;
    double difference = 0;
    for (std::int64_t k = 0; k < half.size(dx); ++k) {
      const double exact = trace.value(dx, k);
      largest = std::max(largest, std::abs(exact));
      difference = std::max(difference, std::abs(half.value(dx, k) - exact));
    }
    EXPECT_GT(difference, 0);
    EXPECT_LT(difference, largest * 0x1p-6);
  }
}

TEST(Evaluate, OnlyTheOutputIsKeptWhereThatIsAsked) {
  const TensorRef x = drawn_numbers({4, 7}, 0, 9);
  const auto trace = NORMSCOPE_VALUE_OR_FAIL(trace::trace_norm(x, nullptr, nullptr, {}));
  for (const auto* const text : {"float32", "float16", "storage=float64", "fma"}) {
    const Plan plan = plan_of(text);
    const auto all = NORMSCOPE_VALUE_OR_FAIL(evaluate(trace.program(), leaves_of(trace), plan));
    const auto last =
        NORMSCOPE_VALUE_OR_FAIL(evaluate(trace.program(), leaves_of(trace), plan, Keep::kOutput));
    const int output = trace.program().size() - 1;
    EXPECT_EQ(last.all(output), all.all(output)) << text;
    EXPECT_EQ(last.size(1), text == std::string("fma") ? 4 : 0) << text;
  }
}

// Sums of one group, whatever the layout: 40 rows take the loop of many rows, 5 that of one.
TEST(Evaluate, SumsOfManyRowsAreThoseOfEach) {
  for (const auto* const text :
       {"float16", "bfloat16", "sum=float32 lanes=4", "sum=float32 lanes=8 fold=halves",
        "storage=float16 fma=on", "pairwise", "kahan", "storage=float64", "rounding=toward-zero"}) {
    SCOPED_TRACE(text);
    const Plan plan = plan_of(text);
    const TensorRef x = drawn_numbers({40, 133}, 1, 10);
    const auto trace = NORMSCOPE_VALUE_OR_FAIL(trace::trace_norm(x, nullptr, nullptr, {}));
    const auto all = NORMSCOPE_VALUE_OR_FAIL(evaluate(trace.program(), {{x}}, plan));
    std::vector<float> turned(x->values().size());
    for (std::size_t row = 0; row < 40; ++row) {
      for (std::size_t k = 0; k < 133; ++k) turned[k * 40 + row] = x->values()[row * 133 + k];
      const TensorRef one = tensor_of(
          {1, 133},
          std::vector<float>(x->values().begin() + static_cast<std::ptrdiff_t>(row * 133),
                             x->values().begin() + static_cast<std::ptrdiff_t>((row + 1) * 133)));
      const auto alone = NORMSCOPE_VALUE_OR_FAIL(trace::trace_norm(one, nullptr, nullptr, {}));
      const auto own = NORMSCOPE_VALUE_OR_FAIL(evaluate(alone.program(), {{one}}, plan));
      for (const Role role : {Role::kMean, Role::kVariance}) {
        const int at = trace.find(role);
        EXPECT_EQ(own.value(at, 0), all.value(at, static_cast<std::int64_t>(row)));
      }
    }
    // The same numbers in columns.
    ops::NormOptions columns{.kind = ops::Normalization::kBatchNorm};
    const TensorRef across = tensor_of({133, 40}, std::move(turned));
    const auto batch =
        NORMSCOPE_VALUE_OR_FAIL(trace::trace_norm(across, nullptr, nullptr, columns));
    const auto down = NORMSCOPE_VALUE_OR_FAIL(evaluate(batch.program(), {{across}}, plan));
    EXPECT_EQ(down.all(batch.find(Role::kVariance)), all.all(trace.find(Role::kVariance)));
  }
}

// tests/oracle/precision.py writes the steps.
TEST(Evaluate, StepsInSixteenBitsAreThoseOfNumpyAndTorch) {
  const auto goldens = testing::read_json_data("precision/steps.json");
  int compared = 0;
  for (const auto& golden : goldens) {
    SCOPED_TRACE(golden["operation"].get<std::string>() + " " + golden["plan"].get<std::string>());
    const auto shape = golden["shape"].get<Shape>();
    const TensorRef x = tensor_of(shape, golden["x"].get<std::vector<float>>());
    const auto trace =
        golden["operation"] == "softmax"
            ? NORMSCOPE_VALUE_OR_FAIL(trace::trace_softmax(x, {}))
            : NORMSCOPE_VALUE_OR_FAIL(trace::trace_norm(
                  x, nullptr, nullptr,
                  {.kind = golden["operation"] == "rms-norm" ? ops::Normalization::kRmsNorm
                                                             : ops::Normalization::kLayerNorm}));
    const auto values = NORMSCOPE_VALUE_OR_FAIL(
        evaluate(trace.program(), {{x}}, plan_of(golden["plan"].get<std::string>())));
    for (const auto& [name, bits] : golden["steps"].items()) {
      const int at = trace.find(name);
      ASSERT_GE(at, 0) << name;
      for (std::size_t k = 0; k < bits.size(); ++k) {
        EXPECT_EQ(testing::to_bits(static_cast<float>(values.value(at, static_cast<int>(k)))),
                  bits[k].get<std::string>())
            << name << " " << k;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 1000);
}

}  // namespace
}  // namespace normscope::precision
