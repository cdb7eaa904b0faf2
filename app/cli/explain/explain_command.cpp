// SPDX-License-Identifier: MIT
#include "app/cli/explain/explain_command.hpp"

#include "app/cli/explain/explain_report.hpp"
#include "app/cli/failure.hpp"
#include "app/cli/input_files.hpp"
#include "app/cli/lost_input.hpp"
#include "app/cli/option_kinds.hpp"
#include "app/cli/table_options.hpp"
#include "core/io/shown_numbers.hpp"
#include "core/text/translate.hpp"
#include "core/variants/explain/explain_gradient.hpp"

namespace normscope::cli {

namespace {

OrFailure<io::ShownNumbers> read_compared(const std::string& path, const io::TableChoice& table) {
  const auto place = input_place(path, table);
  if (!place) return tl::unexpected(place.error());
  auto read = io::read_shown(*place);
  if (!read) return tl::unexpected(Failure{path, read.error()});
  return *std::move(read);
}

variants::Source source_of(const io::ShownNumbers& shown) {
  const auto format = base::value_of(variants::number_format_names(), shown.type);
  return {format.value_or(variants::NumberFormat::kFloat32), shown.decimals};
}

OrFailure<variants::Explanations> explain_files(const ExplainOptions& options,
                                                const Console& console) {
  const auto x = read_compared(options.input, options.table);
  if (!x) return tl::unexpected(x.error());
  note_lost_digits(options.input, options.table, ops::NormOptions{}, x->values, console);
  const auto y = read_compared(options.output, {});
  if (!y) return tl::unexpected(y.error());
  variants::Known known{source_of(*x), source_of(*y)};
  if (!options.weight.empty()) {
    auto weight = read_compared(options.weight, {});
    if (!weight) return tl::unexpected(weight.error());
    known.weight = std::move(weight->values);
    // A table has two dimensions, of which a weight has one.
    if (const auto row = io::is_table(options.weight)
                             ? known.weight->reshaped({known.weight->size()})
                             : base::Expected<tensor::Tensor>(*known.weight)) {
      known.weight = *row;
    }
  }
  if (!options.gradient.empty()) {
    const auto dy = read_compared(options.gradient, {});
    if (!dy) return tl::unexpected(dy.error());
    known.dy = source_of(*dy);
    auto answer = variants::explain_gradient(x->values, dy->values, y->values, known);
    const bool of_dy = dy->values.shape() != x->values.shape();
    if (!answer) {
      return tl::unexpected(Failure{of_dy ? options.gradient : options.output, answer.error()});
    }
    return *std::move(answer);
  }
  auto answer = variants::explain(x->values, y->values, known);
  if (!answer) return tl::unexpected(Failure{options.output, answer.error()});
  return *std::move(answer);
}

}  // namespace

Command explain_command(ExplainOptions& options) {
  Command command{"explain", tr("Find the operation that turned one file into another")};
  command.footer = std::string(
      tr("Tells which normalization or softmax, with which options, made the output,\n"
         "at full precision or printed with a few decimals. The first line of the table\n"
         "is the simplest explanation, those with = cannot be told apart from it, and\n"
         "the others come near. Exit status 0 also when nothing explains the output.\n"
         "x counts as rounded only where its text shows decimals.\n"
         "With --gradient it tells which operation's backward pass made dx from x and dy,\n"
         "right or with a known mistake, and whose bits it has."));
  command.options = {
      required(file_option("--input", options.input, tr("x: .npy, .csv, .tsv or .txt"))),
      required(
          file_option("--output", options.output, tr("y of the same shape; with --gradient dx"))),
      file_option("--gradient", options.gradient,
                  tr("dy; the output is a dx, whose backward pass is found")),
      file_option("--weight", options.weight,
                  tr("held against the output as gamma and as 1 + gamma")),
      flag_option("--json", options.json, tr("the answer as one JSON object"))};
  add_table_options(command, options.table);
  return command;
}

Exit run_explain(const ExplainOptions& options, const Console& console) {
  const auto answer = explain_files(options, console);
  if (!answer) return report(console, answer.error());
  say(console.out, options.json ? explanations_json(*answer) : explanations_table(*answer));
  return Exit::kDone;
}

}  // namespace normscope::cli
