// SPDX-License-Identifier: MIT
#include "app/handout/step_stage.hpp"

#include <string_view>
#include <utility>

#include "app/figures/builders/catalogue.hpp"
#include "app/results/evaluation.hpp"
#include "core/compute/compute.hpp"

namespace normscope::handout {

base::Expected<StepStage> stage_of(const document::Document& document, bool figure,
                                   const std::string& reveals) {
  const results::Evaluation evaluation =
      results::evaluate(document, 0, compute::make_backends(), compute::Device::kCpu);
  StepStage stage;
  if (evaluation.failure) {
    // A page without its tables would look whole.
    if (evaluation.failure->kind == base::ErrorKind::kTooLarge) {
      return tl::unexpected(*evaluation.failure);
    }
    return stage;
  }
  const auto add_figure = [&](std::string_view name) {
    const figures::FigureRequest request{.selection = document.selection, .document = &document};
    auto made = figures::make_figure(name, evaluation, request);
    if (made) stage.figures.push_back(*std::move(made));
  };
  if (document.view.layout == document::StageLayout::kAllSteps && reveals.empty()) {
    add_figure("stage");
  } else {
    stage.tables = stage_tables(evaluation, document, reveals);
  }
  if (figure && reveals.empty()) add_figure(document.view.figure);
  return stage;
}

}  // namespace normscope::handout
