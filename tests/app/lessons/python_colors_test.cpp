// SPDX-License-Identifier: MIT
// The colours of Python code, and its rows in a narrow column.
#include "app/lessons/python_colors.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/code_rows.hpp"

namespace normscope::lessons {
namespace {

// The parts that are no plain code: "k:for", "s:'x'", "n:1", "c:# note".
std::vector<std::string> parts(std::string_view code) {
  std::vector<std::string> words;
  std::size_t at = 0;
  for (const CodeSpan& span : python_spans(code)) {
    EXPECT_EQ(span.begin, at) << "no gaps";
    at = span.end;
    if (span.kind == CodeKind::kPlain) continue;
    const char kind = span.kind == CodeKind::kKeyword  ? 'k'
                      : span.kind == CodeKind::kString ? 's'
                      : span.kind == CodeKind::kNumber ? 'n'
                      : span.kind == CodeKind::kCall   ? 'f'
                                                       : 'c';
    words.push_back(std::string{kind, ':'} + std::string(code.substr(span.begin, at - span.begin)));
  }
  EXPECT_EQ(at, code.size()) << "all of it";
  return words;
}

using Words = std::vector<std::string>;

TEST(PythonColors, TellThePartsOfALineApart) {
  EXPECT_EQ(parts("x = x.mean(dim=-1)  # of a row"), (Words{"f:mean", "n:1", "c:# of a row"}));
  EXPECT_EQ(parts("for i in range(10): pass"),
            (Words{"k:for", "k:in", "f:range", "n:10", "k:pass"}));
  EXPECT_EQ(parts("import numpy as np\nformat_x = None"), (Words{"k:import", "k:as", "k:None"}));
  EXPECT_EQ(parts("eps = 1e-5 + .5 + 0x1F + 1_000"),
            (Words{"n:1e-5", "n:.5", "n:0x1F", "n:1_000"}));
  EXPECT_EQ(parts("if (x): self.norm(x), y.T"), (Words{"k:if", "f:norm"}));
  EXPECT_EQ(parts("x2 = layer1"), Words{}) << "digits of a name are no number";
}

TEST(PythonColors, StringsEndWhereTheyEnd) {
  EXPECT_EQ(parts("print('a # b', \"it's\")"), (Words{"f:print", "s:'a # b'", "s:\"it's\""}));
  EXPECT_EQ(parts(R"(s = 'a\'b' + rb"x")"), (Words{R"(s:'a\'b')", R"(s:rb"x")"}));
  EXPECT_EQ(parts("d = \"\"\"one\n'two'\n\"\"\"\nif d: d"),
            (Words{"s:\"\"\"one\n'two'\n\"\"\"", "k:if"}));
  EXPECT_EQ(parts("s = 'open\nfor"), (Words{"s:'open", "k:for"})) << "at the line's end";
  EXPECT_EQ(parts("s = '\\"), (Words{"s:'\\"}));
  EXPECT_EQ(parts(""), Words{});
}

std::vector<std::string> rows(std::string_view code, std::size_t columns) {
  std::vector<std::string> texts;
  for (const CodeRow& row : code_rows(code, columns)) {
    texts.push_back(std::string(row.indent, ' ') +
                    std::string(code.substr(row.begin, row.end - row.begin)));
  }
  return texts;
}

TEST(CodeRows, LongNamesAreBrokenBetweenTheirParts) {
  EXPECT_EQ(rows("self.layer.attention(x)", 13), (Words{"self.layer", "  .attention(", "  x)"}));
  EXPECT_EQ(rows("f(aa,bb,cc,dd)", 9), (Words{"f(aa,bb,", "  cc,dd)"}));
  EXPECT_EQ(rows("positional_encoding_table", 16), (Words{"positional_", "  encoding_table"}));
  EXPECT_EQ(rows("  _abcdefghij", 9), (Words{"  _abcdef", "    ghij"})) << "not at its beginning";
}

TEST(CodeRows, LongLinesAreBrokenAfterSpaces) {
  EXPECT_EQ(rows("a = 1\nbb = 22 + 333", 10), (Words{"a = 1", "bb = 22 + ", "  333"}));
  EXPECT_EQ(rows("  x = aaaaaaaaaaaa", 10), (Words{"  x = ", "    aaaaaa", "    aaaaaa"}));
  EXPECT_EQ(rows("", 10), (Words{""}));
  EXPECT_EQ(rows("\n", 10), (Words{"", ""}));
  EXPECT_EQ(rows("\u00e4\u00f6\u00fc\u00e4\u00f6\u00fc", 4),
            (Words{"\u00e4\u00f6\u00fc\u00e4", "  \u00f6\u00fc"}))
      << "characters, not bytes";
  EXPECT_EQ(code_rows("a\nbcdefg", 4).back().line, 2);
}

}  // namespace
}  // namespace normscope::lessons
