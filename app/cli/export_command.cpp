// SPDX-License-Identifier: MIT
#include "app/cli/export_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <future>
#include <system_error>
#include <utility>

#include "app/cli/failure.hpp"
#include "app/figures/builders/catalogue.hpp"
#include "app/figures/layout/font_measure.hpp"
#include "app/figures/note_text.hpp"
#include "app/open_save/figure_state.hpp"
#include "app/open_save/open_file.hpp"
#include "app/open_save/save_figure.hpp"
#include "app/results/derivation/unfold.hpp"
#include "app/results/evaluation.hpp"
#include "app/results/sheet/sheet.hpp"
#include "app/results/sheet/slice.hpp"
#include "core/gpu/gpu_backend.hpp"
#include "core/io/tensor_file.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

namespace {

tl::unexpected<Failure> usage(std::string_view sentence) {
  return tl::unexpected(Failure{
      "",
      {base::ErrorKind::kInvalidArgument, std::string(sentence), see("normscope help export")},
      Exit::kUsage});
}

OrFailure<void> check_selection(const results::Evaluation& evaluation,
                                const document::Selection& at, std::string_view option) {
  const results::Slice whole = results::whole_matrix(evaluation.activations->shape());
  if (at.row < whole.rows && at.column < whole.columns) return {};
  return usage(
      tr("{option}: there are {rows} and {columns}, but got row {row} and column {column} from 0",
         arg("option", option), arg("rows", figures::rows_text(whole.rows)),
         arg("columns", figures::columns_text(whole.columns)), arg("row", at.row),
         arg("column", at.column)));
}

OrFailure<void> list_figures(const results::Evaluation& evaluation, const Console& console) {
  std::size_t width = 0;
  const auto figures = figures::figures_of(evaluation);
  for (const auto& figure : figures) width = std::max(width, figure.name.size());
  for (const auto& figure : figures) {
    say(console.out, fmt::format("{:<{}}  {}\n", figure.name, width, figure.description));
  }
  return {};
}

// As Ctrl+U in the window, of the step that the document shows.
OrFailure<void> print_unfolded(const results::Evaluation& evaluation,
                               const document::Document& document, const document::Selection& at,
                               const ExportOptions& options, const Console& console) {
  auto inside = check_selection(evaluation, at, "--unfold");
  if (!inside) return inside;
  const tensor::Shape& shape = evaluation.activations->shape();
  const auto unfolded =
      results::unfold(evaluation, results::selected_cell(evaluation, at, document.view.step),
                      results::position_of(shape, shape, at));
  if (!unfolded) return tl::unexpected(Failure{options.file, unfolded.error()});
  say(console.out, results::unfold_text(evaluation, *unfolded));
  return {};
}

OrFailure<void> run_steps(const ExportOptions& options, const Console& console) {
  const bool figure_wanted = !options.list && !options.unfold;
  if (figure_wanted && (options.figure.empty() || options.output.empty())) {
    return usage(tr("export needs --list, --unfold, or --figure and --output"));
  }
  std::error_code none;
  if (!options.force && std::filesystem::equivalent(options.output, options.file, none) && !none) {
    return tl::unexpected(output_is_input(options.output));
  }
  auto document = document_of(options, console);
  if (!document) return tl::unexpected(document.error());
  if (options.select) document->selection = *options.select;
  // The embedded session may need a large input to be read, so it is written on another thread.
  std::future<base::Expected<std::string>> state;
  if (figure_wanted) state = std::async([&document] { return open_save::figure_state(*document); });
  const results::Evaluation evaluation =
      results::evaluate(*document, 0, gpu::make_backends(), options.device);
  if (evaluation.failure) return tl::unexpected(Failure{options.file, *evaluation.failure});
  if (options.list) return list_figures(evaluation, console);
  if (options.unfold) {
    return print_unfolded(evaluation, *document, *options.unfold, options, console);
  }

  figures::FigureRequest request{.selection = document->selection,
                                 .of_group = document->view.figure_choice.of_group,
                                 .parts = document->view.figure_choice.parts,
                                 .step = document->view.figure_choice.step,
                                 .plain = options.plain,
                                 .document = &*document};
  if (options.select) {
    auto inside = check_selection(evaluation, *options.select, "--select");
    if (!inside) return inside;
  }
  // As in the window, the selected number of the step that the document shows is marked.
  if (evaluation.activations->size() > 0) {
    request.marked = results::selected_cell(evaluation, document->selection, document->view.step);
  }
  const auto figure = figures::make_figure(options.figure, evaluation, request);
  if (!figure) {
    const bool unknown = figure.error().kind == base::ErrorKind::kNotFound;
    return tl::unexpected(Failure{unknown ? "" : options.file, figure.error(),
                                  unknown ? Exit::kUsage : Exit::kFailed});
  }
  const auto measure = figures::FontMeasure::load();
  if (!measure) return tl::unexpected(Failure{"", measure.error()});
  const auto carried = state.get();
  if (!carried) return tl::unexpected(Failure{options.file, carried.error()});
  const auto saved = open_save::save_figure(options.output, *figure, options.format, options.page,
                                            **measure, *carried);
  if (!saved) return tl::unexpected(Failure{options.output, saved.error()});
  return {};
}

}  // namespace

Exit run_export(const ExportOptions& options, const Console& console) {
  return report(console, run_steps(options, console));
}

}  // namespace normscope::cli
