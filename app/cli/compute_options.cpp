// SPDX-License-Identifier: MIT
#include "app/cli/compute_options.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "app/cli/option_kinds.hpp"
#include "app/cli/table_options.hpp"
#include "core/base/limits.hpp"

namespace normscope::cli {
namespace {

void add_common(Command& command, ComputeOptions& options) {
  command.options.push_back(also_called(
      required(file_option("--input", options.input,
                           "the input: .npy, .csv, .tsv or .txt; one array of an\narchive as "
                           "FILE.npz:NAME or FILE.safetensors:NAME")),
      {"--x", "--file", "--data"}));
  command.options.push_back(also_called(
      file_option("--output", options.output,
                  "where the result goes, in the format of its name;\nwithout it, or -: a table on "
                  "standard output"),
      {"--y", "--out", "--save", "--result"}));
  command.options.push_back(force_option(options.force));
  add_table_options(command, options.table);
  command.options.push_back(choice_option(
      "--device", compute::device_names(),
      [&options](compute::Device device) { options.settings.device = device; },
      "where to compute (default auto: on the cpu, which ends\n"
      "before a gpu has its numbers; gpu takes any OpenGL 4.3\n"
      "device, software, too)"));
  command.options.push_back(integer_option(
      "--threads", 1, base::kMaxThreads,
      [&options](std::int64_t threads) { options.settings.threads = static_cast<int>(threads); },
      "threads of the cpu (default: all)"));
  command.options.push_back(flag_option("--verbose", options.verbose,
                                        "device, kernel time, bytes moved and GB/s on stderr,\n"
                                        "on a gpu beside a copy of the same bytes"));
}

void add_statistics(Command& command, ComputeOptions& options) {
  command.options.push_back(
      file_option("--mean-output", options.mean_output, "where the means go"));
  command.options.push_back(file_option("--rstd-output", options.rstd_output,
                                        "where 1 / denominator of each group goes"));
}

}  // namespace

Command compute_command(ComputeOptions& options) {
  Command command{"compute", "Run a normalization or a softmax on a file"};
  command.options = {
      {.name = "SESSION",
       .help = "a session (.json) whose operation, layers before it too,\nis applied to the input",
       .take_values = [&options](const std::vector<std::string>& texts) { options.words = texts; }},
      file_option("--input", options.input, "with SESSION: the input"),
      file_option("--output", options.output, "with SESSION: where the result goes"),
      force_option(options.force)};
  add_table_options(command, options.table);
  for (Command& operation : operation_commands(options.given)) {
    std::vector<Option> own = std::move(operation.options);
    operation.options.clear();
    add_common(operation, options);
    std::ranges::move(own, std::back_inserter(operation.options));
    const bool norm = base::value_of(ops::normalization_names(), operation.name).has_value();
    if (norm) add_statistics(operation, options);
    command.commands.push_back(std::move(operation));
  }
  return command;
}

}  // namespace normscope::cli
