// SPDX-License-Identifier: MIT
// From a program's text to its tree, or to the error that Python 3.11 would show: type, message,
// line and the range under which it draws carets.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "app/notebook/syntax/ast.hpp"

namespace normscope::notebook::syntax {

enum class FaultKind {
  kSyntaxError,
  kIndentationError,
  kTabError,
  kRecursionError,  // nested deeper than kMostNesting
  kNotSupported,    // Python, but outside of what the engine runs; the message names what to use
};

/// "SyntaxError" and so on; kNotSupported is "NotSupportedError".
std::string_view name(FaultKind kind);

/// Why a text is no program. Columns are counted from 0 in bytes, as everywhere in the tree; one
/// below 0 says, as Python does by an offset below 1, that no caret is drawn.
struct Fault {
  FaultKind kind{};
  std::string message;
  Span span;         // end == begin: one caret
  std::string text;  // the line that is shown, without its line break; may be empty
};

/// Reads a program or a cell. The text is UTF-8 without a byte order mark; line ends may be \n,
/// \r\n or \r.
/// errors  a Fault, for whatever Python 3.11 refuses when it compiles, and for what is outside of
///         the engine's scope
tl::expected<Module, Fault> parse(std::string_view source);

}  // namespace normscope::notebook::syntax
