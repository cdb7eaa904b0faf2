// SPDX-License-Identifier: MIT
// See layers.hpp: layers without parameters.
#include <fmt/format.h>

#include <array>

#include "app/notebook/arrays/norms.hpp"
#include "app/notebook/arrays/record.hpp"
#include "app/notebook/arrays/unary.hpp"
#include "app/notebook/arrays/views.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/functional.hpp"
#include "app/notebook/torch/layers.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::UnaryOp;

Value in_place_init(Call& call) {
  keep(call, {{"inplace", Value::boolean(call.flag(1, false))}});
  return Value::none();
}

Value in_place_repr(Call& call) {
  return call.vm.str(flag_of(call, "inplace") ? "inplace=True" : "");
}

Value relu_forward(Call& call) {
  if (flag_of(call, "inplace")) {
    auto done = arrays::unary_in_place(call.context(), UnaryOp::kRelu, call.tensor(1).array);
    if (!done) call.fail(done.error());
    return call.value(1);
  }
  return call.give(arrays::unary(call.context(), UnaryOp::kRelu, call.array(1)));
}

Value gelu_init(Call& call) {
  keep(call, {{"approximate", call.vm.str(call.text(1, "none"))}});
  return Value::none();
}

Value gelu_forward(Call& call) {
  const Value approximate = own(call, "approximate");
  return gelu_of(call, call.array(1), runtime::text_of(approximate));
}

template <UnaryOp kOp>
Value unary_forward(Call& call) {
  return call.give(arrays::unary(call.context(), kOp, call.array(1)));
}

Value plain_init(Call& call) {
  keep(call, {});
  return Value::none();
}

Value dim_init(Call& call) {
  keep(call, {{"dim", call.given(1) ? call.value(1) : Value::none()}});
  return Value::none();
}

Value softmax_forward(Call& call, bool logarithm) {
  const Value dim = own(call, "dim");
  const Array& x = call.array(1);
  const std::int64_t along =
      dim.is_none() ? (x.rank() == 0 || x.rank() == 1 || x.rank() == 3 ? 0 : 1) : dim.as_int();
  return call.give(logarithm ? arrays::log_softmax(call.context(), x, along)
                             : arrays::softmax(call.context(), x, along));
}

Value dim_repr(Call& call) {
  return call.vm.str("dim=" + text_at(call, "dim"));
}

Value identity_forward(Call& call) {
  return call.value(1);
}

Value flatten_init(Call& call) {
  keep(call, {{"start_dim", Value::integer(call.integer(1, 1))},
              {"end_dim", Value::integer(call.integer(2, -1))}});
  return Value::none();
}

Value flatten_forward(Call& call) {
  return call.give(arrays::flatten(call.context(), call.array(1), integer_of(call, "start_dim"),
                                   integer_of(call, "end_dim")));
}

Value flatten_repr(Call& call) {
  return call.vm.str(fmt::format("start_dim={}, end_dim={}", integer_of(call, "start_dim"),
                                 integer_of(call, "end_dim")));
}

