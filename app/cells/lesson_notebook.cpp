// SPDX-License-Identifier: MIT
#include "app/cells/lesson_notebook.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "app/cells/cell_output.hpp"
#include "app/cells/likeness.hpp"
#include "app/document/descriptions.hpp"
#include "app/document/hand_written.hpp"
#include "app/document/settings.hpp"
#include "core/base/names.hpp"
#include "core/text/joined.hpp"
#include "core/text/lines.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::cells {

using document::HandWritten;
using document::HandWrittenStep;
using notebook::protocol::RecordGraph;
using notebook::protocol::Variable;
using notebook::protocol::VariableKind;
using notebook::recognition::kMostStepElements;
using notebook::recognition::Recognized;
using notebook::recognition::WrittenRecord;

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

// What the stage, which has float32, makes of numbers of this type; empty: nothing.
std::string_view conversion_of(notebook::arrays::Dtype dtype) {
  using notebook::arrays::Dtype;
  if (dtype == Dtype::kFloat64) return tr("rounded to float32 on the stage");
  const bool wide = dtype == Dtype::kInt32 || dtype == Dtype::kInt64;
  return wide ? tr("float32 on the stage, exact to 2^24") : "";
}

// Whether a chain is an operation worth showing: sums and products alone only prepare data.
bool is_operation(const std::vector<WrittenRecord>& chain) {
  using trace::Primitive;
  static constexpr std::array kOfData{
      Primitive::kGiven,         Primitive::kConstant,         Primitive::kRepeat,
      Primitive::kAdd,           Primitive::kSubtract,         Primitive::kMultiply,
      Primitive::kAddConstant,   Primitive::kMultiplyConstant, Primitive::kDivideConstant,
      Primitive::kMatrixProduct, Primitive::kPlainProduct};
  return std::ranges::any_of(chain, [](const auto& at) {
    return std::ranges::find(kOfData, at.step.primitive) == kOfData.end();
  });
}

// The steps whose values are gamma and beta.
void mark_parameters(const RecordGraph& graph, const Recognized& known,
                     const std::vector<WrittenRecord>& chain, HandWritten& hand_written) {
  for (const auto& [role, record] : {std::pair{trace::Role::kGamma, known.gamma_record},
                                     std::pair{trace::Role::kBeta, known.beta_record}}) {
    for (std::size_t at = 1; at < chain.size() && record >= 0; ++at) {
      if (!notebook::recognition::same_array(graph, chain[at].record, record)) continue;
      trace::WrittenStep& step = hand_written.steps[at].step;
      if (step.primitive != trace::Primitive::kGiven) continue;
      step.role = role;
      step.name = std::string(base::name_of(trace::role_names(), role));
      step.symbol = step.formula = role == trace::Role::kGamma ? "\\gamma" : "\\beta";
    }
  }
}

document::Parameter parameter_of(const std::optional<tensor::Tensor>& values) {
  if (!values) return {};
  return {true, document::Array(*values)};
}

}  // namespace

LessonNotebook::LessonNotebook(std::string lesson, std::vector<lessons::Cell> cells,
                               notebook::client::KernelOptions options)
    : lesson_(std::move(lesson)), cells_(std::move(cells)), client_(seeded(std::move(options))) {}

CellResult LessonNotebook::run(int number, const std::stop_token& stop, const CellWatch& watch,
                               double picture_scale) {
  const lessons::Cell& cell = cells_[static_cast<std::size_t>(number - 1)];
  if (client_.runs() == 0) {
    const auto ready = client_.start();
    if (!ready) return no_kernel_result(number, ready.error(), cell.output);
  }
  ran_.push_back(number);
  notebook::client::Cell asked{cell.source, fmt::format("cell {}", number)};
  asked.picture_scale = watch.on_picture ? picture_scale : 0;
  asked.input = watch.input;
  std::string shown;  // as in a terminal, with what is typed
  bool was_typed = false;
  const auto show = [&](std::string_view text) {
    shown += text;
    watch.on_output(text);
  };
  auto outcome = client_.run(
      asked, stop,
      [&](notebook::protocol::Stream stream, std::string_view text) {
        if (stream == notebook::protocol::Stream::kOut) show(text);
      },
      [&](const notebook::client::Picture& picture) {
        if (watch.on_picture && picture.width > 0) watch.on_picture(cell_picture(picture));
      },
      [&](std::optional<std::string_view> line) {
        was_typed = was_typed || line;
        if (line) return show(*line);
        if (watch.on_asked) watch.on_asked();
      });
  if (!was_typed) return cell_result(number, outcome, cell.output);
  // What it gives depends on the person: there is nothing to compare.
  outcome.output = std::move(shown);
  return cell_result(number, outcome, std::nullopt);
}

