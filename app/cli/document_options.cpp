// SPDX-License-Identifier: MIT
#include "app/cli/document_options.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "app/cli/input_files.hpp"
#include "app/cli/lost_input.hpp"
#include "app/cli/operation_options.hpp"
#include "app/cli/option_kinds.hpp"
#include "app/cli/session_option.hpp"
#include "app/cli/table_options.hpp"
#include "app/document/settings.hpp"
#include "core/compute/compute.hpp"
#include "core/ops/one_number.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

namespace {

void set_operation(DocumentOptions& options, const std::string& text) {
  const auto named = ops::find_operation(text);
  if (!named) {
    std::vector<std::string_view> names;
    for (const ops::NamedOperation& known : ops::operations()) names.push_back(known.name);
    const std::string meant = text::nearest(text, names);
    const std::string known = ops::list_operations("|");
    if (meant.empty()) {
      refuse("--operation", tr_later("{option}: must be one of {names}, but is '{text}'"), text,
             arg("names", known));
    }
    refuse("--operation",
           tr_later("{option}: must be one of {names}, but is '{text}': did you mean {meant}?"),
           text, arg("names", known), arg("meant", meant));
  }
  options.named = *named;
}

// The operation of that name with the options that were given.
ops::Operation operation_of(const DocumentOptions& options) {
  if (const auto* const norm = std::get_if<ops::NormOptions>(&options.named)) {
    return ops::with_operation_of(options.norm, *norm);
  }
  if (const auto* const softmax = std::get_if<ops::SoftmaxOptions>(&options.named)) {
    return ops::with_operation_of(options.softmax, *softmax);
  }
  return ops::with_operation_of(options.relative, std::get<ops::RelativeOptions>(options.named));
}

// Wraps an option so that taking it also sets `given`.
void note_given(Option& option, bool& given) {
  if (option.take_flag) {
    option.take_flag = [take = std::move(option.take_flag), &given] {
      given = true;
      take();
    };
  } else {
    option.take_value = [take = std::move(option.take_value), &given](const std::string& text) {
      given = true;
      take(text);
    };
  }
}

tl::unexpected<Failure> usage(const DocumentOptions& options, std::string_view sentence) {
  return tl::unexpected(Failure{"",
                                {base::ErrorKind::kInvalidArgument, std::string(sentence),
                                 see("normscope help " + options.command)},
                                Exit::kUsage});
}

// The document of a data file, with the operation of the options.
OrFailure<document::Document> with_operation(document::Document document,
                                             const DocumentOptions& options) {
  ops::Operation operation = operation_of(options);
  if (auto taken = take_running(operation, options.paths); !taken) {
    return tl::unexpected(taken.error());
  }
  document::take_operation(document, operation);
  compute::Request request{operation, document.inputs[0].values.values()};
  const auto plan = plan_for(request, request.x->shape(), options.file);
  if (!plan) return tl::unexpected(plan.error());
  const auto added = add_parameters(request, request.x->shape(), options.paths);
  if (!added) return tl::unexpected(added.error());
  // A parameter that is off keeps a new layer's numbers of the right shape.
  document = document::fitted(std::move(document));
  document::NormSettings& norm = document.norm;
  for (const auto& [values, parameter] :
       {std::pair(&request.gamma, &norm.gamma), std::pair(&request.beta, &norm.beta),
        std::pair(&request.running.mean, &norm.running_mean),
        std::pair(&request.running.variance, &norm.running_variance)}) {
    if (*values) *parameter = {true, document::Array(**values)};
  }
  return document;
}

OrFailure<document::Document> open_document(const DocumentOptions& options, const Console& console,
                                            const std::optional<base::Error>& of_cells) {
  open_save::Choice choice;
  if (options.table != io::TableChoice{}) {
    const auto place = input_place(options.file, options.table);
    if (!place) return tl::unexpected(place.error());
    choice = place->table;
  }
  auto opened = open_named(options.file, choice, options.allow_files);
  if (!opened) return tl::unexpected(Failure{options.file, opened.error()});
  if (options.table != io::TableChoice{} && opened->kind != open_save::FileKind::kNumbers) {
    return usage(options, tr("--columns, --skip and --transpose are for tables"));
  }
  const bool cells = opened->kind == open_save::FileKind::kNotebook ||
                     opened->kind == open_save::FileKind::kScript;
  if (cells && of_cells) return tl::unexpected(Failure{options.file, *of_cells});
  if (opened->kind == open_save::FileKind::kNumbers) {
    if (options.step) return usage(options, tr("--step is for lessons"));
    // What the window compares is not asked for here.
    opened->document.comparison.reset();
    auto document = with_operation(std::move(opened->document), options);
    if (document) {
      note_lost_digits(options.file, options.table, document::core_operation(*document),
                       *document->inputs[0].values.values(), console);
    }
    return document;
  }
  if (options.operation_given)
    return usage(options, tr("options of an operation are for files of numbers"));
  if (!opened->lesson) {
    if (options.step) return usage(options, tr("--step is for lessons"));
    return std::move(opened->document);
  }
  const auto steps = static_cast<int>(opened->lesson->steps.size());
  const int step = options.step.value_or(1);
  if (step > steps) {
    return usage(options, tr_n("--step: the lesson has {n} step, but got {step}",
                               "--step: the lesson has {n} steps, but got {step}", steps,
                               arg("n", steps), arg("step", step)));
  }
  document::Document document = lessons::document_at(*opened->lesson, step - 1);
  document.lesson = {opened->lesson->id, step - 1};
  return document;
}

}  // namespace

