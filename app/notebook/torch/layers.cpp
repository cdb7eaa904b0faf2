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
#include "app/notebook/torch/argument_parser.hpp"
#include "app/notebook/torch/creation.hpp"
#include "app/notebook/torch/guard.hpp"
#include "app/notebook/torch/layers.hpp"
#include "core/random/distributions.hpp"

namespace normscope::notebook::torch {
namespace {

// A parameter of these sizes, in the type that was asked for.
Value filled(const Call& call, const Shape& shape, std::int64_t value, std::size_t dtype) {
  const Dtype type = call.dtype(dtype).value_or(call.context().default_dtype);
  if (!arrays::is_floating(type)) {
    call.fail(call.vm.errors().runtime_error,
              "Only Tensors of floating point and complex dtype can require gradients");
  }
  return make_parameter(call.vm, call.torch,
                        call.take(arrays::full(call.context(), shape, value, type)));
}

// Sizes as torch.empty takes them, with the type and the device that a layer was given.
Shape sizes_of(const Call& call, std::span<const Value> sizes, std::size_t device) {
  static const ArgumentParser kEmpty("empty", forms_named("empty", false));
  const std::array<Value, 1> positional{call.vm.tuple({sizes.begin(), sizes.end()})};
  const auto given = [&](std::size_t at) {
    return call.value(at) ? call.value(at) : Value::none();
  };
  const std::array<Value, 2> keywords{given(device), given(device + 1)};
  const std::array<Value, 2> names{call.vm.intern("device"), call.vm.intern("dtype")};
  if (!kEmpty.parse(call.vm, {positional, keywords, names})) throw Failed{};
  Shape shape;
  for (const Value& size : sizes) {
    const auto* const found = tensor_of(size);
    shape.push_back(found == nullptr ? size.as_int()
                                     : arrays::to_int(call.take(arrays::item(found->array))));
  }
  const auto least = std::ranges::min_element(shape);
  if (least != shape.end() && *least < 0) {
    call.fail({arrays::ErrorKind::kRuntime,
               fmt::format("Trying to create tensor with negative dimension {}: [{}]", *least,
                           fmt::join(shape, ", "))});
  }
  return shape;
}

// --- Linear

Value linear_init(Call& call) {
  keep(call, {{"in_features", call.value(1)}, {"out_features", call.value(2)}});
  const std::array<Value, 2> both{call.value(2), call.value(1)};
  const Shape sizes = sizes_of(call, both, 4);
  const std::int64_t inputs = sizes[1];
  const std::int64_t outputs = sizes[0];
  const bool with_bias = call.flag(3, true);
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
  return functional_of(call, "linear", {"weight", "bias"});
}

// As str.format writes it.
std::string formatted(const Call& call, std::string_view name) {
  const auto text = runtime::format_of(call.vm, own(call, name), "");
  if (!text) throw Failed{};
  return *text;
}

Value linear_repr(Call& call) {
  return call.vm.str(fmt::format("in_features={}, out_features={}, bias={}",
                                 formatted(call, "in_features"), formatted(call, "out_features"),
                                 own(call, "bias").is_none() ? "False" : "True"));
}

// --- LayerNorm

Value layer_norm_init(Call& call) {
  const Value& given = call.value(1);
  std::vector<Value> sizes{given};
  if (!given.is_int() && !given.is_bool()) {
    auto items = runtime::collect(call.vm, given);
    if (!items) throw Failed{};
    sizes.assign(items->begin(), items->end());
  }
  const Value affine = call.value(3) ? call.value(3) : Value::boolean(true);
  keep(call, {{"normalized_shape", call.vm.tuple(sizes)},
              {"eps", real_or(call, 2, 1e-5)},
              {"elementwise_affine", affine},
              {"weight", Value::none()},
              {"bias", Value::none()}});
  if (!call.flag(3, true) || affine.is_none()) return Value::none();
  const Shape shape = sizes_of(call, sizes, 4);
  set_own(call.vm, call.value(0), "weight", filled(call, shape, 1, 5));
  set_own(call.vm, call.value(0), "bias", filled(call, shape, 0, 5));
  return Value::none();
}

Value layer_norm_forward(Call& call) {
  return functional_of(call, "layer_norm", {"normalized_shape", "weight", "bias", "eps"});
}

Value layer_norm_repr(Call& call) {
  return call.vm.str(fmt::format("{}, eps={}, elementwise_affine={}",
                                 text_at(call, "normalized_shape"), text_at(call, "eps"),
                                 text_at(call, "elementwise_affine")));
}

// --- GroupNorm and BatchNorm

Value group_norm_init(Call& call) {
  const Value rest = call.checked(
      runtime::binary(call.vm, runtime::BinaryOp::kRemainder, call.value(2), call.value(1)));
  const auto left = runtime::truth(call.vm, rest);
  if (!left) throw Failed{};
  if (*left) {
    call.fail(call.vm.errors().value_error, "num_channels must be divisible by num_groups");
  }
  const Value affine = call.value(4) ? call.value(4) : Value::boolean(true);
  keep(call, {{"num_groups", call.value(1)},
              {"num_channels", call.value(2)},
              {"eps", real_or(call, 3, 1e-5)},
              {"affine", affine},
              {"weight", Value::none()},
              {"bias", Value::none()}});
  if (!call.flag(4, true) || affine.is_none()) return Value::none();
  const Shape shape = sizes_of(call, {&call.value(2), 1}, 5);
  set_own(call.vm, call.value(0), "weight", filled(call, shape, 1, 6));
  set_own(call.vm, call.value(0), "bias", filled(call, shape, 0, 6));
  return Value::none();
}

Value group_norm_forward(Call& call) {
  return functional_of(call, "group_norm", {"num_groups", "weight", "bias", "eps"});
}

Value group_norm_repr(Call& call) {
  return call.vm.str(fmt::format("{}, {}, eps={}, affine={}", text_at(call, "num_groups"),
                                 text_at(call, "num_channels"), text_at(call, "eps"),
                                 text_at(call, "affine")));
}

// --- Embedding

// Whether value `op` other holds, as an `if` asks it.
bool holds(const Call& call, runtime::CompareOp op, const Value& value, const Value& other) {
  const auto answer =
      runtime::truth(call.vm, call.checked(runtime::compare(call.vm, op, value, other)));
  if (!answer) throw Failed{};
  return *answer;
}

// The row that is all zeros, counted from the start; nothing for none.
Value padding_of(const Call& call) {
  if (!call.given(3)) return Value::none();
  const Value& padding = call.value(3);
  const Value& rows = call.value(1);
  const auto within = [&](bool is) {
    if (is) return;
    call.fail(call.vm.errors().assertion_error, "Padding_idx must be within num_embeddings");
  };
  using runtime::CompareOp;
  if (holds(call, CompareOp::kGreater, padding, Value::integer(0))) {
    within(holds(call, CompareOp::kLess, padding, rows));
  } else if (holds(call, CompareOp::kLess, padding, Value::integer(0))) {
    const Value lowest = call.checked(runtime::unary(call.vm, runtime::UnaryOp::kNegative, rows));
    within(holds(call, CompareOp::kGreaterEqual, padding, lowest));
    return call.checked(runtime::binary(call.vm, runtime::BinaryOp::kAdd, rows, padding));
  }
  return padding;
}

Value embedding_init(Call& call) {
  const auto or_false = [&](std::size_t at) {
    return call.value(at) ? call.value(at) : Value::boolean(false);
  };
  const Value padding = padding_of(call);
  keep(call, {{"num_embeddings", call.value(1)},
              {"embedding_dim", call.value(2)},
              {"padding_idx", padding},
              {"max_norm", call.given(4) ? call.value(4) : Value::none()},
              {"norm_type", real_or(call, 5, 2.0)},
              {"scale_grad_by_freq", or_false(6)}});
  if (call.given(8)) {
    const std::vector<Value> wanted{call.value(1), call.value(2)};
    const Value shape = call.checked(runtime::get_attribute(call.vm, call.value(8), "shape"));
    if (!holds(call, runtime::CompareOp::kEqual, shape, call.vm.tuple(wanted))) {
      call.fail(call.vm.errors().assertion_error,
                "Shape of weight does not match num_embeddings and embedding_dim");
    }
    set_own(call.vm, call.value(0), "weight", make_parameter(call.vm, call.torch, call.array(8)));
  } else {
    const std::array<Value, 2> sizes{call.value(1), call.value(2)};
    const Shape shape = sizes_of(call, sizes, 9);
    const Dtype dtype = call.dtype(10).value_or(call.context().default_dtype);
    const Array weight = call.take(arrays::normal(call.context(), shape, 0.0, 1.0, dtype));
    if (padding.is_int()) {
      arrays::fill(call.take(arrays::select(call.context(), weight, 0, padding.as_int())), 0.0);
    }
    set_own(call.vm, call.value(0), "weight", make_parameter(call.vm, call.torch, weight));
  }
  set_own(call.vm, call.value(0), "sparse", or_false(7));
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
                    {Value::integer(weights.shape[0]), Value::integer(weights.shape[1]),
                     call.given(3) ? call.value(3) : Value::none()}));
  set_own(call.vm, layer, "weight",
          make_parameter(call.vm, call.torch, weights, !call.flag(2, true)));
  return layer;
}

