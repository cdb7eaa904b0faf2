// SPDX-License-Identifier: MIT
// Why a text is no program, in Python's words. Python's parser goes over it twice: the first time
// to see how far it comes, the second time with the rules that explain errors. This does the same
// over the same grammar, because which message comes, and where, follows from that order.
#pragma once

#include <deque>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/notebook/syntax/grammar.hpp"
#include "app/notebook/syntax/token.hpp"

namespace normscope::notebook::syntax {

/// Something matched: tokens from `begin` up to `end`.
struct Piece {
  PieceKind kind{};
  std::size_t begin = 0;
  std::size_t end = 0;
  std::vector<const Piece*> parts{};
};

/// What to say of a fault that was met after `seen` tokens: it, or what the lexer found behind it.
Fault settled(const Tokens& tokens, std::size_t seen, Fault fault);

class Explainer {
 public:
  /// An expression of an f-string is explained alone, in its parentheses.
  Explainer(const Tokens& tokens, std::string_view source, bool is_replacement);

  /// The fault of a text that is no program.
  Fault explain();

 private:
  struct Outcome {
    const Piece* piece = nullptr;  // null: no match
    std::size_t end = 0;
  };
  struct Named {
    char name;
    const Piece* piece;
  };
  using Names = std::vector<Named>;
  class Deeper;

  void pass(bool explaining);

  const Token& look(std::size_t at);
  Outcome rule(std::size_t index, std::size_t at);
  Outcome rule_body(std::size_t index, std::size_t at);
  Outcome grow(std::size_t index, std::size_t at);
  Outcome any(const std::vector<Alternative>& choices, std::size_t at);
  Outcome alternative(const Alternative& alternative, std::size_t at, bool& cut);
  Outcome item(const Item& item, std::size_t at);
  Outcome token(const Item& item, std::size_t at);
  Outcome repeated(const Item& item, std::size_t at);
  Outcome forced(const Item& item, std::size_t at);
  bool lexer_failed() const;
  Outcome named_outcome(const Alternative& alternative, Piece row, const Names& names);
  const Piece* keep(Piece piece);
  std::uint64_t key(std::size_t index, std::size_t at) const;

  // Reports. Each throws a Fault, or finds that there is none.
  void report(const Alternative& alternative, const Names& names, std::size_t end);
  void report_target(const Piece& part, std::string_view where);
  void check_strings(const Piece& piece);
  Span span_of(const Piece& piece) const;
  Span last_span() const;
  std::string filled(std::string_view text, const Piece* piece) const;
  std::string_view expression_name(const Piece& piece) const;
  const Piece* not_assignable(const Piece& piece, std::string_view where) const;
  static std::vector<const Piece*> elements(const Piece& piece);
  static void collect(const Piece& piece, std::vector<const Piece*>& found);
  static const Piece& last_of(const Piece& piece);

  const Tokens& tokens_;
  std::string_view source_;
  bool is_replacement_;
  const Grammar& grammar_;
  std::size_t expression_without_explaining_;
  std::vector<int> levels_;  // how many brackets are open behind each token
  std::deque<Piece> pieces_;
  std::unordered_map<std::uint64_t, Outcome> memory_;
  std::size_t seen_ = 0;  // how many tokens were looked at
  bool explaining_ = false;
  int depth_ = 0;
};

}  // namespace normscope::notebook::syntax
