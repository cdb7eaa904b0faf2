// SPDX-License-Identifier: MIT
#include "app/lessons/check.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "app/document/comparison.hpp"
#include "app/lessons/cells.hpp"
#include "app/lessons/practice.hpp"
#include "app/lessons/step_numbers.hpp"
#include "app/results/errors.hpp"
#include "core/compute/reference_group.hpp"
#include "core/ops/operation.hpp"
#include "core/stats/groups.hpp"
#include "core/text/translate.hpp"

namespace normscope::lessons {

using notebook::ipynb::NotebookCell;

namespace {

// By how much the output magnifies roundings of sums: a variance in one pass is the small
// difference of the mean square and the squared mean, and half of its relative error is that of the
// output.
double cancellation(const compute::Operation& operation, const results::Evaluation& evaluation) {
  const auto* const norm = std::get_if<ops::NormOptions>(&operation);
  if (norm == nullptr) return 1;
  const double epsilon = ops::epsilon_in_root(*norm);
  const auto groups = stats::group_moments(evaluation.activations->values(), evaluation.layout);
  double most = 1;
  for (const stats::Moments& group : groups.value_or(std::vector<stats::Moments>())) {
    const double mean_square = group.mean * group.mean + group.biased_variance;
    most = std::max(most, mean_square / (group.biased_variance + epsilon) / 2);
  }
  return most;
}

class Checker {
 public:
  Checker(const Lesson& lesson, const compute::Backends& backends,
          const notebook::check::NewSession& new_session, const CheckExercise& check_exercise)
      : lesson_(lesson),
        backends_(backends),
        new_session_(new_session),
        check_exercise_(check_exercise) {}

  std::vector<Finding> run() {
    if (lesson_.sets_stage) {
      for (const Step& step : lesson_.steps) check_step(step);
    }
    if (new_session_) check_cells();
    return std::move(findings_);
  }

 private:
  void add(int line, std::string sentence) { findings_.push_back({line, std::move(sentence)}); }

  void check_step(const Step& step) {
    const auto evaluation = results::evaluate(step.document, 0, backends_, compute::Device::kCpu);
    check_devices(step.document, step.line);
    if (document::other_operation(step.document) != nullptr) {
      check_devices(document::other_alone(step.document), step.line);
    }
    check_text(step.title, step.line);
    for (const Reported& number : step.reported) {
      if (number.is == number.here) continue;
      add(number.line, tr("reported is {reported}, but here it is {here}",
                          arg("reported", number.is), arg("here", number.here)));
    }
    for (const Block& block : step.blocks) {
      check_prose(block.inlines, block.line);
      const auto number = static_cast<std::size_t>(block.number);
      if (block.kind == BlockKind::kPrediction) {
        const Prediction& prediction = step.predictions[number];
        check_prediction(prediction, block.line);
        if (prediction.practice) check_practice(*prediction.practice, step.document, block.line);
      } else if (block.kind == BlockKind::kAct) {
        check_prose(step.acts[number].what, block.line);
        if (met(step.acts[number], step.document, evaluation)) {
          add(block.line, tr("this act is done before the reader does anything"));
        }
      } else if (block.kind == BlockKind::kExercise) {
        check_prose(step.exercises[number].task, block.line);
        if (!check_exercise_) continue;
        const std::string wrong = check_exercise_(step.exercises[number].problem);
        if (!wrong.empty()) add(block.line, wrong);
      }
    }
  }

  // Compares the output of every device with the reference.
  void check_devices(const document::Document& document, int line) {
    using compute::Device;
    const bool chain = document.subject == document::Subject::kChain;
    if (chain || document.precision != precision::Plan{}) return check_steps(document, line);
    for (const Device device : {Device::kCpu, Device::kReference, Device::kGpu}) {
      const auto evaluation = results::evaluate(document, 0, backends_, device);
      if (evaluation.failure) {
        const bool absent =
            device == Device::kGpu && evaluation.failure->kind == ErrorKind::kUnavailable;
        if (!absent) add(line, evaluation.failure->sentence);
        return;
      }
      const double bound = device == Device::kReference ? 0.5 : error_bound(document, evaluation);
      if (evaluation.error.ulps <= bound) continue;
      add(line, tr("the output of the {device} is {ulps:.3g} ULP from the reference, more than "
                   "{bound:.3g}",
                   arg("device", base::name_of(compute::device_names(), device)),
                   arg("ulps", evaluation.error.ulps), arg("bound", bound)));
    }
  }

  // A chain and a plan are computed by their steps alone, and a plan may lose digits.
  void check_steps(const document::Document& document, int line) {
    const auto evaluation = results::evaluate(document, 0, backends_, compute::Device::kCpu);
    if (evaluation.failure) add(line, evaluation.failure->sentence);
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
        add(line,
            tr("the answer is {answer}: ask for it as a choice", arg("answer", number->text)));
      }
    }
  }

  // Several days of a practice rule.
  void check_practice(const Practice& rule, const document::Document& document, int line) {
    constexpr std::uint64_t kDays = 12;
    for (std::uint64_t seed = 1; seed <= kDays; ++seed) {
      const auto drawn = draw_practice(rule, document, seed);
      if (!drawn) return add(line, tr("practice: {why}", arg("why", drawn.error().sentence)));
      check_prediction(*drawn, line);
      check_devices(*drawn->shows, line);
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
    add(line, tr("the number {number} is typed: name it, as in {{mean[0]}}, or write it as code",
                 arg("number", number)));
  }

  void check_cells() {
    const auto session = new_session_(0);
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
        add(line, tr("cell {cell} does not print its output block", arg("cell", number)));
      } else if (!cell.output && run.error) {
        add(line, tr("cell {cell} fails: {error}", arg("cell", number), arg("error", *run.error)));
      }
    }
  }

  const Lesson& lesson_;
  const compute::Backends& backends_;
  const notebook::check::NewSession& new_session_;
  const CheckExercise& check_exercise_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_lesson(const Lesson& lesson, const compute::Backends& backends,
                                  const notebook::check::NewSession& new_session,
                                  const CheckExercise& check_exercise) {
  return Checker(lesson, backends, new_session, check_exercise).run();
}

double error_bound(const document::Document& document, const results::Evaluation& evaluation) {
  const auto request = results::operation_request(document, evaluation.activations);
  const auto plan = compute::plan_request(request);
  if (!plan) return 0;
  // PyTorch's steps.
  const trace::Trace& trace = evaluation.stages.back().trace;
  const int last = static_cast<int>(trace.steps().size()) - 1;
  std::vector<float> y(static_cast<std::size_t>(request.x->size()));
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = trace.value(last, static_cast<std::int64_t>(i));
  const auto values = [](const auto& parameter) {
    return parameter ? parameter->values() : std::span<const float>();
  };
  const double torch = compute::output_error(*plan, request.x->values(), values(request.gamma),
                                             values(request.beta), y)
                           .ulps;
  double bound = 2 + 2 * torch;
  if (ops::sums_in_float(request.operation)) {
    // Two float32 sums of n terms in another order differ by n / 16 + 5 roundings each.
    const auto n = static_cast<double>(evaluation.layout.size);
    bound += (n / 16 + 5) * cancellation(request.operation, evaluation);
  }
  return bound;
}

}  // namespace normscope::lessons
