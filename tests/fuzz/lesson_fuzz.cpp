// SPDX-License-Identifier: MIT
// Lessons that people write. A lesson that loads has steps, fitted documents and formulas that
// parse; one that does not says why.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/formula/tree.hpp"
#include "app/lessons/loader.hpp"

namespace {

using namespace normscope;

void check(const lessons::Step& step) {
  if (!(document::fitted(step.document) == step.document)) std::abort();
  for (const lessons::Block& block : step.blocks) {
    if (block.kind == lessons::BlockKind::kFormula && !formula::parse(block.text)) std::abort();
    for (const lessons::Inline& piece : block.inlines) {
      if (piece.formula && !formula::parse(piece.text)) std::abort();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto lesson = lessons::read_lesson({reinterpret_cast<const char*>(data), size});
  if (!lesson) {
    if (lesson.error().sentence.empty()) std::abort();
    return 0;
  }
  if (lesson->steps.empty()) std::abort();
  for (const lessons::Step& step : lesson->steps) check(step);
  return 0;
}
