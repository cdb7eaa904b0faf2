// SPDX-License-Identifier: MIT
// A grammar as data: what error_grammar.hpp's text says, ready to be matched.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/syntax/token.hpp"

namespace normscope::notebook::syntax {

/// What a matched piece is, as far as Python's messages tell.
enum class PieceKind : std::uint8_t {
  kNone,  // pieces in a row
  kToken,
  kOther,
  kTuple,
  kList,
  kSet,
  kDict,
  kConditional,
  kYield,
  kStarred,
  kNamed,
  kOperation,
  kCompare,
  kAttribute,
  kCall,
  kSubscript,
  kName,
  kTrue,
  kFalse,
  kNoneLiteral,
  kLiteral,
  kEllipsis,
  kStrings,
  kListComp,
  kSetComp,
  kDictComp,
  kGenerator,
  kLambda,
  kKeyword,
  kUnpacking,
};

/// What is done with an error rule that matched.
enum class Report : std::uint8_t {
  kNone,       // no error rule
  kOver,       // carets from the first part to the end of the second
  kHere,       // at the last token that was looked at
  kIndent,     // there, as an IndentationError
  kOnward,     // from the first part to the last token that was looked at
  kTarget,     // at what in the first part cannot be assigned to, or removed
  kClauses,    // to the end of the last clause of a comprehension
  kGenerator,  // the same from the last of several arguments
  kLast,       // to the target of the last clause
  kOrder,      // behind keyword arguments
  kLegacy,     // Python 2's print and exec
  kComma,      // two expressions in brackets
  kElements,   // to the last element of the second part
  kKey,        // at the end of the first part
};

enum class ItemKind : std::uint8_t {
  kToken,
  kWord,  // a name with this spelling
  kSoftKeyword,
  kRule,
  kGroup,
  kOptional,
  kStar,
  kPlus,
  kGather,
  kAnd,
  kNot,
  kCut,
  kForced,
};

struct Alternative;

struct Item {
  ItemKind kind{};
  char name = 0;
  TokenKind token{};
  std::string_view word{};
  std::size_t rule = 0;
  std::vector<Item> inner;  // what is repeated or looked at; of kGather: it, then what separates
  std::vector<Alternative> choices;
};

struct Alternative {
  std::vector<Item> items{};
  PieceKind kind = PieceKind::kNone;
  bool explains = false;  // holds an error rule: matched only where errors are looked for
  Report report = Report::kNone;
  char first = 0;
  char second = 0;
  std::string_view text{};
};

struct Rule {
  std::string_view name{};
  bool remembered = false;  // whatever was looked for
  bool recursive = false;   // begins with itself
  std::vector<Alternative> choices{};
};

struct Grammar {
  std::vector<Rule> rules{};
  /// The rule of a name, which exists.
  std::size_t find(std::string_view name) const;
};

/// The grammar of error_grammar.hpp, read when it is first needed; it never changes.
const Grammar& error_grammar();

}  // namespace normscope::notebook::syntax
