// SPDX-License-Identifier: MIT
// Patterns as Python reads them, with its errors.
#include <algorithm>
#include <optional>
#include <utility>

#include "app/notebook/runtime/regex_reader.hpp"
#include "app/notebook/runtime/text.hpp"
#include "app/notebook/runtime/unicode.hpp"

namespace normscope::notebook::runtime::regex {
namespace {

// Groups inside of each other: more than anybody writes, and a call of the parser each.
constexpr int kMostNesting = 200;

class Parser : public Reader {
 public:
  Parser(const std::u32string& text, unsigned flags) : Reader(text), flags_(flags) {}

  Pattern run() {
    Pattern pattern;
    pattern.root = choice(flags_, 0);
    if (!ended()) fail("unbalanced parenthesis", at_);
    for (const auto& [number, place] : later_) {
      if (number > groups_) fail(fmt::format("invalid group reference {}", number), place);
    }
    pattern.groups = groups_;
    pattern.names = names_;
    pattern.names_in_order = names_in_order_;
    pattern.flags = flags_;
    return pattern;
  }

 private:
  static bool is_name(std::string_view name) {
    bool first = true;
    for (std::size_t byte = 0; byte < name.size(); first = false) {
      const char32_t code = utf8::next(name, byte);
      if (code != '_' && !unicode::is_alpha(code) && (first || !unicode::is_decimal(code))) {
        return false;
      }
    }
    return !name.empty();
  }

  // --- Alternatives and sequences
  Node choice(unsigned flags, int depth) {
    if (depth > kMostNesting) fail_too_large("a pattern of this depth");
    Node all;
    all.kind = Node::Kind::kChoice;
    const bool first = depth == 0;
    do {
      all.children.push_back(sequence(flags, depth, first && all.children.empty()));
      // Flags at the beginning hold for all.
      if (depth == 0) flags = flags_;
    } while (take(U'|'));
    if (all.children.size() == 1) return std::move(all.children.front());
    return all;
  }

  Node sequence(unsigned flags, int depth, bool first) {
    if (depth > kMostNesting) fail_too_large("a pattern of this depth");
    Node all;
    for (;;) {
      const char32_t code = now();
      if (code == kNoCode || code == U'|' || code == U')') return all;
      if ((flags & kVerbose) != 0U) {
        if (unicode::is_space(code) && code < 0x80) {
          ++at_;
          continue;
        }
        if (code == U'#') {
          while (at_ < text_.size() && text_[at_] != U'\n') ++at_;
          if (at_ < text_.size()) ++at_;
          continue;
        }
      }
      const std::size_t begin = at_++;
      switch (code) {
        case U'\\':
          all.children.push_back(escape_node(escape(begin), flags));
          break;
        case U'[':
          all.children.push_back(set(begin, flags));
          break;
        case U'.':
          all.children.push_back(plain_node((flags & kDotAll) != 0U ? Op::kAnyAll : Op::kAny, 0));
          break;
        case U'^':
          all.children.push_back(
              place_node((flags & kMultiline) != 0U ? At::kBeginLine : At::kBegin, flags));
          break;
        case U'$':
          all.children.push_back(
              place_node((flags & kMultiline) != 0U ? At::kEndLine : At::kEnd, flags));
          break;
        case U'(':
          group(all, begin, flags, depth, first && all.children.empty());
          break;
        case U'*':
        case U'+':
        case U'?':
        case U'{':
          if (!repeat(all, begin, code)) all.children.push_back(literal_node(code, flags));
          break;
        default:
          all.children.push_back(literal_node(code, flags));
      }
    }
  }

  // --- How often; false: a brace that is only a brace.
  std::optional<std::uint32_t> number() {
    std::uint64_t value = 0;
    const std::size_t begin = at_;
    for (; now() >= U'0' && now() <= U'9'; ++at_) {
      value = std::min<std::uint64_t>(value * 10 + (now() - U'0'), kNoEnd);
    }
    if (at_ == begin) return std::nullopt;
    if (value >= kNoEnd) throw PatternError{"the repetition number is too large", -2};
    return static_cast<std::uint32_t>(value);
  }

