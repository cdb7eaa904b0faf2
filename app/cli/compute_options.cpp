// SPDX-License-Identifier: MIT
#include "app/cli/compute_options.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/option_kinds.hpp"
#include "app/cli/session_option.hpp"
#include "app/cli/table_options.hpp"
#include "core/base/limits.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

namespace {

void add_common(Command& command, ComputeOptions& options) {
  command.add(
      required(file_option("--input", options.input,
                           tr("the input: .npy, .csv, .tsv or .txt; one array of an\narchive as "
                              "FILE.npz:NAME or FILE.safetensors:NAME;\n'part-*.npy' takes all "
                              "files that fit, one below the other"))),
      {"--x", "--file", "--data"});
  command.add(file_option("--output", options.output,
                          tr("where the result goes, in the format of its name;\nwithout it, or -: "
                             "a table on standard output")),
              {"--y", "--out", "--save", "--result"});
  command.add(force_option(options.force));
  add_table_options(command, options.table);
  command.add(choice_option(
      "--device", compute::device_names(),
      [&options](compute::Device device) { options.settings.device = device; },
      tr("where to compute (default auto: on the cpu, which ends\n"
         "before a gpu has its numbers; gpu takes any OpenGL 4.3\n"
         "device, software, too)")));
  command.add(integer_option(
      "--threads", 1, base::kMaxThreads,
      [&options](std::int64_t threads) { options.settings.threads = static_cast<int>(threads); },
      tr("threads of the cpu (default: all)")));
  command.add(flag_option("--verbose", options.verbose,
                          tr("device, kernel time, bytes moved and GB/s on stderr,\n"
                             "on a gpu beside a copy of the same bytes")));
}

void add_statistics(Command& command, ComputeOptions& options) {
  command.add(file_option("--mean-output", options.mean_output, tr("where the means go")));
  command.add(file_option("--rstd-output", options.rstd_output,
                          tr("where 1 / denominator of each group goes")));
}

void add_gradient(Command& command, GradientFiles& files) {
  command.add(file_option("--gradient", files.of_output,
                          tr("the gradient of the output, as large as the input: the\nbackward "
                             "pass is computed, the output only with --output")),
              {"--grad", "--dy", "--grad-output", "--upstream"});
  command.add(file_option("--input-gradient", files.of_input,
                          tr("where the gradient of the input goes; without it, or -:\na table on "
                             "standard output")),
              {"--dx", "--grad-input"});
}

void add_parameter_gradients(Command& command, GradientFiles& files) {
  command.add(
      file_option(
          "--weight-gradient", files.of_weight,
          tr("where the gradient of the weight goes; without --weight\nthat of one of ones")),
      {"--dweight", "--dgamma", "--grad-weight"});
  command.add(
      file_option("--bias-gradient", files.of_bias, tr("where the gradient of the bias goes")),
      {"--dbias", "--dbeta", "--grad-bias"});
}

// "1,2": several dimensions, which only --dim of this command takes.
std::optional<std::vector<std::int64_t>> several_dimensions(std::string_view text) {
  std::vector<std::int64_t> dims;
  while (true) {
    const auto comma = text.find(',');
    const auto dim = text::parse_int(text.substr(0, comma));
    if (!dim) return std::nullopt;
    dims.push_back(*dim);
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  return dims.size() > 1 ? std::optional(std::move(dims)) : std::nullopt;
}

// Lets the option of one dimension take several.
void take_several(Option& option, ViewOptions& view) {
  option.type_name = "N,...";
  option.help = tr("{one},\nor several, such as 1,2", arg("one", option.help));
  option.take_value = [one = std::move(option.take_value), &view](const std::string& text) {
    if (auto dims = several_dimensions(text)) {
      view.dims = *std::move(dims);
    } else {
      one(text);
    }
  };
}

constexpr auto kMostDims = static_cast<std::int64_t>(base::kMaxRank);

void add_view(Command& operation, ViewOptions& view) {
  for (Option& option : operation.options) {
    if (option.name == "--dim") take_several(option, view);
  }
  const auto norm = base::value_of(ops::normalization_names(), operation.name);
  if (norm && ops::rule_of(*norm).grouping != ops::Grouping::kTrailing) {
    operation.add(integer_option(
                      "--channel-dim", -kMostDims, kMostDims - 1,
                      [&view](std::int64_t dim) { view.channel_dim = dim; },
                      tr("the dimension of the channels (default 1; of NHWC -1)")),
                  {"--channel-axis", "--channels-last", "--data-format"});
  }
  if (operation.name == "softmax" || operation.name == "log-softmax") {
    operation.add(
        file_option("--mask", view.mask,
                    tr("what takes part: true or 1, else false or 0; or numbers\nthat are added, "
                       "-inf for what takes no part. A group of\nwhich nothing takes part is 0")),
        {"--attn-mask", "--attention-mask"});
    operation.add(flag_option("--causal", view.causal,
                              tr("of the last two dimensions, queries and keys: each query\nsees "
                                 "the keys up to its own")),
                  {"--is-causal"});
  }
}

}  // namespace

Command compute_command(ComputeOptions& options) {
  Command command{"compute", tr("Run a normalization or a softmax on a file")};
  command.options = {
      {.name = "SESSION",
       .help = std::string(
           tr("a session (.json) whose operation, layers before it too,\nis applied to the input")),
       .take_values = [&options](const std::vector<std::string>& texts) { options.words = texts; }},
      file_option("--input", options.input, tr("with SESSION: the input")),
      file_option("--output", options.output, tr("with SESSION: where the result goes")),
      force_option(options.force),
      allow_files_option(options.allow_files),
      precision_option([&options](precision::Plan plan) { options.precision = std::move(plan); },
                       tr("with SESSION: a precision plan in place of its own"))};
  add_gradient(command, options.gradient);
  add_table_options(command, options.table);
  for (Command& operation : operation_commands(options.given)) {
    std::vector<Option> own = std::move(operation.options);
    operation.options.clear();
    add_common(operation, options);
    std::ranges::move(own, std::back_inserter(operation.options));
    const bool norm = base::value_of(ops::normalization_names(), operation.name).has_value();
    if (norm) add_statistics(operation, options);
    add_gradient(operation, options.gradient);
    if (norm || operation.name == "dyt") add_parameter_gradients(operation, options.gradient);
    add_view(operation, options.view);
    command.commands.push_back(std::move(operation));
  }
  return command;
}

}  // namespace normscope::cli
