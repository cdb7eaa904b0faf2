// SPDX-License-Identifier: MIT
// The estimators, placements and values of epsilon with which one normalization explains y.
#pragma once

#include <vector>

#include "core/variants/explain/explain.hpp"
#include "core/variants/explain/explain_tolerance.hpp"
#include "core/variants/explain/line_fit.hpp"
#include "core/variants/explain/norm_rows.hpp"

namespace normscope::variants {

/// One estimator and placement, with the range of epsilon that explains y.
struct NormFamily {
  ops::NormOptions options{};  // epsilon itself is not chosen yet
  Affine affine = Affine::kNone;
  OptionRange epsilon{};
};

/// The families that explain y without gamma and beta.
/// math    each element bounds 1 / denominator of its group, each group bounds epsilon
std::vector<NormFamily> search_plain(const NormRows& rows, const Tolerance& tolerance);

/// Whether gamma and beta have more equations than unknowns, each and together with epsilon.
/// shape   rows ordered by gamma's index
bool determines(const NormRows& rows, Affine affine);

/// The families that explain y with the fewest of gamma and beta; none where y can be explained
/// without x, or where no value is shared by more elements than there are unknowns. With gamma,
/// both estimators explain the same, and so do a count's epsilon and none.
/// shape   rows ordered by gamma's index
/// math    epsilon: least squares, to the minimum over its logarithm; then the bounds between which
///         every line passes its points
std::vector<NormFamily> search_affine(const NormRows& rows, const Tolerance& tolerance);

/// The lines of all gammas in the rows' order; nothing when one does not pass its points.
std::vector<Line> fit_lines(const NormRows& rows, const ops::NormOptions& options, Affine affine,
                            const Tolerance& tolerance);

}  // namespace normscope::variants
