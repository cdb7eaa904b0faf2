// SPDX-License-Identifier: MIT
#include "app/notebook/torch/module.hpp"

#include <algorithm>
#include <unordered_map>

#include "app/notebook/torch/arguments/function.hpp"
#include "app/notebook/torch/tensor/memory.hpp"
#include "app/notebook/torch/tensor/tables.hpp"
#include "app/notebook/torch/tensor/types.hpp"

namespace normscope::notebook::torch {
namespace {

using Handlers = std::unordered_map<std::string_view, Handler>;

void add_rows(Handlers& handlers, std::span<const Row> rows) {
  for (const Row& row : rows) {
    std::string_view names = row.names;
    while (!names.empty()) {
      const std::string_view name = names.substr(0, names.find(' '));
      names.remove_prefix(std::min(name.size() + 1, names.size()));
      handlers.emplace(name, row.handler);
    }
  }
}

Handlers all_handlers() {
  Handlers handlers;
  for (const auto rows :
       {creation_rows(), elementwise_rows(), reduction_rows(), shape_rows(), layer_rows(),
        setting_rows(), gradient_rows(), method_rows(), in_place_rows()}) {
    add_rows(handlers, rows);
  }
  return handlers;
}

Handler handler_of(const Handlers& handlers, std::string_view name) {
  const auto found = handlers.find(name);
  return found != handlers.end() ? found->second : elementwise_handler(name);
}

void add_functions(Torch& torch, PyObject* module) {
  const Handlers handlers = all_handlers();
  const Ref nn = Ref::owned(PyModule_New("torch._C._nn"));
  // What functions of torch that are Python have beneath them.
  const Ref inner = Ref::owned(PyModule_New("torch._C._VariableFunctions"));
  for (const SignatureText& text : signature_table()) {
    Handler handler = handler_of(handlers, text.name);
    SignatureText used = text;
    used.in_place = false;
    if (handler == nullptr && text.name.ends_with('_')) {
      // In place by way of a new tensor.
      handler = handler_of(handlers, text.name.substr(0, text.name.size() - 1));
      used.in_place = handler != nullptr;
    }
    const Ref function = make_function(torch, used, handler);
    const std::string name(text.name);
    switch (text.kind) {
      case SignatureKind::kFunction:
        check(PyObject_SetAttrString(module, name.c_str(), function.get()));
        break;
      case SignatureKind::kMethod:
        check(PyObject_SetAttrString(torch.tensor.get(), name.c_str(), function.get()));
        break;
      case SignatureKind::kNn:
        check(PyObject_SetAttrString(nn.get(), name.c_str(), function.get()));
        break;
      case SignatureKind::kInner:
        check(PyObject_SetAttrString(inner.get(), name.c_str(), function.get()));
        break;
    }
  }
  check(PyModule_AddObjectRef(module, "_nn", nn.get()));
  check(PyModule_AddObjectRef(module, "_inner", inner.get()));
}

// The host that register_modules was given: Python creates modules by functions without arguments.
const Host*& told_host() {
  static const Host* host = nullptr;
  return host;
}

void free_module(void* module) {
  // The pointer is in the memory that Python has allocated for the module's state, if it has.
  auto** const state = static_cast<Torch**>(PyModule_GetState(static_cast<PyObject*>(module)));
  if (state != nullptr) delete *state;  // NOLINT(*-owning-memory): made in fill_module
}

int fill_module(PyObject* module) {
  const Host& host = *told_host();
  auto* const torch = new Torch(&host.runs);  // NOLINT(*-owning-memory): see free_module
  torch->context.budget->watch(host.stop);
  if (host.seed) torch->context.generator = random::Generator(*host.seed);
  *static_cast<Torch**>(PyModule_GetState(module)) = torch;
  return guarded_status([&] {
    // Not derived from Exception: `except Exception` in a cell must not hide that a part of it did
    // not run.
    torch->not_supported = Ref::owned(PyErr_NewExceptionWithDoc(
        "torch.NotSupportedError", "What PyTorch has and this torch has not.", PyExc_BaseException,
        nullptr));
    check(PyModule_AddObjectRef(module, "NotSupportedError", torch->not_supported.get()));
    make_function_types(*torch);
    add_generator_type(*torch, module);
    check(PyModule_AddObjectRef(module, "default_generator", make_generator(*torch, true).get()));
    add_tensor_type(*torch, module);
    add_memory_type(*torch, module);
    add_functions(*torch, module);
    return 0;
  });
}

PyModuleDef* definition() {
  static std::array<PyModuleDef_Slot, 2> slots{
      {{Py_mod_exec, reinterpret_cast<void*>(fill_module)}, {0, nullptr}}};
  static PyModuleDef module = [] {
    PyModuleDef made{};
    made.m_base = PyModuleDef_HEAD_INIT;
    made.m_name = "_torch";
    made.m_size = sizeof(void*);  // of a Torch
    made.m_slots = slots.data();
    made.m_free = free_module;
    return made;
  }();
  return &module;
}

PyObject* initialize() {
  return PyModuleDef_Init(definition());
}

}  // namespace

void register_modules(const Host& host) {
  told_host() = &host;
  PyImport_AppendInittab("_torch", initialize);
}

Torch* imported_torch() {
  PyObject* const modules = PyImport_GetModuleDict();
  PyObject* const module = PyDict_GetItemString(modules, "_torch");
  if (module == nullptr || PyModule_GetDef(module) != definition()) return nullptr;
  return *static_cast<Torch**>(PyModule_GetState(module));
}

const arrays::Array* array_of(PyObject* object) {
  const TensorObject* const tensor = tensor_of(object);
  return tensor == nullptr ? nullptr : &tensor->array;
}

Ref tensor_with(const arrays::Array& array) {
  const bool collects = array.requires_grad && array.is_leaf() && array.leaf;
  auto* const collector = collects ? static_cast<PyObject*>(array.leaf->collector) : nullptr;
  return collector != nullptr ? Ref::shared(collector) : make_tensor(*imported_torch(), array);
}

}  // namespace normscope::notebook::torch
