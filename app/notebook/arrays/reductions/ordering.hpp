// SPDX-License-Identifier: MIT
// What depends on the order of elements along one dimension: sorting, the largest and where it is,
// running sums.
#pragma once

#include <optional>

#include "app/notebook/arrays/record.hpp"

namespace normscope::notebook::arrays {

struct ValuesAndIndices {
  Array values;
  Array indices;  // int64
};

/// The largest (smallest) element along a dimension and its place: the first of equal ones; a NaN
/// wins over everything.
/// errors  Index: no such dimension, or one of size 0
Expected<ValuesAndIndices> extreme_along(const Context& context, const Array& x, std::int64_t dim,
                                         bool keepdim, bool largest);

/// Only the place; of all elements in row-major order where no dimension is named.
/// errors  Index: no such dimension, or one of size 0; no elements
Expected<Array> place_of_extreme(const Context& context, const Array& x,
                                 std::optional<std::int64_t> dim, bool keepdim, bool largest);

/// Sorted along a dimension, equal elements in their order where it is to be stable; NaN counts as
/// largest.
/// errors  Index: no such dimension
Expected<ValuesAndIndices> sort(const Context& context, const Array& x, std::int64_t dim,
                                bool descending, bool stable = false);

/// The k largest (smallest) along a dimension, in order.
/// errors  Index: no such dimension; Runtime: k < 0, or more than there are
Expected<ValuesAndIndices> topk(const Context& context, const Array& x, std::int64_t k,
                                std::int64_t dim, bool largest);

/// Running sums and products.
/// errors  Index: no such dimension
/// numeric of float32 in double, rounded at each step
Expected<Array> cumsum(const Context& context, const Array& x, std::int64_t dim,
                       std::optional<Dtype> dtype);
Expected<Array> cumprod(const Context& context, const Array& x, std::int64_t dim,
                        std::optional<Dtype> dtype);

/// The logarithm of the running sum of e^x.
/// errors  Index: no such dimension
/// numeric in double, rounded at each step
Expected<Array> logcumsumexp(const Context& context, const Array& x, std::int64_t dim);

/// The largest (smallest) so far and its place: the last of equal ones; a NaN wins.
/// errors  Index: no such dimension
Expected<ValuesAndIndices> extremes_so_far(const Context& context, const Array& x, std::int64_t dim,
                                           bool largest);

}  // namespace normscope::notebook::arrays
