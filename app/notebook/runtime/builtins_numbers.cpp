// SPDX-License-Identifier: MIT
// abs, round, divmod, pow and the texts of ints in other bases.
#include <string>
#include <utility>

#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/setup.hpp"

namespace normscope::notebook::runtime {
namespace {

Value round(Vm& vm, const Args& args) {
  static const Signature kSignature("round", "number, ndigits=None");
  Value bound[2];
  if (!kSignature.bind(vm, args, bound)) return {};
  const bool given = bound[1] && !bound[1].is_none();
  bool has = false;
  Value result = given ? call_special(vm, bound[0], vm.names().round, {bound[1]}, has)
                       : call_special(vm, bound[0], vm.names().round, {}, has);
  if (has) return result;
  return vm.raise(vm.errors().type_error,
                  "type " + type_name(vm, bound[0]) + " doesn't define __round__ method");
}

Value divmod(Vm& vm, const Args& args) {
  if (!check_count(vm, args, "divmod", 2, 2)) return {};
  if (!is_number(args[0]) || !is_number(args[1])) {
    bool has = false;
    const auto& name = vm.intern("__divmod__");
    Value result = call_special(vm, args[0], name, {args[1]}, has);
    if (has && !result.is_not_implemented()) return result;
    result = call_special(vm, args[1], vm.intern("__rdivmod__"), {args[0]}, has);
    if (has && !result.is_not_implemented()) return result;
    if (args[0].is_kind(Kind::kNumber) || args[1].is_kind(Kind::kNumber)) {
      const Value plain[] = {plain_number(args[0]), plain_number(args[1])};
      return divmod(vm, Args{plain, {}, {}});
    }
    return vm.raise(vm.errors().type_error, "unsupported operand type(s) for divmod(): '" +
                                                type_name(vm, args[0]) + "' and '" +
                                                type_name(vm, args[1]) + "'");
  }
  const Value quotient = number_binary(vm, BinaryOp::kFloorDivide, args[0], args[1]);
  if (!quotient) {
    if (vm.raised_is(vm.errors().zero_division_error) &&
        (args[0].is_float() || args[1].is_float())) {
      vm.take_exception();
      vm.raise(vm.errors().zero_division_error, "float divmod()");
    }
    return {};
  }
  const Value rest = number_binary(vm, BinaryOp::kRemainder, args[0], args[1]);
  return rest ? vm.tuple({quotient, rest}) : Value();
}

Value pow(Vm& vm, const Args& args) {
  static const Signature kSignature("pow", "base, exp, mod=None");
  Value bound[3];
  if (!kSignature.bind(vm, args, bound)) return {};
  if (!bound[2] || bound[2].is_none()) return binary(vm, BinaryOp::kPower, bound[0], bound[1]);
  if (vm.type_of(bound[0]).is_user) {
    bool has = false;
    Value result = call_special(vm, bound[0], vm.intern("__pow__"), {bound[1], bound[2]}, has);
    if (has && !result.is_not_implemented()) return result;
  }
  for (Value& each : bound) {
    each = Value(plain_number(each));
    if (!is_integer(each)) {
      return vm.raise(vm.errors().type_error,
                      "pow() 3rd argument not allowed unless all arguments are integers");
    }
  }
  return number_power(vm, bound[0], bound[1], bound[2]);
}

NativeCall in_base(const char* name, int base, const char* prefix) {
  return [name, base, prefix](Vm& vm, const Args& args) {
    if (!check_count(vm, args, name, 1, 1)) return Value();
    Value number = args[0];
    if (!is_integer(number)) {
      const auto index = to_index(vm, number);
      if (!index) return Value();
      number = Value::integer(*index);
    }
    auto text = int_text(vm, number, base);
    if (!text) return Value();
    const bool negative = text->starts_with('-');
    return vm.str((negative ? "-" : "") + std::string(prefix) + text->substr(negative ? 1 : 0));
  };
}

}  // namespace

void add_number_functions(Vm& vm) {
  add_builtin(vm, "abs", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args, "abs", 1, 1)) return Value();
    return unary(machine, UnaryOp::kAbsolute, args[0]);
  });
  add_builtin(vm, "round", round);
  add_builtin(vm, "divmod", divmod);
  add_builtin(vm, "pow", pow);
  add_builtin(vm, "hex", in_base("hex", 16, "0x"));
  add_builtin(vm, "oct", in_base("oct", 8, "0o"));
  add_builtin(vm, "bin", in_base("bin", 2, "0b"));
}

}  // namespace normscope::notebook::runtime
