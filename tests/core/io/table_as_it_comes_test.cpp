// SPDX-License-Identifier: MIT
// Tables as spreadsheets, instruments and notebooks write them: what is read, and what a refusal
// says can be done.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/io/table.hpp"
#include "core/io/table_guess.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/core/io/io_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::io {
namespace {

using base::ErrorKind;
using tensor::Tensor;
using testing::make;

Tensor numbers_of(std::string_view text, const TableChoice& choice = {}) {
  return NORMSCOPE_VALUE_OR_FAIL(read_table(text, choice)).values;
}

void expect_hint(std::string_view text, std::string_view hint, const TableChoice& choice = {}) {
  const auto table = read_table(text, choice);
  ASSERT_FALSE(table) << text;
  EXPECT_EQ(table.error().hint, hint) << text;
}

TEST(TableAsItComes, AFirstLineStatesTheSeparator) {
  const Tensor expected = make({2, 2}, {0.5F, 2, 3, 4});
  EXPECT_EQ(numbers_of("sep=;\r\n0,5;2\r\n3;4\r\n"), expected);
  EXPECT_EQ(numbers_of("\xef\xbb\xbfSEP=|\n0.5|2\n3|4\n"), expected);
  EXPECT_EQ(numbers_of("\"sep=\t\"\n0.5\t2\n3\t4\n"), expected);
  // Against what the text itself would tell.
  EXPECT_EQ(numbers_of("sep=;\n1,5\n2,5\n"), make({2, 1}, {1.5F, 2.5F}));
  EXPECT_EQ(guess_table("sep=;\n1,5\n2,5\n").choice.separator, ';');
}

TEST(TableAsItComes, CharactersThatStandForOthers) {
  EXPECT_EQ(numbers_of("1,\u22122.5,3\n"), make({1, 3}, {1, -2.5F, 3}));
  EXPECT_EQ(numbers_of("\u00a01,2\u202f\n"), make({1, 2}, {1, 2}));
  EXPECT_EQ(numbers_of("1\u00a0234\u202f567,5;\u2212\u00a02\n"), make({1, 2}, {1234567.5F, -2}));
  expect_error(read_table("1,2\n1\u00a023,4\n"), ErrorKind::kMalformed, "line 2, column 1 holds");
}

TEST(TableAsItComes, ARefusedCharacterIsNamed) {
  expect_hint("1\n\u20132.5\n", "\"\u2013\" is U+2013, an en dash");
  expect_hint("1\n2\u200b\n", "\"\u200b\" is U+200B, a space of no width");
  expect_hint("1\n2\u00b5\n", "\"\u00b5\" is U+00B5");
  // Not taken for a header, which would lose a number.
  expect_error(read_table("\u20132.5\n1\n"), ErrorKind::kMalformed, "line 1, column 1 holds");
}

TEST(TableAsItComes, AQuotedFieldMayHaveLineBreaks) {
  const auto table =
      NORMSCOPE_VALUE_OR_FAIL(read_table("\"width\n(mm)\",\"a \"\"b\"\"\r\n\"\n1,2\n3,\"5\"\n"));
  EXPECT_EQ(table.values, make({2, 2}, {1, 2, 3, 5}));
  EXPECT_EQ(table.column_names, (std::vector<std::string>{"width\n(mm)", "a \"b\"\r\n"}));
  // Lines keep their numbers; a quote that is never closed ends with its line.
  expect_error(read_table("\"a\nb\",c\n1,2\n3,x\n"), ErrorKind::kMalformed, "line 4, column 2");
  expect_error(read_table("1,2\n\"3,4\n5,\"6\"\n"), ErrorKind::kMalformed,
               "line 2, column 1 has a quote that is not closed");
}

TEST(TableAsItComes, SeparatorsAtTheEndOfEachLine) {
  const Tensor expected = make({2, 2}, {1, 2, 3, 4});
  for (const char* const text : {"1,2,\n3,4,\n", "a,b,\n1,2,\n3,4,\n", "a,b\n1,2,\n3,4,\n",
                                 "1;2; \r\n3;4;\r\n", "1\t2\t\n3\t4\t\n", "1,2,\n3,4\n"}) {
    EXPECT_EQ(numbers_of(text), expected) << text;
  }
  EXPECT_EQ(numbers_of("1,2,\n"), make({1, 2}, {1, 2}));
  // A number that is missing at the end of a line is none of these.
  expect_error(read_table("1,2\n3,\n"), ErrorKind::kMalformed, "line 2, column 2 is empty");
  expect_error(read_table("1,2,\n3,4,5\n"), ErrorKind::kMalformed, "line 2 has 3 fields");
}

TEST(TableAsItComes, ARefusalSaysWhereTheNumbersBegin) {
  constexpr std::string_view kLog = "log;run 7\nNo;t;a\n ; ;mV;\n0;0,5;1,5;\n1;1,5;2;\n";
  expect_hint(kLog, "numbers begin at line 4: --skip 3");
  const Tensor expected = make({2, 3}, {0, 0.5F, 1.5F, 1, 1.5F, 2});
  EXPECT_EQ(numbers_of(kLog, {.skip = 3}), expected);
  // The window asks, with the right answer already there.
  const TableGuess guess = guess_table(kLog);
  EXPECT_EQ(guess.choice.skip, 3);
  EXPECT_FALSE(guess.certain);
  EXPECT_EQ(numbers_of(kLog, guess.choice), expected);
  expect_hint("Device,,\n,,\nt,a,b\ns,V,V\n0,1,2\n1,2,3\n", "numbers begin at line 5: --skip 4");
  // A header row is nothing to skip, and a missing number is none that may be lost.
  EXPECT_EQ(guess_table("a,b\n1,2\n3,4\n").choice.skip, 0);
  expect_hint("NA\n1\n2\n", "");
  expect_hint("1,2\n3,4\nx,5\n6,7\n", "column 2 holds numbers: --columns 2");
}

TEST(TableAsItComes, ARefusalSaysWhichColumnsHoldNumbers) {
  constexpr std::string_view kFlowers = "6.1,2.8,a\n5.5,2.4,b\n";
  expect_hint(kFlowers, "columns 1-2 hold numbers: --columns 1-2");
  EXPECT_EQ(numbers_of(kFlowers, {.columns = {0, 1}}), make({2, 2}, {6.1F, 2.8F, 5.5F, 2.4F}));
  expect_hint("name;x;y;note\na;1;2;b\nc;3;4;d\n", "columns 2-3 hold numbers: --columns 2-3");
  expect_hint(kFlowers, "", {.columns = {1, 2}});
  // Rows of different lengths are not mended by a choice of columns.
  expect_hint("1,2,3\n4,5\n", "");
}

TEST(TableAsItComes, ColumnsMayBecomeRows) {
  EXPECT_EQ(numbers_of("1,2,3\n4,5,6\n", {.transposed = true}), make({3, 2}, {1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(numbers_of("1\n2\n", {.transposed = true}), make({1, 2}, {1, 2}));
}

TEST(TableAsItComes, ColumnsAreWrittenAsTheyAreSaid) {
  EXPECT_EQ(columns_text({0, 1, 2, 5}), "1-3,6");
  EXPECT_EQ(columns_of("1-3, 6", 6), (std::vector<std::int64_t>{0, 1, 2, 5}));
  for (const char* const text : {"", "0", "3-1", "7", "a", "1;2"}) {
    EXPECT_FALSE(columns_of(text, 6)) << text;
  }
}

TEST(TableAsItComes, APrintIsReadFromAFile) {
  const testing::TemporaryFolder folder;
  testing::write_file(folder / "t.txt",
                      "\ntensor([[ 0.5000, -1.2500],\n        [ 2.0000, 0.7500]])\n");
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_tensor(folder / "t.txt")),
            make({2, 2}, {0.5F, -1.25F, 2, 0.75F}));
  testing::write_file(folder / "a.csv", "array([[[1., 2.]]], dtype=float32)");
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(read_tensor(folder / "a.csv")), make({1, 1, 2}, {1, 2}));
}

TEST(TableAsItComes, APointerOfGitLfsIsCalledSo) {
  const testing::TemporaryFolder folder;
  for (const char* const name : {"x.csv", "x.npy", "x.safetensors"}) {
    testing::write_file(folder / name,
                        "version https://git-lfs.github.com/spec/v1\noid sha256:12\nsize 4096\n");
    const auto read = read_tensor(folder / name);
    expect_error(read, ErrorKind::kUnreadable, "it is a Git LFS pointer");
    EXPECT_NE(read.error().hint.find("git lfs pull"), std::string::npos);
  }
}

}  // namespace
}  // namespace normscope::io
