// SPDX-License-Identifier: MIT
#include "app/notebook/torch/tensor/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "app/notebook/arrays/record.hpp"
#include "app/notebook/torch/arguments/call.hpp"
#include "app/notebook/torch/tensor/types.hpp"

namespace normscope::notebook::torch {
namespace {

// Elements by their letter in the module struct, and their name in NumPy.
struct Format {
  std::string_view numpy;
  char letter;
  Dtype dtype;
};
constexpr std::array kFormats{
    Format{"bool_", '?', Dtype::kBool},      Format{"uint8", 'B', Dtype::kUint8},
    Format{"int8", 'b', Dtype::kInt8},       Format{"int16", 'h', Dtype::kInt16},
    Format{"int32", 'i', Dtype::kInt32},     Format{"int64", 'l', Dtype::kInt64},
    Format{"longlong", 'q', Dtype::kInt64},  Format{"float16", 'e', Dtype::kFloat16},
    Format{"float32", 'f', Dtype::kFloat32}, Format{"float64", 'd', Dtype::kFloat64},
};

// --- From tensors to NumPy

// What a memoryview shows: sizes in Python's integers, and a copy of the array, as the tensor may
// get another one meanwhile.
struct Memory {
  Array array{};
  std::vector<Py_ssize_t> shape{};
  std::vector<Py_ssize_t> strides{};
  std::array<char, 2> format{};
};
struct MemoryObject {
  PyObject ob_base;
  Memory* memory;
};

Memory& memory_in(PyObject* self) {
  return *reinterpret_cast<MemoryObject*>(self)->memory;
}

// memoryview always asks for everything, and serves the requests of its own readers.
int show_memory(PyObject* self, Py_buffer* buffer, int) {
  Memory& memory = memory_in(self);
  const std::int64_t size = arrays::item_size(memory.array.dtype);
  buffer->buf = memory.array.storage->bytes() + memory.array.offset * size;
  buffer->len = memory.array.size() * size;
  buffer->readonly = 0;
  buffer->itemsize = size;
  buffer->ndim = static_cast<int>(memory.shape.size());
  buffer->format = memory.format.data();
  buffer->shape = memory.shape.data();
  buffer->strides = memory.strides.data();
  buffer->suboffsets = nullptr;
  buffer->internal = nullptr;
  buffer->obj = Py_NewRef(self);
  return 0;
}

void free_memory(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  const std::unique_ptr<Memory> memory(reinterpret_cast<MemoryObject*>(self)->memory);
  if (memory != nullptr) memory->array.storage->take_back();
  type->tp_free(self);
  Py_DECREF(type);
}

// --- From NumPy to tensors

using Buffer = std::unique_ptr<Py_buffer, void (*)(Py_buffer*)>;

// Called with Python's lock held; after Python has ended nothing is released.
void give_back(Py_buffer* buffer) {
  if (Py_IsInitialized() != 0) PyBuffer_Release(buffer);
  delete buffer;  // NOLINT(*-owning-memory): of a Buffer
}

[[noreturn]] void refuse_elements(const Torch& torch, PyObject* ndarray) {
  const Ref type = attribute(attribute(Ref::shared(ndarray), "dtype"), "type");
  const std::string name(characters(attribute(type, "__name__").get()));
  if (name == "complex64" || name == "complex128") refuse_complex(torch);
  raise(PyExc_TypeError,
        fmt::format("can't convert np.ndarray of type numpy.{}. The only supported types are: "
                    "float64, float32, float16, complex64, complex128, int64, int32, int16, int8, "
                    "uint8, and bool.",
                    name));
}

void check_strides(const Py_buffer& buffer) {
  const std::span<const Py_ssize_t> strides(buffer.strides, static_cast<std::size_t>(buffer.ndim));
  for (const Py_ssize_t stride : strides) {
    if (stride % buffer.itemsize != 0) {
      raise(PyExc_ValueError,
            "given numpy array strides not a multiple of the element byte size. Copy the numpy "
            "array to reallocate the memory.");
    }
  }
  if (std::ranges::any_of(strides, [](Py_ssize_t stride) { return stride < 0; })) {
    raise(PyExc_ValueError,
          "At least one stride in the given numpy array is negative, and tensors with negative "
          "strides are not currently supported. (You can probably work around this by making a "
          "copy of your array  with array.copy().) ");
  }
}

Dtype dtype_in(const Torch& torch, PyObject* ndarray, const Py_buffer& buffer) {
  std::string_view format(buffer.format == nullptr ? "B" : buffer.format);
  if (format.size() > 1 && (format[0] == '>' || format[0] == '!')) {
    raise(PyExc_ValueError,
          "given numpy array has byte order different from the native byte order. Conversion "
          "between byte orders is currently not supported.");
  }
  if (format.size() > 1 && (format[0] == '@' || format[0] == '=' || format[0] == '<')) {
    format.remove_prefix(1);
  }
  for (const Format& row : kFormats) {
    if (format.size() == 1 && format[0] == row.letter &&
        arrays::item_size(row.dtype) == buffer.itemsize) {
      return row.dtype;
    }
  }
  refuse_elements(torch, ndarray);
}

void warn_of_read_only() {
  check(PyErr_WarnEx(PyExc_UserWarning,
                     "The given NumPy array is not writable: writing to this tensor writes into it "
                     "all the same. You may want to copy the array first.",
                     1));
}

}  // namespace

void add_memory_type(Torch& torch, PyObject* module) {
  torch.memory = add_type(module, "torch._Memory", "_Memory", sizeof(MemoryObject),
                          Py_TPFLAGS_DISALLOW_INSTANTIATION,
                          {{Py_tp_dealloc, reinterpret_cast<void*>(free_memory)},
                           {Py_bf_getbuffer, slot<show_memory>()},
                           {0, nullptr}});
}

Ref memory_of(const Torch& torch, const Array& array) {
  PyTypeObject* const type = type_of(torch.memory);
  const Ref made = Ref::owned(type->tp_alloc(type, 0));
  auto memory = std::make_unique<Memory>(Memory{array});
  const std::int64_t size = arrays::item_size(array.dtype);
  memory->shape.assign(array.shape.begin(), array.shape.end());
  memory->strides.reserve(array.strides.size());
  for (const std::int64_t stride : array.strides) memory->strides.push_back(stride * size);
  const auto* const row = std::ranges::find(kFormats, array.dtype, &Format::dtype);
  if (row == kFormats.end()) {
    raise(PyExc_TypeError,
          fmt::format("Got unsupported ScalarType {}", arrays::word_of(array.dtype)));
  }
  memory->format[0] = row->letter;
  array.storage->lend();
  reinterpret_cast<MemoryObject*>(made.get())->memory = memory.release();
  return Ref::owned(PyMemoryView_FromObject(made.get()));
}

bool is_ndarray(PyObject* object) {
  for (const PyTypeObject* type = Py_TYPE(object); type != nullptr; type = type->tp_base) {
    if (std::string_view(type->tp_name) == "numpy.ndarray") return true;
  }
  return false;
}

std::optional<Dtype> dtype_of_numpy_number(PyObject* object) {
  std::string_view name(Py_TYPE(object)->tp_name);
  if (!name.starts_with("numpy.")) return std::nullopt;
  name.remove_prefix(std::string_view("numpy.").size());
  const auto* const row = std::ranges::find(kFormats, name, &Format::numpy);
  return row == kFormats.end() ? std::nullopt : std::optional(row->dtype);
}

Array array_over(const Torch& torch, PyObject* ndarray) {
  // NOLINTNEXTLINE(*-owning-memory): give_back deletes it
  Buffer held(new Py_buffer{}, give_back);
  if (PyObject_GetBuffer(ndarray, held.get(), PyBUF_RECORDS_RO) != 0) {
    // NumPy exports no memory of dates and such types.
    PyErr_Clear();
    refuse_elements(torch, ndarray);
  }
  const Py_buffer& buffer = *held;
  check_strides(buffer);
  Array array;
  array.dtype = dtype_in(torch, ndarray, buffer);
  if (buffer.readonly != 0) warn_of_read_only();
  take(torch, arrays::check_rank(static_cast<std::size_t>(buffer.ndim)));
  array.shape.assign(buffer.shape, buffer.shape + buffer.ndim);
  std::int64_t extent = 1;  // in elements, from the first to behind the last
  for (int i = 0; i < buffer.ndim; ++i) {
    array.strides.push_back(buffer.strides[i] / buffer.itemsize);
    extent += std::max<std::int64_t>(buffer.shape[i] - 1, 0) * array.strides.back();
  }
  if (array.size() == 0) extent = 0;
  auto* const bytes = static_cast<std::byte*>(buffer.buf);
  std::shared_ptr<void> owner = std::move(held);
  array.storage = std::make_shared<arrays::Storage>(
      torch.context.budget, bytes, extent * arrays::item_size(array.dtype), std::move(owner));
  return array;
}

}  // namespace normscope::notebook::torch
