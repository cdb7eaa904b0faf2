// SPDX-License-Identifier: MIT
// The selection in each figure: the selected value, and the values that are related to the marked
// one. A figure that was built for another selection of the same group and slice is changed in
// place.
#pragma once

#include <string>

#include "app/figures/builders/catalogue.hpp"

namespace normscope::figures {

/// The card with this id; the last one for an empty id.
/// errors  NotFound: no card of this id; the hint lists the known ones
base::Expected<const results::Card*> card_with(const results::Evaluation& evaluation,
                                               const std::string& id);

Figure highlight_distribution(Figure figure, const results::Evaluation& evaluation,
                              const FigureRequest& request);
Figure highlight_profile(Figure figure, const results::Evaluation& evaluation,
                         const FigureRequest& request);
Figure highlight_statistics(Figure figure, const results::Evaluation& evaluation,
                            const FigureRequest& request);
Figure highlight_heatmap(Figure figure, const results::Evaluation& evaluation,
                         const FigureRequest& request);
Figure highlight_softmax(Figure figure, const results::Evaluation& evaluation,
                         const FigureRequest& request);
Figure highlight_difference(Figure figure, const results::Evaluation& evaluation,
                            const FigureRequest& request);
Figure highlight_stage(Figure figure, const results::Evaluation& evaluation,
                       const FigureRequest& request);

}  // namespace normscope::figures
