// SPDX-License-Identifier: MIT
#include "app/notebook/recognition/recognize.hpp"

#include <memory>
#include <string>
#include <utility>

#include "app/notebook/recognition/chain.hpp"
#include "app/notebook/recognition/norm_chain.hpp"
#include "app/notebook/recognition/softmax_chain.hpp"
#include "core/ops/zoo.hpp"
#include "core/trace/operations.hpp"

namespace normscope::notebook::recognition {
namespace {

// A row of the zoo that does the same, whatever it normalizes over. An eps that is nowhere in the
// chain says nothing.
std::string_view preset_of(ops::NormOptions options) {
  const auto says_nothing = [](const ops::NormOptions& of) {
    return of.epsilon_placement == ops::EpsilonPlacement::kNone ||
           of.returned != ops::Returned::kNormalized;
  };
  options.normalized_shape.clear();
  for (const ops::ZooPreset& preset : ops::zoo()) {
    ops::NormOptions row = preset.options;
    if (says_nothing(row)) row.epsilon = options.epsilon;
    if (row == options) return preset.id;
  }
  return {};
}

trace::TensorRef tensor_of(const Array& array) {
  auto values = tensor::Tensor::from_values(array.shape, arrays::values_of<float>(array));
  return values ? std::make_shared<const tensor::Tensor>(*std::move(values)) : nullptr;
}

// What a built-in operation does, as the chain that lectures write.
std::optional<Recognized> built_in(std::variant<ops::NormOptions, ops::SoftmaxOptions> options,
                                   base::Expected<trace::Trace> trace, int line) {
  if (!trace) return std::nullopt;
  const std::vector<int> lines(trace->steps().size(), line);
  std::string_view preset;
  if (const auto* norm = std::get_if<ops::NormOptions>(&options)) preset = preset_of(*norm);
  Recognized found{std::move(options), *std::move(trace), lines, preset};
  return found;
}

std::optional<Recognized> built_in_softmax(const Array& result, bool log) {
  const Array* const x = input_of(result, 0);
  const auto dim = number_of(result, "dim");
  const auto values = x != nullptr ? tensor_of(*x) : nullptr;
  if (values == nullptr || !dim) return std::nullopt;
  ops::SoftmaxOptions options;
  options.dim = static_cast<std::int64_t>(*dim);
  options.log = log;
  return built_in(options, trace::trace_softmax(values, options), line_of(result));
}

std::optional<Recognized> built_in_norm(const Array& result) {
  const Array* const x = input_of(result, 0);
  const arrays::Attribute* const shape = result.record->attribute("normalized_shape");
  const auto epsilon = number_of(result, "eps");
  if (x == nullptr || shape == nullptr || !epsilon) return std::nullopt;
  const auto* const sizes = std::get_if<std::vector<std::int64_t>>(shape);
  const auto values = tensor_of(*x);
  if (sizes == nullptr || values == nullptr) return std::nullopt;
  ops::NormOptions options;
  options.normalized_shape = *sizes;
  options.epsilon = *epsilon;
  trace::TensorRef gamma;
  trace::TensorRef beta;
  std::size_t next = 1;
  for (const auto& [name, parameter] :
       {std::pair<std::string_view, trace::TensorRef*>{"weight", &gamma}, {"bias", &beta}}) {
    const arrays::Attribute* const given = result.record->attribute(name);
    if (given == nullptr || *given != arrays::Attribute(true)) continue;
    const Array* const array = input_of(result, next++);
    if (array == nullptr) return std::nullopt;
    *parameter = tensor_of(*array);
  }
  return built_in(options, trace::trace_norm(values, gamma, beta, options), line_of(result));
}

}  // namespace

std::optional<Recognized> recognize(const arrays::Array& array) {
  const Array& result = before_views(array);
  if (!arrays::is_floating(result.dtype)) return std::nullopt;
  const std::string_view operation = operation_of(result);
  if (operation == "softmax" || operation == "log_softmax") {
    return built_in_softmax(result, operation == "log_softmax");
  }
  if (operation == "layer_norm") return built_in_norm(result);
  if (auto chain = norm_chain(result)) {
    const auto plan = ops::plan_norm(chain->steps.front().values.shape, chain->options);
    if (!plan) return std::nullopt;
    auto steps = steps_of(chain->steps, plan->groups);
    if (!steps) return std::nullopt;
    return Recognized{chain->options, std::move(steps->trace), std::move(steps->lines),
                      preset_of(chain->options)};
  }
  if (auto chain = softmax_chain(result)) {
    const auto plan = ops::plan_softmax(chain->steps.front().values.shape, chain->options);
    if (!plan) return std::nullopt;
    auto steps = steps_of(chain->steps, plan->groups);
    if (!steps) return std::nullopt;
    return Recognized{chain->options, std::move(steps->trace), std::move(steps->lines), {}};
  }
  return std::nullopt;
}

}  // namespace normscope::notebook::recognition