  bool repeat(Node& all, std::size_t begin, char32_t code) {
    Repeat how{0, kNoEnd, Greed::kGreedy};
    if (code == U'+') how.least = 1;
    if (code == U'?') how.most = 1;
    if (code == U'{') {
      if (now() == U'}') return false;
      const std::size_t inner = at_;
      const auto low = number();
      std::optional<std::uint32_t> high = low;
      if (take(U',')) high = number();
      if (!take(U'}')) {
        at_ = inner;
        return false;
      }
      how.least = low.value_or(0);
      how.most = high.value_or(kNoEnd);
      if (how.most < how.least) fail("min repeat greater than max repeat", inner);
    }
    if (all.children.empty() || all.children.back().kind == Node::Kind::kAt) {
      fail("nothing to repeat", begin);
    }
    if (all.children.back().kind == Node::Kind::kRepeat) fail("multiple repeat", begin);
    if (take(U'?')) {
      how.greed = Greed::kLazy;
    } else if (take(U'+')) {
      how.greed = Greed::kPossessive;
    }
    Node node;
    node.kind = Node::Kind::kRepeat;
    node.repeat = how;
    node.children.push_back(std::move(all.children.back()));
    all.children.back() = std::move(node);
    return true;
  }

  // --- (...)
  void close(std::size_t opening) {
    if (!take(U')')) fail("missing ), unterminated subpattern", opening);
  }
  Node inside(std::size_t opening, unsigned flags, int depth) {
    Node node = choice(flags, depth + 1);
    close(opening);
    return node;
  }
  static Node around(Node::Kind kind, Node child) {
    Node node;
    node.kind = kind;
    node.children.push_back(std::move(child));
    return node;
  }

  void group(Node& all, std::size_t opening, unsigned& flags, int depth, bool first) {
    if (!take(U'?')) {
      all.children.push_back(captured(opening, flags, depth, {}));
      return;
    }
    const char32_t code = now();
    if (code == kNoCode) fail("unexpected end of pattern", at_);
    ++at_;
    switch (code) {
      case U'P':
        named(all, opening, flags, depth);
        return;
      case U':':
        all.children.push_back(inside(opening, flags, depth));
        return;
      case U'#':
        while (!ended() && text_[at_] != U')') ++at_;
        if (!take(U')')) fail("missing ), unterminated comment", opening);
        return;
      case U'=':
      case U'!':
      case U'<':
        all.children.push_back(look(opening, code, flags, depth));
        return;
      case U'>':
        all.children.push_back(around(Node::Kind::kAtomic, inside(opening, flags, depth)));
        return;
      case U'(':
        all.children.push_back(condition(opening, flags, depth));
        return;
      default:
        break;
    }
    if (code != U'-' && !flag_of(code)) {
      fail("unknown extension ?" + shown_from(at_ - 1), at_ - 2);
    }
    --at_;
    const auto inner = inline_flags(flags, opening, first);
    if (inner) {
      all.children.push_back(inside(opening, *inner, depth));
    } else {
      flags |= flags_;
    }
  }

  Node captured(std::size_t opening, unsigned flags, int depth, const std::string& name) {
    const std::uint32_t number = ++groups_;
    closed_.push_back(false);
    if (!name.empty()) {
      names_[name] = number;
      names_in_order_.push_back(name);
    }
    Node node = around(Node::Kind::kGroup, inside(opening, flags, depth));
    node.number = number;
    closed_[number - 1] = true;
    return node;
  }

  void named(Node& all, std::size_t opening, unsigned flags, int depth) {
    const std::size_t begin = at_ + 1;
    if (take(U'<')) {
      const std::string name = until(U'>', "group name");
      check_name(name, begin);
      if (const auto old = names_.find(name); old != names_.end()) {
        fail(fmt::format("redefinition of group name {} as group {}; was group {}", quoted(name),
                         groups_ + 1, old->second),
             begin);
      }
      all.children.push_back(captured(opening, flags, depth, name));
      return;
    }
    if (take(U'=')) {
      const std::string name = until(U')', "group name");
      check_name(name, begin);
      const std::uint32_t number = group_named(name, begin);
      check_reference(number, begin);
      all.children.push_back(escape_node({Escape::Kind::kBackref, number}, flags));
      return;
    }
    if (ended()) fail("unexpected end of pattern", at_);
    ++at_;
    fail("unknown extension ?P" + shown_from(at_ - 1), at_ - 3);
  }
  static void check_name(const std::string& name, std::size_t begin) {
    if (!is_name(name)) fail("bad character in group name " + quoted(name), begin);
  }
  std::uint32_t group_named(const std::string& name, std::size_t begin) const {
    const auto found = names_.find(name);
    if (found == names_.end()) fail("unknown group name " + quoted(name), begin);
    return found->second;
  }

