// SPDX-License-Identifier: MIT
// int, float and bool as types.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

#include "app/notebook/runtime/bytes.hpp"
#include "app/notebook/runtime/format_spec.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/setup.hpp"
#include "app/notebook/runtime/unicode.hpp"

namespace normscope::notebook::runtime {
namespace {

// The text with digits of other scripts as those of ASCII.
std::string with_plain_digits(const std::string& text) {
  std::string plain;
  for (std::size_t byte = 0; byte < text.size();) {
    const std::size_t begin = byte;
    const char32_t code = utf8::next(text, byte);
    const int digit = code < 0x80 ? -1 : unicode::decimal_value(code);
    plain += digit >= 0 ? std::string(1, static_cast<char>('0' + digit))
                        : text.substr(begin, byte - begin);
  }
  return plain;
}

Value invalid_int(Vm& vm, const Value& text, std::int64_t base) {
  const auto shown = repr_of(vm, text);
  if (!shown) return {};
  return vm.raise(vm.errors().value_error,
                  "invalid literal for int() with base " + std::to_string(base) + ": " + *shown);
}

// What a call of the type gives: of a class that derives from it an instance of that class.
Value instance_of(Vm& vm, TypeObject& type, Value number) {
  if (!number || !type.is_user) return number;
  return Value(vm.make<NumberObject>(type, plain_number(number)));
}

Value plain_int(Vm& vm, const Args& args) {
  static const Signature kSignature("int", "x=, /, base=");
  Value bound[2];
  if (!kSignature.bind(vm, args, bound)) return {};
  const Value& x = bound[0];
  if (!x) return Value::integer(0);
  if (bound[1]) {
    const auto base = to_index(vm, bound[1]);
    if (!base) return {};
    if (*base != 0 && (*base < 2 || *base > 36)) {
      return vm.raise(vm.errors().value_error, "int() base must be >= 2 and <= 36, or 0");
    }
    if (x.as<StrObject>() == nullptr) {
      return vm.raise(vm.errors().type_error, "int() can't convert non-string with explicit base");
    }
    Value number = parse_int(vm, with_plain_digits(text_of(x)), static_cast<int>(*base));
    return number || vm.raised() ? number : invalid_int(vm, x, *base);
  }
  if (x.is_bool()) return Value::integer(x.as_int());
  if (is_integer(x)) return x;
  if (x.is_float()) return float_to_int(vm, x.as_float());
  if (x.as<StrObject>() != nullptr) {
    Value number = parse_int(vm, with_plain_digits(text_of(x)), 10);
    return number || vm.raised() ? number : invalid_int(vm, x, 10);
  }
  if (const std::string* const bytes = bytes_of(vm, x)) {
    Value number = parse_int(vm, *bytes, 10);
    return number || vm.raised() ? number : invalid_int(vm, x, 10);
  }
  const TypeObject& type = vm.type_of(x);
  if (type.slots.convert != nullptr && !type.is_user) {
    Value number = type.slots.convert(vm, Conversion::kInt, x);
    if (number || vm.raised()) return number;
  }
  for (const auto& name : {vm.names().int_, vm.names().index, vm.names().trunc}) {
    bool has = false;
    Value number = call_special(vm, x, name, {}, has);
    if (!has) continue;
    if (number && !is_integer(number)) {
      return vm.raise(vm.errors().type_error,
                      name->text() + " returned non-int (type " + type_name(vm, number) + ")");
    }
    return number;
  }
  return vm.raise(vm.errors().type_error,
                  "int() argument must be a string, a bytes-like object or a real number, not '" +
                      type.name + "'");
}

Value create_int(Vm& vm, TypeObject& type, const Args& args) {
  return instance_of(vm, type, plain_int(vm, args));
}

Value create_bool(Vm& vm, TypeObject&, const Args& args) {
  if (!check_count(vm, args, "bool", 0, 1)) return {};
  if (args.size() == 0) return Value::boolean(false);
  const auto answer = truth(vm, args[0]);
  return answer ? Value::boolean(*answer) : Value();
}

Value plain_float(Vm& vm, const Args& args) {
  if (!check_count(vm, args, "float", 0, 1)) return {};
  if (args.size() == 0) return Value::real(0);
  const Value& x = args[0];
  const bool has_float =
      vm.type_of(x).is_user && vm.find_in_type(vm.type_of(x), *vm.names().float_) != nullptr;
  if (x.as<StrObject>() != nullptr && !has_float) {
    const auto number = parse_float(with_plain_digits(text_of(x)));
    if (number) return Value::real(*number);
    const auto shown = repr_of(vm, x);
    if (!shown) return {};
    return vm.raise(vm.errors().value_error, "could not convert string to float: " + *shown);
  }
  if (const std::string* const bytes = bytes_of(vm, x)) {
    const auto read = parse_float(*bytes);
    if (read) return Value::real(*read);
    return vm.raise(vm.errors().value_error,
                    "could not convert string to float: " + quoted_bytes(*bytes));
  }
  const auto number = to_float(vm, x);
  if (number) return Value::real(*number);
  if (vm.raised_is(vm.errors().type_error) &&
      text_of(vm.exception()->args.get<TupleObject>().values[0]).starts_with("must be real")) {
    vm.take_exception();
    return vm.raise(
        vm.errors().type_error,
        "float() argument must be a string or a real number, not '" + type_name(vm, x) + "'");
  }
  return {};
}

Value create_float(Vm& vm, TypeObject& type, const Args& args) {
  return instance_of(vm, type, plain_float(vm, args));
}

Value number_repr(Vm& vm, const Value& instance) {
  const Value& self = plain_number(instance);
  if (const auto* const big = self.as<BigIntObject>(); big != nullptr) {
    const auto text = int_text(vm, self);
    return text ? vm.str(*text) : Value();
  }
  const auto text = repr_of(vm, self);
  return text ? vm.str(*text) : Value();
}

Value number_format(Vm& vm, const Value& self, std::string_view spec) {
  const auto text = spec.empty() ? str_of(vm, self) : format_value(vm, plain_number(self), spec);
  return text ? vm.str(*text) : Value();
}

Slots number_slots() {
  Slots slots = object_slots();
  slots.binary = [](Vm& vm, BinaryOp op, const Value& left, const Value& right) {
    return number_binary(vm, op, plain_number(left), plain_number(right));
  };
  slots.binary_mask = 0x1FFF & ~(1U << static_cast<unsigned>(BinaryOp::kMatMultiply));
  slots.unary = [](Vm& vm, UnaryOp op, const Value& self) {
    return number_unary(vm, op, plain_number(self));
  };
  slots.compare = [](Vm& vm, CompareOp op, const Value& self, const Value& other) {
    return number_compare(vm, op, plain_number(self), plain_number(other));
  };
  slots.compare_mask = 0x3F;
  slots.truth = [](Vm& vm, const Value& self) {
    const Value& number = plain_number(self);
    if (number.is_object()) return 1;
    return *truth(vm, number) ? 1 : 0;
  };
  slots.hash = [](Vm&, const Value& self, std::int64_t& result) {
    result = number_hash(plain_number(self));
    return true;
  };
  slots.repr = number_repr;
  slots.format = number_format;
  return slots;
}

// round(x, digits) of an int: halves to even.
Value round_int(Vm& vm, const Value& self, const Value& digits) {
  if (!digits || digits.is_none()) return self.is_bool() ? Value::integer(self.as_int()) : self;
  const auto count = to_index_clamped(vm, digits);
  if (!count) return {};
  if (*count >= 0) return self.is_bool() ? Value::integer(self.as_int()) : self;
  Integer number = integer_of(self);
  if (static_cast<std::uint64_t>(-(*count + 1)) > number.bits()) return Value::integer(0);
  Integer unit;
  mpz_ui_pow_ui(unit.get(), 10, static_cast<unsigned long>(-*count));
  Integer quotient;
  Integer rest;
  mpz_fdiv_qr(quotient.get(), rest.get(), number.get(), unit.get());
  mpz_mul_2exp(rest.get(), rest.get(), 1);
  const int side = mpz_cmp(rest.get(), unit.get());
  if (side > 0 || (side == 0 && mpz_odd_p(quotient.get()) != 0)) {
    mpz_add_ui(quotient.get(), quotient.get(), 1);
  }
  mpz_mul(quotient.get(), quotient.get(), unit.get());
  return make_int(vm, std::move(quotient));
}

Value round_float(Vm& vm, const Value& self, const Value& digits) {
  const double value = self.as_float();
  if (!digits || digits.is_none()) {
    if (!std::isfinite(value)) return float_to_int(vm, value);
    double whole = std::round(value);
    if (std::fabs(value - whole) == 0.5) whole = 2.0 * std::round(value / 2.0);
    return float_to_int(vm, whole);
  }
  const auto count = to_index_clamped(vm, digits);
  if (!count) return {};
  const double rounded = round_digits(value, *count);
  if (std::isinf(rounded) && std::isfinite(value)) {
    return vm.raise(vm.errors().overflow_error, "rounded value too large to represent");
  }
  return Value::real(rounded);
}

Value integer_ratio(Vm& vm, double value) {
  if (!std::isfinite(value)) {
    return vm.raise(std::isnan(value) ? vm.errors().value_error : vm.errors().overflow_error,
                    std::isnan(value) ? "cannot convert NaN to integer ratio"
                                      : "cannot convert Infinity to integer ratio");
  }
  int exponent = 0;
  double mantissa = std::frexp(value, &exponent);
  while (mantissa != std::floor(mantissa)) {
    mantissa *= 2;
    --exponent;
  }
  Integer top;
  mpz_set_d(top.get(), mantissa);
  Integer bottom(1);
  if (mantissa == 0) exponent = 0;
  if (exponent > 0) mpz_mul_2exp(top.get(), top.get(), static_cast<mp_bitcnt_t>(exponent));
  if (exponent < 0) mpz_mul_2exp(bottom.get(), bottom.get(), static_cast<mp_bitcnt_t>(-exponent));
  return vm.tuple({make_int(vm, std::move(top)), make_int(vm, std::move(bottom))});
}

std::string hex_of(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::string text = std::signbit(value) ? "-0x" : "0x";
  if (value == 0) return text + "0.0p+0";
  int exponent = 0;
  double mantissa = std::frexp(std::fabs(value), &exponent);
  const int shift = 1 - std::max(-1021 - exponent, 0);
  mantissa = std::ldexp(mantissa, shift);
  exponent -= shift;
  text += static_cast<char>('0' + static_cast<int>(mantissa));
  mantissa -= std::floor(mantissa);
  text += '.';
  for (int n = 0; n < 13; ++n) {
    mantissa *= 16;
    text += "0123456789abcdef"[static_cast<int>(mantissa)];
    mantissa -= std::floor(mantissa);
  }
  return text + (exponent < 0 ? "p-" : "p+") + std::to_string(std::abs(exponent));
}

// A method that gets the plain number as its self.
void add_number_method(TypeObject& type, std::string_view name, NativeCall call) {
  add_method(type, name, [call = std::move(call)](Vm& vm, const Args& args) {
    if (!args[0].is_kind(Kind::kNumber)) return call(vm, args);
    std::vector<Value> plain(args.positional.begin(), args.positional.end());
    plain[0] = plain_number(args[0]);
    return call(vm, Args{plain, args.keywords, args.names});
  });
}

void add_int_methods(TypeObject& type) {
  add_number_method(type, "bit_length", [](Vm& vm, const Args& args) {
    if (!check_count(vm, args.tail(), "int.bit_length", 0, 0)) return Value();
    const Integer number = integer_of(args[0]);
    return Value::integer(number.sign() == 0 ? 0 : static_cast<std::int64_t>(number.bits()));
  });
  add_number_method(type, "bit_count", [](Vm& vm, const Args& args) {
    if (!check_count(vm, args.tail(), "int.bit_count", 0, 0)) return Value();
    Integer number = integer_of(args[0]);
    mpz_abs(number.get(), number.get());
    return Value::integer(static_cast<std::int64_t>(mpz_popcount(number.get())));
  });
  for (const char* const name :
       {"conjugate", "__int__", "__index__", "__trunc__", "__floor__", "__ceil__"}) {
    add_number_method(type, name, [](Vm&, const Args& args) {
      return args[0].is_bool() ? Value::integer(args[0].as_int()) : args[0];
    });
  }
  add_number_method(type, "__float__", [](Vm& vm, const Args& args) {
    const auto number = number_to_float(vm, args[0]);
    return number ? Value::real(*number) : Value();
  });
  add_number_method(type, "__round__", [](Vm& vm, const Args& args) {
    if (!check_count(vm, args.tail(), "__round__", 0, 1)) return Value();
    return round_int(vm, args[0], args.size() > 1 ? args[1] : Value());
  });
  add_number_method(type, "as_integer_ratio", [](Vm& vm, const Args& args) {
    return vm.tuple({args[0], Value::integer(1)});
  });
}

void add_float_methods(TypeObject& type) {
  add_number_method(type, "is_integer", [](Vm& vm, const Args& args) {
    if (!check_count(vm, args.tail(), "float.is_integer", 0, 0)) return Value();
    const double value = args[0].as_float();
    return Value::boolean(std::isfinite(value) && std::floor(value) == value);
  });
  add_number_method(type, "as_integer_ratio",
                    [](Vm& vm, const Args& args) { return integer_ratio(vm, args[0].as_float()); });
  add_number_method(type, "hex",
                    [](Vm& vm, const Args& args) { return vm.str(hex_of(args[0].as_float())); });
  add_number_method(type, "conjugate", [](Vm&, const Args& args) { return args[0]; });
  add_number_method(type, "__float__", [](Vm&, const Args& args) { return args[0]; });
  for (const char* const name : {"__int__", "__trunc__"}) {
    add_number_method(
        type, name, [](Vm& vm, const Args& args) { return float_to_int(vm, args[0].as_float()); });
  }
  add_number_method(type, "__floor__", [](Vm& vm, const Args& args) {
    return float_to_int(vm, std::floor(args[0].as_float()));
  });
  add_number_method(type, "__ceil__", [](Vm& vm, const Args& args) {
    return float_to_int(vm, std::ceil(args[0].as_float()));
  });
  add_number_method(type, "__round__", [](Vm& vm, const Args& args) {
    if (!check_count(vm, args.tail(), "__round__", 0, 1)) return Value();
    return round_float(vm, args[0], args.size() > 1 ? args[1] : Value());
  });
}

}  // namespace

void add_number_types(Vm& vm) {
  const Types& types = vm.types();
  types.integer->slots = number_slots();
  types.integer->slots.create = create_int;
  finish_type(vm, *types.integer);
  add_int_methods(*types.integer);
  types.boolean->slots = types.integer->slots;
  types.boolean->slots.create = create_bool;
  finish_type(vm, *types.boolean);
  types.real->slots = number_slots();
  types.real->slots.create = create_float;
  const auto bit = [](BinaryOp op) { return 1U << static_cast<unsigned>(op); };
  types.real->slots.binary_mask &=
      ~(bit(BinaryOp::kLeftShift) | bit(BinaryOp::kRightShift) | bit(BinaryOp::kAnd) |
        bit(BinaryOp::kOr) | bit(BinaryOp::kXor));
  types.real->slots.unary_mask = 0xB;
  finish_type(vm, *types.real);
  add_float_methods(*types.real);
  for (const auto& type : {types.integer, types.boolean, types.real}) {
    vm.builtins()->set(*vm.intern(type->name), Value(type));
  }
}

}  // namespace normscope::notebook::runtime
