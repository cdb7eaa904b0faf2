// SPDX-License-Identifier: MIT
#include "app/cli/explain/explain_command.hpp"

#include "app/cli/explain/explain_report.hpp"
#include "app/cli/failure.hpp"
#include "app/cli/option_kinds.hpp"
#include "app/cli/table_options.hpp"
#include "core/variants/explain/explain.hpp"

namespace normscope::cli {
namespace {

OrFailure<variants::Explanations> explain_files(const ExplainOptions& options) {
  const auto x = read_input(options.input, options.table);
  if (!x) return tl::unexpected(x.error());
  const auto y = read_input(options.output, {});
  if (!y) return tl::unexpected(y.error());
  auto answer = variants::explain(*x, *y);
  if (!answer) return tl::unexpected(Failure{options.output, answer.error()});
  return *std::move(answer);
}

}  // namespace

Command explain_command(ExplainOptions& options) {
  Command command{"explain", "Find the operation that turned one file into another"};
  command.footer =
      "Tells which normalization or softmax, with which options, made the output,\n"
      "at full precision or printed with a few decimals. The first line of the table\n"
      "is the simplest explanation, those with = cannot be told apart from it, and\n"
      "the others come near. Exit status 0 also when nothing explains the output.";
  command.options = {
      required(file_option("--input", options.input, "x: .npy, .csv, .tsv or .txt")),
      required(file_option("--output", options.output, "y of the same shape, which is explained")),
      flag_option("--json", options.json, "the answer as one JSON object")};
  add_table_options(command, options.table);
  return command;
}

Exit run_explain(const ExplainOptions& options, const Console& console) {
  const auto answer = explain_files(options);
  if (!answer) return report(console, answer.error());
  say(console.out, options.json ? explanations_json(*answer) : explanations_table(*answer));
  return Exit::kDone;
}

}  // namespace normscope::cli
