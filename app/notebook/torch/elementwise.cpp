// SPDX-License-Identifier: MIT
// Elementwise functions: those of the arrays' own tables, as functions, methods and in place, and
// the others.
#include <array>

#include <limits>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/indexing.hpp"
#include "app/notebook/arrays/norms.hpp"
#include "app/notebook/arrays/unary.hpp"
#include "app/notebook/torch/call.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::BinaryOp;
using arrays::Expected;
using arrays::UnaryOp;

struct Alias {
  std::string_view name;
  std::string_view of;
};

constexpr std::array<Alias, 15> kUnaryAliases{{{"absolute", "abs"},
                                               {"negative", "neg"},
                                               {"fix", "trunc"},
                                               {"arcsin", "asin"},
                                               {"arccos", "acos"},
                                               {"arctan", "atan"},
                                               {"arcsinh", "asinh"},
                                               {"arccosh", "acosh"},
                                               {"arctanh", "atanh"},
                                               {"sgn", "sign"},
                                               {"positive", "positive"},
                                               {"special_expit", "sigmoid"},
                                               {"special_erf", "erf"},
                                               {"special_exp2", "exp2"},
                                               {"special_expm1", "expm1"}}};

constexpr std::array<Alias, 12> kBinaryAliases{{{"subtract", "sub"},
                                                {"multiply", "mul"},
                                                {"divide", "div"},
                                                {"true_divide", "div"},
                                                {"greater", "gt"},
                                                {"greater_equal", "ge"},
                                                {"less", "lt"},
                                                {"less_equal", "le"},
                                                {"not_equal", "ne"},
                                                {"arctan2", "atan2"},
                                                {"__and__", "bitwise_and"},
                                                {"__or__", "bitwise_or"}}};

// The first operand; a number in its place counts as a tensor without dimensions.
Array first_array(const Call& call) {
  if (call.is_tensor(0)) return call.array(0);
  const Scalar number = call.number(0);
  const Dtype dtype = arrays::is_floating(number)            ? call.context().default_dtype
                      : std::holds_alternative<bool>(number) ? Dtype::kBool
                                                             : Dtype::kInt64;
  return call.take(arrays::full(call.context(), {}, number, dtype));
}

// The same, but for the operations that have a form of their own for numbers.
Operand first_operand(Call& call, BinaryOp op) {
  const bool takes_number =
      (op == BinaryOp::kPow || op == BinaryOp::kRemainder || op == BinaryOp::kBitwiseAnd ||
       op == BinaryOp::kBitwiseOr || op == BinaryOp::kBitwiseXor || op == BinaryOp::kXlogy) &&
      call.is_tensor(1);
  return takes_number ? call.operand(0) : Operand(first_array(call));
}

// The second, which some operations want as a tensor.
Operand second_operand(Call& call, BinaryOp op) {
  const bool tensors =
      op == BinaryOp::kMaximum || op == BinaryOp::kMinimum || op == BinaryOp::kAtan2 ||
      op == BinaryOp::kHypot || op == BinaryOp::kLogaddexp || op == BinaryOp::kLogaddexp2 ||
      op == BinaryOp::kLogicalAnd || op == BinaryOp::kLogicalOr || op == BinaryOp::kLogicalXor;
  return tensors ? Operand(call.array(1)) : call.operand(1);
}

// A function, a method, and the method in place with a "_" behind its name.
void add_three(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module,
               std::string_view name, const runtime::NativeCall& call,
               const runtime::NativeCall& method, const runtime::NativeCall& in_place) {
  runtime::set_name(vm, module, name, runtime::make_function(vm, name, call));
  if (!torch->tensor->find(*vm.intern(name))) runtime::add_method(*torch->tensor, name, method);
  const std::string changing = std::string(name) + "_";
  if (!torch->tensor->find(*vm.intern(changing))) {
    runtime::add_method(*torch->tensor, changing, in_place);
    if (name == "relu" || name == "sqrt" || name == "exp" || name == "sigmoid" || name == "tanh") {
      runtime::set_name(vm, module, changing, runtime::make_function(vm, changing, in_place));
    }
  }
}

// The quotient, rounded as a keyword says; with one, even None, the gradient has a name of its own.
Value divided(Call& call) {
  const std::string mode = call.text(2, "");
  if (call.given(2) && mode != "floor" && mode != "trunc") {
    call.fail(call.vm.errors().runtime_error,
              "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '" +
                  mode + "'");
  }
  const Array x = first_array(call);
  const Operand y = call.operand(1);
  if (!call.value(2)) return call.give(arrays::binary(call.context(), BinaryOp::kDiv, x, y));
  Context silent = call.context();
  silent.grad_enabled = false;
  const BinaryOp op = mode == "floor" ? BinaryOp::kFloorDivide : BinaryOp::kDiv;
  Array result = call.take(arrays::binary(silent, op, x, y));
  if (mode == "trunc") {
    result = call.take(arrays::unary(silent, UnaryOp::kTrunc, result));
    if (!arrays::is_floating(x.dtype)) result = call.take(arrays::to(silent, result, x.dtype));
  }
  arrays::Making making{"div", "DivBackward2", {x}, {}};
  if (const auto* const other = std::get_if<Array>(&y)) making.inputs.push_back(*other);
  return call.give(arrays::made(call.context(), std::move(result), std::move(making)));
}

