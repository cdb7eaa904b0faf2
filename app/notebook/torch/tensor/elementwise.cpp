// SPDX-License-Identifier: MIT
// Elementwise functions: those of the arrays' own tables, and the others.
#include <array>
#include <string>

#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/elementwise/unary.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/shapes/indexing.hpp"
#include "app/notebook/arrays/shapes/views.hpp"
#include "app/notebook/torch/arguments/out_argument.hpp"
#include "app/notebook/torch/arguments/refusals.hpp"
#include "app/notebook/torch/tensor/direct.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::BinaryOp;
using arrays::UnaryOp;

struct Alias {
  std::string_view name;
  std::string_view of;
};

constexpr std::array<Alias, 22> kAliases{
    {{"absolute", "abs"},          {"negative", "neg"},    {"fix", "trunc"},
     {"arcsin", "asin"},           {"arccos", "acos"},     {"arctan", "atan"},
     {"arcsinh", "asinh"},         {"arccosh", "acosh"},   {"arctanh", "atanh"},
     {"special_expit", "sigmoid"}, {"special_erf", "erf"}, {"special_exp2", "exp2"},
     {"special_expm1", "expm1"},   {"multiply", "mul"},    {"greater", "gt"},
     {"greater_equal", "ge"},      {"less", "lt"},         {"less_equal", "le"},
     {"not_equal", "ne"},          {"arctan2", "atan2"},   {"__and__", "bitwise_and"},
     {"__or__", "bitwise_or"}}};

std::string_view own_name(std::string_view name) {
  for (const Alias& alias : kAliases) {
    if (alias.name == name) return alias.of;
  }
  return name;
}

std::string_view table_name(const Call& call) {
  return own_name(plain_name(call.function()));
}

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
Operand first_operand(const Call& call, BinaryOp op) {
  const bool takes_number =
      (op == BinaryOp::kPow || op == BinaryOp::kRemainder || op == BinaryOp::kBitwiseAnd ||
       op == BinaryOp::kBitwiseOr || op == BinaryOp::kBitwiseXor || op == BinaryOp::kXlogy) &&
      call.is_tensor(1);
  return takes_number ? call.operand(0) : Operand(first_array(call));
}

Ref unary(Call& call) {
  return call.give(
      arrays::unary(call.context(), *arrays::unary_of(table_name(call)), call.array(0)));
}
Ref unary_in_place(Call& call) {
  return call.give_self(arrays::unary_in_place(call.context(), *arrays::unary_of(table_name(call)),
                                               call.tensor(0).array));
}
Ref binary(Call& call) {
  const BinaryOp op = *arrays::binary_of(table_name(call));
  return call.give(arrays::binary(call.context(), op, first_operand(call, op), call.operand(1)));
}
Ref binary_in_place(Call& call) {
  const BinaryOp op = *arrays::binary_of(table_name(call));
  return call.give_self(
      arrays::binary_in_place(call.context(), op, call.tensor(0).array, call.operand(1)));
}

// The elements of a result that was computed beside its first argument.
Ref put_in_place(const Call& call, const Ref& result) {
  put_back(call.torch, call.tensor(0), tensor_of(result.get())->array);
  return call.shared(0);
}

// torch.div. With the keyword rounding_mode, even if it is None, PyTorch gives the result another
// grad_fn.
Ref divided(Call& call) {
  const std::string mode = call.text("rounding_mode", "");
  if (call.given("rounding_mode") && mode != "floor" && mode != "trunc") {
    call.fail_runtime(
        "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '" + mode +
        "'");
  }
  const Array x = first_array(call);
  const Operand y = call.operand("other");
  if (call.value("rounding_mode") == nullptr) {
    return call.give(arrays::binary(call.context(), BinaryOp::kDiv, x, y));
  }
  const Context silent = arrays::without_gradients(call.context());
  const BinaryOp op = mode == "floor" ? BinaryOp::kFloorDivide : BinaryOp::kDiv;
  Array result = call.take(arrays::binary(silent, op, x, y));
  if (mode == "trunc") {
    result = call.take(arrays::unary(silent, UnaryOp::kTrunc, result));
    if (!arrays::is_floating(x.dtype)) result = call.take(arrays::to(silent, result, x.dtype));
  }
  const char* const operation = mode == "floor"   ? "floor_divide"
                                : mode == "trunc" ? "div_trunc"
                                                  : "div";
  arrays::Making making{operation, "DivBackward2", {x}, {}};
  if (const auto* const other = std::get_if<Array>(&y)) {
    making.inputs.push_back(*other);
  } else {
    arrays::add(making.attributes, "other", arrays::to_double(std::get<arrays::Scalar>(y)));
  }
  return call.give(arrays::made(call.context(), std::move(result), std::move(making)));
}
Ref divided_in_place(Call& call) {
  if (call.given("rounding_mode")) return put_in_place(call, divided(call));
  return call.give_self(arrays::binary_in_place(call.context(), BinaryOp::kDiv,
                                                call.tensor(0).array, call.operand("other")));
}