std::string LessonNotebook::python() const {
  return client_.ready() ? client_.ready()->python : std::string();
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

CellVariables LessonNotebook::with_likenesses(const CellVariables& variables,
                                              const std::function<bool()>& goes_on) {
  CellVariables all = variables;
  for (std::size_t at = 0; at < all.size() && goes_on(); ++at) {
    if (!all[at]->is_unrecorded) continue;
    CellVariable looked = *all[at];
    looked.is_unrecorded = false;
    add_likeness(looked, std::span(all).first(at), goes_on);
    if (!goes_on()) break;  // perhaps not all of it was looked at
    const auto shown = std::make_shared<const CellVariable>(std::move(looked));
    const auto known = known_.find(shown->name);
    if (known != known_.end() && known->second.variable == all[at]) {
      known->second.variable = shown;
    }
    all[at] = shown;
  }
  return all;
}

CellVariable LessonNotebook::describe(const Variable& variable) {
  CellVariable found{variable.name, shape_text(variable.shape), variable.type};
  const std::int64_t size = tensor::product(variable.shape);
  if (size == 0) {
    found.error = tr("It holds no numbers.");
    return found;
  }
  if (size > kMostElements) {
    found.error = tr("It has more than {n} numbers.", arg("n", kMostElements));
    return found;
  }
  document::Variable on{lesson_, variable.name};
  if (auto written = hand_written(variable)) {
    found.values = written->steps.front().values;
    found.what =
        text::listed_apart(document::hand_written_description(*written), source_lines(*written));
    on.hand_written = std::move(written);
  } else {
    auto values = client_.numbers(variable);
    if (!values) {
      found.error = values.error().sentence;
      return found;
    }
    found.values = on_stage(*std::move(values));
    if (variable.kind == VariableKind::kArray) found.what = conversion_of(variable.dtype);
    const auto records = client_.records(variable.name);
    found.is_unrecorded = variable.kind == VariableKind::kArray && records && !*records;
  }
  found.variable = std::move(on);
  return found;
}

std::optional<HandWritten> LessonNotebook::hand_written(const Variable& variable) {
  if (variable.kind != VariableKind::kArray) return std::nullopt;
  const auto graph = client_.records(variable.name);
  if (!graph || !*graph) return std::nullopt;
  std::vector<LeftAt> left{{"output", static_cast<int>((*graph)->records.size()) - 1}};
  auto found = steps_in(**graph, left);
  if (found) found->gradients = left_gradients(**graph, left);
  return found;
}

std::optional<HandWritten> LessonNotebook::steps_in(const RecordGraph& graph,
                                                    std::vector<LeftAt>& left) {
  const auto take = [&](const std::vector<int>& records) { return client_.values(graph, records); };
  const auto known = notebook::recognition::recognize(graph, take);
  if (known) {
    left.push_back({"input", known->steps.front().record});
    left.push_back({"gamma", known->gamma_record});
    left.push_back({"beta", known->beta_record});
  }
  if (known && known->built_in) return named_steps(*known);
  const auto steps = known ? notebook::recognition::chain_program(graph, *known)
                           : notebook::recognition::chain_program(graph);
  if (!known && (!steps || !is_operation(*steps))) return std::nullopt;
  auto computed = steps ? computed_steps(graph, *steps) : std::nullopt;
  if (!known) {
    for (std::size_t at = 0; at < steps->size() && computed; ++at) {
      const auto& [step, place, record] = (*steps)[at];
      const bool given = step.primitive == trace::Primitive::kGiven;
      if (given) left.push_back({at == 0 ? "input" : step.name, record});
    }
    return computed;
  }
  HandWritten named = named_steps(*known);
  if (!computed) return named;
  mark_parameters(graph, *known, *steps, *computed);
  named.steps = std::move(computed->steps);
  return named;
}

// Nothing without the gradient of the output, from which all others come.
std::vector<document::LeftGradient> LessonNotebook::left_gradients(
    const RecordGraph& graph, const std::vector<LeftAt>& left) {
  using document::LeftGrad;
  static constexpr std::array kGrads{LeftGrad::kSame, LeftGrad::kCleared, LeftGrad::kOther,
                                     LeftGrad::kInner};  // in the order of protocol::Standing
  std::vector<document::LeftGradient> found;
  std::vector<int> records;
  for (const auto& [of, record] : left) {
    if (record < 0) continue;
    const auto& arrived = graph.records[static_cast<std::size_t>(record)].arrived;
    if (!arrived && of == "output") return {};
    if (!arrived) continue;
    found.push_back({of, kGrads[static_cast<std::size_t>(arrived->grad)], arrived->whole});
    records.push_back(arrived->record);
  }
  auto values = client_.values(graph, records);
  if (!values || values->size() != found.size()) return {};
  for (std::size_t at = 0; at < found.size(); ++at) {
    found[at].values = on_stage(std::move((*values)[at]));
  }
  return found;
}

// The settings of the recognized operation, and its steps with names and values.
HandWritten LessonNotebook::named_steps(const Recognized& found) const {
  HandWritten hand_written;
  if (const auto* norm = std::get_if<ops::NormOptions>(&found.options)) {
    hand_written.norm = document::settings_of(*norm);
    hand_written.norm.gamma = parameter_of(found.gamma);
    hand_written.norm.beta = parameter_of(found.beta);
  } else {
    hand_written.subject = document::Subject::kSoftmax;
    hand_written.softmax = std::get<ops::SoftmaxOptions>(found.options);
  }
  hand_written.built_in = found.built_in;
  // Of a large chain the kernel sends the input alone.
  const bool whole = found.values.size() == found.steps.size();
  for (std::size_t i = 0; i < found.steps.size(); ++i) {
    const auto& [role, name, symbol, formula, shape, place, record] = found.steps[i];
    HandWrittenStep step = at_line(place);
    step.step.role = role;
    step.step.name = name;
    step.step.symbol = symbol;
    step.step.formula = formula;
    if (whole || i == 0) step.values = document::Array(found.values[i]);
    step.step.shape = step.values.shape();
    hand_written.steps.push_back(std::move(step));
  }
  return hand_written;
}

// The steps of the chain with the values of its inputs and, where all steps are small, of each
// step.
std::optional<HandWritten> LessonNotebook::computed_steps(const RecordGraph& graph,
                                                          const std::vector<WrittenRecord>& chain) {
  const auto is_small = [&](const WrittenRecord& at) {
    if (at.record < 0) return true;
    const auto& shape = graph.records[static_cast<std::size_t>(at.record)].shape;
    return tensor::product(shape) <= kMostStepElements;
  };
  const bool few = std::ranges::all_of(chain, is_small);
  std::vector<int> records;
  std::vector<int> places(chain.size(), -1);
  for (std::size_t at = 0; at < chain.size(); ++at) {
    const auto& [step, place, record] = chain[at];
    const bool given = step.primitive == trace::Primitive::kGiven;
    const bool held = record >= 0 && graph.records[static_cast<std::size_t>(record)].held;
    if (!held || !(given || few)) continue;
    places[at] = static_cast<int>(records.size());
    records.push_back(record);
  }
  auto values = client_.values(graph, records);
  if (!values || values->size() != records.size()) return std::nullopt;
  HandWritten hand_written;
  hand_written.subject = document::Subject::kChain;
  for (std::size_t at = 0; at < chain.size(); ++at) {
    HandWrittenStep step = at_line(chain[at].place);
    step.step = chain[at].step;
    if (places[at] >= 0) {
      step.values = on_stage(std::move((*values)[static_cast<std::size_t>(places[at])]));
    }
    hand_written.steps.push_back(std::move(step));
  }
  const auto fits = document::check_steps(hand_written, hand_written.steps.front().values.shape());
  return fits ? std::optional(std::move(hand_written)) : std::nullopt;
}

// A step that has nothing but the line of code that computed it.
HandWrittenStep LessonNotebook::at_line(const notebook::recognition::Place& place) const {
  HandWrittenStep step;
  const bool known = place.run > 0 && place.run <= static_cast<int>(ran_.size()) &&
                     ran_[static_cast<std::size_t>(place.run - 1)] > 0;
  if (!known || place.line <= 0) return step;
  step.cell = ran_[static_cast<std::size_t>(place.run - 1)];
  step.line = place.line;
  step.text =
      trimmed(text::nth_line(cells_[static_cast<std::size_t>(step.cell - 1)].source, step.line));
  return step;
}

// The lines of the steps after the input: "lines 3 to 7", "cell 2, line 4", "cells 2 to 4".
std::string LessonNotebook::source_lines(const HandWritten& hand_written) const {
  std::set<int> cells;
  std::set<int> lines;
  for (std::size_t i = 1; i < hand_written.steps.size(); ++i) {
    const bool parameter = hand_written.has_operands() &&
                           hand_written.steps[i].step.primitive == trace::Primitive::kGiven;
    if (parameter || hand_written.steps[i].line == 0) continue;
    cells.insert(hand_written.steps[i].cell);
    lines.insert(hand_written.steps[i].line);
  }
  struct Words {
    std::string_view one, two, more;
  };
  const auto range = [](const Words& words, const std::set<int>& of) {
    const bool neighbours = *of.rbegin() == *of.begin() + 1;
    return tr(of.size() == 1 ? words.one
              : neighbours   ? words.two
                             : words.more,
              arg("first", *of.begin()), arg("last", *of.rbegin()));
  };
  if (cells.empty()) return {};
  if (cells.size() > 1) {
    return range({tr_later("cell {first}"), tr_later("cells {first} and {last}"),
                  tr_later("cells {first} to {last}")},
                 cells);
  }
  const std::string text = range({tr_later("line {first}"), tr_later("lines {first} and {last}"),
                                  tr_later("lines {first} to {last}")},
                                 lines);
  return cells_.size() > 1 ? tr("cell {n}, {lines}", arg("n", *cells.begin()), arg("lines", text))
                           : text;
}

}  // namespace normscope::cells
