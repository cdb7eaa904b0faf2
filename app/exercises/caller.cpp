// SPDX-License-Identifier: MIT
#include "app/exercises/caller.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <set>
#include <utility>

#include "app/exercises/harness_file.hpp"
#include "app/notebook/recognition/chain_program.hpp"
#include "core/base/limits.hpp"
#include "core/text/lines.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::exercises {

using notebook::client::Outcome;

namespace {

// Of the kernel's processor time, far beyond what a function takes for some ten numbers: it has a
// loop without an end.
constexpr std::chrono::seconds kMostTime{5};

constexpr std::string_view kSolution = "normscope_solution";
constexpr std::string_view kMade = "normscope_made";
constexpr std::string_view kStep = "normscope_step";

std::string python_number(float value) {
  const std::string text = text::float_to_text(value);
  return std::isfinite(value) ? text : fmt::format("float('{}')", text);
}

// "([1, 2], (2,))", or a number.
std::string python_argument(const Argument& argument) {
  if (argument.is_number) return python_number(argument.values.front());
  std::string text = "([";
  for (const float value : argument.values) text += python_number(value) + ", ";
  text += "], (";
  for (const std::int64_t size : argument.shape) text += fmt::format("{}, ", size);
  return text + "))";
}

std::string python_arguments(const Inputs& inputs) {
  std::string text = "[";
  for (const Argument& argument : inputs) text += python_argument(argument) + ", ";
  return text + "]";
}

// A text in Python's quotation marks, whatever is in it.
std::string python_text(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\n') {
      quoted += "\\n";
    } else if (c == '\\' || c == '\'' || c == '\r') {
      quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

// The words after the first of each line that begins with it.
template <class Take>
void read_lines(std::string_view printed, std::string_view first, const Take& take) {
  while (!printed.empty()) {
    const std::string_view line = text::take_line(printed);
    if (line.starts_with(first) && line.substr(first.size()).starts_with(" ")) {
      take(line.substr(first.size() + 1));
    }
  }
}

// "2,3 1.0 2.0 ..."; nothing where the numbers are not those of the shape.
std::optional<Output> read_output(std::string_view line) {
  const auto words = text::words_of(line);
  if (words.empty()) return std::nullopt;
  Output output;
  std::string_view sizes = words.front() == "-" ? std::string_view() : words.front();
  while (!sizes.empty()) {
    const std::size_t end = std::min(sizes.find(','), sizes.size());
    const auto size = text::parse_int(sizes.substr(0, end));
    if (!size || *size < 0 || output.shape.size() == base::kMaxRank) return std::nullopt;
    output.shape.push_back(*size);
    sizes.remove_prefix(std::min(end + 1, sizes.size()));
  }
  output.numbers.reserve(words.size() - 1);
  for (std::size_t at = 1; at < words.size(); ++at) {
    const auto number = text::parse_double(words[at]);
    if (!number) return std::nullopt;
    output.numbers.push_back(*number);
  }
  double count = 1;
  for (const std::int64_t size : output.shape) count *= static_cast<double>(size);
  if (count != static_cast<double>(output.numbers.size())) return std::nullopt;
  return output;
}

std::vector<Output> read_outputs(std::string_view printed) {
  std::vector<Output> outputs;
  read_lines(printed, "normscope-output", [&](std::string_view line) {
    if (auto output = read_output(line)) outputs.push_back(*std::move(output));
  });
  return outputs;
}

// "12 TypeError: ..."
std::pair<int, std::string_view> numbered(std::string_view line) {
  const std::size_t end = std::min(line.find(' '), line.size());
  const auto number = text::parse_int(line.substr(0, end)).value_or(0);
  return {static_cast<int>(std::clamp<std::int64_t>(number, 0, 1'000'000)),
          line.substr(std::min(end + 1, line.size()))};
}

// What a run that was not the harness's to catch ended with.
void take_error(const Outcome& outcome, CallResult& result) {
  if (outcome.took_too_long) {
    result.error = tr("it ran for more than {seconds} s", arg("seconds", kMostTime.count()));
    result.is_over = true;
  } else if (outcome.error) {
    result.error = outcome.error->message.empty()
                       ? outcome.error->type
                       : fmt::format("{}: {}", outcome.error->type, outcome.error->message);
    result.line = outcome.error->line;
    result.is_over = outcome.kernel_ended || outcome.error->interrupted;
  } else if (outcome.kernel_ended) {
    result.error = tr("the program that runs it has ended");
    result.is_over = true;
  }
}

std::string_view trimmed_line(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

// The name to which a line assigns: "variance" of "variance = ...".
std::string assigned_name(std::string_view line) {
  const std::size_t end = line.find(" =");
  if (end == std::string_view::npos || line.substr(end + 2).starts_with("=")) return {};
  const std::string_view name = line.substr(0, end);
  const bool plain = std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
  return plain ? std::string(name) : std::string();
}

// Gives steps the names of what their lines assign: a line assigns the last that it makes.
void name_assigned(std::vector<MadeStep>& made) {
  std::set<int> assigned;
  for (std::size_t at = made.size(); at-- > 0;) {
    if (made[at].primitive == trace::Primitive::kGiven) continue;
    if (assigned.insert(made[at].line).second) made[at].name = assigned_name(made[at].text);
  }
}

}  // namespace

Caller::Caller(notebook::client::KernelOptions kernel, const Problem& problem)
    : problem_(problem), client_(std::move(kernel)) {}

Outcome Caller::run(std::string_view source, const std::stop_token& stop, std::string_view name) {
  notebook::client::Cell cell{source, std::string(name)};
  cell.at_most = kMostTime;
  cell.counts_computing = true;
  return client_.run(cell, stop);
}

Expected<void> Caller::start(const std::stop_token& stop) {
  const auto ready = client_.start();
  if (!ready) return tl::unexpected(ready.error());
  CallResult result;
  // It imports torch, which takes a Python of one's own seconds.
  take_error(client_.run({harness_file().front().bytes, std::string(kCall)}, stop), result);
  if (result.error.empty()) take_error(run(problem_.solution, stop, "the solution"), result);
  solution_ = {problem_.solution, client_.runs()};
  const std::string renamed =
      fmt::format("{} = {}\ndel {}", kSolution, problem_.function, problem_.function);
  if (result.error.empty()) take_error(run(renamed, stop), result);
  if (result.error.empty()) return {};
  return fail(result.is_over ? ErrorKind::kUnavailable : ErrorKind::kMalformed, result.error);
}

CallResult Caller::define(std::string_view source, const std::stop_token& stop) {
  CallResult result;
  take_error(run(source, stop, "your code"), result);
  learner_ = {std::string(source), client_.runs()};
  if (!result.error.empty()) return result;
  const auto defined = run(
      fmt::format("print('function', callable(globals().get({})))", python_text(problem_.function)),
      stop);
  take_error(defined, result);
  if (result.error.empty() && !defined.output.ends_with("function True\n")) {
    result.error = tr("there is no function {name}", arg("name", problem_.function));
  }
  return result;
}

Expected<std::vector<ForbiddenUse>> Caller::forbidden(std::string_view source,
                                                      const std::stop_token& stop) {
  std::vector<ForbiddenUse> uses;
  if (problem_.forbidden.empty()) return uses;
  std::string names = "{";
  for (const std::string& name : problem_.forbidden) names += python_text(name) + ", ";
  const Outcome outcome = run(fmt::format("normscope_forbidden({}, {}, {}}})", python_text(source),
                                          python_text(problem_.function), names),
                              stop);
  CallResult result;
  take_error(outcome, result);
  if (!result.error.empty()) return fail(ErrorKind::kUnavailable, result.error);
  read_lines(outcome.output, "normscope-forbidden", [&](std::string_view line) {
    const auto [number, name] = numbered(line);
    uses.push_back({number, std::string(name)});
  });
  return uses;
}

std::string Caller::call_text(std::string_view caller, std::string_view function,
                              const Inputs& inputs, std::string_view more) const {
  return fmt::format("{}({}, {}, {}{})", caller, function, python_arguments(inputs),
                     problem_.outputs.size(), more);
}

CallResult Caller::call(const Inputs& inputs, const std::stop_token& stop) {
  CallResult result;
  const Outcome outcome =
      run(fmt::format("{} = {}", kMade, call_text("normscope_try", problem_.function, inputs, "")),
          stop);
  take_error(outcome, result);
  read_lines(outcome.output, "normscope-error", [&](std::string_view line) {
    const auto [number, words] = numbered(line);
    result.line = number;
    result.error = words;
  });
  if (!result.error.empty()) return result;
  result.outputs = read_outputs(outcome.output);
  read_lines(outcome.output, "normscope-changed", [&](std::string_view line) {
    const auto at = static_cast<std::size_t>(numbered(line).first);
    if (at < inputs.size()) result.changed.push_back(at);
  });
  return result;
}

Expected<std::vector<std::vector<Output>>> Caller::solve(std::span<const Inputs> all,
                                                         Precision precision,
                                                         const std::stop_token& stop) {
  const bool narrow = precision == Precision::kFloat32;
  const std::string dtype = fmt::format(", normscope_torch.float{}", narrow ? 32 : 64);
  std::string source;
  for (const Inputs& inputs : all) {
    source += call_text("normscope_call", kSolution, inputs, dtype) + "\n";
  }
  const Outcome outcome = run(source, stop);
  CallResult result;
  take_error(outcome, result);
  const std::size_t each = problem_.outputs.size();
  auto outputs = read_outputs(outcome.output);
  if (result.error.empty() && outputs.size() != all.size() * each) {
    result.error = tr_n("it must give {n} output", "it must give {n} outputs",
                        static_cast<std::int64_t>(each), arg("n", each));
  }
  if (!result.error.empty()) {
    return fail(result.is_over ? ErrorKind::kUnavailable : ErrorKind::kMalformed,
                tr("the solution: {error}", arg("error", result.error)));
  }
  std::vector<std::vector<Output>> solved;
  solved.reserve(all.size());
  for (auto at = outputs.begin(); at != outputs.end(); at += static_cast<std::ptrdiff_t>(each)) {
    solved.emplace_back(at, at + static_cast<std::ptrdiff_t>(each));
  }
  return solved;
}

std::optional<std::vector<MadeStep>> Caller::learner_steps(const Inputs& inputs, std::size_t output,
                                                           const std::stop_token& stop) {
  return steps(problem_.function, learner_, inputs, output, stop);
}

std::vector<MadeLine> Caller::learner_lines(const Inputs& inputs, const std::stop_token& stop) {
  std::vector<MadeLine> lines;
  const Outcome outcome = run(
      fmt::format("normscope_lines({}, {})", problem_.function, python_arguments(inputs)), stop);
  if (outcome.error || outcome.kernel_ended) return lines;
  read_lines(outcome.output, "normscope-line", [&](std::string_view printed) {
    const auto [number, words] = numbered(printed);
    auto value = read_output(words);
    if (!value || number == 0) return;
    lines.push_back({number, std::string(trimmed_line(text::nth_line(learner_.source, number))),
                     *std::move(value)});
  });
  return lines;
}

std::optional<std::vector<MadeStep>> Caller::solution_steps(const Inputs& inputs,
                                                            std::size_t output,
                                                            const std::stop_token& stop) {
  return steps(kSolution, solution_, inputs, output, stop);
}

std::optional<std::vector<MadeStep>> Caller::steps(std::string_view function, const Ran& ran,
                                                   const Inputs& inputs, std::size_t output,
                                                   const std::stop_token& stop) {
  const Outcome outcome =
      run(fmt::format("{} = {}[{}]", kStep,
                      call_text("normscope_call", function, inputs, ", normscope_torch.float32"),
                      output),
          stop);
  if (outcome.error || outcome.kernel_ended) return std::nullopt;
  const auto graph = client_.records(std::string(kStep));
  if (!graph || !*graph) return std::nullopt;
  const auto chain = notebook::recognition::chain_program(**graph);
  if (!chain) return std::nullopt;
  std::vector<int> records;
  std::vector<MadeStep> made(chain->size());
  for (std::size_t at = 0; at < chain->size(); ++at) {
    const auto& [step, place, record] = (*chain)[at];
    made[at].primitive = step.primitive;
    for (const int operand : {step.a, step.b}) {
      if (operand >= 0) made[at].operands.push_back(static_cast<std::size_t>(operand));
    }
    if (place.run == ran.run && place.line > 0) {
      made[at].line = place.line;
      made[at].text = trimmed_line(text::nth_line(ran.source, place.line));
    }
    if (record >= 0 && (*graph)->records[static_cast<std::size_t>(record)].held) {
      made[at].value = Output{(*graph)->records[static_cast<std::size_t>(record)].shape};
      records.push_back(record);
    }
  }
  const auto values = client_.values(**graph, records);
  if (!values || values->size() != records.size()) return std::nullopt;
  std::size_t next = 0;
  for (MadeStep& step : made) {
    if (!step.value) continue;
    const auto numbers = (*values)[next++].values();
    step.value->numbers.assign(numbers.begin(), numbers.end());
  }
  name_assigned(made);
  return made;
}

std::string call_words(const Problem& problem, const Inputs& inputs) {
  std::string words;
  for (const Argument& argument : inputs) {
    if (!words.empty()) words += ", ";
    words += argument.is_number
                 ? fmt::format("{}={}", argument.name, text::float_to_text(argument.values.front()))
                 : argument.name;
  }
  return fmt::format("{}({})", problem.function, words);
}

}  // namespace normscope::exercises
