// SPDX-License-Identifier: MIT
#include "app/notebook/notebook_kernel/host_module.hpp"

#include <array>
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

// picture(text, after_value, width, height, pixels): waits until the app has taken the pixels.
PyObject* picture(PyObject* self, PyObject* arguments) {
  const char* text = nullptr;
  int after_value = 0;
  long long width = 0;
  long long height = 0;
  Py_buffer pixels{};
  if (PyArg_ParseTuple(arguments, "spLLy*", &text, &after_value, &width, &height, &pixels) == 0) {
    return nullptr;
  }
  auto* const link = static_cast<Link*>(PyCapsule_GetPointer(self, nullptr));
  const protocol::Picture shown{text, after_value != 0, width, height};
  base::Expected<void> done;
  Py_BEGIN_ALLOW_THREADS;
  done = link->show(shown, pixels.buf, static_cast<std::size_t>(pixels.len));
  Py_END_ALLOW_THREADS;
  PyBuffer_Release(&pixels);
  if (done) Py_RETURN_NONE;
  PyErr_SetString(PyExc_RuntimeError, done.error().sentence.c_str());
  return nullptr;
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
  static std::array<PyMethodDef, 2> methods{{{"write", write, METH_VARARGS, nullptr},
                                             {"picture", picture, METH_VARARGS, nullptr}}};
  if (!install_importer()) return {};
  const Reference capsule(PyCapsule_New(&link, nullptr, nullptr));
  if (!capsule) return {};
  const Reference writing(PyCFunction_New(methods.data(), capsule.get()));
  const Reference showing(PyCFunction_New(&methods[1], capsule.get()));
  const Reference streams(PyImport_ImportModule("normscope_streams"));
  if (!writing || !showing || !streams) return {};
  const Reference done(PyObject_CallMethod(streams.get(), "install", "O", writing.get()));
  Reference cells(done ? PyImport_ImportModule("normscope_cells") : nullptr);
  if (!cells || PyObject_SetAttrString(cells.get(), "picture", showing.get()) != 0) return {};
  return cells;
}

}  // namespace normscope::notebook::kernel
