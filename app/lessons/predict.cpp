// SPDX-License-Identifier: MIT
#include "app/lessons/predict.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/text/translate.hpp"

namespace normscope::lessons {

namespace {

bool is_near(const NumberQuestion& question, double answer) {
  if (std::isnan(question.value)) return std::isnan(answer);
  // Infinities have no distance.
  return answer == question.value || std::abs(answer - question.value) <= question.within;
}

std::string verdict_of(const NumberQuestion& question, double answer) {
  const double gap = std::abs(question.value - answer);
  if (is_near(question, answer)) {
    if (gap == 0) return tr("Right: {right}.", arg("right", question.text));
    return tr("Right: you said {answer}, it is {right}.", arg("answer", answer),
              arg("right", question.text));
  }
  if (!std::isfinite(gap)) {
    return tr("You said {answer}; it is {right}.", arg("answer", answer),
              arg("right", question.text));
  }
  // Two digits tell how large a gap is.
  const std::string size = gap < 100 ? fmt::format("{:.2g}", gap) : fmt::format("{:.0f}", gap);
  return tr(question.value > answer ? tr_later("You said {answer}; it is {right}, {gap} more.")
                                    : tr_later("You said {answer}; it is {right}, {gap} less."),
            arg("answer", answer), arg("right", question.text), arg("gap", size));
}

std::string cell_text(const document::Selection& cell) {
  return tr("row {row}, column {column}", arg("row", cell.row), arg("column", cell.column));
}

// Judges answers of the question's own kind.
struct Judge {
  const Answer& answer;

  bool operator()(const NumberQuestion& question) const {
    const auto* number = std::get_if<double>(&answer);
    return number != nullptr && is_near(question, *number);
  }
  bool operator()(const ChoiceQuestion& question) const {
    const auto* chosen = std::get_if<std::size_t>(&answer);
    return chosen != nullptr && *chosen < question.choices.size() &&
           question.choices[*chosen].right;
  }
  bool operator()(const CellQuestion& question) const {
    const auto* cell = std::get_if<document::Selection>(&answer);
    return cell != nullptr && *cell == question.cell;
  }
};

}  // namespace

bool is_right(const Prediction& prediction, const Answer& answer) {
  return std::visit(Judge{answer}, prediction.question);
}

std::string verdict_sentence(const Prediction& prediction, const Answer& answer) {
  const auto* number = std::get_if<NumberQuestion>(&prediction.question);
  const auto* said = std::get_if<double>(&answer);
  if (number != nullptr && said != nullptr) return verdict_of(*number, *said);
  const auto* cell = std::get_if<CellQuestion>(&prediction.question);
  const auto* selected = std::get_if<document::Selection>(&answer);
  if (cell != nullptr && selected != nullptr && *selected != cell->cell) {
    return tr("You chose {chosen}; it is {right}.", arg("chosen", cell_text(*selected)),
              arg("right", cell_text(cell->cell)));
  }
  return std::string(
      tr(is_right(prediction, answer) ? tr_later("Right.") : tr_later("Not this one.")));
}

}  // namespace normscope::lessons
