// SPDX-License-Identifier: MIT
// See sum.hpp.
#include "core/torch_arithmetic/sum.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/base/vectors.hpp"
#include "core/torch_arithmetic/lanes.hpp"
#include "core/torch_arithmetic/loop.hpp"

namespace normscope::torch_arithmetic {
namespace {

constexpr std::int64_t kLevels = 4;        // levels of a cascade
constexpr std::int64_t kParallelSums = 4;  // cascades at a time, for instruction-level parallelism

// `kSums` cascades at once: sum k takes load(i, k) for i in [0, count). Level 0 collects a block,
// level 1 collects blocks, and so on; the levels are added up at the end.
template <class Value, std::size_t kSums, class Load>
std::array<Value, kSums> cascade(std::int64_t count, const Load& load) {
  const std::int64_t power = std::max<std::int64_t>(4, ceil_log2(count) / kLevels);
  const std::int64_t block = std::int64_t{1} << power;
  const std::int64_t mask = block - 1;
  std::array<std::array<Value, kSums>, kLevels> level{};
  const auto add = [&](std::int64_t i) {
    for (std::size_t k = 0; k < kSums; ++k) level[0][k] += load(i, static_cast<std::int64_t>(k));
  };
  std::int64_t i = 0;
  while (i + block <= count) {
    for (const std::int64_t end = i + block; i < end; ++i) add(i);
    for (std::size_t j = 1; j < kLevels; ++j) {
      for (std::size_t k = 0; k < kSums; ++k) {
        level[j][k] += level[j - 1][k];
        level[j - 1][k] = Value{};
      }
      if ((i & (mask << (static_cast<std::int64_t>(j) * power))) != 0) break;
    }
  }
  for (; i < count; ++i) add(i);
  for (std::size_t j = 1; j < kLevels; ++j) {
    for (std::size_t k = 0; k < kSums; ++k) level[0][k] += level[j][k];
  }
  return level[0];
}

// One sum of load(i), distributed over four cascades.
template <class Value, class Load>
Value single_sum(std::int64_t count, const Load& load) {
  const std::int64_t per_cascade = count / kParallelSums;
  auto partial = cascade<Value, kParallelSums>(
      per_cascade, [&](std::int64_t i, std::int64_t k) { return load(i * kParallelSums + k); });
  for (std::int64_t i = per_cascade * kParallelSums; i < count; ++i) partial[0] += load(i);
  for (std::size_t k = 1; k < kParallelSums; ++k) partial[0] += partial[k];
  return partial[0];
}

// A contiguous row of at least one whole vector.
template <class T>
T contiguous_sum(const T* x, std::int64_t size) {
  constexpr std::int64_t kWidth = LanesOf<T>::kCount;
  const std::int64_t whole = size / kWidth;
  const auto lanes = single_sum<LanesOf<T>>(
      whole, [&](std::int64_t i) { return LanesOf<T>::load(x + i * kWidth); });
  T result{};
  for (std::int64_t i = whole * kWidth; i < size; ++i) result += x[i];
  for (std::int64_t i = 0; i < kWidth; ++i) result += lanes[i];
  return result;
}

template <class T>
T strided_sum(const T* x, std::int64_t size, std::int64_t stride) {
  return single_sum<T>(size, [&](std::int64_t i) { return x[i * stride]; });
}

// Two levels of the loop, with the addresses of their first input and output element.
template <class T>
struct Plane {
  const T* input = nullptr;
  T* output = nullptr;
  ReductionLevel reduced{};
  ReductionLevel other{};

