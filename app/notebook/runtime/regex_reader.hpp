// SPDX-License-Identifier: MIT
// What both halves of the reader of patterns need: the place in the text, errors, nodes, and
// escapes and sets, which stand for single code points.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/notebook/runtime/regex_node.hpp"

namespace normscope::notebook::runtime::regex {

inline constexpr char32_t kNoCode = 0xFFFFFFFF;

/// What an escape stands for.
struct Escape {
  enum class Kind : std::uint8_t { kLiteral, kCategory, kAt, kBackref };
  Kind kind = Kind::kLiteral;
  char32_t code = 0;
  CategoryItem category{Category::kDigit, false};
  At at = At::kBegin;
};

/// Ends the reading; caught where it begins.
[[noreturn]] void fail(std::string message, std::size_t position);
[[noreturn]] void fail_too_large(std::string what);

Node plain_node(Op op, char32_t value);
Node literal_node(char32_t code, unsigned flags);
Node place_node(At at, unsigned flags);
Node escape_node(const Escape& escape, unsigned flags);

/// The letters of a pattern from left to right.
class Reader {
 public:
  explicit Reader(const std::u32string& text) : text_(text) {}

 protected:
  bool ended() const { return at_ >= text_.size(); }
  /// kNoCode at the end.
  char32_t now() const { return ended() ? kNoCode : text_[at_]; }
  bool take(char32_t code);
  std::string shown_from(std::size_t begin) const;
  /// Up to a letter, which is taken too; `what` names what is read for errors.
  std::string until(char32_t end, std::string_view what);
  /// Behind the backslash that stands at `begin`.
  Escape escape(std::size_t begin);
  /// Behind the `[` that stands at `opening`.
  Node set(std::size_t opening, unsigned flags);

  const std::u32string& text_;
  std::size_t at_ = 0;
  std::uint32_t groups_ = 0;
  std::vector<bool> closed_;  // one a group
  /// Inside of what looks behind: the first group that was not there before it.
  std::optional<std::uint32_t> behind_from_;
  void check_reference(std::uint32_t number, std::size_t begin) const;

 private:
  std::optional<Escape> common_escape(char32_t code, std::size_t begin);
  Escape letter_or_itself(char32_t code, std::size_t begin) const;
  Escape numbered(char32_t code, std::size_t begin);
  Escape set_escape(std::size_t begin);
  Escape set_member(std::size_t opening);
};

}  // namespace normscope::notebook::runtime::regex
