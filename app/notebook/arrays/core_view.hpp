// SPDX-License-Identifier: MIT
// The way to core's `torch` arithmetic: arrays as its views, and back.
#pragma once

#include <optional>
#include <span>

#include "app/notebook/arrays/array.hpp"
#include "core/tensor/tensor.hpp"
#include "core/torch_arithmetic/view.hpp"

namespace normscope::notebook::arrays {

/// Elements from the first to the last that the strides reach.
template <class T>
torch_arithmetic::ViewOf<T> core_view(const Array& x) {
  std::int64_t extent = x.size() == 0 ? 0 : 1;
  if (extent != 0) {
    for (std::size_t d = 0; d < x.rank(); ++d) extent += (x.shape[d] - 1) * x.strides[d];
  }
  return {std::span<const T>(x.data<T>(), static_cast<std::size_t>(extent)), x.shape, x.strides};
}

/// All places of a contiguous array.
template <class T>
std::span<T> elements(const Array& x) {
  return {x.data<T>(), static_cast<std::size_t>(x.size())};
}

/// The same of an array that may be missing: none.
template <class T>
std::span<T> elements(const std::optional<Array>& x) {
  return x ? elements<T>(*x) : std::span<T>{};
}

}  // namespace normscope::notebook::arrays
