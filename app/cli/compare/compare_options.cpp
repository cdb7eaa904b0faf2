// SPDX-License-Identifier: MIT
#include "app/cli/compare/compare_options.hpp"

#include "app/cli/option_kinds.hpp"
#include "app/cli/table_options.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

Command compare_command(CompareOptions& options) {
  Command command{"compare", tr("Hold two variants against each other, or all presets")};
  command.add(text_option("A", "", options.a,
                          tr("a preset (V1 to V10), an operation with compute's options\n"
                             "in one argument (\"layer-norm --eps 1e-3\"), or a file with\n"
                             "an output that somebody computed")));
  command.add(text_option("B", "", options.b, tr("what A is compared with, in the same forms")));
  command.add(
      file_option("--input", options.input,
                  tr("the input: .npy, .csv, .tsv or .txt;\ntwo files with outputs need none")));
  add_table_options(command, options.table);
  command.add(
      flag_option("--presets", options.presets, tr("all presets in pairs, as without A and B")));
  command.add(choice_option(
      "--device", compute::device_names(),
      [&options](compute::Device device) { options.device = device; },
      tr("where to compute (default: PyTorch's arithmetic, step by\n"
         "step as in the window; above a million elements the cpu)")));
  command.add(flag_option("--json", options.json, tr("one JSON object instead of the tables")));
  return command;
}

}  // namespace normscope::cli
