// SPDX-License-Identifier: MIT
#include "core/torch_arithmetic/linear.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/torch_arithmetic/matrix_product.hpp"

namespace normscope::torch_arithmetic {
namespace {

// Outputs computed together: their sums stay in the processor's first-level cache.
constexpr std::int64_t kSums = 256;
// Multiplications of one piece of parallel work: enough to outweigh scheduling it.
constexpr std::int64_t kGrain = std::int64_t{1} << 18;

// The weight [O, I] as [I, O].
std::vector<float> transposed(const tensor::Tensor& weight) {
  const auto outputs = static_cast<std::size_t>(weight.shape()[0]);
  const auto inputs = static_cast<std::size_t>(weight.shape()[1]);
  std::vector<float> turned(weight.values().size());
  for (std::size_t o = 0; o < outputs; ++o) {
    for (std::size_t i = 0; i < inputs; ++i)
      turned[i * outputs + o] = weight.values()[o * inputs + i];
  }
  return turned;
}

}  // namespace

tensor::Tensor linear(const tensor::Tensor& x, const tensor::Tensor& weight,
                      std::span<const float> bias) {
  const std::int64_t outputs = weight.shape()[0];
  const std::int64_t inputs = weight.shape()[1];
  tensor::Shape shape = x.shape();
  shape.back() = weight.shape()[0];
  const std::int64_t rows = tensor::product(std::span(x.shape()).first(x.rank() - 1));
  const std::vector<float> turned = transposed(weight);
  std::vector<float> values(static_cast<std::size_t>(rows * outputs), 0.0F);
  const auto products = std::max<std::int64_t>(static_cast<std::int64_t>(weight.size()), 1);
  const std::int64_t grain = std::max<std::int64_t>(kGrain / products, 1);
  base::parallel_for(rows, grain, 0, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t first = 0; first < outputs; first += kSums) {
      const std::int64_t count = std::min(kSums, outputs - first);
      float* const sums = values.data() + begin * outputs + first;
      add_product<float>({.a = x.values().data() + begin * inputs,
                          .a_row = inputs,
                          .a_column = 1,
                          .b = turned.data() + first,
                          .b_row = outputs,
                          .out = sums,
                          .out_row = outputs,
                          .rows = end - begin,
                          .inner = inputs,
                          .columns = count});
      if (bias.empty()) continue;
      for (std::int64_t r = 0; r < end - begin; ++r) {
        for (std::int64_t o = 0; o < count; ++o) {
          sums[r * outputs + o] += bias[static_cast<std::size_t>(first + o)];
        }
      }
    }
  });
  return *tensor::Tensor::from_values(std::move(shape), std::move(values));
}

}  // namespace normscope::torch_arithmetic
