// SPDX-License-Identifier: MIT
#include "app/cli/compute_options.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <utility>

#include "app/cli/operation_options.hpp"
#include "app/cli/option_kinds.hpp"
#include "core/base/limits.hpp"

namespace normscope::cli {
namespace {

void add_common(Command& command, ComputeOptions& options) {
  command.options.push_back(
      required(file_option("--input", options.input, "the input: .npy, .csv, .tsv or .txt")));
  command.options.push_back(required(
      file_option("--output", options.output, "where the result goes, in the format of its name")));
  command.options.push_back(choice_option(
      "--device", compute::device_names(),
      [&options](compute::Device device) { options.settings.device = device; },
      "where to compute (default auto: from a million elements\n"
      "on a hardware gpu, where there is one, else the cpu;\n"
      "gpu takes any OpenGL 4.3 device, software, too)"));
  command.options.push_back(integer_option(
      "--threads", 1, base::kMaxThreads,
      [&options](std::int64_t threads) { options.settings.threads = static_cast<int>(threads); },
      "threads of the cpu (default: all)"));
  command.options.push_back(flag_option("--verbose", options.verbose,
                                        "device, kernel time, bytes moved and GB/s on stderr,\n"
                                        "on a gpu beside a buffer copy of the same bytes"));
}

void add_norm_options(Command& command, ComputeOptions& options, ops::NormOptions& norm) {
  const auto grouping = ops::rule_of(norm.kind).grouping;
  if (grouping == ops::Grouping::kTrailing) add_normalized_shape(command, norm);
  if (grouping == ops::Grouping::kChannelGroups) add_groups(command, norm);
  add_norm_numbers(command, norm);
  add_norm_algorithm(command, norm);
  command.options.push_back(file_option("--weight", options.weight, "gamma (default: all 1)"));
  command.options.push_back(file_option("--bias", options.bias, "beta (default: all 0)"));
  command.options.push_back(
      file_option("--mean-output", options.mean_output, "where the means go"));
  command.options.push_back(file_option("--rstd-output", options.rstd_output,
                                        "where 1 / denominator of each group goes"));
}

}  // namespace

Command compute_command(ComputeOptions& options) {
  Command command{"compute", "Run a normalization or a softmax on a file"};
  for (const auto& [kind, name] : ops::normalization_names()) {
    Command operation{std::string(name), fmt::format("Apply {} to the input", name)};
    const auto norm = std::make_shared<ops::NormOptions>();
    norm->kind = kind;
    add_common(operation, options);
    add_norm_options(operation, options, *norm);
    // The callback runs after parsing, and keeps the values alive until then.
    operation.parsed = [&options, norm] { options.operation = *norm; };
    command.commands.push_back(std::move(operation));
  }
  for (const bool log : {false, true}) {
    const std::string name = log ? "log-softmax" : "softmax";
    Command operation{name, fmt::format("Apply {} to the input", name)};
    const auto softmax = std::make_shared<ops::SoftmaxOptions>();
    softmax->log = log;
    add_common(operation, options);
    add_softmax_numbers(operation, *softmax);
    add_softmax_algorithm(operation, *softmax);
    operation.parsed = [&options, softmax] { options.operation = *softmax; };
    command.commands.push_back(std::move(operation));
  }
  return command;
}

}  // namespace normscope::cli
