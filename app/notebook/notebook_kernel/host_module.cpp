// SPDX-License-Identifier: MIT
#include "app/notebook/notebook_kernel/host_module.hpp"

#include <array>
#include <optional>
#include <string>

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

// picture(text, after_value, width, height, pixels, number, scale): waits until the app has taken
// the pixels.
PyObject* picture(PyObject* self, PyObject* arguments) {
  const char* text = nullptr;
  int after_value = 0;
  long long width = 0;
  long long height = 0;
  Py_buffer pixels{};
  int number = 0;
  double scale = 1;
  if (PyArg_ParseTuple(arguments, "spLLy*id", &text, &after_value, &width, &height, &pixels,
                       &number, &scale) == 0) {
    return nullptr;
  }
  auto* const link = static_cast<Link*>(PyCapsule_GetPointer(self, nullptr));
  const protocol::Picture shown{text, after_value != 0, width, height, number, scale};
  base::Expected<void> done;
  Py_BEGIN_ALLOW_THREADS;
  done = link->show(shown, pixels.buf, static_cast<std::size_t>(pixels.len));
  Py_END_ALLOW_THREADS;
  PyBuffer_Release(&pixels);
  if (done) Py_RETURN_NONE;
  PyErr_SetString(PyExc_RuntimeError, done.error().sentence.c_str());
  return nullptr;
}

// read_line(): the next line of standard input, as bytes; without any: there is no more.
PyObject* read_line(PyObject* self, PyObject* /*nothing*/) {
  auto* const link = static_cast<Link*>(PyCapsule_GetPointer(self, nullptr));
  if (link == nullptr) return nullptr;
  std::optional<std::string> line;
  Py_BEGIN_ALLOW_THREADS;
  line = link->read_line();
  Py_END_ALLOW_THREADS;
  if (PyErr_CheckSignals() != 0) return nullptr;
  const std::string text = line.value_or("");
  return PyBytes_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
}

}  // namespace

Ref load_python_part(Link& link) {
  static std::array<PyMethodDef, 3> methods{{{"write", write, METH_VARARGS, nullptr},
                                             {"picture", picture, METH_VARARGS, nullptr},
                                             {"read_line", read_line, METH_NOARGS, nullptr}}};
  const Ref capsule = Ref::owned(PyCapsule_New(&link, nullptr, nullptr));
  const Ref writing = Ref::owned(PyCFunction_New(methods.data(), capsule.get()));
  const Ref showing = Ref::owned(PyCFunction_New(&methods[1], capsule.get()));
  const Ref streams = Ref::owned(PyImport_ImportModule("normscope_kernel.streams"));
  const Ref reading = Ref::owned(PyCFunction_New(&methods[2], capsule.get()));
  Ref::owned(PyObject_CallMethod(streams.get(), "install", "OO", writing.get(), reading.get()));
  const Ref running = Ref::owned(PyImport_ImportModule("normscope_kernel.running"));
  const Ref cell = Ref::owned(PyObject_GetAttrString(running.get(), "cell"));
  python::check(PyObject_SetAttrString(cell.get(), "picture", showing.get()));
  return Ref::owned(PyImport_ImportModule("normscope_kernel.cells"));
}

}  // namespace normscope::notebook::kernel
