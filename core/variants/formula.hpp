// SPDX-License-Identifier: MIT
// Whether two operations are one formula: options such as the algorithm change how a result is
// computed, not which result it is.
#pragma once

#include "core/compute/compute.hpp"

namespace normscope::variants {

/// Whether two operations give the same exact results whatever the input: they differ at most in
/// the algorithm, in options without effect, and in two names of one thing, such as RMS norm and a
/// layer norm without centring. Sizes of a normalized shape do not count, its rank does.
/// numeric never true for different formulas; formulas that agree only on some shapes, such as a
///         group norm with one group and a layer norm on rows, are different
bool same_on_paper(const compute::Operation& a, const compute::Operation& b);

}  // namespace normscope::variants