  void add(std::int64_t j, T value) const { output[j * other.output_stride()] += value; }
  const T* column(std::int64_t j) const { return input + j * other.input_stride(); }
};

// Contiguous neighbouring columns: four vectors at a time, then single vectors, then single
// columns.
template <class T>
void add_vector_columns(const Plane<T>& p) {
  constexpr std::int64_t kWidth = LanesOf<T>::kCount;
  const std::int64_t stride = p.reduced.input_stride();
  const auto add_lanes = [&](std::int64_t j, const LanesOf<T>& sums) {
    for (std::int64_t i = 0; i < kWidth; ++i) p.add(j + i, sums[i]);
  };
  constexpr std::int64_t kWide = kParallelSums * kWidth;
  std::int64_t j = 0;
  for (; j + kWide <= p.other.size; j += kWide) {
    const auto sums =
        cascade<LanesOf<T>, kParallelSums>(p.reduced.size, [&](std::int64_t i, std::int64_t k) {
          return LanesOf<T>::load(p.column(j) + i * stride + k * kWidth);
        });
    for (std::int64_t k = 0; k < kParallelSums; ++k) {
      add_lanes(j + k * kWidth, sums[static_cast<std::size_t>(k)]);
    }
  }
  for (; j + kWidth <= p.other.size; j += kWidth) {
    add_lanes(j, single_sum<LanesOf<T>>(p.reduced.size, [&](std::int64_t i) {
                return LanesOf<T>::load(p.column(j) + i * stride);
              }));
  }
  for (; j < p.other.size; ++j) p.add(j, strided_sum(p.column(j), p.reduced.size, stride));
}

// Columns that are not contiguous: four at a time, without vectors.
template <class T>
void add_columns(const Plane<T>& p) {
  std::int64_t j = 0;
  for (; j + kParallelSums <= p.other.size; j += kParallelSums) {
    const auto sums =
        cascade<T, kParallelSums>(p.reduced.size, [&](std::int64_t i, std::int64_t k) {
          return p.column(j + k)[i * p.reduced.input_stride()];
        });
    for (std::int64_t k = 0; k < kParallelSums; ++k) {
      p.add(j + k, sums[static_cast<std::size_t>(k)]);
    }
  }
  for (; j < p.other.size; ++j) {
    p.add(j, strided_sum(p.column(j), p.reduced.size, p.reduced.input_stride()));
  }
}

template <class T>
void add_plane(Plane<T> p) {
  constexpr std::int64_t kWidth = LanesOf<T>::kCount;
  if (p.reduced.output_stride() != 0 && p.other.output_stride() == 0) std::swap(p.reduced, p.other);
  if (p.reduced.output_stride() != 0) {  // nothing is reduced
    for (std::int64_t j = 0; j < p.other.size; ++j) {
      for (std::int64_t i = 0; i < p.reduced.size; ++i) {
        p.output[j * p.other.output_stride() + i * p.reduced.output_stride()] +=
            p.column(j)[i * p.reduced.input_stride()];
      }
    }
  } else if (p.reduced.input_stride() == 1 && p.reduced.size >= kWidth) {
    for (std::int64_t j = 0; j < p.other.size; ++j) {
      p.add(j, contiguous_sum(p.column(j), p.reduced.size));
    }
  } else if (p.other.input_stride() == 1 && p.other.size >= kWidth) {
    add_vector_columns(p);
  } else if (p.reduced.input_stride() < p.other.input_stride()) {
    for (std::int64_t j = 0; j < p.other.size; ++j) {
      p.add(j, strided_sum(p.column(j), p.reduced.size, p.reduced.input_stride()));
    }
  } else {
    add_columns(p);
  }
}

template <class T>
void sum_all(const ViewOf<T>& x, Dimensions dims, std::span<T> out) {
  std::fill(out.begin(), out.end(), T{});
  if (x.size() == 0) return;
  const ReductionLoop loop = reduction_loop(x, dims);
  for_each_outer(loop, 2, [&](const auto& at) {
    const Plane<T> plane{x.values.data() + at[1], out.data() + at[0], loop[0], loop[1]};
    base::in_vectors([=] { add_plane(plane); });
  });
}

}  // namespace

void sum(const ViewOf<float>& x, Dimensions dims, std::span<float> out) {
  sum_all(x, dims, out);
}

void sum(const ViewOf<double>& x, Dimensions dims, std::span<double> out) {
  sum_all(x, dims, out);
}

tensor::Tensor sum(const View& x, Dimensions dims, bool keepdim) {
  tensor::Shape shape = reduced_shape(x.shape, dims, keepdim);
  std::vector<float> values(static_cast<std::size_t>(tensor::product(shape)), 0.0F);
  sum_all<float>(x, dims, values);
  return *tensor::Tensor::from_values(std::move(shape), std::move(values));
}

tensor::Tensor mean(const View& x, Dimensions dims, bool keepdim) {
  tensor::Tensor result = sum(x, dims, keepdim);
  const std::int64_t count = tensor::product(x.shape) / std::max<std::int64_t>(result.size(), 1);
  for (float& value : result.values()) value /= static_cast<float>(count);
  return result;
}

float sum(std::span<const float> row) {
  const auto size = static_cast<std::int64_t>(row.size());
  if (size < kLanes) return strided_sum(row.data(), size, 1);
  return base::in_vectors([=] { return contiguous_sum(row.data(), size); });
}

float mean(std::span<const float> row) {
  return sum(row) / static_cast<float>(row.size());
}

}  // namespace normscope::torch_arithmetic