Value scaled(Call& call, bool subtract) {
  const BinaryOp op = subtract ? BinaryOp::kSub : BinaryOp::kAdd;
  if (!call.given(2)) {
    return call.give(
        arrays::binary(call.context(), op, first_operand(call, op), second_operand(call, op)));
  }
  return call.give(arrays::add_scaled(call.context(), first_array(call), call.operand(1),
                                      call.number(2), subtract));
}

Value scaled_in_place(Call& call, bool subtract) {
  const BinaryOp op = subtract ? BinaryOp::kSub : BinaryOp::kAdd;
  Operand other = call.operand(1);
  if (call.given(2)) {
    other = call.take(
        arrays::binary(call.context(), BinaryOp::kMul, call.operand(1), Operand(call.number(2))));
  }
  return call.give_self(arrays::binary_in_place(call.context(), op, call.tensor(0).array, other));
}

Value rounded(Call& call) {
  if (!call.given(1)) {
    return call.give(arrays::unary(call.context(), UnaryOp::kRound, call.array(0)));
  }
  return call.give(arrays::round_decimals(call.context(), call.array(0), call.integer(1)));
}

Value nan_to_num(Call& call) {
  const Array& x = call.array(0);
  if (!arrays::is_floating(x.dtype)) return call.give(arrays::clone(call.context(), x));
  Context& context = call.context();
  const bool single = x.dtype == Dtype::kFloat32;
  const double largest = single ? 3.4028234663852886e38 : 1.7976931348623157e308;
  const Array nans = call.take(arrays::unary(context, UnaryOp::kIsnan, x));
  const Array filled = call.take(arrays::where(context, nans, Scalar(call.real(1, 0.0)), x));
  const auto replace = [&](const Array& from, double infinity, double with) {
    const Array hit = call.take(arrays::binary(context, BinaryOp::kEq, from, Scalar(infinity)));
    return call.take(arrays::where(context, hit, Scalar(with), from));
  };
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Array upper = replace(filled, kInfinity, call.real(2, largest));
  const Array result = replace(upper, -kInfinity, call.real(3, -largest));
  return call.give(arrays::made(context, result, {"nan_to_num", "NanToNumBackward0", {x}, {}}));
}

Value lerp(Call& call) {
  return call.give(arrays::lerp(call.context(), call.array(0), call.array(1), call.operand(2)));
}

// input + value * a * b, and input + value * a / b.
Value add_product(Call& call, BinaryOp op, std::string_view name, std::string_view gradient) {
  Context& context = call.context();
  Array first = call.array(1);
  if (call.given(3)) {
    first = call.take(arrays::binary(context, BinaryOp::kMul, first, Operand(call.number(3))));
  }
  const bool alike = arrays::is_floating(first.dtype) && first.dtype == call.array(2).dtype &&
                     first.dtype == call.array(0).dtype;
  if (op == BinaryOp::kMul && alike) {
    Array sum = call.take(arrays::fused_sum(context, first, call.array(2), call.array(0)));
    return call.give(
        arrays::made(context, std::move(sum),
                     {name, gradient, {call.array(0), call.array(1), call.array(2)}, {}}));
  }
  const Array product = call.take(arrays::binary(context, op, first, call.array(2)));
  const Array sum = call.take(arrays::binary(context, BinaryOp::kAdd, call.array(0), product));
  return call.give(arrays::made(
      context, sum, {name, gradient, {call.array(0), call.array(1), call.array(2)}, {}}));
}

Value where(Call& call) {
  if (!call.given(1)) {
    const Array places = call.take(arrays::nonzero(call.context(), call.array(0)));
    return call.give_tuple(arrays::unbind(call.context(), places, 1));
  }
  return call.give(arrays::where(call.context(), call.array(0), call.operand(1), call.operand(2)));
}

Value where_method(Call& call) {
  return call.give(arrays::where(call.context(), call.array(1), call.operand(0), call.operand(2)));
}

Value clamp(Call& call) {
  return call.give(arrays::clamp(call.context(), call.array(0), call.optional_operand(1),
                                 call.optional_operand(2)));
}

Value clamp_one(Call& call, bool low) {
  const std::optional<Operand> bound = call.operand(1);
  Context silent = call.context();
  silent.grad_enabled = false;
  Array result = call.take(
      arrays::clamp(silent, call.array(0), low ? bound : std::nullopt, low ? std::nullopt : bound));
  return call.give(
      arrays::made(call.context(), std::move(result),
                   {low ? "clamp_min" : "clamp_max",
                    call.is_tensor(1) ? low ? "ClampMinBackward1" : "ClampMaxBackward1"
                    : low             ? "ClampMinBackward0"
                                      : "ClampMaxBackward0",
                    call.is_tensor(1) ? std::vector<Array>{call.array(0), call.array(1)}
                                      : std::vector<Array>{call.array(0)},
                    {}}));
}

