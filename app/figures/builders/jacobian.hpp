// SPDX-License-Identifier: MIT
// The figure `jacobian`: what the backward pass does to one group, whatever dy is.
#pragma once

#include "app/figures/builders/catalogue.hpp"

namespace normscope::figures {

/// The Jacobian of the selected group as a heat map, a row for each number of dy and a column for
/// each of dx; the matrices that it is the sum of, in its colours; its singular values as bars. A
/// note names those that are known on paper. Of a comparison the Jacobians of A and B, and A - B.
/// shape   of an evaluation with a backward pass; a larger group than results::kMostOfGroup has a
///         message
/// errors  none: where there is no Jacobian, the figure says why
base::Expected<Figure> jacobian(const results::Evaluation& evaluation,
                                const FigureRequest& request);

/// The figure with the column of the selected number of dx marked, or of dy the row.
Figure highlight_jacobian(Figure figure, const results::Evaluation& evaluation,
                          const FigureRequest& request);

}  // namespace normscope::figures
