// SPDX-License-Identifier: MIT
// Functions and layers of torch that are made of others: they are written in the language itself,
// run once when a name of them is first asked for, and put what they define where it belongs.
// Tracebacks leave their lines out, and what they compute is recorded under the line that called
// them.
#pragma once

#include "app/notebook/torch/state.hpp"

namespace normscope::notebook::torch {

/// Defines them all, when the first of them is missed; `module` is torch, whose other names are
/// there already. False: raised.
bool add_written(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module);

/// The texts, by subject.
std::string_view written_statistics();
std::string_view written_pointwise();
std::string_view written_shapes();
std::string_view written_selection();
std::string_view written_losses();
std::string_view written_functional();
std::string_view written_norm_layers();
std::string_view written_modules();
std::string_view written_tools();
std::string_view written_layers();
std::string_view written_loss_layers();
std::string_view written_parameter_containers();
std::string_view written_attention();

}  // namespace normscope::notebook::torch
