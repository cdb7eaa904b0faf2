// SPDX-License-Identifier: MIT
// The options of the operations as options of commands, shared by `compute`, `export` and
// `compare`. Parsing fills the given values, which must outlive the command.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/command.hpp"
#include "app/cli/parameter_files.hpp"
#include "core/ops/operation.hpp"
#include "core/precision/plan.hpp"

namespace normscope::cli {

/// A row of a list, and what takes its value.
struct OptionTaker {
  const ops::OptionInfo* info;
  std::function<void(const ops::OptionValue&)> take;
};

/// The rows of a list that have a name. `all`: those, too, that the options' kind does not have;
/// what switches something off is taken by every kind.
template <class Options>
std::vector<OptionTaker> takers_of(Options& options, bool all = false) {
  std::vector<OptionTaker> takers;
  for (const auto& option : option_list(options)) {
    if (option.name.empty() || !(all || option.negated || option.belongs_to(options))) continue;
    takers.push_back({&option, [&](const ops::OptionValue& value) { option.set(options, value); }});
  }
  return takers;
}

/// Adds an option for each name. Where several rows have a name, each takes what it accepts.
void add_options(Command& command, const std::vector<OptionTaker>& takers);

/// An operation, and the files of its parameters.
struct GivenOperation {
  ops::Operation operation{ops::NormOptions{}};
  ParameterPaths paths{};
  precision::Plan precision{};
};

/// The option --precision.
Option precision_option(std::function<void(precision::Plan)> take, std::string_view help);

/// Adds the files of gamma and beta, and those of running statistics.
void add_parameters(Command& command, ParameterPaths& paths);
void add_running(Command& command, ParameterPaths& paths);

/// One command for each operation, with its options.
std::vector<Command> operation_commands(GivenOperation& given);

}  // namespace normscope::cli
