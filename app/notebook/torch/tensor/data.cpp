// SPDX-License-Identifier: MIT
#include "app/notebook/torch/tensor/data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>

#include "app/notebook/arrays/record.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/walk.hpp"

namespace normscope::notebook::torch {
namespace {

[[noreturn]] void fail_str() {
  raise(PyExc_TypeError, "new(): invalid data type 'str'");
}

// Anything with a length and items except strings and numbers: PyTorch reads its items.
bool is_sequence(PyObject* object) {
  return PyList_Check(object) || PyTuple_Check(object) ||
         (PySequence_Check(object) != 0 && !PyUnicode_Check(object) && !PyDict_Check(object) &&
          tensor_of(object) == nullptr && !is_real(object) && Py_TYPE(object)->tp_as_sequence &&
          Py_TYPE(object)->tp_as_sequence->sq_item != nullptr);
}

// Reads nested data: first its shape along the first items, then all numbers.
class DataReader {
 public:
  explicit DataReader(const Torch& torch) : torch_(torch) {}

  void measure(PyObject* data) {
    if (PyUnicode_Check(data) && !shape_.empty()) {
      // A string is no data: each of its characters is a string again.
      raise(PyExc_ValueError, "too many dimensions 'str'");
    }
    if (!is_sequence(data)) return;
    const Ref items = listed(data);
    const Items all = items_of(items.get());
    shape_.push_back(static_cast<std::int64_t>(all.count));
    if (shape_.size() > kMostDimensions) {
      raise(PyExc_ValueError, "too many dimensions '" + type_name(data) + "'");
    }
    if (!all.empty()) measure(all[0]);
  }

  void read(PyObject* data, std::size_t depth) {
    if (std::ranges::find(shape_, 0) != shape_.end()) return;
    if (depth == shape_.size()) {
      read_number(data);
      return;
    }
    if (const auto* const tensor = tensor_of(data); tensor != nullptr && tensor->array.rank() > 0) {
      read_rows(tensor->array, depth);
      return;
    }
    if (is_ndarray(data)) {
      read_rows(array_over(torch_, data), depth);
      return;
    }
    if (!is_sequence(data)) raise(PyExc_TypeError, "not a sequence");
    const Ref items = listed(data);
    const Items all = items_of(items.get());
    expect(static_cast<std::int64_t>(all.count), depth);
    for (PyObject* const item : all) read(item, depth + 1);
  }

  Array made(std::optional<Dtype> dtype) const {
    const Dtype used = dtype.value_or(kind_.value_or(torch_.context.default_dtype));
    // Floating types and bool take any number.
    const bool takes_all = arrays::is_floating(used) || used == Dtype::kBool;
    Array array = take(torch_, arrays::allocate(torch_.context, used, shape_));
    arrays::visit_dtype(used, [&]<class T>(arrays::Type<T>) {
      T* to = array.data<T>();
      for (const Scalar& value : values_) {
        if (!takes_all && !arrays::check_held(value, used)) {
          raise(PyExc_RuntimeError,
                fmt::format("value cannot be converted to type {} without overflow",
                            arrays::name_of(used)));
        }
        *to++ = arrays::is_floating(value) ? arrays::convert<T>(arrays::to_double(value))
                                           : arrays::convert<T>(arrays::to_int(value));
      }
    });
    return array;
  }

 private:
  static constexpr std::size_t kMostDimensions = 64;

  static Ref listed(PyObject* data) { return Ref::owned(PySequence_Tuple(data)); }
  void expect(std::int64_t size, std::size_t depth) const {
    if (size == shape_[depth]) return;
    raise(PyExc_ValueError, fmt::format("expected sequence of length {} at dim {} (got {})",
                                        shape_[depth], depth, size));
  }
  void read_rows(const Array& array, std::size_t depth) {
    for (const std::int64_t size : array.shape) expect(size, depth++);
    add_all(array);
  }
  void note(Dtype dtype) { kind_ = kind_ ? arrays::promoted(*kind_, dtype) : dtype; }
  void read_number(PyObject* data) {
    const auto numpy = dtype_of_numpy_number(data);
    if (const auto number =
            numpy == Dtype::kBool ? Scalar(PyObject_IsTrue(data) == 1) : number_of(data)) {
      note(numpy.value_or(arrays::dtype_of(*number, torch_.context.default_dtype)));
      values_.push_back(*number);
    } else if (is_ndarray(data)) {
      add_all(array_over(torch_, data));
    } else if (const auto* tensor = tensor_of(data)) {
      if (tensor->array.size() != 1) {
        raise(PyExc_ValueError, "only one element tensors can be converted to Python scalars");
      }
      add_all(tensor->array);
    } else if (is_sequence(data)) {
      const std::string type = type_name(data);
      raise(PyExc_TypeError, kind_ && arrays::is_floating(*kind_)
                                 ? "must be real number, not " + type
                                 : "'" + type + "' object cannot be interpreted as an integer");
    } else if (PyUnicode_Check(data)) {
      fail_str();
    } else if (PyComplex_Check(data)) {
      refuse_complex(torch_);
    } else {
      raise(PyExc_RuntimeError, "Could not infer dtype of " + type_name(data));
    }
  }
  void add_all(const Array& array) {
    note(array.dtype);
    const auto add = [this](auto value) { values_.emplace_back(value); };
    if (arrays::is_floating(array.dtype)) {
      std::ranges::for_each(arrays::values_of<double>(array), add);
    } else {
      std::ranges::for_each(arrays::values_of<std::int64_t>(array), add);
    }
  }

