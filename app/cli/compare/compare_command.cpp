// SPDX-License-Identifier: MIT
#include "app/cli/compare/compare_command.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "app/cli/compare/compare_json.hpp"
#include "app/cli/compare/compare_text.hpp"
#include "app/cli/failure.hpp"
#include "app/cli/input_files.hpp"
#include "app/cli/lost_input.hpp"
#include "core/base/limits.hpp"
#include "core/gpu/gpu_backend.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

namespace {

using tensor::Tensor;
using trace::TensorRef;
using variants::Output;

tl::unexpected<Failure> wrong_usage(std::string_view sentence) {
  return tl::unexpected(Failure{
      "",
      {base::ErrorKind::kInvalidArgument, std::string(sentence), see("normscope help compare")},
      Exit::kUsage});
}

OrFailure<TensorRef> read_x(const CompareOptions& options) {
  auto values = read_input(options.input, options.table);
  if (!values) return tl::unexpected(values.error());
  return std::make_shared<const Tensor>(*std::move(values));
}

// Outputs on the device of the options.
variants::OutputOf output_function(const CompareOptions& options) {
  if (!options.device) return variants::output_of;
  return [device = *options.device](const compute::Request& request) -> base::Expected<Output> {
    auto result = compute::compute(gpu::make_backends(), request, {.device = device});
    if (!result) return tl::unexpected(result.error());
    return Output{std::move(result->y), std::move(result->device)};
  };
}

// A table in a file has two dimensions, whatever the shape that somebody's program printed: leading
// dimensions of 1 do not count.
OrFailure<Tensor> shaped_as(const Side& side, const tensor::Shape& shape) {
  const auto without_ones = [](const tensor::Shape& of) {
    return tensor::Shape(std::ranges::find_if(of, [](std::int64_t size) { return size != 1; }),
                         of.end());
  };
  if (without_ones(side.output->shape()) == without_ones(shape)) {
    auto reshaped = side.output->reshaped(shape);
    if (reshaped) return *std::move(reshaped);
  }
  return tl::unexpected(
      Failure{side.argument,
              {base::ErrorKind::kInvalidArgument,
               tr("an output of shape {shape} is needed, but the file has {found}",
                  arg("shape", tensor::shape_to_text(shape)),
                  arg("found", tensor::shape_to_text(side.output->shape())))}});
}

// The output of one side for x, which is null where two files are compared.
OrFailure<Tensor> side_output(const Side& side, const TensorRef& x, Comparison& comparison,
                              const CompareOptions& options) {
  if (!side.computes()) return shaped_as(side, comparison.input.shape);
  auto output = output_function(options)(side.request_of(x));
  if (!output) return tl::unexpected(Failure{side.argument, output.error()});
  comparison.input.arithmetic = std::move(output->arithmetic);
  return std::move(output->y);
}

bool same_parameters(const compute::Request& a, const compute::Request& b) {
  const auto same = [](const TensorRef& of_a, const TensorRef& of_b) {
    return of_a == of_b || (of_a && of_b && *of_a == *of_b);
  };
  return same(a.gamma, b.gamma) && same(a.beta, b.beta) && same(a.running.mean, b.running.mean) &&
         same(a.running.variance, b.running.variance);
}

// The steps and the smallest input of two operations.
OrFailure<void> compare_operations(const TensorRef& x, Comparison& comparison) {
  const Side& a = comparison.a;
  const Side& b = comparison.b;
  if (x->size() <= base::kWholeStepElements) {
    const auto of_a = variants::trace_of(a.request_of(x));
    if (!of_a) return tl::unexpected(Failure{a.argument, of_a.error()});
    const auto of_b = variants::trace_of(b.request_of(x));
    if (!of_b) return tl::unexpected(Failure{b.argument, of_b.error()});
    auto parting = variants::first_parting(*of_a, *of_b);
    if (!parting) return tl::unexpected(Failure{"", parting.error()});
    comparison.steps_compared = true;
    comparison.parting = *std::move(parting);
  }
  auto separation = variants::separate(a.request.operation, b.request.operation);
  if (!separation) return tl::unexpected(Failure{"", separation.error()});
  comparison.separation = *std::move(separation);
  if (a.request.operation == b.request.operation && !same_parameters(a.request, b.request)) {
    comparison.separation->sentence = tr("they are the same operation, with other parameters");
  }
  if (a.request.operation == b.request.operation && a.request.precision != b.request.precision) {
    comparison.separation->sentence = tr("they are the same operation, in other precision plans");
  }
  return {};
}

OrFailure<void> compare_two(const CompareOptions& options, const Console& console) {
  auto a = read_side(options.a);
  if (!a) return tl::unexpected(a.error());
  auto b = read_side(options.b);
  if (!b) return tl::unexpected(b.error());
  const bool computes = a->computes() || b->computes();
  if (computes && options.input.empty()) return wrong_usage(tr("an operation needs --input"));
  Comparison comparison{.input = {options.input}, .a = *std::move(a), .b = *std::move(b)};
  TensorRef x = comparison.a.output;
  if (!options.input.empty()) {
    auto read = read_x(options);
    if (!read) return tl::unexpected(read.error());
    x = *std::move(read);
  }
  for (const Side* const side : {&comparison.a, &comparison.b}) {
    if (!side->computes()) continue;
    note_lost_digits(options.input, options.table, side->request.operation, *x, console);
    break;
  }
  comparison.input.shape = x->shape();
  auto of_a = side_output(comparison.a, x, comparison, options);
  if (!of_a) return tl::unexpected(of_a.error());
  comparison.of_a = *std::move(of_a);
  auto of_b = side_output(comparison.b, x, comparison, options);
  if (!of_b) return tl::unexpected(of_b.error());
  comparison.of_b = *std::move(of_b);
  const auto difference = variants::largest_difference(comparison.of_a, comparison.of_b);
  if (!difference) return tl::unexpected(Failure{"", difference.error()});
  comparison.difference = *difference;
  if (comparison.a.computes() && comparison.b.computes()) {
    const auto compared = compare_operations(x, comparison);
    if (!compared) return tl::unexpected(compared.error());
  }
  say(console.out, options.json ? comparison_json(comparison) : comparison_text(comparison));
  return {};
}

OrFailure<void> compare_presets(const CompareOptions& options, const Console& console) {
  if (options.input.empty()) return wrong_usage(tr("the presets need --input"));
  const auto x = read_x(options);
  if (!x) return tl::unexpected(x.error());
  note_lost_digits(options.input, options.table, ops::NormOptions{}, **x, console);
  auto matrix = variants::all_differences(variants::preset_operations(), *x, nullptr, nullptr,
                                          output_function(options));
  if (!matrix) return tl::unexpected(Failure{"", matrix.error()});
  const bool none_fits = std::ranges::all_of(
      matrix->refusals, [](const auto& refusal) { return refusal.has_value(); });
  if (none_fits) return tl::unexpected(Failure{options.input, *matrix->refusals.front()});
  const ComparedInput input{options.input, (*x)->shape(), matrix->arithmetic};
  say(console.out, options.json ? presets_json(input, *matrix) : presets_text(input, *matrix));
  return {};
}

OrFailure<void> compare(const CompareOptions& options, const Console& console) {
  if (options.a.empty() && options.b.empty()) return compare_presets(options, console);
  if (options.presets) return wrong_usage(tr("--presets compares all presets, without A and B"));
  if (options.a.empty() || options.b.empty())
    return wrong_usage(tr("compare needs A and B, or neither for all presets"));
  return compare_two(options, console);
}

}  // namespace

Exit run_compare(const CompareOptions& options, const Console& console) {
  return report(console, compare(options, console));
}

}  // namespace normscope::cli
