// SPDX-License-Identifier: MIT
#include "app/notebook/torch/module.hpp"

#include <array>
#include <string>
#include <unordered_map>

#include "app/notebook/torch/arguments/function.hpp"
#include "app/notebook/torch/arguments/signatures_text.hpp"
#include "app/notebook/torch/tensor/tables.hpp"
#include "app/notebook/torch/tensor/types.hpp"

namespace normscope::notebook::torch {
namespace {

using Handlers = std::unordered_map<std::string_view, Handler>;

Handlers all_handlers() {
  Handlers handlers;
  for (const auto rows :
       {creation_rows(), elementwise_rows(), reduction_rows(), shape_rows(), layer_rows(),
        setting_rows(), gradient_rows(), method_rows(), in_place_rows()}) {
    for (auto [names, handler] : rows) {
      while (!names.empty()) handlers.emplace(cut(names, " "), handler);
    }
  }
  return handlers;
}

void add_functions(Torch& torch, PyObject* module) {
  const Handlers handlers = all_handlers();
  const auto handler_of = [&](std::string_view name) {
    const auto found = handlers.find(name);
    return found != handlers.end() ? found->second : elementwise_handler(name);
  };
  const Ref nn = Ref::owned(PyModule_New("torch._C._nn"));
  // What functions of torch that are Python have beneath them.
  const Ref inner = Ref::owned(PyModule_New("torch._C._VariableFunctions"));
  // By the kind of signature.
  const std::array owners{module, torch.tensor.get(), nn.get(), inner.get()};
  for (const SignatureText& text : signature_table()) {
    Handler handler = handler_of(text.name);
    const bool puts_back = handler == nullptr && text.name.ends_with('_');
    if (puts_back) handler = handler_of(text.name.substr(0, text.name.size() - 1));
    const Ref function = make_function(torch, text, handler, puts_back && handler != nullptr);
    check(PyObject_SetAttrString(owners.at(static_cast<std::size_t>(text.kind)),
                                 std::string(text.name).c_str(), function.get()));
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

void fill_module(PyObject* module) {
  const Host& host = *told_host();
  auto* const torch = new Torch(host.runs);  // NOLINT(*-owning-memory): see free_module
  torch->context.budget->watch(host.stop);
  if (host.seed) torch->context.generator = random::Generator(*host.seed);
  *static_cast<Torch**>(PyModule_GetState(module)) = torch;
  // Not derived from Exception: `except Exception` in a cell must not hide that a part of it did
  // not run.
  torch->not_supported = Ref::owned(PyErr_NewExceptionWithDoc(
      "torch.NotSupportedError", "What PyTorch has and this torch has not.", PyExc_BaseException,
      nullptr));
  check(PyModule_AddObjectRef(module, "NotSupportedError", torch->not_supported.get()));
  make_function_types(*torch);
  add_generator_type(*torch, module);
  const Ref generator = make_generator(*torch, {torch->shared, &torch->context.generator});
  check(PyModule_AddObjectRef(module, "default_generator", generator.get()));
  add_tensor_type(*torch, module);
  add_functions(*torch, module);
}

PyModuleDef* definition() {
  static PyModuleDef module = [] {
    PyModuleDef made{};
    made.m_base = PyModuleDef_HEAD_INIT;
    made.m_name = "_torch";
    made.m_size = sizeof(void*);  // of a Torch
    made.m_free = free_module;
    return made;
  }();
  return &module;
}

Ref make_module() {
  Ref module = Ref::owned(PyModule_Create(definition()));
  fill_module(module.get());
  return module;
}

}  // namespace

void register_modules(const Host& host) {
  told_host() = &host;
  PyImport_AppendInittab("_torch", Guarded<make_module>::call);
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
  Ref collector = collector_of(array);
  return collector ? std::move(collector) : make_tensor(*imported_torch(), array);
}

}  // namespace normscope::notebook::torch
