// SPDX-License-Identifier: MIT
// Copies of arrays: into other memory, into another type, into one another.
#pragma once

#include <initializer_list>

#include "app/notebook/arrays/record.hpp"

namespace normscope::notebook::arrays {

/// How elements lie in memory: torch.memory_format. Channels last is of images, [N, C, H, W].
enum class Format { kPreserve, kContiguous, kChannelsLast };

/// Whether the elements lie in that way; any do for kPreserve.
bool lies_as(const Array& x, Format format);

/// A copy; kPreserve: that lies in memory as `x` does.
/// errors  Memory; Runtime: channels last of other than 4 dimensions
Expected<Array> clone(const Context& context, const Array& x, Format format = Format::kPreserve);
/// `x` itself where it lies so already.
/// errors  as clone
Expected<Array> contiguous(const Context& context, const Array& x,
                           Format format = Format::kContiguous);

/// `x` itself where it has that type and lies so already.
/// errors  as clone
/// numeric as convert
/// source  torch.Tensor.to
Expected<Array> to(const Context& context, const Array& x, Dtype dtype,
                   Format format = Format::kPreserve);

/// Elements only, without record: what the operations below work with.
/// errors  Memory
Expected<Array> converted(const Context& context, const Array& x, Dtype dtype);
Expected<Array> made_contiguous(const Context& context, const Array& x);
/// A result for elementwise operations on these arrays, to be written.
/// errors  as allocate
Expected<Array> allocate_like(const Context& context, Dtype dtype, const Shape& shape,
                              std::initializer_list<const Array*> inputs);

/// target[i] = source[i], converted; both may share memory.
/// errors  Runtime: the source does not broadcast to the target's shape
Expected<void> assign(const Context& context, const Array& target, const Array& source);

/// x.copy_(source).
/// errors  Runtime: the source does not broadcast; as check_in_place
Expected<void> copy_in_place(const Context& context, Array& x, const Array& source);

/// x.fill_(value).
/// errors  as check_leaf_in_place and check_held
Expected<void> fill_in_place(const Context& context, Array& x, const Scalar& value);
void fill(const Array& x, const Scalar& value);

}  // namespace normscope::notebook::arrays
