// SPDX-License-Identifier: MIT
// Ints of any size (through GMP where 64 bits do not hold them) and floats: arithmetic, text, and
// the hashes by which 1, 1.0 and True are the same key.
#pragma once

#include <gmp.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/notebook/runtime/slots.hpp"
#include "app/notebook/runtime/type.hpp"
#include "app/notebook/runtime/value.hpp"

namespace normscope::notebook::runtime {

/// A GMP number that frees itself.
class Integer {
 public:
  Integer() { mpz_init(number_); }
  explicit Integer(std::int64_t value) { mpz_init_set_si(number_, value); }
  Integer(const Integer& other) { mpz_init_set(number_, other.number_); }
  Integer(Integer&& other) noexcept {
    mpz_init(number_);
    mpz_swap(number_, other.number_);
  }
  Integer& operator=(Integer other) noexcept {
    mpz_swap(number_, other.number_);
    return *this;
  }
  ~Integer() { mpz_clear(number_); }
  mpz_ptr get() { return number_; }
  mpz_srcptr get() const { return number_; }
  bool fits() const { return mpz_fits_slong_p(number_) != 0; }
  std::int64_t small() const { return mpz_get_si(number_); }
  std::size_t bits() const { return mpz_sizeinbase(number_, 2); }
  int sign() const { return mpz_sgn(number_); }

 private:
  mpz_t number_;
};

/// An int that 64 bits do not hold.
class BigIntObject final : public Object {
 public:
  static constexpr Kind kKind = Kind::kBigInt;
  BigIntObject(TypeObject& type, Integer number_);
  ~BigIntObject() override;
  const Integer number;
};

/// An instance of a class that derives from int or float: a plain number with attributes.
class NumberObject final : public Container {
 public:
  static constexpr Kind kKind = Kind::kNumber;
  NumberObject(TypeObject& type, Value number_);
  const Value number;
};

/// The plain number of such an instance; any other value as it is.
inline const Value& plain_number(const Value& value) {
  const auto* const instance = value.as<NumberObject>();
  return instance != nullptr ? instance->number : value;
}

/// The int value of this number, small where it fits. Raises OverflowError past the bound.
Value make_int(Vm& vm, Integer number);
/// The number of an int or bool value.
Integer integer_of(const Value& value);
bool is_number(const Value& value);  // int, bool or float
/// Of an int, bool or float. None: an int beyond the range of floats; raised.
std::optional<double> number_to_float(Vm& vm, const Value& value);

/// Arithmetic where both sides are int, bool or float; NotImplemented otherwise.
Value number_binary(Vm& vm, BinaryOp op, const Value& left, const Value& right);
Value number_unary(Vm& vm, UnaryOp op, const Value& value);
Value number_compare(Vm& vm, CompareOp op, const Value& left, const Value& right);
std::int64_t number_hash(const Value& value);
Value number_power(Vm& vm, const Value& base, const Value& exponent, const Value& modulus);

/// The int nearest to zero; raises for NaN and infinities.
Value float_to_int(Vm& vm, double value);
/// Rounded to a number of decimal digits, halves to even, as the exact binary value stands.
double round_digits(double value, std::int64_t digits);

/// The shortest digits that read back as the same float: "0.1", "1e+16", "nan".
std::string float_repr(double value);
/// Digits in a base, without prefix. None: too long; raised (base 10 only).
std::optional<std::string> int_text(Vm& vm, const Value& value, int base = 10);
/// int("...", base) and float("..."). Nothing: not such a text (nothing raised), or raised.
Value parse_int(Vm& vm, std::string_view text, int base);
std::optional<double> parse_float(std::string_view text);

}  // namespace normscope::notebook::runtime