constexpr std::array kLayers{
    Layer{"linear", "Identity", "self, *args, **kwargs", plain_init, identity_forward, nullptr},
    Layer{"activation", "ReLU", "self, inplace=False", in_place_init, relu_forward, in_place_repr},
    Layer{"activation", "GELU", "self, approximate='none'", gelu_init, gelu_forward,
          [](Call& call) { return call.vm.str("approximate=" + text_at(call, "approximate")); }},
    Layer{"activation", "Tanh", "self", plain_init, unary_forward<UnaryOp::kTanh>, nullptr},
    Layer{"activation", "Sigmoid", "self", plain_init, unary_forward<UnaryOp::kSigmoid>, nullptr},
    Layer{"activation", "SiLU", "self, inplace=False", in_place_init,
          [](Call& call) {
            return call.give(arrays::activation(call.context(), "silu", call.array(1)));
          },
          in_place_repr},
    Layer{"activation", "Mish", "self, inplace=False", in_place_init,
          [](Call& call) {
            return call.give(arrays::activation(call.context(), "mish", call.array(1)));
          },
          in_place_repr},
    Layer{"activation", "ReLU6", "self, inplace=False", in_place_init,
          [](Call& call) {
            return call.give(arrays::activation(call.context(), "relu6", call.array(1)));
          },
          in_place_repr},
    Layer{"activation", "Hardtanh", "self, min_val=-1.0, max_val=1.0, inplace=False",
          [](Call& call) {
            keep(call, {{"min_val", real_or(call, 1, -1.0)}, {"max_val", real_or(call, 2, 1.0)}});
            return Value::none();
          },
          [](Call& call) {
            const auto bound = [&](std::string_view name) {
              return std::optional<Operand>(Scalar(real_of(call, name)));
            };
            const Array bounded = call.take(
                arrays::clamp(call.context(), call.array(1), bound("min_val"), bound("max_val")));
            return call.give(arrays::made(call.context(), bounded,
                                          {"hardtanh", "HardtanhBackward0", {call.array(1)}, {}}));
          },
          [](Call& call) {
            return call.vm.str("min_val=" + text_at(call, "min_val") +
                               ", max_val=" + text_at(call, "max_val"));
          }},
    Layer{"activation", "Softsign", "self", plain_init,
          [](Call& call) {
            return call.give(arrays::activation(call.context(), "softsign", call.array(1)));
          },
          nullptr},
    Layer{"activation", "LogSigmoid", "self", plain_init,
          [](Call& call) {
            return call.give(arrays::activation(call.context(), "logsigmoid", call.array(1)));
          },
          nullptr},
    Layer{"activation", "LeakyReLU", "self, negative_slope=0.01, inplace=False",
          [](Call& call) {
            keep(call, {{"negative_slope", real_or(call, 1, 0.01)}});
            return Value::none();
          },
          [](Call& call) {
            return call.give(
                arrays::leaky_relu(call.context(), call.array(1), real_of(call, "negative_slope")));
          },
          [](Call& call) {
            return call.vm.str("negative_slope=" + text_at(call, "negative_slope"));
          }},
    Layer{"activation", "ELU", "self, alpha=1.0, inplace=False",
          [](Call& call) {
            keep(call, {{"alpha", real_or(call, 1, 1.0)}});
            return Value::none();
          },
          [](Call& call) {
            return call.give(arrays::elu(call.context(), call.array(1), real_of(call, "alpha")));
          },
          [](Call& call) { return call.vm.str("alpha=" + text_at(call, "alpha")); }},
    Layer{"activation", "Softplus", "self, beta=1, threshold=20",
          [](Call& call) {
            keep(call, {{"beta", call.given(1) ? call.value(1) : Value::integer(1)},
                        {"threshold", call.given(2) ? call.value(2) : Value::integer(20)}});
            return Value::none();
          },
          [](Call& call) {
            return call.give(arrays::softplus(call.context(), call.array(1), real_of(call, "beta"),
                                              real_of(call, "threshold")));
          },
          [](Call& call) {
            return call.vm.str("beta=" + text_at(call, "beta") +
                               ", threshold=" + text_at(call, "threshold"));
          }},
    Layer{"activation", "Softmax", "self, dim=None", dim_init,
          [](Call& call) { return softmax_forward(call, false); }, dim_repr},
    Layer{"activation", "LogSoftmax", "self, dim=None", dim_init,
          [](Call& call) { return softmax_forward(call, true); }, dim_repr},
    Layer{"flatten", "Flatten", "self, start_dim=1, end_dim=-1", flatten_init, flatten_forward,
          flatten_repr},
};

}  // namespace

Value own(const Call& call, std::string_view name) {
  return call.checked(runtime::get_attribute(call.vm, call.value(0), name));
}

double real_of(const Call& call, std::string_view name) {
  const auto number = number_of(own(call, name));
  return number ? arrays::to_double(*number) : 0.0;
}

std::int64_t integer_of(const Call& call, std::string_view name) {
  return own(call, name).as_int();
}

bool flag_of(const Call& call, std::string_view name) {
  return own(call, name).as_bool();
}

std::optional<Array> array_at(const Call& call, std::string_view name) {
  const auto* tensor = tensor_of(own(call, name));
  if (tensor == nullptr) return std::nullopt;
  return tensor->array;
}

std::string text_at(const Call& call, std::string_view name) {
  const auto text = runtime::repr_of(call.vm, own(call, name));
  if (!text) throw Failed{};
  return *text;
}

void keep(const Call& call, std::initializer_list<std::pair<std::string_view, Value>> attributes) {
  initialize_module(call.vm, call.value(0));
  for (const auto& [name, value] : attributes) set_own(call.vm, call.value(0), name, value);
}

Value real_or(const Call& call, std::size_t at, double missing) {
  return call.given(at) ? call.value(at) : Value::real(missing);
}

void add_layer_classes(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module,
                       std::span<const Layer> layers) {
  for (const Layer& layer : layers) {
    std::vector<Method> methods{{"__init__", layer.parameters, layer.init},
                                {"forward", "self, input", layer.forward}};
    if (layer.repr != nullptr) methods.push_back({"extra_repr", "self", layer.repr});
    add_class(vm, torch, module, layer.file, layer.name, methods);
  }
}

void add_activation_layers(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module) {
  add_layer_classes(vm, torch, module, kLayers);
}

}  // namespace normscope::notebook::torch
