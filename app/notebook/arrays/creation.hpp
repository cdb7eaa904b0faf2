// SPDX-License-Identifier: MIT
// Arrays from nothing: constants, ranges, and numbers drawn from the notebook's random stream.
#pragma once

#include <optional>

#include "app/notebook/arrays/record.hpp"
#include "app/notebook/arrays/shapes/views.hpp"

namespace normscope::notebook::arrays {

/// An array whose elements are all this value.
/// errors  Runtime: a negative size, a value that the type does not hold
Expected<Array> full(const Context& context, const Sizes& sizes, const Scalar& value, Dtype dtype);
/// An identity matrix.
/// errors  Runtime: a negative size
Expected<Array> eye(const Context& context, std::int64_t rows, std::int64_t columns, Dtype dtype);

/// From start (included) to end (excluded).
/// errors  Runtime: step 0 or of the wrong sign
/// numeric each element from its index; float32 as PyTorch's vectors compute it
Expected<Array> arange(const Context& context, const Scalar& start, const Scalar& end,
                       const Scalar& step, Dtype dtype);
/// `steps` values from start to end, both included.
/// errors  Runtime: a negative number of steps
Expected<Array> linspace(const Context& context, double start, double end, std::int64_t steps,
                         Dtype dtype);

/// Uniform on [0, 1), and on [low, high).
/// errors  Runtime: a type that is not floating
/// source  torch.rand, torch.Tensor.uniform_
Expected<Array> rand(Context& context, const Sizes& sizes, Dtype dtype);
Expected<Array> uniform(Context& context, const Sizes& sizes, double low, double high, Dtype dtype);
/// Normal with this mean and deviation.
/// errors  Runtime: a type that is not floating, a negative deviation or size
/// source  torch.randn, torch.normal, torch.Tensor.normal_
Expected<Array> normal(Context& context, const Sizes& sizes, double mean, double deviation,
                       Dtype dtype);
/// Integers of [low, high).
/// errors  Runtime: low >= high, a negative size
Expected<Array> randint(Context& context, std::int64_t low, std::int64_t high, const Sizes& sizes,
                        Dtype dtype);
/// The integers of [0, count) in random order.
/// errors  Runtime: a negative count
Expected<Array> randperm(Context& context, std::int64_t count, Dtype dtype);
/// 0 or 1, each 1 with its own probability, or all with the same.
/// errors  Runtime: a probability outside [0, 1], probabilities that are not floating
Expected<Array> bernoulli(Context& context, const Array& probabilities);
Expected<Array> bernoulli(Context& context, const Sizes& sizes, double probability, Dtype dtype);

/// Exponentially distributed with this rate.
/// errors  Runtime: a type that is not floating
/// source  torch.Tensor.exponential_
Expected<Array> exponential(Context& context, const Sizes& sizes, double rate, Dtype dtype);
/// Indices drawn with the probabilities, up to a factor, of [C] or of each row of [N, C].
/// errors  Runtime, as PyTorch words it
/// source  torch.multinomial
Expected<Array> multinomial(Context& context, const Array& probabilities, std::int64_t count,
                            bool replacement);

}  // namespace normscope::notebook::arrays
