// SPDX-License-Identifier: MIT
#include "core/tensor/boxes.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace normscope::tensor {
namespace {

// How often the runs of all boxes visit each element, and whether they do so in the box's order.
void expect_each_once(const Shape& whole, const Shape& size) {
  SCOPED_TRACE(shape_to_text(size));
  std::vector<int> visits(static_cast<std::size_t>(product(whole)));
  const Boxes boxes(whole, size);
  for (std::int64_t number = 0; number < boxes.count(); ++number) {
    const Box box = boxes.at(number);
    const std::int64_t run = run_of(whole, box.size);
    std::int64_t in_box = 0;
    for (const std::int64_t offset : runs_of(whole, box)) {
      for (std::int64_t at = offset; at < offset + run; ++at, ++in_box) {
        ++visits[static_cast<std::size_t>(at)];
        const Shape index = index_of(whole, at);
        const Shape inside = index_of(box.size, in_box);
        for (std::size_t dim = 0; dim < whole.size(); ++dim) {
          EXPECT_EQ(index[dim], box.first[dim] + inside[dim]);
        }
      }
    }
    EXPECT_EQ(in_box, product(box.size));
  }
  EXPECT_EQ(visits, std::vector<int>(visits.size(), 1));
}

TEST(Boxes, CoverTheTensorOnce) {
  const Shape whole{3, 4, 5};
  for (std::int64_t a = 1; a <= 3; ++a) {
    for (std::int64_t b = 1; b <= 4; ++b) {
      for (std::int64_t c = 1; c <= 5; ++c) expect_each_once(whole, {a, b, c});
    }
  }
  expect_each_once({7}, {3});
  expect_each_once({2, 1, 6}, {1, 1, 6});
}

TEST(Boxes, AreAsLargeAsMayBe) {
  // Rows are whole; then the dimensions before them, from the last on.
  EXPECT_EQ(box_within({100, 10, 8}, {true, true, false}, 1000), (Shape{12, 10, 8}));
  EXPECT_EQ(box_within({100, 10, 8}, {true, true, false}, 40), (Shape{1, 5, 8}));
  // Groups along the first dimension: the last is cut, and the middle one is not begun.
  EXPECT_EQ(box_within({100, 10, 8}, {false, true, true}, 500), (Shape{100, 1, 5}));
  EXPECT_EQ(box_within({100, 10, 8}, {false, true, true}, 1700), (Shape{100, 2, 8}));
  EXPECT_EQ(box_within({100, 10, 8}, {false, false, true}, 999), std::nullopt);
  EXPECT_EQ(box_within({}, {}, 1), Shape{});
}

TEST(Boxes, RunsAreAsLongAsTheyLieTogether) {
  EXPECT_EQ(run_of({100, 10, 8}, {12, 10, 8}), 960);
  EXPECT_EQ(run_of({100, 10, 8}, {1, 5, 8}), 40);
  EXPECT_EQ(run_of({100, 10, 8}, {100, 10, 3}), 3);
  EXPECT_EQ(run_of({100, 10, 8}, {100, 2, 8}), 16);
}

}  // namespace
}  // namespace normscope::tensor
