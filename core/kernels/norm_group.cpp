// SPDX-License-Identifier: MIT
#include "core/kernels/norm_group.hpp"

#include <algorithm>
#include <cmath>

#include "core/kernels/norm_vectors.hpp"

namespace normscope::kernels {

bool uses_vectors(const ops::NormOptions& options) {
  return options.algorithm == ops::VarianceAlgorithm::kTwoPass &&
         options.returned == ops::Returned::kNormalized && !options.running;
}

GroupMoments group_moments(std::span<const float> x, const ops::NormOptions& options) {
  const bool vectors = uses_vectors(options);
  return group_moments(x, vectors ? pivot_moments(x, options.centred()) : kBeyondFloats, options);
}

GroupMoments group_moments(std::span<const float> x, const RowMoments& by_vectors,
                           const ops::NormOptions& options) {
  if (std::isfinite(by_vectors.squares)) return {by_vectors, true};
  return {row_moments(x, options.centred(), options.algorithm), false};
}

GroupScale scale_of(const GroupMoments& group, std::size_t count, const ops::NormOptions& options) {
  const double rstd =
      1.0 / ops::denominator(group.moments.squares, static_cast<double>(count), options);
  const double mean = group.moments.mean;
  return {mean, options.centred() ? mean : 0.0, rstd, group.by_vectors && has_line(rstd)};
}

void write_group(std::span<const float> x, const GroupScale& scale, const ops::NormOptions& options,
                 const RowAffine& affine, std::span<float> y, bool past_caches) {
  if (scale.by_vectors) {
    return normalize_elements(x, line_of(scale.centre, scale.rstd), affine, y, past_caches);
  }
  switch (options.returned) {
    case ops::Returned::kNormalized:
      return normalize_row(x, scale.centre, scale.rstd, affine, y);
    case ops::Returned::kMean:
      return fill_row(scale.mean, affine, y);
    case ops::Returned::kInput:
      std::ranges::copy(x, y.begin());
  }
}

}  // namespace normscope::kernels
