// SPDX-License-Identifier: MIT
#include "app/cli/document_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "app/cli/operation_options.hpp"
#include "app/cli/option_kinds.hpp"
#include "app/document/settings.hpp"
#include "app/open_save/open_file.hpp"
#include "core/compute/compute.hpp"
#include "core/io/tensor_file.hpp"

namespace normscope::cli {
namespace {

void set_operation(DocumentOptions& options, const std::string& text) {
  const auto named = ops::find_operation(text);
  if (!named) refuse("--operation", "one of " + ops::list_operations("|"), text);
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

tl::unexpected<Failure> usage(const DocumentOptions& options, std::string sentence) {
  return tl::unexpected(Failure{"",
                                {base::ErrorKind::kInvalidArgument, std::move(sentence),
                                 fmt::format("see normscope {} --help", options.command)},
                                Exit::kUsage});
}

OrFailure<document::Parameter> read_parameter(const std::string& path) {
  if (path.empty()) return document::Parameter{};
  auto values = io::read_tensor(path);
  if (!values) return tl::unexpected(Failure{path, values.error()});
  return document::Parameter{true, document::Array(*std::move(values))};
}

// The document of a data file, with the operation of the options.
OrFailure<document::Document> with_operation(document::Document document,
                                             const DocumentOptions& options) {
  const ops::Operation operation = operation_of(options);
  document::take_operation(document, operation);
  auto gamma = read_parameter(options.weight);
  if (!gamma) return tl::unexpected(gamma.error());
  auto beta = read_parameter(options.bias);
  if (!beta) return tl::unexpected(beta.error());

  compute::Request request{operation, document.inputs[0].values.values(), nullptr, nullptr};
  if (gamma->on) request.gamma = gamma->values.values();
  if (beta->on) request.beta = beta->values.values();
  const auto plan = compute::plan_request(request);
  if (!plan) return tl::unexpected(Failure{options.file, plan.error()});
  // A parameter that is off keeps ones or zeros of the right shape.
  document = document::fitted(std::move(document));
  if (gamma->on) document.norm.gamma = *std::move(gamma);
  if (beta->on) document.norm.beta = *std::move(beta);
  return document;
}

}  // namespace

OrFailure<document::Document> document_of(const DocumentOptions& options,
                                          const std::optional<base::Error>& of_cells) {
  auto opened = open_save::open_file(options.file);
  if (!opened) return tl::unexpected(Failure{options.file, opened.error()});
  const bool cells = opened->kind == open_save::FileKind::kNotebook ||
                     opened->kind == open_save::FileKind::kScript;
  if (cells && of_cells) return tl::unexpected(Failure{options.file, *of_cells});
  if (opened->kind == open_save::FileKind::kNumbers) {
    if (options.step) return usage(options, "--step is for lessons");
    return with_operation(std::move(opened->document), options);
  }
  if (options.operation_given)
    return usage(options, "options of an operation are for files of numbers");
  if (!opened->lesson) {
    if (options.step) return usage(options, "--step is for lessons");
    return std::move(opened->document);
  }
  const auto steps = static_cast<int>(opened->lesson->steps.size());
  const int step = options.step.value_or(1);
  if (step > steps) {
    return usage(options, fmt::format("--step: the lesson has {} steps, but got {}", steps, step));
  }
  document::Document document = lessons::document_at(*opened->lesson, step - 1);
  document.lesson = {opened->lesson->id, step - 1};
  return document;
}

void add_file(Command& command, DocumentOptions& options) {
  options.command = command.name;
  command.options.push_back(
      required(text_option("FILE", "", options.file,
                           "a session (.json), a lesson (.md), a notebook or script\n"
                           "(.ipynb, .py), an exported figure,\n"
                           "or numbers (.npy, .csv, .tsv; one array of an archive\n"
                           "as FILE.npz:NAME or FILE.safetensors:NAME)")));
}

void add_step(Command& command, DocumentOptions& options) {
  command.options.push_back(integer_option(
      "--step", 1, 1'000'000,
      [&options](std::int64_t step) { options.step = static_cast<int>(step); },
      "of a lesson, counted from 1 (default 1)"));
}

void add_operation(Command& command, DocumentOptions& options) {
  const auto first = static_cast<std::ptrdiff_t>(command.options.size());
  command.options.push_back(
      {.name = "--operation",
       .type_name = "NAME",
       .help = "what is done to the numbers (default layer-norm)",
       .take_value = [&options](const std::string& text) { set_operation(options, text); }});
  std::vector<OptionTaker> takers = takers_of(options.norm, true);
  std::ranges::move(takers_of(options.softmax, true), std::back_inserter(takers));
  std::ranges::move(takers_of(options.relative, true), std::back_inserter(takers));
  add_options(command, takers);
  add_parameters(command, options.weight, options.bias);
  for (auto option = command.options.begin() + first; option != command.options.end(); ++option) {
    note_given(*option, options.operation_given);
  }
  command.options.push_back(choice_option(
      "--device", compute::device_names(),
      [&options](compute::Device device) { options.device = device; },
      "where to compute (default auto)"));
}

}  // namespace normscope::cli
