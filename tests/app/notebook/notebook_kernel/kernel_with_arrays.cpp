// SPDX-License-Identifier: MIT
// The kernel with a module `probe` in the place of torch: arrays of a few operations, so that what
// the kernel does with arrays is tested without a language for them.
#include <Python.h>

#include <array>
#include <atomic>
#include <memory>
#include <numeric>
#include <vector>

#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/layers/layers.hpp"
#include "app/notebook/arrays/record.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/notebook_kernel/program.hpp"

namespace {

using namespace normscope::notebook;
using arrays::Array;

constexpr const char* kName = "probe.array";

// Python's modules have no state that Modules could hand over.
arrays::Context context;                  // NOLINT(*-avoid-non-const-global-variables)
const std::atomic<bool>* stop = nullptr;  // NOLINT(*-avoid-non-const-global-variables)

PyObject* capsule_of(Array array) {
  return PyCapsule_New(std::make_unique<Array>(std::move(array)).release(), kName,
                       [](PyObject* capsule) {
                         const std::unique_ptr<Array> ended(
                             static_cast<Array*>(PyCapsule_GetPointer(capsule, kName)));
                       });
}

Array* array_of(PyObject* value) {
  if (PyCapsule_IsValid(value, kName) == 0) return nullptr;
  return static_cast<Array*>(PyCapsule_GetPointer(value, kName));
}

// numbers(n): float32, from 0 to n - 1.
PyObject* numbers(PyObject*, PyObject* count) {
  std::vector<float> values(PyLong_AsSize_t(count));
  std::iota(values.begin(), values.end(), 0.0F);
  const auto size = static_cast<std::int64_t>(values.size());
  return capsule_of(*arrays::from_values(context, arrays::Dtype::kFloat32, {size}, values));
}

PyObject* flags(PyObject*, PyObject*) {
  const std::vector<int> values{1, 0, 1};
  return capsule_of(*arrays::from_values(context, arrays::Dtype::kBool, {3}, values));
}

// softmax(array), made on the line that Python is in.
PyObject* softmax(PyObject*, PyObject* value) {
  PyFrameObject* const frame = PyEval_GetFrame();
  context.line = PyFrame_GetLineNumber(frame);
  return capsule_of(*arrays::softmax(context, *array_of(value), 0, std::nullopt));
}

PyObject* fill(PyObject*, PyObject* value) {
  const auto done = arrays::fill_in_place(context, *array_of(value), arrays::Scalar(7.0));
  if (!done) return nullptr;
  Py_RETURN_NONE;
}

// A loop over arrays that heeds nothing but the stop flag, and ends as torch's do.
PyObject* spin(PyObject*, PyObject*) {
  while (!*stop) continue;
  if (PyErr_CheckSignals() == 0) PyErr_SetNone(PyExc_KeyboardInterrupt);
  return nullptr;
}

PyObject* make_module() {
  static std::array<PyMethodDef, 6> methods = {{{"numbers", numbers, METH_O, nullptr},
                                                {"flags", flags, METH_NOARGS, nullptr},
                                                {"softmax", softmax, METH_O, nullptr},
                                                {"fill", fill, METH_O, nullptr},
                                                {"spin", spin, METH_NOARGS, nullptr},
                                                {nullptr, nullptr, 0, nullptr}}};
  static PyModuleDef definition{PyModuleDef_HEAD_INIT,
                                "probe",
                                nullptr,
                                -1,
                                methods.data(),
                                nullptr,
                                nullptr,
                                nullptr,
                                nullptr};
  return PyModule_Create(&definition);
}

}  // namespace

int main(int argc, char** argv) {
  kernel::Modules modules;
  modules.before_start = [](const std::atomic<bool>& flag, std::uint64_t) {
    stop = &flag;
    PyImport_AppendInittab("probe", make_module);
  };
  modules.before_cell = [](int run, const std::string&) { context.run = run; };
  modules.array_of = [](PyObject* value) -> const Array* { return array_of(value); };
  modules.value_of = [](const Array& array) { return python::Ref::owned(capsule_of(array)); };
  return kernel::run_program(argc, argv, modules);
}
