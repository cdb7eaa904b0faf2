// SPDX-License-Identifier: MIT
// See softmax.hpp.
#include "core/torch_arithmetic/softmax.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/vectors.hpp"
#include "core/torch_arithmetic/c_library.hpp"
#include "core/torch_arithmetic/elementwise.hpp"
#include "core/torch_arithmetic/lanes.hpp"

namespace normscope::torch_arithmetic {
namespace {

template <class T>
T largest_of(std::span<const T> row) {
  return base::in_vectors([=] {
    return reduce_row(
        row, [](T x) { return x; },
        [](const auto& a, const auto& b) { return vector_maximum(a, b); });
  });
}

template <class T>
T total_of(std::span<const T> row) {
  return base::in_vectors([=] {
    return reduce_row(
        row, [](T x) { return x; }, [](T a, T b) { return a + b; });
  });
}

// y = x - by
template <class T>
void subtract(const T* x, T by, T* y, std::int64_t count) {
  base::map_in_vectors(x, y, count, [by](T value) { return value - by; });
}

template <class T>
void softmax_row(std::span<const T> x, std::span<T> y, const SoftmaxFunctions<T>& functions) {
  T* const to = y.data();
  const auto count = static_cast<std::int64_t>(y.size());
  subtract(x.data(), largest_of(x), to, count);
  functions.exp(to, to, count);
  const T scale = T{1} / total_of(std::span<const T>(y));
  base::in_vectors([=] {
    for (std::int64_t i = 0; i < count; ++i) to[i] *= scale;
  });
}

// `powers` holds a row.
template <class T>
void log_softmax_row(std::span<const T> x, std::span<T> y, std::vector<T>& powers,
                     const SoftmaxFunctions<T>& functions) {
  const T* const from = x.data();
  T* const to = y.data();
  const auto count = static_cast<std::int64_t>(y.size());
  const T largest = largest_of(x);
  subtract(from, largest, powers.data(), count);
  functions.exp(powers.data(), powers.data(), count);
  const T total = functions.log(total_of(std::span<const T>(powers)));
  base::in_vectors([=] {
    for (std::int64_t i = 0; i < count; ++i) to[i] = from[i] - largest - total;
  });
}

// One column of a dimension that is not the last, beside PyTorch's vectors.
template <class T>
struct Column {
  const T* from;
  T* to;
  std::int64_t size;
  std::int64_t stride;

  T operator[](std::int64_t i) const { return from[i * stride]; }
};

template <class T>
void softmax_column(const Column<T>& x, const SoftmaxFunctions<T>& functions) {
  T largest = x[0];
  // PyTorch's scalar code uses std::max, which ignores a NaN that is not the first element.
  for (std::int64_t i = 1; i < x.size; ++i) largest = std::max(largest, x[i]);
  T total{};
  for (std::int64_t i = 0; i < x.size; ++i) {
    const T power = functions.c_library_exp(x[i] - largest);
    x.to[i * x.stride] = power;
    total += power;
  }
  for (std::int64_t i = 0; i < x.size; ++i) x.to[i * x.stride] /= total;
}

template <class T>
void log_softmax_column(const Column<T>& x, const SoftmaxFunctions<T>& functions) {
  T largest = -std::numeric_limits<T>::infinity();
  for (std::int64_t i = 0; i < x.size; ++i) largest = x[i] > largest ? x[i] : largest;
  T total{};
  for (std::int64_t i = 0; i < x.size; ++i) total += functions.c_library_exp(x[i] - largest);
  total = functions.log(total);
  for (std::int64_t i = 0; i < x.size; ++i) x.to[i * x.stride] = x[i] - largest - total;
}

// Neighbouring columns that PyTorch computes as lanes of vectors, some at a time.
template <class T>
class Columns {
 public:
  static constexpr std::int64_t kMost = 1024;

  Columns(const T* from, T* to, std::int64_t count, std::int64_t size, std::int64_t stride)
      : from_(from), to_(to), count_(count), size_(size), stride_(stride) {}

  void softmax(const SoftmaxFunctions<T>& functions) {
    std::copy_n(from_, count_, largest_.begin());
    find_largest([](T a, T b) { return vector_maximum(a, b); });
    add_powers(functions, true);
    for (std::int64_t i = 0; i < size_; ++i) {
      T* const to = to_ + i * stride_;
      const T* const total = total_.data();
      base::in_vectors([=, count = count_] {
        for (std::int64_t j = 0; j < count; ++j) to[j] /= total[j];
      });
    }
  }

  void log_softmax(const SoftmaxFunctions<T>& functions) {
    largest_.fill(-std::numeric_limits<T>::infinity());
    find_largest([](T a, T b) { return b > a ? b : a; });
    add_powers(functions, false);
    for (T& total : std::span(total_).first(static_cast<std::size_t>(count_))) {
      total = functions.log(total);
    }
    for (std::int64_t i = 0; i < size_; ++i) {
      const T* const from = from_ + i * stride_;
      T* const to = to_ + i * stride_;
      const T* const largest = largest_.data();
      const T* const total = total_.data();
      base::in_vectors([=, count = count_] {
        for (std::int64_t j = 0; j < count; ++j) to[j] = from[j] - largest[j] - total[j];
      });
    }
  }

