// SPDX-License-Identifier: MIT
#include "app/lessons/check.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "app/lessons/cells.hpp"
#include "app/lessons/step_numbers.hpp"
#include "app/notebook/session/checking.hpp"

namespace normscope::lessons {

using notebook::ipynb::NotebookCell;

namespace {

class Checker {
 public:
  explicit Checker(const Lesson& lesson) : lesson_(lesson) {}

  std::vector<Finding> run() {
    if (lesson_.sets_stage) {
      for (const Step& step : lesson_.steps) check_step(step);
    }
    check_cells();
    return std::move(findings_);
  }

 private:
  void add(int line, std::string sentence) { findings_.push_back({line, std::move(sentence)}); }

  void check_step(const Step& step) {
    const auto evaluation =
        results::evaluate(step.document, 0, compute::make_backends(), compute::Device::kCpu);
    if (evaluation.failure) add(step.line, evaluation.failure->sentence);
    check_text(step.title, step.line);
    for (const Block& block : step.blocks) {
      check_prose(block.inlines, block.line);
      const auto number = static_cast<std::size_t>(block.number);
      if (block.kind == BlockKind::kPrediction) {
        check_prediction(step.predictions[number], block.line);
      } else if (block.kind == BlockKind::kAct) {
        check_prose(step.acts[number].what, block.line);
        if (met(step.acts[number], step.document, evaluation)) {
          add(block.line, "this act is done before the reader does anything");
        }
      }
    }
  }

  void check_prediction(const Prediction& prediction, int line) {
    check_prose(prediction.ask, line);
    check_prose(prediction.reveal, line);
    if (const auto* choices = std::get_if<ChoiceQuestion>(&prediction.question)) {
      for (const Choice& choice : choices->choices) {
        check_prose(choice.text, line);
        check_prose(choice.why, line);
      }
    } else if (const auto* number = std::get_if<NumberQuestion>(&prediction.question)) {
      if (!std::isfinite(number->value)) {
        add(line, fmt::format("the answer is {}: ask for it as a choice", number->text));
      }
    }
  }

  void check_prose(const std::vector<Inline>& prose, int line) {
    for (const Inline& piece : prose) {
      if (!piece.code && !piece.formula && piece.reference.empty()) check_text(piece.text, line);
    }
  }

  void check_text(std::string_view text, int line) {
    const std::string_view number = typed_decimal(text);
    if (number.empty()) return;
    add(line, fmt::format("the number {} is typed: name it, as in {{mean[0]}}, or write it as code",
                          number));
  }

  void check_cells() {
    const auto session = notebook::session::new_sessions()(0);
    int number = 0;
    for (const Cell& cell : cells_of(lesson_)) {
      ++number;
      NotebookCell code;
      code.kind = notebook::ipynb::CellKind::kCode;
      code.source = cell.source;
      const auto run = session(code);
      // An output block holds all that a cell gives as one text, and ends with a line break.
      std::string given = notebook::check::text_of(run);
      if (!given.empty() && given.back() != '\n') given += '\n';
      const int line =
          lesson_.steps[static_cast<std::size_t>(cell.place.step)].blocks[cell.place.block].line;
      if (cell.output && given != *cell.output) {
        add(line, fmt::format("cell {} does not print its output block", number));
      } else if (!cell.output && run.error) {
        add(line, fmt::format("cell {} fails: {}", number, *run.error));
      }
    }
  }

  const Lesson& lesson_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_lesson(const Lesson& lesson) {
  return Checker(lesson).run();
}

}  // namespace normscope::lessons
