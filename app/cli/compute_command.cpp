// SPDX-License-Identifier: MIT
#include "app/cli/compute_command.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/cli/failure.hpp"
#include "app/cli/gradient_files.hpp"
#include "app/cli/input_files.hpp"
#include "app/cli/lost_input.hpp"
#include "app/cli/output_table.hpp"
#include "app/cli/parameter_files.hpp"
#include "app/cli/session_option.hpp"
#include "app/cli/streamed.hpp"
#include "app/document/hand_written.hpp"
#include "app/document/parameters.hpp"
#include "app/results/errors.hpp"
#include "app/results/evaluation.hpp"
#include "core/gpu/gpu_backend.hpp"
#include "core/io/tensor_file.hpp"
#include "core/ops/one_number.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

namespace {

// Computes in double where float32 loses digits of the input that matter.
OrFailure<void> add_lost_digits(compute::Request& request, const tensor::GroupLayout& groups,
                                const std::vector<std::size_t>& order,
                                const ComputeOptions& options, const Console& console) {
  auto lost = lost_of_input(options.input, options.table, groups, *request.x, order);
  if (!lost) return {};
  if (lost->in_double) return refused(options.input, *lost);
  request.exact = std::move(lost->numbers);
  say(console.err, tr("note: {file}: {loss}; computed in double\n", arg("file", options.input),
                      arg("loss", lost->sentence)));
  return {};
}

OrFailure<ViewedRequest> read_request(const ComputeOptions& options, const Console& console) {
  bool rounds = false;
  auto x = read_input(options.input, options.table, {.rounds = &rounds});
  if (!x) return tl::unexpected(x.error());
  ops::Operation operation = options.given.operation;
  if (auto taken = take_running(operation, options.given.paths); !taken) {
    return tl::unexpected(taken.error());
  }
  auto view = viewed(options.view, operation, *std::move(x), options.input);
  if (!view) return view;
  compute::Request& request = view->request;
  request.precision = options.given.precision;
  const auto plan = plan_for(request, request.x->shape(), options.input);
  if (!plan) return tl::unexpected(plan.error());
  // A precision plan begins with what float32 has.
  if (rounds && request.precision == precision::Plan{}) {
    const auto exact =
        add_lost_digits(request, compute::groups_of(*plan), view->order, options, console);
    if (!exact) return tl::unexpected(exact.error());
  }
  const auto added = add_parameters(request, request.x->shape(), options.given.paths);
  if (!added) return tl::unexpected(added.error());
  return view;
}

bool to_standard_output(const ComputeOptions& options) {
  return options.output.empty() || options.output == "-";
}

// An output that is one of the inputs is written only where that is asked for.
OrFailure<void> check_outputs(const ComputeOptions& options) {
  if (options.force) return {};
  std::vector<std::filesystem::path> inputs;
  for (const std::string* const path : options.given.paths.all()) inputs.emplace_back(*path);
  inputs.insert(inputs.end(), {options.view.mask, options.gradient.of_output});
  const auto files = input_files(options.input);
  if (!files) return tl::unexpected(files.error());
  inputs.insert(inputs.end(), files->begin(), files->end());
  for (const std::string* const output :
       {&options.output, &options.mean_output, &options.rstd_output, &options.gradient.of_input,
        &options.gradient.of_weight, &options.gradient.of_bias}) {
    for (const std::filesystem::path& input : inputs) {
      std::error_code none;
      const bool same = std::filesystem::equivalent(*output, io::array_place(input).file, none);
      if (same && !none) return tl::unexpected(output_is_input(*output));
    }
  }
  return {};
}

OrFailure<void> write_results(const ComputeOptions& options, const compute::Result& result,
                              const Console& console) {
  std::vector<io::TensorOutput> outputs;
  for (const auto& [path, values] :
       {std::pair(&options.output, &result.y), std::pair(&options.mean_output, &result.first),
        std::pair(&options.rstd_output, &result.second)}) {
    const bool file = path == &options.output ? !to_standard_output(options) : !path->empty();
    if (file) outputs.push_back({*path, values});
  }
  const auto written = io::write_tensors(outputs);
  if (!written) return tl::unexpected(Failure{written.error().path, written.error().error});
  if (to_standard_output(options)) say(console.out, output_table(result.y));
  return {};
}

// Whether the output is wanted beside the gradients.
bool wants_output(const ComputeOptions& options) {
  return options.gradient.of_output.empty() || !options.output.empty() ||
         !options.mean_output.empty() || !options.rstd_output.empty();
}

void print_measures(const compute::Gradients& gradients, const Console& console) {
  say(console.err, tr("device: {device}\nkernel time: {ms:.6f} ms\nbytes moved: {bytes}\n",
                      arg("device", gradients.device), arg("ms", gradients.kernel_seconds * 1e3),
                      arg("bytes", gradients.bytes_moved)));
}

void print_measures(const compute::Result& result, const Console& console) {
  const double gigabytes = static_cast<double>(result.bytes_moved) * 1e-9;
  const double rate = result.kernel_seconds > 0 ? gigabytes / result.kernel_seconds : 0.0;
  say(console.err,
      tr("device: {device}\nkernel time: {ms:.6f} ms (median of five runs)\nbytes moved: {bytes}\n"
         "rate: {rate:.3f} GB/s\n",
         arg("device", result.device), arg("ms", result.kernel_seconds * 1e3),
         arg("bytes", result.bytes_moved), arg("rate", rate)));
  if (result.copy_seconds) {
    // A copy reads the input once and writes the same number of bytes.
    const double copied = static_cast<double>(result.y.size()) * 2 * sizeof(float) * 1e-9;
    say(console.err,
        tr("buffer copy on the same device: {ms:.6f} ms, {rate:.3f} GB/s\n",
           arg("ms", *result.copy_seconds * 1e3), arg("rate", copied / *result.copy_seconds)));
  }
  if (!result.note.empty()) say(console.err, tr("note: {what}\n", arg("what", result.note)));
}

// The operation of a session, with the session's gamma and beta, or its chain, of another input;
// with `dy` the gradient of that input.
OrFailure<compute::Result> run_session(const ComputeOptions& options,
                                       const std::optional<tensor::Tensor>& dy,
                                       const Console& console) {
  const std::string& session = options.words.front();
  auto opened = open_named(session, {}, options.allow_files);
  if (opened && (opened->lesson || opened->kind == open_save::FileKind::kNumbers)) {
    opened = base::fail(base::ErrorKind::kMalformed, tr("it is no session"));
  }
  if (!opened) return tl::unexpected(Failure{session, opened.error()});
  document::Document* const document = &opened->document;
  bool rounds = false;
  auto x = read_input(options.input, options.table, {.rounds = &rounds});
  if (!x) return tl::unexpected(x.error());
  document->inputs[document->input].values = document::Array(*std::move(x));
  document->comparison.reset();
  document->backward.on = false;
  if (options.precision) document->precision = *options.precision;
  const document::NormSettings settings = document->norm;
  document::Document fit = document::fitted(std::move(*document));
  for (const document::ParameterRow& row : document::kParameterRows) {
    const document::Parameter& was = settings.*row.values;
    if (!was.on || (fit.norm.*row.values).values == was.values) continue;
    return tl::unexpected(
        Failure{options.input,
                {base::ErrorKind::kInvalidArgument,
                 tr("{parameter} of the session is not of the shape that {shape} needs",
                    arg("parameter", row.name),
                    arg("shape", tensor::shape_to_text(fit.inputs[fit.input].values.shape())))}});
  }
  if (dy) {
    fit.backward = {.on = true, .origin = document::Typed{}, .upstream = document::Array(*dy)};
  } else if (rounds && fit.precision == precision::Plan{} &&
             document::chain_operation(fit) == nullptr) {
    compute::Request request =
        results::operation_request(fit, fit.inputs[fit.input].values.values());
    const auto plan = compute::plan_request(request);
    if (!fit.layers.empty()) {
      note_lost_digits(options.input, options.table, request.operation, *request.x, console);
    } else if (plan) {
      auto exact = add_lost_digits(request, compute::groups_of(*plan), {}, options, console);
      if (!exact) return tl::unexpected(exact.error());
    }
    if (request.exact) {
      return compute::compute(gpu::make_backends(), request, options.settings)
          .map_error([&](base::Error&& error) {
            return Failure{options.input, std::move(error)};
          });
    }
  }
  auto result = results::evaluate(fit, 1, gpu::make_backends(), options.settings.device);
  if (result.failure) return tl::unexpected(Failure{options.input, *result.failure});
  return *result.result;
}

OrFailure<void> run_sessions(const ComputeOptions& options, const Console& console) {
  if (!options.gradient.of_output.empty()) {
    auto dy = read_gradient(options, console);
    if (!dy) return tl::unexpected(dy.error());
    const auto dx = run_session(options, *std::move(dy), console);
    if (!dx) return tl::unexpected(dx.error());
    if (auto written = write_input_gradient(options.gradient, dx->y, console); !written) {
      return written;
    }
    if (!wants_output(options)) return {};
  }
  const auto result = run_session(options, std::nullopt, console);
  if (!result) return tl::unexpected(result.error());
  return write_results(options, *result, console);
}

OrFailure<void> run_steps(const ComputeOptions& options, const Console& console) {
  if (auto apart = check_outputs(options); !apart) return apart;
  if (auto begins = check_gradient(options.gradient); !begins) return begins;
  if (!options.words.empty()) return run_sessions(options, console);
  if (const auto done = compute_streamed(options, console); !done || *done) {
    return done ? OrFailure<void>{} : tl::unexpected(done.error());
  }
  const auto request = read_request(options, console);
  if (!request) return tl::unexpected(request.error());
  const std::string note =
      ops::one_number_note(request->request.x->shape(), request->request.operation);
  if (!note.empty()) say(console.err, tr("note: {what}\n", arg("what", note)));
  compute::Settings settings = options.settings;
  settings.repeats = options.verbose ? 5 : 1;
  settings.measure_copy = options.verbose;
  if (!options.gradient.of_output.empty()) {
    const auto gradients = write_gradients(options, *request, console);
    if (!gradients) return tl::unexpected(gradients.error());
    if (options.verbose) print_measures(*gradients, console);
    if (!wants_output(options)) return {};
  }
  const auto result = compute_viewed(*request, settings);
  if (!result) return tl::unexpected(Failure{"", result.error()});
  const auto written = write_results(options, *result, console);
  if (!written) return tl::unexpected(written.error());
  if (options.verbose) print_measures(*result, console);
  return {};
}

}  // namespace

Exit run_compute(const ComputeOptions& options, const Console& console) {
  const auto done = run_steps(options, console);
  if (done) return Exit::kDone;
  return report(console, done.error());
}

}  // namespace normscope::cli
