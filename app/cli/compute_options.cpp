// SPDX-License-Identifier: MIT
#include "app/cli/compute_options.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <memory>

#include "app/cli/operation_options.hpp"
#include "app/cli/option_kinds.hpp"
#include "core/base/limits.hpp"

namespace normscope::cli {
namespace {

void add_common(CLI::App& app, ComputeOptions& options) {
  add_file(app, "--input", options.input, "the input: .npy, .csv, .tsv or .txt")->required();
  add_file(app, "--output", options.output, "where the result goes, in the format of its name")
      ->required();
  add_choice(
      app, "--device", compute::device_names(),
      [&options](compute::Device device) { options.settings.device = device; },
      "where to compute (default auto: from a million elements\n"
      "on a hardware gpu, where there is one, else the cpu;\n"
      "gpu takes any OpenGL 4.3 device, software, too)");
  add_integer(
      app, "--threads", 1, base::kMaxThreads,
      [&options](std::int64_t threads) { options.settings.threads = static_cast<int>(threads); },
      "threads of the cpu (default: all)");
  app.add_flag("--verbose", options.verbose,
               "device, kernel time, bytes moved and GB/s on stderr,\n"
               "on a gpu beside a buffer copy of the same bytes");
}

void add_norm_options(CLI::App& app, ComputeOptions& options, ops::NormOptions& norm) {
  const auto grouping = ops::rule_of(norm.kind).grouping;
  if (grouping == ops::Grouping::kTrailing) add_normalized_shape(app, norm);
  if (grouping == ops::Grouping::kChannelGroups) add_groups(app, norm);
  add_norm_numbers(app, norm);
  add_norm_algorithm(app, norm);
  add_file(app, "--weight", options.weight, "gamma (default: all 1)");
  add_file(app, "--bias", options.bias, "beta (default: all 0)");
  add_file(app, "--mean-output", options.mean_output, "where the means go");
  add_file(app, "--rstd-output", options.rstd_output, "where 1 / denominator of each group goes");
}

}  // namespace

CLI::App* add_compute(CLI::App& app, ComputeOptions& options) {
  CLI::App* const command =
      app.add_subcommand("compute", "Run a normalization or a softmax on a file");
  command->require_subcommand(0, 1);
  for (const auto& [kind, name] : ops::normalization_names()) {
    CLI::App* const operation =
        command->add_subcommand(std::string(name), fmt::format("Apply {} to the input", name));
    const auto norm = std::make_shared<ops::NormOptions>();
    norm->kind = kind;
    add_common(*operation, options);
    add_norm_options(*operation, options, *norm);
    // The callback runs when all of it is parsed, and keeps the values alive until then.
    operation->callback([&options, norm] { options.operation = *norm; });
  }
  for (const bool log : {false, true}) {
    CLI::App* const operation = command->add_subcommand(
        log ? "log-softmax" : "softmax",
        log ? "Apply log-softmax to the input" : "Apply softmax to the input");
    const auto softmax = std::make_shared<ops::SoftmaxOptions>();
    softmax->log = log;
    add_common(*operation, options);
    add_softmax_numbers(*operation, *softmax);
    add_softmax_algorithm(*operation, *softmax);
    operation->callback([&options, softmax] { options.operation = *softmax; });
  }
  return command;
}

}  // namespace normscope::cli
