// SPDX-License-Identifier: MIT
#include "app/exercises/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/names.hpp"
#include "core/text/joined.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"
#include "core/trace/step_name.hpp"

namespace normscope::exercises {

namespace {

// Four decimals are what a print of torch has; nine digits where four do not tell.
std::string number_text(double number, bool exact) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  if (exact) return fmt::format("{:.9g}", number);
  const double size = std::abs(number);
  return size != 0 && (size < 1e-3 || size >= 1e6) ? fmt::format("{:.3e}", number)
                                                   : fmt::format("{:.4f}", number);
}

template <class Value>
std::vector<std::vector<Value>> in_rows(const tensor::Shape& shape, std::vector<Value> values) {
  const std::size_t columns = shape.empty() ? 1 : static_cast<std::size_t>(shape.back());
  std::vector<std::vector<Value>> rows;
  for (std::size_t at = 0; columns > 0 && at < values.size(); at += columns) {
    const auto from = values.begin() + static_cast<std::ptrdiff_t>(at);
    rows.emplace_back(from,
                      from + static_cast<std::ptrdiff_t>(std::min(columns, values.size() - at)));
  }
  return rows;
}

ReportRow output_row(std::string label, const Output& output, bool exact) {
  std::vector<std::string> texts;
  texts.reserve(output.numbers.size());
  for (const double number : output.numbers) texts.push_back(number_text(number, exact));
  return {std::move(label), in_rows(output.shape, std::move(texts))};
}

// Which numbers of the learner's output are wrong, by rows.
std::vector<std::vector<bool>> wrong_numbers(const Output& yours, const RightOutput& right) {
  std::vector<char> wrong;
  for (std::size_t at = 0; at < yours.numbers.size(); ++at) {
    const double y = yours.numbers[at];
    const double r = at < right.output.numbers.size() ? right.output.numbers[at] : y;
    const bool same = y == r || (std::isnan(y) && std::isnan(r)) ||
                      std::abs(y - r) <= right.tolerance[std::min(at, right.tolerance.size() - 1)];
    wrong.push_back(same ? 0 : 1);
  }
  std::vector<std::vector<bool>> rows;
  for (const auto& row : in_rows(yours.shape, std::move(wrong))) {
    rows.emplace_back(row.begin(), row.end());
  }
  return rows;
}

std::string verdict_of(const Problem& problem, const Fault& fault) {
  const bool placed = fault.line > 0;
  const std::string call = call_words(problem, fault.inputs);
  switch (fault.kind) {
    case FaultKind::kForbidden:
      return placed
                 ? tr("{name} may not be used here, in line {line}: write it yourself.",
                      arg("name", fault.what), arg("line", fault.line))
                 : tr("{name} may not be used here: write it yourself.", arg("name", fault.what));
    case FaultKind::kNotRun:
      return placed ? tr("It does not run, in line {line}: {error}", arg("line", fault.line),
                         arg("error", fault.what))
                    : tr("It does not run: {error}", arg("error", fault.what));
    case FaultKind::kError:
      return placed ? tr("{call} ends with an error, in line {line}: {error}", arg("call", call),
                         arg("line", fault.line), arg("error", fault.what))
                    : tr("{call} ends with an error: {error}", arg("call", call),
                         arg("error", fault.what));
    case FaultKind::kChanges:
      return tr("{call} changes the numbers of {name}, which belong to its caller.",
                arg("call", call), arg("name", fault.what));
    case FaultKind::kCount:
      return tr("{call} has to return {outputs}, but returns {count} of them.", arg("call", call),
                arg("outputs", text::listed(problem.outputs)), arg("count", fault.what));
    case FaultKind::kShape:
      return tr("{output} of {call} has the shape ({right}), but yours has ({yours}).",
                arg("output", problem.outputs[fault.output]), arg("call", call),
                arg("right", text::joined(fault.right->output.shape)),
                arg("yours", text::joined(fault.yours->shape)));
    case FaultKind::kNotFinite:
    case FaultKind::kVisible:
      return tr("{call} gives another {output}.", arg("call", call),
                arg("output", problem.outputs[fault.output]));
    case FaultKind::kDigits:
      return tr("{call} loses digits of {output}: more than roundings do.", arg("call", call),
                arg("output", problem.outputs[fault.output]));
  }
  return {};
}

std::string list_text(const Output& output) {
  std::vector<std::string> texts;
  texts.reserve(output.numbers.size());
  for (const double number : output.numbers) texts.push_back(number_text(number, false));
  return text::listed(texts);
}

std::vector<std::string> parting_sentences(const Parted& parted) {
  std::vector<std::string> sentences;
  if (!parted.agreed.empty()) {
    std::string steps;
    for (const std::string& step : parted.agreed) {
      steps = text::listed(steps, trace::step_name_in_words(step));
    }
    sentences.push_back(tr("As in the solution: {steps}.", arg("steps", steps)));
  }
  if (parted.line > 0) {
    sentences.push_back(parted.yours ? tr("It parts in line {line}: {code} gives {numbers}.",
                                          arg("line", parted.line), arg("code", parted.text),
                                          arg("numbers", list_text(*parted.yours)))
                                     : tr("It parts in line {line}: {code}.",
                                          arg("line", parted.line), arg("code", parted.text)));
  }
  if (!parted.step.empty()) {
    sentences.push_back(parted.right ? tr("The solution's next step is {step} = {numbers}.",
                                          arg("step", trace::step_name_in_words(parted.step)),
                                          arg("numbers", list_text(*parted.right)))
                                     : tr("The solution's next step is {step}.",
                                          arg("step", trace::step_name_in_words(parted.step))));
  }
  return sentences;
}

void add_rows(const Problem& problem, const Fault& fault, Report& report) {
  for (const Argument& argument : fault.inputs) {
    ReportRow row{argument.name};
    std::vector<std::string> texts;
    texts.reserve(argument.values.size());
    for (const float value : argument.values) texts.push_back(text::float_to_text(value));
    row.cells = in_rows(argument.shape, std::move(texts));
    report.rows.push_back(std::move(row));
  }
  if (!fault.yours || !fault.right) return;
  const bool exact = fault.kind == FaultKind::kDigits;
  const std::string& name = problem.outputs[fault.output];
  report.rows.push_back(output_row(tr("your {output}", arg("output", name)), *fault.yours, exact));
  report.rows.back().wrong = wrong_numbers(*fault.yours, *fault.right);
  report.rows.push_back(
      output_row(tr("right {output}", arg("output", name)), fault.right->output, exact));
}

}  // namespace

