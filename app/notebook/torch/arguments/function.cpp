// SPDX-License-Identifier: MIT
#include "app/notebook/torch/arguments/function.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/torch/arguments/refusals.hpp"

// After Python.h.
#include <structmember.h>

namespace normscope::notebook::torch {
namespace {

// What a name calls; its signature is parsed at the first call.
struct Bound {
  SignatureText text;
  Handler handler = nullptr;
  Ref composed{};                    // the function in Python, once it was called
  bool puts_back = false;            // what is made anew is then put into the first argument
  const Refusal* refusal = nullptr;  // of some types
  bool widens = false;               // tensors of 16 bits
  std::unique_ptr<const Signature> signature{};

  const Signature& read() {
    if (signature == nullptr) {
      signature = std::make_unique<const Signature>(signature_of(text));
      refusal = refusal_of(text.name);
      widens = !takes_sixteen_bits(text.name);
    }
    return *signature;
  }
};

struct FunctionObject {
  PyObject ob_base;
  vectorcallfunc call;
  Torch* torch;
  Bound* bound;
};

FunctionObject& function_of(PyObject* self) {
  return *reinterpret_cast<FunctionObject*>(self);
}

// CPython's words for a C function without arguments.
void check_nothing(const Bound& bound, const Arguments& arguments) {
  const bool is_method = bound.text.kind == SignatureKind::kMethod;
  const std::string shown =
      fmt::format("{}.{}()", is_method ? "TensorBase" : "torch", bound.text.name);
  if (arguments.keywords() > 0) raise(PyExc_TypeError, shown + " takes no keyword arguments");
  if (arguments.positional == 0) return;
  raise(PyExc_TypeError,
        fmt::format("{} takes no arguments ({} given)", shown, arguments.positional));
}

// Looks the name up in torch._composed.
void find_composed(Bound& bound) {
  const bool is_method = bound.text.kind == SignatureKind::kMethod;
  const Ref found = call(imported("torch._composed", "found"),
                         text(is_method ? "torch.Tensor" : "torch"), text(bound.text.name));
  bound.composed = Ref::shared(PyTuple_GetItem(found.get(), 0));
  bound.puts_back = PyTuple_GetItem(found.get(), 1) == Py_True;
}

// A function in Python, with what it is told `before` all else: the first argument by position, the
// others by name.
Ref call_python(const Ref& function, const Signature& signature, const Slots& slots,
                PyObject* before = nullptr) {
  std::vector<PyObject*> values;
  std::vector<std::string_view> names;
  values.reserve(kMostSlots);
  names.reserve(kMostSlots);
  if (before != nullptr) values.push_back(before);
  if (slots.values[0] != nullptr) values.push_back(slots.values[0]);
  const std::size_t positional = values.size();
  for (std::size_t i = 1; i < signature.slots.size(); ++i) {
    if (slots.values.at(i) == nullptr || signature.slots[i] == "out") continue;
    values.push_back(slots.values.at(i));
    names.push_back(signature.slots[i]);
  }
  const Ref keywords = tuple_of(names, text);
  return Ref::owned(PyObject_Vectorcall(function.get(), values.data(), positional, keywords.get()));
}

void put_one(const Torch& torch, PyObject* out, PyObject* result) {
  auto* const target = tensor_of(out);
  const auto* const made = tensor_of(result);
  if (target == nullptr || made == nullptr) return;
  if (target->array.shape != made->array.shape) {
    const Context silent = arrays::without_gradients(torch.context);
    target->array = take(torch, arrays::allocate_like(silent, target->array.dtype,
                                                      made->array.shape, {&made->array}));
  }
  put_back(torch, target->array, made->array);
}

// Before the call: none of the tensors of a call with out= may require gradients.
void check_out(const Torch& torch, const Signature& signature, const Slots& slots) {
  const auto wants = [](PyObject* value) {
    const auto* const tensor = tensor_of(value);
    return tensor != nullptr && tensor->array.requires_grad;
  };
  const auto within = [&](PyObject* value) { return holds_within(value, wants); };
  if (!torch.context.grad_enabled || !std::ranges::any_of(slots.values, within)) return;
  raise(PyExc_RuntimeError,
        signature.name +
            "(): functions with out=... arguments don't support automatic differentiation, but "
            "one of the arguments requires grad.");
}

// After the call: `out` with the result's elements, converted to its types; a tensor of another
// shape takes the result's shape.
Ref put_out(Torch& torch, PyObject* out, const Ref& result) {
  if (tensor_of(out) != nullptr) {
    put_one(torch, out, result.get());
    return Ref::shared(out);
  }
  const Items targets = items_of(out);
  const Items made = items_of(result.get());
  for (std::size_t i = 0; i < std::min(targets.count, made.count); ++i) {
    put_one(torch, targets[i], made[i]);
  }
  return result;
}

// What a handler gives. Meanwhile random numbers come from the generator that the call was given,
// if any.
Ref handled(Handler handler, Call& call) {
  const auto* const given =
      call.given("generator")
          ? object_of<GeneratorObject>(call.value("generator"), call.torch.generator)
          : nullptr;
  if (given == nullptr) return handler(call);
  const auto swap = [&](random::Generator* own) { std::swap(*own, call.context().generator); };
  const std::unique_ptr<random::Generator, decltype(swap)> held(given->stream.get(), swap);
  swap(held.get());
  return handler(call);
}

Ref computed(PyObject* function, Torch& torch, Bound& bound, const Signature& signature,
             const Slots& slots) {
  if (bound.widens && concerns_sixteen_bits(torch, slots)) {
    return call_python(imported("torch._composed.widening", "call"), signature, slots, function);
  }
  Ref result;
  if (bound.handler != nullptr) {
    Call call(torch, signature, slots);
    result = handled(bound.handler, call);
  } else {
    if (!bound.composed) find_composed(bound);
    result = call_python(bound.composed, signature, slots);
  }
  const auto* const made = bound.puts_back ? tensor_of(result.get()) : nullptr;
  if (made == nullptr) return result;
  put_back(torch, tensor_of(slots.values[0])->array, made->array);
  return Ref::shared(slots.values[0]);
}

Ref run(PyObject* function, Torch& torch, Bound& bound, Arguments arguments) {
  const Signature& signature = bound.read();
  if (signature.is_method) {
    PyObject* const self = arguments.positional > 0 ? arguments.values[0] : Py_None;
    if (tensor_of(self) == nullptr) {
      raise(PyExc_TypeError,
            fmt::format("descriptor '{}' for 'torch._C.TensorBase' objects doesn't apply to a "
                        "'{}' object",
                        signature.name, type_in_c(self)));
    }
    arguments.self = self;
    ++arguments.values;
    --arguments.positional;
  }
  Slots slots;
  if (signature.takes_nothing) {
    check_nothing(bound, arguments);
    slots.values[0] = arguments.self;
  } else {
    read_arguments(torch, signature, arguments, slots);
  }
  if (bound.refusal != nullptr) check_types(torch, *bound.refusal, signature, slots);
  const Call call(torch, signature, slots);
  const bool has_out = !signature.is_method && call.given("out");
  if (has_out) check_out(torch, signature, slots);
  torch.begin_operation();
  const Ref result = computed(function, torch, bound, signature, slots);
  torch.check_stopped();
  return has_out ? put_out(torch, call.value("out"), result) : result;
}

// Whether complex numbers are among a call's arguments, alone or in a list.
bool concerns_complex(const Torch& torch, const Arguments& arguments) {
  if (!torch.complex) return false;
  const auto is = [&torch](PyObject* object) {
    return object_of<PyObject>(object, torch.complex) != nullptr;
  };
  const std::size_t count = arguments.positional + arguments.keywords();
  return std::any_of(arguments.values, arguments.values + count,
                     [&](PyObject* value) { return holds_within(value, is); });
}

// The function that is called in this one's place, with it and its arguments: for complex numbers,
// or inside of torch.autocast; null: none.
Ref instead_of(const FunctionObject& function, const Arguments& arguments) {
  if (concerns_complex(*function.torch, arguments)) return imported("torch._complex", "call");
  const Ref& casts = function.torch->autocast;
  if (!casts) return {};
  return Ref::shared(
      PyDict_GetItemString(casts.get(), std::string(function.bound->text.name).c_str()));
}

Ref call_function(PyObject* self, PyObject* const* values, std::size_t count, PyObject* names) {
  const FunctionObject& function = function_of(self);
  const Arguments arguments{values, static_cast<std::size_t>(PyVectorcall_NARGS(count)), names};
  Ref instead = instead_of(function, arguments);
  try {
    if (!instead) return run(self, *function.torch, *function.bound, arguments);
  } catch (const OfComplex&) {
    PyErr_Clear();
    instead = imported("torch._complex", "call");
  }
  std::vector<PyObject*> given{self};
  given.insert(given.end(), values, values + arguments.positional + arguments.keywords());
  return Ref::owned(
      PyObject_Vectorcall(instead.get(), given.data(), arguments.positional + 1, names));
}

void free_function(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  delete function_of(self).bound;  // NOLINT(*-owning-memory): the object owns it
  type->tp_free(self);
  Py_DECREF(type);
}

Ref show_function(PyObject* self) {
  const auto& [name, kind, forms, of_function] = function_of(self).bound->text;
  if (kind == SignatureKind::kMethod) {
    return text(fmt::format("<method '{}' of 'torch._C.TensorBase' objects>", name));
  }
  if (kind == SignatureKind::kNn) return text(fmt::format("<built-in function {}>", name));
  return text(fmt::format("<built-in method {} of type object at {}>", name,
                          static_cast<const void*>(function_of(self).torch)));
}

// Also what copy and pickle refer to.
Ref name_of_function(PyObject* self, void*) {
  return text(function_of(self).bound->text.name);
}
Ref reduce_function(PyObject* self, PyObject*) {
  return name_of_function(self, nullptr);
}

PyObject* bind_method(PyObject* self, PyObject* object, PyObject*) {
  if (object == nullptr || object == Py_None) return Py_NewRef(self);
  return PyMethod_New(self, object);
}

Ref make_type(const char* name, bool binds) {
  std::array<PyMemberDef, 2> members{
      {{"__vectorcalloffset__", T_PYSSIZET, offsetof(FunctionObject, call), READONLY, nullptr},
       {nullptr, 0, 0, 0, nullptr}}};
  constexpr getter kName = Guarded<name_of_function>::call;
  static std::array<PyGetSetDef, 3> properties{{{"__name__", kName, nullptr, nullptr, nullptr},
                                                {"__qualname__", kName, nullptr, nullptr, nullptr},
                                                {}}};
  static std::array<PyMethodDef, 2> methods{
      {{"__reduce__", Guarded<reduce_function>::call, METH_NOARGS, nullptr}, {}}};
  std::vector<PyType_Slot> slots{
      {Py_tp_methods, methods.data()},
      {Py_tp_dealloc, reinterpret_cast<void*>(free_function)},
      {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
      {Py_tp_repr, reinterpret_cast<void*>(Guarded<show_function>::call)},
      {Py_tp_members, members.data()},
      {Py_tp_getset, properties.data()},
  };
  if (binds) slots.push_back({Py_tp_descr_get, reinterpret_cast<void*>(bind_method)});
  slots.push_back({0, nullptr});
  unsigned int flags =
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION;
  if (binds) flags |= Py_TPFLAGS_METHOD_DESCRIPTOR;
  PyType_Spec spec{name, sizeof(FunctionObject), 0, flags, slots.data()};
  return Ref::owned(PyType_FromSpec(&spec));
}

}  // namespace

void make_function_types(Torch& torch) {
  torch.function = make_type("builtin_function_or_method", false);
  torch.method = make_type("method_descriptor", true);
}

Ref make_function(Torch& torch, const SignatureText& signature, Handler handler, bool puts_back) {
  const Ref& type = signature.kind == SignatureKind::kMethod ? torch.method : torch.function;
  auto* const python_type = reinterpret_cast<PyTypeObject*>(type.get());
  Ref made = Ref::owned(python_type->tp_alloc(python_type, 0));
  FunctionObject& function = function_of(made.get());
  function.call = Guarded<call_function>::call;
  function.torch = &torch;
  // NOLINTNEXTLINE(*-owning-memory): see free_function
  function.bound = new Bound{signature, handler, {}, puts_back};
  return made;
}

}  // namespace normscope::notebook::torch
