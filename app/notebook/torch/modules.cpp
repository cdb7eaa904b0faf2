// SPDX-License-Identifier: MIT
// The modules put together. Each is made when it is first imported; the types they share are made
// before the first.
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "app/notebook/runtime/dict.hpp"
#include "app/notebook/runtime/function.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/call.hpp"
#include "app/notebook/torch/functional.hpp"
#include "app/notebook/torch/guard.hpp"
#include "app/notebook/torch/module.hpp"
#include "app/notebook/torch/written.hpp"

namespace normscope::notebook::torch {
namespace {

// The two fields of what max, sort and others give.
struct ResultType {
  std::string_view name;
  std::array<std::string_view, 2> fields{"values", "indices"};
};

constexpr std::array kResults{
    ResultType{"max"},
    ResultType{"min"},
    ResultType{"median"},
    ResultType{"sort"},
    ResultType{"topk"},
    ResultType{"nanmedian"},
    ResultType{"cummax"},
    ResultType{"cummin"},
    ResultType{"kthvalue"},
    ResultType{"mode"},
    ResultType{"histogram", {"hist", "bin_edges"}},
    ResultType{"aminmax", {"min", "max"}},
};

Value result_field(const Value& self, std::size_t at) {
  return self.get<runtime::TupleObject>().values[at];
}

runtime::NativeCall result_repr(const ResultType& row) {
  return [&row](Vm& vm, const Args& args) -> Value {
    std::string text = "torch.return_types." + runtime::type_name(vm, args[0]) + "(\n";
    for (std::size_t i = 0; i < row.fields.size(); ++i) {
      const auto field = runtime::repr_of(vm, result_field(args[0], i));
      if (!field) return {};
      text += std::string(row.fields[i]) + "=" + *field + (i == 0 ? ",\n" : ")");
    }
    return vm.str(text);
  };
}

void make_result_types(Vm& vm, const std::shared_ptr<Torch>& torch) {
  for (const ResultType& row : kResults) {
    auto type =
        runtime::make_class(vm, "torch.return_types", row.name, {vm.types().tuple},
                            {{"__repr__", result_repr(row)}, {"__str__", result_repr(row)}});
    for (std::size_t i = 0; i < row.fields.size(); ++i) {
      runtime::add_property(*type, row.fields[i],
                            [i](Vm&, const Value& self) { return result_field(self, i); });
    }
    torch->results.emplace(std::string(row.name), std::move(type));
  }
}

// The module of this name, made on the first call: `torch.nn` is there without an import of its
// own, and is the one that an import gives.
Value module_named(Vm& vm, const std::shared_ptr<Torch>& torch, std::string_view name);

// Functions in C++ that those in Python extend under the same name, and know as `_native_NAME`. The
// name is missed, which is what makes the whole.
struct Extended {
  std::string_view owner;  // a module, or the class of tensors
  std::string_view name;
};
constexpr std::array kExtended{Extended{"torch", "unique"},
                               Extended{"torch.Tensor", "unique"},
                               Extended{"torch", "repeat_interleave"},
                               Extended{"torch.Tensor", "repeat_interleave"},
                               Extended{"torch.nn.functional", "nll_loss"},
                               Extended{"torch.nn.functional", "hardtanh"}};

void hide_extended(Vm& vm, const Torch& torch, std::string_view owner, runtime::DictObject& names) {
  for (const Extended& row : kExtended) {
    if (row.owner != owner) continue;
    const auto name = vm.intern(row.name);
    torch.written->globals->set(*vm.intern("_native_" + std::string(row.name)), *names.find(*name));
    names.erase(*name);
  }
  if (owner == "torch") {
    hide_extended(vm, torch, "torch.Tensor", *torch.tensor->names);
    ++vm.class_version;
  }
}

// What is written in Python of an owner, guarded as soon as it is there. torch holds the owner, so
// that this must not hold torch.
std::shared_ptr<const runtime::Rest> rest_of(const std::shared_ptr<Torch>& torch,
                                             std::string_view owner) {
  return std::make_shared<const runtime::Rest>(
      [weak = std::weak_ptr(torch), owner = std::string(owner)](Vm& vm,
                                                                const runtime::StrObject* name) {
        const std::shared_ptr<Torch> shared = weak.lock();
        if (shared == nullptr) return false;
        const auto made = define_written(vm, *shared, owner, name);
        if (made.empty()) return false;
        guard_functions(vm, *shared, module_named(vm, shared, "torch"), &made);
        guard_functional(vm, *shared, module_named(vm, shared, "torch.nn.functional"), &made);
        guard_layers(vm, *shared, module_named(vm, shared, "torch.nn"), &made);
        return true;
      });
}

void make_types(Vm& vm, const std::shared_ptr<Torch>& torch) {
  if (torch->tensor) return;
  make_written(vm, torch);
  make_size_type(vm, torch);
  make_dtype_types(vm, torch);
  make_result_types(vm, torch);
  make_tensor_type(vm, torch);
  make_module_type(vm, torch);
  torch->tensor->rest = rest_of(torch, "torch.Tensor");
  torch->tensor->takes_names = true;
  torch->module->rest = rest_of(torch, "torch.nn.Module");
}

void fill_torch(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module) {
  add_settings(vm, torch, module);
  add_creation(vm, torch, module);
  add_functions(vm, torch, module, pointwise_functions());
  add_functions(vm, torch, module, reduction_functions());
  add_functions(vm, torch, module, shape_functions());
  add_functions(vm, torch, module, selection_functions());
  add_functions(vm, torch, module, matrix_functions());
  add_elementwise(vm, torch, module);
  add_torch_activations(vm, torch, module);
  add_grad_mode(vm, torch, module);
  runtime::set_name(vm, module, "nn", module_named(vm, torch, "torch.nn"));
  runtime::set_name(vm, module, "linalg", module_named(vm, torch, "torch.linalg"));
  for (const std::string_view name : {"cuda", "autograd", "optim", "testing", "utils"}) {
    runtime::set_name(vm, module, name, module_named(vm, torch, "torch." + std::string(name)));
  }
}

void fill_nn(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module) {
  runtime::set_name(vm, module, "Module", Value(torch->module));
  runtime::set_name(vm, module, "Parameter", Value(torch->parameter));
  add_layers(vm, torch, module);
  add_containers(vm, torch, module);
  runtime::set_name(vm, module, "functional", module_named(vm, torch, "torch.nn.functional"));
  runtime::set_name(vm, module, "init", module_named(vm, torch, "torch.nn.init"));
  runtime::set_name(vm, module, "parameter", module_named(vm, torch, "torch.nn.parameter"));
}

void fill_parameter(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module) {
  runtime::set_name(vm, module, "Parameter", Value(torch->parameter));
}

// Notebooks ask whether there is one.
void fill_cuda(Vm& vm, const std::shared_ptr<Torch>&, const Value& module) {
  runtime::set_name(vm, module, "is_available",
                    runtime::make_function(vm, "is_available",
                                           [](Vm&, const Args&) { return Value::boolean(false); }));
  runtime::set_name(vm, module, "device_count",
                    runtime::make_function(vm, "device_count",
                                           [](Vm&, const Args&) { return Value::integer(0); }));
  runtime::set_name(vm, module, "manual_seed_all",
                    runtime::make_function(vm, "manual_seed_all",
                                           [](Vm&, const Args&) { return Value::none(); }));
}

void fill_utils(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module) {
  runtime::set_name(vm, module, "data", module_named(vm, torch, "torch.utils.data"));
}

// Modules whose names come from the texts, or are all unsupported.
void fill_nothing(Vm&, const std::shared_ptr<Torch>&, const Value&) {}

using Fill = void (*)(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module);

struct ModuleRow {
  std::string_view name;
  Fill fill;
};

constexpr std::array<ModuleRow, 12> kModules{{{"torch", fill_torch},
                                              {"torch.nn", fill_nn},
                                              {"torch.nn.functional", add_functional},
                                              {"torch.nn.init", add_init},
                                              {"torch.nn.parameter", fill_parameter},
                                              {"torch.linalg", add_linalg},
                                              {"torch.cuda", fill_cuda},
                                              {"torch.autograd", fill_nothing},
                                              {"torch.optim", fill_nothing},
                                              {"torch.testing", fill_nothing},
                                              {"torch.utils", fill_utils},
                                              {"torch.utils.data", fill_nothing}}};

Value module_named(Vm& vm, const std::shared_ptr<Torch>& torch, std::string_view name) {
  if (const auto made = torch->modules.find(name); made != torch->modules.end()) {
    return made->second;
  }
  make_types(vm, torch);
  const Value module = runtime::make_module(vm, name);
  module.get<runtime::ModuleObject>().rest = rest_of(torch, name);
  torch->modules.emplace(std::string(name), module);
  for (const ModuleRow& row : kModules) {
    if (row.name == name) row.fill(vm, torch, module);
  }
  if (vm.raised()) return {};
  add_unsupported(vm, module, name);
  hide_extended(vm, *torch, name, *module.get<runtime::ModuleObject>().names);
  if (name == "torch") guard_functions(vm, *torch, module);
  if (name == "torch.nn.functional") guard_functional(vm, *torch, module);
  if (name == "torch.nn") guard_layers(vm, *torch, module);
  return module;
}

}  // namespace

std::vector<runtime::NativeModule> torch_modules(std::shared_ptr<Context> context) {
  const auto torch = std::make_shared<Torch>(std::move(context));
  std::vector<runtime::NativeModule> modules;
  for (const ModuleRow& row : kModules) {
    modules.push_back({std::string(row.name),
                       [torch, name = row.name](Vm& vm) { return module_named(vm, torch, name); }});
  }
  return modules;
}

}  // namespace normscope::notebook::torch
