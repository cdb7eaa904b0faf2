// SPDX-License-Identifier: MIT
// The figure `temperature`: what a softmax's temperature does, for temperatures of every size.
#pragma once

#include "app/figures/builders/catalogue.hpp"

namespace normscope::figures {

/// Against the temperature, logarithmic: the largest probabilities of the selected group, and the
/// entropy. The options' temperature is marked.
/// shape   of a softmax; larger groups than results::kMostOfCurve have a message
/// errors  none: where there is no curve, the figure says why
base::Expected<Figure> temperature(const results::Evaluation& evaluation,
                                   const FigureRequest& request);

}  // namespace normscope::figures
