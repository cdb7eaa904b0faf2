// SPDX-License-Identifier: MIT
#include "app/cells/lesson_notebook.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <set>
#include <string_view>

#include "app/cells/cell_output.hpp"
#include "app/document/descriptions.hpp"
#include "app/document/settings.hpp"
#include "core/base/names.hpp"
#include "core/text/lines.hpp"
#include "core/text/numbers.hpp"

namespace normscope::cells {

using document::HandWritten;
using document::HandWrittenStep;
using notebook::protocol::Variable;
using notebook::protocol::VariableKind;
using notebook::recognition::Recognized;

namespace {

// The initial seed, fixed so that a lesson gives the same numbers every time.
notebook::client::KernelOptions seeded(notebook::client::KernelOptions options) {
  options.seed = 0;
  return options;
}
// The largest array that can be put onto the stage, in elements: its numbers are copied, and saved
// with a session.
constexpr std::int64_t kMostElements = std::int64_t{1} << 24;

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

// What becomes of numbers of another type on the stage, whose own are float32; empty: nothing.
std::string_view conversion_of(notebook::arrays::Dtype dtype) {
  using notebook::arrays::Dtype;
  if (dtype == Dtype::kFloat64) return "rounded to float32 on the stage";
  const bool wide = dtype == Dtype::kInt32 || dtype == Dtype::kInt64;
  return wide ? "float32 on the stage, exact to 2^24" : "";
}

document::Parameter parameter_of(const std::optional<tensor::Tensor>& values) {
  if (!values) return {};
  return {true, document::Array(*values)};
}

}  // namespace

LessonNotebook::LessonNotebook(std::string lesson, std::vector<lessons::Cell> cells,
                               notebook::client::KernelOptions options)
    : lesson_(std::move(lesson)), cells_(std::move(cells)), client_(seeded(std::move(options))) {}

CellResult LessonNotebook::run(int number, const std::stop_token& stop,
                               const std::function<void(std::string_view text)>& on_output,
                               const std::function<void(CellPicture picture)>& on_picture,
                               double picture_scale) {
  const lessons::Cell& cell = cells_[static_cast<std::size_t>(number - 1)];
  if (client_.runs() == 0) {
    const auto ready = client_.start();
    if (!ready) return no_kernel_result(number, ready.error(), cell.output);
  }
  ran_.push_back(number);
  notebook::client::Cell asked{cell.source, fmt::format("cell {}", number)};
  asked.picture_scale = on_picture ? picture_scale : 0;
  const auto outcome = client_.run(
      asked, stop,
      [&](notebook::protocol::Stream stream, std::string_view text) {
        if (stream == notebook::protocol::Stream::kOut) on_output(text);
      },
      [&](const notebook::client::Picture& picture) {
        if (on_picture && picture.width > 0) on_picture(cell_picture(picture));
      });
  return cell_result(number, outcome, cell.output);
}

std::optional<CellPicture> LessonNotebook::draw_again(const CellPicture& picture, double scale,
                                                      const std::stop_token& stop) {
  const int runs = client_.runs();
  auto drawn = client_.draw_again(picture.number, scale, stop);
  ran_.resize(ran_.size() + static_cast<std::size_t>(client_.runs() - runs));  // of no cell
  if (!drawn) return std::nullopt;
  drawn->text = picture.text;
  return cell_picture(*std::move(drawn));
}

CellVariables LessonNotebook::variables() {
  const auto list = client_.runs() > 0 ? client_.variables()
                                       : base::Expected<std::vector<Variable>>(tl::in_place);
  if (!list) return {};
  CellVariables all;
  std::map<std::string, Known> known;
  // Numbers that are not arrays are listed after the arrays.
  for (const VariableKind kind : {VariableKind::kArray, VariableKind::kNumbers}) {
    for (const Variable& variable : *list) {
      if (variable.kind != kind) continue;
      const auto before = known_.find(variable.name);
      const bool same = kind == VariableKind::kArray && before != known_.end() &&
                        before->second.stamp == variable.stamp;
      const auto described =
          same ? before->second.variable : std::make_shared<const CellVariable>(describe(variable));
      if (kind == VariableKind::kArray) known[variable.name] = {variable.stamp, described};
      all.push_back(described);
    }
  }
  known_ = std::move(known);
  return all;
}

CellVariable LessonNotebook::describe(const Variable& variable) {
  CellVariable found{variable.name, shape_text(variable.shape), variable.type};
  const std::int64_t size = tensor::product(variable.shape);
  if (size == 0) {
    found.error = "It holds no numbers.";
    return found;
  }
  if (size > kMostElements) {
    found.error = fmt::format("It has more than {} numbers.", kMostElements);
    return found;
  }
  document::Variable on{lesson_, variable.name};
  if (const auto chain = recognized(variable)) {
    on.hand_written = hand_written_of(*chain);
    found.values = document::Array(chain->values.front());
    const std::string lines = source_lines(*on.hand_written);
    found.what = document::hand_written_description(*on.hand_written);
    if (!lines.empty()) found.what += "; " + lines;
  } else {
    auto values = client_.numbers(variable);
    if (!values) {
      found.error = values.error().sentence;
      return found;
    }
    found.values = on_stage(*std::move(values));
    if (variable.kind == VariableKind::kArray) found.what = conversion_of(variable.dtype);
  }
  found.variable = std::move(on);
  return found;
}

std::optional<Recognized> LessonNotebook::recognized(const Variable& variable) {
  if (variable.kind != VariableKind::kArray) return std::nullopt;
  const auto graph = client_.records(variable.name);
  if (!graph || !*graph) return std::nullopt;
  return notebook::recognition::recognize(
      **graph, [&](const std::vector<int>& records) { return client_.values(**graph, records); });
}

HandWritten LessonNotebook::hand_written_of(const Recognized& found) const {
  HandWritten hand_written;
  if (const auto* norm = std::get_if<ops::NormOptions>(&found.options)) {
    hand_written.norm = document::settings_of(*norm);
    hand_written.norm.gamma = parameter_of(found.gamma);
    hand_written.norm.beta = parameter_of(found.beta);
  } else {
    hand_written.subject = document::Subject::kSoftmax;
    hand_written.softmax = std::get<ops::SoftmaxOptions>(found.options);
  }
  const auto& steps = found.steps;
  // Of a large chain only the input has come.
  const bool whole = found.values.size() == steps.size();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    HandWrittenStep step{steps[i].name, steps[i].symbol, steps[i].formula};
    const bool known = steps[i].place.run > 0 &&
                       steps[i].place.run <= static_cast<int>(ran_.size()) &&
                       ran_[static_cast<std::size_t>(steps[i].place.run - 1)] > 0;
    if (known && steps[i].place.line > 0) {
      step.cell = ran_[static_cast<std::size_t>(steps[i].place.run - 1)];
      step.line = steps[i].place.line;
      step.text = trimmed(
          text::nth_line(cells_[static_cast<std::size_t>(step.cell - 1)].source, step.line));
    }
    if (whole) step.values = document::Array(found.values[i]);
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
