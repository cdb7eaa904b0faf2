// SPDX-License-Identifier: MIT
#include "core/tensor/shape.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/limits.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::tensor {

Expected<std::int64_t> element_count(std::span<const std::int64_t> shape) {
  if (shape.size() > base::kMaxRank) {
    return fail(ErrorKind::kTooLarge, tr("a shape of {shape} dimensions; {most} are the most",
                                         arg("shape", shape.size()), arg("most", base::kMaxRank)));
  }
  std::int64_t count = 1;
  bool empty = false;
  bool large = false;
  for (const std::int64_t size : shape) {
    if (size < 0) {
      return fail(ErrorKind::kInvalidArgument,
                  tr("shape {shape} has a negative size", arg("shape", shape_to_text(shape))));
    }
    empty = empty || size == 0;
    // Zeros are skipped, as in NumPy: counting the groups of (0, 2^40, 2^40) multiplies the other
    // sizes.
    large = large || size > base::kMaxElements || (size > 0 && count > base::kMaxElements / size);
    if (!large && size > 0) count *= size;
  }
  if (large) {
    return fail(ErrorKind::kTooLarge,
                tr("shape {shape} has more than {most} elements",
                   arg("shape", shape_to_text(shape)), arg("most", base::kMaxElements)));
  }
  return empty ? 0 : count;
}

std::int64_t product(std::span<const std::int64_t> sizes) {
  std::int64_t count = 1;
  for (const std::int64_t size : sizes) {
    if (size == 0) return 0;
  }
  for (const std::int64_t size : sizes) count *= size;
  return count;
}

Expected<std::size_t> resolve_dimension(std::int64_t dim, std::size_t rank) {
  const auto count = static_cast<std::int64_t>(std::max<std::size_t>(rank, 1));
  if (dim < -count || dim >= count) {
    return fail(
        ErrorKind::kInvalidArgument,
        tr_n("dimension {dim} is out of range: an input of {n} dimension has {low} to {high}",
             "dimension {dim} is out of range: an input of {n} dimensions has {low} to {high}",
             static_cast<std::int64_t>(rank), arg("dim", dim), arg("n", rank), arg("low", -count),
             arg("high", count - 1)));
  }
  return static_cast<std::size_t>(dim < 0 ? dim + count : dim);
}

bool is_trailing(std::span<const std::int64_t> tail, std::span<const std::int64_t> shape) {
  return tail.size() <= shape.size() && std::ranges::equal(tail, shape.last(tail.size()));
}

std::string shape_to_text(std::span<const std::int64_t> shape) {
  return fmt::format("({})", text::joined(shape));
}

Shape index_of(std::span<const std::int64_t> shape, std::int64_t position) {
  Shape index(shape.size());
  for (std::size_t back = shape.size(); back-- > 0;) {
    const std::int64_t size = std::max<std::int64_t>(shape[back], 1);
    index[back] = position % size;
    position /= size;
  }
  return index;
}

std::string index_to_text(std::span<const std::int64_t> shape, std::int64_t position) {
  return fmt::format("[{}]", text::joined(index_of(shape, position)));
}

}  // namespace normscope::tensor
