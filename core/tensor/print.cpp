// SPDX-License-Identifier: MIT
#include "core/tensor/print.hpp"

#include <fmt/format.h>

#include "core/tensor/float_format.hpp"
#include "core/tensor/text_layout.hpp"

namespace normscope::tensor {
namespace {

constexpr std::string_view kOpening = "tensor(";
constexpr auto kIndent = static_cast<std::int64_t>(kOpening.size());

void append_elements(const Tensor& x, const PrintOptions& options, std::string& out) {
  const auto values = x.values();
  const auto value_at = [&](std::int64_t position) {
    return static_cast<double>(values[static_cast<std::size_t>(position)]);
  };
  const TextLayout layout(x.shape(), options);
  FloatRange range;
  std::int64_t shown = 0;
  layout.for_each_shown([&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) range.add(value_at(i));
    shown += last - first;
  });
  const FloatFormat format(range, options);
  out.reserve(out.size() + static_cast<std::size_t>(shown * (format.width() + 2)));
  layout.append_block(
      kIndent, format.width(),
      [&](std::int64_t position, std::string& text) { format.append(value_at(position), text); },
      out);
}

}  // namespace

std::string to_torch_text(const Tensor& x, const PrintOptions& options, std::string_view suffix) {
  const PrintOptions bounded = within_bounds(options);
  std::string text(kOpening);
  const bool empty = x.size() == 0;
  if (empty) {
    text += "[]";
  } else {
    append_elements(x, bounded, text);
  }
  SuffixWriter suffixes(text, kIndent, bounded);
  // Empty brackets mean the shape (0); any other empty shape is printed.
  if (empty && x.rank() != 1) suffixes.append("size=" + shape_to_text(x.shape()));
  suffixes.append(suffix);
  text += ')';
  return text;
}

}  // namespace normscope::tensor
