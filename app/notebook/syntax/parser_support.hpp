// SPDX-License-Identifier: MIT
// What the parser's files share and its header need not show.
#pragma once

#include <utility>

#include "app/notebook/syntax/parser.hpp"

namespace normscope::notebook::syntax {

/// One level further down, for as long as it lives.
class Parser::Deeper {
 public:
  explicit Deeper(Parser& parser) : parser_(parser) {
    if (++parser_.depth_ > kMostNesting) {
      raise(FaultKind::kRecursionError, "maximum recursion depth exceeded during compilation",
            parser_.now().span);
    }
  }
  ~Deeper() { --parser_.depth_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;

 private:
  Parser& parser_;
};

template <class Node>
Expr Parser::make(std::size_t start, Node node) const {
  return make_expr(since(start), std::move(node));
}

}  // namespace normscope::notebook::syntax
