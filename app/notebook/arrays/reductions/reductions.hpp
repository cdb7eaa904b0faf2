// SPDX-License-Identifier: MIT
// Many elements into one, over all dimensions, over one, or over several; and what depends on the
// order of elements along one dimension: sorting, the largest and where it is, running sums.
#pragma once

#include <optional>

#include "app/notebook/arrays/record.hpp"
#include "app/notebook/arrays/shapes/views.hpp"

namespace normscope::notebook::arrays {

/// Which dimensions are reduced (none named: all of them), and whether they stay with size 1.
struct Over {
  std::optional<Sizes> dims{};
  bool keepdim = false;
};

/// Integers and bools are summed as int64. `dtype`, where given, is what is summed in.
/// errors  as resolve_dims; Runtime: the mean of a type that is not floating
/// numeric floating types in PyTorch's order of addition (core/torch_arithmetic/sum.hpp)
Expected<Array> sum(const Context& context, const Array& x, const Over& over,
                    std::optional<Dtype> dtype = {});
Expected<Array> mean(const Context& context, const Array& x, const Over& over,
                     std::optional<Dtype> dtype = {});
Expected<Array> prod(const Context& context, const Array& x, const Over& over,
                     std::optional<Dtype> dtype = {});

/// The variance, or its root; correction 1 is the unbiased estimator.
/// errors  Runtime: x is not floating
Expected<Array> var(const Context& context, const Array& x, const Over& over,
                    std::int64_t correction, bool root = false);
struct MeanAnd {
  Array spread;
  Array mean;
};
/// torch.var_mean and torch.std_mean.
/// errors  as var
Expected<MeanAnd> var_mean(const Context& context, const Array& x, const Over& over,
                           std::int64_t correction, bool root);

/// The largest (smallest) element of all, and over dimensions.
/// errors  as resolve_dims; Index: a dimension of size 0; Runtime: no elements at all
Expected<Array> extreme_of_all(const Context& context, const Array& x, bool largest);
Expected<Array> amax(const Context& context, const Array& x, const Over& over);
Expected<Array> amin(const Context& context, const Array& x, const Over& over);

/// bool
/// errors  as resolve_dims
Expected<Array> any(const Context& context, const Array& x, const Over& over);
Expected<Array> all(const Context& context, const Array& x, const Over& over);

/// The p-norm of a floating type; p may be 0 and infinite.
/// errors  as resolve_dims; Runtime: the norm of a type that is not floating
Expected<Array> norm(const Context& context, const Array& x, const Over& over, double p);
Expected<Array> logsumexp(const Context& context, const Array& x, const Over& over);

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
