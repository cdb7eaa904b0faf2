// SPDX-License-Identifier: MIT
// Inserting, removing and moving rows and columns, in inputs of one, two and more dimensions.
#include <gtest/gtest.h>

#include "app/document/edits.hpp"
#include "tests/app/document/documents.hpp"

namespace normscope::document {
namespace {

using tensor::Shape;

struct Case {
  MaybeEdit edit;
  std::string description;
  Shape shape;
  std::vector<float> values;
};

void expect(const Case& c) {
  const Edit edit = NORMSCOPE_VALUE_OR_FAIL(c.edit);
  EXPECT_EQ(edit.description, c.description);
  EXPECT_EQ(current(edit.after).shape(), c.shape) << c.description;
  EXPECT_EQ(numbers(edit.after), c.values) << c.description;
  EXPECT_EQ(edit.after.norm.gamma.values.shape(), (Shape{c.shape.back()})) << c.description;
}

TEST(Lines, OfAMatrix) {
  const Document x = counting_document({2, 3});  // 0 1 2 / 3 4 5
  expect({insert_line(x, Line::kRow, 0), "insert a row", {3, 3}, {0, 0, 0, 0, 1, 2, 3, 4, 5}});
  expect({insert_line(x, Line::kRow, 2), "insert a row", {3, 3}, {0, 1, 2, 3, 4, 5, 0, 0, 0}});
  expect({insert_line(x, Line::kColumn, 1), "insert a column", {2, 4}, {0, 0, 1, 2, 3, 0, 4, 5}});
  expect({remove_line(x, Line::kRow, 0), "remove row 0", {1, 3}, {3, 4, 5}});
  expect({remove_line(x, Line::kColumn, 2), "remove column 2", {2, 2}, {0, 1, 3, 4}});
  expect({move_line(x, Line::kRow, 1, 0), "move row 1 to 0", {2, 3}, {3, 4, 5, 0, 1, 2}});
  expect({move_line(x, Line::kColumn, 0, 2), "move column 0 to 2", {2, 3}, {1, 2, 0, 4, 5, 3}});
  expect({move_line(x, Line::kColumn, 2, 0), "move column 2 to 0", {2, 3}, {2, 0, 1, 5, 3, 4}});
}

TEST(Lines, OfEveryOuterSlice) {
  const Document x = counting_document({2, 2, 2});  // 0 1 / 2 3 and 4 5 / 6 7
  expect({insert_line(x, Line::kRow, 1),
          "insert a row",
          {2, 3, 2},
          {0, 1, 0, 0, 2, 3, 4, 5, 0, 0, 6, 7}});
  expect({remove_line(x, Line::kRow, 1), "remove row 1", {2, 1, 2}, {0, 1, 4, 5}});
  expect({remove_line(x, Line::kColumn, 0), "remove column 0", {2, 2, 1}, {1, 3, 5, 7}});
  expect({move_line(x, Line::kRow, 0, 1), "move row 0 to 1", {2, 2, 2}, {2, 3, 0, 1, 6, 7, 4, 5}});
  expect({insert_line(x, Line::kColumn, 2),
          "insert a column",
          {2, 2, 3},
          {0, 1, 0, 2, 3, 0, 4, 5, 0, 6, 7, 0}});
}

TEST(Lines, OfASingleRow) {
  const Document x = counting_document({3});
  expect({insert_line(x, Line::kColumn, 1), "insert a column", {4}, {0, 0, 1, 2}});
  expect({remove_line(x, Line::kColumn, 0), "remove column 0", {2}, {1, 2}});
  expect({move_line(x, Line::kColumn, 0, 1), "move column 0 to 1", {3}, {1, 0, 2}});
  EXPECT_EQ(sentence_of(insert_line(x, Line::kRow, 0)), "an input of shape (3) has no rows");
}

TEST(Lines, ThatDoNotExistAreRefused) {
  const Document x = counting_document({2, 3});
  EXPECT_EQ(sentence_of(insert_line(x, Line::kRow, 3)), "there is no row 3; there are 3");
  EXPECT_EQ(sentence_of(remove_line(x, Line::kRow, 2)), "there is no row 2; there are 2");
  EXPECT_EQ(sentence_of(remove_line(x, Line::kColumn, -1)), "there is no column -1; there are 3");
  EXPECT_EQ(sentence_of(move_line(x, Line::kColumn, 0, 3)), "there is no column 3; there are 3");
  EXPECT_EQ(sentence_of(move_line(x, Line::kColumn, 3, 0)), "there is no column 3; there are 3");
  EXPECT_EQ(sentence_of(remove_line(counting_document({1, 3}), Line::kRow, 0)),
            "the only row cannot be removed");
  EXPECT_EQ(sentence_of(remove_line(counting_document({2, 1}), Line::kColumn, 0)),
            "the only column cannot be removed");
  EXPECT_EQ(sentence_of(insert_line(counting_document({}), Line::kColumn, 0)),
            "an input of shape () has no columns");
}

TEST(Lines, AnyNumberAtAllIsAnswered) {
  const Document x = counting_document({2, 3});
  for (const std::int64_t at : {INT64_MIN, INT64_MAX}) {
    EXPECT_FALSE(insert_line(x, Line::kRow, at));
    EXPECT_FALSE(remove_line(x, Line::kColumn, at));
    EXPECT_FALSE(move_line(x, Line::kRow, 0, at));
  }
}

TEST(Lines, AMoveToWhereItIsChangesNothing) {
  const Document x = counting_document({2, 3});
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(move_line(x, Line::kRow, 1, 1)).after, x);
}

}  // namespace
}  // namespace normscope::document
