// SPDX-License-Identifier: MIT
// See norms.hpp.
#include <cmath>

#include "core/torch_arithmetic/moments.hpp"
#include "core/torch_arithmetic/norms.hpp"

namespace normscope::torch_arithmetic {

Normalized layer_norm(const tensor::Tensor& x, std::size_t trailing, Affine affine,
                      double epsilon) {
  Normalized result{x, {}, {}};
  const auto size =
      static_cast<std::size_t>(tensor::product(std::span(x.shape()).subspan(x.rank() - trailing)));
  const auto [gamma, beta] = affine;
  for (std::size_t at = 0; at < x.values().size(); at += size) {
    const auto row = result.output.values().subspan(at, size);
    const auto [mean, variance] = row_moments(std::span<const float>(row));
    const float rstd = 1.0F / std::sqrt(variance + static_cast<float>(epsilon));
    const float shift = -rstd * mean;
    for (std::size_t i = 0; i < size; ++i) {
      // Adding a zero for the missing beta is not idle: it turns -0 into 0, as PyTorch does.
      row[i] = std::fma(std::fma(row[i], rstd, shift), gamma.empty() ? 1.0F : gamma[i],
                        beta.empty() ? 0.0F : beta[i]);
    }
    result.mean.push_back(mean);
    result.rstd.push_back(rstd);
  }
  return result;
}

}  // namespace normscope::torch_arithmetic
