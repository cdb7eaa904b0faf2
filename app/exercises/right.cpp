// SPDX-License-Identifier: MIT
#include "app/exercises/right.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <variant>

#include "core/compute/reference_group.hpp"
#include "core/ops/norm_options.hpp"
#include "core/ops/relatives_options.hpp"
#include "core/ops/softmax_options.hpp"
#include "core/text/numbers.hpp"

namespace normscope::exercises {

namespace {

using Outputs = std::vector<Output>;

float ulp_of(float value) {
  const float size = std::abs(value);
  return std::nextafter(size, std::numeric_limits<float>::infinity()) - size;
}

// The operation with the options that the inputs name.
compute::Operation with_options(compute::Operation operation, const Inputs& inputs) {
  std::visit(
      [&](auto& options) {
        for (const Argument& argument : inputs) {
          if (!argument.is_number) continue;
          // The number as it is written, which is what a person passes.
          const auto written = text::parse_double(text::float_to_text(argument.values.front()));
          for (const auto& option : option_list(options)) {
            const bool is_number = std::holds_alternative<double>(option.standard);
            if (option.name == argument.name && is_number) option.set(options, *written);
          }
        }
      },
      operation);
  return operation;
}

// The double reference of an operation.
Expected<Outputs> operation_outputs(const Problem& problem, const Inputs& inputs) {
  compute::Request request{.operation = with_options(*problem.operation, inputs), .x = nullptr};
  auto* const norm = std::get_if<ops::NormOptions>(&request.operation);
  for (const Argument& argument : inputs) {
    if (argument.is_number) continue;
    auto values = tensor::Tensor::from_values(argument.shape, argument.values);
    if (!values) return tl::unexpected(values.error());
    auto shared = std::make_shared<const tensor::Tensor>(*std::move(values));
    if (argument.name == "gamma") {
      request.gamma = shared;
      if (norm != nullptr) norm->normalized_shape = argument.shape;
    } else if (argument.name == "beta") {
      request.beta = shared;
    } else if (request.x == nullptr) {
      request.x = shared;
    }
  }
  const auto plan = compute::plan_request(request);
  if (!plan) return tl::unexpected(plan.error());
  const auto values_of = [](const auto& values) {
    return values == nullptr ? std::span<const float>() : values->values();
  };
  const tensor::GroupLayout& groups = compute::groups_of(*plan);
  Output output{request.x->shape(),
                std::vector<double>(static_cast<std::size_t>(request.x->size()))};
  std::vector<double> row(static_cast<std::size_t>(groups.size));
  for (std::int64_t group = 0; group < groups.count; ++group) {
    compute::reference_group(*plan, group, request.x->values(), values_of(request.gamma),
                             values_of(request.beta), row);
    for (std::int64_t k = 0; k < groups.size; ++k) {
      output.numbers[static_cast<std::size_t>(groups.base(group) + groups.offset(k))] =
          row[static_cast<std::size_t>(k)];
    }
  }
  return Outputs{std::move(output)};
}

// The inputs, and for each of their numbers inputs in which that is some ULPs more.
std::vector<Inputs> with_roundings(const Inputs& inputs) {
  std::vector<Inputs> all{inputs};
  for (std::size_t at = 0; at < inputs.size(); ++at) {
    for (std::size_t element = 0; element < inputs[at].values.size(); ++element) {
      const float value = inputs[at].values[element];
      if (!std::isfinite(value) || value == 0) continue;
      Inputs changed = inputs;
      changed[at].values[element] = value + static_cast<float>(kRoundings) * ulp_of(value);
      all.push_back(std::move(changed));
    }
  }
  return all;
}

// What is right for each of these inputs.
Expected<std::vector<Outputs>> exact_outputs(const Problem& problem, std::span<const Inputs> all,
                                             Caller& caller, const std::stop_token& stop) {
  if (!problem.operation) return caller.solve(all, Caller::Precision::kFloat64, stop);
  std::vector<Outputs> outputs;
  outputs.reserve(all.size());
  for (const Inputs& each : all) {
    auto of_each = operation_outputs(problem, each);
    if (!of_each) return tl::unexpected(of_each.error());
    outputs.push_back(*std::move(of_each));
  }
  return outputs;
}

// The largest distance of two of all the numbers of an output.
double largest_gap(std::span<const Outputs> a, std::span<const Outputs> b, std::size_t which) {
  double largest = 0;
  for (std::size_t each = 0; each < a.size(); ++each) {
    const Output& first = a[each][which];
    const Output& second = b[each][which];
    if (first.shape != second.shape) continue;
    for (std::size_t at = 0; at < first.numbers.size(); ++at) {
      const double gap = std::abs(first.numbers[at] - second.numbers[at]);
      if (std::isfinite(gap)) largest = std::max(largest, gap);
    }
  }
  return largest;
}

// By how much a number of the first of these outputs may be wrong; 0 for one that is not finite.
double tolerance_of(std::span<const Outputs> outputs, std::size_t which, std::size_t at) {
  const Output& right = outputs.front()[which];
  const double number = right.numbers[at];
  if (!std::isfinite(number)) return 0;
  double tolerance = kRoundings * ulp_of(static_cast<float>(std::max(1.0, std::abs(number))));
  for (const Outputs& changed : outputs) {
    if (changed[which].shape != right.shape) continue;
    const double moved = std::abs(changed[which].numbers[at] - number);
    if (std::isfinite(moved)) tolerance += moved;
  }
  return tolerance;
}

}  // namespace

Expected<std::vector<RightOutput>> right_outputs(const Problem& problem, const Inputs& inputs,
                                                 Caller& caller, const std::stop_token& stop) {
  const std::vector<Inputs> all = with_roundings(inputs);
  const auto outputs = exact_outputs(problem, all, caller, stop);
  if (!outputs) return tl::unexpected(outputs.error());
  const auto solved = caller.solve(all, Caller::Precision::kFloat32, stop);
  if (!solved) return tl::unexpected(solved.error());
  std::vector<RightOutput> right;
  right.reserve(problem.outputs.size());
  for (std::size_t which = 0; which < problem.outputs.size(); ++which) {
    RightOutput each{outputs->front()[which]};
    const double own = kSolutionErrors * largest_gap(*outputs, *solved, which);
    for (std::size_t at = 0; at < each.output.numbers.size(); ++at) {
      each.tolerance.push_back(own + tolerance_of(*outputs, which, at));
    }
    right.push_back(std::move(each));
  }
  return right;
}

}  // namespace normscope::exercises
