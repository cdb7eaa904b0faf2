// SPDX-License-Identifier: MIT
// The figures of a comparison: A and B where the figures of one operation show before and after.
#pragma once

#include "app/figures/builders/catalogue.hpp"

namespace normscope::figures {

/// The comparison of an evaluation; null where nothing is compared, or B could not be computed.
const results::Compared* comparison_of(const results::Evaluation& evaluation);

/// Says the names of both sides, which are too long for a panel's title, before other notes.
void add_names(const results::Compared& compared, Figure& figure);

/// `distribution` and `statistics` of both outputs, `difference` of the outputs, and `heatmap`: a
/// step of A, of B, and A - B.
/// shape   of an evaluation with a comparison
/// errors  as the figures of one operation; InvalidArgument: B does not have the step of the heat
///         map, or has it over other groups
base::Expected<Figure> compared_distribution(const results::Evaluation& evaluation,
                                             const FigureRequest& request);
base::Expected<Figure> compared_statistics(const results::Evaluation& evaluation,
                                           const FigureRequest& request);
base::Expected<Figure> compared_difference(const results::Evaluation& evaluation,
                                           const FigureRequest& request);
base::Expected<Figure> compared_heatmap(const results::Evaluation& evaluation,
                                        const FigureRequest& request);

}  // namespace normscope::figures
