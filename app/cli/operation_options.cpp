// SPDX-License-Identifier: MIT
#include "app/cli/operation_options.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>

#include "app/cli/option_kinds.hpp"
#include "core/base/limits.hpp"

namespace normscope::cli {

void add_normalized_shape(Command& command, ops::NormOptions& norm) {
  const std::string name = "--normalized-shape";
  command.options.push_back({.name = name,
                             .type_name = "SIZES",
                             .help = "such as 4,5 (default: the last dimension)",
                             .take_value = [&norm, name](const std::string& text) {
                               norm.normalized_shape = parse_shape(name, text);
                             }});
}

void add_groups(Command& command, ops::NormOptions& norm) {
  command.options.push_back(integer_option(
      "--groups", 1, base::kMaxElements, [&norm](std::int64_t groups) { norm.groups = groups; },
      "groups that the channels form (default 1)"));
}

void add_norm_numbers(Command& command, ops::NormOptions& norm) {
  command.options.push_back(number_option(
      "--eps", "a finite number, zero or more",
      [](double value) { return value >= 0 && std::isfinite(value); },
      [&norm](double epsilon) { norm.epsilon = epsilon; }, "epsilon (default 1e-5)"));
  command.options.push_back(choice_option(
      "--eps-placement", ops::epsilon_placement_names(),
      [&norm](ops::EpsilonPlacement placement) { norm.epsilon_placement = placement; },
      "epsilon under the root, beside it, or on the count\n(default inside)"));
  command.options.push_back(choice_option(
      "--variance", ops::variance_estimator_names(),
      [&norm](ops::VarianceEstimator estimator) { norm.estimator = estimator; },
      "divide by n or by n - 1 (default biased)"));
  command.options.push_back({.name = "--no-centring",
                             .help = "do not subtract the mean",
                             .take_flag = [&norm] { norm.centring = false; }});
}

void add_norm_algorithm(Command& command, ops::NormOptions& norm) {
  command.options.push_back(choice_option(
      "--algorithm", ops::variance_algorithm_names(),
      [&norm](ops::VarianceAlgorithm algorithm) { norm.algorithm = algorithm; },
      "how the variance is computed (default two-pass)"));
}

void add_softmax_numbers(Command& command, ops::SoftmaxOptions& softmax) {
  command.options.push_back(integer_option(
      "--dim", INT64_MIN, INT64_MAX, [&softmax](std::int64_t dim) { softmax.dim = dim; },
      "the dimension; negative counts from the end (default -1)"));
  command.options.push_back(number_option(
      "--temperature", "a finite number above zero",
      [](double value) { return value > 0 && std::isfinite(value); },
      [&softmax](double temperature) { softmax.temperature = temperature; },
      "what logits are divided by (default 1)"));
}

void add_softmax_algorithm(Command& command, ops::SoftmaxOptions& softmax) {
  command.options.push_back(choice_option(
      "--algorithm", ops::softmax_algorithm_names(),
      [&softmax](ops::SoftmaxAlgorithm algorithm) { softmax.algorithm = algorithm; },
      "how it is computed (default max-subtracted)"));
}

namespace {

Command norm_command(ops::Normalization kind, std::string_view name, GivenOperation& given) {
  Command command{std::string(name), fmt::format("Apply {} to the input", name)};
  const auto norm = std::make_shared<ops::NormOptions>();
  norm->kind = kind;
  const auto grouping = ops::rule_of(kind).grouping;
  if (grouping == ops::Grouping::kTrailing) add_normalized_shape(command, *norm);
  if (grouping == ops::Grouping::kChannelGroups) add_groups(command, *norm);
  add_norm_numbers(command, *norm);
  add_norm_algorithm(command, *norm);
  command.options.push_back(file_option("--weight", given.weight, "gamma (default: all 1)"));
  command.options.push_back(file_option("--bias", given.bias, "beta (default: all 0)"));
  // The callback runs after parsing, and keeps the values alive until then.
  command.parsed = [&given, norm] { given.operation = *norm; };
  return command;
}

Command softmax_command(bool log, GivenOperation& given) {
  const std::string name = log ? "log-softmax" : "softmax";
  Command command{name, fmt::format("Apply {} to the input", name)};
  const auto softmax = std::make_shared<ops::SoftmaxOptions>();
  softmax->log = log;
  add_softmax_numbers(command, *softmax);
  add_softmax_algorithm(command, *softmax);
  command.parsed = [&given, softmax] { given.operation = *softmax; };
  return command;
}

}  // namespace

std::vector<Command> operation_commands(GivenOperation& given) {
  std::vector<Command> commands;
  for (const auto& row : ops::normalization_names()) {
    commands.push_back(norm_command(row.value, row.name, given));
  }
  commands.push_back(softmax_command(false, given));
  commands.push_back(softmax_command(true, given));
  return commands;
}

}  // namespace normscope::cli