Value embedding_forward(Call& call) {
  return functional_of(
      call, "embedding",
      {"weight", "padding_idx", "max_norm", "norm_type", "scale_grad_by_freq", "sparse"});
}

Value embedding_repr(Call& call) {
  std::string text = text_at(call, "num_embeddings") + ", " + text_at(call, "embedding_dim");
  const auto add = [&](std::string_view name, bool shown) {
    if (shown) text += fmt::format(", {}={}", name, text_at(call, name));
  };
  const auto is_false = [&](std::string_view name) {
    const Value value = own(call, name);
    return value.is_bool() && !value.as_bool();
  };
  add("padding_idx", !own(call, "padding_idx").is_none());
  add("max_norm", !own(call, "max_norm").is_none());
  add("norm_type",
      holds(call, runtime::CompareOp::kNotEqual, own(call, "norm_type"), Value::integer(2)));
  add("scale_grad_by_freq", !is_false("scale_grad_by_freq"));
  if (!is_false("sparse")) text += ", sparse=True";
  return call.vm.str(text);
}

// --- Dropout

Value dropout_init(Call& call) {
  const Value p = real_or(call, 1, 0.5);
  if (holds(call, runtime::CompareOp::kLess, p, Value::integer(0)) ||
      holds(call, runtime::CompareOp::kGreater, p, Value::integer(1))) {
    call.fail(call.vm.errors().value_error,
              "dropout probability has to be between 0 and 1, but got " +
                  runtime::str_of(call.vm, p).value_or(""));
  }
  keep(call, {{"p", p}, {"inplace", call.value(2) ? call.value(2) : Value::boolean(false)}});
  return Value::none();
}

Value dropout_forward(Call& call) {
  return functional_of(call, "dropout", {"p", "training", "inplace"});
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
