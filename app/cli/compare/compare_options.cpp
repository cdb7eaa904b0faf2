// SPDX-License-Identifier: MIT
#include "app/cli/compare/compare_options.hpp"

#include "app/cli/option_kinds.hpp"
#include "app/cli/table_options.hpp"

namespace normscope::cli {

Command compare_command(CompareOptions& options) {
  Command command{"compare", "Hold two variants against each other, or all presets"};
  command.options.push_back(
      text_option("A", "", options.a,
                  "a preset (V1 to V10), an operation with compute's options\n"
                  "in one argument (\"layer-norm --eps 1e-3\"), or a file with\n"
                  "an output that somebody computed"));
  command.options.push_back(
      text_option("B", "", options.b, "what A is compared with, in the same forms"));
  command.options.push_back(
      file_option("--input", options.input,
                  "the input: .npy, .csv, .tsv or .txt;\ntwo files with outputs need none"));
  add_table_options(command, options.table);
  command.options.push_back(
      flag_option("--presets", options.presets, "all presets in pairs, as without A and B"));
  command.options.push_back(choice_option(
      "--device", compute::device_names(),
      [&options](compute::Device device) { options.device = device; },
      "where to compute (default: PyTorch's arithmetic, step by\n"
      "step as in the window; above a million elements the cpu)"));
  command.options.push_back(
      flag_option("--json", options.json, "one JSON object instead of the tables"));
  return command;
}

}  // namespace normscope::cli
