// SPDX-License-Identifier: MIT
// Matrix products with the bits of the reference BLAS, which Debian's PyTorch calls: each element
// is summed in the order of the inner dimension, every product and sum rounded. The inner loop runs
// over columns, so that the compiler vectorizes it: the same roundings as one sum after the other,
// but many times as fast.
#pragma once

#include <cstdint>
#include <type_traits>

namespace normscope::torch_arithmetic {

/// The operands of one product; strides in elements. The columns of b and of out have stride 1.
template <class T>
struct MatrixProduct {
  const T* a = nullptr;  // [rows, inner]
  std::int64_t a_row = 0;
  std::int64_t a_column = 0;
  const T* b = nullptr;  // [inner, columns]
  std::int64_t b_row = 0;
  T* out = nullptr;  // [rows, columns]
  std::int64_t out_row = 0;
  std::int64_t rows = 0;
  std::int64_t inner = 0;
  std::int64_t columns = 0;
};

/// math    out += a b
/// numeric products added to `out` one after the other; integers wrap around
/// source  PyTorch 2.6, addmm; BLAS 3.11, sgemm and dgemm
template <class T>
void add_product(const MatrixProduct<T>& p) {
  using Wide = std::conditional_t<std::is_floating_point_v<T>, T, std::uint64_t>;
  for (std::int64_t i = 0; i < p.rows; ++i) {
    T* const sums = p.out + i * p.out_row;
    for (std::int64_t l = 0; l < p.inner; ++l) {
      // NOLINTNEXTLINE(bugprone-signed-char-misuse): its sign is meant, and sums wrap around
      const auto factor = static_cast<Wide>(p.a[i * p.a_row + l * p.a_column]);
      const T* const row = p.b + l * p.b_row;
      for (std::int64_t j = 0; j < p.columns; ++j) {
        sums[j] = static_cast<T>(static_cast<Wide>(sums[j]) + factor * static_cast<Wide>(row[j]));
      }
    }
  }
}

}  // namespace normscope::torch_arithmetic
