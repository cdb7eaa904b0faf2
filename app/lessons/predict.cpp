// SPDX-License-Identifier: MIT
#include "app/lessons/predict.hpp"

#include <fmt/format.h>

#include <cmath>

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
    return gap == 0 ? fmt::format("Right: {}.", question.text)
                    : fmt::format("Right: you said {}, it is {}.", answer, question.text);
  }
  std::string sentence = fmt::format("You said {}; it is {}", answer, question.text);
  if (std::isfinite(gap)) {
    // Two digits tell how large a gap is.
    const std::string size = gap < 100 ? fmt::format("{:.2g}", gap) : fmt::format("{:.0f}", gap);
    sentence += fmt::format(", {} {}", size, question.value > answer ? "more" : "less");
  }
  return sentence + ".";
}

std::string cell_text(const document::Selection& cell) {
  return fmt::format("row {}, column {}", cell.row, cell.column);
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
    return fmt::format("You chose {}; it is {}.", cell_text(*selected), cell_text(cell->cell));
  }
  return is_right(prediction, answer) ? "Right." : "Not this one.";
}

}  // namespace normscope::lessons
