// SPDX-License-Identifier: MIT
// Backward passes against central differences, invariants, and figures from elsewhere.
#include "core/trace/gradient/gradient.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

#include "core/trace/operations.hpp"
#include "core/trace/shift.hpp"
#include "core/trace/trace.hpp"
#include "core/trace/written.hpp"
#include "tests/core/ops/all_options.hpp"
#include "tests/core/trace/drawn_programs.hpp"
#include "tests/core/trace/gradient/drawn_leaves.hpp"
#include "tests/core/trace/gradient/steps_in_double.hpp"
#include "tests/core/trace/written_steps.hpp"
#include "tests/support/support.hpp"

namespace normscope::trace {
namespace {

using tensor::Shape;

void expect_gradcheck(const Program& forward, std::mt19937& random, const std::string& what) {
  const Gradient backward = NORMSCOPE_VALUE_OR_FAIL(gradient_of(forward));
  const Leaves leaves = drawn_leaves(random, forward);
  const Doubles dy = drawn_numbers(random, forward.steps.back().shape);
  EXPECT_LE(gradcheck(forward, backward, leaves, dy), 1) << what;
}

TEST(Gradients, OfAllNormalizationsPassPyTorchsGradcheck) {
  std::mt19937 random(3);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same numbers each time
  for (const Shape& shape : {Shape{3, 4}, Shape{2, 4, 3}, Shape{2, 4, 2, 2}, Shape{1, 2}}) {
    for (const ops::NormOptions& options : ops::all_norm_options(0.5)) {
      const auto plan = ops::plan_norm(shape, options);
      if (!plan || plan->groups.size < 2) continue;
      const Program program = NORMSCOPE_VALUE_OR_FAIL(
          norm_program(shape, &plan->affine_shape, &plan->affine_shape, options));
      expect_gradcheck(program, random, tensor::shape_to_text(shape) + ops::full_words(options));
    }
  }
}

TEST(Gradients, OfAllSoftmaxesPassPyTorchsGradcheck) {
  std::mt19937 random(4);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same numbers each time
  for (const Shape& shape : {Shape{3, 4}, Shape{2, 4, 3}, Shape{1, 1}, Shape{5}}) {
    for (const ops::SoftmaxOptions& options : ops::all_softmax_options(shape.size() > 2 ? 1 : -1)) {
      expect_gradcheck(NORMSCOPE_VALUE_OR_FAIL(softmax_program(shape, options)), random,
                       tensor::shape_to_text(shape) + ops::full_words(options));
    }
  }
}

TEST(Gradients, OfRelativesAndLayersPassPyTorchsGradcheck) {
  std::mt19937 random(5);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same numbers each time
  const Shape shape{2, 3, 4};
  const Shape affine{4};
  for (const auto& kind : ops::relative_names()) {
    const bool dyt = kind.value == ops::Relative::kDyt;
    const Shape* const parameters = dyt ? &affine : nullptr;
    expect_gradcheck(NORMSCOPE_VALUE_OR_FAIL(relative_program(shape, parameters, parameters,
                                                              {.kind = kind.value, .dim = 1})),
                     random, std::string(kind.name));
  }
  const TensorRef x = numbers(random, shape);
  const Trace linear =
      NORMSCOPE_VALUE_OR_FAIL(trace_linear(x, numbers(random, {5, 4}), numbers(random, {5})));
  expect_gradcheck(linear.program(), random, "linear");
  expect_gradcheck(trace_relu(x).program(), random, "relu");
}

TEST(Gradients, OfDrawnProgramsPassPyTorchsGradcheck) {
  std::mt19937 random(13);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same programs each time
  for (int round = 0; round < 300; ++round) {
    const Program program = drawn(random).program;
    expect_gradcheck(program, random, "round " + std::to_string(round));
  }
}

// The second derivative: a backward pass is a program like any other.
TEST(Gradients, OfGradientsPassPyTorchsGradcheck) {
  std::mt19937 random(17);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same numbers each time
  for (const Program& forward :
       {NORMSCOPE_VALUE_OR_FAIL(norm_program({2, 4}, nullptr, nullptr, {.epsilon = 0.5})),
        NORMSCOPE_VALUE_OR_FAIL(softmax_program({2, 4}, {.log = true})),
        NORMSCOPE_VALUE_OR_FAIL(
            relative_program({2, 4}, nullptr, nullptr, {.kind = ops::Relative::kL2Norm}))}) {
    const Gradient backward = NORMSCOPE_VALUE_OR_FAIL(gradient_of(forward));
    expect_gradcheck(backward.program, random, "of the second order");
  }
}

// A chain as a cell writes it: views, a mean of columns in rows of other sizes, both products.
TEST(Gradients, OfWrittenChainsPassPyTorchsGradcheck) {
  using testing::given;
  using testing::mean_over;
  using testing::of;
  using testing::over;
  using testing::view;
  std::mt19937 random(19);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same numbers each time
  const auto named = [](std::vector<WrittenStep> steps) {
    for (std::size_t at = 0; at < steps.size(); ++at) {
      steps[at].name = steps[at].symbol = "s" + std::to_string(at);
    }
    return steps;
  };
  const std::vector<std::vector<WrittenStep>> chains{
      // A group norm by hand.
      {given({}), view(0, {2, 2, 6}), mean_over(1, {2}), of(Primitive::kSubtract, 1, 2),
       of(Primitive::kSquare, 3), mean_over(4, {2}), of(Primitive::kAddConstant, 5, -1, 0.1),
       of(Primitive::kReciprocalRoot, 6), of(Primitive::kMultiply, 3, 7), view(8, {2, 4, 3})},
      // Rows and columns in turn, and a maximum of all.
      {given({}), view(0, {6, 4}), over(Primitive::kMaximum, 1, {0}),
       of(Primitive::kSubtract, 1, 2), mean_over(3, {1}), of(Primitive::kMultiply, 3, 4),
       over(Primitive::kVariance, 5, {0, 1}), of(Primitive::kRootOfSquares, 6),
       of(Primitive::kDivide, 5, 7)},
      // Products with both kinds of weights.
      {given({}), view(0, {6, 4}), given({5, 4}), of(Primitive::kMatrixProduct, 1, 2),
       of(Primitive::kHyperbolicTangent, 3), given({5, 2}), of(Primitive::kPlainProduct, 4, 5),
       of(Primitive::kLarger, 6, 6), of(Primitive::kMagnitude, 6), of(Primitive::kAdd, 7, 8)},
  };
  for (const auto& chain : chains) {
    const auto written = NORMSCOPE_VALUE_OR_FAIL(written_program(named(chain), {2, 4, 3}));
    expect_gradcheck(written.program, random, "chain");
  }
}

// A backward pass has its steps' values in float32 and in double, like any program.
TEST(Gradients, HaveFloatValuesNearThoseInDouble) {
  std::mt19937 random(23);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same numbers each time
  const Shape shape{3, 4};
  const Shape affine{4};
  const Program forward = NORMSCOPE_VALUE_OR_FAIL(norm_program(shape, &affine, &affine, {}));
  const Gradient backward = NORMSCOPE_VALUE_OR_FAIL(gradient_of(forward));
  std::vector<TensorRef> tensors(backward.program.steps.size());
  Leaves leaves;
  for (int at = 0; at < backward.program.size(); ++at) {
    const Step& step = backward.program.step(at);
    if (!step.is_leaf()) continue;
    tensors[static_cast<std::size_t>(at)] = numbers(random, step.shape);
    const auto values = tensors[static_cast<std::size_t>(at)]->values();
    leaves[at] = {values.begin(), values.end()};
  }
  const Trace trace = NORMSCOPE_VALUE_OR_FAIL(Trace::of(backward.program, tensors));
  const auto exact = steps_in_double(backward.program, leaves);
  for (int at = 0; at < backward.program.size(); ++at) {
    for (std::int64_t k = 0; k < tensor::product(backward.program.step(at).shape); ++k) {
      const double value = exact[static_cast<std::size_t>(at)][static_cast<std::size_t>(k)];
      // Some twenty roundings of numbers below 16.
      EXPECT_NEAR(static_cast<double>(trace.value(at, k)), value, 20 * 16 * 0x1p-24)
          << backward.program.step(at).name;
    }
  }
}

TEST(Gradients, EveryStepOfABackwardPassHasANameOfItsOwnAndAFormula) {
  const Shape affine{4};
  const Gradient backward = NORMSCOPE_VALUE_OR_FAIL(
      gradient_of(NORMSCOPE_VALUE_OR_FAIL(norm_program({3, 4}, &affine, &affine, {}))));
  std::set<std::string> names;
  for (const Step& step : backward.program.steps) {
    EXPECT_TRUE(names.insert(step.name).second) << step.name;
    EXPECT_FALSE(step.symbol.empty()) << step.name;
    EXPECT_FALSE(step.formula.empty()) << step.name;
  }
  EXPECT_EQ(backward.program.steps.back().role, Role::kInputGradient);
  EXPECT_EQ(backward.program.step(backward.upstream).role, Role::kUpstreamGradient);
}

// Where a shift of a group leaves the output unchanged, the gradients of the group cancel.
TEST(Gradients, AddUpToZeroWhereAShiftLeavesTheOutputUnchanged) {
  std::mt19937 random(29);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same numbers each time
  int cancelling = 0;
  std::vector<Program> programs;
  for (const auto& kind : ops::normalization_names()) {
    programs.push_back(
        NORMSCOPE_VALUE_OR_FAIL(norm_program({3, 4, 2}, nullptr, nullptr, {.kind = kind.value})));
  }
  programs.push_back(NORMSCOPE_VALUE_OR_FAIL(softmax_program({3, 4}, {})));
  programs.push_back(NORMSCOPE_VALUE_OR_FAIL(softmax_program({3, 4}, {.log = true})));
  programs.push_back(NORMSCOPE_VALUE_OR_FAIL(softmax_program({3, 4}, {.sink = 0.5})));
  for (const Program& forward : programs) {
    const Gradient backward = NORMSCOPE_VALUE_OR_FAIL(gradient_of(forward));
    const Leaves leaves = drawn_leaves(random, forward);
    const Doubles dy = drawn_numbers(random, forward.steps.back().shape);
    const Doubles dx = gradients_in_double(forward, backward, leaves, dy).at(0);
    const bool cancels = steps_without_shift(forward).back();
    cancelling += cancels ? 1 : 0;
    for (std::int64_t group = 0; group < forward.groups.count; ++group) {
      double sum = 0;
      for (std::int64_t k = 0; k < forward.groups.size; ++k) {
        sum += dx[static_cast<std::size_t>(forward.groups.base(group) + forward.groups.offset(k))];
      }
      if (cancels) {
        EXPECT_NEAR(sum, 0, 1e-13);
      } else {
        EXPECT_GT(std::abs(sum), 1e-4);
      }
    }
  }
  EXPECT_EQ(cancelling, 6);  // all but the rms norm and the sink
}

TEST(Gradients, WithoutAKnownDerivativeSaySo) {
  ProgramBuilder builder({2, 3}, tensor::trailing_groups({2, 3}, 1));
  builder.add({Role::kNone, "f", "f(x)"}, Primitive::kGiven, 0);
  const auto backward = gradient_of(std::move(builder).finish());
  ASSERT_FALSE(backward);
  EXPECT_EQ(backward.error().kind, base::ErrorKind::kUnsupported);
  EXPECT_EQ(backward.error().sentence, "the step \"step 1\" has no derivative that is known");
}

// An output that is the input, and one that does not depend on it.
TEST(Gradients, OfNothingToDoAreAStepAllTheSame) {
  ProgramBuilder same({2}, tensor::whole_group({2}));
  same.repeat({Role::kOutput, "y", "x"}, 0, {2});
  ProgramBuilder steps({2}, tensor::whole_group({2}));
  steps.add({Role::kOutput, "y", "sgn(x)"}, Primitive::kSign, 0);
  for (const auto& [builder, expected] :
       {std::pair(&same, Doubles{5, 7}), std::pair(&steps, Doubles{0, 0})}) {
    const Program forward = std::move(*builder).finish();
    const Gradient backward = NORMSCOPE_VALUE_OR_FAIL(gradient_of(forward));
    EXPECT_EQ(gradients_in_double(forward, backward, {{0, {1, 2}}}, {5, 7}).at(0), expected);
    EXPECT_EQ(backward.gradient.front(), backward.program.size() - 1);
  }
}

}  // namespace
}  // namespace normscope::trace
