// SPDX-License-Identifier: MIT
#include "app/notebook/syntax/draw.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/notebook/syntax/characters.hpp"
#include "core/text/utf8.hpp"

namespace normscope::notebook::syntax {
namespace {

// The character in which a byte stands, from 1; behind the end each byte
// counts.
int offset_of(std::string_view line, int column) {
  if (column < 0) return column + 1;
  const auto at = std::min(static_cast<std::size_t>(column), line.size());
  const int behind = column - static_cast<int>(at);
  return static_cast<int>(text::length(line.substr(0, at))) + behind + 1;
}

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F);
}

}  // namespace

Offsets offsets_of(const Fault& fault) {
  const Span& span = fault.span;
  const int begin = offset_of(fault.text, span.column);
  const bool one = span.line == span.end_line && span.column == span.end_column;
  return {begin, one ? -1 : offset_of(fault.text, span.end_column)};
}

std::string draw(const Fault& fault) {
  const std::string_view text = fault.text;
  const auto indent = std::min(text.find_first_not_of(" \n\f"), text.size());
  const std::string_view line = text.substr(indent);
  std::string result = fmt::format("    {}\n", line);
  const Offsets offsets = offsets_of(fault);
  const int end = offsets.end == -1 || offsets.end == offsets.begin || offsets.end == 0
                      ? offsets.begin + 1
                      : offsets.end;
  const int first = offsets.begin - 1 - static_cast<int>(indent);
  const int last = end - 1 - static_cast<int>(indent);
  if (first >= 0) {
    result += "    ";
    std::string_view rest = line;
    for (int i = 0; i < first && !rest.empty(); ++i) {
      result += is_space(rest.front()) ? rest.front() : ' ';
      rest.remove_prefix(text::first_character(rest, text::Surrogates::kCharacters).bytes);
    }
    result.append(static_cast<std::size_t>(std::max(last - first, 0)), '^');
    result += '\n';
  }
  return result + fmt::format("{}: {}\n", name(fault.kind), fault.message);
}

Fault as_in_file(Fault fault) {
  Span& span = fault.span;
  const int length = static_cast<int>(fault.text.size());
  const bool indented = fault.message.starts_with("expected an indented block");
  const bool at_end = span.column >= length;
  if (fault.kind == FaultKind::kTabError) {
    fault.text.erase(0, fault.text.find_first_not_of(" \t\f"));
    span.column = -1;
  } else if (at_end && (indented || fault.message == "expected 'except' or 'finally' block")) {
    span.column = -1;
  } else if (indented) {
    span.end_line = span.line;
    span.end_column = span.column;
  } else if (span.end_line > span.line && !at_end) {
    span.end_line = span.line;
    span.end_column = length;
  }
  return fault;
}

}  // namespace normscope::notebook::syntax
