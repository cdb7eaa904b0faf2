// SPDX-License-Identifier: MIT
#include "core/trace/summed_functions.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <vector>

#include "core/torch_arithmetic/elementwise.hpp"

namespace normscope::trace::function {

namespace {

// A number of the accumulator.
template <class T>
class InFormat {
 public:
  explicit InFormat(const formats::Summation& how) : how_(how), at_(how.at) {}
  T operator()(T value) {
    return static_cast<T>(formats::rounded_to(static_cast<double>(value),
                                              formats::format_of(how_.format), how_.rounding,
                                              how_.stream, at_++));
  }

 private:
  const formats::Summation& how_;
  std::uint64_t at_;
};

template <class T, class Function>
void each_row(const formats::Rows<T>& rows, std::span<T> places, Function function) {
  for (std::size_t row = 0; row < places.size(); ++row) {
    const auto size = static_cast<std::size_t>(rows.size);
    places[row] = function(rows.values.subspan(row * size, size));
  }
}

template <class T>
void sums(const formats::Rows<T>& rows, double c, const formats::Summation& how,
          std::span<T> places) {
  formats::sum_rows(rows, how, places);
  if (c == 1) return;
  for (T& place : places) place /= static_cast<T>(c);
}

template <class T>
void variances(const formats::Rows<T>& rows, double c, const formats::Summation& how,
               std::span<T> places) {
  each_row(rows, places, [&](std::span<const T> row) {
    return static_cast<T>(formats::squares_by_welford(row, how)) / static_cast<T>(c);
  });
}

float exponential_of(float a) {
  return torch_arithmetic::exp(a);
}
double exponential_of(double a) {
  return std::exp(a);
}

// As the recurrence in float32 (group_functions.cpp), each operation rounded.
template <class T>
void online_sums(const formats::Rows<T>& rows, double /*c*/, const formats::Summation& how,
                 std::span<T> places) {
  constexpr T kMinusInfinity = -std::numeric_limits<T>::infinity();
  each_row(rows, places, [&](std::span<const T> row) {
    InFormat<T> round(how);
    T top = kMinusInfinity;
    T sum{0};
    for (const T logit : row) {
      if (logit > top) {
        sum = round(round(sum * round(exponential_of(round(top - logit)))) + T{1});
        top = logit;
      } else if (logit != kMinusInfinity) {
        sum = round(sum + round(exponential_of(round(logit - top))));
      }
    }
    return std::isinf(top) && !row.empty() ? std::numeric_limits<T>::quiet_NaN() : sum;
  });
}

template <class T>
void thresholds(const formats::Rows<T>& rows, double /*c*/, const formats::Summation& how,
                std::span<T> places) {
  each_row(rows, places, [&](std::span<const T> row) {
    if (std::ranges::any_of(row, [](T a) { return std::isnan(a); })) {
      return std::numeric_limits<T>::quiet_NaN();
    }
    InFormat<T> round(how);
    std::vector<T> sorted(row.begin(), row.end());
    std::ranges::sort(sorted, std::greater<>());
    T sum{0};
    T threshold = -std::numeric_limits<T>::infinity();
    for (std::size_t k = 0; k < sorted.size(); ++k) {
      sum = round(sum + sorted[k]);
      threshold = std::max(threshold, round(round(sum - T{1}) / static_cast<T>(k + 1)));
    }
    return threshold;
  });
}

}  // namespace

using formats::Rows;
using formats::Summation;

void summed_sum(const Rows<float>& rows, double c, const Summation& how, std::span<float> places) {
  sums(rows, c, how, places);
}
void summed_sum(const Rows<double>& rows, double c, const Summation& how,
                std::span<double> places) {
  sums(rows, c, how, places);
}
void summed_variance(const Rows<float>& rows, double c, const Summation& how,
                     std::span<float> places) {
  variances(rows, c, how, places);
}
void summed_variance(const Rows<double>& rows, double c, const Summation& how,
                     std::span<double> places) {
  variances(rows, c, how, places);
}
void summed_online_sum(const Rows<float>& rows, double c, const Summation& how,
                       std::span<float> places) {
  online_sums(rows, c, how, places);
}
void summed_online_sum(const Rows<double>& rows, double c, const Summation& how,
                       std::span<double> places) {
  online_sums(rows, c, how, places);
}
void summed_threshold(const Rows<float>& rows, double c, const Summation& how,
                      std::span<float> places) {
  thresholds(rows, c, how, places);
}
void summed_threshold(const Rows<double>& rows, double c, const Summation& how,
                      std::span<double> places) {
  thresholds(rows, c, how, places);
}

}  // namespace normscope::trace::function
