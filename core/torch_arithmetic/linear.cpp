// SPDX-License-Identifier: MIT
// Each output is a sum of its own, in the order of the inputs. Sums of many outputs go side by
// side, over a transposed weight, so that the compiler makes vectors of them: the same roundings as
// one sum after the other, many times as fast.
#include "core/torch_arithmetic/linear.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/parallel.hpp"

namespace normscope::torch_arithmetic {
namespace {

// Outputs side by side: their sums stay in the processor's first cache.
constexpr std::size_t kSums = 256;
// Products that are worth a thread's piece.
constexpr std::int64_t kGrain = std::int64_t{1} << 18;

// [O, I] as [I, O].
std::vector<float> transposed(std::span<const float> weight, std::size_t outputs,
                              std::size_t inputs) {
  std::vector<float> turned(weight.size());
  for (std::size_t o = 0; o < outputs; ++o) {
    for (std::size_t i = 0; i < inputs; ++i) turned[i * outputs + o] = weight[o * inputs + i];
  }
  return turned;
}

// sums[o] += x[i] * weight[i, first + o], input after input.
void add_products(std::span<const float> x, std::span<const float> weight, std::size_t outputs,
                  std::size_t first, std::span<float> sums) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const float factor = x[i];
    const std::span<const float> row = weight.subspan(i * outputs + first, sums.size());
    for (std::size_t o = 0; o < sums.size(); ++o) sums[o] += factor * row[o];
  }
}

}  // namespace

tensor::Tensor linear(const tensor::Tensor& x, const tensor::Tensor& weight,
                      std::span<const float> bias) {
  const auto outputs = static_cast<std::size_t>(weight.shape()[0]);
  const auto inputs = static_cast<std::size_t>(weight.shape()[1]);
  tensor::Shape shape = x.shape();
  shape.back() = weight.shape()[0];
  const std::int64_t rows = tensor::product(std::span(x.shape()).first(x.rank() - 1));
  const std::vector<float> turned = transposed(weight.values(), outputs, inputs);
  std::vector<float> values(static_cast<std::size_t>(rows) * outputs, 0.0F);
  const auto products = std::max<std::int64_t>(static_cast<std::int64_t>(weight.size()), 1);
  const std::int64_t grain = std::max<std::int64_t>(kGrain / products, 1);
  base::parallel_for(rows, grain, 0, [&](std::int64_t begin, std::int64_t end) {
    for (std::size_t first = 0; first < outputs; first += kSums) {
      const std::size_t count = std::min(kSums, outputs - first);
      for (auto r = static_cast<std::size_t>(begin); r < static_cast<std::size_t>(end); ++r) {
        const std::span<float> sums = std::span(values).subspan(r * outputs + first, count);
        add_products(x.values().subspan(r * inputs, inputs), turned, outputs, first, sums);
        if (bias.empty()) continue;
        for (std::size_t o = 0; o < count; ++o) sums[o] += bias[first + o];
      }
    }
  });
  return *tensor::Tensor::from_values(std::move(shape), std::move(values));
}

}  // namespace normscope::torch_arithmetic
