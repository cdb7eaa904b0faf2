// SPDX-License-Identifier: MIT
#include "app/notebook/notebook_kernel/variables.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/embedded_python/reference.hpp"

namespace normscope::notebook::kernel {

using arrays::Dtype;
using base::ErrorKind;

namespace {

// What normscope_kernel.values tells of a value. A cell may have changed it: its answer is checked.
// Throws Failed.
python::Items told_of(const char* function, PyObject* value) {
  const python::Ref values = python::Ref::owned(PyImport_ImportModule("normscope_kernel.values"));
  return python::items_of(
      python::Ref::owned(PyObject_CallMethod(values.get(), function, "(O)", value)).get());
}

// A variable that holds numbers and is no array of ours; nothing for any other.
std::optional<protocol::Variable> plain_variable(const std::string& name, PyObject* value) {
  try {
    const python::Items told = told_of("about", value);
    if (told.count != 4) return std::nullopt;
    const auto kind = base::value_of<protocol::VariableKind>(protocol::kVariableKindNames,
                                                             python::characters(told[0]));
    const auto dtype = base::value_of<Dtype>(arrays::kDtypeNames, python::characters(told[3]));
    tensor::Shape shape;
    for (PyObject* const size : python::items_of(told[2])) {
      shape.push_back(PyLong_AsLongLong(size));
    }
    if (!kind || !dtype || !tensor::element_count(shape)) return std::nullopt;
    return protocol::Variable{name, *kind, std::string(python::characters(told[1])),
                              std::move(shape), *dtype};
  } catch (const python::Failed&) {
    PyErr_Clear();
    return std::nullopt;
  }
}

// A longer name than that was written by nobody.
bool is_listed(PyObject* key) {
  constexpr Py_ssize_t kMostCharacters = protocol::kMostNameBytes / 4;
  if (!PyUnicode_Check(key) || PyUnicode_GET_LENGTH(key) == 0) return false;
  if (PyUnicode_GET_LENGTH(key) > kMostCharacters) return false;
  return PyUnicode_READ_CHAR(key, 0) != '_';
}

// The name as UTF-8; nothing for one with half of a surrogate pair, which JSON could not hold.
std::optional<std::string> name_in_utf8(PyObject* key) {
  Py_ssize_t size = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(key, &size);
  if (text != nullptr) return std::string(text, static_cast<std::size_t>(size));
  PyErr_Clear();
  return std::nullopt;
}

}  // namespace

PyObject* find(PyObject* names, const std::string& name) {
  PyObject* value = nullptr;
  try {
    value = PyDict_GetItemWithError(names, python::text(name).get());
  } catch (const python::Failed&) {
    // A name of bytes that are no UTF-8.
  }
  PyErr_Clear();
  return value;
}

bool VariableList::Known::matches(const arrays::Array& array) const {
  return storage.lock() == array.storage && record.lock() == array.record && array.storage &&
         array.storage->state() == state && array.dtype == view.dtype &&
         array.shape == view.shape && array.strides == view.strides && array.offset == view.offset;
}

std::optional<protocol::Variable> VariableList::variable(const std::string& name, PyObject* value,
                                                         std::int64_t passes,
                                                         std::map<std::string, Known>& known) {
  using protocol::VariableKind;
  if (const arrays::Array* const array = modules_.array_of(value)) {
    const auto before = known_.find(name);
    const bool passed = array->requires_grad && passes != passes_;
    if (!passed && before != known_.end() && before->second.matches(*array)) {
      known[name] = before->second;
    } else {
      arrays::Array view = *array;
      view.storage.reset();
      view.record.reset();
      known[name] = {array->storage, array->storage ? array->storage->state() : 0, array->record,
                     std::move(view), ++stamps_};
    }
    return protocol::Variable{
        name,         VariableKind::kArray, std::string(name_of(array->dtype)),
        array->shape, array->dtype,         known[name].stamp};
  }
  auto plain = plain_variable(name, value);
  if (plain) plain->stamp = ++stamps_;
  return plain;
}

protocol::Variables VariableList::list(PyObject* names, std::int64_t passes) {
  protocol::Variables all;
  std::map<std::string, Known> known;
  // A copy: to look at a value may run code of a cell, which may make other variables.
  const python::Ref items = python::Ref::owned(PyDict_Items(names));
  for (PyObject* const item : python::items_of(items.get())) {
    PyObject* const key = PyTuple_GET_ITEM(item, 0);
    if (!is_listed(key) || all.variables.size() == protocol::kMostVariables) continue;
    const auto name = name_in_utf8(key);
    if (!name) continue;
    if (auto found = variable(*name, PyTuple_GET_ITEM(item, 1), passes, known))
      all.variables.push_back(*std::move(found));
    PyErr_Clear();
  }
  known_ = std::move(known);
  passes_ = passes;
  return all;
}

base::Expected<void> fill_and_seal(const io::Descriptor& file, const void* bytes,
                                   std::size_t size) {
  const auto unwritable = [] {
    return base::fail(ErrorKind::kUnwritable,
                      "the numbers could not be passed on: " + io::reason_of(errno));
  };
  struct stat about {};
  if (fstat(file.number(), &about) != 0) return unwritable();
  if (static_cast<std::size_t>(about.st_size) != size) {
    return base::fail(ErrorKind::kInvalidArgument, "the memory file has another size");
  }
  const char* from = static_cast<const char*>(bytes);
  std::size_t written = 0;
  while (written < size) {
    const ssize_t count =
        pwrite(file.number(), from + written, size - written, static_cast<off_t>(written));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return unwritable();
    written += static_cast<std::size_t>(count);
  }
  if (fcntl(file.number(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK) != 0) {
    return unwritable();
  }
  return {};
}

base::Expected<protocol::Taken> VariableList::take(PyObject* names, const std::string& name,
                                                   const io::Descriptor& file) const {
  const auto taken = [&file](Dtype dtype, const void* bytes,
                             std::size_t size) -> base::Expected<protocol::Taken> {
    const auto done = fill_and_seal(file, bytes, size);
    if (!done) return tl::unexpected(done.error());
    return protocol::Taken{dtype, static_cast<std::int64_t>(size) / arrays::item_size(dtype)};
  };
  PyObject* const value = find(names, name);
  const auto absent = base::fail(ErrorKind::kNotFound, "no variable of this name holds numbers");
  if (value == nullptr) return absent;
  const python::Ref held = python::Ref::shared(value);
  if (const arrays::Array* const array = modules_.array_of(value)) {
    if (array->size() == 0) return taken(array->dtype, nullptr, 0);
    const auto whole = arrays::made_contiguous({}, *array);
    if (!whole) return base::fail(ErrorKind::kTooLarge, whole.error().sentence);
    const auto item = static_cast<std::size_t>(arrays::item_size(whole->dtype));
    const std::byte* const first =
        whole->storage->bytes() + static_cast<std::size_t>(whole->offset) * item;
    return taken(whole->dtype, first, static_cast<std::size_t>(whole->size()) * item);
  }
  try {
    const python::Items told = told_of("numbers", value);
    if (told.count != 2 || PyBytes_Check(told[1]) == 0) return absent;
    const auto dtype = base::value_of<Dtype>(arrays::kDtypeNames, python::characters(told[0]));
    if (!dtype) return absent;
    return taken(*dtype, PyBytes_AS_STRING(told[1]),
                 static_cast<std::size_t>(PyBytes_GET_SIZE(told[1])));
  } catch (const python::Failed&) {
    PyErr_Clear();
    return absent;
  }
}

}  // namespace normscope::notebook::kernel
