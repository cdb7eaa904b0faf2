// SPDX-License-Identifier: MIT
#include "app/notebook/notebook_kernel/host_module.hpp"

namespace normscope::notebook::kernel {

using python::Ref;
namespace {

// write(number, bytes, at once): `self` is a capsule of the link.
PyObject* write(PyObject* self, PyObject* arguments) {
  int number = 0;
  const char* text = nullptr;
  Py_ssize_t size = 0;
  int at_once = 0;
  if (PyArg_ParseTuple(arguments, "iy#p", &number, &text, &size, &at_once) == 0) return nullptr;
  auto* const link = static_cast<Link*>(PyCapsule_GetPointer(self, nullptr));
  if (link == nullptr) return nullptr;
  const auto stream = number == 0 ? protocol::Stream::kOut : protocol::Stream::kError;
  if (!link->write(stream, {text, static_cast<std::size_t>(size)})) {
    const std::size_t most = protocol::kMostOutputBytes >> 20;
    PyErr_Format(PyExc_RuntimeError, "the cell was stopped: it printed more than %zu MiB", most);
    return nullptr;
  }
  if (at_once != 0) link->flush();
  Py_RETURN_NONE;
}

}  // namespace

Ref load_python_part(Link& link) {
  static PyMethodDef method{"write", write, METH_VARARGS, nullptr};
  const Ref capsule = Ref::owned(PyCapsule_New(&link, nullptr, nullptr));
  const Ref function = Ref::owned(PyCFunction_New(&method, capsule.get()));
  const Ref streams = Ref::owned(PyImport_ImportModule("normscope_kernel.streams"));
  Ref::owned(PyObject_CallMethod(streams.get(), "install", "O", function.get()));
  return Ref::owned(PyImport_ImportModule("normscope_kernel.cells"));
}

}  // namespace normscope::notebook::kernel
