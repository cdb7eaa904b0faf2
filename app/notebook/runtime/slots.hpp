// SPDX-License-Identifier: MIT
// What a type built in C++ can do, as a table of plain functions. An entry that is null means that
// the type does not do it; a subclass starts with its base's table. All of them are called with a
// value of the type (or of a subclass); one that raises returns nothing (an empty Value, -1,
// false), with the exception kept by the machine.
#pragma once

#include <cstdint>
#include <string_view>

#include "app/notebook/runtime/value.hpp"

namespace normscope::notebook::runtime {

struct Args;
class StrObject;
class Vm;

enum class BinaryOp : std::uint8_t {
  kAdd,
  kSubtract,
  kMultiply,
  kMatMultiply,
  kTrueDivide,
  kFloorDivide,
  kRemainder,
  kPower,
  kLeftShift,
  kRightShift,
  kAnd,
  kXor,
  kOr,
};
inline constexpr int kBinaryOps = 13;

enum class UnaryOp : std::uint8_t { kNegative, kPositive, kInvert, kAbsolute };

enum class CompareOp : std::uint8_t {
  kLess,
  kLessEqual,
  kEqual,
  kNotEqual,
  kGreater,
  kGreaterEqual
};

/// The comparison that gives the same answer with the sides exchanged.
constexpr CompareOp reflected(CompareOp op) {
  switch (op) {
    case CompareOp::kLess:
      return CompareOp::kGreater;
    case CompareOp::kLessEqual:
      return CompareOp::kGreaterEqual;
    case CompareOp::kGreater:
      return CompareOp::kLess;
    case CompareOp::kGreaterEqual:
      return CompareOp::kLessEqual;
    default:
      return op;
  }
}

enum class Conversion : std::uint8_t { kInt, kFloat, kIndex };

struct Slots {
  /// `T(...)`: makes the object. For types that change, only its shell; `__init__` fills it.
  Value (*create)(Vm& vm, TypeObject& type, const Args& args) = nullptr;
  Value (*call)(Vm& vm, const Value& self, const Args& args) = nullptr;
  /// Asked after the ordinary look-up found nothing. Nothing, and nothing raised: no such name.
  Value (*getattr)(Vm& vm, const Value& self, StrObject& name) = nullptr;
  /// In place of the ordinary way; an empty value deletes.
  bool (*setattr)(Vm& vm, const Value& self, StrObject& name, const Value& value) = nullptr;

  /// Which operators `binary`, `unary` and `compare` know, a bit each: the type has these dunder
  /// methods.
  std::uint32_t binary_mask = 0x1FFF;
  std::uint32_t unary_mask = 0xF;
  std::uint32_t compare_mask = 0x3F;
  /// Either side is of the type. May answer NotImplemented; then the other side's type is asked.
  Value (*binary)(Vm& vm, BinaryOp op, const Value& left, const Value& right) = nullptr;
  /// `left op= right`; null or NotImplemented: as `left op right`.
  Value (*inplace)(Vm& vm, BinaryOp op, const Value& left, const Value& right) = nullptr;
  Value (*unary)(Vm& vm, UnaryOp op, const Value& self) = nullptr;
  /// Any value may come back, not only a bool; NotImplemented asks the other side.
  Value (*compare)(Vm& vm, CompareOp op, const Value& self, const Value& other) = nullptr;

  Value (*getitem)(Vm& vm, const Value& self, const Value& key) = nullptr;
  /// An empty value deletes.
  bool (*setitem)(Vm& vm, const Value& self, const Value& key, const Value& value) = nullptr;
  /// 1 or 0; -1 raised.
  int (*contains)(Vm& vm, const Value& self, const Value& item) = nullptr;
  std::int64_t (*length)(Vm& vm, const Value& self) = nullptr;
  int (*truth)(Vm& vm, const Value& self) = nullptr;
  Value (*iter)(Vm& vm, const Value& self) = nullptr;
  /// Nothing, and nothing raised: the end.
  Value (*next)(Vm& vm, const Value& self) = nullptr;

  Value (*repr)(Vm& vm, const Value& self) = nullptr;
  Value (*str)(Vm& vm, const Value& self) = nullptr;
  Value (*format)(Vm& vm, const Value& self, std::string_view spec) = nullptr;
  /// False: raised.
  bool (*hash)(Vm& vm, const Value& self, std::int64_t& hash) = nullptr;
  /// int(x), float(x), and x as an index.
  Value (*convert)(Vm& vm, Conversion conversion, const Value& self) = nullptr;
};

}  // namespace normscope::notebook::runtime
