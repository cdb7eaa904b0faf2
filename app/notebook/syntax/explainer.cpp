// SPDX-License-Identifier: MIT
#include "app/notebook/syntax/explainer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/notebook/syntax/parser.hpp"

namespace normscope::notebook::syntax {
namespace {

// Rules inside each other. Python's own parser stops at 6000; here a frame is larger.
constexpr int kMostRules = 3000;

// Outcomes that are remembered, some 100 bytes each. A program this long keeps the plain message.
constexpr std::size_t kMostMemory = 2'000'000;

// Thrown where the grammar is walked too deep or too long for an explanation.
struct GivenUp {};

}  // namespace

class Explainer::Deeper {
 public:
  explicit Deeper(int& depth) : depth_(depth) {
    if (++depth_ > kMostRules) throw GivenUp{};
  }
  ~Deeper() { --depth_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;

 private:
  int& depth_;
};

// What the lexer finds later on, or a bracket that is still open, explains more than what the
// grammar says.
Fault settled(const Tokens& tokens, std::size_t seen, Fault fault) {
  const Token& end = tokens.list.back();
  const bool is_ours =
      fault.kind == FaultKind::kNotSupported || fault.kind == FaultKind::kRecursionError;
  if (is_ours || end.kind != TokenKind::kFault || seen >= tokens.list.size()) return fault;
  if (tokens.fault_comes_first) return tokens.fault;
  if (tokens.open.empty()) return fault;
  const OpenBracket& open = tokens.open.back();
  if (tokens.list[seen - 1].span.line <= open.line) return fault;
  return {FaultKind::kSyntaxError,
          fmt::format("'{}' was never closed", open.bracket),
          {open.line, open.column, open.line, open.column},
          {}};
}

Explainer::Explainer(const Tokens& tokens, std::string_view source, bool is_replacement)
    : tokens_(tokens),
      source_(source),
      is_replacement_(is_replacement),
      grammar_(error_grammar()),
      expression_without_explaining_(grammar_.find("expression_without_invalid")) {
  int level = 0;
  for (const Token& token : tokens_.list) {
    const TokenKind kind = token.kind;
    const bool opens = kind == TokenKind::kLeftParen || kind == TokenKind::kLeftBracket ||
                       kind == TokenKind::kLeftBrace;
    const bool closes = kind == TokenKind::kRightParen || kind == TokenKind::kRightBracket ||
                        kind == TokenKind::kRightBrace;
    level += opens ? 1 : closes ? -1 : 0;
    levels_.push_back(level);
  }
}

Fault Explainer::explain() {
  std::size_t seen_first = 0;
  try {
    pass(false);
    seen_first = seen_;
    pass(true);
  } catch (Fault& fault) {
    const bool is_lexers =
        seen_ == tokens_.list.size() && tokens_.list.back().kind == TokenKind::kFault;
    return is_lexers ? std::move(fault) : settled(tokens_, seen_, std::move(fault));
  } catch (const GivenUp&) {
    if (seen_first == 0) seen_first = seen_;
  }
  if (seen_first > 0) seen_ = std::max(seen_, seen_first);
  const Token& last = tokens_.list[seen_first - 1];
  if (last.kind == TokenKind::kIndent || last.kind == TokenKind::kDedent) {
    const bool deeper = last.kind == TokenKind::kIndent;
    return {FaultKind::kIndentationError,
            deeper ? "unexpected indent" : "unexpected unindent",
            last_span(),
            {}};
  }
  Span span = last.span;
  if (last.kind == TokenKind::kEnd) span = {span.line, -1, span.line, -1};
  return settled(tokens_, seen_, {FaultKind::kSyntaxError, "invalid syntax", span, {}});
}

void Explainer::pass(bool explaining) {
  explaining_ = explaining;
  memory_.clear();
  std::size_t at = 0;
  if (is_replacement_) {
    rule(grammar_.find("fstring"), at);
    return;
  }
  const std::size_t statement = grammar_.find("statement");
  while (true) {
    const Outcome outcome = rule(statement, at);
    if (outcome.piece == nullptr) break;
    at = outcome.end;
    memory_.clear();
  }
  look(at);
}

const Token& Explainer::look(std::size_t at) {
  seen_ = std::max(seen_, at + 1);
  const Token& token = tokens_.list[at];
  if (token.kind == TokenKind::kFault) throw tokens_.fault;
  return token;
}

const Piece* Explainer::keep(Piece piece) {
  pieces_.push_back(std::move(piece));
  return &pieces_.back();
}

std::uint64_t Explainer::key(std::size_t index, std::size_t at) const {
  const bool apart =
      explaining_ && !grammar_.rules[index].remembered && !grammar_.rules[index].recursive;
  return (static_cast<std::uint64_t>(at) << 16U) | (index << 1U) | (apart ? 1U : 0U);
}

Explainer::Outcome Explainer::rule(std::size_t index, std::size_t at) {
  const auto place = key(index, at);
  if (const auto known = memory_.find(place); known != memory_.end()) return known->second;
  const Deeper deeper(depth_);
  if (memory_.size() > kMostMemory) throw GivenUp{};
  const bool outer = explaining_;
  if (index == expression_without_explaining_) explaining_ = false;
  const Outcome outcome =
      grammar_.rules[index].recursive ? grow(index, at) : any(grammar_.rules[index].choices, at);
  explaining_ = outer;
  memory_[place] = outcome;
  return outcome;
}

// A rule that begins with itself: each turn finds at its beginning what the turn before it found.
Explainer::Outcome Explainer::grow(std::size_t index, std::size_t at) {
  const auto place = key(index, at);
  Outcome best{nullptr, at};
  while (true) {
    memory_[place] = best;
    const Outcome next = any(grammar_.rules[index].choices, at);
    if (next.piece == nullptr || next.end <= best.end) return best;
    best = next;
  }
}

Explainer::Outcome Explainer::any(const std::vector<Alternative>& choices, std::size_t at) {
  bool cut = false;
  for (const Alternative& choice : choices) {
    if (choice.explains && !explaining_) continue;
    const Outcome outcome = alternative(choice, at, cut);
    if (outcome.piece != nullptr || cut) return outcome;
  }
  return {};
}

Explainer::Outcome Explainer::alternative(const Alternative& alternative, std::size_t at,
                                          bool& cut) {
  Piece row{alternative.kind, at, at, {}};
  Names names;
  for (const Item& part : alternative.items) {
    if (part.kind == ItemKind::kCut) {
      cut = true;
      continue;
    }
    const Outcome outcome = item(part, row.end);
    if (outcome.piece == nullptr) return {};
    row.end = outcome.end;
    if (part.kind == ItemKind::kAnd || part.kind == ItemKind::kNot) continue;
    row.parts.push_back(outcome.piece);
    if (part.name != 0) names.push_back({part.name, outcome.piece});
  }
  if (alternative.report != Report::kNone) {
    report(alternative, names, row.end);
    cut = true;  // what matched and has nothing to say ends its rule
    return {};
  }
  if (row.kind == PieceKind::kStrings) check_strings(row);
  return named_outcome(alternative, std::move(row), names);
}

Explainer::Outcome Explainer::named_outcome(const Alternative& alternative, Piece row,
                                            const Names& names) {
  const std::size_t end = row.end;
  if (alternative.kind == PieceKind::kNone) {
    for (const Named& named : names) {
      if (named.name == 'r') return {named.piece, end};
    }
    if (row.parts.size() == 1) return {row.parts.front(), end};
  }
  return {keep(std::move(row)), end};
}

Explainer::Outcome Explainer::item(const Item& item, std::size_t at) {
  switch (item.kind) {
    case ItemKind::kToken:
    case ItemKind::kWord:
    case ItemKind::kSoftKeyword:
      return token(item, at);
    case ItemKind::kRule:
      return rule(item.rule, at);
    case ItemKind::kGroup:
      return any(item.choices, at);
    case ItemKind::kOptional: {
      const Outcome outcome = any(item.choices, at);
      if (outcome.piece != nullptr) return outcome;
      return {keep({PieceKind::kNone, at, at, {}}), at};
    }
    case ItemKind::kStar:
    case ItemKind::kPlus:
    case ItemKind::kGather:
      return repeated(item, at);
    case ItemKind::kAnd:
    case ItemKind::kNot: {
      const bool found = this->item(item.inner.front(), at).piece != nullptr;
      if (found != (item.kind == ItemKind::kAnd)) return {};
      return {keep({PieceKind::kNone, at, at, {}}), at};
    }
    case ItemKind::kForced:
      return forced(item, at);
    case ItemKind::kCut:
      break;
  }
  return {};
}

Explainer::Outcome Explainer::token(const Item& item, std::size_t at) {
  const Token& token = look(at);
  bool fits = token.kind == item.token;
  if (item.kind == ItemKind::kWord)
    fits = token.kind == TokenKind::kName && token.text == item.word;
  if (item.kind == ItemKind::kSoftKeyword) {
    // Python 3.11 takes the beginning of a soft keyword for one, too.
    constexpr std::array<std::string_view, 3> kSoft = {"match", "case", "_"};
    fits = token.kind == TokenKind::kName &&
           std::ranges::any_of(kSoft, [&](auto word) { return word.starts_with(token.text); });
  }
  if (!fits) return {};
  return {keep({PieceKind::kToken, at, at + 1, {}}), at + 1};
}

Explainer::Outcome Explainer::repeated(const Item& item, std::size_t at) {
  Piece row{PieceKind::kNone, at, at, {}};
  while (true) {
    std::size_t next = row.end;
    if (item.kind == ItemKind::kGather && !row.parts.empty()) {
      const Outcome separator = this->item(item.inner[1], next);
      if (separator.piece == nullptr) break;
      next = separator.end;
    }
    const Outcome outcome = this->item(item.inner.front(), next);
    if (outcome.piece == nullptr || outcome.end == row.end) break;
    row.parts.push_back(outcome.piece);
    row.end = outcome.end;
  }
  if (row.parts.empty() && item.kind != ItemKind::kStar) return {};
  const std::size_t end = row.end;
  return {keep(std::move(row)), end};
}

bool Explainer::lexer_failed() const {
  return seen_ == tokens_.list.size() && tokens_.list.back().kind == TokenKind::kFault;
}

Explainer::Outcome Explainer::forced(const Item& item, std::size_t at) {
  const Outcome outcome = this->item(item.inner.front(), at);
  if (outcome.piece != nullptr) return outcome;
  throw Fault{FaultKind::kSyntaxError,
              fmt::format("expected '{}'", spelling(item.inner.front().token)),
              tokens_.list[at].span,
              {}};
}

}  // namespace normscope::notebook::syntax
