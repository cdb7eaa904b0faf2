// SPDX-License-Identifier: MIT
// torch.Generator: a random stream, and the place in it as bytes.
#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstring>
#include <new>
#include <random>

#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/torch/arguments/call.hpp"
#include "app/notebook/torch/tensor/types.hpp"

namespace normscope::notebook::torch {
namespace {

GeneratorObject& generator_of(PyObject* self) {
  return *reinterpret_cast<GeneratorObject*>(self);
}
void free_generator(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  generator_of(self).stream.~shared_ptr();
  type->tp_free(self);
  Py_DECREF(type);
}
Ref new_generator(PyTypeObject* type, PyObject*, PyObject*) {
  return make_generator(torch_behind(type), std::make_shared<random::Generator>());
}
Ref seed_generator(PyObject* self, PyObject* seed) {
  const auto number = number_of(seed);
  if (!number || arrays::is_floating(*number)) {
    raise(PyExc_RuntimeError, "manual_seed expected a long, but got " + type_name(seed));
  }
  generator_of(self).stream->manual_seed(static_cast<std::uint64_t>(arrays::to_int(*number)));
  return Ref::shared(self);
}
Ref initial_seed(PyObject* self, PyObject*) {
  return Ref::owned(PyLong_FromUnsignedLongLong(generator_of(self).stream->state().seed));
}
// A seed that nobody chose.
Ref seed_anew(PyObject* self, PyObject*) {
  generator_of(self).stream->manual_seed(std::random_device()());
  return initial_seed(self, nullptr);
}

// The state of a stream as bytes, for get_state and set_state. As many bytes as PyTorch has for the
// 624 words of its generator; here they begin with the seed, the position, and the bits of the
// normal that is kept with 1 for there being one.
constexpr std::int64_t kStateBytes = 5056;
using StateWords = std::array<std::uint64_t, 4>;

Ref get_stream(PyObject* self, PyObject*) {
  Torch& torch = *generator_of(self).torch;
  const auto [seed, position, normal] = generator_of(self).stream->state();
  const StateWords words{seed, position, std::bit_cast<std::uint64_t>(normal.value_or(0.0)),
                         normal.has_value() ? 1U : 0U};
  Array array = take(torch, arrays::allocate(torch.context, Dtype::kUint8, {kStateBytes}));
  std::memcpy(array.data<std::uint8_t>(), words.data(), sizeof(words));
  return make_tensor(torch, std::move(array));
}
Ref set_stream(PyObject* self, PyObject* saved) {
  const auto* const tensor = tensor_of(saved);
  if (tensor == nullptr) {
    raise(PyExc_TypeError, "expected a torch.ByteTensor, but got " + type_name(saved));
  }
  if (tensor->array.dtype != Dtype::kUint8) {
    raise(PyExc_TypeError, "RNG state must be a torch.ByteTensor");
  }
  if (tensor->array.size() != kStateBytes) {
    raise(PyExc_RuntimeError,
          fmt::format("Expected either a CPUGeneratorImplStateLegacy of size 5048 or a "
                      "CPUGeneratorImplState of size {} but found the input RNG state size to "
                      "be {}",
                      kStateBytes, tensor->array.size()));
  }
  const Torch& torch = *tensor->torch;
  const Array bytes = take(torch, arrays::made_contiguous(torch.context, tensor->array));
  StateWords words{};
  std::memcpy(words.data(), bytes.data<std::uint8_t>(), sizeof(words));
  random::GeneratorState state{words[0], words[1], {}};
  if (words[3] != 0) state.cached_normal = std::bit_cast<double>(words[2]);
  if (const auto done = generator_of(self).stream->set_state(state); !done) {
    raise(PyExc_RuntimeError, done.error().sentence);
  }
  return none();
}

}  // namespace

Ref make_generator(Torch& torch, std::shared_ptr<random::Generator> stream) {
  Ref made = Ref::owned(type_of(torch.generator)->tp_alloc(type_of(torch.generator), 0));
  new (&generator_of(made.get()).stream) std::shared_ptr(std::move(stream));
  generator_of(made.get()).torch = &torch;
  return made;
}

void add_generator_type(Torch& torch, PyObject* module) {
  static std::array<PyMethodDef, 6> methods{
      {{"manual_seed", Guarded<seed_generator>::call, METH_O, nullptr},
       {"initial_seed", Guarded<initial_seed>::call, METH_NOARGS, nullptr},
       {"get_state", Guarded<get_stream>::call, METH_NOARGS, nullptr},
       {"set_state", Guarded<set_stream>::call, METH_O, nullptr},
       {"seed", Guarded<seed_anew>::call, METH_NOARGS, nullptr},
       {}}};
  torch.generator = add_type(module, "torch._C.Generator", sizeof(GeneratorObject), 0,
                             {{Py_tp_new, slot<new_generator>()},
                              {Py_tp_dealloc, reinterpret_cast<void*>(free_generator)},
                              {Py_tp_methods, methods.data()},
                              {0, nullptr}});
}

}  // namespace normscope::notebook::torch
