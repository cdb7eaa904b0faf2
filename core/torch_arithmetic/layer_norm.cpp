// SPDX-License-Identifier: MIT
// See norms.hpp.
#include <cmath>
#include <utility>

#include "core/base/vectors.hpp"
#include "core/torch_arithmetic/moments.hpp"
#include "core/torch_arithmetic/norms.hpp"

namespace normscope::torch_arithmetic {
namespace {

// Without beta PyTorch adds 0, too, which turns -0 into 0.
template <class T>
T scaled(T normalized, const T* gamma, const T* beta, std::size_t i) {
  return std::fma(normalized, gamma == nullptr ? T{1} : gamma[i], beta == nullptr ? T{} : beta[i]);
}

}  // namespace

template <class T>
GroupNumbers<T> layer_norm(std::span<const T> x, std::span<T> y, std::size_t size,
                           AffineOf<T> affine, double epsilon, bool sixteen_bits) {
  GroupNumbers<T> numbers;
  const T* const gamma = affine.gamma.empty() ? nullptr : affine.gamma.data();
  const T* const beta = affine.beta.empty() ? nullptr : affine.beta.data();
  for (std::size_t at = 0; at < x.size(); at += size) {
    const auto [mean, variance] = row_moments(x.subspan(at, size), sixteen_bits);
    const T rstd = T{1} / std::sqrt(variance + static_cast<T>(epsilon));
    const T* const from = x.data() + at;
    T* const to = y.data() + at;
    base::in_vectors([=, centre = mean] {
      if (sixteen_bits) {
        for (std::size_t i = 0; i < size; ++i) {
          to[i] = scaled(std::fma(from[i], rstd, -centre * rstd), gamma, beta, i);
        }
      } else if (gamma == nullptr && beta != nullptr) {
        // Without gamma PyTorch's compiler leaves out the product with 1, and fuses the one with
        // rstd.
        for (std::size_t i = 0; i < size; ++i) to[i] = std::fma(from[i] - centre, rstd, beta[i]);
      } else {
        for (std::size_t i = 0; i < size; ++i) {
          to[i] = scaled((from[i] - centre) * rstd, gamma, beta, i);
        }
      }
    });
    numbers.mean.push_back(mean);
    numbers.rstd.push_back(rstd);
  }
  return numbers;
}

template GroupNumbers<float> layer_norm(std::span<const float>, std::span<float>, std::size_t,
                                        AffineOf<float>, double, bool);
template GroupNumbers<double> layer_norm(std::span<const double>, std::span<double>, std::size_t,
                                         AffineOf<double>, double, bool);

Normalized layer_norm(const tensor::Tensor& x, std::size_t trailing, Affine affine,
                      double epsilon) {
  tensor::Tensor output = x;
  const auto size =
      static_cast<std::size_t>(tensor::product(std::span(x.shape()).subspan(x.rank() - trailing)));
  auto numbers =
      layer_norm(std::span<const float>(x.values()), output.values(), size, affine, epsilon);
  return {std::move(numbers), std::move(output)};
}

}  // namespace normscope::torch_arithmetic
