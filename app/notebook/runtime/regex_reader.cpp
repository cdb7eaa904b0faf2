// SPDX-License-Identifier: MIT
#include "app/notebook/runtime/regex_reader.hpp"

#include <array>

#include "app/notebook/runtime/text.hpp"
#include "app/notebook/runtime/unicode.hpp"

namespace normscope::notebook::runtime::regex {
namespace {

int hex(char32_t code) {
  if (code >= U'0' && code <= U'9') return static_cast<int>(code - U'0');
  const char32_t low = code | 0x20U;
  return low >= U'a' && low <= U'f' ? static_cast<int>(low - U'a' + 10) : -1;
}
bool is_octal(char32_t code) {
  return code >= U'0' && code <= U'7';
}
bool is_digit(char32_t code) {
  return code >= U'0' && code <= U'9';
}

}  // namespace

void fail(std::string message, std::size_t position) {
  throw PatternError{std::move(message), static_cast<std::int64_t>(position)};
}

void fail_too_large(std::string what) {
  throw PatternError{std::move(what), -1, true};
}

Node plain_node(Op op, char32_t value) {
  Node node;
  node.kind = Node::Kind::kOne;
  node.one.op = op;
  node.one.value = static_cast<std::uint32_t>(value);
  return node;
}
Node literal_node(char32_t code, unsigned flags) {
  if ((flags & kIgnoreCase) == 0U) return plain_node(Op::kChar, code);
  return plain_node(Op::kCharFold, unicode::to_lower(code));
}
Node place_node(At at, unsigned flags) {
  Node node = plain_node(Op::kAt, static_cast<char32_t>(at));
  node.kind = Node::Kind::kAt;
  node.one.ascii = (flags & kAscii) != 0U;
  return node;
}
Node escape_node(const Escape& escape, unsigned flags) {
  switch (escape.kind) {
    case Escape::Kind::kCategory: {
      Node node = plain_node(Op::kSet, 0);
      node.set.emplace();
      node.set->ascii = (flags & kAscii) != 0U;
      node.set->categories.push_back(escape.category);
      return node;
    }
    case Escape::Kind::kAt:
      return place_node(escape.at, flags);
    case Escape::Kind::kBackref: {
      Node node;
      node.kind = Node::Kind::kBackref;
      node.number = static_cast<std::uint32_t>(escape.code);
      node.ignore_case = (flags & kIgnoreCase) != 0U;
      return node;
    }
    case Escape::Kind::kLiteral:
      break;
  }
  return literal_node(escape.code, flags);
}

void Reader::check_reference(std::uint32_t number, std::size_t begin) const {
  if (!closed_[number - 1]) fail("cannot refer to an open group", begin);
  if (behind_from_ && number >= *behind_from_) {
    fail("cannot refer to group defined in the same lookbehind subpattern", at_);
  }
}

bool Reader::take(char32_t code) {
  if (now() != code) return false;
  ++at_;
  return true;
}

std::string Reader::shown_from(std::size_t begin) const {
  std::string result;
  for (std::size_t n = begin; n < at_; ++n) utf8::append(result, text_[n]);
  return result;
}

std::string Reader::until(char32_t end, std::string_view what) {
  const std::size_t begin = at_;
  while (!ended() && text_[at_] != end) ++at_;
  if (at_ == begin) fail(fmt::format("missing {}", what), begin);
  if (ended()) {
    fail(fmt::format("missing {}, unterminated name", static_cast<char>(end)), begin);
  }
  std::string name = shown_from(begin);
  ++at_;
  return name;
}

// What both kinds of places share; nothing: neither.
std::optional<Escape> Reader::common_escape(char32_t code, std::size_t begin) {
  constexpr std::u32string_view kLetters = U"afnrtv\\";
  constexpr std::u32string_view kValues = U"\a\f\n\r\t\v\\";
  if (const auto n = kLetters.find(code); n != std::u32string_view::npos) {
    return Escape{Escape::Kind::kLiteral, kValues[n]};
  }
  constexpr std::u32string_view kCategories = U"dDsSwW";
  if (const auto n = kCategories.find(code); n != std::u32string_view::npos) {
    return Escape{Escape::Kind::kCategory, 0, {static_cast<Category>(n / 2), n % 2 == 1}};
  }
  const std::size_t digits = code == U'x' ? 2 : code == U'u' ? 4 : code == U'U' ? 8 : 0;
  if (digits == 0) {
    if (code == U'N') fail_too_large("characters by name (\\N{...}) in patterns");
    return std::nullopt;
  }
  char32_t value = 0;
  std::size_t count = 0;
  for (; count < digits && hex(now()) >= 0; ++count) {
    value = value * 16 + static_cast<char32_t>(hex(text_[at_++]));
  }
  if (count < digits) fail("incomplete escape " + shown_from(begin), begin);
  if (value > 0x10FFFF) fail("bad escape " + shown_from(begin), begin);
  return Escape{Escape::Kind::kLiteral, value};
}

Escape Reader::letter_or_itself(char32_t code, std::size_t begin) const {
  if (now() == U'\\' && at_ + 1 == text_.size()) fail("bad escape (end of pattern)", at_);
  const bool letter = (code >= U'a' && code <= U'z') || (code >= U'A' && code <= U'Z');
  if (letter) fail("bad escape " + shown_from(begin), begin);
  return {Escape::Kind::kLiteral, code};
}

Escape Reader::escape(std::size_t begin) {
  const char32_t code = now();
  if (code == kNoCode) fail("bad escape (end of pattern)", begin);
  ++at_;
  constexpr std::u32string_view kPlaces = U"AbBZ";
  constexpr std::array kAts = {At::kText, At::kWord, At::kNotWord, At::kTextEnd};
  if (const auto n = kPlaces.find(code); n != std::u32string_view::npos) {
    return {Escape::Kind::kAt, 0, {Category::kDigit, false}, kAts[n]};
  }
  if (const auto found = common_escape(code, begin)) return *found;
  if (code == U'0') {
    char32_t value = 0;
    for (int n = 0; n < 2 && is_octal(now()); ++n) value = value * 8 + (text_[at_++] - U'0');
    return {Escape::Kind::kLiteral, value};
  }
  if (is_digit(code)) return numbered(code, begin);
  return letter_or_itself(code, begin);
}

// Three octal digits, else the number of a group.
Escape Reader::numbered(char32_t code, std::size_t begin) {
  char32_t number = code - U'0';
  if (is_digit(now())) {
    const char32_t next = text_[at_++];
    if (is_octal(code) && is_octal(next) && is_octal(now())) {
      const char32_t value = (number * 8 + (next - U'0')) * 8 + (text_[at_++] - U'0');
      if (value > 0xFF) {
        fail(fmt::format("octal escape value {} outside of range 0-0o377", shown_from(begin)),
             begin);
      }
      return {Escape::Kind::kLiteral, value};
    }
    number = number * 10 + (next - U'0');
  }
  if (number > groups_)
    fail(fmt::format("invalid group reference {}", std::uint32_t{number}), begin + 1);
  check_reference(number, begin);
  return {Escape::Kind::kBackref, number};
}

Escape Reader::set_escape(std::size_t begin) {
  const char32_t code = now();
  if (code == kNoCode) fail("bad escape (end of pattern)", begin);
  ++at_;
  if (code == U'b') return {Escape::Kind::kLiteral, U'\b'};
  if (const auto found = common_escape(code, begin)) return *found;
  if (is_octal(code)) {
    char32_t value = code - U'0';
    for (int n = 0; n < 2 && is_octal(now()); ++n) value = value * 8 + (text_[at_++] - U'0');
    if (value > 0xFF) {
      fail(fmt::format("octal escape value {} outside of range 0-0o377", shown_from(begin)), begin);
    }
    return {Escape::Kind::kLiteral, value};
  }
  if (is_digit(code)) fail("bad escape " + shown_from(begin), begin);
  return letter_or_itself(code, begin);
}

// --- [...]
Escape Reader::set_member(std::size_t opening) {
  if (now() == kNoCode) fail("unterminated character set", opening);
  const std::size_t begin = at_;
  const char32_t code = text_[at_++];
  return code == U'\\' ? set_escape(begin) : Escape{Escape::Kind::kLiteral, code};
}

Node Reader::set(std::size_t opening, unsigned flags) {
  Node node = plain_node(Op::kSet, 0);
  CharSet& result = node.set.emplace();
  result.ignore_case = (flags & kIgnoreCase) != 0U;
  result.ascii = (flags & kAscii) != 0U;
  result.negated = take(U'^');
  const auto add = [&](const Escape& member) {
    if (member.kind == Escape::Kind::kCategory) {
      result.categories.push_back(member.category);
    } else {
      result.ranges.emplace_back(member.code, member.code);
    }
  };
  for (bool any = false;; any = true) {
    if (any && take(U']')) return node;
    const std::size_t begin = at_;
    const Escape low = set_member(opening);
    if (!take(U'-')) {
      add(low);
      continue;
    }
    if (now() == kNoCode) fail("unterminated character set", opening);
    if (take(U']')) {
      add(low);
      add({Escape::Kind::kLiteral, U'-'});
      return node;
    }
    const Escape high = set_member(opening);
    if (low.kind != Escape::Kind::kLiteral || high.kind != Escape::Kind::kLiteral ||
        high.code < low.code) {
      fail("bad character range " + shown_from(begin), begin);
    }
    result.ranges.emplace_back(low.code, high.code);
  }
}

}  // namespace normscope::notebook::runtime::regex
