// SPDX-License-Identifier: MIT
// torch.rand, randn, normal, uniform_, randint, randperm and the parameters of nn.Linear: the same
// bits on every processor as PyTorch 2.6 with AVX2. Each function leaves the generator in the
// state that PyTorch's would have.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/error.hpp"
#include "core/random/generator.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::random {

/// Uniform on [0, 1), in steps of 2^-24.
/// errors  as Tensor::full
/// numeric one draw an element, of which the low 24 bits are used
/// source  torch.rand
base::Expected<tensor::Tensor> rand(Generator& generator, const tensor::Shape& shape);

/// The same into memory that is there.
void fill_rand(Generator& generator, std::span<float> values);

/// Uniform on [low, high).
/// math    low + u * (high - low), u as rand; rounding can give high itself, as in PyTorch
/// errors  as Tensor::full; InvalidArgument: low > high, or a bound or high - low beyond float32,
///         NaN included
/// numeric bounds rounded to float32; product and sum in one rounding
/// source  torch.Tensor.uniform_
base::Expected<tensor::Tensor> uniform(Generator& generator, const tensor::Shape& shape, double low,
                                       double high);

/// Standard normal; normal with mean 0 and deviation 1.
/// errors  as Tensor::full
/// source  torch.randn
base::Expected<tensor::Tensor> randn(Generator& generator, const tensor::Shape& shape);

/// Normal. Fewer than 16 elements are drawn one by one in double (Generator::next_normal), which
/// may use or leave a cached normal. 16 or more are drawn as uniforms and turned into normals in
/// blocks of 16; when 16 does not divide the count, the last 16 are drawn again. Blocks neither use
/// nor change the cached normal.
/// errors  as Tensor::full; InvalidArgument: deviation < 0 or NaN
/// numeric below 16 elements see next_normal; from 16 on float32 with fixed roundings (box_muller),
///         mean and deviation rounded to float32. Results do not depend on the number of threads.
/// source  torch.normal
base::Expected<tensor::Tensor> normal(Generator& generator, const tensor::Shape& shape, double mean,
                                      double deviation);

/// The same into memory that is there; deviation >= 0.
void fill_normal(Generator& generator, std::span<float> values, double mean, double deviation);

/// `count` integers of [low, high).
/// math    low + bits mod (high - low): the slight preference for small values is PyTorch's own
/// errors  InvalidArgument: low >= high, count < 0; TooLarge: more than the machine's memory
/// numeric one draw an element; two where high - low is 2^32 or more
/// source  torch.randint with dtype int64
base::Expected<std::vector<std::int64_t>> randint(Generator& generator, std::int64_t count,
                                                  std::int64_t low, std::int64_t high);

/// The integers of [0, n) in random order: each position swaps with a random one at or after it.
/// errors  InvalidArgument: n < 0; TooLarge: more than the machine's memory
/// numeric n - 1 draws of 32 bits, as in PyTorch 2.6. (PyTorch 2 draws 64 bits if n >= 214748364.)
/// source  torch.randperm
base::Expected<std::vector<std::int64_t>> randperm(Generator& generator, std::int64_t n);

/// The initial parameters of nn.Linear(in_features, out_features).
struct LinearParameters {
  tensor::Tensor weight;  // [out, in]
  tensor::Tensor bias;    // [out], or [0] when there is none
};

/// Draws weight, then bias.
/// math    both uniform on +-1 / sqrt(in_features); without inputs the bias is drawn, but zero
/// errors  as Tensor::full, for [out, in]
/// numeric the weight's bound is computed from the gain sqrt(2 / (1 + 5)), each step in double, as
///         in kaiming_uniform_(a = sqrt(5))
/// source  torch.nn.Linear; with_bias is its `bias`
base::Expected<LinearParameters> linear_parameters(Generator& generator, std::int64_t in_features,
                                                   std::int64_t out_features,
                                                   bool with_bias = true);

}  // namespace normscope::random
