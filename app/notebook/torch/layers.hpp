// SPDX-License-Identifier: MIT
// What the files of layers share: reading their attributes, and the row that a layer is.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <utility>

#include "app/notebook/torch/module.hpp"

namespace normscope::notebook::torch {

/// Attributes of the layer that a call is made on, its first argument.
Value own(const Call& call, std::string_view name);
/// torch.nn.functional.name, and the call of it with the layer's input and these attributes.
Value functional_named(const Call& call, std::string_view name);
Value functional_of(const Call& call, std::string_view name,
                    std::initializer_list<std::string_view> attributes);
/// torch.name(input)
Value torch_function_of(const Call& call, std::string_view name);
/// The repr.
std::string text_at(const Call& call, std::string_view name);

/// Makes the first argument a module with these attributes, in the order in which torch sets them.
void keep(const Call& call, std::initializer_list<std::pair<std::string_view, Value>> attributes);
/// The argument as it was given, or this float.
Value real_or(const Call& call, std::size_t at, double missing);

struct Layer {
  std::string_view file;
  std::string_view name;
  std::string_view parameters;  // of __init__
  Handler init;
  Handler forward;
  Handler repr;  // null: nothing
};

void add_layer_classes(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module,
                       std::span<const Layer> layers);
/// Activations, softmax, Flatten, Identity and losses.
void add_activation_layers(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module);

}  // namespace normscope::notebook::torch
