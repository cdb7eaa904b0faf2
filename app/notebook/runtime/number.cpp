// SPDX-License-Identifier: MIT
// Arithmetic of ints and floats with Python's meaning: floor division, remainders with the sign of
// the divisor, true division rounded once, comparisons of int and float without rounding.
#include "app/notebook/runtime/number.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {
namespace {

bool is_int_value(const Value& value) {
  return value.is_int() || value.is_bool() || value.is_kind(Kind::kBigInt);
}

Value zero_division(Vm& vm, std::string_view message) {
  return vm.raise(vm.errors().zero_division_error, message);
}

/// Bits from which products take more than a few turns of a loop.
constexpr std::size_t kLongBits = 4096;
/// Bits of an exponent times those of a modulus: beyond it a power takes longer than some seconds.
constexpr double kMostPowerBits = 0x1p32;

bool too_long(Vm& vm, std::size_t bits) {
  if (bits <= vm.limits().int_bits) return false;
  vm.raise(vm.errors().overflow_error, "int too large: numbers here have at most " +
                                           std::to_string(vm.limits().int_bits) + " bits");
  return true;
}

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  const std::int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

std::int64_t remainder_of(std::int64_t a, std::int64_t b) {
  const std::int64_t rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// a / b rounded once: the quotient gets 64 bits or more and a last one that stands for the rest.
Value true_divide(Vm& vm, const Integer& a, const Integer& b) {
  if (b.sign() == 0) return zero_division(vm, "division by zero");
  if (a.sign() == 0) return Value::real(b.sign() < 0 ? -0.0 : 0.0);
  const auto bits = static_cast<std::int64_t>(a.bits()) - static_cast<std::int64_t>(b.bits());
  if (bits > 1025) {
    return vm.raise(vm.errors().overflow_error, "integer division result too large for a float");
  }
  if (bits < -1080) return Value::real(a.sign() * b.sign() < 0 ? -0.0 : 0.0);
  // Where the result is subnormal, fewer bits are kept, so that rounding happens once there, too.
  const std::int64_t shift = std::min<std::int64_t>(66 - bits, 1076);
  Integer top;
  Integer bottom;
  mpz_abs(top.get(), a.get());
  mpz_abs(bottom.get(), b.get());
  if (shift > 0) mpz_mul_2exp(top.get(), top.get(), static_cast<mp_bitcnt_t>(shift));
  if (shift < 0) mpz_mul_2exp(bottom.get(), bottom.get(), static_cast<mp_bitcnt_t>(-shift));
  Integer quotient;
  Integer rest;
  mpz_tdiv_qr(quotient.get(), rest.get(), top.get(), bottom.get());
  // Down to the 53 bits of a double (or as many as a subnormal has), halves to even.
  const auto have = static_cast<std::int64_t>(quotient.bits());
  const std::int64_t exponent = have - shift;  // the value is in [2^(exponent-1), 2^exponent)
  const std::int64_t keep = std::min<std::int64_t>(53, exponent + 1074);
  std::int64_t drop = have - keep;
  bool up = false;
  if (drop > 0) {
    Integer low;
    const auto count = static_cast<mp_bitcnt_t>(drop);
    mpz_tdiv_r_2exp(low.get(), quotient.get(), count);
    mpz_tdiv_q_2exp(quotient.get(), quotient.get(), count);
    Integer half(1);
    mpz_mul_2exp(half.get(), half.get(), count - 1);
    const int side = mpz_cmp(low.get(), half.get());
    up = side > 0 || (side == 0 && (rest.sign() != 0 || mpz_odd_p(quotient.get()) != 0));
  } else {
    drop = 0;
  }
  if (up) mpz_add_ui(quotient.get(), quotient.get(), 1);
  const double magnitude = std::ldexp(mpz_get_d(quotient.get()), static_cast<int>(drop - shift));
  if (std::isinf(magnitude)) {
    return vm.raise(vm.errors().overflow_error, "integer division result too large for a float");
  }
  return Value::real(a.sign() * b.sign() < 0 ? -magnitude : magnitude);
}

Value big_shift(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  const Integer count = integer_of(right);
  if (count.sign() < 0) return vm.raise(vm.errors().value_error, "negative shift count");
  Integer a = integer_of(left);
  if (op == BinaryOp::kRightShift) {
    if (!count.fits()) return Value::integer(a.sign() < 0 ? -1 : 0);
    mpz_fdiv_q_2exp(a.get(), a.get(), static_cast<mp_bitcnt_t>(count.small()));
    return make_int(vm, std::move(a));
  }
  if (a.sign() == 0) return Value::integer(0);
  if (!count.fits()) return vm.raise(vm.errors().overflow_error, "too many digits in integer");
  if (too_long(vm, a.bits() + static_cast<std::size_t>(count.small()))) return {};
  mpz_mul_2exp(a.get(), a.get(), static_cast<mp_bitcnt_t>(count.small()));
  return make_int(vm, std::move(a));
}

Value big_binary(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  if (op == BinaryOp::kLeftShift || op == BinaryOp::kRightShift) {
    return big_shift(vm, op, left, right);
  }
  if (op == BinaryOp::kPower) return number_power(vm, left, right, Value::none());
  Integer a = integer_of(left);
  const Integer b = integer_of(right);
  switch (op) {
    case BinaryOp::kAdd:
      mpz_add(a.get(), a.get(), b.get());
      break;
    case BinaryOp::kSubtract:
      mpz_sub(a.get(), a.get(), b.get());
      break;
    case BinaryOp::kMultiply:
      if (too_long(vm, a.bits() + b.bits())) return {};
      // Of two long numbers it takes some sixteen times as long as copying them.
      if (std::min(a.bits(), b.bits()) > kLongBits) {
        vm.heap().spend(static_cast<std::ptrdiff_t>(2 * (a.bits() + b.bits())));
      }
      mpz_mul(a.get(), a.get(), b.get());
      break;
    case BinaryOp::kTrueDivide:
      return true_divide(vm, a, b);
    case BinaryOp::kFloorDivide:
      if (b.sign() == 0) return zero_division(vm, "integer division or modulo by zero");
      mpz_fdiv_q(a.get(), a.get(), b.get());
      break;
    case BinaryOp::kRemainder:
      if (b.sign() == 0) return zero_division(vm, "integer modulo by zero");
      mpz_fdiv_r(a.get(), a.get(), b.get());
      break;
    case BinaryOp::kAnd:
      mpz_and(a.get(), a.get(), b.get());
      break;
    case BinaryOp::kOr:
      mpz_ior(a.get(), a.get(), b.get());
      break;
    case BinaryOp::kXor:
      mpz_xor(a.get(), a.get(), b.get());
      break;
    default:
      return Value::not_implemented();
  }
  return make_int(vm, std::move(a));
}

// Two small ints; nothing where 64 bits do not hold the result or GMP knows better.
Value small_binary(Vm& vm, BinaryOp op, std::int64_t a, std::int64_t b) {
  constexpr std::int64_t kExact = std::int64_t{1} << 53;
  std::int64_t result = 0;
  switch (op) {
    case BinaryOp::kAdd:
      if (!__builtin_add_overflow(a, b, &result)) return Value::integer(result);
      break;
    case BinaryOp::kSubtract:
      if (!__builtin_sub_overflow(a, b, &result)) return Value::integer(result);
      break;
    case BinaryOp::kMultiply:
      if (!__builtin_mul_overflow(a, b, &result)) return Value::integer(result);
      break;
    case BinaryOp::kTrueDivide:
      if (b == 0) return zero_division(vm, "division by zero");
      if (a > -kExact && a < kExact && b > -kExact && b < kExact) {
        return Value::real(static_cast<double>(a) / static_cast<double>(b));
      }
      break;
    case BinaryOp::kFloorDivide:
      if (b != 0 && b != -1) return Value::integer(floor_divide(a, b));
      break;
    case BinaryOp::kRemainder:
      if (b != 0 && b != -1) return Value::integer(remainder_of(a, b));
      break;
    case BinaryOp::kAnd:
      return Value::integer(a & b);
    case BinaryOp::kOr:
      return Value::integer(a | b);
    case BinaryOp::kXor:
      return Value::integer(a ^ b);
    case BinaryOp::kRightShift:
      if (b >= 0) return Value::integer(a >> std::min<std::int64_t>(b, 63));
      break;
    default:
      break;
  }
  return {};
}

Value float_power(Vm& vm, double a, double b) {
  if (b == 0) return Value::real(1);
  if (a == 0 && b < 0) {
    return zero_division(vm, "0.0 cannot be raised to a negative power");
  }
  if (a < 0 && std::isfinite(a) && std::isfinite(b) && b != std::floor(b)) {
    return vm.raise_not_supported("complex numbers (a negative number to a fractional power)");
  }
  const double result = std::pow(a, b);
  if (std::isinf(result) && std::isfinite(a) && std::isfinite(b)) {
    const std::array<Value, 2> args = {Value::integer(34), vm.str("Numerical result out of range")};
    return vm.raise(vm.errors().overflow_error, args);
  }
  return Value::real(result);
}

// Quotient and remainder as CPython's float_divmod works them out.
std::pair<double, double> float_divmod(double a, double b) {
  double rest = std::fmod(a, b);
  double quotient = (a - rest) / b;
  if (rest != 0) {
    if ((b < 0) != (rest < 0)) {
      rest += b;
      quotient -= 1;
    }
  } else {
    rest = std::copysign(0.0, b);
  }
  if (quotient != 0) {
    double whole = std::floor(quotient);
    if (quotient - whole > 0.5) whole += 1;
    quotient = whole;
  } else {
    quotient = std::copysign(0.0, a / b);
  }
  return {quotient, rest};
}

Value float_binary(Vm& vm, BinaryOp op, double a, double b) {
  switch (op) {
    case BinaryOp::kAdd:
      return Value::real(a + b);
    case BinaryOp::kSubtract:
      return Value::real(a - b);
    case BinaryOp::kMultiply:
      return Value::real(a * b);
    case BinaryOp::kTrueDivide:
      if (b == 0) return zero_division(vm, "float division by zero");
      return Value::real(a / b);
    case BinaryOp::kFloorDivide:
      if (b == 0) return zero_division(vm, "float floor division by zero");
      return Value::real(float_divmod(a, b).first);
    case BinaryOp::kRemainder:
      if (b == 0) return zero_division(vm, "float modulo");
      return Value::real(float_divmod(a, b).second);
    case BinaryOp::kPower:
      return float_power(vm, a, b);
    default:
      return Value::not_implemented();
  }
}

}  // namespace

BigIntObject::BigIntObject(TypeObject& type, Integer number_)
    : Object(kKind, &type), number(std::move(number_)) {
  type.heap().account(static_cast<std::ptrdiff_t>(number.bits() / 8));
}

BigIntObject::~BigIntObject() {
  type()->heap().account(-static_cast<std::ptrdiff_t>(number.bits() / 8));
}

NumberObject::NumberObject(TypeObject& type, Value number_)
    : Container(kKind, &type, type.heap()), number(std::move(number_)) {}

Value make_int(Vm& vm, Integer number) {
  if (number.fits()) return Value::integer(number.small());
  if (too_long(vm, number.bits())) return {};
  return Value(vm.make<BigIntObject>(*vm.types().integer, std::move(number)));
}

Integer integer_of(const Value& value) {
  if (const auto* const big = value.as<BigIntObject>()) return big->number;
  return Integer(value.as_int());
}

bool is_number(const Value& value) {
  return value.is_float() || is_int_value(value);
}

std::optional<double> number_to_float(Vm& vm, const Value& value) {
  if (value.is_float()) return value.as_float();
  const auto* const big = value.as<BigIntObject>();
  if (big == nullptr) return static_cast<double>(value.as_int());
  const Value result = true_divide(vm, big->number, Integer(1));
  if (result) return result.as_float();
  vm.take_exception();
  vm.raise(vm.errors().overflow_error, "int too large to convert to float");
  return std::nullopt;
}

Value number_binary(Vm& vm, BinaryOp op, const Value& left, const Value& right) {
  if (!is_number(left) || !is_number(right)) return Value::not_implemented();
  if (left.is_float() || right.is_float()) {
    const auto a = number_to_float(vm, left);
    if (!a) return {};
    const auto b = number_to_float(vm, right);
    if (!b) return {};
    return float_binary(vm, op, *a, *b);
  }
  if (left.is_bool() && right.is_bool()) {
    if (op == BinaryOp::kAnd) return Value::boolean(left.as_bool() && right.as_bool());
    if (op == BinaryOp::kOr) return Value::boolean(left.as_bool() || right.as_bool());
    if (op == BinaryOp::kXor) return Value::boolean(left.as_bool() != right.as_bool());
  }
  if (!left.is_object() && !right.is_object()) {
    Value result = small_binary(vm, op, left.as_int(), right.as_int());
    if (result || vm.raised()) return result;
  }
  return big_binary(vm, op, left, right);
}

Value number_unary(Vm& vm, UnaryOp op, const Value& value) {
  if (value.is_float()) {
    switch (op) {
      case UnaryOp::kNegative:
        return Value::real(-value.as_float());
      case UnaryOp::kPositive:
        return value;
      case UnaryOp::kAbsolute:
        return Value::real(std::fabs(value.as_float()));
      default:
        return Value::not_implemented();
    }
  }
  if (!value.is_object() && value.as_int() != std::numeric_limits<std::int64_t>::min()) {
    const std::int64_t number = value.as_int();
    switch (op) {
      case UnaryOp::kNegative:
        return Value::integer(-number);
      case UnaryOp::kPositive:
        return Value::integer(number);
      case UnaryOp::kAbsolute:
        return Value::integer(number < 0 ? -number : number);
      case UnaryOp::kInvert:
        return Value::integer(~number);
    }
  }
  Integer number = integer_of(value);
  switch (op) {
    case UnaryOp::kNegative:
      mpz_neg(number.get(), number.get());
      break;
    case UnaryOp::kPositive:
      return value;
    case UnaryOp::kAbsolute:
      mpz_abs(number.get(), number.get());
      break;
    case UnaryOp::kInvert:
      mpz_com(number.get(), number.get());
      break;
  }
  return make_int(vm, std::move(number));
}

Value number_power(Vm& vm, const Value& base, const Value& exponent, const Value& modulus) {
  const Integer b = integer_of(exponent);
  Integer a = integer_of(base);
  if (!modulus.is_none()) {
    const Integer m = integer_of(modulus);
    if (m.sign() == 0) return vm.raise(vm.errors().value_error, "pow() 3rd argument cannot be 0");
    if (b.sign() < 0) {
      Integer inverse;
      if (mpz_invert(inverse.get(), a.get(), m.get()) == 0) {
        return vm.raise(vm.errors().value_error, "base is not invertible for the given modulus");
      }
    }
    if (static_cast<double>(b.bits()) * static_cast<double>(m.bits()) > kMostPowerBits) {
      return vm.raise(vm.errors().overflow_error,
                      "pow(): exponent and modulus are too long to be computed here");
    }
    mpz_powm(a.get(), a.get(), b.get(), m.get());
    // Python's remainder has the sign of the modulus.
    if (m.sign() < 0 && a.sign() > 0) mpz_add(a.get(), a.get(), m.get());
    return make_int(vm, std::move(a));
  }
  if (b.sign() < 0) {
    const auto x = number_to_float(vm, base);
    const auto y = x ? number_to_float(vm, exponent) : std::nullopt;
    return y ? float_power(vm, *x, *y) : Value();
  }
  if (mpz_cmpabs_ui(a.get(), 1) > 0) {
    if (!b.fits() || static_cast<std::size_t>(b.small()) > vm.limits().int_bits) {
      too_long(vm, vm.limits().int_bits + 1);
      return {};
    }
    if (too_long(vm, (a.bits() - 1) * static_cast<std::size_t>(b.small()))) return {};
    mpz_pow_ui(a.get(), a.get(), static_cast<unsigned long>(b.small()));
  } else if (b.sign() == 0) {
    return Value::integer(1);
  } else if (a.sign() < 0 && mpz_even_p(b.get()) != 0) {
    return Value::integer(1);
  }
  return make_int(vm, std::move(a));
}

}  // namespace normscope::notebook::runtime
