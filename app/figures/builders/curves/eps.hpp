// SPDX-License-Identifier: MIT
// The figure `eps`: what a normalization's epsilon does, for epsilons of every size.
#pragma once

#include "app/figures/builders/catalogue.hpp"

namespace normscope::figures {

/// Against epsilon, logarithmic: how far the output of the selected group spreads, and the length
/// of dx for a dy of length 1, along the normalized numbers and across. The options' epsilon is
/// marked, and where epsilon is as large as what it is added to; shaded is what float16 has as 0.
/// shape   of a normalization; larger groups than results::kMostOfCurve have a message
/// errors  none: where there is no curve, the figure says why
base::Expected<Figure> eps(const results::Evaluation& evaluation, const FigureRequest& request);

}  // namespace normscope::figures
