// SPDX-License-Identifier: MIT
// What each figure takes from an evaluation: the builders of the catalogue, where a figure's own
// source knows nothing but its numbers.
#pragma once

#include "app/figures/builders/catalogue.hpp"

namespace normscope::figures {

/// The figure of the catalogue with this name, unmarked.
/// errors  as make_figure, of one that the evaluation has
base::Expected<Figure> build_distribution(const results::Evaluation& evaluation,
                                          const FigureRequest& request);
base::Expected<Figure> build_profile(const results::Evaluation& evaluation,
                                     const FigureRequest& request);
base::Expected<Figure> build_statistics(const results::Evaluation& evaluation,
                                        const FigureRequest& request);
base::Expected<Figure> build_heatmap(const results::Evaluation& evaluation,
                                     const FigureRequest& request);
base::Expected<Figure> build_softmax(const results::Evaluation& evaluation,
                                     const FigureRequest& request);
base::Expected<Figure> build_difference(const results::Evaluation& evaluation,
                                        const FigureRequest& request);
base::Expected<Figure> build_backend_error(const results::Evaluation& evaluation,
                                           const FigureRequest& request);
base::Expected<Figure> build_stage(const results::Evaluation& evaluation,
                                   const FigureRequest& request);

}  // namespace normscope::figures