  const Torch& torch_;
  Shape shape_;
  std::vector<Scalar> values_;
  std::optional<Dtype> kind_;
};

std::optional<std::int64_t> slice_part(PyObject* part) {
  if (part == Py_None) return std::nullopt;
  if (PyIndex_Check(part) == 0) {
    raise(PyExc_TypeError, "slice indices must be integers or None or have an __index__ method");
  }
  const Ref index = Ref::owned(PyNumber_Index(part));
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(index.get(), &overflow);
  if (overflow != 0) return overflow > 0 ? INT64_MAX : INT64_MIN;
  return value;
}

// The first item of nested sequences that is no sequence.
Ref innermost(PyObject* key) {
  Ref first = Ref::shared(key);
  while (true) {
    const Items items = items_of(first.get());
    if (items.empty()) return first;
    first = Ref::shared(items[0]);
  }
}

arrays::Index index_of(const Torch& torch, PyObject* key) {
  if (PyBool_Check(key)) return key == Py_True;
  if (key == Py_None) return arrays::NewAxis{};
  if (key == Py_Ellipsis) return arrays::Ellipsis{};
  if (PySlice_Check(key)) {
    const auto& slice = *reinterpret_cast<PySliceObject*>(key);
    return arrays::Slice{slice_part(slice.start), slice_part(slice.stop), slice_part(slice.step)};
  }
  if (const auto* const tensor = tensor_of(key)) return tensor->array;
  if (is_whole(key)) return arrays::to_int(*number_of(key));
  if (PyUnicode_Check(innermost(key).get())) fail_str();
  if (is_sequence(key)) {
    const Items items = items_of(key);
    const bool empty = items.is_sequence && items.empty();
    const Array found =
        array_from_data(torch, key, empty ? std::optional(Dtype::kInt64) : std::nullopt);
    const bool mask = found.dtype == Dtype::kBool || found.dtype == Dtype::kUint8;
    return mask ? found : take(torch, arrays::converted(torch.context, found, Dtype::kInt64));
  }
  raise(PyExc_IndexError,
        fmt::format("only integers, slices (`:`), ellipsis (`...`), None and long or byte "
                    "Variables are valid indices (got {})",
                    type_name(key)));
}

// A list between the brackets stands for a tuple where sequences, slices, None or an Ellipsis are
// in it.
bool stands_for_tuple(PyObject* key) {
  constexpr std::size_t kMost = 31;  // longer ones are data
  const Items items = items_of(key);
  if (!items.is_sequence || items.count > kMost) return false;
  return std::ranges::any_of(items, [](PyObject* item) {
    return tensor_of(item) != nullptr || is_sequence(item) || PyUnicode_Check(item) ||
           PySlice_Check(item) || item == Py_None || item == Py_Ellipsis;
  });
}

// How many dimensions the entries name, whatever they are.
std::int64_t named_dimensions(std::span<PyObject* const> entries) {
  std::int64_t count = 0;
  for (PyObject* const entry : entries) {
    if (const auto* const tensor = tensor_of(entry)) {
      count += arrays::dimensions_of(tensor->array);
    } else if (entry != Py_None && entry != Py_Ellipsis && !PyBool_Check(entry)) {
      ++count;
    }
  }
  return count;
}

bool is_plain(PyObject* key) {
  return is_whole(key) || PyBool_Check(key) || key == Py_None || key == Py_Ellipsis;
}

// Called with Python's lock held; after Python has ended nothing is released.
void give_back(PyObject* owner) {
  if (Py_IsInitialized() != 0) Py_DECREF(owner);
}

}  // namespace

Array array_from_data(const Torch& torch, PyObject* data, std::optional<Dtype> dtype) {
  if (const auto* tensor = tensor_of(data)) {
    const Array copy = take(torch, arrays::clone(torch.context, tensor->array));
    const Array used = take(torch, arrays::to(torch.context, copy, dtype.value_or(copy.dtype)));
    return arrays::detach(torch.context, used);
  }
  if (is_ndarray(data)) {
    const Array seen = array_over(torch, data);
    if (dtype.value_or(seen.dtype) == seen.dtype) {
      return arrays::detach(torch.context, take(torch, arrays::clone(torch.context, seen)));
    }
    return take(torch, arrays::converted(torch.context, seen, *dtype));
  }
  DataReader reader(torch);
  reader.measure(data);
  reader.read(data, 0);
  return reader.made(dtype);
}

Ref number_at(const Array& array, std::int64_t offset) {
  return arrays::visit_dtype(array.dtype, [&]<class T>(arrays::Type<T>) {
    const T value = array.template data<T>()[offset];
    if constexpr (std::is_same_v<T, bool>) {
      return boolean(value);
    } else if constexpr (arrays::kIsFloating<T>) {
      return real(static_cast<double>(value));
    } else {
      return integer(static_cast<std::int64_t>(value));
    }
  });
}

Ref list_from_array(const Array& array, std::size_t dim, std::int64_t offset) {
  if (dim == array.rank()) return number_at(array, offset);
  constexpr std::int64_t kPiece = 1 << 16;  // items, about a thousandth of a second
  Ref list = Ref::owned(PyList_New(array.shape[dim]));
  for (std::int64_t i = 0; i < array.shape[dim]; ++i) {
    if (i % kPiece == 0) check(PyErr_CheckSignals());
    PyList_SET_ITEM(list.get(), i,
                    list_from_array(array, dim + 1, offset + i * array.strides[dim]).release());
  }
  return list;
}

arrays::Indices indices_of(const Torch& torch, const Array& x, PyObject* key) {
  arrays::Indices indices;
  if (is_plain(key) || PySlice_Check(key)) {
    indices.push_back(index_of(torch, key));
    return indices;
  }
  if (PyUnicode_Check(key) && PyUnicode_GET_LENGTH(key) > 0) fail_str();
  const bool several = PyTuple_Check(key) || stands_for_tuple(key);
  const Items items = items_of(key);
  const std::span<PyObject* const> entries =
      several ? std::span<PyObject* const>(items.first, items.count)
              : std::span<PyObject* const>(&key, 1);
  const auto rank = static_cast<std::int64_t>(x.rank());
  const std::int64_t left = rank - named_dimensions(entries);
  if (left < 0) {
    raise(PyExc_IndexError, fmt::format("too many indices for tensor of dimension {}", rank));
  }
  indices.reserve(entries.size());
  for (PyObject* const entry : entries) {
    // An error in the entries before this one comes first.
    if (!is_plain(entry) && tensor_of(entry) == nullptr) {
      take(torch, arrays::check_entries(torch.context, x, indices, left));
    }
    indices.push_back(index_of(torch, entry));
  }
  return indices;
}

Ref lent(const Array& array) {
  const auto take_back = [](PyObject* capsule) {
    const std::unique_ptr<Array> held(static_cast<Array*>(PyCapsule_GetPointer(capsule, nullptr)));
    held->storage->take_back();
  };
  auto held = std::make_unique<Array>(array);
  Ref capsule = Ref::owned(PyCapsule_New(held.get(), nullptr, take_back));
  held.release()->storage->lend();
  return capsule;
}

bool is_ndarray(PyObject* object) {
  for (const PyTypeObject* type = Py_TYPE(object); type != nullptr; type = type->tp_base) {
    if (std::string_view(type->tp_name) == "numpy.ndarray") return true;
  }
  return false;
}

std::optional<Dtype> dtype_of_numpy_number(PyObject* object) {
  constexpr std::string_view kModule = "numpy.";
  std::string_view name(Py_TYPE(object)->tp_name);
  if (!name.starts_with(kModule)) return std::nullopt;
  name.remove_prefix(kModule.size());
  if (name == "bool_") return Dtype::kBool;
  return base::value_of<Dtype>(arrays::kDtypeNames, name);
}

Array array_over(const Torch& torch, PyObject* ndarray) {
  const Ref tensor = call(imported("torch._numpy", "tensor_over"), ndarray);
  if (tensor.get() == Py_None) refuse_complex(torch);
  return tensor_of(tensor.get())->array;
}

Array array_over(const Torch& torch, PyObject* owner, void* bytes, Array array) {
  take(torch, arrays::check_rank(array.rank()));
  std::int64_t extent = array.size() == 0 ? 0 : 1;  // from the first element to behind the last
  for (std::size_t i = 0; extent > 0 && i < array.rank(); ++i) {
    extent += (array.shape[i] - 1) * array.strides[i];
  }
  array.storage = std::make_shared<arrays::Storage>(
      torch.context.budget, static_cast<std::byte*>(bytes), extent * arrays::item_size(array.dtype),
      std::shared_ptr<void>(Py_NewRef(owner), [](PyObject* each) { give_back(each); }));
  return array;
}

}  // namespace normscope::notebook::torch
