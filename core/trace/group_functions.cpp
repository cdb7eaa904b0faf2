// SPDX-License-Identifier: MIT
#include "core/trace/group_functions.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/vectors.hpp"
#include "core/torch_arithmetic/elementwise.hpp"
#include "core/torch_arithmetic/maximum.hpp"
#include "core/torch_arithmetic/sum.hpp"
#include "core/torch_arithmetic/variance.hpp"

namespace normscope::trace::function {

using tensor::Tensor;
using torch_arithmetic::Dimensions;
using torch_arithmetic::View;

namespace {

constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

float minimum_of(std::span<const float> group) {
  float least = std::numeric_limits<float>::infinity();
  for (const float a : group) {
    if (std::isnan(a)) return a;
    least = std::min(least, a);
  }
  return least;
}

// The larger of both; the first NaN stays.
template <class T>
T larger(T a, T b) {
  return !(b <= a) && a == a ? b : a;
}

// Every kLanes-th element is one of the same lane.
constexpr std::size_t kLanes = 64;

// lanes[0], from all of them.
template <class T, class Function>
T folded(std::array<T, kLanes>& lanes, Function function) {
  for (std::size_t half = kLanes / 2; half > 0; half /= 2) {
    for (std::size_t i = 0; i < half; ++i) lanes[i] = function(lanes[i], lanes[i + half]);
  }
  return lanes[0];
}

// The maxima of a group and of its lanes, in vectors. With one NaN the group's is NaN.
template <class T>
struct Tops {
  T whole = 0;
  std::array<T, kLanes> of_lane{};
};

template <class T>
Tops<T> tops_of(std::span<const T> group) {
  const T* const values = group.data();
  const std::size_t count = group.size() / kLanes * kLanes;
  Tops<T> tops = base::in_wide_vectors([=] {
    std::array<T, kLanes> lanes;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled next
    lanes.fill(-std::numeric_limits<T>::infinity());
    std::array<int, kLanes> nans{};
    for (std::size_t at = 0; at < count; at += kLanes) {
      for (std::size_t i = 0; i < kLanes; ++i) {
        const T value = values[at + i];
        lanes[i] = value > lanes[i] ? value : lanes[i];
        nans[i] |= value == value ? 0 : 1;
      }
      // Else the compiler takes two stretches at once, an order that no processor reads ahead in.
      std::atomic_signal_fence(std::memory_order_relaxed);
    }
    int any = 0;
    for (std::size_t i = 0; i < kLanes; ++i) any |= nans[i];
    Tops<T> result;
    result.of_lane = lanes;
    const T top = folded(lanes, [](T a, T b) { return b > a ? b : a; });
    result.whole = any == 0 ? top : std::numeric_limits<T>::quiet_NaN();
    return result;
  });
  for (std::size_t at = count; at < group.size(); ++at) {
    T& top = tops.of_lane[at - count];
    top = larger(top, values[at]);
    tops.whole = larger(tops.whole, values[at]);
  }
  return tops;
}

// A number that the threshold is not below. Of any elements, (their sum - 1) / their number is one;
// the more of them are above the threshold, the nearer it is.
template <class T>
T below_threshold(const Tops<T>& tops) {
  const T* const values = tops.of_lane.data();
  return base::in_wide_vectors([values, bound = tops.whole - T{1}]() mutable {
    for (int round = 0; round < 2; ++round) {
      std::array<T, kLanes> over;
      std::array<T, kLanes> count;
      for (std::size_t i = 0; i < kLanes; ++i) {
        const bool above = values[i] > bound;
        over[i] = above ? values[i] - bound : T{0};
        count[i] = above ? T{1} : T{0};
      }
      const T sum = folded(over, std::plus<>());
      const T number = folded(count, std::plus<>());
      bound += number > 0 && sum > 1 ? (sum - T{1}) / number : T{0};
    }
    return bound;
  });
}

// The elements that can be above the threshold, in no order.
template <class T>
std::vector<T> candidates(std::span<const T> group, const Tops<T>& tops) {
  // The quotients of sums below have four roundings each. An element that is this far below the
  // threshold makes them smaller by more than these.
  const T far = 4 * std::numeric_limits<T>::epsilon() * static_cast<T>(group.size() + 1) *
                (std::abs(tops.whole) + T{1});
  const T bound = std::max(tops.whole - T{1}, below_threshold(tops) - far);
  std::array<std::size_t, kLanes> lanes{};  // that have some
  std::size_t count = 0;
  for (std::size_t i = 0; i < kLanes; ++i) {
    lanes[count] = i;
    count += tops.of_lane[i] >= bound ? 1 : 0;
  }
  std::vector<T> found((group.size() / kLanes + 1) * count + 1);
  std::size_t kept = 0;
  for (std::size_t at = 0; at < group.size(); at += kLanes) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t place = at + lanes[i];
      if (place >= group.size()) break;
      found[kept] = group[place];
      kept += group[place] >= bound ? 1 : 0;
    }
  }
  found.resize(kept);
  return found;
}

// The largest of (sum of the k largest - 1) / k. The sums are made as torch.cumsum makes them: in
// double, each rounded.
template <class T>
T threshold_of(std::span<const T> group) {
  const Tops<T> tops = tops_of(group);
  if (std::isnan(tops.whole)) return tops.whole;
  std::vector<T> sorted = candidates(group, tops);
  std::ranges::sort(sorted, std::greater<>());
  double sum = 0;
  T threshold = -std::numeric_limits<T>::infinity();
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    sum += static_cast<double>(sorted[k]);
    threshold = std::max(threshold, (static_cast<T>(sum) - T{1}) / static_cast<T>(k + 1));
  }
  return threshold;
}

