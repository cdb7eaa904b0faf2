// SPDX-License-Identifier: MIT
#include "app/results/lost_digits.hpp"

#include <cmath>

#include "core/text/translate.hpp"

namespace normscope::results {

namespace {

// The examination, where it is of this stage.
const precision::Examination* examined(const Evaluation& evaluation, std::size_t stage) {
  return stage + 1 == evaluation.stages.size() ? evaluation.examined.get() : nullptr;
}

}  // namespace

int worst_step(const Evaluation& evaluation) {
  return evaluation.examined ? evaluation.examined->worst() : -1;
}

std::string worst_sentence(const Evaluation& evaluation) {
  const int step = worst_step(evaluation);
  if (step < 0) return {};
  const auto& report = evaluation.examined->steps()[static_cast<std::size_t>(step)];
  return evaluation.examined->sentence(step, report.at);
}

precision::Event event_of(const Evaluation& evaluation, std::size_t stage, int step,
                          std::int64_t at) {
  const auto* const of = examined(evaluation, stage);
  return of == nullptr ? precision::Event::kNone : of->event(step, at);
}

std::string sentence_of(const Evaluation& evaluation, std::size_t stage, int step,
                        std::int64_t at) {
  const auto* const of = examined(evaluation, stage);
  if (of == nullptr) return {};
  const std::string sentence = of->sentence(step, at);
  const double loss = of->cell(step, at).loss;
  if (!sentence.empty() && std::isfinite(loss)) {
    return tr("{sentence}, {loss:.3g} ULP of {format}", arg("sentence", sentence),
              arg("loss", loss), arg("format", of->format_of(step).name));
  }
  return sentence;
}

}  // namespace normscope::results
