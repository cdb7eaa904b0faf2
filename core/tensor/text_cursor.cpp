// SPDX-License-Identifier: MIT
#include "core/tensor/text_cursor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text/translate.hpp"
#include "core/text/utf8.hpp"

namespace normscope::tensor {

namespace {

constexpr std::string_view kBlanks = " \t\n\r\v\f";
constexpr std::string_view kPunctuation = "[](),=";

// Long enough for any printed number, short enough to keep a sentence readable.
constexpr std::size_t kLongestQuote = 40;

bool is_one_of(char character, std::string_view set) {
  return set.find(character) != std::string_view::npos;
}

std::size_t word_end(std::string_view text, std::size_t at) {
  while (at < text.size() && !is_one_of(text[at], kBlanks) && !is_one_of(text[at], kPunctuation)) {
    ++at;
  }
  return at;
}

}  // namespace

void TextCursor::skip_blanks() {
  while (!at_end() && is_one_of(text_[at_], kBlanks)) ++at_;
}

bool TextCursor::take(char character) {
  if (!sees(character)) return false;
  ++at_;
  return true;
}

bool TextCursor::take(std::string_view expected) {
  if (text_.substr(at_, expected.size()) != expected) return false;
  at_ += expected.size();
  return true;
}

std::string_view TextCursor::take_word() {
  const std::size_t start = at_;
  at_ = word_end(text_, at_);
  return text_.substr(start, at_ - start);
}

bool TextCursor::take_through(char character) {
  const auto found = text_.find(character, at_);
  if (found == std::string_view::npos) return false;
  at_ = found + 1;
  return true;
}

std::string TextCursor::describe_next() const {
  if (at_end()) return tr("the end of the text");
  const std::size_t end = std::max(word_end(text_, at_), at_ + 1);
  return quoted(text_.substr(at_, end - at_));
}

std::string TextCursor::place(std::size_t position) const {
  const std::string_view before = text_.substr(0, position);
  const auto newline = before.rfind('\n');
  const std::string_view line =
      newline == std::string_view::npos ? before : before.substr(newline + 1);
  return tr("line {line}, column {column}", arg("line", std::ranges::count(before, '\n') + 1),
            arg("column", text::length(line) + 1));
}

tl::unexpected<base::Error> TextCursor::fail_at(std::size_t position, std::string_view sentence,
                                                std::string hint) const {
  return base::fail(base::ErrorKind::kMalformed, fmt::format("{}: {}", place(position), sentence),
                    std::move(hint));
}

std::string quoted(std::string_view piece) {
  const bool cut = piece.size() > kLongestQuote;
  std::string text(piece.substr(0, kLongestQuote));
  std::ranges::replace_if(
      text, [](char c) { return c < ' ' || c > '~'; }, '?');
  return fmt::format("'{}{}'", text, cut ? "..." : "");
}

}  // namespace normscope::tensor
