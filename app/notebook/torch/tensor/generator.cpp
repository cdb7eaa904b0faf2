// SPDX-License-Identifier: MIT
// torch.Generator: a random stream, and the place in it as bytes.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <random>

#include "app/notebook/torch/arguments/call.hpp"
#include "app/notebook/torch/tensor/types.hpp"

namespace normscope::notebook::torch {
namespace {

GeneratorObject& generator_of(PyObject* self) {
  return *reinterpret_cast<GeneratorObject*>(self);
}
void free_generator(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  generator_of(self).own.~Generator();
  type->tp_free(self);
  Py_DECREF(type);
}
PyObject* new_generator(PyTypeObject* type, PyObject*, PyObject*) {
  return guarded([&] { return make_generator(torch_behind(type), false); });
}
PyObject* seed_generator(PyObject* self, PyObject* seed) {
  return guarded([&] {
    const auto number = number_of(seed);
    if (!number || arrays::is_floating(*number)) {
      raise(PyExc_RuntimeError,
            fmt::format("manual_seed expected a long, but got {}", type_name(seed)));
    }
    stream_of(generator_of(self)).manual_seed(static_cast<std::uint64_t>(arrays::to_int(*number)));
    return Ref::shared(self);
  });
}
PyObject* initial_seed(PyObject* self, PyObject*) {
  return PyLong_FromUnsignedLongLong(stream_of(generator_of(self)).state().seed);
}
PyObject* generator_device(PyObject* self, void*) {
  return Py_NewRef(generator_of(self).torch->cpu.get());
}
// A seed that nobody chose.
PyObject* seed_anew(PyObject* self, PyObject*) {
  return guarded([&] {
    std::random_device device;
    const std::uint64_t seed = device();
    stream_of(generator_of(self)).manual_seed(seed);
    return Ref::owned(PyLong_FromUnsignedLongLong(seed));
  });
}

// The state of a stream as bytes, for get_state and set_state. As many bytes as PyTorch has for the
// 624 words of its generator; here they hold the seed and the position.
constexpr std::size_t kStateBytes = 5056;
struct StreamBytes {
  std::uint64_t seed;
  std::uint64_t position;
  double normal;
  std::uint64_t has_normal;
};

PyObject* get_stream(PyObject* self, PyObject*) {
  return guarded([&] {
    Torch& torch = *generator_of(self).torch;
    const random::GeneratorState state = stream_of(generator_of(self)).state();
    const StreamBytes bytes{state.seed, state.position, state.cached_normal.value_or(0.0),
                            state.cached_normal.has_value() ? 1U : 0U};
    Array array = take(torch, arrays::allocate(torch.context, Dtype::kUint8,
                                               {static_cast<std::int64_t>(kStateBytes)}));
    std::memcpy(array.data<std::uint8_t>(), &bytes, sizeof(bytes));
    return make_tensor(torch, std::move(array));
  });
}
PyObject* set_stream(PyObject* self, PyObject* saved) {
  return guarded([&] {
    const auto* const tensor = tensor_of(saved);
    StreamBytes bytes{};
    if (tensor != nullptr && tensor->array.dtype != Dtype::kUint8) {
      raise(PyExc_TypeError, "RNG state must be a torch.ByteTensor");
    }
    if (tensor == nullptr) {
      raise(PyExc_TypeError, "expected a torch.ByteTensor, but got " + type_name(saved));
    }
    if (tensor->array.size() != static_cast<std::int64_t>(kStateBytes)) {
      raise(PyExc_RuntimeError,
            fmt::format("Expected either a CPUGeneratorImplStateLegacy of size 5048 or a "
                        "CPUGeneratorImplState of size {} but found the input RNG state size to "
                        "be {}",
                        kStateBytes, tensor->array.size()));
    }
    const auto values = arrays::values_of<std::int64_t>(tensor->array);
    std::array<std::uint8_t, sizeof(bytes)> raw{};
    std::transform(values.begin(), values.begin() + sizeof(bytes), raw.begin(),
                   [](std::int64_t value) { return static_cast<std::uint8_t>(value); });
    std::memcpy(&bytes, raw.data(), sizeof(bytes));
    random::GeneratorState state{bytes.seed, bytes.position, {}};
    if (bytes.has_normal != 0) state.cached_normal = bytes.normal;
    if (const auto done = stream_of(generator_of(self)).set_state(state); !done) {
      raise(PyExc_RuntimeError, done.error().sentence);
    }
    return none();
  });
}

}  // namespace

random::Generator& stream_of(GeneratorObject& generator) {
  return generator.is_default ? generator.torch->context.generator : generator.own;
}

Ref make_generator(Torch& torch, bool is_default) {
  Ref made = Ref::owned(type_of(torch.generator)->tp_alloc(type_of(torch.generator), 0));
  GeneratorObject& generator = generator_of(made.get());
  new (&generator.own) random::Generator();
  generator.torch = &torch;
  generator.is_default = is_default;
  return made;
}

void add_generator_type(Torch& torch, PyObject* module) {
  static std::array<PyMethodDef, 6> methods{{{"manual_seed", seed_generator, METH_O, nullptr},
                                             {"initial_seed", initial_seed, METH_NOARGS, nullptr},
                                             {"get_state", get_stream, METH_NOARGS, nullptr},
                                             {"set_state", set_stream, METH_O, nullptr},
                                             {"seed", seed_anew, METH_NOARGS, nullptr},
                                             {}}};
  static std::array<PyGetSetDef, 2> properties{
      {{"device", generator_device, nullptr, nullptr, nullptr}, {}}};
  torch.generator = add_type(module, "torch._C.Generator", "Generator", sizeof(GeneratorObject), 0,
                             {{Py_tp_new, reinterpret_cast<void*>(new_generator)},
                              {Py_tp_dealloc, reinterpret_cast<void*>(free_generator)},
                              {Py_tp_methods, methods.data()},
                              {Py_tp_getset, properties.data()},
                              {0, nullptr}});
}

}  // namespace normscope::notebook::torch
