// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/elementwise/elementwise.hpp"

#include <cmath>
#include <utility>

#include "app/notebook/arrays/elementwise/binary_kernels.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/walk.hpp"

namespace normscope::notebook::arrays {
namespace {

void add_to(Promotion& promotion, const Operand& operand) {
  if (const auto* array = std::get_if<Array>(&operand)) {
    promotion.add(array->dtype, array->rank() > 0);
  } else {
    promotion.add(std::get<Scalar>(operand));
  }
}

Dtype common_dtype(const Context& context, const Operand& a, const Operand& b) {
  Promotion promotion(context.default_dtype);
  add_to(promotion, a);
  add_to(promotion, b);
  return promotion.result();
}

// The arrays among the operands, as inputs.
void add_inputs(Making& making, const Operand& a, const Operand& b) {
  for (const Operand* const each : {&a, &b}) {
    if (const auto* array = std::get_if<Array>(each)) making.inputs.push_back(*array);
  }
}

// The numbers among them, as attributes.
void add_numbers(Making& making, const Operand& a, const Operand& b) {
  for (const auto& [operand, name] : {std::pair(&a, "self"), std::pair(&b, "other")}) {
    if (const auto* number = std::get_if<Scalar>(operand)) {
      add(making.attributes, name,
          std::visit([](auto value) -> Attribute { return value; }, *number));
    }
  }
}

// The operand as an array of this type, which must hold a number where it is asked to.
Expected<Array> as_array(const Context& context, const Operand& operand, Dtype dtype,
                         bool held = false) {
  if (const auto* array = std::get_if<Array>(&operand)) return converted(context, *array, dtype);
  const auto& number = std::get<Scalar>(operand);
  if (held) {
    NORMSCOPE_CHECK(check_held(number, dtype));
  }
  return point(context, number, dtype);
}

Expected<void> check_types(std::string_view name, const Operand& a, const Operand& b,
                           Dtype common) {
  const auto is_bool = [](const Operand& operand) {
    const auto* array = std::get_if<Array>(&operand);
    return array != nullptr ? array->dtype == Dtype::kBool
                            : std::holds_alternative<bool>(std::get<Scalar>(operand));
  };
  if (name == "sub" && is_bool(a) && is_bool(b)) {
    return runtime_error(
        "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
        "`logical_xor()` operator instead.");
  }
  if (name == "sub" && (is_bool(a) || is_bool(b))) {
    return runtime_error(
        "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to "
        "invert a mask, use the `~` or `logical_not()` operator instead.");
  }
  const auto* exponent = std::get_if<Scalar>(&b);
  if (name == "pow" && !is_floating(common) && exponent != nullptr && to_int(*exponent) < 0) {
    return runtime_error("Integers to negative integer powers are not allowed.");
  }
  return {};
}

bool has_zero(const Array& x) {
  return visit_dtype(x.dtype, [&]<class T>(Type<T>) {
    bool found = false;
    for_each_in_order(x,
                      [&](std::int64_t at) { found = found || x.template data<T>()[at] == T{}; });
    return found;
  });
}

// Whether a result of this shape and type may go into x.
Expected<void> check_target(const Array& x, const Shape& shape, Dtype dtype) {
  if (shape != x.shape) {
    return runtime_error("output with shape {} doesn't match the broadcast shape {}",
                         sizes_text(x.shape), sizes_text(shape));
  }
  const auto kind = [](Dtype each) { return each == Dtype::kBool ? 0 : is_floating(each) ? 2 : 1; };
  if (kind(dtype) > kind(x.dtype)) {
    return runtime_error("result type {} can't be cast to the desired output type {}",
                         word_of(dtype), word_of(x.dtype));
  }
  return {};
}

// Whether the result may be written into the target while the operands are read: it has the
// target's type and layout, and an operand that shares the target's memory has its layout, too.
bool may_be_written(const Array& target, Dtype dtype, const Shape& shape, const Array& a,
                    const Array& b) {
  const auto apart = [&](const Array& x) {
    return x.storage != target.storage ||
           (x.offset == target.offset && x.shape == shape && x.strides == target.strides);
  };
  return target.dtype == dtype && target.shape == shape &&
         target.strides == elementwise_strides(shape, {&a, &b}) && apart(a) && apart(b);
}

Expected<Array> computed(const Context& context, std::string_view name, const Operand& a,
                         const Operand& b, const Array* target = nullptr) {
  const BinaryRow& row = *binary_row(name);
  Dtype common = common_dtype(context, a, b);
  if (row.gives == kFloating && !is_floating(common)) common = context.default_dtype;
  NORMSCOPE_CHECK(check_types(name, a, b, common));
  NORMSCOPE_TAKE(first, as_array(context, a, common));
  NORMSCOPE_TAKE(second, as_array(context, b, common));
  NORMSCOPE_TAKE(shape, broadcast(first.shape, second.shape));
  const bool is_power = name == "pow" && std::holds_alternative<Scalar>(b);
  if (is_power && target != nullptr && target->dtype != common) {
    return runtime_error("result type {} can't be cast to the desired output type {}",
                         word_of(common), word_of(target->dtype));
  }
  const Dtype dtype = row.gives == kTruth ? Dtype::kBool : common;
  if (target != nullptr) {
    NORMSCOPE_CHECK(check_target(*target, shape, dtype));
  }
  NORMSCOPE_CHECK(check_loop(has_loop(row.types, common == Dtype::kBool, is_floating(common)),
                             row.loop, common));
  const bool divides = name == "floor_divide" || name == "remainder" || name == "fmod";
  if (divides && !is_floating(common) && has_zero(second)) {
    return runtime_error("ZeroDivisionError");
  }
  const bool straight = target != nullptr && may_be_written(*target, dtype, shape, first, second);
  NORMSCOPE_TAKE(result, straight ? Expected<Array>(*target)
                                  : allocate_like(context, dtype, shape, {&first, &second}));
  if (is_power && is_floating(common)) {
    compute_power(result, first, to_double(std::get<Scalar>(b)));
  } else {
    row.compute(common, result, first, second);
  }
  return result;
}

// The record, with PyTorch's name of the gradient, which depends on which operand is a number.
Making making_of(std::string_view name, const Operand& a, const Operand& b) {
  const BinaryRow& row = *binary_row(name);
  Making making{row.name, row.gradient, {}, {}};
  add_inputs(making, a, b);
  add_numbers(making, a, b);
  if (std::holds_alternative<Scalar>(b)) {
    if (name == "pow") making.gradient = "PowBackward0";
    if (name == "remainder") making.gradient = "RemainderBackward0";
    if (name == "fmod") making.gradient = "FmodBackward0";
  }
  if (std::holds_alternative<Scalar>(a)) {
    if (name == "pow") making.gradient = "PowBackward2";
    if (name == "remainder") making.gradient = "NotImplemented";
    if (name == "sub") {
      making.operation = "rsub";
      making.gradient = "RsubBackward1";
    }
  }
  return making;
}

// The first operand of a change in place: a copy of it where the gradient of the second needs the
// elements that were.
Expected<Array> before_change(const Context& context, std::string_view name, const Array& x,
                              const Operand& other) {
  const auto* const second = std::get_if<Array>(&other);
  const bool needed = name == "mul" || name == "div" || name == "pow";
  if (!needed || second == nullptr || !second->requires_grad || !context.grad_enabled) return x;
  NORMSCOPE_TAKE(kept, clone(context, x));
  kept.grad_fn = x.grad_fn;
  kept.requires_grad = x.requires_grad;
  take_record(kept, x.record_state == x.storage->state_in_passing() ? x.record : nullptr);
  return kept;
}

}  // namespace

bool is_binary(std::string_view name) {
  return binary_row(name) != nullptr;
}

Expected<Array> binary(const Context& context, std::string_view name, const Operand& a,
                       const Operand& b) {
  if (std::holds_alternative<Scalar>(a) && std::holds_alternative<Scalar>(b)) {
    return fail(ErrorKind::kType, "{}(): argument 'input' (position 1) must be Tensor", name);
  }
  if (name == "div" && std::holds_alternative<Scalar>(a)) {
    // A number divided by an array is the reciprocal, times the number: two roundings.
    NORMSCOPE_TAKE(inverse, unary(context, "reciprocal", std::get<Array>(b)));
    return binary(context, "mul", inverse, a);
  }
  NORMSCOPE_TAKE(result, computed(context, name, a, b));
  return made(context, std::move(result), making_of(name, a, b));
}

Expected<void> binary_in_place(const Context& context, std::string_view name, Array& x,
                               const Operand& other) {
  NORMSCOPE_CHECK(check_in_place(context, x));
  NORMSCOPE_TAKE(before, before_change(context, name, x, other));
  NORMSCOPE_TAKE(result, computed(context, name, x, other, &x));
  Making making = making_of(name, before, other);
  if (result.storage != x.storage) {
    NORMSCOPE_CHECK(assign(context, x, result));
  }
  changed_in_place(context, x, std::move(making));
  return {};
}

Expected<Array> add_scaled(const Context& context, const Operand& a, const Operand& b,
                           const Scalar& alpha, bool subtract) {
  const Dtype common = common_dtype(context, a, b);
  if (is_floating(alpha) && !is_floating(common)) {
    return runtime_error(
        "For integral input tensors, argument alpha must not be a floating point number.");
  }
  // Without gradients of its own: the sum is one operation, rounded once.
  NORMSCOPE_TAKE(x, as_array(context, a, common));
  NORMSCOPE_TAKE(y, as_array(context, b, common));
  NORMSCOPE_TAKE(shape, broadcast(x.shape, y.shape));
  NORMSCOPE_TAKE(result, allocate_like(context, common, shape, {&x, &y}));
  compute_scaled_sum(result, x, y, alpha, subtract);
  Making making{subtract ? "sub" : "add", subtract ? "SubBackward0" : "AddBackward0", {}, {}};
  add_inputs(making, a, b);
  add(making.attributes, "alpha", to_double(alpha));
  return made(context, std::move(result), std::move(making));
}

Expected<Array> fused_sum(const Context& context, const Array& a, const Array& b, const Array& c) {
  NORMSCOPE_TAKE(pair, broadcast(a.shape, b.shape));
  NORMSCOPE_TAKE(shape, broadcast(pair, c.shape));
  NORMSCOPE_TAKE(result, allocate_like(context, a.dtype, shape, {&a, &b, &c}));
  visit_floating(a.dtype, [&]<class T>(Type<T>) {
    const auto once = [](T x, T y, T z) { return std::fma(x, y, z); };
    map_all<T, T, T, T>(result, once, once, true, a, b, c);
  });
  return result;
}

Expected<Array> where(const Context& context, const Array& condition, const Operand& a,
                      const Operand& b) {
  if (condition.dtype != Dtype::kBool && condition.dtype != Dtype::kUint8) {
    return runtime_error(
        "where expected condition to be a boolean tensor, but got a tensor with dtype {}",
        word_of(condition.dtype));
  }
  const Dtype common = common_dtype(context, a, b);
  NORMSCOPE_TAKE(first, as_array(context, a, common, true));
  NORMSCOPE_TAKE(second, as_array(context, b, common, true));
  NORMSCOPE_TAKE(chosen_shape, broadcast(condition.shape, first.shape));
  NORMSCOPE_TAKE(shape, broadcast(chosen_shape, second.shape));
  NORMSCOPE_TAKE(mask, converted(context, condition, Dtype::kBool));
  NORMSCOPE_TAKE(result, allocate_like(context, common, shape, {&mask, &first, &second}));
  compute_where(result, mask, first, second);
  Making making{"where", "WhereBackward0", {condition}, {}};
  add_inputs(making, a, b);
  add_numbers(making, a, b);
  return made(context, std::move(result), std::move(making));
}

Expected<Array> clamp(const Context& context, const Array& x, const std::optional<Operand>& low,
                      const std::optional<Operand>& high) {
  if (!low && !high) {
    return runtime_error("torch.clamp: At least one of 'min' or 'max' must not be None");
  }
  Promotion promotion(context.default_dtype);
  promotion.add(x.dtype, x.rank() > 0);
  if (low) add_to(promotion, *low);
  if (high) add_to(promotion, *high);
  const Dtype common = promotion.result();
  Making making{"clamp", "ClampBackward1", {x}, {}};
  NORMSCOPE_TAKE(result, converted(context, x, common));
  const auto bound = [&](const std::optional<Operand>& operand,
                         std::string_view name) -> Expected<void> {
    const bool is_low = name == "min";
    if (!operand) return {};
    if (const auto* array = std::get_if<Array>(&*operand)) {
      making.inputs.push_back(*array);
      making.gradient = "ClampBackward0";
      add(making.attributes, name, true);
    } else {
      add(making.attributes, name, to_double(std::get<Scalar>(*operand)));
    }
    NORMSCOPE_TAKE(limit, as_array(context, *operand, common, true));
    NORMSCOPE_TAKE(shape, broadcast(result.shape, limit.shape));
    NORMSCOPE_TAKE(bounded, allocate_like(context, common, shape, {&result, &limit}));
    // One bound that is an array is a maximum or a minimum; otherwise x stays where it is equal.
    if (std::holds_alternative<Array>(*operand) && !(low && high)) {
      binary_row(is_low ? "maximum" : "minimum")->compute(common, bounded, result, limit);
    } else {
      compute_bounded(bounded, result, limit, is_low);
    }
    result = std::move(bounded);
    return {};
  };
  NORMSCOPE_CHECK(bound(low, "min"));
  NORMSCOPE_CHECK(bound(high, "max"));
  return made(context, std::move(result), std::move(making));
}

bool equal(const Array& a, const Array& b) {
  if (a.shape != b.shape) return false;
  if (is_floating(a.dtype) || is_floating(b.dtype)) {
    return values_of<double>(a) == values_of<double>(b);
  }
  return values_of<std::int64_t>(a) == values_of<std::int64_t>(b);
}

}  // namespace normscope::notebook::arrays
