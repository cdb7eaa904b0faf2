// SPDX-License-Identifier: MIT
// The figure `error-landscape`: for which numbers a normalization can be trusted in a number
// format, and for which it cannot.
#pragma once

#include "app/figures/builders/catalogue.hpp"

namespace normscope::figures {

/// The worst and the median error of the selected group's outputs under the document's plan, as
/// four maps in one scale of colours: the group moved to other means and spread to other
/// deviations, and moved and repeated to other lengths. Selected is the cell next to the group as
/// it is. Coarse: a value for each decade, else two.
/// shape   of a normalization by its options; of groups above results::kLongestOfErrors a message
/// errors  as results::error_map; where there is nothing to show, the figure says why
base::Expected<Figure> error_landscape(const results::Evaluation& evaluation,
                                       const FigureRequest& request);

}  // namespace normscope::figures
