// SPDX-License-Identifier: MIT
// See softmax.hpp.
#include "core/torch_arithmetic/softmax.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/torch_arithmetic/c_library.hpp"
#include "core/torch_arithmetic/elementwise.hpp"
#include "core/torch_arithmetic/lanes.hpp"

namespace normscope::torch_arithmetic {
namespace {

template <class T>
T same(T x) {
  return x;
}
template <class T>
T plus(T a, T b) {
  return a + b;
}

template <class T>
T largest_of(std::span<T> row) {
  return reduce_row(std::span<const T>(row), same<T>, vector_maximum<T>);
}

template <class T>
void softmax_row(std::span<T> row, const SoftmaxFunctions<T>& functions) {
  const T largest = largest_of(row);
  for (T& x : row) x = functions.exp(x - largest);
  const T total = reduce_row(std::span<const T>(row), same<T>, plus<T>);
  const T scale = T{1} / total;
  for (T& x : row) x *= scale;
}

template <class T>
void log_softmax_row(std::span<T> row, const SoftmaxFunctions<T>& functions) {
  const T largest = largest_of(row);
  const T total = functions.log(reduce_row(
      std::span<const T>(row), [&](T x) { return functions.exp(x - largest); }, plus<T>));
  for (T& x : row) x = x - largest - total;
}

// One column of a dimension that is not the last.
template <class T>
struct Column {
  T* first;
  std::int64_t size;
  std::int64_t stride;
  bool in_vector;  // whether PyTorch computes the column as one lane of a vector

  T& operator[](std::int64_t i) const { return first[i * stride]; }
};

template <class T>
void softmax_column(const Column<T>& x, const SoftmaxFunctions<T>& functions) {
  const auto exp_of = x.in_vector ? functions.exp : functions.c_library_exp;
  T largest = x[0];
  for (std::int64_t i = 1; i < x.size; ++i) {
    // PyTorch's scalar code uses std::max, which ignores a NaN that is not the first element.
    largest = x.in_vector ? vector_maximum(largest, x[i]) : std::max(largest, x[i]);
  }
  T total{};
  for (std::int64_t i = 0; i < x.size; ++i) {
    x[i] = exp_of(x[i] - largest);
    total += x[i];
  }
  for (std::int64_t i = 0; i < x.size; ++i) x[i] /= total;
}

template <class T>
void log_softmax_column(const Column<T>& x, const SoftmaxFunctions<T>& functions) {
  const auto exp_of = x.in_vector ? functions.exp : functions.c_library_exp;
  T largest = -std::numeric_limits<T>::infinity();
  for (std::int64_t i = 0; i < x.size; ++i) largest = x[i] > largest ? x[i] : largest;
  T total{};
  for (std::int64_t i = 0; i < x.size; ++i) total += exp_of(x[i] - largest);
  total = functions.log(total);
  for (std::int64_t i = 0; i < x.size; ++i) x[i] = x[i] - largest - total;
}

template <class T, class RowKernel, class ColumnKernel>
void along(std::span<T> values, const tensor::Shape& shape, std::size_t dim,
           const RowKernel& row_kernel, const ColumnKernel& column_kernel) {
  if (values.empty()) return;
  const std::int64_t size = shape.empty() ? 1 : shape[dim];
  const auto count = static_cast<std::int64_t>(values.size());
  if (dim + 1 >= shape.size()) {
    for (std::int64_t at = 0; at < count; at += size) {
      row_kernel(values.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(size)));
    }
    return;
  }
  const std::int64_t inner = tensor::product(std::span(shape).subspan(dim + 1));
  const std::int64_t in_vectors = inner / LanesOf<T>::kCount * LanesOf<T>::kCount;
  for (std::int64_t outer = 0; outer < count; outer += size * inner) {
    for (std::int64_t j = 0; j < inner; ++j) {
      column_kernel(Column<T>{values.data() + outer + j, size, inner, j < in_vectors});
    }
  }
}

constexpr SoftmaxFunctions<float> kFloats{exp, c_library_exp, log};

}  // namespace

template <class T>
void softmax(std::span<T> values, const tensor::Shape& shape, std::size_t dim,
             const SoftmaxFunctions<T>& functions) {
  along(
      values, shape, dim, [&](std::span<T> row) { softmax_row(row, functions); },
      [&](const Column<T>& column) { softmax_column(column, functions); });
}

template <class T>
void log_softmax(std::span<T> values, const tensor::Shape& shape, std::size_t dim,
                 const SoftmaxFunctions<T>& functions) {
  along(
      values, shape, dim, [&](std::span<T> row) { log_softmax_row(row, functions); },
      [&](const Column<T>& column) { log_softmax_column(column, functions); });
}

template void softmax(std::span<float>, const tensor::Shape&, std::size_t,
                      const SoftmaxFunctions<float>&);
template void softmax(std::span<double>, const tensor::Shape&, std::size_t,
                      const SoftmaxFunctions<double>&);
template void log_softmax(std::span<float>, const tensor::Shape&, std::size_t,
                          const SoftmaxFunctions<float>&);
template void log_softmax(std::span<double>, const tensor::Shape&, std::size_t,
                          const SoftmaxFunctions<double>&);

tensor::Tensor softmax(tensor::Tensor x, std::size_t dim) {
  softmax(x.values(), x.shape(), dim, kFloats);
  return x;
}

tensor::Tensor log_softmax(tensor::Tensor x, std::size_t dim) {
  log_softmax(x.values(), x.shape(), dim, kFloats);
  return x;
}

}  // namespace normscope::torch_arithmetic
