// SPDX-License-Identifier: MIT
#include "app/cells/lesson_notebook.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <set>
#include <string_view>

#include "app/cells/cell_output.hpp"
#include "app/cells/plain_numbers.hpp"
#include "app/document/descriptions.hpp"
#include "app/notebook/arrays/record.hpp"
#include "app/notebook/ipynb/magics.hpp"
#include "core/base/names.hpp"
#include "core/text/lines.hpp"
#include "core/text/numbers.hpp"

namespace normscope::cells {

namespace arrays = notebook::arrays;
using document::HandWritten;
using document::HandWrittenStep;
using notebook::recognition::Recognized;

namespace {

// The initial seed, fixed so that a lesson gives the same numbers every time.
constexpr std::uint64_t kSeed = 0;
// The largest array that can be put onto the stage, in elements: its numbers are copied, and saved
// with a session.
constexpr std::int64_t kMostElements = std::int64_t{1} << 24;
// The largest array whose hand-written steps keep their values, in elements: there are up to ten
// steps.
constexpr std::int64_t kMostStepElements = std::int64_t{1} << 17;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

std::string shape_text(const tensor::Shape& shape) {
  return text::joined(shape, " \xc3\x97 ");
}

// On the stage a scalar is a row of one number.
document::Array on_stage(tensor::Tensor values) {
  if (values.rank() > 0) return document::Array(std::move(values));
  return document::Array(*std::move(values).reshaped({1}));
}

document::Array kept_values(const trace::Trace& trace, int step) {
  auto whole = trace.whole(step);
  return whole ? document::Array(*std::move(whole)) : document::Array();
}

document::Parameter parameter_of(const trace::TensorRef& values) {
  if (values == nullptr) return {};
  return {true, document::Array(*values)};
}

document::NormSettings settings_of(const ops::NormOptions& options, const Recognized& found) {
  document::NormSettings settings;
  settings.options = options;
  settings.epsilon_on = options.epsilon_placement != ops::EpsilonPlacement::kNone;
  if (!settings.epsilon_on) {
    // Switched on again, epsilon has PyTorch's value and placement.
    settings.options.epsilon_placement = ops::EpsilonPlacement::kInside;
    settings.options.epsilon = ops::NormOptions{}.epsilon;
  }
  settings.gamma = parameter_of(found.gamma);
  settings.beta = parameter_of(found.beta);
  return settings;
}

}  // namespace

LessonNotebook::LessonNotebook(std::string lesson, std::vector<lessons::Cell> cells)
    : lesson_(std::move(lesson)), cells_(std::move(cells)), notebook_(kSeed) {}

CellResult LessonNotebook::run(int number, const std::stop_token& stop) {
  const lessons::Cell& cell = cells_[static_cast<std::size_t>(number - 1)];
  const std::string source = notebook::ipynb::without_settings(cell.source);
  if (const auto fault = notebook::ipynb::find_magic(source)) {
    CellResult result{number, CellState::kError};
    result.error = fmt::format("line {}: {}", fault->span.line, fault->message);
    return result;
  }
  ran_.push_back(number);
  const auto outcome = notebook_.run(source, fmt::format("cell {}", number),
                                     notebook::runtime::CellMode::kNotebook, stop);
  return cell_result(number, outcome, cell.output);
}

CellVariables LessonNotebook::variables() {
  CellVariables all;
  std::map<std::string, Known> known;
  for (const std::string& name : notebook_.engine().names()) {
    const arrays::Array* const array = notebook_.array(name);
    if (array == nullptr) continue;
    auto before = known_.find(name);
    if (before != known_.end() && before->second.matches(*array)) {
      known.insert(known_.extract(before));
    } else {
      arrays::Array view = *array;
      view.storage.reset();
      view.record.reset();
      known[name] = {array->storage, array->storage ? array->storage->version() : 0, array->record,
                     std::move(view), std::make_shared<const CellVariable>(describe(name, *array))};
    }
    all.push_back(known[name].variable);
  }
  known_ = std::move(known);
  // Numbers that are not arrays are listed after the arrays.
  for (const std::string& name : notebook_.engine().names()) {
    auto numbers = plain_numbers(notebook_.engine().find(name), kMostElements);
    if (!numbers) continue;
    CellVariable found{name, shape_text(numbers->values.shape()), numbers->type};
    found.variable = document::Variable{lesson_, name};
    found.values = on_stage(std::move(numbers->values));
    all.push_back(std::make_shared<const CellVariable>(std::move(found)));
  }
  return all;
}

bool LessonNotebook::Known::matches(const arrays::Array& array) const {
  return storage.lock() == array.storage && record.lock() == array.record && array.storage &&
         array.storage->version() == version && array.dtype == view.dtype &&
         array.shape == view.shape && array.strides == view.strides && array.offset == view.offset;
}

CellVariable LessonNotebook::describe(const std::string& name, const arrays::Array& array) const {
  CellVariable found{name, shape_text(array.shape),
                     std::string(base::name_of<arrays::Dtype>(arrays::kDtypeNames, array.dtype))};
  if (array.size() == 0) {
    found.error = "It holds no numbers.";
    return found;
  }
  if (array.size() > kMostElements) {
    found.error = fmt::format("It has more than {} numbers.", kMostElements);
    return found;
  }
  document::Variable variable{lesson_, name};
  if (const auto recognized = notebook::recognition::recognize(array)) {
    variable.hand_written = hand_written_of(*recognized);
    found.values = kept_values(recognized->trace, 0);
    const std::string lines = source_lines(*variable.hand_written);
    found.what = document::hand_written_description(*variable.hand_written);
    if (!lines.empty()) found.what += "; " + lines;
  }
  if (found.values.size() == 0) {
    variable.hand_written.reset();
    found.what.clear();
    auto values = tensor::Tensor::from_values(array.shape, arrays::values_of<float>(array));
    if (!values) {
      found.error = values.error().sentence;
      return found;
    }
    found.values = on_stage(*std::move(values));
  }
  found.variable = std::move(variable);
  return found;
}

HandWritten LessonNotebook::hand_written_of(const Recognized& found) const {
  HandWritten hand_written;
  if (const auto* norm = std::get_if<ops::NormOptions>(&found.options)) {
    hand_written.norm = settings_of(*norm, found);
  } else {
    hand_written.subject = document::Subject::kSoftmax;
    hand_written.softmax = std::get<ops::SoftmaxOptions>(found.options);
  }
  const auto& steps = found.trace.steps();
  const bool small = tensor::product(steps.front().shape) <= kMostStepElements;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    HandWrittenStep step{steps[i].name, steps[i].symbol, steps[i].formula};
    const auto& place = found.places[i];
    const bool known = place.run > 0 && place.run <= static_cast<int>(ran_.size());
    if (known && place.line > 0) {
      step.cell = ran_[static_cast<std::size_t>(place.run - 1)];
      step.line = place.line;
      step.text = trimmed(
          text::nth_line(cells_[static_cast<std::size_t>(step.cell - 1)].source, step.line));
    }
    if (small) step.values = kept_values(found.trace, static_cast<int>(i));
    hand_written.steps.push_back(std::move(step));
  }
  return hand_written;
}

// The lines of the steps after the input: "lines 3 to 7", "cell 2, line 4", "cells 2 to 4".
std::string LessonNotebook::source_lines(const HandWritten& hand_written) const {
  std::set<int> cells;
  std::set<int> lines;
  for (std::size_t i = 1; i < hand_written.steps.size(); ++i) {
    if (hand_written.steps[i].line == 0) continue;
    cells.insert(hand_written.steps[i].cell);
    lines.insert(hand_written.steps[i].line);
  }
  const auto range = [](const char* what, const std::set<int>& of) {
    if (of.size() == 1) return fmt::format("{} {}", what, *of.begin());
    const bool neighbours = *of.rbegin() == *of.begin() + 1;
    return fmt::format("{}s {} {} {}", what, *of.begin(), neighbours ? "and" : "to", *of.rbegin());
  };
  if (cells.empty()) return {};
  if (cells.size() > 1) return range("cell", cells);
  const std::string text = range("line", lines);
  return cells_.size() > 1 ? fmt::format("cell {}, {}", *cells.begin(), text) : text;
}

}  // namespace normscope::cells
