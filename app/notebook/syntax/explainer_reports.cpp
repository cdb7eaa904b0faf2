// SPDX-License-Identifier: MIT
// What the rules for errors say once they match, and over which part.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/notebook/syntax/explainer.hpp"
#include "app/notebook/syntax/literals.hpp"
#include "app/notebook/syntax/parser.hpp"

namespace normscope::notebook::syntax {
namespace {

Span joined(const Span& first, const Span& last) {
  return {first.line, first.column, last.end_line, last.end_column};
}

}  // namespace

Span Explainer::span_of(const Piece& piece) const {
  return joined(tokens_.list[piece.begin].span, tokens_.list[piece.end - 1].span);
}

// Where Python points when a message names no place: at the last token it has looked at. Of tokens
// that nothing stands for (an indentation, the end) it knows only where the lexer is.
Span Explainer::last_span() const {
  const Token& last = tokens_.list[seen_ - 1];
  const bool nothing = last.kind == TokenKind::kIndent || last.kind == TokenKind::kDedent ||
                       last.kind == TokenKind::kEnd;
  if (!nothing) return last.span;
  return {last.span.line, last.span.column - 1, last.span.line, last.span.column - 1};
}

void Explainer::collect(const Piece& piece, std::vector<const Piece*>& found) {
  for (const Piece* part : piece.parts) {
    if (part->kind == PieceKind::kToken) continue;
    if (part->kind == PieceKind::kNone) {
      collect(*part, found);
    } else {
      found.push_back(part);
    }
  }
}

// The expressions of a row, those of rows inside it among them.
std::vector<const Piece*> Explainer::elements(const Piece& piece) {
  std::vector<const Piece*> found;
  if (piece.kind != PieceKind::kNone && piece.kind != PieceKind::kTuple &&
      piece.kind != PieceKind::kList && piece.kind != PieceKind::kStarred &&
      piece.kind != PieceKind::kCompare) {
    found.push_back(&piece);
    return found;
  }
  collect(piece, found);
  return found;
}

const Piece& Explainer::last_of(const Piece& piece) {
  std::vector<const Piece*> found;
  collect(piece, found);
  return found.empty() ? piece : *found.back();
}

std::string_view Explainer::expression_name(const Piece& piece) const {
  switch (piece.kind) {
    case PieceKind::kAttribute:
      return "attribute";
    case PieceKind::kSubscript:
      return "subscript";
    case PieceKind::kStarred:
      return "starred";
    case PieceKind::kName:
      return "name";
    case PieceKind::kList:
      return "list";
    case PieceKind::kTuple:
      return "tuple";
    case PieceKind::kLambda:
      return "lambda";
    case PieceKind::kCall:
      return "function call";
    case PieceKind::kOperation:
      return "expression";
    case PieceKind::kGenerator:
      return "generator expression";
    case PieceKind::kYield:
      return "yield expression";
    case PieceKind::kListComp:
      return "list comprehension";
    case PieceKind::kSetComp:
      return "set comprehension";
    case PieceKind::kDictComp:
      return "dict comprehension";
    case PieceKind::kDict:
      return "dict literal";
    case PieceKind::kSet:
      return "set display";
    case PieceKind::kNoneLiteral:
      return "None";
    case PieceKind::kTrue:
      return "True";
    case PieceKind::kFalse:
      return "False";
    case PieceKind::kEllipsis:
      return "ellipsis";
    case PieceKind::kCompare:
      return "comparison";
    case PieceKind::kConditional:
      return "conditional expression";
    case PieceKind::kNamed:
      return "named expression";
    case PieceKind::kStrings:
      for (std::size_t i = piece.begin; i < piece.end; ++i) {
        if (read_string_token(tokens_.list[i]).formatted) return "f-string expression";
      }
      return "literal";
    default:
      return "literal";
  }
}

const Piece* Explainer::not_assignable(const Piece& piece, std::string_view where) const {
  switch (piece.kind) {
    case PieceKind::kTuple:
    case PieceKind::kList:
      for (const Piece* element : elements(piece)) {
        if (const Piece* wrong = not_assignable(*element, where)) return wrong;
      }
      return nullptr;
    case PieceKind::kStarred:
      if (where == "del") return &piece;
      return not_assignable(*elements(piece).front(), where);
    case PieceKind::kCompare: {
      // `for 1 in x` reads as a comparison at first.
      if (where != "for") return &piece;
      const Piece& left = *piece.parts.front();
      const bool is_in = tokens_.list[piece.parts[1]->begin].kind == TokenKind::kIn;
      return is_in ? not_assignable(left, where) : nullptr;
    }
    case PieceKind::kName:
    case PieceKind::kSubscript:
    case PieceKind::kAttribute:
      return nullptr;
    default:
      return &piece;
  }
}

std::string Explainer::filled(std::string_view text, const Piece* piece) const {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%' || piece == nullptr) {
      result += text[i] == '\n' ? ' ' : text[i];
      continue;
    }
    ++i;
    if (text[i] == 'n') result += expression_name(*piece);
    if (text[i] == 't') result += tokens_.list[piece->begin].text;
    if (text[i] == 'l') result += std::to_string(tokens_.list[piece->begin].span.line);
  }
  return result;
}

