// SPDX-License-Identifier: MIT
#include "app/notebook/notebook_kernel/host.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "app/notebook/arrays/record.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/protocol/messages.hpp"
#include "app/notebook/protocol/records_of.hpp"

namespace normscope::notebook::kernel {
namespace {

using python::Ref;

// Throws Failed.
Host& host_in(PyObject* capsule) {
  auto* const host = static_cast<Host*>(PyCapsule_GetPointer(capsule, nullptr));
  if (host == nullptr) throw python::Failed{};
  return *host;
}

// A function of Python whose `self` is a capsule of the host.
template <Ref (*kFunction)(Host&, PyObject*)>
PyObject* function(PyObject* self, PyObject* argument) {
  return python::guarded([&] { return kFunction(host_in(self), argument); });
}

int int_of(PyObject* number) {
  const long value = PyLong_AsLong(number);
  if (PyErr_Occurred() != nullptr) throw python::Failed{};
  return static_cast<int>(value);
}

Ref bytes_of(const void* bytes, std::size_t size) {
  return Ref::owned(
      PyBytes_FromStringAndSize(static_cast<const char*>(bytes), static_cast<Py_ssize_t>(size)));
}

Ref tuple_of(const tensor::Shape& numbers) {
  Ref tuple = Ref::owned(PyTuple_New(static_cast<Py_ssize_t>(numbers.size())));
  Py_ssize_t at = 0;
  for (const std::int64_t number : numbers) {
    PyTuple_SET_ITEM(tuple.get(), at++, python::integer(number).release());
  }
  return tuple;
}

const arrays::Array& array_in(const Host& host, PyObject* value) {
  const arrays::Array* const array = host.modules.array_of(value);
  if (array == nullptr) python::raise(PyExc_TypeError, "this is no array");
  return *array;
}

// next(): the text of the next message, and the descriptor that came with it; -1 for none.
Ref next(Host& host, PyObject*) {
  protocol::Frame frame;
  Py_BEGIN_ALLOW_THREADS;
  frame = host.link.next();
  Py_END_ALLOW_THREADS;
  const int descriptor = frame.descriptor.open() ? frame.descriptor.release() : -1;
  return Ref::owned(Py_BuildValue("(y#i)", frame.text.data(),
                                  static_cast<Py_ssize_t>(frame.text.size()), descriptor));
}

Ref send(Host& host, PyObject* text) {
  char* first = nullptr;
  Py_ssize_t size = 0;
  python::check(PyBytes_AsStringAndSize(text, &first, &size));
  const std::string_view bytes(first, static_cast<std::size_t>(size));
  Py_BEGIN_ALLOW_THREADS;
  host.link.send(bytes);
  Py_END_ALLOW_THREADS;
  return python::none();
}

Ref begin(Host& host, PyObject* run) {
  host.link.begin(int_of(run));
  return python::none();
}

Ref end(Host& host, PyObject*) {
  host.link.end();
  return python::none();
}

Ref heed(Host& host, PyObject*) {
  host.link.heed();
  return python::none();
}

// begin_cell(run, file): records that code of this file makes get this run's number.
Ref begin_cell(Host& host, PyObject* arguments) {
  int run = 0;
  const char* file = nullptr;
  if (PyArg_ParseTuple(arguments, "is", &run, &file) == 0) throw python::Failed{};
  host.modules.before_cell(run, file);
  return python::none();
}

// array(value): the element type, the shape, and a state, which is another whenever the array is
// another or has changed; its last part says whether it requires gradients. None: no array.
Ref array(Host& host, PyObject* value) {
  const arrays::Array* const found = host.modules.array_of(value);
  if (found == nullptr) return python::none();
  const bool stored = found->storage != nullptr;
  const Ref state = Ref::owned(
      Py_BuildValue("(LKLNLO)", static_cast<long long>(stored ? found->storage->serial() : 0),
                    static_cast<unsigned long long>(stored ? found->storage->state() : 0),
                    static_cast<long long>(found->record ? found->record->serial : 0),
                    tuple_of(found->strides).release(), static_cast<long long>(found->offset),
                    found->requires_grad ? Py_True : Py_False));
  return Ref::owned(Py_BuildValue("(NNO)", python::text(name_of(found->dtype)).release(),
                                  tuple_of(found->shape).release(), state.get()));
}

// bytes_of(array): its elements in row-major order.
Ref row_major(Host& host, PyObject* value) {
  const arrays::Array& found = array_in(host, value);
  if (found.size() == 0) return bytes_of(nullptr, 0);
  const auto whole = arrays::made_contiguous({}, found);
  if (!whole) python::raise(PyExc_ValueError, whole.error().sentence);
  const auto item = static_cast<std::size_t>(arrays::item_size(whole->dtype));
  return bytes_of(whole->storage->bytes() + static_cast<std::size_t>(whole->offset) * item,
                  static_cast<std::size_t>(whole->size()) * item);
}

// floats(array): the same as float32.
Ref floats(Host& host, PyObject* value) {
  const auto values = arrays::values_of<float>(array_in(host, value));
  return bytes_of(values.data(), values.size() * sizeof(float));
}

// records(value): how an array came about: the arrays of the records, and their graph as JSON.
// None: no array, or no known operation made it.
Ref records(Host& host, PyObject* value) {
  const arrays::Array* const found = host.modules.array_of(value);
  if (found == nullptr || found->size() == 0) return python::none();
  const protocol::Records all = protocol::records_of(*found);
  if (all.graph.records.back().operands.empty()) return python::none();
  const Ref list = Ref::owned(PyList_New(0));
  for (const arrays::Array& each : all.arrays) {
    python::check(PyList_Append(list.get(), host.modules.value_of(each).get()));
  }
  return Ref::owned(Py_BuildValue("(ON)", list.get(),
                                  python::text(to_json(protocol::Reply(all.graph))).release()));
}

// What normscope_kernel.built_in calls.
Ref functions_of(Host& host) {
  static std::array methods{
      PyMethodDef{"next", function<next>, METH_NOARGS, nullptr},
      PyMethodDef{"send", function<send>, METH_O, nullptr},
      PyMethodDef{"begin", function<begin>, METH_O, nullptr},
      PyMethodDef{"end", function<end>, METH_NOARGS, nullptr},
      PyMethodDef{"heed", function<heed>, METH_NOARGS, nullptr},
      PyMethodDef{"begin_cell", function<begin_cell>, METH_VARARGS, nullptr},
      PyMethodDef{"array", function<array>, METH_O, nullptr},
      PyMethodDef{"bytes_of", function<row_major>, METH_O, nullptr},
      PyMethodDef{"floats", function<floats>, METH_O, nullptr},
      PyMethodDef{"records", function<records>, METH_O, nullptr},
  };
  const Ref capsule = Ref::owned(PyCapsule_New(&host, nullptr, nullptr));
  Ref module = Ref::owned(PyModule_New("_normscope_host"));
  for (PyMethodDef& method : methods) {
    const Ref made = Ref::owned(PyCFunction_New(&method, capsule.get()));
    python::check(PyObject_SetAttrString(module.get(), method.ml_name, made.get()));
  }
  return module;
}

}  // namespace

std::string serve(Host host, const std::string& confinement) {
  try {
    const Ref module = functions_of(host);
    const Ref built_in = Ref::owned(PyImport_ImportModule("normscope_kernel.built_in"));
    Ref::owned(
        PyObject_CallMethod(built_in.get(), "serve", "Os", module.get(), confinement.c_str()));
  } catch (const python::Failed&) {
    PyErr_Print();
  }
  return "the built-in Python could not be prepared for cells";
}

}  // namespace normscope::notebook::kernel
