// SPDX-License-Identifier: MIT
// Comparing numbers without rounding, and the hashes by which equal numbers are the same key.
#include <cmath>

#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::uint64_t kHashModulus = (std::uint64_t{1} << 61U) - 1;

}  // namespace

namespace {

// The sign of left - right; false for NaN.
bool order(const Value& left, const Value& right, int& sign) {
  const auto sign_of = [](auto a, auto b) { return a < b ? -1 : (a > b ? 1 : 0); };
  if (left.is_float() && right.is_float()) {
    if (std::isnan(left.as_float()) || std::isnan(right.as_float())) return false;
    sign = sign_of(left.as_float(), right.as_float());
    return true;
  }
  if (left.is_float()) {
    if (!order(right, left, sign)) return false;
    sign = -sign;
    return true;
  }
  if (right.is_float()) {
    if (std::isnan(right.as_float())) return false;
    if (std::isinf(right.as_float())) {
      sign = right.as_float() > 0 ? -1 : 1;
    } else {
      sign = mpz_cmp_d(integer_of(left).get(), right.as_float());
    }
    return true;
  }
  if (left.is_object() || right.is_object()) {
    sign = mpz_cmp(integer_of(left).get(), integer_of(right).get());
  } else {
    sign = sign_of(left.as_int(), right.as_int());
  }
  return true;
}

}  // namespace

Value number_compare(Vm&, CompareOp op, const Value& left, const Value& right) {
  if (!is_number(left) || !is_number(right)) return Value::not_implemented();
  int sign = 0;
  if (!order(left, right, sign)) return Value::boolean(op == CompareOp::kNotEqual);
  switch (op) {
    case CompareOp::kLess:
      return Value::boolean(sign < 0);
    case CompareOp::kLessEqual:
      return Value::boolean(sign <= 0);
    case CompareOp::kEqual:
      return Value::boolean(sign == 0);
    case CompareOp::kNotEqual:
      return Value::boolean(sign != 0);
    case CompareOp::kGreater:
      return Value::boolean(sign > 0);
    case CompareOp::kGreaterEqual:
      return Value::boolean(sign >= 0);
  }
  return {};
}

std::int64_t number_hash(const Value& value) {
  const auto finish = [](std::uint64_t magnitude, bool negative) {
    const auto hash = static_cast<std::int64_t>(magnitude);
    const std::int64_t result = negative ? -hash : hash;
    return result == -1 ? std::int64_t{-2} : result;
  };
  if (value.is_float()) {
    const double number = value.as_float();
    if (std::isinf(number)) return number > 0 ? 314159 : -314159;
    if (std::isnan(number)) return 0;
    int exponent = 0;
    double mantissa = std::fabs(std::frexp(number, &exponent));
    std::uint64_t hash = 0;
    while (mantissa != 0) {
      hash = ((hash << 28U) & kHashModulus) | (hash >> 33U);
      mantissa *= 268435456.0;
      exponent -= 28;
      const auto part = static_cast<std::uint64_t>(mantissa);
      mantissa -= static_cast<double>(part);
      hash += part;
      if (hash >= kHashModulus) hash -= kHashModulus;
    }
    const int turn = exponent >= 0 ? exponent % 61 : 60 - ((-1 - exponent) % 61);
    const auto by = static_cast<unsigned>(turn);
    hash = ((hash << by) & kHashModulus) | (hash >> (61U - by));
    return finish(hash, number < 0);
  }
  if (const auto* const big = value.as<BigIntObject>()) {
    Integer magnitude;
    mpz_abs(magnitude.get(), big->number.get());
    return finish(mpz_fdiv_ui(magnitude.get(), kHashModulus), big->number.sign() < 0);
  }
  const std::int64_t number = value.as_int();
  const std::uint64_t magnitude =
      number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
  return finish(magnitude % kHashModulus, number < 0);
}

}  // namespace normscope::notebook::runtime