Report report_of(const Problem& problem, const Judgement& judgement) {
  Report report;
  if (!judgement.fault) {
    report.verdict = tr_n("Right, with {n} input.", "Right, with {n} inputs.",
                          static_cast<std::int64_t>(judgement.inputs), arg("n", judgement.inputs));
    return report;
  }
  const Fault& fault = *judgement.fault;
  report.verdict = verdict_of(problem, fault);
  report.line = fault.line;
  add_rows(problem, fault, report);
  if (fault.parted) {
    report.sentences = parting_sentences(*fault.parted);
    if (fault.parted->line > 0) report.line = fault.parted->line;
  }
  if (!fault.guess.empty()) {
    report.sentences.push_back(
        tr("On ordinary numbers it is {operation}.", arg("operation", fault.guess)));
  }
  return report;
}

std::string report_text(const Report& report) {
  std::string text = report.verdict + "\n";
  std::size_t label = 0;
  std::size_t cell = 0;
  for (const ReportRow& row : report.rows) {
    label = std::max(label, row.label.size());
    for (const auto& cells : row.cells) {
      for (const std::string& each : cells) cell = std::max(cell, each.size());
    }
  }
  for (const ReportRow& row : report.rows) {
    for (std::size_t at = 0; at < row.cells.size(); ++at) {
      text += fmt::format("  {:<{}}", at == 0 ? row.label : "", label);
      for (const std::string& each : row.cells[at]) text += fmt::format("  {:>{}}", each, cell);
      text += "\n";
    }
  }
  for (const std::string& sentence : report.sentences) text += sentence + "\n";
  return text;
}

}  // namespace normscope::exercises
