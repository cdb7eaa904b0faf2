// SPDX-License-Identifier: MIT
// See variance.hpp.
#include "core/torch_arithmetic/variance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/vectors.hpp"
#include "core/torch_arithmetic/loop.hpp"
#include "core/torch_arithmetic/sum.hpp"

namespace normscope::torch_arithmetic {
namespace {

double divided(double squares, std::int64_t count, std::int64_t correction) {
  return squares / static_cast<double>(std::max<std::int64_t>(0, count - correction));
}

// Welford's running mean and sum of squares.
struct Welford {
  double mean = 0.0;
  double squares = 0.0;
  std::int64_t count = 0;

  void add(double x) {
    ++count;
    const double before = x - mean;
    mean += before / static_cast<double>(count);
    squares += before * (x - mean);
  }
};

// The variance of the group that starts at `base`; `reduced` are the levels within the group.
template <class T>
double group_variance(const ViewOf<T>& x, const ReductionLoop& reduced, std::int64_t first,
                      std::int64_t correction) {
  Welford moments;
  for_each_run(reduced, [&](const auto& at, std::int64_t count, const auto& step) {
    const T* const from = x.values.data() + first + at[1];
    moments = base::in_vectors([=, stride = step[1]] {
      Welford running = moments;
      for (std::int64_t i = 0; i < count; ++i) running.add(static_cast<double>(from[i * stride]));
      return running;
    });
  });
  return divided(moments.squares, moments.count, correction);
}

template <class T>
double whole_variance(const ViewOf<T>& x, std::int64_t correction) {
  std::array<T, 1> total_of_values{};
  sum(x, {}, total_of_values);
  const auto average = static_cast<double>(total_of_values[0] / static_cast<T>(x.size()));
  const Loops<1> loop = elements_loop(x);
  double total = 0.0;
  for_each_outer(loop, 2, [&](const auto& base) {
    double squares = 0.0;
    for (std::int64_t j = 0; j < loop[1].size; ++j) {
      for (std::int64_t i = 0; i < loop[0].size; ++i) {
        const std::int64_t at = base[0] + j * loop[1].strides[0] + i * loop[0].strides[0];
        const double centred =
            static_cast<double>(x.values[static_cast<std::size_t>(at)]) - average;
        squares += centred * centred;
      }
    }
    total += squares;
  });
  return divided(total, x.size(), correction);
}

// Calls store(position in the result, variance) for each group.
template <class T, class Store>
void for_each_variance(const ViewOf<T>& x, Dimensions dims, std::int64_t correction,
                       std::int64_t results, const Store& store) {
  if (x.size() == 0) {
    for (std::int64_t i = 0; i < results; ++i) store(i, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  if (results == 1) {
    store(0, whole_variance(x, correction));
    return;
  }
  ReductionLoop reduced;
  ReductionLoop kept;
  for (const ReductionLevel& level : reduction_loop(x, dims)) {
    (level.output_stride() == 0 ? reduced : kept).push_back(level);
  }
  for_each_outer(kept, 0, [&](const auto& at) {
    store(at[0], group_variance(x, reduced, at[1], correction));
  });
}

}  // namespace

tensor::Tensor var(const View& x, Dimensions dims, std::int64_t correction, bool keepdim) {
  tensor::Shape shape = reduced_shape(x.shape, dims, keepdim);
  std::vector<float> values(static_cast<std::size_t>(tensor::product(shape)));
  for_each_variance<float>(x, dims, correction, static_cast<std::int64_t>(values.size()),
                           [&](std::int64_t i, double variance) {
                             values[static_cast<std::size_t>(i)] = static_cast<float>(variance);
                           });
  return *tensor::Tensor::from_values(std::move(shape), std::move(values));
}

tensor::Tensor std_dev(const View& x, Dimensions dims, std::int64_t correction, bool keepdim) {
  tensor::Shape shape = reduced_shape(x.shape, dims, keepdim);
  std::vector<float> values(static_cast<std::size_t>(tensor::product(shape)));
  for_each_variance<float>(x, dims, correction, static_cast<std::int64_t>(values.size()),
                           [&](std::int64_t i, double variance) {
                             values[static_cast<std::size_t>(i)] =
                                 static_cast<float>(std::sqrt(variance));
                           });
  return *tensor::Tensor::from_values(std::move(shape), std::move(values));
}

void var(const ViewOf<double>& x, Dimensions dims, std::int64_t correction, std::span<double> out) {
  for_each_variance(
      x, dims, correction, static_cast<std::int64_t>(out.size()),
      [&](std::int64_t i, double variance) { out[static_cast<std::size_t>(i)] = variance; });
}

float var_of_row(std::span<const float> row, std::int64_t correction) {
  const Welford moments = base::in_vectors([=] {
    Welford running;
    for (const float x : row) running.add(static_cast<double>(x));
    return running;
  });
  return static_cast<float>(divided(moments.squares, moments.count, correction));
}

}  // namespace normscope::torch_arithmetic
