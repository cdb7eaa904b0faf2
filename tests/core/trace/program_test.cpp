// SPDX-License-Identifier: MIT
// Programs that no table names: an operation of the test's own, operands that are used twice, and
// programs drawn at random.
#include "core/trace/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <tuple>

#include "core/trace/double_values.hpp"
#include "core/trace/provenance.hpp"
#include "core/trace/values.hpp"
#include "tests/core/trace/drawn_programs.hpp"
#include "tests/support/support.hpp"

namespace normscope::trace {
namespace {

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
    EXPECT_EQ(row.kind == Kind::kElement || row.kind == Kind::kProduct, !row.form.text.empty());
    for (int operand = 0; operand < 2; ++operand) {
      EXPECT_EQ(operand < row.arity, row.derivatives[static_cast<std::size_t>(operand)] != nullptr);
    }
    EXPECT_EQ(row.kind == Kind::kStatistic,
              row.statistic != nullptr && row.double_statistic != nullptr);
    // Sums are made in formats and orders, the rest of the statistics only chooses.
    const bool chooses =
        row.primitive == Primitive::kMaximum || row.primitive == Primitive::kMinimum;
    EXPECT_EQ(row.kind == Kind::kStatistic && !chooses,
              row.summed != nullptr && row.double_summed != nullptr);
    EXPECT_EQ(row.kind == Kind::kStatistic, row.spoken.empty());
    if (row.kind != Kind::kElement) continue;
    // Each operand and the constant is written.
    for (const auto& [place, spoken, counts] :
         {std::tuple("#a", "{a:", row.arity > 0), std::tuple("#b", "{b:", row.arity > 1),
          std::tuple("#c", "{c:", row.has_constant)}) {
      EXPECT_EQ(row.form.text.find(place) != std::string_view::npos, counts) << place;
      EXPECT_EQ(row.torch.find(place) != std::string_view::npos, counts) << place;
      EXPECT_EQ(row.spoken.find(spoken) != std::string_view::npos, counts) << place;
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

TEST(DrawnPrograms, HaveFloatValuesNearThoseInDouble) {
  std::mt19937 random(7);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same programs each time
  for (int round = 0; round < 300; ++round) {
    Drawn one = drawn(random);
    const Trace trace = NORMSCOPE_VALUE_OR_FAIL(Trace::of(one.program, one.leaves));
    DoubleValues doubles(trace.parts());
    const std::vector<double> errors = error_bounds(one.program, trace);
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