 private:
  using Row = std::array<T, static_cast<std::size_t>(kMost)>;

  template <class Larger>
  void find_largest(const Larger& larger) {
    T* const largest = largest_.data();
    base::in_vectors([=, from = from_, size = size_, count = count_, stride = stride_] {
      for (std::int64_t i = 0; i < size; ++i) {
        for (std::int64_t j = 0; j < count; ++j) {
          largest[j] = larger(largest[j], from[i * stride + j]);
        }
      }
    });
  }

  // Adds e^(x - largest) to the totals, and keeps it where it is the result.
  void add_powers(const SoftmaxFunctions<T>& functions, bool keeps) {
    for (std::int64_t i = 0; i < size_; ++i) {
      const T* const from = from_ + i * stride_;
      T* const powers = keeps ? to_ + i * stride_ : powers_.data();
      const T* const largest = largest_.data();
      T* const total = total_.data();
      base::in_vectors([=, count = count_] {
        for (std::int64_t j = 0; j < count; ++j) powers[j] = from[j] - largest[j];
      });
      functions.exp(powers, powers, count_);
      base::in_vectors([=, count = count_] {
        for (std::int64_t j = 0; j < count; ++j) total[j] += powers[j];
      });
    }
  }

  const T* from_;
  T* to_;
  std::int64_t count_;
  std::int64_t size_;
  std::int64_t stride_;
  Row largest_{};
  Row total_{};
  Row powers_{};
};

template <class T, class RowKernel, class ColumnsKernel, class ColumnKernel>
void along(std::span<const T> x, std::span<T> y, const tensor::Shape& shape, std::size_t dim,
           const RowKernel& row_kernel, const ColumnsKernel& columns_kernel,
           const ColumnKernel& column_kernel) {
  if (x.empty()) return;
  const std::int64_t size = shape.empty() ? 1 : shape[dim];
  const auto count = static_cast<std::int64_t>(x.size());
  if (dim + 1 >= shape.size()) {
    for (std::int64_t at = 0; at < count; at += size) {
      row_kernel(x.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(size)),
                 y.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(size)));
    }
    return;
  }
  const std::int64_t inner = tensor::product(std::span(shape).subspan(dim + 1));
  const std::int64_t in_vectors = inner / LanesOf<T>::kCount * LanesOf<T>::kCount;
  for (std::int64_t outer = 0; outer < count; outer += size * inner) {
    const T* const from = x.data() + outer;
    T* const to = y.data() + outer;
    for (std::int64_t j = 0; j < in_vectors; j += Columns<T>::kMost) {
      columns_kernel(
          Columns<T>(from + j, to + j, std::min(Columns<T>::kMost, in_vectors - j), size, inner));
    }
    for (std::int64_t j = in_vectors; j < inner; ++j) {
      column_kernel(Column<T>{from + j, to + j, size, inner});
    }
  }
}

void exp_of_floats(const float* x, float* y, std::int64_t count) {
  const auto size = static_cast<std::size_t>(count);
  exp(std::span(x, size), std::span(y, size));
}

constexpr SoftmaxFunctions<float> kFloats{exp_of_floats, c_library_exp, log};

}  // namespace

template <class T>
void softmax(std::span<const T> x, std::span<T> y, const tensor::Shape& shape, std::size_t dim,
             const SoftmaxFunctions<T>& functions) {
  along(
      x, y, shape, dim,
      [&](std::span<const T> from, std::span<T> to) { softmax_row(from, to, functions); },
      [&](Columns<T> columns) { columns.softmax(functions); },
      [&](const Column<T>& column) { softmax_column(column, functions); });
}

template <class T>
void log_softmax(std::span<const T> x, std::span<T> y, const tensor::Shape& shape, std::size_t dim,
                 const SoftmaxFunctions<T>& functions) {
  std::vector<T> powers(shape.empty() ? 1 : static_cast<std::size_t>(shape[dim]));
  along(
      x, y, shape, dim,
      [&](std::span<const T> from, std::span<T> to) {
        log_softmax_row(from, to, powers, functions);
      },
      [&](Columns<T> columns) { columns.log_softmax(functions); },
      [&](const Column<T>& column) { log_softmax_column(column, functions); });
}

template void softmax(std::span<const float>, std::span<float>, const tensor::Shape&, std::size_t,
                      const SoftmaxFunctions<float>&);
template void softmax(std::span<const double>, std::span<double>, const tensor::Shape&, std::size_t,
                      const SoftmaxFunctions<double>&);
template void log_softmax(std::span<const float>, std::span<float>, const tensor::Shape&,
                          std::size_t, const SoftmaxFunctions<float>&);
template void log_softmax(std::span<const double>, std::span<double>, const tensor::Shape&,
                          std::size_t, const SoftmaxFunctions<double>&);

tensor::Tensor softmax(tensor::Tensor x, std::size_t dim) {
  const std::span<float> values = x.values();
  softmax(std::span<const float>(values), values, x.shape(), dim, kFloats);
  return x;
}

tensor::Tensor log_softmax(tensor::Tensor x, std::size_t dim) {
  const std::span<float> values = x.values();
  log_softmax(std::span<const float>(values), values, x.shape(), dim, kFloats);
  return x;
}

}  // namespace normscope::torch_arithmetic
