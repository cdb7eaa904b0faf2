// SPDX-License-Identifier: MIT
// Settings of torch as a whole, and helpers for its Python files.
#include <algorithm>
#include <array>
#include <set>

#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/elementwise/elementwise.hpp"
#include "app/notebook/arrays/record.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/shapes/indexing.hpp"
#include "app/notebook/arrays/walk.hpp"
#include "app/notebook/torch/arguments/refusals.hpp"
#include "app/notebook/torch/tensor/data.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

Ref set_printoptions(Call& call) {
  constexpr double kAll = 9.2e18;
  const double threshold = call.real("threshold");
  tensor::PrintOptions& options = call.context().print;
  options.precision = static_cast<int>(call.integer("precision"));
  options.threshold =
      threshold >= kAll ? tensor::kNoThreshold : static_cast<std::int64_t>(threshold);
  options.edge_items = call.integer("edgeitems");
  options.line_width = call.integer("linewidth");
  options.sci_mode = call.given("sci_mode") ? std::optional(call.flag("sci_mode")) : std::nullopt;
  return none();
}

// The type that tensors and numbers have in common.
Ref common_dtype(Call& call) {
  arrays::Promotion promotion(call.context().default_dtype);
  for (PyObject* const item : items_of(call.value("operands"))) {
    const auto operand = operand_of(item);
    const auto* const array = operand ? std::get_if<Array>(&*operand) : nullptr;
    if (array != nullptr) {
      promotion.add(array->dtype, array->rank() > 0);
    } else if (operand) {
      promotion.add(std::get<Scalar>(*operand));
    }
  }
  return dtype_value(call.torch, promotion.result());
}

Ref set_default_dtype(Call& call) {
  const Dtype dtype = *call.dtype("d");
  if (!arrays::is_floating(dtype)) {
    call.fail(PyExc_TypeError, "only floating-point types are supported as the default type");
  }
  call.context().default_dtype = dtype;
  return none();
}

// Records hold names as string_view and may outlive all modules: each name is stored once, for
// ever.
std::string_view kept(const std::string& name) {
  static std::set<std::string, std::less<>> names;
  return *names.insert(name).first;
}

// _made(result, operation, gradient, inputs, other, rule): the result as one step of its own, of
// inputs and perhaps a number. The rule gives the gradients of the inputs.
Ref made(Call& call) {
  Array result = call.array("result");
  arrays::Making making{kept(call.text("operation", "")), kept(call.text("gradient", "")),
                        call.arrays("inputs")};
  if (call.given("other")) arrays::add(making.attributes, "other", call.real("other"));
  if (call.given("rule")) {
    making.backward.rule = {Py_NewRef(call.value("rule")), [](PyObject* rule) { Py_DECREF(rule); }};
  }
  return call.give(arrays::made(call.context(), std::move(result), std::move(making)));
}

Ref not_supported(Call& call) {
  call.not_supported(fmt::format("{}: {}; {}", call.text("what", ""), call.text("why", ""),
                                 call.text("instead", "")));
}

// a * b + c, rounded once where it is floating; without a record.
Ref fused_sum(Call& call) {
  const Array& a = call.array("a");
  const Array& b = call.array("b");
  const Array& c = call.array("c");
  const bool alike = a.dtype == b.dtype && b.dtype == c.dtype;
  if (alike && arrays::is_floating(a.dtype))
    return call.give(arrays::fused_sum(call.context(), a, b, c));
  const Array product = call.take(arrays::binary(call.context(), "mul", a, b));
  return call.give(arrays::binary(call.context(), "add", product, c));
}

// An array over memory of an owner, at an address.
Ref over(Call& call) {
  Array array;
  array.dtype = *call.dtype("dtype");
  array.shape = call.sizes("size");
  array.strides = call.sizes("stride");
  void* const bytes = PyLong_AsVoidPtr(call.value("address"));
  return call.give(array_over(call.torch, call.value("owner"), bytes, std::move(array)));
}

// A leaf of its own, of a class that derives from Tensor.
Ref parameter(Call& call) {
  if (!call.is_tensor("data")) {
    call.fail(PyExc_AttributeError,
              "'" + type_name(call.value("data")) + "' object has no attribute 'detach'");
  }
  Array array = arrays::detach(call.context(), call.array("data"));
  if (call.flag("requires_grad", true)) call.require_gradient(array);
  PyObject* const type = call.value("cls");
  if (!PyType_Check(type) || PyObject_IsSubclass(type, call.torch.tensor.get()) != 1) {
    call.fail(PyExc_TypeError, "cls must be a type that derives from Tensor");
  }
  return make_tensor(call.torch, reinterpret_cast<PyTypeObject*>(type), std::move(array));
}