void Explainer::check_strings(const Piece& piece) {
  std::vector<Token> literals(tokens_.list.begin() + static_cast<std::ptrdiff_t>(piece.begin),
                              tokens_.list.begin() + static_cast<std::ptrdiff_t>(piece.end));
  Token following = tokens_.list[piece.end];
  following.span = last_span();
  read_strings(literals, following);
}

void Explainer::report_target(const Piece& part, std::string_view where) {
  const Piece* const wrong = not_assignable(part, where);
  if (wrong == nullptr) return;
  raise(
      FaultKind::kSyntaxError,
      fmt::format("cannot {} {}", where == "del" ? "delete" : "assign to", expression_name(*wrong)),
      span_of(*wrong));
}

void Explainer::report(const Alternative& alternative, const Names& names, std::size_t end) {
  const auto part = [&](char name) -> const Piece* {
    for (const Named& named : names) {
      if (named.name == name) return named.piece;
    }
    return nullptr;
  };
  const Piece* const a = part(alternative.first);
  const Piece* const b = part(alternative.second);
  const auto over = [&](Span span) {
    raise(FaultKind::kSyntaxError, filled(alternative.text, a), span);
  };
  const auto is_legacy = [&] {
    const std::string_view word = tokens_.list[a->begin].text;
    return a->end == a->begin + 1 && (word == "print" || word == "exec");
  };
  switch (alternative.report) {
    case Report::kNone:
      return;
    case Report::kOver:
      over(joined(span_of(*a), span_of(*b)));
      return;
    case Report::kHere:
      over(last_span());
      return;
    case Report::kIndent:
      raise(FaultKind::kIndentationError, filled(alternative.text, a), last_span());
    case Report::kOnward: {
      const Span& last = tokens_.list[seen_ - 1].span;
      const Span span = span_of(*a);
      over({span.line, span.column, last.end_line, last.end_column - 1});
      return;
    }
    case Report::kTarget:
      report_target(*a, alternative.text);
      return;
    case Report::kClauses:
      over(joined(span_of(*a), span_of(last_of(*b))));
      return;
    case Report::kGenerator: {
      std::vector<const Piece*> positional = elements(*a);
      std::erase_if(positional, [](const Piece* piece) {
        return piece->kind == PieceKind::kKeyword || piece->kind == PieceKind::kUnpacking;
      });
      if (positional.size() > 1) over(joined(span_of(*positional.back()), span_of(last_of(*b))));
      return;
    }
    case Report::kLast: {
      const Piece& clauses = b->parts.empty() ? *b : *b->parts.back();
      const Piece& clause = clauses.kind == PieceKind::kToken ? *b : clauses;
      over(joined(span_of(*a), span_of(*clause.parts[1])));
      return;
    }
    case Report::kOrder: {
      const std::vector<const Piece*> all = elements(*a);
      const bool unpacks = std::ranges::any_of(
          all, [](const Piece* piece) { return piece->kind == PieceKind::kUnpacking; });
      raise(FaultKind::kSyntaxError, filled(alternative.text, a) + (unpacks ? " unpacking" : ""),
            last_span());
    }
    case Report::kLegacy:
      if (is_legacy()) over(joined(span_of(*a), span_of(*b)));
      return;
    case Report::kComma:
      if (!is_legacy() && levels_[end - 1] != 0) over(joined(span_of(*a), span_of(*b)));
      return;
    case Report::kElements:
      over(joined(span_of(*a), span_of(*elements(*b).back())));
      return;
    case Report::kKey: {
      const Span span = span_of(*a);
      const int at = span.end_column - 1;
      over({span.line, at, span.end_line, span.line == span.end_line ? at : -1});
      return;
    }
  }
}

}  // namespace normscope::notebook::syntax