template <bool kSubtract>
constexpr BinaryOp kSum = kSubtract ? BinaryOp::kSub : BinaryOp::kAdd;
template <bool kSubtract>
Ref scaled(Call& call) {
  const Array x = first_array(call);
  const Operand other = call.operand("other");
  if (!call.given("alpha")) {
    return call.give(arrays::binary(call.context(), kSum<kSubtract>, x, other));
  }
  return call.give(arrays::add_scaled(call.context(), x, other, call.number("alpha"), kSubtract));
}
template <bool kSubtract>
Ref scaled_in_place(Call& call) {
  if (call.given("alpha")) return put_in_place(call, scaled<kSubtract>(call));
  return call.give_self(arrays::binary_in_place(call.context(), kSum<kSubtract>,
                                                call.tensor(0).array, call.operand("other")));
}

Ref rsub(Call& call) {
  return call.give(
      arrays::binary(call.context(), BinaryOp::kSub, call.operand("other"), call.operand(0)));
}

Ref rounded(Call& call) {
  if (!call.given("decimals")) return unary(call);
  return call.give(arrays::round_decimals(call.context(), call.array(0), call.integer("decimals")));
}

Ref where(Call& call) {
  if (!call.given("other")) {
    const Array places = call.take(arrays::nonzero(call.context(), call.array("condition")));
    return call.give_tuple(arrays::unbind(call.context(), places, 1));
  }
  return call.give(arrays::where(call.context(), call.array("condition"), call.operand("input"),
                                 call.operand("other")));
}

// Of the types that are no floating ones.
constexpr std::array<const char*, 6> kNamesInC{"bool",      "unsigned char", "signed char",
                                               "short int", "int",           "long int"};
Ref clamp_in_place(Call& call) {
  const Array bounded = call.take(arrays::clamp(
      call.context(), call.array(0), call.optional_operand("min"), call.optional_operand("max")));
  call.take(arrays::check_in_place(call.context(), call.array(0)));
  const Dtype own = call.array(0).dtype;
  if (own < bounded.dtype && !arrays::is_floating(own)) {
    if (arrays::is_floating(bounded.dtype) || own == Dtype::kBool) {
      call.fail_runtime("result type " + std::string(arrays::word_of(bounded.dtype)) +
                        " can't be cast to the desired output type " +
                        kNamesInC.at(static_cast<std::size_t>(own)));
    }
  }
  call.take(arrays::assign(call.context(), call.array(0), bounded));
  arrays::Making making{"clamp", "ClampBackward1", {call.array(0)}};
  if (bounded.record) {
    making.attributes = bounded.record->attributes;
    for (std::size_t i = 1; i < bounded.record->inputs.size(); ++i) {
      making.inputs.push_back(bounded.record->inputs[i].array);
    }
  }
  arrays::changed_in_place(call.context(), call.tensor(0).array, std::move(making));
  return call.shared(0);
}

constexpr std::array kElementwiseRows{
    Row{"round", rounded},
    Row{"round_",
        [](Call& call) {
          return call.given("decimals") ? put_in_place(call, rounded(call)) : unary_in_place(call);
        }},
    Row{"div divide true_divide", divided},
    Row{"div_ divide_ true_divide_", divided_in_place},
    Row{"add", scaled<false>},
    Row{"sub subtract", scaled<true>},
    Row{"add_", scaled_in_place<false>},
    Row{"sub_ subtract_", scaled_in_place<true>},
    Row{"rsub", rsub},
    Row{"where", where},
    Row{"clamp clip", direct<arrays::clamp>},
    Row{"clamp_ clip_", clamp_in_place},
};

}  // namespace

std::span<const Row> elementwise_rows() {
  return kElementwiseRows;
}

Handler elementwise_handler(std::string_view name) {
  const std::string_view plain = plain_name(name);
  const bool in_place = plain != name;
  const std::string_view own = own_name(plain);
  if (arrays::unary_of(own)) return in_place ? unary_in_place : unary;
  if (arrays::binary_of(own)) return in_place ? binary_in_place : binary;
  return nullptr;
}

}  // namespace normscope::notebook::torch