  Node look(std::size_t opening, char32_t code, unsigned flags, int depth) {
    const bool behind = code == U'<';
    if (behind) {
      if (ended()) fail("unexpected end of pattern", at_);
      code = text_[at_++];
      if (code != U'=' && code != U'!') {
        fail("unknown extension ?<" + shown_from(at_ - 1), at_ - 3);
      }
    }
    const bool outermost = behind && !behind_from_;
    if (outermost) behind_from_ = groups_ + 1;
    Node node = around(Node::Kind::kLook, inside(opening, flags, depth));
    if (outermost) behind_from_.reset();
    node.behind = behind;
    node.negated = code == U'!';
    return node;
  }

  Node condition(std::size_t opening, unsigned flags, int depth) {
    const std::size_t begin = at_;
    const std::string name = until(U')', "group name");
    std::uint32_t number = 0;
    if (is_name(name)) {
      number = group_named(name, begin);
    } else {
      for (const char c : name) {
        if (c < '0' || c > '9') fail("bad character in group name " + quoted(name), begin);
        number = std::min<std::uint32_t>(number * 10 + static_cast<std::uint32_t>(c - '0'), 100000);
      }
      if (number == 0) fail("bad group number", begin);
      later_.emplace(number, begin);  // the group may still come
    }
    Node node = around(Node::Kind::kCondition, sequence(flags, depth + 1, false));
    node.number = number;
    if (take(U'|')) {
      node.children.push_back(sequence(flags, depth + 1, false));
      if (now() == U'|') fail("conditional backref with more than two branches", at_ + 1);
    }
    close(opening);
    return node;
  }

  static std::optional<unsigned> flag_of(char32_t code) {
    constexpr std::u32string_view kLetters = U"imsxau";
    constexpr unsigned kFlags[] = {kIgnoreCase, kMultiline, kDotAll, kVerbose, kAscii, kUnicode};
    const auto n = kLetters.find(code);
    if (n == std::u32string_view::npos) return std::nullopt;
    return kFlags[n];
  }
  // One flag; `otherwise` is what is missing where there is none.
  unsigned flag(const char* otherwise) {
    if (ended()) fail(otherwise, at_);
    const auto found = flag_of(now());
    if (!found) fail(unicode::is_alpha(now()) ? "unknown flag" : otherwise, at_);
    ++at_;
    return *found;
  }
  // The flags of a part, or none where they are for all.
  std::optional<unsigned> inline_flags(unsigned flags, std::size_t opening, bool first) {
    unsigned on = 0;
    unsigned off = 0;
    while (now() != U')' && now() != U'-' && now() != U':') on |= flag("missing -, : or )");
    if (take(U')')) {
      if (!first) fail("global flags not at the start of the expression", opening);
      flags_ |= on;
      return std::nullopt;
    }
    if (take(U'-')) {
      if (now() == U':' || now() == U')' || ended()) fail("missing flag", at_);
      while (now() != U':') off |= flag(off == 0 ? "missing flag" : "missing :");
      if ((off & (kAscii | kUnicode)) != 0U) {
        fail("bad inline flags: cannot turn off flags 'a', 'u' and 'L'", at_ + 1);
      }
    }
    ++at_;
    if ((on & off) != 0U) fail("bad inline flags: flag turned on and off", at_);
    if ((on & kAscii) != 0U) off |= kUnicode;
    if ((on & kUnicode) != 0U) off |= kAscii;
    return (flags | on) & ~off;
  }

  unsigned flags_;
  std::map<std::string, std::uint32_t> names_;
  std::vector<std::string> names_in_order_;
  std::map<std::uint32_t, std::size_t> later_;  // groups that conditions ask for, and where
};

}  // namespace

std::variant<Pattern, PatternError> parse(const std::u32string& pattern, unsigned flags) {
  try {
    return Parser(pattern, flags).run();
  } catch (const PatternError& error) {
    return error;
  }
}

}  // namespace normscope::notebook::runtime::regex
