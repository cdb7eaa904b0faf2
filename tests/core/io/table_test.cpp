// SPDX-License-Identifier: MIT
// Tables written by other programs are read to the last bit; the rules of table.hpp hold; a written
// table reads back as the same floats.
#include "core/io/table.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "tests/core/io/io_support.hpp"

namespace normscope::io {
namespace table_test {

using tensor::Shape;
using tensor::Tensor;

constexpr float kInf = std::numeric_limits<float>::infinity();

Table read(std::string_view text) {
  return NORMSCOPE_VALUE_OR_FAIL(read_table(text));
}

std::string table_text(const Tensor& tensor, char separator) {
  return *collect([&](const ByteSink& sink) { return write_table(tensor, separator, sink); });
}

TEST(Table, ReadsWhatPythonWrites) {
  const auto goldens = testing::read_json_data("io/tables.json");
  ASSERT_GE(goldens.at("read").size(), 10U);
  for (const auto& golden : goldens.at("read")) {
    SCOPED_TRACE(golden.at("name").get<std::string>());
    const auto table = read_table(golden.at("text").get<std::string>());
    ASSERT_TRUE(table.has_value()) << table.error().sentence;
    EXPECT_EQ(table->values.shape(), golden.at("shape").get<Shape>());
    EXPECT_EQ(std::string(1, table->dialect.separator), golden.at("separator").get<std::string>());
    EXPECT_EQ(std::string(1, table->dialect.decimal_mark), golden.at("decimal").get<std::string>());
    EXPECT_EQ(table->column_names, golden.at("columns").get<std::vector<std::string>>());
    EXPECT_EQ(table->dialect.header, !golden.at("columns").empty());
    const auto bits = bits_of(table->values);
    for (std::size_t i = 0; i < bits.size(); ++i) {
      const float expected = testing::from_bits(golden.at("values")[i].get<std::string>());
      EXPECT_EQ(without_payload(bits[i]), without_payload(std::bit_cast<std::uint32_t>(expected)))
          << "element " << i;
    }
  }
}

struct DialectCase {
  const char* text;
  Shape shape;
  std::vector<float> values;
  TableDialect dialect;
};

TEST(Table, FindsTheDialect) {
  const std::vector<DialectCase> cases = {
      // One of each separator.
      {"1,2\n3,4\n", {2, 2}, {1, 2, 3, 4}, {','}},
      {"1;2\n3;4\n", {2, 2}, {1, 2, 3, 4}, {';'}},
      {"1\t2\n3\t4\n", {2, 2}, {1, 2, 3, 4}, {'\t'}},
      {"1|2\n3|4\n", {2, 2}, {1, 2, 3, 4}, {'|'}},
      {"1  2\n 3 4 \n", {2, 2}, {1, 2, 3, 4}, {' '}},
      {"1\n2\n3\n", {3, 1}, {1, 2, 3}, {'\0'}},
      {"7", {1, 1}, {7}, {'\0'}},
      // The comma: separates when it can, is decimal where something else separates.
      {"1,5\n2,5\n", {2, 2}, {1, 5, 2, 5}, {','}},
      {"1,5 2,5\n", {1, 2}, {1.5F, 2.5F}, {' ', ','}},
      {"1,5;2,5\n", {1, 2}, {1.5F, 2.5F}, {';', ','}},
      {"1;2\n1,5;2\n", {2, 2}, {1, 2, 1.5F, 2}, {';', ','}},
      {"1,500;2\n", {1, 2}, {1.5F, 2}, {';', ','}},
      {"-,5\t1,\n", {1, 2}, {-0.5F, 1}, {'\t', ','}},
      {"1.5;2\n", {1, 2}, {1.5F, 2}, {';', '.'}},
      {"1, 2, 3\n", {1, 3}, {1, 2, 3}, {','}},
      {"1 ,2 ,3\n", {1, 3}, {1, 2, 3}, {','}},
      {"1,5 2,5\n1 2,5\n", {2, 2}, {1.5F, 2.5F, 1, 2.5F}, {' ', ','}},
      {"1 2\t3 4\n", {1, 4}, {1, 2, 3, 4}, {' '}},
      // Quotes.
      {"\"1.5\",\"2\"\n", {1, 2}, {1.5F, 2}, {','}},
      {"\"1,5\";\"2\"\n", {1, 2}, {1.5F, 2}, {';', ','}},
      {"\"1.5\" \"2\"\n", {1, 2}, {1.5F, 2}, {' '}},
      {" \"1.5\" , \"2\" \n", {1, 2}, {1.5F, 2}, {','}},
      // Line ends, marks, blank lines, comments.
      {"1,2\r\n3,4\r\n", {2, 2}, {1, 2, 3, 4}, {','}},
      {"1,2\r3,4\r", {2, 2}, {1, 2, 3, 4}, {','}},
      {"1,2\n3,4", {2, 2}, {1, 2, 3, 4}, {','}},
      {"\xef\xbb\xbf"
       "1,2\n",
       {1, 2},
       {1, 2},
       {','}},
      {"\n\n1,2\n\n  \n", {1, 2}, {1, 2}, {','}},
      {"# x; y\n1,2\n  # between\n3,4\n#end", {2, 2}, {1, 2, 3, 4}, {','}},
      // Numbers in all their spellings; -0 keeps its sign (compared by bits).
      {"+1,-0,.5,1.,1e3,1E-2,INF,-Infinity,+inf\n",
       {1, 9},
       {1, -0.0F, 0.5F, 1, 1000, 0.01F, kInf, -kInf, kInf},
       {','}},
      {"1e400,-1e39,1e-400\n", {1, 3}, {kInf, -kInf, 0}, {','}},
      // Headers, and a leading column of names or numbers of rows.
      {"a,b\n1,2\n", {1, 2}, {1, 2}, {',', '.', true}},
      {"x\n1\n2\n", {2, 1}, {1, 2}, {'\0', '.', true}},
      {"1st,last name\n1,2\n", {1, 2}, {1, 2}, {',', '.', true}},
      {"a;b\n1,5;2\n", {1, 2}, {1.5F, 2}, {';', ',', true}},
      {",a,b\n0,1,2\n1,3,4\n", {2, 2}, {1, 2, 3, 4}, {',', '.', true, true}},
      {"\"\",\"a\"\n\"row\",1\n\"other\",2\n", {2, 1}, {1, 2}, {',', '.', true, true}},
      {",0,1\n0,5,6\n1,7,8\n", {2, 2}, {5, 6, 7, 8}, {',', '.', true, true}},
      {"\ta\tb\n0\t1\t2\n", {1, 2}, {1, 2}, {'\t', '.', true, true}},
      // A header of numbers cannot be distinguished from a row.
      {"0,1\n5,6\n", {2, 2}, {0, 1, 5, 6}, {','}},
  };
  for (const DialectCase& expected : cases) {
    SCOPED_TRACE(::testing::PrintToString(expected.text));
    const auto table = read_table(expected.text);
    ASSERT_TRUE(table.has_value()) << table.error().sentence;
    EXPECT_EQ(table->dialect, expected.dialect);
    EXPECT_EQ(table->values.shape(), expected.shape);
    EXPECT_EQ(bits_of(table->values), bits_of(testing::make(expected.shape, expected.values)));
  }
}

TEST(Table, NanIsANumber) {
  const Table table = read("nan,NaN,-nan\n1,2,3\n");
  EXPECT_FALSE(table.dialect.header);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(std::isnan(table.values.values()[i]));
}

TEST(Table, NamesOfColumns) {
  EXPECT_EQ(read("alpha, \"b,c\" ,\"say \"\"d\"\"\"\n1,2,3\n").column_names,
            (std::vector<std::string>{"alpha", "b,c", "say \"d\""}));
  EXPECT_EQ(read(",a,b\n0,1,2\n").column_names, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(read("1,2\n").column_names.empty());
}

// Linear time: with anything quadratic these would take minutes, not a fraction of a second.
TEST(Table, AMillionColumnsAndAMillionRows) {
  constexpr std::int64_t kMillion = 1'000'000;
  for (const bool one_row : {true, false}) {
    std::string text;
    for (std::int64_t i = 0; i < kMillion; ++i) {
      text += std::to_string(i) + ".5" + (one_row && i + 1 < kMillion ? "," : "\n");
    }
    const Table table = read(text);
    EXPECT_EQ(table.values.shape(), one_row ? (Shape{1, kMillion}) : (Shape{kMillion, 1}));
    for (std::int64_t i = 0; i < kMillion; ++i) {
      ASSERT_EQ(table.values.values()[static_cast<std::size_t>(i)], static_cast<float>(i) + 0.5F);
    }
  }
}

TEST(Table, WritesRows) {
  EXPECT_EQ(table_text(testing::make({2, 2}, {0.1F, -0.0F, 1e-5F, 1e20F}), ','),
            "0.1,-0\n1e-05,1e+20\n");
  EXPECT_EQ(table_text(testing::make({3}, {1, NAN, -kInf}), '\t'), "1\tnan\t-inf\n");
  EXPECT_EQ(table_text(testing::make({}, {2.5F}), ','), "2.5\n");
  EXPECT_EQ(table_text(testing::make({2, 1}, {1, 2}), ' '), "1\n2\n");
}

TEST(Table, RefusesWhatHasNoRows) {
  const auto write = [](const Tensor& tensor) {
    return collect([&](const ByteSink& sink) { return write_table(tensor, ',', sink); });
  };
  expect_error(write(testing::make({1, 1, 1}, {1})), base::ErrorKind::kUnsupported,
               "2 dimensions at most, but the tensor has 3");
  expect_error(write(testing::make({2, 0}, {})), base::ErrorKind::kUnsupported, "shape (2, 0)");
}

// The only float whose shortest text is misread by way of a double; all others were tried once.
TEST(Table, TheFloatThatADoubleGetsWrong) {
  const Tensor tensor = testing::make({1, 1}, {std::bit_cast<float>(0x15ae43fdU)});
  EXPECT_EQ(bits_of(read(table_text(tensor, ',')).values), bits_of(tensor));
}

RC_GTEST_PROP(Table, EveryFloatComesBack, ()) {
  const auto separator = *rc::gen::element(',', '\t', ' ', ';', '|');
  const auto columns = *rc::gen::inRange<std::int64_t>(1, 6);
  const auto rows = *rc::gen::inRange<std::int64_t>(1, 6);
  const auto bits = *rc::gen::container<std::vector<std::uint32_t>>(
      static_cast<std::size_t>(rows * columns), rc::gen::arbitrary<std::uint32_t>());
  std::vector<float> values;
  values.reserve(bits.size());
  for (const std::uint32_t b : bits) values.push_back(std::bit_cast<float>(without_payload(b)));
  const Tensor tensor = testing::make({rows, columns}, std::move(values));
  const auto back = read_table(table_text(tensor, separator));
  RC_ASSERT(back.has_value());
  RC_ASSERT(back->values.shape() == tensor.shape());
  RC_ASSERT(bits_of(back->values) == bits_of(tensor));
}

TEST(Table, GivesDoublesToWhomAsksForThem) {
  Doubles doubles;
  ASSERT_TRUE(
      read_table("a,b\n1800000001,0.1\n9007199254740993,1e400\n", {}, {.doubles = &doubles}));
  EXPECT_EQ(doubles.values, (std::vector<double>{1800000001, 0.1, 9007199254740992.0,
                                                 std::numeric_limits<double>::infinity()}));
  EXPECT_EQ(doubles.inexact, 2);
}

}  // namespace table_test
}  // namespace normscope::io
