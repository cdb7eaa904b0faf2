// SPDX-License-Identifier: MIT
// Functions and layers of torch that are made of others: they are written in the language itself,
// and each is compiled when its name is first asked for. Tracebacks leave their lines out, and what
// they compute is recorded under the line that called them.
//
// A statement of the texts that begins with `torch.f =` or `torch.Tensor.f =` says where f belongs:
// the owner is a module, the class of tensors or that of layers, by its full name.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/runtime/lazy_text.hpp"
#include "app/notebook/torch/state.hpp"

namespace normscope::notebook::torch {

struct Written {
  Ref<runtime::DictObject> globals{};         // of all texts; the native helpers are in it
  std::shared_ptr<runtime::LazyText> text{};  // once a name was missed
  std::map<std::string, std::string_view, std::less<>> operations{};  // as the texts write them
};

/// Before the first module is made.
void make_written(Vm& vm, const std::shared_ptr<Torch>& torch);
/// Makes what the texts define of an owner under a name, or all of it where the name is null. The
/// names "owner.f" that are new by it.
std::vector<std::string_view> define_written(Vm& vm, const Torch& torch, std::string_view owner,
                                             const runtime::StrObject* name);

/// All texts, with these globals; nothing of them has run.
runtime::LazyText written_text(Ref<runtime::DictObject> globals);

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