constexpr std::array kRows{
    Function{"round", "input, *, decimals=None", rounded},
    Function{"div divide true_divide", "input, other, *, rounding_mode=None, out=None", divided},
    Function{"add", "input, other, *, alpha=None, out=None",
             [](Call& call) { return scaled(call, false); }},
    Function{"sub subtract", "input, other, *, alpha=None, out=None",
             [](Call& call) { return scaled(call, true); }},
    Function{"add_", "input, other, *, alpha=None",
             [](Call& call) { return scaled_in_place(call, false); }, false},
    Function{"sub_ subtract_", "input, other, *, alpha=None",
             [](Call& call) { return scaled_in_place(call, true); }, false},
    Function{"nan_to_num", "input, nan=None, posinf=None, neginf=None", nan_to_num},
    Function{"lerp", "input, end, weight", lerp},
    Function{"addcmul", "input, tensor1, tensor2, *, value=None",
             [](Call& call) {
               return add_product(call, BinaryOp::kMul, "addcmul", "AddcmulBackward0");
             }},
    Function{"addcdiv", "input, tensor1, tensor2, *, value=None",
             [](Call& call) {
               return add_product(call, BinaryOp::kDiv, "addcdiv", "AddcdivBackward0");
             }},
    Function{"where", "condition, input=None, other=None", where, true, false},
    Function{"where", "input, condition, other", where_method, false, true},
    Function{"clamp clip", "input, min=None, max=None, *, out=None", clamp},
    Function{"clamp_min", "input, min", [](Call& call) { return clamp_one(call, true); }},
    Function{"clamp_max", "input, max", [](Call& call) { return clamp_one(call, false); }},
    Function{"rsub", "input, other",
             [](Call& call) {
               return call.give(arrays::binary(call.context(), BinaryOp::kSub, call.operand(1),
                                               call.operand(0)));
             }},
};

}  // namespace

std::span<const Function> pointwise_functions() {
  return kRows;
}

void add_elementwise(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module) {
  const auto add_unary = [&](std::string_view name, UnaryOp op) {
    const auto call =
        native(torch, name, "input, *, out=None", std::function<Value(Call&)>([op](Call& each) {
                 return each.give(arrays::unary(each.context(), op, each.array(0)));
               }));
    add_three(vm, torch, module, name, call, call,
              native(torch, std::string(name) + "_", "input",
                     std::function<Value(Call&)>([op](Call& each) {
                       return each.give_self(
                           arrays::unary_in_place(each.context(), op, each.tensor(0).array));
                     })));
  };
  for (const auto& row : arrays::unary_table()) {
    if (row.op != UnaryOp::kRound) {
      add_unary(row.name, row.op);
      continue;
    }
    runtime::add_method(
        *torch->tensor, "round_",
        native(torch, "round_", "input", std::function<Value(Call&)>([](Call& call) {
                 return call.give_self(
                     arrays::unary_in_place(call.context(), UnaryOp::kRound, call.tensor(0).array));
               })));
  }
  for (const auto& alias : kUnaryAliases) {
    if (const auto op = arrays::unary_of(alias.of)) add_unary(alias.name, *op);
  }
  const auto add_binary = [&](std::string_view name, BinaryOp op) {
    const auto handler = std::function<Value(Call&)>([op](Call& call) {
      return call.give(
          arrays::binary(call.context(), op, first_operand(call, op), second_operand(call, op)));
    });
    add_three(vm, torch, module, name, native(torch, name, "input, other, *, out=None", handler),
              native(torch, name, "input, other, *, out=None", handler, true),
              native(torch, std::string(name) + "_", "input, other",
                     std::function<Value(Call&)>([op](Call& call) {
                       return call.give_self(arrays::binary_in_place(
                           call.context(), op, call.tensor(0).array, call.operand(1)));
                     })));
  };
  for (const auto& row : arrays::binary_table()) {
    const bool own =
        row.op == BinaryOp::kAdd || row.op == BinaryOp::kSub || row.op == BinaryOp::kDiv;
    if (!own) add_binary(row.name, row.op);
  }
  for (const std::string_view name : {"div", "divide", "true_divide"}) {
    runtime::add_method(
        *torch->tensor, std::string(name) + "_",
        native(torch, std::string(name) + "_", "input, other, *, rounding_mode=None",
               std::function<Value(Call&)>([](Call& call) {
                 const bool floor = call.text(2, "") == "floor";
                 return call.give_self(arrays::binary_in_place(
                     call.context(), floor ? BinaryOp::kFloorDivide : BinaryOp::kDiv,
                     call.tensor(0).array, call.operand(1)));
               })));
  }
  for (const auto& alias : kBinaryAliases) {
    const auto op = arrays::binary_of(alias.of);
    const bool own = alias.of == "div" || alias.of == "sub";
    if (op && !own) add_binary(alias.name, *op);
  }
}

}  // namespace normscope::notebook::torch
