// SPDX-License-Identifier: MIT
// The parts of Python code that a reader tells apart by colour. It is a reader's aid, not a parser:
// code that is no Python gets some colours too.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace normscope::lessons {

enum class CodeKind { kPlain, kKeyword, kString, kNumber, kComment, kCall };

struct CodeSpan {
  std::size_t begin = 0;  // in bytes
  std::size_t end = 0;
  CodeKind kind = CodeKind::kPlain;
  bool operator==(const CodeSpan&) const = default;
};

/// The spans of the code in order; together they are the whole code.
/// source  The Python Language Reference 3.11, section 2, Lexical analysis
std::vector<CodeSpan> python_spans(std::string_view code);

}  // namespace normscope::lessons
