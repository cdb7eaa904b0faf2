// SPDX-License-Identifier: MIT
// x[...] and x[...] = value: numbers, slices, None, Ellipsis, masks and arrays of indices, in any
// mixture.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "app/notebook/arrays/elementwise/elementwise.hpp"
#include "app/notebook/arrays/record.hpp"

namespace normscope::notebook::arrays {

struct Slice {
  std::optional<std::int64_t> start{};
  std::optional<std::int64_t> stop{};
  std::optional<std::int64_t> step{};
};
struct NewAxis {};
struct Ellipsis {};

/// One entry between the brackets. A bool stands for a mask without dimensions.
using Index = std::variant<std::int64_t, bool, Slice, NewAxis, Ellipsis, Array>;
using Indices = std::vector<Index>;

/// How many dimensions of the tensor an entry stands for; an Ellipsis for none of its own.
std::int64_t dimensions_of(const Index& index);
/// Whether the first entries fit x, before the rest is known; an Ellipsis stands for `left`
/// dimensions.
/// errors  as get_item
Expected<void> check_entries(const Context& context, const Array& x, const Indices& indices,
                             std::int64_t left);

/// x[indices]: a view where only numbers, slices, None and Ellipsis occur, a copy otherwise.
/// errors  Index: too many indices, out of range, a mask of another shape, arrays that are no
///         indices; Value: a step below 1
Expected<Array> get_item(const Context& context, const Array& x, const Indices& indices);

/// x[indices] = value. Where an element is named twice, the last value stays.
/// errors  as get_item and check_in_place; Runtime: the value does not broadcast
Expected<void> set_item(const Context& context, Array& x, const Indices& indices,
                        const Operand& value);

/// A mask as arrays of positions, one for each of its dimensions.
/// errors  Memory
Expected<std::vector<Array>> positions_of(const Context& context, const Array& mask);
/// The positions of the elements that are not zero, one row each.
/// errors  Memory
Expected<Array> nonzero(const Context& context, const Array& x);
/// x.masked_fill(mask, value).
/// errors  Runtime: shapes that do not broadcast, a value that the type does not
///         hold or that has dimensions, a mask with others than 0 and 1
Expected<Array> masked_fill(const Context& context, const Array& x, const Array& mask,
                            const Operand& value);

/// torch.gather, torch.index_select, torch.take.
/// errors  Index, Runtime, as PyTorch words them
Expected<Array> gather(const Context& context, const Array& x, std::int64_t dim,
                       const Array& index);
Expected<Array> index_select(const Context& context, const Array& x, std::int64_t dim,
                             const Array& index);
/// x.scatter(dim, index, value).
/// errors  Index, Runtime, as PyTorch words them
Expected<Array> scatter(const Context& context, const Array& x, std::int64_t dim,
                        const Array& index, const Operand& value);
/// x.scatter_add_(dim, index, source): elements named twice get both.
/// errors  Runtime, as PyTorch words it
Expected<void> scatter_sum(const Array& x, std::int64_t dim, const Array& index,
                           const Array& source);

}  // namespace normscope::notebook::arrays
