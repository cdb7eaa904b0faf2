// SPDX-License-Identifier: MIT
// What a table's beginning is taken for, when a person has to be asked, and what the answer reads.
#include "core/io/table_guess.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/core/io/io_support.hpp"

namespace normscope::io {
namespace {

using base::ErrorKind;
using Columns = std::vector<std::int64_t>;

tensor::Tensor read_as_guessed(std::string_view text) {
  return NORMSCOPE_VALUE_OR_FAIL(read_table(text, guess_table(text).choice)).values;
}

TEST(TableGuess, PlainNumbersAreCertain) {
  for (const char* const text : {"1\t2\n3\t4\n", "1.5,2,3\n4,5e3,6\n", "1 2\n3 4", "7\n", "1;2\n",
                                 "# a comment\n1,2.5\n3,4\n", "1,2\n3,-4\n", "nan,inf\n1,2\n",
                                 "1,5;2\n3;4\n", "1,5\t2,25\n"}) {
    EXPECT_TRUE(guess_table(text).certain) << text;
  }
}

TEST(TableGuess, WhatIsAskedAbout) {
  for (const char* const text :
       {"a,b\n1,2\n", "1,500;2\n3;4\n", "1,5\n2,5\n", "1,x\n2,y\n", "", "1,234.5\n2,000.0\n",
        ",0,1\n0,5,6\n", "only words\n", "1,2\n3\n", "1,2\n3,\n"}) {
    EXPECT_FALSE(guess_table(text).certain) << text;
  }
}

TEST(TableGuess, ColumnsOfWordsAreLeftOut) {
  constexpr std::string_view kText = "length;width;kind\n5,1;3,5;setosa\n4,9;3,0;virginica\n";
  const TableGuess guess = guess_table(kText);
  EXPECT_EQ(guess.choice.separator, ';');
  EXPECT_EQ(guess.choice.decimal_mark, ',');
  EXPECT_EQ(guess.choice.header, true);
  EXPECT_EQ(guess.choice.columns, (Columns{0, 1}));
  EXPECT_EQ(guess.columns, 3);
  const Table table = NORMSCOPE_VALUE_OR_FAIL(read_table(kText, guess.choice));
  EXPECT_EQ(table.values, testing::make({2, 2}, {5.1F, 3.5F, 4.9F, 3.0F}));
  EXPECT_EQ(table.column_names, (std::vector<std::string>{"length", "width"}));
}

TEST(TableGuess, AnIndexIsLeftOutUnlessItIsChosen) {
  constexpr std::string_view kText = ",0,1\n0,5,6\n1,7,8\n";
  EXPECT_EQ(guess_table(kText).choice.columns, (Columns{1, 2}));
  EXPECT_EQ(read_as_guessed(kText), testing::make({2, 2}, {5, 6, 7, 8}));
  const TableChoice all{',', '.', true, {0, 1, 2}};
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_table(kText, all)).values,
            testing::make({2, 3}, {0, 5, 6, 1, 7, 8}));
}

TEST(TableGuess, AnAnswerReadsTheSameTextInAnotherWay) {
  constexpr std::string_view kText = "1,5\n2,5\n";
  EXPECT_EQ(read_as_guessed(kText), testing::make({2, 2}, {1, 5, 2, 5}));
  const TableChoice commas{'\0', ',', false, {}};
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_table(kText, commas)).values,
            testing::make({2, 1}, {1.5F, 2.5F}));
  EXPECT_EQ(guess_table(kText, {.separator = '\0'}).choice.decimal_mark, ',');
  const TableChoice first_is_header{',', '.', true, {1}};
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_table(kText, first_is_header)).values,
            testing::make({1, 1}, {5}));
}

TEST(TableGuess, ThousandsAreGrouped) {
  const tensor::Tensor wanted = testing::make({2, 2}, {1234.5F, -2000, 1e6F, 0.5F});
  for (const char* const text :
       {"1.234,5;-2.000,0\n1.000.000;0,5\n", "1,234.5\t-2,000.0\n1,000,000\t0.5\n"}) {
    EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_table(text)).values, wanted) << text;
    EXPECT_EQ(read_as_guessed(text), wanted) << text;
    EXPECT_FALSE(guess_table(text).certain) << text;
  }
  EXPECT_EQ(read_as_guessed("a,b\n\"1,234.5\",\"-2,000\"\n\"1,000,000\",0.5\n"), wanted);
  // What the decimal mark is can be shown by a later number.
  EXPECT_EQ(read_as_guessed("2.000;1\n1.234,5;2\n"), testing::make({2, 2}, {2000, 1, 1234.5F, 2}));
}

TEST(TableGuess, ADoubtfulNumberIsNamed) {
  const auto doubt = [](std::string_view text, const TableChoice& known) {
    const TableChoice choice = guess_table(text, known).choice;
    const auto number = doubtful_number(first_fields(text, choice, 9, 9), choice);
    return number ? fmt::format("{} is {}", number->text, number->value) : "";
  };
  EXPECT_EQ(doubt("1,500;2\n", {}), "1,500 is 1.5");
  EXPECT_EQ(doubt("1,500;2\n", {.decimal_mark = '.'}), "1,500 is 1500");
  EXPECT_EQ(doubt("2;1.234,5\n", {}), "1.234,5 is 1234.5");
  EXPECT_EQ(doubt("1,25;2.5\n", {}), "");
  EXPECT_EQ(doubt("1.500;2\n", {}), "");
}

TEST(TableGuess, WrongAnswersAreRefused) {
  expect_error(read_table("1,2\n", TableChoice{',', '.', false, {0, 2}}),
               ErrorKind::kInvalidArgument, "no column 3; there are 2");
  expect_error(read_table("1.5;2\n", TableChoice{';', ',', false, {}}), ErrorKind::kMalformed,
               "decimal comma");
  expect_error(read_table("1,5;2\n", TableChoice{';', '.', false, {}}), ErrorKind::kMalformed,
               "expected a number");
}

TEST(TableGuess, FieldsAreThoseOfTheText) {
  constexpr std::string_view kText = "a,\"b c\",d\n\n1,2,3\n4,5,6\n";
  EXPECT_EQ(first_fields(kText, guess_table(kText).choice, 2, 2),
            (std::vector<std::vector<std::string>>{{"a", "b c"}, {"1", "2"}}));
}

}  // namespace
}  // namespace normscope::io
