// SPDX-License-Identifier: MIT
// Sections of a batch: some indices of a dimension that no group extends over. What they hold is
// computed as a batch of its own and put back: the examples of a layer norm, the channels of a
// batch norm, the columns of a softmax over rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/document/document.hpp"
#include "core/tensor/groups.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::results {

struct Sections {
  std::size_t dim = 0;
  std::int64_t all = 0;                 // indices of the dimension
  std::vector<std::int64_t> numbers{};  // some of them, ascending

  /// Calls use(first, count) for each contiguous stretch of the sections in a tensor of this shape,
  /// in order.
  template <class Use>
  void visit(const tensor::Shape& shape, Use use) const {
    const std::span<const std::int64_t> sizes(shape);
    const std::int64_t outer = tensor::product(sizes.first(dim));
    const std::int64_t count = tensor::product(sizes.subspan(dim + 1));
    for (std::int64_t i = 0; i < outer; ++i) {
      for (const std::int64_t number : numbers) use((i * all + number) * count, count);
    }
  }

  /// The section that an element of a tensor of this shape lies in.
  std::int64_t section_of(const tensor::Shape& shape, std::int64_t at) const {
    return at / tensor::product(std::span(shape).subspan(dim + 1)) % all;
  }
  bool has(std::int64_t number) const { return std::ranges::binary_search(numbers, number); }

  /// The sections of a tensor as a tensor.
  tensor::Tensor taken_from(const tensor::Tensor& whole) const;
  /// Copies the sections' own tensor to their places in the whole.
  void put(const tensor::Tensor& part, tensor::Tensor& whole) const;
};

/// The first dimension of the input by whose indices a document's groups lie apart, so that each
/// section can be computed by itself; null where there is none. Layers map examples one by one.
std::optional<std::size_t> dimension_apart(const document::Document& document,
                                           const tensor::GroupLayout& layout);

/// The document with these sections of the input alone.
document::Document part_of(const document::Document& document, const tensor::Tensor& input,
                           const Sections& sections);

}  // namespace normscope::results
