// SPDX-License-Identifier: MIT
#include "app/notebook/ipynb/magics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/notebook/syntax/token.hpp"

namespace normscope::notebook::ipynb {
namespace {

using syntax::Token;
using syntax::TokenKind;

bool ends_line(TokenKind kind) {
  return kind == TokenKind::kNewline || kind == TokenKind::kEnd || kind == TokenKind::kFault;
}

bool is_layout(TokenKind kind) {
  return kind == TokenKind::kNewline || kind == TokenKind::kIndent || kind == TokenKind::kDedent;
}

bool is_mark(const Token& token) {
  return token.kind == TokenKind::kPercent ||
         (token.kind == TokenKind::kUnknown && (token.text == "!" || token.text == "?"));
}

std::string advice(std::string_view line, bool is_help) {
  if (is_help) return fmt::format("`{}` (IPython's help); print what you want to see", line);
  if (line.starts_with('!')) {
    return fmt::format("`{}` (a shell command); no programs run from here", line);
  }
  return fmt::format("`{}` (an IPython magic); delete the line", line);
}

// Where a line of a cell begins that is not inside of another.
bool begins_line(const std::vector<Token>& list, std::size_t i) {
  return i == 0 || is_layout(list[i - 1].kind);
}

constexpr std::array kSettings = {"matplotlib", "config", "load_ext", "reload_ext", "autoreload"};

}  // namespace

std::string without_settings(std::string_view source) {
  const std::string text = syntax::with_line_feeds(source);
  const syntax::Tokens tokens = syntax::tokenize(text);
  const auto& list = tokens.list;
  std::string result;
  std::size_t kept = 0;
  for (std::size_t i = 0; i + 1 < list.size(); ++i) {
    if (list[i].kind != TokenKind::kPercent || !begins_line(list, i)) continue;
    if (std::ranges::find(kSettings, list[i + 1].text) == kSettings.end()) continue;
    const auto from = static_cast<std::size_t>(list[i].text.data() - text.data());
    result += text.substr(kept, from - kept) + "pass";
    kept = std::min(text.find('\n', from), text.size());
  }
  return kept == 0 ? std::string(source) : result + text.substr(kept);
}

std::optional<syntax::Fault> find_magic(std::string_view source) {
  const std::string text = syntax::with_line_feeds(source);
  const syntax::Tokens tokens = syntax::tokenize(text);
  const auto& list = tokens.list;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const bool begins = begins_line(list, i);
    const bool assigned = i > 0 && list[i - 1].kind == TokenKind::kAssign;
    const bool is_help = list[i].text == "?" && (begins || ends_line(list[i + 1].kind));
    if (!is_mark(list[i]) || !(begins || assigned || is_help)) continue;
    const int number = list[i].span.line;
    const std::string_view line = syntax::line_of(text, number);
    const auto end = static_cast<int>(line.size());
    const auto start = is_help && !begins
                           ? static_cast<int>(std::min(line.find_first_not_of(" \t"), line.size()))
                           : list[i].span.column;
    const std::string shown(line.substr(static_cast<std::size_t>(start)));
    return syntax::Fault{syntax::FaultKind::kNotSupported,
                         "not supported: " + advice(shown, is_help),
                         {number, start, number, end},
                         std::string(line)};
  }
  return std::nullopt;
}

}  // namespace normscope::notebook::ipynb
