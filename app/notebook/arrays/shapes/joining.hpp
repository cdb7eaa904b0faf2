// SPDX-License-Identifier: MIT
// Arrays put together: along a dimension they have, or along a new one.
#pragma once

#include <span>

#include "app/notebook/arrays/record.hpp"

namespace normscope::notebook::arrays {

/// torch.cat: arrays of one shape but for dimension `dim`; an empty array of one dimension does not
/// count.
/// errors  Runtime: no arrays, other shapes
Expected<Array> cat(const Context& context, std::span<const Array> pieces, std::int64_t dim);

/// torch.stack: arrays of one shape, along a new dimension.
/// errors  Runtime: no arrays, other shapes; Index: no such dimension
Expected<Array> stack(const Context& context, std::span<const Array> pieces, std::int64_t dim);

}  // namespace normscope::notebook::arrays
