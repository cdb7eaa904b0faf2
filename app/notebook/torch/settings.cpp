// SPDX-License-Identifier: MIT
// torch.Size, torch.dtype, torch.device, the random seed and the print options.
#include <fmt/format.h>

#include <limits>
#include <numbers>

#include "app/notebook/arrays/print.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/call.hpp"

namespace normscope::notebook::torch {
namespace {

using runtime::TupleObject;

Shape shape_of(const Value& size) {
  Shape shape;
  for (const Value& value : size.get<TupleObject>().values) shape.push_back(value.as_int());
  return shape;
}

Value size_of_values(Vm& vm, const Torch& torch, std::span<const Value> values) {
  return vm.make<TupleObject>(*torch.size, values);
}

// A method of tuple that gives a Size where tuple's gives a tuple.
runtime::NativeCall as_size(const std::shared_ptr<Torch>& torch, std::string_view name) {
  return [torch, name = std::string(name)](Vm& vm, const Args& args) -> Value {
    const Value* const method = vm.types().tuple->find(*vm.intern(name));
    const Value result = runtime::call(vm, *method, args);
    const auto* tuple = result ? result.as<TupleObject>() : nullptr;
    if (tuple == nullptr) return result;
    return size_of_values(vm, *torch, tuple->values);
  };
}

Value size_repr(Vm& vm, const Args& args) {
  return vm.str(arrays::size_text(shape_of(args[0])));
}

Value size_numel(Vm&, const Args& args) {
  return Value::integer(tensor::product(shape_of(args[0])));
}

Value set_printoptions(Call& call) {
  tensor::PrintOptions& options = call.context().print;
  if (call.given(4)) {
    const std::string name = call.text(4, "");
    if (const auto profile = base::value_of<tensor::PrintOptions>(tensor::kPrintProfiles, name)) {
      options = *profile;
    }
  }
  if (call.given(0)) options.precision = static_cast<int>(call.integer(0));
  if (call.given(1)) {
    const double threshold = call.real(1);
    options.threshold =
        threshold >= 9.2e18 ? tensor::kNoThreshold : static_cast<std::int64_t>(threshold);
  }
  if (call.given(2)) options.edge_items = call.integer(2);
  if (call.given(3)) options.line_width = call.integer(3);
  options.sci_mode = call.given(5) ? std::optional(call.flag(5, false)) : std::nullopt;
  return Value::none();
}

Value manual_seed(Call& call) {
  if (!call.value(0)) {
    call.fail(call.vm.errors().type_error,
              "manual_seed() missing 1 required positional argument: 'seed'");
  }
  const Value seed =
      call.checked(runtime::call(call.vm, Value(call.vm.types().integer), {call.value(0)}));
  if (!seed.is_int()) {
    call.fail(call.vm.errors().runtime_error, "Overflow when unpacking long");
  }
  call.context().generator.manual_seed(static_cast<std::uint64_t>(seed.as_int()));
  auto generator = call.vm.make<GeneratorObject>(*call.torch.generator);
  generator->is_default = true;
  return generator;
}

random::Generator& stream_of(Call& call) {
  auto& object = call.value(0).get<GeneratorObject>();
  return object.is_default ? call.context().generator : object.own;
}

Value new_generator(Call& call) {
  return call.vm.make<GeneratorObject>(*call.torch.generator);
}

Value generator_seed(Call& call) {
  stream_of(call).manual_seed(static_cast<std::uint64_t>(call.integer(1)));
  return call.value(0);
}

Value generator_initial_seed(Call& call) {
  return Value::integer(static_cast<std::int64_t>(stream_of(call).state().seed));
}

Value initial_seed(Call& call) {
  return Value::integer(static_cast<std::int64_t>(call.context().generator.state().seed));
}

void add_operand(const Call& call, std::size_t at, arrays::Promotion& promotion) {
  if (const auto* tensor = tensor_of(call.value(at))) {
    promotion.add(tensor->array.dtype, tensor->array.rank() > 0);
  } else {
    promotion.add(call.number(at));
  }
}

Value result_type(Call& call) {
  arrays::Promotion promotion(call.context().default_dtype);
  add_operand(call, 0, promotion);
  add_operand(call, 1, promotion);
  return dtype_value(call.torch, promotion.result());
}

Value promote_types(Call& call) {
  return dtype_value(call.torch, arrays::promoted(*call.dtype(0), *call.dtype(1)));
}

// Bools become anything, integers no bools, floating types no integers.
Value can_cast(Call& call) {
  const auto kind = [](Dtype dtype) {
    return dtype == Dtype::kBool ? 0 : arrays::is_floating(dtype) ? 2 : 1;
  };
  return Value::boolean(kind(*call.dtype(0)) <= kind(*call.dtype(1)));
}

Value set_default_dtype(Call& call) {
  const Dtype dtype = *call.dtype(0);
  if (!arrays::is_floating(dtype)) {
    call.fail(call.vm.errors().type_error,
              "only floating-point types are supported as the default type");
  }
  call.context().default_dtype = dtype;
  return Value::none();
}

Value new_device(Call& call) {
  const std::string name = call.text(1, "cpu");
  if (!name.starts_with("cpu")) {
    call.fail({arrays::ErrorKind::kNotSupported,
               "not supported: torch.device('" + name + "'); there is the cpu"});
  }
  return call.vm.make<DeviceObject>(*call.torch.device);
}

void add_dtype_names(Vm& vm, const Torch& torch, const Value& module) {
  for (const auto& [dtype, name] : arrays::kDtypeNames) {
    runtime::set_name(vm, module, name, torch.dtypes[static_cast<std::size_t>(dtype)]);
  }
  for (const auto& [name, dtype] :
       {std::pair("float", Dtype::kFloat32), std::pair("double", Dtype::kFloat64),
        std::pair("long", Dtype::kInt64), std::pair("int", Dtype::kInt32)}) {
    runtime::set_name(vm, module, name, torch.dtypes[static_cast<std::size_t>(dtype)]);
  }
  for (const std::string_view name :
       {"float16", "bfloat16", "int8", "int16", "complex64", "complex128"}) {
    runtime::set_name(vm, module, name, vm.make<DtypeObject>(*torch.dtype, name, std::nullopt));
  }
  for (const auto& [name, of] : {std::pair("half", "float16"), std::pair("short", "int16"),
                                 std::pair("cfloat", "complex64")}) {
    runtime::set_name(vm, module, name, runtime::get_attribute(vm, module, of));
  }
}

}  // namespace

Value make_size(Vm& vm, Torch& torch, const Shape& shape) {
  std::vector<Value> values;
  for (const std::int64_t size : shape) values.push_back(Value::integer(size));
  return size_of_values(vm, torch, values);
}

Value dtype_value(Torch& torch, Dtype dtype) {
  return torch.dtypes[static_cast<std::size_t>(dtype)];
}

void make_size_type(Vm& vm, const std::shared_ptr<Torch>& torch) {
  torch->size = runtime::make_class(vm, "torch", "Size", {vm.types().tuple},
                                    {{"__repr__", size_repr},
                                     {"__str__", size_repr},
                                     {"numel", size_numel},
                                     {"__getitem__", as_size(torch, "__getitem__")},
                                     {"__add__", as_size(torch, "__add__")},
                                     {"__mul__", as_size(torch, "__mul__")}});
}

void make_dtype_types(Vm& vm, const std::shared_ptr<Torch>& torch) {
  torch->dtype = runtime::make_native_type(vm, "torch", "dtype");
  torch->dtype->slots.repr = [](Vm& machine, const Value& self) {
    return machine.str("torch." + std::string(self.get<DtypeObject>().name));
  };
  runtime::finish_type(vm, *torch->dtype);
  runtime::add_property(*torch->dtype, "is_floating_point", [](Vm&, const Value& self) {
    return Value::boolean(self.get<DtypeObject>().name.find("float") != std::string_view::npos);
  });
  runtime::add_property(*torch->dtype, "is_complex",
                        [](Vm&, const Value&) { return Value::boolean(false); });
  runtime::add_property(*torch->dtype, "itemsize", [](Vm&, const Value& self) {
    const auto dtype = self.get<DtypeObject>().dtype;
    return Value::integer(dtype ? arrays::item_size(*dtype) : 2);
  });
  for (const auto& [dtype, name] : arrays::kDtypeNames) {
    torch->dtypes[static_cast<std::size_t>(dtype)] =
        vm.make<DtypeObject>(*torch->dtype, name, dtype);
  }
  torch->generator = runtime::make_native_type(vm, "torch._C", "Generator");
  runtime::add_static_method(*torch->generator, "__new__",
                             native(torch, "Generator", "cls, device=None", new_generator));
  runtime::finish_type(vm, *torch->generator);
  runtime::add_method(*torch->generator, "manual_seed",
                      native(torch, "manual_seed", "self, seed", generator_seed));
  runtime::add_method(*torch->generator, "initial_seed",
                      native(torch, "initial_seed", "self", generator_initial_seed));
  torch->device = runtime::make_native_type(vm, "torch", "device");
  torch->device->slots.repr = [](Vm& machine, const Value&) {
    return machine.str("device(type='cpu')");
  };
  torch->device->slots.str = [](Vm& machine, const Value&) { return machine.str("cpu"); };
  torch->device->slots.compare = [](Vm&, runtime::CompareOp op, const Value& a, const Value& b) {
    const bool same = b.is_object() && b.object()->type() == a.object()->type();
    if (op == runtime::CompareOp::kEqual) return Value::boolean(same);
    if (op == runtime::CompareOp::kNotEqual) return Value::boolean(!same);
    return Value::not_implemented();
  };
  runtime::add_static_method(*torch->device, "__new__",
                             native(torch, "device", "cls, type=None, index=None", new_device));
  runtime::finish_type(vm, *torch->device);
  runtime::add_property(*torch->device, "type",
                        [](Vm& machine, const Value&) { return machine.str("cpu"); });
  runtime::add_property(*torch->device, "index", [](Vm&, const Value&) { return Value::none(); });
}

void add_settings(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module) {
  const auto add = [&](std::string_view name, std::string_view parameters, Handler handler) {
    runtime::set_name(vm, module, name,
                      runtime::make_function(vm, name, native(torch, name, parameters, handler)));
  };
  add("set_printoptions",
      "precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None",
      set_printoptions);
  add("manual_seed", "seed=None", manual_seed);
  add("initial_seed", "", initial_seed);
  add("result_type", "tensor1, tensor2", result_type);
  add("promote_types", "type1, type2", promote_types);
  add("can_cast", "from_, to", can_cast);
  add("set_default_dtype", "d", set_default_dtype);
  add("get_default_dtype", "",
      [](Call& call) { return dtype_value(call.torch, call.context().default_dtype); });
  add("is_tensor", "obj",
      [](Call& call) { return Value::boolean(tensor_of(call.value(0)) != nullptr); });
  add("is_floating_point", "input",
      [](Call& call) { return Value::boolean(arrays::is_floating(call.array(0).dtype)); });
  add("get_num_threads", "", [](Call&) { return Value::integer(1); });
  add("set_num_threads", "threads", [](Call&) { return Value::none(); });
  add("use_deterministic_algorithms", "mode, warn_only=False", [](Call&) { return Value::none(); });
  runtime::set_name(vm, module, "Size", Value(torch->size));
  runtime::set_name(vm, module, "Tensor", Value(torch->tensor));
  runtime::set_name(vm, module, "dtype", Value(torch->dtype));
  runtime::set_name(vm, module, "device", Value(torch->device));
  runtime::set_name(vm, module, "Generator", Value(torch->generator));
  add_dtype_names(vm, *torch, module);
  // What Debian 12's package of PyTorch 1.13.1 says of itself.
  runtime::set_name(vm, module, "__version__", vm.str("1.13.0a0"));
  runtime::set_name(vm, module, "pi", Value::real(std::numbers::pi));
  runtime::set_name(vm, module, "e", Value::real(std::numbers::e));
  runtime::set_name(vm, module, "inf", Value::real(std::numeric_limits<double>::infinity()));
  runtime::set_name(vm, module, "nan", Value::real(std::numeric_limits<double>::quiet_NaN()));
  runtime::set_name(vm, module, "strided", vm.str("torch.strided"));
}

}  // namespace normscope::notebook::torch
