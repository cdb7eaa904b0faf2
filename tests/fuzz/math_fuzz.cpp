// SPDX-License-Identifier: MIT
// Formulas that people write. Whatever parses can be laid out, and everything in it has a place.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/formula/layout.hpp"

namespace {

using namespace normscope::formula;

// Every byte is half an em wide: the widths of real letters decide nothing here.
class HalfEm : public Measure {
 public:
  Extent measure(std::string_view text, Face /*face*/, double size) const override {
    return {0.5 * size * static_cast<double>(text.size()), 0.8 * size, 0.2 * size};
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view source(reinterpret_cast<const char*>(data), size);
  for (const Style style : {Style::kDisplay, Style::kInline}) {
    const auto box = layout(source, 16, HalfEm(), style);
    if (!box) {
      if (box.error().sentence.empty()) std::abort();
      continue;
    }
    if (!std::isfinite(box->width + box->ascent + box->descent)) std::abort();
    for (const Link& link : box->links) {
      if (link.id.empty() || link.width < 0 || !std::isfinite(link.x + link.y)) std::abort();
    }
    for (const Run& run : box->runs) {
      if (run.text.empty() || run.size <= 0 || !std::isfinite(run.x + run.y)) std::abort();
    }
  }
  return 0;
}
