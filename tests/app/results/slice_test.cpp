// SPDX-License-Identifier: MIT
#include "app/results/sheet/slice.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace normscope::results {
namespace {

using document::Selection;
using tensor::Shape;

using Outer = std::vector<std::int64_t>;

TEST(Slice, OfAMatrixIsTheMatrix) {
  EXPECT_EQ(slice_at({2, 5}, {}), (Slice{0, 2, 5}));
  EXPECT_EQ(slice_at({5}, {}), (Slice{0, 1, 5}));
  EXPECT_EQ(slice_at({}, {}), (Slice{0, 1, 1}));
}

TEST(Slice, CountsTheDimensionsBeforeTheLastTwo) {
  const Shape shape{3, 4, 2, 5};
  const Slice slice = slice_at(shape, Outer{2, 1});
  EXPECT_EQ(slice, (Slice{9, 2, 5}));
  EXPECT_EQ(slice.first_row(), 18);
  EXPECT_EQ(slice.size(), 10);
  EXPECT_EQ(slice.position(1, 3), 98);  // ((2 * 4 + 1) * 2 + 1) * 5 + 3
}

TEST(Slice, MissingIndicesAreZeroAndOthersComeInside) {
  const Shape shape{3, 4, 2, 5};
  EXPECT_EQ(slice_at(shape, {}), (Slice{0, 2, 5}));
  EXPECT_EQ(slice_at(shape, Outer{1}), (Slice{4, 2, 5}));
  EXPECT_EQ(slice_at(shape, Outer{9, -2}), (Slice{8, 2, 5}));
  EXPECT_EQ(outer_index(shape, Outer{9, -2}, 0), 2);
  EXPECT_EQ(outer_index(shape, Outer{9, -2}, 1), 0);
  EXPECT_EQ(outer_index(shape, Outer{1}, 1), 0);
}

// A statistic has one number where the input has many: its slice is found by the same indices.
TEST(Slice, OfAStatisticIsTheOneOfItsInput) {
  EXPECT_EQ(slice_at({3, 2, 1}, Outer{2}), (Slice{2, 2, 1}));
  EXPECT_EQ(slice_at({1, 2, 1}, Outer{2}), (Slice{0, 2, 1}));
}

// Of a step with fewer indices it is the slice that holds the statistics of the shown elements.
TEST(Slice, OfAStepIsTheOneThatTheShownElementsBelongTo) {
  const Shape whole{2, 4, 2, 3};
  for (const Shape& step : {whole, Shape{2, 2, 1, 1}, Shape{2, 4, 1, 1}, Shape{1, 4, 1, 1},
                            Shape{2, 1, 1, 1}, Shape{2, 4, 2, 7}}) {
    for (std::int64_t first = 0; first < 2; ++first) {
      for (std::int64_t channel = 0; channel < 4; ++channel) {
        const Slice shown = slice_at(whole, Outer{first, channel});
        const Slice own = slice_of_step(whole, step, Outer{first, channel});
        const auto at = position_of(whole, step, {shown.first_row(), 0});
        EXPECT_EQ(own.first_row(), selection_of(step, at).row)
            << tensor::shape_to_text(step) << " at " << first << ", " << channel;
      }
    }
  }
  EXPECT_EQ(slice_of_step({2, 4, 2, 3}, {2, 2, 1, 1}, Outer{1, 1}).number, 2) << "not 3";
}

TEST(Slice, WithoutNumbersIsTheFirst) {
  EXPECT_EQ(slice_at({0, 2, 5}, Outer{1}), (Slice{0, 2, 5}));
  EXPECT_EQ(slice_at({3, 2, 0}, Outer{1}), (Slice{1, 2, 0}));
  EXPECT_EQ(slice_with({3, 2, 0}, 0), (Slice{0, 2, 0}));
  EXPECT_EQ(slice_with({0, 2, 5}, 0), (Slice{0, 2, 5}));
  EXPECT_EQ(whole_matrix({3, 2, 0}), (Slice{0, 0, 0}));
  EXPECT_EQ(selection_of({3, 2, 0}, 0), (Selection{0, 0}));
  EXPECT_EQ(position_of({3, 2, 0}, {3, 2, 0}, {1, 1}), 0);
}

TEST(Slice, HoldsTheSelectionsOfItsOwnRowsOnly) {
  const Slice slice = slice_at({3, 2, 5}, Outer{1});
  EXPECT_EQ(slice.own_row({1, 0}), std::nullopt);
  EXPECT_EQ(slice.own_row({2, 0}), 0);
  EXPECT_EQ(slice.own_row({3, 4}), 1);
  EXPECT_EQ(slice.own_row({4, 0}), std::nullopt);
}

// Each position of tensors of many shapes: its slice, row and column lead back to it.
TEST(Slice, EveryPositionIsFoundAgain) {
  for (const Shape& shape : {Shape{}, Shape{5}, Shape{2, 5}, Shape{3, 2, 5}, Shape{3, 1, 4, 2},
                             Shape{2, 3, 1}, Shape{1, 1, 1}}) {
    for (std::int64_t at = 0; at < tensor::product(shape); ++at) {
      const Selection selection = selection_of(shape, at);
      EXPECT_EQ(position_of(shape, shape, selection), at);
      EXPECT_EQ(whole_matrix(shape).position(selection.row, selection.column), at);
      const Slice slice = slice_with(shape, at);
      const auto row = slice.own_row(selection);
      ASSERT_TRUE(row) << tensor::shape_to_text(shape) << " at " << at;
      EXPECT_EQ(slice.position(*row, selection.column), at);
    }
  }
}

TEST(Slice, ThePlaceInAStatisticIsThatOfItsGroup) {
  const Shape x{2, 4, 3};
  // Layer norm: one number a row.
  EXPECT_EQ(position_of(x, {2, 4, 1}, {5, 2}), 5);
  // Over the last two dimensions: one a slice.
  EXPECT_EQ(position_of(x, {2, 1, 1}, {5, 2}), 1);
  // Batch norm: one a channel, the second dimension.
  EXPECT_EQ(position_of(x, {1, 4, 1}, {6, 0}), 2);
  // Group norm of two groups: channels 0 and 1 share the first number.
  EXPECT_EQ(position_of(x, {2, 2, 1}, {5, 0}), 2);
  EXPECT_EQ(position_of(x, {2, 2, 1}, {7, 0}), 3);
  // A column beyond the step's is the last one.
  EXPECT_EQ(position_of({2, 5}, {2, 5}, {1, 9}), 9);
}

struct Steps {
  Shape whole;
  std::vector<Shape> steps;
};

// The steps of every kind of grouping: elements, and one number for each group.
std::vector<Steps> all_steps() {
  return {
      {{6}, {{6}, {1}}},
      {{2, 6}, {{2, 6}, {2, 1}, {1, 6}, {1, 1}, {2, 3}}},
      {{4, 3, 8}, {{4, 3, 8}, {4, 3, 1}, {4, 1, 1}, {1, 3, 1}, {1, 1, 1}, {4, 1, 8}, {1, 3, 8}}},
      {{2, 4, 3}, {{2, 2, 1}, {2, 4, 1}, {1, 4, 1}}},
      {{2, 4, 2, 3}, {{2, 2, 1, 1}, {2, 4, 1, 1}, {1, 4, 1, 1}, {2, 4, 2, 1}, {2, 1, 1, 1}}},
      // Before a linear layer: more columns, and fewer.
      {{2, 6}, {{2, 5}, {2, 9}}},
      {{3, 1}, {{3, 1}, {3, 4}}},
  };
}

TEST(Slice, TheSelectionForAPositionLeadsBackToIt) {
  for (const auto& [whole, steps] : all_steps()) {
    for (const Shape& step : steps) {
      for (std::int64_t at = 0; at < tensor::product(step); ++at) {
        for (std::int64_t now = 0; now < tensor::product(whole); ++now) {
          const Selection found = selection_for(whole, step, at, selection_of(whole, now));
          ASSERT_EQ(position_of(whole, step, found), at)
              << tensor::shape_to_text(whole) << " " << tensor::shape_to_text(step) << " from "
              << now;
        }
      }
    }
  }
}

TEST(Slice, ASelectionStaysWhereTheStatisticIsThatOfItsGroup) {
  for (const auto& [whole, steps] : all_steps()) {
    for (const Shape& step : steps) {
      for (std::int64_t at = 0; at < tensor::product(whole); ++at) {
        const Selection now = selection_of(whole, at);
        if (now.column >= columns_of(step) && columns_of(step) > 1 && step != whole) continue;
        EXPECT_EQ(selection_for(whole, step, position_of(whole, step, now), now), now)
            << tensor::shape_to_text(whole) << " " << tensor::shape_to_text(step);
      }
    }
  }
}

TEST(Slice, AnotherStatisticKeepsTheOtherIndices) {
  // A mean of a row keeps the column, that of a column keeps the row.
  EXPECT_EQ(selection_for({2, 6}, {2, 1}, 1, {0, 4}), (Selection{1, 4}));
  EXPECT_EQ(selection_for({2, 6}, {1, 6}, 2, {1, 4}), (Selection{1, 2}));
  // A channel keeps the place in the batch: (3, 1, 5) of (4, 3, 8) to channel 2.
  EXPECT_EQ(selection_for({4, 3, 8}, {1, 3, 1}, 2, {10, 5}), (Selection{11, 5}));
  // Two channels of a group: the channel that is selected stays, of another group it is the first.
  EXPECT_EQ(selection_for({2, 4, 3}, {2, 2, 1}, 1, {3, 2}), (Selection{3, 2}));
  EXPECT_EQ(selection_for({2, 4, 3}, {2, 2, 1}, 0, {3, 2}), (Selection{0, 2}));
  EXPECT_EQ(selection_for({2, 4, 3}, {2, 2, 1}, 3, {3, 2}), (Selection{7, 2}));
}

TEST(Slice, AGroupMayReachIntoOtherSlices) {
  const auto of = [](const Shape& shape, const Shape& reduced) {
    const GroupInSlices group = group_in_slices(shape, reduced);
    return std::pair(group.here, group.slices);
  };
  EXPECT_EQ(of({2, 4, 3}, {1, 4, 1}), std::pair(std::int64_t{3}, std::int64_t{2})) << "batch norm";
  EXPECT_EQ(of({2, 4, 3}, {2, 4, 1}), std::pair(std::int64_t{3}, std::int64_t{1})) << "instance";
  EXPECT_EQ(of({2, 4, 3}, {2, 2, 1}), std::pair(std::int64_t{6}, std::int64_t{1})) << "two groups";
  // Pictures: two of four channels lie in two slices.
  EXPECT_EQ(of({2, 4, 5, 6}, {2, 2, 1, 1}), std::pair(std::int64_t{30}, std::int64_t{2}));
  EXPECT_EQ(of({2, 6}, {1, 6}), std::pair(std::int64_t{2}, std::int64_t{1})) << "one slice";
}

}  // namespace
}  // namespace normscope::results
