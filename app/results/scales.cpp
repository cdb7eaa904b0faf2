// SPDX-License-Identifier: MIT
#include "app/results/scales.hpp"

#include <algorithm>
#include <string>

namespace normscope::results {

Quantity quantity_of(const Evaluation& evaluation, std::size_t card) {
  const Card& of = evaluation.cards[card];
  const trace::Trace& trace = evaluation.stages[of.stage].trace;
  if (of.stage + 1 < evaluation.stages.size() || of.step == 0) return Quantity::kValues;
  const auto& steps = trace.steps();
  const int exponential = trace.find("exponential");
  if (exponential >= 0) {
    const bool logarithms = steps.back().primitive != trace::Primitive::kDivide;
    const bool last = of.step + 1 == static_cast<int>(steps.size());
    const bool logarithm =
        steps[static_cast<std::size_t>(of.step)].primitive == trace::Primitive::kLogarithm ||
        (last && logarithms);
    return of.step < exponential || logarithm ? Quantity::kValues : Quantity::kExponentials;
  }
  const int normalized = trace.find("normalized");
  if (normalized >= 0 && of.step >= normalized) return Quantity::kNormalized;
  const std::string& name = steps[static_cast<std::size_t>(of.step)].name;
  const bool square = name.find("variance") != std::string::npos || name.find("square") == 0 ||
                      name.find("mean square") == 0;
  return square ? Quantity::kSquares : Quantity::kValues;
}

Scales scales_of(const Evaluation& evaluation) {
  Scales scales{};
  for (std::size_t card = 0; card < evaluation.cards.size(); ++card) {
    auto& scale = scales[static_cast<std::size_t>(quantity_of(evaluation, card))];
    scale = std::max(scale, evaluation.cards[card].limit);
  }
  return scales;
}

}  // namespace normscope::results
