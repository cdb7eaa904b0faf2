// SPDX-License-Identifier: MIT
// See layers.hpp: layers without parameters. Each keeps what it was given and hands it to its
// function, as PyTorch's do: what does not fit shows when the layer is called.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/layers.hpp"

namespace normscope::notebook::torch {
namespace {

Value given_or(const Call& call, std::size_t at, const Value& missing) {
  return call.value(at) ? call.value(at) : missing;
}

bool is_true(const Call& call, const Value& value) {
  const auto truth = runtime::truth(call.vm, value);
  if (!truth) throw Failed{};
  return *truth;
}

// `name={}` as str.format fills it.
std::string shown(const Call& call, std::string_view name) {
  const auto text = runtime::format_of(call.vm, own(call, name), "");
  if (!text) throw Failed{};
  return fmt::format("{}={}", name, *text);
}

std::string in_place_text(const Call& call) {
  return is_true(call, own(call, "inplace")) ? ", inplace=True" : "";
}

Value plain_init(Call& call) {
  keep(call, {});
  return Value::none();
}

Value in_place_init(Call& call) {
  keep(call, {{"inplace", given_or(call, 1, Value::boolean(false))}});
  return Value::none();
}

Value in_place_repr(Call& call) {
  return call.vm.str(is_true(call, own(call, "inplace")) ? "inplace=True" : "");
}

Value gelu_init(Call& call) {
  keep(call, {{"approximate", given_or(call, 1, call.vm.str("none"))}});
  return Value::none();
}

Value gelu_forward(Call& call) {
  const std::array<Value, 1> positional{call.value(1)};
  const std::array<Value, 1> keywords{own(call, "approximate")};
  const std::array<Value, 1> names{call.vm.intern("approximate")};
  return call.checked(
      runtime::call(call.vm, functional_named(call, "gelu"), {positional, keywords, names}));
}

Value dim_init(Call& call) {
  keep(call, {{"dim", given_or(call, 1, Value::none())}});
  return Value::none();
}

Value dim_repr(Call& call) {
  return call.vm.str(shown(call, "dim"));
}

Value hardtanh_init(Call& call) {
  const auto either = [&](std::size_t older, std::size_t at, double missing) {
    return call.given(older) ? call.value(older) : given_or(call, at, Value::real(missing));
  };
  const Value low = either(4, 1, -1.0);
  const Value high = either(5, 2, 1.0);
  keep(
      call,
      {{"min_val", low}, {"max_val", high}, {"inplace", given_or(call, 3, Value::boolean(false))}});
  const Value ordered =
      call.checked(runtime::compare(call.vm, runtime::CompareOp::kGreater, high, low));
  if (!is_true(call, ordered)) call.fail(call.vm.errors().assertion_error, "");
  return Value::none();
}

Value relu6_init(Call& call) {
  keep(call, {{"min_val", Value::real(0.0)},
              {"max_val", Value::real(6.0)},
              {"inplace", given_or(call, 1, Value::boolean(false))}});
  return Value::none();
}

Value hardtanh_forward(Call& call) {
  return functional_of(call, "hardtanh", {"min_val", "max_val", "inplace"});
}

Value hardtanh_repr(Call& call) {
  return call.vm.str(shown(call, "min_val") + ", " + shown(call, "max_val") + in_place_text(call));
}

Value leaky_relu_init(Call& call) {
  keep(call, {{"negative_slope", real_or(call, 1, 0.01)},
              {"inplace", given_or(call, 2, Value::boolean(false))}});
  return Value::none();
}

Value elu_init(Call& call) {
  keep(call,
       {{"alpha", real_or(call, 1, 1.0)}, {"inplace", given_or(call, 2, Value::boolean(false))}});
  return Value::none();
}

Value softplus_init(Call& call) {
  keep(call, {{"beta", given_or(call, 1, Value::integer(1))},
              {"threshold", given_or(call, 2, Value::integer(20))}});
  return Value::none();
}

Value flatten_init(Call& call) {
  keep(call, {{"start_dim", given_or(call, 1, Value::integer(1))},
              {"end_dim", given_or(call, 2, Value::integer(-1))}});
  return Value::none();
}

Value flatten_forward(Call& call) {
  return call.checked(runtime::call_method(call.vm, call.value(1), "flatten",
                                           {own(call, "start_dim"), own(call, "end_dim")}));
}

// A function with the input alone, and one that may change it.
#define NORMSCOPE_PLAIN(function) [](Call& call) { return functional_of(call, function, {}); }
#define NORMSCOPE_IN_PLACE(function) \
  [](Call& call) { return functional_of(call, function, {"inplace"}); }

constexpr std::array kLayers{
    Layer{"linear", "Identity", "self, *args, **kwargs", plain_init,
          [](Call& call) { return call.value(1); }, nullptr},
    Layer{"activation", "ReLU", "self, inplace=False", in_place_init, NORMSCOPE_IN_PLACE("relu"),
          in_place_repr},
    Layer{"activation", "GELU", "self, approximate='none'", gelu_init, gelu_forward,
          [](Call& call) { return call.vm.str("approximate=" + text_at(call, "approximate")); }},
    Layer{"activation", "Tanh", "self", plain_init,
          [](Call& call) { return torch_function_of(call, "tanh"); }, nullptr},
    Layer{"activation", "Sigmoid", "self", plain_init,
          [](Call& call) { return torch_function_of(call, "sigmoid"); }, nullptr},
    Layer{"activation", "SiLU", "self, inplace=False", in_place_init, NORMSCOPE_IN_PLACE("silu"),
          in_place_repr},
    Layer{"activation", "Mish", "self, inplace=False", in_place_init, NORMSCOPE_IN_PLACE("mish"),
          in_place_repr},
    Layer{"activation", "ReLU6", "self, inplace=False", relu6_init, hardtanh_forward,
          in_place_repr},
    Layer{"activation", "Hardtanh",
          "self, min_val=-1.0, max_val=1.0, inplace=False, min_value=None, max_value=None",
          hardtanh_init, hardtanh_forward, hardtanh_repr},
    Layer{"activation", "Softsign", "self", plain_init, NORMSCOPE_PLAIN("softsign"), nullptr},
    Layer{"activation", "LogSigmoid", "self", plain_init, NORMSCOPE_PLAIN("logsigmoid"), nullptr},
    Layer{"activation", "LeakyReLU", "self, negative_slope=0.01, inplace=False", leaky_relu_init,
          [](Call& call) {
            return functional_of(call, "leaky_relu", {"negative_slope", "inplace"});
          },
          [](Call& call) {
            return call.vm.str(shown(call, "negative_slope") + in_place_text(call));
          }},
    Layer{"activation", "ELU", "self, alpha=1.0, inplace=False", elu_init,
          [](Call& call) {
            return functional_of(call, "elu", {"alpha", "inplace"});
          },
          [](Call& call) { return call.vm.str(shown(call, "alpha") + in_place_text(call)); }},
    Layer{"activation", "Softplus", "self, beta=1, threshold=20", softplus_init,
          [](Call& call) {
            return functional_of(call, "softplus", {"beta", "threshold"});
          },
          [](Call& call) {
            return call.vm.str(shown(call, "beta") + ", " + shown(call, "threshold"));
          }},
    Layer{"activation", "Softmax", "self, dim=None", dim_init,
          [](Call& call) { return functional_of(call, "softmax", {"dim"}); }, dim_repr},
    Layer{"activation", "LogSoftmax", "self, dim=None", dim_init,
          [](Call& call) { return functional_of(call, "log_softmax", {"dim"}); }, dim_repr},
    Layer{"flatten", "Flatten", "self, start_dim=1, end_dim=-1", flatten_init, flatten_forward,
          [](Call& call) {
            return call.vm.str(shown(call, "start_dim") + ", " + shown(call, "end_dim"));
          }},
};

#undef NORMSCOPE_PLAIN
#undef NORMSCOPE_IN_PLACE

// module.name(input, own attributes)
Value function_of(const Call& call, std::string_view module, std::string_view name,
                  std::initializer_list<std::string_view> attributes) {
  const Value function =
      call.checked(runtime::get_attribute(call.vm, call.torch.modules.find(module)->second, name));
  std::vector<Value> positional{call.value(1)};
  for (const std::string_view attribute : attributes) positional.push_back(own(call, attribute));
  return call.checked(runtime::call(call.vm, function, {positional, {}, {}}));
}

}  // namespace

Value functional_named(const Call& call, std::string_view name) {
  return call.checked(runtime::get_attribute(
      call.vm, call.torch.modules.find("torch.nn.functional")->second, name));
}

Value functional_of(const Call& call, std::string_view name,
                    std::initializer_list<std::string_view> attributes) {
  return function_of(call, "torch.nn.functional", name, attributes);
}

Value torch_function_of(const Call& call, std::string_view name) {
  return function_of(call, "torch", name, {});
}

Value own(const Call& call, std::string_view name) {
  return call.checked(runtime::get_attribute(call.vm, call.value(0), name));
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
  return given_or(call, at, Value::real(missing));
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
