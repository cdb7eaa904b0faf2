// SPDX-License-Identifier: MIT
// Every error of a text table, with its sentence.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/io/table.hpp"
#include "tests/core/io/io_support.hpp"

namespace normscope::io {
namespace {

using base::ErrorKind;

TEST(TableErrors, WhatIsNoText) {
  expect_error(read_table(""), ErrorKind::kMalformed, "it is empty");
  expect_error(read_table(std::string_view("\xff\xfe"
                                           "1\0,\0",
                                           6)),
               ErrorKind::kUnsupported, "UTF-16");
  expect_error(read_table(std::string_view("\xfe\xff\0"
                                           "1",
                                           4)),
               ErrorKind::kUnsupported, "UTF-16");
  expect_error(read_table(std::string_view("1\0,\0"
                                           "2\0",
                                           6)),
               ErrorKind::kUnsupported, "UTF-16");
  expect_error(read_table(std::string_view("1,2\n3\0", 6)), ErrorKind::kUnsupported,
               "binary data (byte 0x00 at offset 5)");
  expect_error(read_table("\x89PNG\r\n\x1a\n"), ErrorKind::kUnsupported, "byte 0x1a at offset 6");
  expect_error(read_table("\x93NUMPY\x01"), ErrorKind::kUnsupported, "binary data");
}

TEST(TableErrors, NothingInIt) {
  for (const char* const text : {"\n", "  \n\n", "# only a comment\n", "\xef\xbb\xbf"}) {
    expect_error(read_table(text), ErrorKind::kMalformed, "it holds no numbers");
  }
  expect_error(read_table("a,b\n"), ErrorKind::kMalformed, "a header row, but no numbers");
  expect_error(read_table("a,b\n\n# end\n"), ErrorKind::kMalformed, "a header row, but no numbers");
}

TEST(TableErrors, RaggedRows) {
  expect_error(read_table("1,2,3\n4,5\n"), ErrorKind::kMalformed,
               "line 2 has 2 fields, expected 3 as in line 1");
  expect_error(read_table("1,2\n3,4,5\n"), ErrorKind::kMalformed,
               "line 2 has 3 fields, expected 2");
  expect_error(read_table("1,2\n3,4\n5\n"), ErrorKind::kMalformed,
               "line 3 has 1 field, expected 2");
  expect_error(read_table("# c\n\na,b\n1,2,3\n"), ErrorKind::kMalformed,
               "line 4 has 3 fields, expected 2 as in line 3");
  expect_error(read_table("1 2\n3 4 5\n"), ErrorKind::kMalformed, "line 2 has 3 fields");
  expect_error(read_table("1\n2\n\n3\n"), ErrorKind::kMalformed, "line 3 is blank");
}

TEST(TableErrors, CellsThatAreNoNumbers) {
  expect_error(read_table("1,2\n3,four\n"), ErrorKind::kMalformed,
               "line 2, column 2 holds \"four\", expected a number");
  expect_error(read_table("1,2\n3,\n"), ErrorKind::kMalformed,
               "line 2, column 2 is empty, expected a number (nan is one)");
  expect_error(read_table("1,,3\n"), ErrorKind::kMalformed, "line 1, column 2 is empty");
  expect_error(read_table("1\t\t3\n"), ErrorKind::kMalformed, "line 1, column 2 is empty");
  expect_error(read_table(",2\n3,4\n"), ErrorKind::kMalformed, "line 1, column 1 is empty");
  for (const std::string missing : {"NA", "n/a", "NULL", "None", "#N/A", "#DIV/0!", "-", "?"}) {
    for (const std::string& text : {"1\n2\n" + missing + "\n", "1;2\n2;3\n" + missing + ";4\n"}) {
      expect_error(read_table(text), ErrorKind::kMalformed,
                   "line 3, column 1 holds \"" + missing + "\", expected a number (nan is one)");
    }
    // Not taken for a header.
    expect_error(read_table(missing + "\n1\n"), ErrorKind::kMalformed, "line 1, column 1 holds");
  }
  // Not taken for a header, which would lose a missing value.
  expect_error(read_table("NA\n1\n"), ErrorKind::kMalformed, "line 1, column 1 holds \"NA\"");
  expect_error(read_table("1.2.3\n1\n"), ErrorKind::kMalformed, "line 1, column 1 holds");
  expect_error(read_table("a,1\n2,3\n"), ErrorKind::kMalformed, "line 1, column 1 holds \"a\"");
  expect_error(read_table("a,b\nc,d\n"), ErrorKind::kMalformed, "line 2, column 1 holds \"c\"");
  expect_error(read_table(",a\n1,x\n"), ErrorKind::kMalformed, "line 2, column 2 holds \"x\"");
  for (const char* const odd : {"0x10", "1e", "1.2.3", "--1", "1_000", "1 000", "nan(1)", "1f"}) {
    expect_error(read_table("1,2\n" + std::string(odd) + ",4\n"), ErrorKind::kMalformed,
                 "line 2, column 1 holds");
  }
  // No thousands that could be a decimal comma, and no decimal comma where commas separate.
  expect_error(read_table("1,2\n\"1,500\",3\n"), ErrorKind::kMalformed, "holds \"1,500\"");
  expect_error(read_table("1,2\n\"1.234,5\",3\n"), ErrorKind::kMalformed, "holds \"1.234,5\"");
  expect_error(read_table("2.000;2\n1.234,5;3\n"), ErrorKind::kMalformed,
               "but earlier numbers have a decimal point");
  for (const char* const odd : {"12,34.5", "1,2345.6", "1234,567.8", ",123.4", "0,123.4",
                                "1,234.5,6", "1.234.567", "1,234,567", "1,234.5x"}) {
    expect_error(read_table("1;2\n" + std::string(odd) + ";3\n"), ErrorKind::kMalformed,
                 "line 2, column 1 holds");
  }
  expect_error(read_table("1,5;2\n1.5;3\n"), ErrorKind::kMalformed,
               "line 2, column 1 holds \"1.5\", but earlier numbers have a decimal comma");
  expect_error(read_table("1.5;2\n1,5;3\n"), ErrorKind::kMalformed,
               "but earlier numbers have a decimal point");
}

TEST(TableErrors, TextIsShownShortAndClean) {
  expect_error(read_table("1\n" + std::string(1000, 'x') + "\n"), ErrorKind::kMalformed,
               "holds \"" + std::string(24, 'x') + "...\", expected");
  expect_error(read_table("1\n\xff\xc3\xa9\xc2\x9b\n"), ErrorKind::kMalformed,
               "holds \"?\xc3\xa9??\", expected");
}

TEST(TableErrors, Quotes) {
  expect_error(read_table("1,2\n\"3,4\n"), ErrorKind::kMalformed,
               "line 2, column 1 has a quote that is not closed");
  expect_error(read_table("1,2\n3,\"4\"5\n"), ErrorKind::kMalformed,
               "line 2, column 2 has text after its quote");
  expect_error(read_table("\"a,b\n"), ErrorKind::kMalformed, "quote that is not closed");
}

TEST(TableErrors, TooManyColumns) {
  EXPECT_TRUE(read_table("1,2,3\n", {}, {}, 3).has_value());
  expect_error(read_table("1,2,3,4\n", {}, {}, 3), ErrorKind::kTooLarge,
               "line 1 has more than 3 fields");
  expect_error(read_table("a,b,c,d\n1,2,3,4\n", {}, {}, 3), ErrorKind::kTooLarge,
               "more than 3 fields");
}

// The watch is called before each piece is read, in order; a stop ends the reading there.
TEST(TableErrors, AReaderIsStopped) {
  std::string text;
  while (text.size() < (std::size_t{3} << 20)) text += "0.5,1.5\n";
  std::vector<double> shares;
  std::stop_source stop;
  ReadWatch watch{{}, [&](double share) { shares.push_back(share); }};
  EXPECT_TRUE(read_table(text, {}, watch).has_value());
  EXPECT_EQ(shares, (std::vector<double>{0, 1.0 / 3, 2.0 / 3}));
  shares.clear();
  watch = {stop.get_token(), [&](double share) {
             shares.push_back(share);
             if (shares.size() == 2) stop.request_stop();
           }};
  expect_error(read_table(text, {}, watch), ErrorKind::kCancelled, "stopped");
  EXPECT_EQ(shares.size(), 2U);
}

}  // namespace
}  // namespace normscope::io
