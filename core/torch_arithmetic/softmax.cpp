// SPDX-License-Identifier: MIT
// See softmax.hpp.
#include "core/torch_arithmetic/softmax.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "core/torch_arithmetic/c_library.hpp"
#include "core/torch_arithmetic/elementwise.hpp"
#include "core/torch_arithmetic/lanes.hpp"
#include "core/torch_arithmetic/maximum.hpp"

namespace normscope::torch_arithmetic {
namespace {

float same(float x) {
  return x;
}
float plus(float a, float b) {
  return a + b;
}

void softmax_row(std::span<float> row) {
  const float largest = maximum(row);
  for (float& x : row) x = exp(x - largest);
  const float total = reduce_row(std::span<const float>(row), same, plus);
  const float scale = 1.0F / total;
  for (float& x : row) x *= scale;
}

void log_softmax_row(std::span<float> row) {
  const float largest = maximum(row);
  const float total = log(reduce_row(
      std::span<const float>(row), [&](float x) { return exp(x - largest); }, plus));
  for (float& x : row) x = x - largest - total;
}

// One column of a dimension that is not the last.
struct Column {
  float* first;
  std::int64_t size;
  std::int64_t stride;
  bool in_vector;  // whether PyTorch computes it as one lane of eight

  float& operator[](std::int64_t i) const { return first[i * stride]; }
  float exp_of(float x) const { return in_vector ? exp(x) : c_library_exp(x); }
};

void softmax_column(const Column& x) {
  float largest = x[0];
  for (std::int64_t i = 1; i < x.size; ++i) {
    // Beside the vectors it is std::max, which passes over a NaN that is not the first.
    largest = x.in_vector ? vector_maximum(largest, x[i]) : std::max(largest, x[i]);
  }
  float total = 0.0F;
  for (std::int64_t i = 0; i < x.size; ++i) {
    x[i] = x.exp_of(x[i] - largest);
    total += x[i];
  }
  for (std::int64_t i = 0; i < x.size; ++i) x[i] /= total;
}

void log_softmax_column(const Column& x) {
  float largest = -std::numeric_limits<float>::infinity();
  for (std::int64_t i = 0; i < x.size; ++i) largest = x[i] > largest ? x[i] : largest;
  float total = 0.0F;
  for (std::int64_t i = 0; i < x.size; ++i) total += x.exp_of(x[i] - largest);
  total = log(total);
  for (std::int64_t i = 0; i < x.size; ++i) x[i] = x[i] - largest - total;
}

template <class RowKernel, class ColumnKernel>
tensor::Tensor along(tensor::Tensor x, std::size_t dim, const RowKernel& row_kernel,
                     const ColumnKernel& column_kernel) {
  if (x.size() == 0) return x;
  const tensor::Shape& shape = x.shape();
  const std::int64_t size = shape.empty() ? 1 : shape[dim];
  if (dim + 1 >= shape.size()) {
    for (std::int64_t at = 0; at < x.size(); at += size) {
      row_kernel(x.values().subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(size)));
    }
    return x;
  }
  const std::int64_t inner = tensor::product(std::span(shape).subspan(dim + 1));
  for (std::int64_t outer = 0; outer < x.size(); outer += size * inner) {
    for (std::int64_t j = 0; j < inner; ++j) {
      column_kernel(
          Column{x.values().data() + outer + j, size, inner, j < inner / kLanes * kLanes});
    }
  }
  return x;
}

}  // namespace

tensor::Tensor softmax(const tensor::Tensor& x, std::size_t dim) {
  return along(x, dim, softmax_row, softmax_column);
}

tensor::Tensor log_softmax(const tensor::Tensor& x, std::size_t dim) {
  return along(x, dim, log_softmax_row, log_softmax_column);
}

}  // namespace normscope::torch_arithmetic
