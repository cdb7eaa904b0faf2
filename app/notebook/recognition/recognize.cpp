// SPDX-License-Identifier: MIT
#include "app/notebook/recognition/recognize.hpp"

#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "app/notebook/recognition/chain.hpp"
#include "app/notebook/recognition/norm_chain.hpp"
#include "app/notebook/recognition/rows.hpp"
#include "app/notebook/recognition/softmax_chain.hpp"
#include "core/ops/presets.hpp"
#include "core/trace/operations.hpp"

namespace normscope::notebook::recognition {

using tensor::Shape;

namespace {

// A preset that does the same, whatever it normalizes over. An eps that is nowhere in the
// chain says nothing.
std::string_view preset_of(ops::NormOptions options) {
  const auto says_nothing = [](const ops::NormOptions& of) {
    return of.epsilon_placement == ops::EpsilonPlacement::kNone ||
           of.returned != ops::Returned::kNormalized;
  };
  options.normalized_shape.clear();
  for (const ops::Preset& preset : ops::presets()) {
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
                                   base::Expected<trace::Trace> trace, Place place) {
  if (!trace) return std::nullopt;
  const std::vector<Place> places(trace->steps().size(), place);
  std::string_view preset;
  if (const auto* norm = std::get_if<ops::NormOptions>(&options)) preset = preset_of(*norm);
  return Recognized{std::move(options), *std::move(trace), places, {}, {}, preset};
}

std::optional<Recognized> built_in_softmax(const Array& result, bool log) {
  const Array* const x = input_of(result, 0);
  const auto dim = number_of(result, "dim");
  const auto values = x != nullptr ? tensor_of(*x) : nullptr;
  if (values == nullptr || !dim) return std::nullopt;
  ops::SoftmaxOptions options;
  options.dim = static_cast<std::int64_t>(*dim);
  options.log = log;
  return built_in(options, trace::trace_softmax(values, options), place_of(result));
}

// gamma and beta of a built-in operation: those of its inputs after the first that it had.
std::optional<std::pair<trace::TensorRef, trace::TensorRef>> parameters_of(const Array& result) {
  std::pair<trace::TensorRef, trace::TensorRef> found;
  std::size_t next = 1;
  for (const auto& [name, parameter] :
       {std::pair<std::string_view, trace::TensorRef*>{"weight", &found.first},
        {"bias", &found.second}}) {
    const arrays::Attribute* const given = result.record->attribute(name);
    if (given == nullptr || *given != arrays::Attribute(true)) continue;
    const Array* const array = input_of(result, next++);
    if (array == nullptr) return std::nullopt;
    *parameter = tensor_of(*array);
  }
  return found;
}

std::optional<Recognized> built_in_norm(const Array& result, const Array& x,
                                        const ops::NormOptions& options) {
  const auto values = tensor_of(x);
  auto parameters = parameters_of(result);
  if (values == nullptr || !parameters) return std::nullopt;
  auto& [gamma, beta] = *parameters;
  auto found = built_in(options, trace::trace_norm(values, gamma, beta, options), place_of(result));
  if (found) {
    found->gamma = std::move(gamma);
    found->beta = std::move(beta);
  }
  return found;
}

std::optional<Recognized> built_in_layer_norm(const Array& result) {
  const Array* const x = input_of(result, 0);
  const arrays::Attribute* const shape = result.record->attribute("normalized_shape");
  const auto epsilon = number_of(result, "eps");
  if (x == nullptr || shape == nullptr || !epsilon) return std::nullopt;
  const auto* const sizes = std::get_if<std::vector<std::int64_t>>(shape);
  if (sizes == nullptr) return std::nullopt;
  ops::NormOptions options;
  options.normalized_shape = *sizes;
  options.epsilon = *epsilon;
  return built_in_norm(result, *x, options);
}

// Group norm, and batch norm with the statistics of the batch.
std::optional<Recognized> built_in_channel_norm(const Array& result) {
  const Array* const x = input_of(result, 0);
  const auto epsilon = number_of(result, "eps");
  const auto groups = number_of(result, "num_groups");
  const arrays::Attribute* const training = result.record->attribute("training");
  const bool by_batch = training != nullptr && *training == arrays::Attribute(true);
  if (x == nullptr || !epsilon || (!groups && !by_batch)) return std::nullopt;
  ops::NormOptions options;
  options.kind = groups ? ops::Normalization::kGroupNorm : ops::Normalization::kBatchNorm;
  options.groups = static_cast<std::int64_t>(groups.value_or(1));
  options.epsilon = *epsilon;
  return built_in_norm(result, *x, options);
}

// Instance norm is batch norm of samples that lie side by side as channels, seen as they were.
std::optional<Recognized> built_in_instance_norm(const Array& array, const Array& result) {
  const Array* const joined = input_of(result, 0);
  const auto epsilon = number_of(result, "eps");
  if (joined == nullptr || !epsilon || inputs_of(result) != 1) return std::nullopt;
  const Array& x = before_views(*joined);
  if (x.shape != array.shape) return std::nullopt;
  ops::NormOptions options;
  options.kind = ops::Normalization::kInstanceNorm;
  options.epsilon = *epsilon;
  return built_in_norm(result, x, options);
}

// The element of an array that broadcasting gives to a row-major position of this shape.
std::size_t broadcast_position(const Shape& parameter, const Shape& shape, std::int64_t at) {
  std::int64_t position = 0;
  std::int64_t stride = 1;
  for (std::size_t d = 1; d <= parameter.size(); ++d) {
    const std::int64_t index = at % shape[shape.size() - d];
    at /= shape[shape.size() - d];
    const std::int64_t size = parameter[parameter.size() - d];
    if (size > 1) position += index * stride;
    stride *= size;
  }
  return static_cast<std::size_t>(position);
}

// gamma or beta as the plan has it; nothing where elements that should share a number do not.
std::optional<trace::TensorRef> affine_of(const std::optional<Array>& parameter, const Shape& x,
                                          const ops::NormPlan& plan) {
  if (!parameter) return trace::TensorRef();
  const auto values = arrays::values_of<float>(*parameter);
  const auto count = static_cast<std::size_t>(tensor::product(plan.affine_shape));
  std::vector<std::optional<float>> found(count);
  for (std::int64_t at = 0; at < tensor::product(x); ++at) {
    const auto [group, element] = plan.groups.locate(at);
    auto& place = found[static_cast<std::size_t>(plan.affine.index(group, element))];
    const float value = values[broadcast_position(parameter->shape, x, at)];
    const auto same = [value](float other) {
      return std::bit_cast<std::uint32_t>(value) == std::bit_cast<std::uint32_t>(other);
    };
    if (place && !same(*place)) return std::nullopt;
    place = value;
  }
  std::vector<float> all;
  for (const auto& value : found) all.push_back(value.value_or(0.0F));
  auto made = tensor::Tensor::from_values(plan.affine_shape, std::move(all));
  if (!made) return std::nullopt;
  return std::make_shared<const tensor::Tensor>(*std::move(made));
}

// A chain that was written by hand, as this kind of normalization.
std::optional<Recognized> written_norm(const NormChain& chain, const ops::NormOptions& options) {
  const Shape& x = chain.steps.front().values.shape;
  const auto plan = ops::plan_norm(x, options);
  if (!plan) return std::nullopt;
  auto gamma = affine_of(chain.gamma, x, *plan);
  auto beta = affine_of(chain.beta, x, *plan);
  auto steps = steps_of(chain.steps, plan->groups);
  if (!gamma || !beta || !steps) return std::nullopt;
  return Recognized{options,           std::move(steps->trace), std::move(steps->places),
                    *std::move(gamma), *std::move(beta),        preset_of(options)};
}

// Over the dimensions behind the channels it may be an instance norm, whose gamma and beta are one
// number a channel.
std::optional<Recognized> written_norm(const NormChain& chain) {
  if (auto found = written_norm(chain, chain.options)) return found;
  const std::size_t rank = chain.steps.front().values.rank();
  const ops::NormOptions& options = chain.options;
  if (options.kind != ops::Normalization::kLayerNorm || rank < 3 ||
      options.normalized_shape.size() != rank - 2) {
    return std::nullopt;
  }
  ops::NormOptions instance = options;
  instance.kind = ops::Normalization::kInstanceNorm;
  instance.normalized_shape.clear();
  return written_norm(chain, instance);
}

}  // namespace

std::optional<Recognized> recognize(const arrays::Array& array) {
  if (!arrays::holds(array)) return std::nullopt;
  const Array& result = before_views(array);
  if (!arrays::is_floating(result.dtype)) return std::nullopt;
  const std::string_view operation = operation_of(result);
  if (operation == "softmax" || operation == "log_softmax") {
    return built_in_softmax(result, operation == "log_softmax");
  }
  if (operation == "layer_norm") return built_in_layer_norm(result);
  if (operation == "batch_norm" && result.shape != array.shape) {
    return built_in_instance_norm(array, result);
  }
  if (operation == "batch_norm" || operation == "group_norm") return built_in_channel_norm(result);
  if (operation == "stack" || operation == "setitem") return recognized_rows(result, recognize);
  if (const auto chain = norm_chain(result)) return written_norm(*chain);
  if (auto chain = softmax_chain(result)) {
    const auto plan = ops::plan_softmax(chain->steps.front().values.shape, chain->options);
    if (!plan) return std::nullopt;
    auto steps = steps_of(chain->steps, plan->groups);
    if (!steps) return std::nullopt;
    return Recognized{
        chain->options, std::move(steps->trace), std::move(steps->places), {}, {}, {}};
  }
  return std::nullopt;
}

}  // namespace normscope::notebook::recognition
