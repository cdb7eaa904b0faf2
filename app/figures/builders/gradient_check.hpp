// SPDX-License-Identifier: MIT
// The figure `gradient-check`: whether a backward pass is the derivative of its forward pass.
#pragma once

#include "app/figures/builders/catalogue.hpp"

namespace normscope::figures {

/// The error of dx of the selected group against central differences over their step, both
/// logarithmic: the worst and the median of the numbers that are moved, and gradcheck's step and
/// tolerance. Notes say which numbers these are, whether the gradient passes, and where the valley
/// is.
/// shape   of an evaluation with a backward pass; a larger group than results::kMostOfCheckedGroup has
///         a message
/// errors  none: where there is nothing to compare, the figure says why
base::Expected<Figure> gradient_check(const results::Evaluation& evaluation,
                                      const FigureRequest& request);

}  // namespace normscope::figures