// torch._devices and torch._values: their types, and the values that every tensor has.
Ref set_devices(Call& call) {
  Torch& torch = call.torch;
  const Ref devices = call.shared("module");
  const auto value_named = [&](std::string_view name) {
    return Ref::shared(PyDict_GetItemString(call.value("values"), std::string(name).c_str()));
  };
  const auto named = [](Ref type, const char* full_name) {
    reinterpret_cast<PyTypeObject*>(type.get())->tp_name = full_name;  // as messages have it
    return type;
  };
  torch.device = named(attribute(devices, "device"), "torch.device");
  torch.layout = named(attribute(devices, "layout"), "torch.layout");
  torch.memory_format = named(attribute(devices, "memory_format"), "torch.memory_format");
  torch.dtype = named(value_named("dtype"), "torch.dtype");
  torch.size = named(value_named("Size"), "torch.Size");
  for (const auto& [dtype, name] : arrays::kDtypeNames) {
    torch.dtypes.at(static_cast<std::size_t>(dtype)) = value_named(name);
  }
  torch.strided = attribute(devices, "strided");
  torch.cpu = attribute(devices, "cpu");
  check(PyObject_SetAttrString(torch.generator.get(), "device", torch.cpu.get()));
  return none();
}

// Sets the functions that cast the arguments of calls from now on; returns those before.
Ref set_autocast(Call& call) {
  Ref casts = call.given("casts") ? call.shared("casts") : Ref();
  std::swap(call.torch.autocast, casts);
  return casts ? std::move(casts) : none();
}

}  // namespace

std::span<const Row> setting_rows() {
  static constexpr std::array kRows{
      Row{"promote_types",
          [](Call& call) {
            return dtype_value(call.torch, arrays::promoted(*call.dtype(0), *call.dtype(1)));
          }},
      Row{"get_default_dtype",
          [](Call& call) { return dtype_value(call.torch, call.context().default_dtype); }},
      Row{"is_grad_enabled", [](Call& call) { return boolean(call.context().grad_enabled); }},
      Row{"_set_printoptions", set_printoptions},
      Row{"_set_default_dtype", set_default_dtype},
      Row{"_set_sixteen_bits",
          [](Call& call) {
            call.context().sixteen_bits = call.flag(0);
            return none();
          }},
      Row{"_set_grad_enabled",
          [](Call& call) {
            return boolean(std::exchange(call.context().grad_enabled, call.flag(0)));
          }},
      Row{"_set_autocast", set_autocast},
      Row{"_set_complex",
          [](Call& call) {
            call.torch.complex = call.shared("type");
            return none();
          }},
      Row{"_set_devices", set_devices},
      Row{"_broadcast",
          [](Call& call) {
            return make_size(call.torch, call.take(arrays::broadcast(call.sizes("first"),
                                                                     call.sizes("second"))));
          }},
      Row{"_made", made},
      Row{"_common_dtype", common_dtype},
      Row{"_retyped",
          [](Call& call) {
            return call.give(retyped(call.torch, call.array(0), *call.dtype("dtype")));
          }},
      Row{"_check_sixteen_bits",
          [](Call& call) {
            check_sixteen_bits(call.text("name", ""), *call.dtype("dtype"));
            return none();
          }},
      Row{"_named_pair",
          [](Call& call) {
            return call.give_pair(call.text("name", ""), call.shared("first"),
                                  call.shared("second"));
          }},
      Row{"_not_supported", not_supported},
      Row{"_fused_sum", fused_sum},
      Row{"_plain_log",
          [](Call& call) {
            if (!arrays::is_floating(call.array(0).dtype)) call.fail_runtime("log of no floats");
            return call.give(arrays::plain_log(call.context(), call.array(0)));
          }},
      Row{"_scatter_sum",
          [](Call& call) {
            return call.give(arrays::scatter_sum(call.array(0), call.integer("dim"),
                                                 call.array("index"), call.array("source")));
          }},
      Row{"_put_back", [](Call& call) { return call.give_back(call.array("source")); }},
      Row{"_array_over",
          [](Call& call) {
            if (!is_ndarray(call.value("data"))) {
              call.fail(PyExc_TypeError,
                        "expected np.ndarray (got " + type_in_c(call.value("data")) + ")");
            }
            return call.give(array_over(call.torch, call.value("data")));
          }},
      Row{"_lent", [](Call& call) { return lent(call.array(0)); }},
      Row{"_over", over},
      Row{"_parameter", parameter},
  };
  return kRows;
}

}  // namespace normscope::notebook::torch
