// SPDX-License-Identifier: MIT
// Texts that people paste. Whatever is read prints under any options without harm, and prints with
// enough digits to the same tensor again.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/tensor/parse.hpp"
#include "core/tensor/print.hpp"

namespace {

using namespace normscope::tensor;

constexpr std::size_t kOptionBytes = 4;

// Small figures: the interesting ones, and no case spends its time on digits.
PrintOptions options_from(const std::uint8_t* bytes) {
  PrintOptions options{.precision = bytes[0] % 20,
                       .threshold = bytes[1] % 32,
                       .edge_items = bytes[2] % 4,
                       .line_width = bytes[3] % 128};
  if (bytes[3] >= 128) options.sci_mode = bytes[2] >= 128;
  return options;
}

bool same_number(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < kOptionBytes) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + kOptionBytes,
                              size - kOptionBytes);
  const auto x = parse_text(text);
  if (!x) {
    if (x.error().sentence.empty()) std::abort();
    return 0;
  }
  if (to_torch_text(*x, options_from(data), "requires_grad=True").empty()) std::abort();
  // Eight digits after the point and one before it tell any two float32 apart.
  const PrintOptions exact{.precision = 8, .threshold = kNoThreshold, .sci_mode = true};
  const auto again = parse_text(to_torch_text(*x, exact));
  if (!again || again->shape() != x->shape() ||
      !std::ranges::equal(again->values(), x->values(), same_number)) {
    std::abort();
  }
  return 0;
}
