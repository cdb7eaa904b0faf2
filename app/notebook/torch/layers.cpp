// SPDX-License-Identifier: MIT
// The layers of torch.nn: what each keeps, what it does, and how it prints.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/matmul.hpp"
#include "app/notebook/arrays/norms.hpp"
#include "app/notebook/arrays/unary.hpp"
#include "app/notebook/arrays/views.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/creation.hpp"
#include "app/notebook/torch/layers.hpp"
#include "core/random/distributions.hpp"

namespace normscope::notebook::torch {
namespace {

Value ones(const Call& call, const Shape& shape, std::int64_t value) {
  return make_parameter(
      call.vm, call.torch,
      call.take(arrays::full(call.context(), shape, value, call.context().default_dtype)));
}

// --- Linear

Value linear_init(Call& call) {
  const std::int64_t inputs = call.integer(1);
  const std::int64_t outputs = call.integer(2);
  const bool with_bias = call.flag(3, true);
  keep(call, {{"in_features", Value::integer(inputs)}, {"out_features", Value::integer(outputs)}});
  if (inputs < 0 || outputs < 0) {
    call.fail({arrays::ErrorKind::kRuntime,
               fmt::format("Trying to create tensor with negative dimension {}: [{}, {}]",
                           std::min(inputs, outputs), outputs, inputs)});
  }
  // Asked before drawing: what is too large is refused.
  const Dtype dtype = call.dtype(5).value_or(call.context().default_dtype);
  Array weight = call.take(arrays::allocate(call.context(), dtype, {outputs, inputs}));
  if (dtype == Dtype::kFloat32) {
    const auto drawn =
        random::linear_parameters(call.context().generator, inputs, outputs, with_bias);
    if (!drawn) call.fail({arrays::ErrorKind::kRuntime, drawn.error().sentence});
    std::copy(drawn->weight.values().begin(), drawn->weight.values().end(), weight.data<float>());
    set_own(call.vm, call.value(0), "weight", make_parameter(call.vm, call.torch, weight));
    Value bias = Value::none();
    if (with_bias) {
      const Array values = call.take(arrays::allocate(call.context(), dtype, {outputs}));
      std::copy(drawn->bias.values().begin(), drawn->bias.values().end(), values.data<float>());
      bias = make_parameter(call.vm, call.torch, values);
    }
    set_own(call.vm, call.value(0), "bias", bias);
    return Value::none();
  }
  const double bound = inputs > 0 ? 1.0 / std::sqrt(static_cast<double>(inputs)) : 0.0;
  weight = call.take(arrays::uniform(call.context(), {outputs, inputs}, -bound, bound, dtype));
  set_own(call.vm, call.value(0), "weight", make_parameter(call.vm, call.torch, weight));
  Value bias = Value::none();
  if (with_bias) {
    bias =
        make_parameter(call.vm, call.torch,
                       call.take(arrays::uniform(call.context(), {outputs}, -bound, bound, dtype)));
  }
  set_own(call.vm, call.value(0), "bias", bias);
  return Value::none();
}

Value linear_forward(Call& call) {
  const auto* input = tensor_of(call.value(1));
  if (input == nullptr) {
    call.fail(call.vm.errors().type_error,
              fmt::format("linear(): argument 'input' (position 1) must be Tensor, not {}",
                          runtime::type_name(call.vm, call.value(1))));
  }
  const auto bias = array_at(call, "bias");
  const Array weight = array_at(call, "weight").value();
  return call.give(arrays::linear(call.context(), input->array, weight, bias ? &*bias : nullptr));
}

Value linear_repr(Call& call) {
  return call.vm.str(fmt::format("in_features={}, out_features={}, bias={}",
                                 integer_of(call, "in_features"), integer_of(call, "out_features"),
                                 own(call, "bias").is_none() ? "False" : "True"));
}

// --- LayerNorm

Value layer_norm_init(Call& call) {
  const Sizes shape = call.sizes(1);
  const bool affine = call.flag(3, true);
  std::vector<Value> sizes;
  for (const std::int64_t size : shape) sizes.push_back(Value::integer(size));
  keep(call, {{"normalized_shape", call.vm.tuple(sizes)},
              {"eps", real_or(call, 2, 1e-5)},
              {"elementwise_affine", Value::boolean(affine)},
              {"weight", affine ? ones(call, shape, 1) : Value::none()},
              {"bias", affine ? ones(call, shape, 0) : Value::none()}});
  return Value::none();
}

Value layer_norm_forward(Call& call) {
  Sizes shape;
  const Value sizes = own(call, "normalized_shape");
  if (!runtime::iterate(call.vm, sizes, [&](const Value& size) {
        shape.push_back(size.as_int());
        return true;
      })) {
    throw Failed{};
  }
  return call.give(arrays::layer_norm(call.context(), call.array(1), shape,
                                      {array_at(call, "weight"), array_at(call, "bias")},
                                      real_of(call, "eps")));
}

Value layer_norm_repr(Call& call) {
  return call.vm.str(fmt::format("{}, eps={}, elementwise_affine={}",
                                 text_at(call, "normalized_shape"), text_at(call, "eps"),
                                 text_at(call, "elementwise_affine")));
}

// --- GroupNorm and BatchNorm

Value group_norm_init(Call& call) {
  if (call.integer(1) <= 0 || call.integer(2) % call.integer(1) != 0) {
    call.fail(call.vm.errors().value_error, "num_channels must be divisible by num_groups");
  }
  const bool affine = call.flag(4, true);
  const Shape shape{call.integer(2)};
  keep(call, {{"num_groups", call.value(1)},
              {"num_channels", call.value(2)},
              {"eps", real_or(call, 3, 1e-5)},
              {"affine", Value::boolean(affine)},
              {"weight", affine ? ones(call, shape, 1) : Value::none()},
              {"bias", affine ? ones(call, shape, 0) : Value::none()}});
  return Value::none();
}

Value group_norm_forward(Call& call) {
  return call.give(arrays::group_norm(call.context(), call.array(1), integer_of(call, "num_groups"),
                                      {array_at(call, "weight"), array_at(call, "bias")},
                                      real_of(call, "eps")));
}

Value group_norm_repr(Call& call) {
  return call.vm.str(fmt::format("{}, {}, eps={}, affine={}", integer_of(call, "num_groups"),
                                 integer_of(call, "num_channels"), text_at(call, "eps"),
                                 text_at(call, "affine")));
}

// --- Embedding

Value embedding_init(Call& call) {
  const Array weight = call.take(arrays::normal(call.context(), {call.integer(1), call.integer(2)},
                                                0.0, 1.0, call.context().default_dtype));
  const auto padding = call.optional_integer(3);
  if (padding) {
    const std::int64_t rows = weight.shape[0];
    if (*padding >= rows || *padding < -rows) {
      call.fail(call.vm.errors().assertion_error, "Padding_idx must be within num_embeddings");
    }
    arrays::fill(call.take(arrays::select(call.context(), weight, 0, *padding)), 0.0);
  }
  keep(call, {{"num_embeddings", call.value(1)},
              {"embedding_dim", call.value(2)},
              {"padding_idx", padding ? Value::integer(*padding) : Value::none()},
              {"weight", make_parameter(call.vm, call.torch, weight)}});
  return Value::none();
}

// Embedding.from_pretrained(weights, freeze=True): a class method.
Value embedding_from(Call& call) {
  const Array& weights = call.array(1);
  if (weights.rank() != 2) {
    call.fail(call.vm.errors().assertion_error,
              "Embeddings parameter is expected to be 2-dimensional");
  }
  const Value layer = call.checked(
      runtime::call(call.vm, call.value(0),
                    {Value::integer(weights.shape[0]), Value::integer(weights.shape[1])}));
  set_own(call.vm, layer, "weight",
          make_parameter(call.vm, call.torch, weights, !call.flag(2, true)));
  return layer;
}

Value embedding_forward(Call& call) {
  return call.give(
      arrays::embedding(call.context(), array_at(call, "weight").value(), call.array(1)));
}

Value embedding_repr(Call& call) {
  const std::string padding =
      own(call, "padding_idx").is_none() ? "" : ", padding_idx=" + text_at(call, "padding_idx");
  return call.vm.str(fmt::format("{}, {}{}", integer_of(call, "num_embeddings"),
                                 integer_of(call, "embedding_dim"), padding));
}

// --- Dropout

Value dropout_init(Call& call) {
  const double p = call.real(1, 0.5);
  if (!(p >= 0.0 && p <= 1.0)) {
    call.fail(call.vm.errors().value_error,
              "dropout probability has to be between 0 and 1, but got " +
                  runtime::repr_of(call.vm, call.value(1)).value_or(""));
  }
  keep(call, {{"p", real_or(call, 1, 0.5)}, {"inplace", Value::boolean(call.flag(2, false))}});
  return Value::none();
}

Value dropout_forward(Call& call) {
  const double p = real_of(call, "p");
  if (!flag_of(call, "training") || p == 0.0) return call.value(1);
  return call.give(arrays::dropout(call.context(), call.array(1), p));
}

Value dropout_repr(Call& call) {
  return call.vm.str(fmt::format("p={}, inplace={}", text_at(call, "p"), text_at(call, "inplace")));
}

constexpr std::array kLayers{
    Layer{"linear", "Linear", "self, in_features, out_features, bias=True, device=None, dtype=None",
          linear_init, linear_forward, linear_repr},
    Layer{"normalization", "LayerNorm",
          "self, normalized_shape, eps=1e-05, elementwise_affine=True, device=None, dtype=None",
          layer_norm_init, layer_norm_forward, layer_norm_repr},
    Layer{"normalization", "GroupNorm",
          "self, num_groups, num_channels, eps=1e-05, affine=True, device=None, dtype=None",
          group_norm_init, group_norm_forward, group_norm_repr},
    Layer{"sparse", "Embedding",
          "self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0, "
          "scale_grad_by_freq=False, sparse=False, _weight=None, device=None, dtype=None",
          embedding_init, embedding_forward, embedding_repr},
    Layer{"dropout", "Dropout", "self, p=0.5, inplace=False", dropout_init, dropout_forward,
          dropout_repr},
};

}  // namespace

void add_layers(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module) {
  add_layer_classes(vm, torch, module, kLayers);
  const Value embedding = runtime::get_attribute(vm, module, "Embedding");
  runtime::add_class_method(
      embedding.get<TypeObject>(), "from_pretrained",
      native(torch, "from_pretrained", "cls, embeddings, freeze=True, padding_idx=None",
             embedding_from));
  add_activation_layers(vm, torch, module);
}

}  // namespace normscope::notebook::torch
