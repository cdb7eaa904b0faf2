// SPDX-License-Identifier: MIT
#include "app/notebook/syntax/grammar.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <utility>

#include "app/notebook/syntax/error_grammar.hpp"

namespace normscope::notebook::syntax {
namespace {

constexpr std::array<std::pair<std::string_view, PieceKind>, 29> kPieces = {{
    {"Other", PieceKind::kOther},
    {"Tuple", PieceKind::kTuple},
    {"List", PieceKind::kList},
    {"Set", PieceKind::kSet},
    {"Dict", PieceKind::kDict},
    {"Conditional", PieceKind::kConditional},
    {"Yield", PieceKind::kYield},
    {"Starred", PieceKind::kStarred},
    {"Named", PieceKind::kNamed},
    {"Operation", PieceKind::kOperation},
    {"Compare", PieceKind::kCompare},
    {"Attribute", PieceKind::kAttribute},
    {"Call", PieceKind::kCall},
    {"Subscript", PieceKind::kSubscript},
    {"Name", PieceKind::kName},
    {"True", PieceKind::kTrue},
    {"False", PieceKind::kFalse},
    {"None", PieceKind::kNoneLiteral},
    {"Literal", PieceKind::kLiteral},
    {"Ellipsis", PieceKind::kEllipsis},
    {"Strings", PieceKind::kStrings},
    {"ListComp", PieceKind::kListComp},
    {"SetComp", PieceKind::kSetComp},
    {"DictComp", PieceKind::kDictComp},
    {"Generator", PieceKind::kGenerator},
    {"Lambda", PieceKind::kLambda},
    {"Keyword", PieceKind::kKeyword},
    {"Unpacking", PieceKind::kUnpacking},
    {"", PieceKind::kNone},
}};

constexpr std::array<std::pair<std::string_view, Report>, 13> kReports = {{
    {"over", Report::kOver},
    {"here", Report::kHere},
    {"indent", Report::kIndent},
    {"onward", Report::kOnward},
    {"target", Report::kTarget},
    {"clauses", Report::kClauses},
    {"generator", Report::kGenerator},
    {"last", Report::kLast},
    {"order", Report::kOrder},
    {"legacy", Report::kLegacy},
    {"comma", Report::kComma},
    {"elements", Report::kElements},
    {"key", Report::kKey},
}};

// The text is ours and whole; a slip in it is a mistake of the program, which any test shows.
template <class Table>
auto look_up(const Table& table, std::string_view name) {
  for (const auto& [known, value] : table) {
    if (known == name) return value;
  }
  throw std::logic_error("error_grammar: no such name: " + std::string(name));
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

Item item_of(ItemKind kind) {
  Item item;
  item.kind = kind;
  return item;
}

Item token_item(TokenKind token) {
  Item item = item_of(ItemKind::kToken);
  item.token = token;
  return item;
}

class GrammarReader {
 public:
  explicit GrammarReader(std::string_view text) : text_(text) {}

  void names(Grammar& grammar, std::map<std::string_view, std::size_t>& places) {
    for (std::size_t line = 0; line < text_.size(); line = next_line(line)) {
      if (!is_word(text_[line])) continue;
      at_ = line;
      const std::string_view name = word();
      places.emplace(name, grammar.rules.size());
      grammar.rules.push_back({name, peek() == '*', peek() == '@', {}});
    }
  }

  void rules(Grammar& grammar, const std::map<std::string_view, std::size_t>& places) {
    places_ = &places;
    at_ = 0;
    for (skip(); at_ < text_.size(); skip()) {
      Rule& rule = grammar.rules[places.at(word())];
      if (peek() == '*' || peek() == '@') ++at_;
      expect(':');
      rule.choices = choices();
    }
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  std::size_t next_line(std::size_t from) const {
    const auto end = text_.find('\n', from);
    return end == std::string_view::npos ? text_.size() : end + 1;
  }
  void skip() {
    while (peek() == ' ' || peek() == '\n') ++at_;
  }
  void expect(char c) {
    skip();
    if (peek() != c) throw std::logic_error("error_grammar: expected " + std::string(1, c));
    ++at_;
  }
  std::string_view word() {
    const std::size_t start = at_;
    while (is_word(peek())) ++at_;
    return text_.substr(start, at_ - start);
  }
  std::string_view until(char end) {
    const std::size_t start = at_;
    at_ = text_.find(end, at_) + 1;
    return text_.substr(start, at_ - 1 - start);
  }

  // A rule begins at the left edge of a line.
  bool rule_ends() {
    skip();
    return at_ >= text_.size() || (at_ > 0 && text_[at_ - 1] == '\n' && is_word(peek()));
  }

  std::vector<Alternative> choices() {
    std::vector<Alternative> result;
    do {
      result.push_back(alternative());
      skip();
    } while (peek() == '|' && ++at_ != 0);
    return result;
  }

  Alternative alternative() {
    Alternative result;
    while (!rule_ends() && peek() != '|' && peek() != ')' && peek() != ']') {
      if (peek() == '{') {
        report(result);
      } else if (text_.substr(at_, 2) == "->") {
        at_ += 2;
        skip();
        result.kind = look_up(kPieces, word());
      } else {
        result.items.push_back(item());
      }
    }
    // An error rule among others in a row is matched at all times, as by Python's parser.
    result.explains = explains_ && result.items.size() == 1;
    explains_ = false;
    return result;
  }

  void report(Alternative& alternative) {
    ++at_;
    alternative.report = look_up(kReports, word());
    for (; peek() == ' '; ++at_) {
      (alternative.first == 0 ? alternative.first : alternative.second) = text_[at_ + 1];
      ++at_;
    }
    if (alternative.second == 0) alternative.second = alternative.first;
    expect(':');
    skip();
    alternative.text = until('}');
  }

  Item item() {
    skip();
    char name = 0;
    if (is_word(peek()) && text_[at_ + 1] == '=') {
      name = peek();
      at_ += 2;
    }
    Item result = prefixed();
    result.name = name;
    return result;
  }

  Item prefixed() {
    const auto around = [&](ItemKind kind, std::size_t length) {
      at_ += length;
      Item result = item_of(kind);
      result.inner.push_back(item());
      return result;
    };
    if (text_.substr(at_, 2) == "&&") return around(ItemKind::kForced, 2);
    if (peek() == '&') return around(ItemKind::kAnd, 1);
    if (peek() == '!') return around(ItemKind::kNot, 1);
    if (peek() == '~') {
      ++at_;
      return item_of(ItemKind::kCut);
    }
    Item result = single();
    const char next = peek();
    if (next == '*' || next == '+') {
      ++at_;
      Item repeated = item_of(next == '*' ? ItemKind::kStar : ItemKind::kPlus);
      repeated.inner.push_back(std::move(result));
      return repeated;
    }
    if (next != '.') return result;
    ++at_;
    Item gather = item_of(ItemKind::kGather);
    gather.inner.push_back(single());
    gather.inner.push_back(std::move(result));
    expect('+');
    return gather;
  }

  Item single() {
    if (peek() == '(' || peek() == '[') {
      const bool optional = peek() == '[';
      ++at_;
      Item result = item_of(optional ? ItemKind::kOptional : ItemKind::kGroup);
      result.choices = choices();
      expect(optional ? ']' : ')');
      return result;
    }
    if (peek() == '\'') {
      ++at_;
      const std::string_view text = until('\'');
      Item result = token_item(is_word(text.front()) ? keyword(text) : operator_of(text));
      if (result.token == TokenKind::kName) result.kind = ItemKind::kWord;
      result.word = text;
      return result;
    }
    const std::string_view name = word();
    for (const TokenKind kind :
         {TokenKind::kEnd, TokenKind::kName, TokenKind::kNumber, TokenKind::kString,
          TokenKind::kNewline, TokenKind::kIndent, TokenKind::kDedent}) {
      if (spelling(kind) == name) return token_item(kind);
    }
    if (name == "SOFT_KEYWORD") return item_of(ItemKind::kSoftKeyword);
    explains_ = explains_ || (name.starts_with("invalid_") && !name.ends_with("_helper") &&
                              name != "invalid_ann_assign_target");
    Item result = item_of(ItemKind::kRule);
    result.rule = places_->at(name);
    return result;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool explains_ = false;
  const std::map<std::string_view, std::size_t>* places_ = nullptr;
};

Grammar read_grammar() {
  Grammar grammar;
  std::map<std::string_view, std::size_t> places;
  GrammarReader statements(statement_grammar());
  GrammarReader expressions(expression_grammar());
  statements.names(grammar, places);
  expressions.names(grammar, places);
  statements.rules(grammar, places);
  expressions.rules(grammar, places);
  return grammar;
}

}  // namespace

std::size_t Grammar::find(std::string_view name) const {
  const auto found =
      std::ranges::find_if(rules, [&](const Rule& rule) { return rule.name == name; });
  return static_cast<std::size_t>(found - rules.begin());
}

const Grammar& error_grammar() {
  static const Grammar grammar = read_grammar();
  return grammar;
}

}  // namespace normscope::notebook::syntax
