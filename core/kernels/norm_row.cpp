// SPDX-License-Identifier: MIT
#include "core/kernels/norm_row.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/kernels/lanes.hpp"

namespace normscope::kernels {
namespace {

RowMoments two_pass(std::span<const float> x, bool centred) {
  const auto n = static_cast<double>(x.size());
  const auto mean =
      lane_sum<double>(x.size(), [x](std::size_t k) { return static_cast<double>(x[k]); }) / n;
  const double centre = centred ? mean : 0.0;
  const auto squares = lane_sum<double>(x.size(), [x, centre](std::size_t k) {
    const double deviation = static_cast<double>(x[k]) - centre;
    return deviation * deviation;
  });
  return {mean, squares};
}

RowMoments one_pass(std::span<const float> x, bool centred) {
  const auto n = static_cast<float>(x.size());
  const float mean = lane_sum<float>(x.size(), [x](std::size_t k) { return x[k]; }) / n;
  const float mean_square =
      lane_sum<float>(x.size(), [x](std::size_t k) { return x[k] * x[k]; }) / n;
  const float variance = centred ? mean_square - mean * mean : mean_square;
  return {static_cast<double>(mean), static_cast<double>(variance) * static_cast<double>(n)};
}

RowMoments welford(std::span<const float> x, bool centred) {
  // Uncentred moments need no running mean.
  if (x.empty() || !centred) return two_pass(x, centred);
  double mean = 0;
  double squares = 0;
  double count = 0;
  for (const float value : x) {
    count += 1;
    const double before = static_cast<double>(value) - mean;
    mean += before / count;
    squares += before * (static_cast<double>(value) - mean);
  }
  // After an infinity the running mean becomes NaN (inf - inf); the two-pass sums keep infinities.
  return std::isfinite(mean) ? RowMoments{mean, squares} : two_pass(x, centred);
}

// Writes y[k] = gamma * core(k) + beta. An absent gamma or beta is skipped rather than replaced by
// 1 or 0: adding a zero would turn -0 into +0.
template <class Core>
void scale_and_shift(const RowAffine& affine, std::span<float> y, Core core) {
  const auto run = static_cast<std::size_t>(affine.run);
  const auto first = static_cast<std::size_t>(affine.first);
  const auto write = [&](auto scale, auto shift) {
    if (run == 1) {
      for (std::size_t k = 0; k < y.size(); ++k) {
        y[k] = static_cast<float>(shift(scale(core(k), first + k), first + k));
      }
      return;
    }
    std::size_t end = std::min(run - static_cast<std::size_t>(affine.into), y.size());
    for (std::size_t k = 0, at = first; k < y.size(); ++at) {
      for (; k < end; ++k) y[k] = static_cast<float>(shift(scale(core(k), at), at));
      end += std::min(run, y.size() - end);
    }
  };
  const auto keep = [](double value, std::size_t) { return value; };
  const auto scale = [gamma = affine.gamma](double value, std::size_t at) {
    return static_cast<double>(gamma[at]) * value;
  };
  const auto shift = [beta = affine.beta](double value, std::size_t at) {
    return value + static_cast<double>(beta[at]);
  };
  if (affine.gamma.empty()) {
    affine.beta.empty() ? write(keep, keep) : write(keep, shift);
  } else {
    affine.beta.empty() ? write(scale, keep) : write(scale, shift);
  }
}

}  // namespace

RowMoments row_moments(std::span<const float> x, bool centred, ops::VarianceAlgorithm algorithm) {
  switch (algorithm) {
    case ops::VarianceAlgorithm::kOnePass:
      return one_pass(x, centred);
    case ops::VarianceAlgorithm::kWelford:
      return welford(x, centred);
    case ops::VarianceAlgorithm::kTwoPass:
      break;
  }
  return two_pass(x, centred);
}

void normalize_row(std::span<const float> x, double centre, double rstd, const RowAffine& affine,
                   std::span<float> y) {
  scale_and_shift(affine, y, [x, centre, rstd](std::size_t k) {
    return (static_cast<double>(x[k]) - centre) * rstd;
  });
}

void fill_row(double value, const RowAffine& affine, std::span<float> y) {
  scale_and_shift(affine, y, [value](std::size_t) { return value; });
}

}  // namespace normscope::kernels
