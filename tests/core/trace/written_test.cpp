// SPDX-License-Identifier: MIT
// Programs of written steps: shapes by torch's rules, what a stranger may say, and provenance of
// drawn chains against perturbations.
#include "core/trace/written.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/trace/double_values.hpp"
#include "core/trace/provenance.hpp"
#include "tests/core/trace/written_steps.hpp"
#include "tests/support/support.hpp"

namespace normscope::trace {
namespace {

using tensor::Shape;
using testing::given;
using testing::of;
using testing::over;
using testing::view;
using Steps = std::vector<WrittenStep>;

Shape shape_of_last(const Steps& steps, const Shape& x) {
  return NORMSCOPE_VALUE_OR_FAIL(written_program(steps, x)).program.steps.back().shape;
}

std::string sentence(const Steps& steps, const Shape& x = {2, 3}) {
  const auto made = written_program(steps, x);
  return made ? "a program" : made.error().sentence;
}

TEST(WrittenProgram, ShapesFollowFromTheInput) {
  const Steps centred{given({}), over(Primitive::kSumOver, 0, {1}), of(Primitive::kSubtract, 0, 1)};
  EXPECT_EQ(shape_of_last(centred, {2, 3}), (Shape{2, 3}));
  EXPECT_EQ(shape_of_last(centred, {7, 5}), (Shape{7, 5}));
  // Without its dimension a statistic of rows meets columns, as in torch; the values are those of
  // the groups all the same.
  Steps dropped = centred;
  dropped[1].keepdim = false;
  EXPECT_EQ(sentence(dropped), "step 2: the sizes of its operands do not fit each other");
  const auto square = NORMSCOPE_VALUE_OR_FAIL(written_program(dropped, {3, 3}));
  EXPECT_EQ(square.program.step(2).spread_b->locate(1).group, 1);
  EXPECT_FALSE(square.program.step(2).by_shape);
  // A view brings it back: the statistic's own shape.
  Steps back = dropped;
  back.insert(back.begin() + 2, view(1, {2, 1}));
  back.back().b = 2;
  const auto made = NORMSCOPE_VALUE_OR_FAIL(written_program(back, {2, 3}));
  EXPECT_EQ(made.positions, (std::vector<int>{0, 1, 1, 2}));
  EXPECT_TRUE(made.program.step(2).by_shape);
  // Channels in groups: a view of the input whose rows are groups of its channels.
  const Steps groups{given({}),
                     view(0, {2, 2, 6}),
                     over(Primitive::kSumOver, 1, {2}),
                     of(Primitive::kSubtract, 1, 2),
                     view(3, {2, 4, 3}),
                     of(Primitive::kSquare, 4)};
  const auto grouped = NORMSCOPE_VALUE_OR_FAIL(written_program(groups, {2, 4, 3}));
  EXPECT_EQ(grouped.program.step(1).shape, (Shape{2, 2, 1}));
  EXPECT_EQ(grouped.program.steps.back().shape, (Shape{2, 4, 3}));
  EXPECT_TRUE(grouped.program.step(2).by_shape);
  // Another number of samples: the view's first size follows.
  EXPECT_EQ(shape_of_last(groups, {5, 4, 3}), (Shape{5, 4, 3}));
}

TEST(WrittenProgram, ProductsOfOneViewShareItsStep) {
  const Steps steps{given({}),
                    view(0, {2, 6}),
                    given({6, 6}),
                    of(Primitive::kMatrixProduct, 1, 2),
                    of(Primitive::kPlainProduct, 1, 2),
                    of(Primitive::kAdd, 3, 4)};
  const auto made = NORMSCOPE_VALUE_OR_FAIL(written_program(steps, {3, 4}));
  EXPECT_EQ(made.program.size(), 6) << "the input, its view once, the factor, three steps";
}

// Scores of an array with itself: it is both factors, of which each has sources of its own.
TEST(WrittenProgram, BothFactorsOfAProductAreSources) {
  const auto made = NORMSCOPE_VALUE_OR_FAIL(
      written_program(Steps{given({}), of(Primitive::kMatrixProduct, 0, 0)}, {3, 4}));
  std::vector<TensorRef> leaves(2);
  leaves[0] = std::make_shared<const tensor::Tensor>(*tensor::Tensor::full({3, 4}, 1.0F));
  const Trace trace = NORMSCOPE_VALUE_OR_FAIL(Trace::of(made.program, leaves));
  const Provenance provenance(trace);
  EXPECT_EQ(provenance.sources(1, one_cell({3, 3}, 1), 0).box, (Box{{0, 0}, {2, 4}}));
  // Row 2 makes row 2 of the scores and column 2.
  const Cells made_of = provenance.made(0, one_cell({3, 4}, 8), 1);
  for (const std::int64_t at : {2, 5, 6, 7, 8}) EXPECT_TRUE(made_of.contains(at)) << at;
}

TEST(WrittenProgram, AStrangersStepsAreRefusedWithASentence) {
  EXPECT_EQ(sentence({}), "step 0: there are no steps");
  EXPECT_EQ(sentence({given({})}), "step 0: the last step computes nothing");
  EXPECT_EQ(sentence({of(Primitive::kSquare, 0)}), "step 0: a chain begins with its input");
  EXPECT_EQ(sentence({given({}), of(Primitive::kSquare, 1)}),
            "step 1: its operands are not earlier steps");
  EXPECT_EQ(sentence({given({}), of(Primitive::kAdd, 0)}),
            "step 1: its operands are not earlier steps");
  EXPECT_EQ(sentence({given({}), of(Primitive::kSquare, 0, 0)}),
            "step 1: its operands are not earlier steps");
  EXPECT_EQ(sentence({given({}), over(Primitive::kMaximum, 0, {2})}),
            "step 1: its operand has not these dimensions");
  EXPECT_EQ(sentence({given({}), over(Primitive::kMaximum, 0, {1, 1})}),
            "step 1: its operand has not these dimensions");
  EXPECT_EQ(sentence({given({}), over(Primitive::kMaximum, 0, {1})}, {2, 0}),
            "step 1: there is nothing to reduce");
  EXPECT_EQ(sentence({given({}), view(0, {4, 4}), of(Primitive::kSquare, 1)}),
            "step 1: its operand has not as many numbers as its view");
  EXPECT_EQ(sentence({given({}), given({4}), of(Primitive::kMatrixProduct, 0, 1)}),
            "step 2: the sizes of its operands do not fit each other");
  EXPECT_EQ(sentence({given({}), over(Primitive::kMaximum, 0, {0, 2})}, {2, 2, 2, 2}),
            "step 1: its dimensions alternate with others");
  const WrittenStep wide = given({1, 1'000'000'000'000});
  EXPECT_EQ(sentence({given({}), wide, of(Primitive::kAdd, 0, 1)}, {1'000'000'000'000, 1}),
            "step 2: it has too many numbers");
  EXPECT_EQ(sentence({given({}), view(0, {1'000'000'000'000, 1'000'000'000'000}),
                      of(Primitive::kSquare, 1)}),
            "step 1: it has too many numbers");
  Steps many(kMostWrittenSteps + 1, of(Primitive::kSquare, 0));
  many.front() = given({});
  EXPECT_EQ(sentence(many), "step 64: a chain has at most 64 steps");
}

// Chains of elements, statistics over either dimension, views and products.
Steps drawn_chain(std::mt19937& random) {
  Steps steps{given({3, 4})};
  const auto any = [&](int count) {
    return static_cast<int>(random() % static_cast<unsigned>(count));
  };
  while (steps.size() < 9) {
    const int a = any(static_cast<int>(steps.size()));
    const int b = any(static_cast<int>(steps.size()));
    const std::array<WrittenStep, 9> choice{of(Primitive::kAdd, a, b),
                                            of(Primitive::kMultiply, a, b),
                                            of(Primitive::kHyperbolicTangent, a),
                                            over(Primitive::kSumOver, a, {0}),
                                            over(Primitive::kSumOver, a, {1}),
                                            over(Primitive::kVariance, a, {1}),
                                            view(a, any(2) == 0 ? Shape{4, 3} : Shape{2, 6}),
                                            of(Primitive::kMatrixProduct, a, b),
                                            of(Primitive::kPlainProduct, a, b)};
    steps.push_back(choice.at(static_cast<std::size_t>(any(9))));
    if (reduces(steps.back().primitive)) steps.back().keepdim = any(2) == 0;
    // What does not fit is drawn again; a view may end a chain as it is made.
    const bool is_view = steps.back().primitive == Primitive::kRepeat;
    auto probe = steps;
    if (is_view) probe.push_back(of(Primitive::kSquare, static_cast<int>(probe.size()) - 1));
    if (!written_program(probe, {3, 4})) steps.pop_back();
  }
  steps.push_back(of(Primitive::kSquare, static_cast<int>(steps.size()) - 1));
  return steps;
}

TEST(WrittenProgram, NoSourceOfADrawnChainIsMissed) {
  std::mt19937 random(7);
  const tensor::Tensor x = testing::make(
      {3, 4}, {0.5F, -1.25F, 2, 0.75F, 1.5F, -0.5F, 0.25F, 3, -2, 1.75F, -0.125F, 0.625F});
  int found = 0;
  for (int round = 0; round < 400; ++round) {
    const auto made = NORMSCOPE_VALUE_OR_FAIL(written_program(drawn_chain(random), {3, 4}));
    const auto trace_of = [&](const tensor::Tensor& values) {
      std::vector<TensorRef> leaves(made.program.steps.size());
      leaves.front() = std::make_shared<const tensor::Tensor>(values);
      return NORMSCOPE_VALUE_OR_FAIL(Trace::of(made.program, leaves));
    };
    const Trace trace = trace_of(x);
    const int last = trace.program().size() - 1;
    const std::int64_t size = tensor::product(trace.program().step(last).shape);
    const Provenance provenance(trace);
    for (std::int64_t from = 0; from < x.size(); ++from) {
      tensor::Tensor moved = x;
      moved.values()[static_cast<std::size_t>(from)] += 0.375F;
      const Trace other = trace_of(moved);
      DoubleValues before(trace.parts());
      DoubleValues after(other.parts());
      const Cells made_from = provenance.made(0, one_cell({3, 4}, from), last);
      for (std::int64_t at = 0; at < size; ++at) {
        const double was = before.value(last, at).value();
        const double is = after.value(last, at).value();
        // Every value in double is near its float32 one.
        EXPECT_NEAR(static_cast<double>(trace.value(last, at)), was, 1e-3 * (1 + std::abs(was)));
        if (was == is) continue;
        ++found;
        const Cells sources =
            provenance.sources(last, one_cell(trace.program().step(last).shape, at), 0);
        EXPECT_TRUE(sources.contains(from)) << "round " << round;
        EXPECT_TRUE(made_from.contains(at)) << "round " << round;
      }
    }
  }
  EXPECT_GT(found, 1000);
}

}  // namespace
}  // namespace normscope::trace
