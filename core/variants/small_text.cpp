// SPDX-License-Identifier: MIT
#include "core/variants/small_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace normscope::variants {
namespace {

void append_nested(std::span<const std::int64_t> shape, std::span<const float> values,
                   int precision, std::string& text) {
  if (shape.empty()) {
    // The sign bit of a NaN has no meaning, but fmt prints it.
    text += std::isnan(values[0]) ? "nan" : fmt::format("{:.{}f}", values[0], precision);
    return;
  }
  const std::size_t part = shape[0] == 0 ? 0 : values.size() / static_cast<std::size_t>(shape[0]);
  text += '[';
  for (std::int64_t i = 0; i < shape[0]; ++i) {
    if (i > 0) text += ", ";
    append_nested(shape.subspan(1), values.subspan(static_cast<std::size_t>(i) * part, part),
                  precision, text);
  }
  text += ']';
}

}  // namespace

std::string small_text(const tensor::Tensor& values, int precision) {
  std::span<const std::int64_t> shape = values.shape();
  while (shape.size() > 1 && shape[0] == 1) shape = shape.subspan(1);
  std::string text;
  append_nested(shape, values.values(), precision, text);
  return text;
}

}  // namespace normscope::variants