// Computes a statistic of each group of a view, in order, from its elements in order.
template <class Function>
Tensor each_group(const View& values, Dimensions dims, Function function) {
  const std::size_t rank = values.shape.size();
  const auto is_reduced = [&](std::size_t d) { return std::ranges::find(dims, d) != dims.end(); };
  std::vector<std::int64_t> bases{0};
  std::vector<std::int64_t> offsets{0};
  for (std::size_t d = 0; d < rank; ++d) {
    auto& positions = is_reduced(d) ? offsets : bases;
    std::vector<std::int64_t> more;
    more.reserve(positions.size() * static_cast<std::size_t>(values.shape[d]));
    for (const std::int64_t at : positions) {
      for (std::int64_t i = 0; i < values.shape[d]; ++i) more.push_back(at + i * values.strides[d]);
    }
    positions = std::move(more);
  }
  Tensor result = *Tensor::full({static_cast<std::int64_t>(bases.size())}, 0.0F);
  std::vector<float> group(offsets.size());
  for (std::size_t g = 0; g < bases.size(); ++g) {
    for (std::size_t k = 0; k < offsets.size(); ++k) {
      group[k] = values.values[static_cast<std::size_t>(bases[g] + offsets[k])];
    }
    result.values()[g] = function(std::as_const(group));
  }
  return result;
}

// The sum of exp(x - maximum) in one pass: a logit above the maximum so far scales the sum down.
float online_sum_of(std::span<const float> logits) {
  float top = kMinusInfinity;
  float sum = 0;
  for (const float logit : logits) {
    if (logit > top) {
      sum = sum * torch_arithmetic::exp(top - logit) + 1.0F;  // at first 0 times exp(-inf), 0
      top = logit;
    } else if (logit != kMinusInfinity) {
      sum += torch_arithmetic::exp(logit - top);
    }
  }
  // Logits of only -inf, or a maximum of +inf: NaN, as inf - inf in the two-pass chain.
  return std::isinf(top) && !logits.empty() ? std::nanf("") : sum;
}

}  // namespace

Tensor sum_over(const View& values, Dimensions dims, double c, std::int64_t size) {
  // Division by the count is torch.mean; division by another number is torch.sum and a division.
  if (c == static_cast<double>(size)) return torch_arithmetic::mean(values, dims);
  Tensor sums = torch_arithmetic::sum(values, dims);
  if (c == 1) return sums;
  for (float& sum : sums.values()) sum /= static_cast<float>(c);
  return sums;
}

double double_sum_over(std::span<const double> group, double c) {
  double sum = 0;
  for (const double a : group) sum += a;
  return sum / c;
}

Tensor maximum(const View& values, Dimensions dims, double /*c*/, std::int64_t /*size*/) {
  if (values.size() != 0) return torch_arithmetic::amax(values, dims);
  std::int64_t groups = 1;
  for (std::size_t d = 0; d < values.shape.size(); ++d) {
    if (std::ranges::find(dims, d) == dims.end()) groups *= values.shape[d];
  }
  return *Tensor::full({groups}, kMinusInfinity);  // empty groups
}

double double_maximum(std::span<const double> group, double /*c*/) {
  double top = -std::numeric_limits<double>::infinity();
  for (const double a : group) {
    if (std::isnan(a)) return a;  // as in torch, one NaN is the maximum
    top = std::max(top, a);
  }
  return top;
}

double double_minimum(std::span<const double> group, double /*c*/) {
  double least = std::numeric_limits<double>::infinity();
  for (const double a : group) {
    if (std::isnan(a)) return a;
    least = std::min(least, a);
  }
  return least;
}

double double_threshold(std::span<const double> group, double /*c*/) {
  return threshold_of(group);
}

Tensor variance(const View& values, Dimensions dims, double c, std::int64_t size) {
  const double correction = std::max(0.0, static_cast<double>(size) - c);
  return torch_arithmetic::var(values, dims, std::llround(correction));
}

double double_variance(std::span<const double> group, double c) {
  const double mean = double_sum_over(group, static_cast<double>(group.size()));
  double squares = 0;
  for (const double a : group) squares += (a - mean) * (a - mean);
  return squares / c;
}

Tensor minimum(const View& values, Dimensions dims, double /*c*/, std::int64_t /*size*/) {
  return each_group(values, dims, minimum_of);
}

Tensor threshold(const View& values, Dimensions dims, double /*c*/, std::int64_t /*size*/) {
  return each_group(values, dims, threshold_of<float>);
}

Tensor online_sum(const View& values, Dimensions dims, double /*c*/, std::int64_t /*size*/) {
  return each_group(values, dims, online_sum_of);
}

double double_online_sum(std::span<const double> group, double c) {
  const double top = double_maximum(group, c);
  double sum = 0;
  for (const double a : group) sum += std::exp(a - top);
  return sum;
}

float row_sum_over(std::span<const float> row, double c) {
  if (c == static_cast<double>(row.size())) return torch_arithmetic::mean(row);
  const float sum = torch_arithmetic::sum(row);
  return c == 1 ? sum : sum / static_cast<float>(c);
}
float row_maximum(std::span<const float> row, double /*c*/) {
  return tops_of(row).whole;
}
float row_minimum(std::span<const float> row, double /*c*/) {
  return minimum_of(row);
}
float row_variance(std::span<const float> row, double c) {
  const double correction = std::max(0.0, static_cast<double>(row.size()) - c);
  return torch_arithmetic::var_of_row(row, std::llround(correction));
}
float row_online_sum(std::span<const float> row, double /*c*/) {
  return online_sum_of(row);
}
float row_threshold(std::span<const float> row, double /*c*/) {
  return threshold_of(row);
}

}  // namespace normscope::trace::function
