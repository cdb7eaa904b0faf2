// SPDX-License-Identifier: MIT
#include "app/cli/document_options.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "app/cli/operation_options.hpp"
#include "app/cli/option_kinds.hpp"
#include "app/open_save/open_file.hpp"
#include "core/compute/compute.hpp"
#include "core/io/tensor_file.hpp"

namespace normscope::cli {
namespace {

std::string operation_alternatives() {
  std::string list;
  for (const auto& [kind, name] : ops::normalization_names()) list += std::string(name) + "|";
  return list + "softmax|log-softmax";
}

void set_operation(DocumentOptions& options, const std::string& text) {
  if (text == "softmax" || text == "log-softmax") {
    options.subject = document::Subject::kSoftmax;
    options.softmax.log = text == "log-softmax";
    return;
  }
  const auto kind = base::value_of(ops::normalization_names(), text);
  if (!kind) refuse("--operation", "one of " + operation_alternatives(), text);
  options.subject = document::Subject::kNorm;
  options.norm.kind = *kind;
}

// Sets the algorithm; normalizations and softmax have different ones under the same option.
void set_algorithm(DocumentOptions& options, const std::string& text) {
  const auto norm = base::value_of(ops::variance_algorithm_names(), text);
  const auto softmax = base::value_of(ops::softmax_algorithm_names(), text);
  if (norm) options.norm.algorithm = *norm;
  if (softmax) options.softmax.algorithm = *softmax;
  if (!norm && !softmax) {
    refuse("--algorithm",
           "one of " + base::list_names(ops::variance_algorithm_names()) + ", " +
               base::list_names(ops::softmax_algorithm_names()),
           text);
  }
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
  document.subject = options.subject;
  document.softmax = options.softmax;
  const tensor::Shape last = document.norm.options.normalized_shape;
  document.norm.options = options.norm;
  if (options.norm.normalized_shape.empty()) document.norm.options.normalized_shape = last;
  auto gamma = read_parameter(options.weight);
  if (!gamma) return tl::unexpected(gamma.error());
  auto beta = read_parameter(options.bias);
  if (!beta) return tl::unexpected(beta.error());

  compute::Request request{options.softmax, document.inputs[0].values.values(), nullptr, nullptr};
  if (options.subject == document::Subject::kNorm) request.operation = document.norm.effective();
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

OrFailure<document::Document> document_of(const DocumentOptions& options) {
  auto opened = open_save::open_file(options.file);
  if (!opened) return tl::unexpected(Failure{options.file, opened.error()});
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
  add_normalized_shape(command, options.norm);
  add_groups(command, options.norm);
  add_norm_numbers(command, options.norm);
  add_softmax_numbers(command, options.softmax);
  command.options.push_back(
      {.name = "--algorithm",
       .type_name = "NAME",
       .help = "of the variance or of the softmax",
       .take_value = [&options](const std::string& text) { set_algorithm(options, text); }});
  command.options.push_back(file_option("--weight", options.weight, "gamma (default: all 1)"));
  command.options.push_back(file_option("--bias", options.bias, "beta (default: all 0)"));
  for (auto option = command.options.begin() + first; option != command.options.end(); ++option) {
    note_given(*option, options.operation_given);
  }
  command.options.push_back(choice_option(
      "--device", compute::device_names(),
      [&options](compute::Device device) { options.device = device; },
      "where to compute (default auto)"));
}

}  // namespace normscope::cli
