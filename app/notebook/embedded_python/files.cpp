// SPDX-License-Identifier: MIT
#include "app/notebook/embedded_python/files.hpp"

#include <marshal.h>

#include <algorithm>
#include <array>

namespace normscope::notebook::python {
namespace {

const EmbeddedModule* module_named(std::string_view name) {
  const auto modules = embedded_modules();
  const auto found = std::ranges::find(modules, name, &EmbeddedModule::name);
  return found == modules.end() ? nullptr : &*found;
}

Ref code_of(const EmbeddedModule& module) {
  return Ref::owned(PyMarshal_ReadObjectFromString(module.code.data(),
                                                   static_cast<Py_ssize_t>(module.code.size())));
}

// find(name): (file, is a package), or None.
PyObject* find(PyObject*, PyObject* name) {
  return guarded([&] {
    const EmbeddedModule* const module = module_named(characters(name));
    if (module == nullptr) return none();
    return Ref::owned(Py_BuildValue("(NO)", text(module->file).release(),
                                    module->is_package ? Py_True : Py_False));
  });
}

PyObject* code(PyObject*, PyObject* name) {
  return guarded([&] {
    const EmbeddedModule* const module = module_named(characters(name));
    return module == nullptr ? none() : code_of(*module);
  });
}

PyObject* source(PyObject*, PyObject* name) {
  return guarded([&] {
    const EmbeddedModule* const module = module_named(characters(name));
    return module == nullptr ? none() : text(module->source);
  });
}

PyObject* initialize() {
  static std::array<PyMethodDef, 4> methods{{{"find", find, METH_O, nullptr},
                                             {"code", code, METH_O, nullptr},
                                             {"source", source, METH_O, nullptr},
                                             {}}};
  static PyModuleDef module = [] {
    PyModuleDef made{};
    made.m_base = PyModuleDef_HEAD_INIT;
    made.m_name = "_normscope_files";
    made.m_methods = methods.data();
    return made;
  }();
  return PyModule_Create(&module);
}

}  // namespace

void register_files() {
  PyImport_AppendInittab("_normscope_files", initialize);
}

void install_importer(const char* folder) {
  const Ref importer = Ref::owned(PyImport_ExecCodeModule(
      "_normscope_importer", code_of(*module_named("_normscope_importer")).get()));
  const Ref path = folder == nullptr ? none() : text(folder);
  Ref::owned(PyObject_CallMethod(importer.get(), "install", "O", path.get()));
}

}  // namespace normscope::notebook::python