OrFailure<document::Document> document_of(const DocumentOptions& options, const Console& console,
                                          const std::optional<base::Error>& of_cells) {
  auto document = open_document(options, console, of_cells);
  if (document && options.precision) document->precision = *options.precision;
  if (!document || document->subject == document::Subject::kChain) return document;
  const std::string note = ops::one_number_note(document::shape_after_layers(*document),
                                                document::core_operation(*document));
  if (!note.empty()) say(console.err, tr("note: {what}\n", arg("what", note)));
  return document;
}

void add_file(Command& command, DocumentOptions& options) {
  options.command = command.name;
  command.add(required(text_option("FILE", "", options.file,
                                   tr("a session (.json), a lesson (.md), a notebook or script\n"
                                      "(.ipynb, .py), an exported figure,\n"
                                      "or numbers (.npy, .csv, .tsv; one array of an archive\n"
                                      "as FILE.npz:NAME or FILE.safetensors:NAME)"))));
  add_table_options(command, options.table);
  command.add(allow_files_option(options.allow_files));
}

void add_step(Command& command, DocumentOptions& options) {
  command.add(integer_option(
      "--step", 1, 1'000'000,
      [&options](std::int64_t step) { options.step = static_cast<int>(step); },
      tr("of a lesson, counted from 1 (default 1)")));
}

void add_operation(Command& command, DocumentOptions& options) {
  const auto first = static_cast<std::ptrdiff_t>(command.options.size());
  command.add(
      {.name = "--operation",
       .type_name = "NAME",
       .help = tr("what is done to the numbers (default layer-norm)"),
       .take_value = [&options](const std::string& text) { set_operation(options, text); }});
  std::vector<OptionTaker> takers = takers_of(options.norm, true);
  std::ranges::move(takers_of(options.softmax, true), std::back_inserter(takers));
  std::ranges::move(takers_of(options.relative, true), std::back_inserter(takers));
  add_options(command, takers);
  add_parameters(command, options.paths);
  add_running(command, options.paths);
  for (auto option = command.options.begin() + first; option != command.options.end(); ++option) {
    note_given(*option, options.operation_given);
  }
  command.add(
      precision_option([&options](precision::Plan plan) { options.precision = std::move(plan); },
                       tr("as in compute; of a session or a lesson, too (default its own)")));
  command.add(choice_option(
      "--device", compute::device_names(),
      [&options](compute::Device device) { options.device = device; },
      tr("where to compute (default auto)")));
}

}  // namespace normscope::cli
