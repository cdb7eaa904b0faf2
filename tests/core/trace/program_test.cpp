// SPDX-License-Identifier: MIT
// Programs that no table names: an operation of the test's own, operands that are used twice, and
// programs drawn at random.
#include "core/trace/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "core/trace/double_values.hpp"
#include "core/trace/provenance.hpp"
#include "core/trace/values.hpp"
#include "tests/support/support.hpp"

namespace normscope::trace {
namespace {

TensorRef tensor_of(tensor::Shape shape, std::vector<float> values) {
  return std::make_shared<const tensor::Tensor>(testing::make(std::move(shape), std::move(values)));
}

TEST(Primitives, HaveOneRowEachWithAllThatIsKnown) {
  std::set<std::string_view> ids;
  for (std::size_t at = 0; at < primitives().size(); ++at) {
    const PrimitiveRow& row = primitives()[at];
    SCOPED_TRACE(row.id);
    EXPECT_EQ(row.primitive, static_cast<Primitive>(at));
    EXPECT_EQ(&row_of(row.primitive), &row);
    EXPECT_TRUE(ids.insert(row.id).second);
    EXPECT_FALSE(row.torch.empty());
    EXPECT_FALSE(row.sentences.usual.empty());
    EXPECT_EQ(row.kind == Kind::kLeaf, row.arity == 0);
    EXPECT_EQ(row.kind == Kind::kElement, !row.form.text.empty());
    EXPECT_EQ(row.kind == Kind::kStatistic,
              row.statistic != nullptr && row.double_statistic != nullptr);
    if (row.kind != Kind::kElement) continue;
    // Each operand and the constant is written.
    for (const auto& [place, counts] :
         {std::pair("#a", row.arity > 0), std::pair("#b", row.arity > 1),
          std::pair("#c", row.has_constant)}) {
      EXPECT_EQ(row.form.text.find(place) != std::string_view::npos, counts) << place;
      EXPECT_EQ(row.torch.find(place) != std::string_view::npos, counts) << place;
    }
  }
}

// Min-max scaling: (x - min) / (max - min).
Program scaling(const tensor::Shape& shape) {
  ProgramBuilder builder(shape, tensor::trailing_groups(shape, 1));
  const int least = builder.reduce({Role::kNone, "l", "\\min x"}, Primitive::kMinimum, 0);
  const int most = builder.reduce({Role::kMaximum, "m", "\\max x"}, Primitive::kMaximum, 0);
  const int range = builder.add({Role::kNone, "r", "m - l"}, Primitive::kSubtract, most, least);
  const int moved = builder.add({Role::kNone, "x - l", "x - l"}, Primitive::kSubtract, 0, least);
  builder.add({Role::kOutput, "y", "\\frac{x - l}{r}"}, Primitive::kDivide, moved, range);
  return std::move(builder).finish();
}

TEST(Programs, OfATestHaveValuesInBothPrecisionsAndProvenance) {
  const Trace trace =
      NORMSCOPE_VALUE_OR_FAIL(Trace::of(scaling({2, 3}), {tensor_of({2, 3}, {1, 2, 5, -1, 0, 1})}));
  const int output = trace.find(Role::kOutput);
  const tensor::Tensor y = NORMSCOPE_VALUE_OR_FAIL(trace.whole(output));
  EXPECT_TRUE(std::ranges::equal(y.values(), std::vector<float>{0, 0.25F, 1, 0, 0.5F, 1}));
  EXPECT_EQ(DoubleValues(trace.parts()).value(output, 1), 0.25);
  const Provenance provenance(trace);
  const Cells row = provenance.sources(output, one_cell({2, 3}, 4), 0);
  EXPECT_EQ(row.box, (Box{{1, 0}, {2, 3}}));
  EXPECT_EQ(provenance.made(0, one_cell({2, 3}, 4), output).box, row.box);
  EXPECT_EQ(provenance.sources(output, one_cell({2, 3}, 4), trace.find(Role::kMaximum)).single(),
            1);
}

// Thirty steps that each use the one before twice: 2^30 visits if each use were followed.
TEST(Programs, ComputeAnOperandThatIsUsedTwiceOnce) {
  const tensor::Shape shape{2, 3};
  ProgramBuilder builder(shape, tensor::trailing_groups(shape, 1));
  int last = ProgramBuilder::kInput;
  for (int i = 0; i < 30; ++i) {
    last = builder.add({Role::kNone, "a", "a"}, Primitive::kMultiplyConstant, last, -1, 0.5);
    last = builder.add({Role::kNone, "b", "b"}, Primitive::kAdd, last, last);
  }
  const auto x = tensor_of(shape, {1, 2, 3, 4, 5, 6});
  TraceParts parts{std::move(builder).finish(), {x}};
  parts.given.resize(parts.program.steps.size());
  // Not kept: computed on demand, as of a large batch.
  std::vector<float> values(6);
  write_values(parts, last, 0, values);
  EXPECT_TRUE(std::ranges::equal(values, x->values()));
  EXPECT_EQ(value_of(parts, last, 4), 5.0F);
  EXPECT_EQ(DoubleValues(parts).value(last, 5), 6.0);
  const Provenance provenance(parts);
  EXPECT_EQ(provenance.sources(last, one_cell(shape, 3), 0).single(), 3);
}

// Statistics of statistics' elements, thirty of them, of a batch so large that they are made when
// they are asked for, by one thread after the other.
TEST(Programs, MakeManyLateStatisticsInOrder) {
  const tensor::Shape shape{1100, 1000};
  ProgramBuilder builder(shape, tensor::trailing_groups(shape, 1));
  int last = ProgramBuilder::kInput;
  for (int i = 0; i < 30; ++i) {
    const int mean = builder.reduce({Role::kNone, "m", "m"}, Primitive::kSumOver, last, 1000);
    last = builder.add({Role::kNone, "c", "c"}, Primitive::kSubtract, last, mean);
  }
  const auto x = std::make_shared<const tensor::Tensor>(
      NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full(shape, 3.0F)));
  const Trace trace = NORMSCOPE_VALUE_OR_FAIL(Trace::of(std::move(builder).finish(), {x}));
  ASSERT_TRUE(trace.is_late());
  EXPECT_EQ(trace.value(last, 5'000), 0.0F);
  // Each has made the block of row 5 and nothing else.
  for (int at = 0; at < trace.program().size(); ++at) {
    const LateStatistic* const late = trace.parts().late_of(at);
    if (late != nullptr) {
      EXPECT_EQ(late->computed_blocks(), 1);
    }
  }
}

// --- Programs drawn at random.

struct Drawn {
  Program program;
  std::vector<TensorRef> leaves;
};

constexpr std::int64_t kDrawnRows = 3;
constexpr std::int64_t kDrawnColumns = 4;

// Numbers away from the kinks of the primitives: none is 0, and no two are equal.
TensorRef numbers(std::mt19937& random, tensor::Shape shape) {
  std::vector<float> values;
  for (std::int64_t k = 0; k < tensor::product(shape); ++k) {
    values.push_back((random() % 2 == 0 ? 1.0F : -1.0F) *
                     (0.3F + static_cast<float>(random() % 1000) * 0.0017F));
  }
  return tensor_of(std::move(shape), std::move(values));
}

// Up to thirty primitives that are smooth where the values of the steps are moderate.
Drawn drawn(std::mt19937& random) {
  const tensor::Shape shape{kDrawnRows, kDrawnColumns};
  const bool columns = random() % 2 == 0;
  ProgramBuilder builder(
      shape, columns ? tensor::dimension_groups(shape, 0) : tensor::trailing_groups(shape, 1));
  Drawn result;
  std::vector<int> elements{0};
  std::vector<int> statistics;
  const int gamma = builder.parameter(Role::kGamma, "g", {kDrawnColumns});
  const auto pick = [&](const std::vector<int>& from) { return from[random() % from.size()]; };
  const StepLabel label{Role::kNone, "s", "s"};
  const int count = 4 + static_cast<int>(random() % 24);
  for (int i = 0; i < count; ++i) {
    const int a = pick(elements);
    switch (random() % 9) {
      case 0:
        statistics.push_back(builder.reduce(label, Primitive::kSumOver, a, 4));
        break;
      case 1:
        statistics.push_back(builder.reduce(label, Primitive::kMaximum, a));
        break;
      case 2:
        if (!statistics.empty()) {
          elements.push_back(builder.add(label, Primitive::kSubtract, a, pick(statistics)));
        }
        break;
      case 3:
        elements.push_back(builder.add(label, Primitive::kMultiply, gamma, a));
        break;
      case 4:
        elements.push_back(builder.add(label, Primitive::kHyperbolicTangent, a));
        break;
      case 5:
        elements.push_back(builder.add(label, Primitive::kSigmoid, a));
        break;
      case 6:
        elements.push_back(builder.add(label, Primitive::kAdd, a, pick(elements)));
        elements.push_back(
            builder.add(label, Primitive::kMultiplyConstant, elements.back(), -1, 0.5));
        break;
      case 7:
        if (!statistics.empty()) {
          statistics.push_back(builder.add(label, Primitive::kSigmoid, pick(statistics)));
        }
        break;
      default:
        elements.push_back(builder.add(label, Primitive::kAddConstant, a, -1, 0.25));
    }
  }
  builder.add({Role::kOutput, "y", "y"}, Primitive::kHyperbolicTangent, elements.back());
  result.program = std::move(builder).finish();
  result.leaves.resize(result.program.steps.size());
  result.leaves[0] = numbers(random, shape);
  result.leaves[static_cast<std::size_t>(gamma)] = numbers(random, {kDrawnColumns});
  return result;
}

// Each primitive here but the product has a derivative of at most 1 in each operand, so that the
// errors of the operands add up; those of a product are multiplied by the other factor. Each step
// adds its own roundings, as the lines below count them.
double error_bound(const Program& program, std::vector<double>& of_steps, const Trace& trace) {
  for (int at = 0; at < program.size(); ++at) {
    const Step& step = program.step(at);
    double largest = 0;
    for (std::int64_t k = 0; k < tensor::product(step.shape); ++k) {
      largest = std::max(largest, std::abs(static_cast<double>(trace.value(at, k))));
    }
    const auto of = [&](int from) {
      return from < 0 ? 0.0 : of_steps[static_cast<std::size_t>(from)];
    };
    const auto most = [&](int from) {
      double value = 0;
      for (std::int64_t k = 0; k < tensor::product(program.step(from).shape); ++k) {
        value = std::max(value, std::abs(static_cast<double>(trace.value(from, k))));
      }
      return value;
    };
    double error = 0;
    if (step.primitive == Primitive::kMultiply) {
      error = of(step.a) * most(step.b) + of(step.b) * most(step.a);
    } else if (step.primitive == Primitive::kSumOver) {
      // At most four additions, each of at most four of the largest.
      error = of(step.a) + 16 * most(step.a) * 0x1p-24;
    } else {
      error = of(step.a) + of(step.b);
    }
    // exp, tanh and the sigmoid's division: four roundings of values of at most 2.
    of_steps.push_back(step.is_leaf() ? 0 : error + 4 * std::max(largest, 2.0) * 0x1p-24);
  }
  return of_steps.back();
}

TEST(DrawnPrograms, HaveFloatValuesNearThoseInDouble) {
  std::mt19937 random(7);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same programs each time
  for (int round = 0; round < 300; ++round) {
    Drawn one = drawn(random);
    const Trace trace = NORMSCOPE_VALUE_OR_FAIL(Trace::of(one.program, one.leaves));
    DoubleValues doubles(trace.parts());
    std::vector<double> errors;
    (void)error_bound(one.program, errors, trace);
    for (const int at : one.program.main_steps()) {
      for (std::int64_t k = 0; k < tensor::product(one.program.step(at).shape); ++k) {
        const auto exact = doubles.value(at, k);
        ASSERT_TRUE(exact);
        ASSERT_NEAR(static_cast<double>(trace.value(at, k)), *exact,
                    errors[static_cast<std::size_t>(at)])
            << "round " << round << ", step " << at;
      }
    }
  }
}

// No source is missed: whatever changes with an element of the input or of gamma is among what is
// made from it, and the element among its sources.
TEST(DrawnPrograms, HaveAllSourcesThatChangeThem) {
  std::mt19937 random(11);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same programs each time
  for (int round = 0; round < 60; ++round) {
    Drawn one = drawn(random);
    TraceParts parts{one.program, one.leaves};
    parts.given.resize(parts.program.steps.size());
    const Provenance provenance(parts);
    const int output = parts.program.size() - 1;
    for (const int leaf : {0, 1}) {
      for (std::int64_t at = 0; at < one.leaves[static_cast<std::size_t>(leaf)]->size(); ++at) {
        DoubleValues before(parts);
        tensor::Tensor changed = *one.leaves[static_cast<std::size_t>(leaf)];
        changed.values()[static_cast<std::size_t>(at)] *= 1.7F;
        TraceParts other = parts;
        other.given[static_cast<std::size_t>(leaf)] =
            std::make_shared<const tensor::Tensor>(std::move(changed));
        DoubleValues after(other);
        const Cells made =
            provenance.made(leaf, one_cell(parts.program.step(leaf).shape, at), output);
        for (std::int64_t k = 0; k < kDrawnRows * kDrawnColumns; ++k) {
          if (before.value(output, k) == after.value(output, k)) continue;
          EXPECT_TRUE(made.contains(k)) << "round " << round;
          EXPECT_TRUE(provenance.sources(output, one_cell({kDrawnRows, kDrawnColumns}, k), leaf)
                          .contains(at))
              << "round " << round;
        }
      }
    }
  }
}

}  // namespace
}  // namespace normscope::trace
