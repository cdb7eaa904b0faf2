// SPDX-License-Identifier: MIT
#include "app/notebook/notebook_kernel/host_module.hpp"

#include <string>

namespace normscope::notebook::kernel {
namespace {

// write(number, bytes): `self` is a capsule of the link.
PyObject* write(PyObject* self, PyObject* arguments) {
  int number = 0;
  const char* text = nullptr;
  Py_ssize_t size = 0;
  if (PyArg_ParseTuple(arguments, "iy#", &number, &text, &size) == 0) return nullptr;
  auto* const link = static_cast<Link*>(PyCapsule_GetPointer(self, nullptr));
  if (link == nullptr) return nullptr;
  const auto stream = number == 0 ? protocol::Stream::kOut : protocol::Stream::kError;
  if (!link->write(stream, {text, static_cast<std::size_t>(size)})) {
    const std::size_t most = protocol::kMostOutputBytes >> 20;
    PyErr_Format(PyExc_RuntimeError, "the cell was stopped: it printed more than %zu MiB", most);
    return nullptr;
  }
  Py_RETURN_NONE;
}

Reference sources() {
  Reference all(PyDict_New());
  for (const base::EmbeddedFile& file : python_files()) {
    const Reference text(
        PyUnicode_FromStringAndSize(file.bytes.data(), static_cast<Py_ssize_t>(file.bytes.size())));
    if (!all || !text) return {};
    if (PyDict_SetItemString(all.get(), std::string(file.name).c_str(), text.get()) != 0) return {};
  }
  return all;
}

bool install_importer() {
  const Reference files = sources();
  if (!files) return false;
  PyObject* const source = PyDict_GetItemString(files.get(), "importer.py");
  const char* const text = source != nullptr ? PyUnicode_AsUTF8(source) : nullptr;
  if (text == nullptr) return false;
  const Reference code(Py_CompileString(text, "<normscope_importer>", Py_file_input));
  if (!code) return false;
  const Reference importer(PyImport_ExecCodeModule("normscope_importer", code.get()));
  if (!importer) return false;
  return static_cast<bool>(
      Reference(PyObject_CallMethod(importer.get(), "install", "O", files.get())));
}

}  // namespace

Reference load_python_part(Link& link) {
  static PyMethodDef method{"write", write, METH_VARARGS, nullptr};
  if (!install_importer()) return {};
  const Reference capsule(PyCapsule_New(&link, nullptr, nullptr));
  const Reference function(capsule ? PyCFunction_New(&method, capsule.get()) : nullptr);
  const Reference streams(function ? PyImport_ImportModule("normscope_streams") : nullptr);
  if (!streams) return {};
  const Reference done(PyObject_CallMethod(streams.get(), "install", "O", function.get()));
  if (!done) return {};
  return Reference(PyImport_ImportModule("normscope_cells"));
}

}  // namespace normscope::notebook::kernel
