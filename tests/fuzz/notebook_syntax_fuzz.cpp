// SPDX-License-Identifier: MIT
// Programs and cells that people write. What parses has spans in order and nests no deeper than it
// may; what does not has a message and a place that can be drawn. The parser and the grammar that
// explains errors are two readings of one language: what the one refuses the other never takes.
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <variant>

#include "app/notebook/ipynb/magics.hpp"
#include "app/notebook/ipynb/notebook_file.hpp"
#include "app/notebook/syntax/display.hpp"
#include "app/notebook/syntax/draw.hpp"
#include "app/notebook/syntax/parse.hpp"
#include "app/notebook/syntax/walk.hpp"

namespace {

using namespace normscope::notebook;

void check(const syntax::Expr& expr) {
  const syntax::Span& span = expr.span;
  const bool in_order =
      span.line < span.end_line || (span.line == span.end_line && span.column <= span.end_column);
  if (span.line < 1 || span.column < 0 || !in_order) std::abort();
  if (expr.height < 1 || expr.height > syntax::kMostNesting) std::abort();
  syntax::for_each_child(expr, [&](const syntax::Expr& child) {
    if (child.height >= expr.height) std::abort();
    check(child);
  });
}

void check(const syntax::Module& module) {
  for (const syntax::Stmt& stmt : module.body) {
    if (stmt.span.line < 1 || stmt.span.end_line < stmt.span.line) std::abort();
    if (const auto* node = std::get_if<syntax::ExpressionStatement>(&stmt.node))
      check(*node->value);
    if (const auto* node = std::get_if<syntax::Assign>(&stmt.node)) check(*node->value);
  }
  syntax::shown_expression(module);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  const auto module = syntax::parse(text);
  if (module) {
    check(*module);
  } else if (module.error().message.empty() || syntax::draw(module.error()).empty()) {
    std::abort();
  }
  ipynb::find_magic(text);
  const auto script = ipynb::read_script(text);
  if (!script && script.error().sentence.empty()) std::abort();
  const auto notebook = ipynb::read_notebook(text);
  if (!notebook && notebook.error().sentence.empty()) std::abort();
  return 0;
}
