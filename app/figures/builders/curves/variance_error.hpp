// SPDX-License-Identifier: MIT
// The figure `variance-error`: which way to compute a variance loses its digits, and where.
#pragma once

#include "app/figures/builders/catalogue.hpp"

namespace normscope::figures {

/// The relative error of the selected group's variance in the ways of results::kVarianceWays: moved
/// to other means, repeated to other lengths, and in every format. Marked are the group's own mean
/// and length; shaded are means at which storing the numbers alone changes the variance by more
/// than 1 %.
/// shape   of a normalization that subtracts the mean of its input; larger groups than
///         results::kLongestOfErrors have a message
/// errors  as results::variance_errors_over_offset; where there is nothing to show, the figure says
///         why
base::Expected<Figure> variance_error(const results::Evaluation& evaluation,
                                      const FigureRequest& request);

}  // namespace normscope::figures
