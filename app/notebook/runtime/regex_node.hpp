// SPDX-License-Identifier: MIT
// A pattern as it was read, before it becomes a program.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/notebook/runtime/regex.hpp"

namespace normscope::notebook::runtime::regex {

struct Node {
  enum class Kind : std::uint8_t {
    kOne,        // a single code point: `one`, or `set`
    kSequence,   // children
    kChoice,     // children
    kRepeat,     // children[0], repeat
    kGroup,      // children[0], number
    kAt,         // one.value
    kBackref,    // number
    kLook,       // children[0], behind, negated
    kAtomic,     // children[0]
    kCondition,  // number, children[0] and perhaps [1]
  };
  Kind kind = Kind::kSequence;
  Instruction one;
  std::optional<CharSet> set;
  Repeat repeat{0, 0, Greed::kGreedy};
  std::uint32_t number = 0;
  bool behind = false;
  bool negated = false;
  bool ignore_case = false;
  std::vector<Node> children;
};

struct Pattern {
  Node root;
  std::uint32_t groups = 0;
  std::map<std::string, std::uint32_t> names;
  std::vector<std::string> names_in_order;
  unsigned flags = 0;
};

std::variant<Pattern, PatternError> parse(const std::u32string& pattern, unsigned flags);

}  // namespace normscope::notebook::runtime::regex
