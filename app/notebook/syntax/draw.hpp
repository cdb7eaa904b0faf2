// SPDX-License-Identifier: MIT
// An error as Python shows it: the line, carets under the range, type and
// message.
#pragma once

#include <string>
#include <string_view>

#include "app/notebook/syntax/parse.hpp"

namespace normscope::notebook::syntax {

/// The range of a fault in its line as Python counts it: characters from 1; -1
/// for no end. A begin below 1 has no caret.
struct Offsets {
  int begin = 0;
  int end = -1;
};
Offsets offsets_of(const Fault& fault);

/// The lines that follow `  File "...", line N`: the line without its
/// indentation, carets, and `SyntaxError: message`, each with its line break.
/// source  what `traceback` of Python 3.11 prints of a SyntaxError
std::string draw(const Fault& fault);

/// The fault as `python3 FILE` shows it, where that differs from what compile() and `traceback`
/// make of the same text: a range over several lines reaches to the end of its first; an
/// indentation that is missing has one caret, and none at the end of the file.
Fault as_in_file(Fault fault);

}  // namespace normscope::notebook::syntax
