// SPDX-License-Identifier: MIT
#include "app/notebook/notebook_kernel/variables.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>

#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/embedded_python/reference.hpp"
#include "core/base/limits.hpp"

namespace normscope::notebook::kernel {

using arrays::Dtype;
using base::ErrorKind;

namespace {

// Types of elements by their letter in the module struct. NumPy converts those that arrays lack to
// wider ones.
struct Element {
  char letter;
  std::string_view name;
  Py_ssize_t size;
  Dtype dtype;  // of the numbers as they are taken
  const char* becomes = nullptr;
};
constexpr std::array kElements{
    Element{'?', "bool", 1, Dtype::kBool},
    Element{'B', "uint8", 1, Dtype::kUint8},
    Element{'b', "int8", 1, Dtype::kInt8},
    Element{'h', "int16", 2, Dtype::kInt16},
    Element{'H', "uint16", 2, Dtype::kInt32, "int32"},
    Element{'i', "int32", 4, Dtype::kInt32},
    Element{'I', "uint32", 4, Dtype::kInt64, "int64"},
    Element{'l', "int64", 8, Dtype::kInt64},
    Element{'q', "int64", 8, Dtype::kInt64},
    Element{'L', "uint64", 8, Dtype::kFloat64, "float64"},
    Element{'Q', "uint64", 8, Dtype::kFloat64, "float64"},
    Element{'e', "float16", 2, Dtype::kFloat16},
    Element{'f', "float32", 4, Dtype::kFloat32},
    Element{'d', "float64", 8, Dtype::kFloat64},
};

bool is_of_numpy(PyObject* value) {
  return std::string_view(Py_TYPE(value)->tp_name).starts_with("numpy.");
}

// What an object offers by Python's buffer protocol (NumPy's arrays do), if its elements are among
// those above.
class Buffer {
 public:
  explicit Buffer(PyObject* value) {
    // Bytes and texts offer buffers, too, but are no numbers.
    if (PyObject_CheckBuffer(value) == 0 || PyBytes_Check(value) || PyByteArray_Check(value))
      return;
    held_ = PyObject_GetBuffer(value, &view_, PyBUF_FULL_RO) == 0;
    if (!held_) PyErr_Clear();
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() {
    if (held_) PyBuffer_Release(&view_);
  }

  const Element* element() const {
    if (!held_ || view_.format == nullptr) return nullptr;
    const auto* const found = std::ranges::find_if(kElements, [&](const Element& each) {
      return std::string_view(view_.format) == std::string_view(&each.letter, 1) &&
             each.size == view_.itemsize && (each.becomes == nullptr || is_of_numpy(view_.obj));
    });
    return found == kElements.end() ? nullptr : &*found;
  }

  tensor::Shape shape() const { return {view_.shape, view_.shape + view_.ndim}; }

  std::optional<std::vector<char>> bytes() {
    std::vector<char> copy(static_cast<std::size_t>(view_.len));
    if (PyBuffer_ToContiguous(copy.data(), &view_, view_.len, 'C') == 0) return copy;
    PyErr_Clear();
    return std::nullopt;
  }

 private:
  Py_buffer view_{};
  bool held_ = false;
};

// The same numbers in a type that arrays have; where NumPy fails, the value itself.
python::Ref wide_array(PyObject* value, const Element& element) {
  if (element.becomes != nullptr) {
    PyObject* const wide = PyObject_CallMethod(value, "astype", "s", element.becomes);
    if (wide != nullptr) return python::Ref::owned(wide);
    PyErr_Clear();
  }
  return python::Ref::shared(value);
}

std::optional<float> number_of(PyObject* value) {
  if (PyFloat_Check(value)) return static_cast<float>(PyFloat_AS_DOUBLE(value));
  if (!PyLong_Check(value)) return std::nullopt;
  const double number = PyLong_AsDouble(value);
  if (number == -1.0 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    return std::nullopt;
  }
  return static_cast<float>(number);
}

std::optional<std::span<PyObject*>> items_of(PyObject* value) {
  if (!PyList_Check(value) && !PyTuple_Check(value)) return std::nullopt;
  return std::span(PySequence_Fast_ITEMS(value),
                   static_cast<std::size_t>(PySequence_Fast_GET_SIZE(value)));
}

// The shape given by the first item of each level; nothing for an empty list and for a list that
// contains itself.
std::optional<tensor::Shape> shape_of(PyObject* value) {
  tensor::Shape shape;
  for (auto items = items_of(value); items; items = items_of(items->front())) {
    if (items->empty() || shape.size() == base::kMaxRank) return std::nullopt;
    shape.push_back(static_cast<std::int64_t>(items->size()));
  }
  return shape;
}

// Appends the numbers of a value with this shape; false when its shape differs.
bool add_numbers(PyObject* value, std::span<const std::int64_t> shape,
                 std::vector<float>& numbers) {
  if (shape.empty()) {
    const auto number = number_of(value);
    if (number) numbers.push_back(*number);
    return number.has_value();
  }
  const auto items = items_of(value);
  if (!items || static_cast<std::int64_t>(items->size()) != shape.front()) return false;
  return std::ranges::all_of(
      *items, [&](PyObject* item) { return add_numbers(item, shape.subspan(1), numbers); });
}

std::string type_of(PyObject* value) {
  if (PyFloat_Check(value)) return "float";
  if (PyBool_Check(value)) return "bool";
  if (PyLong_Check(value)) return "int";
  return PyList_Check(value) ? "list" : "tuple";
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

std::optional<PlainNumbers> plain_numbers(PyObject* value) {
  auto shape = shape_of(value);
  if (!shape) return std::nullopt;
  PlainNumbers numbers{type_of(value), *shape, {}};
  if (!protocol::taken_bytes(Dtype::kFloat32, *shape) ||
      !add_numbers(value, *shape, numbers.values)) {
    return std::nullopt;
  }
  return numbers;
}

bool VariableList::Known::matches(const arrays::Array& array) const {
  return storage.lock() == array.storage && record.lock() == array.record && array.storage &&
         array.storage->state() == state && array.dtype == view.dtype &&
         array.shape == view.shape && array.strides == view.strides && array.offset == view.offset;
}

std::optional<protocol::Variable> VariableList::variable(const std::string& name, PyObject* value,
                                                         std::map<std::string, Known>& known) {
  using protocol::VariableKind;
  if (const arrays::Array* const array = modules_.array_of(value)) {
    const auto before = known_.find(name);
    if (before != known_.end() && before->second.matches(*array)) {
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
  if (auto numbers = plain_numbers(value)) {
    return protocol::Variable{name,           VariableKind::kNumbers, numbers->type,
                              numbers->shape, Dtype::kFloat32,        ++stamps_};
  }
  const Buffer buffer(value);
  const Element* const element = buffer.element();
  if (element == nullptr || !tensor::element_count(buffer.shape())) return std::nullopt;
  // A tensor's type has its bare name.
  const std::string type = (is_of_numpy(value) ? "numpy." : "") + std::string(element->name);
  return protocol::Variable{name,           VariableKind::kArray, type,
                            buffer.shape(), element->dtype,       ++stamps_};
}

protocol::Variables VariableList::list(PyObject* names) {
  protocol::Variables all;
  std::map<std::string, Known> known;
  PyObject* key = nullptr;
  PyObject* value = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(names, &at, &key, &value) != 0) {
    if (!is_listed(key) || all.variables.size() == protocol::kMostVariables) continue;
    const auto name = name_in_utf8(key);
    if (!name) continue;
    if (auto found = variable(*name, value, known)) all.variables.push_back(*std::move(found));
  }
  known_ = std::move(known);
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
  if (const auto numbers = plain_numbers(value)) {
    return taken(Dtype::kFloat32, numbers->values.data(), numbers->values.size() * sizeof(float));
  }
  const Element* const element = Buffer(value).element();
  if (element == nullptr) return absent;
  const python::Ref wide = wide_array(value, *element);
  Buffer buffer(wide.get());
  if (!protocol::taken_bytes(element->dtype, buffer.shape())) return absent;
  const auto bytes = buffer.bytes();
  if (!bytes) return absent;
  return taken(element->dtype, bytes->data(), bytes->size());
}

}  // namespace normscope::notebook::kernel
