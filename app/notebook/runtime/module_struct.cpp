// SPDX-License-Identifier: MIT
// The module struct: numbers as the bytes that hold them, which is how lessons show the bits of a
// float.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "app/notebook/runtime/bytes.hpp"
#include "app/notebook/runtime/modules.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/prelude.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::string_view kStruct = R"py(
class error(Exception):
    pass


error.__module__ = "struct"


def pack(format, /, *values):
    return _pack(error, _text(format), values)


def unpack(format, buffer, /):
    return _unpack(error, _text(format), bytes(buffer), True)


def unpack_from(format, /, buffer, offset=0):
    return _unpack(error, _text(format), bytes(buffer)[offset:], False)


def calcsize(format, /):
    return _size(error, _text(format))


def iter_unpack(format, buffer, /):
    size = calcsize(format)
    if not size or len(buffer) % size:
        raise error(f"iterative unpacking requires a buffer of a multiple of {size} bytes")
    return iter([unpack(format, buffer[n:n + size]) for n in range(0, len(buffer), size)])


def _text(format):
    if isinstance(format, bytes):
        return format.decode()
    if not isinstance(format, str):
        raise TypeError(f"Struct() argument 1 must be a str or bytes object, not {type(format).__name__}")
    return format


class Struct:
    def __init__(self, format):
        self.format = format
        self.size = calcsize(format)

    def pack(self, *values):
        return pack(self.format, *values)

    def unpack(self, buffer):
        return unpack(self.format, buffer)

    def unpack_from(self, buffer, offset=0):
        return unpack_from(self.format, buffer, offset)

    def iter_unpack(self, buffer):
        return iter_unpack(self.format, buffer)
)py";

// One item of a format: a letter, its bytes, and how often it stands.
struct Item {
  char letter;
  std::size_t size;
  std::size_t count;
  std::size_t offset;
};
struct Format {
  bool native = true;
  bool big = false;
  std::vector<Item> items;
  std::size_t size = 0;
};

// More bytes than anybody packs at once.
constexpr std::size_t kMostBytes = std::size_t{1} << 24U;

std::size_t size_of(char letter, bool native) {
  switch (letter) {
    case 'x':
    case 'c':
    case 'b':
    case 'B':
    case '?':
    case 's':
      return 1;
    case 'h':
    case 'H':
    case 'e':
      return 2;
    case 'i':
    case 'I':
    case 'f':
      return 4;
    case 'l':
    case 'L':
      return native ? 8 : 4;
    case 'q':
    case 'Q':
    case 'd':
      return 8;
    case 'n':
    case 'N':
      return native ? 8 : 0;
    default:
      return 0;
  }
}

Ref<TypeObject> error_type(const Value& value) {
  return Ref(value.as<TypeObject>());
}

std::optional<Format> read_format(Vm& vm, const Value& error, const std::string& text) {
  Format format;
  std::size_t at = 0;
  if (!text.empty() && std::string_view("@=<>!").find(text[0]) != std::string_view::npos) {
    format.native = text[0] == '@';
    format.big = text[0] == '>' || text[0] == '!';
    at = 1;
  }
  while (at < text.size()) {
    if (text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r')) {
      ++at;
      continue;
    }
    std::size_t count = 1;
    if (text[at] >= '0' && text[at] <= '9') {
      for (count = 0; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
        count = std::min(count * 10 + static_cast<std::size_t>(text[at] - '0'), kMostBytes + 1);
      }
      if (at >= text.size()) {
        vm.raise(error_type(error), "repeat count given without format specifier");
        return std::nullopt;
      }
    }
    const char letter = text[at++];
    const std::size_t size = size_of(letter, format.native);
    if (size == 0) {
      vm.raise(error_type(error), "bad char in struct format");
      return std::nullopt;
    }
    if (format.native) format.size = (format.size + size - 1) / size * size;
    format.items.push_back({letter, size, count, format.size});
    format.size += size * count;
    if (format.size > kMostBytes) {
      vm.raise(error_type(error), "total struct size too long");
      return std::nullopt;
    }
  }
  return format;
}

std::size_t value_count(const Format& format) {
  std::size_t count = 0;
  for (const Item& item : format.items) {
    count += item.letter == 'x' ? 0 : item.letter == 's' ? 1 : item.count;
  }
  return count;
}

void put(std::string& bytes, std::size_t at, std::size_t size, std::uint64_t bits, bool big) {
  for (std::size_t n = 0; n < size; ++n) {
    bytes[at + (big ? size - 1 - n : n)] = static_cast<char>(static_cast<unsigned char>(bits));
    bits >>= 8U;
  }
}

std::uint64_t get(const std::string& bytes, std::size_t at, std::size_t size, bool big) {
  std::uint64_t bits = 0;
  for (std::size_t n = 0; n < size; ++n) {
    bits = bits << 8U | static_cast<unsigned char>(bytes[at + (big ? n : size - 1 - n)]);
  }
  return bits;
}

// A double as a number of 16 bits, halves to even; none: too large.
std::optional<std::uint64_t> half_of(double value) {
  const std::uint64_t sign = std::signbit(value) ? 0x8000U : 0U;
  if (std::isnan(value)) return sign | 0x7E00U;
  if (std::isinf(value)) return sign | 0x7C00U;
  int exponent = 0;
  std::frexp(value, &exponent);
  const int last = std::max(exponent - 11, -24);
  const double scaled = std::nearbyint(std::ldexp(std::fabs(value), -last));
  const double rounded = std::ldexp(scaled, last);
  if (rounded > 65504) return std::nullopt;
  if (rounded == 0) return sign;
  std::frexp(rounded, &exponent);
  if (exponent < -13) return sign | static_cast<std::uint64_t>(std::ldexp(rounded, 24));
  const auto fraction = static_cast<std::uint64_t>(std::ldexp(rounded, 11 - exponent)) & 0x3FFU;
  return sign | static_cast<std::uint64_t>(exponent + 14) << 10U | fraction;
}

double from_half(std::uint64_t bits) {
  const auto exponent = static_cast<int>(bits >> 10U & 31U);
  const auto fraction = static_cast<double>(bits & 0x3FFU);
  double value = std::ldexp(fraction, -24);
  if (exponent == 31) {
    value = fraction == 0 ? std::numeric_limits<double>::infinity()
                          : std::numeric_limits<double>::quiet_NaN();
  } else if (exponent > 0) {
    value = std::ldexp(fraction + 1024, exponent - 25);
  }
  return (bits & 0x8000U) != 0 ? -value : value;
}

std::optional<std::uint64_t> bits_of_float(Vm& vm, const Value& error, char letter,
                                           const Value& value, bool native) {
  const bool real = is_number(plain_number(value)) ||
                    vm.find_in_type(vm.type_of(value), *vm.names().float_) != nullptr;
  if (!real) {
    vm.raise(error_type(error), "required argument is not a float");
    return std::nullopt;
  }
  const auto number = to_float(vm, value);
  if (!number) return std::nullopt;
  if (letter == 'd') return std::bit_cast<std::uint64_t>(*number);
  if (letter == 'e') {
    const auto half = half_of(*number);
    if (!half) vm.raise(vm.errors().overflow_error, "float too large to pack with e format");
    return half;
  }
  const auto single = static_cast<float>(*number);
  if (std::isinf(single) && !std::isinf(*number) && !native) {
    vm.raise(vm.errors().overflow_error, "float too large to pack with f format");
    return std::nullopt;
  }
  return std::bit_cast<std::uint32_t>(single);
}

std::optional<std::uint64_t> bits_of_int(Vm& vm, const Value& error, const Item& item,
                                         const Value& value, bool native) {
  if (!is_integer(value) && vm.find_in_type(vm.type_of(value), *vm.names().index) == nullptr) {
    vm.raise(error_type(error), "required argument is not an integer");
    return std::nullopt;
  }
  const Value number = is_integer(value) ? value : call_method(vm, value, "__index__");
  if (!number) return std::nullopt;
  const Integer integer = integer_of(plain_number(number));
  const bool is_signed = item.letter >= 'a';
  Integer low;
  Integer high(1);
  const auto bits = static_cast<mp_bitcnt_t>(item.size * 8 - (is_signed ? 1 : 0));
  mpz_mul_2exp(high.get(), high.get(), bits);
  if (is_signed) mpz_neg(low.get(), high.get());
  if (mpz_cmp(integer.get(), low.get()) < 0 || mpz_cmp(integer.get(), high.get()) >= 0) {
    if (item.size == 8) {
      vm.raise(error_type(error), "int too large to convert");
    } else if (item.size == 1) {
      vm.raise(error_type(error), is_signed ? "byte format requires -128 <= number <= 127"
                                            : "ubyte format requires 0 <= number <= 255");
    } else if (item.size == 2) {
      vm.raise(error_type(error), is_signed ? "short format requires -32768 <= number <= 32767"
                                            : "ushort format requires 0 <= number <= 65535");
    } else if (native && !is_signed) {
      vm.raise(error_type(error), "argument out of range");
    } else {
      const auto limit = is_signed ? std::int64_t{1} << 31U : std::int64_t{1} << 32U;
      vm.raise(error_type(error), fmt::format("'{}' format requires {} <= number <= {}",
                                              item.letter, is_signed ? -limit : 0, limit - 1));
    }
    return std::nullopt;
  }
  if (is_signed || integer.fits()) return static_cast<std::uint64_t>(integer.small());
  return mpz_get_ui(integer.get());
}

// _pack(error, format, values)
Value pack(Vm& vm, const Args& args) {
  const auto format = read_format(vm, args[0], text_of(args[1]));
  if (!format) return {};
  const Values& values = args[2].get<TupleObject>().values;
  const std::size_t wanted = value_count(*format);
  if (values.size() != wanted) {
    return vm.raise(error_type(args[0]), fmt::format("pack expected {} items for packing (got {})",
                                                     wanted, values.size()));
  }
  std::string bytes(format->size, '\0');
  std::size_t next = 0;
  for (const Item& item : format->items) {
    if (item.letter == 'x') continue;
    if (item.letter == 's') {
      const std::string* const given = bytes_of(vm, values[next++]);
      if (given == nullptr) {
        return vm.raise(error_type(args[0]), "argument for 's' must be a bytes object");
      }
      bytes.replace(item.offset, std::min(item.count, given->size()), *given, 0, item.count);
      continue;
    }
    for (std::size_t n = 0; n < item.count; ++n) {
      const Value& value = values[next++];
      std::optional<std::uint64_t> bits;
      if (item.letter == 'c') {
        const std::string* const given = bytes_of(vm, value);
        if (given == nullptr || given->size() != 1) {
          return vm.raise(error_type(args[0]), "char format requires a bytes object of length 1");
        }
        bits = static_cast<unsigned char>(given->front());
      } else if (item.letter == '?') {
        const auto is_true = truth(vm, value);
        if (is_true) bits = *is_true ? 1 : 0;
      } else if (item.letter == 'e' || item.letter == 'f' || item.letter == 'd') {
        bits = bits_of_float(vm, args[0], item.letter, value, format->native);
      } else {
        bits = bits_of_int(vm, args[0], item, value, format->native);
      }
      if (!bits) return {};
      put(bytes, item.offset + n * item.size, item.size, *bits, format->big);
    }
  }
  return make_bytes(vm, std::move(bytes));
}

Value number_from(Vm& vm, const Item& item, std::uint64_t bits) {
  switch (item.letter) {
    case 'c':
      return make_bytes(vm, std::string(1, static_cast<char>(static_cast<unsigned char>(bits))));
    case '?':
      return Value::boolean(bits != 0);
    case 'e':
      return Value::real(from_half(bits));
    case 'f':
      return Value::real(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case 'd':
      return Value::real(std::bit_cast<double>(bits));
    default:
      break;
  }
  if (item.letter >= 'a') {  // small letters have a sign
    const auto unused = static_cast<unsigned>(64 - item.size * 8);
    return Value::integer(static_cast<std::int64_t>(bits << unused) >> unused);
  }
  Integer integer;
  mpz_set_ui(integer.get(), bits);
  return make_int(vm, std::move(integer));
}

// _unpack(error, format, bytes, whole)
Value unpack(Vm& vm, const Args& args) {
  const auto format = read_format(vm, args[0], text_of(args[1]));
  if (!format) return {};
  const std::string& bytes = *bytes_of(vm, args[2]);
  if (args[3].as_bool() ? bytes.size() != format->size : bytes.size() < format->size) {
    return vm.raise(error_type(args[0]),
                    args[3].as_bool()
                        ? fmt::format("unpack requires a buffer of {} bytes", format->size)
                        : fmt::format("unpack_from requires a buffer of at least {} bytes for "
                                      "unpacking {} bytes at offset 0 (actual buffer size is {})",
                                      format->size, format->size, bytes.size()));
  }
  std::vector<Value> values;
  for (const Item& item : format->items) {
    if (item.letter == 'x') continue;
    if (item.letter == 's') {
      values.push_back(make_bytes(vm, bytes.substr(item.offset, item.count)));
      continue;
    }
    for (std::size_t n = 0; n < item.count; ++n) {
      values.push_back(
          number_from(vm, item, get(bytes, item.offset + n * item.size, item.size, format->big)));
      if (!values.back()) return {};
    }
  }
  return vm.tuple(values);
}

// _size(error, format)
Value size(Vm& vm, const Args& args) {
  const auto format = read_format(vm, args[0], text_of(args[1]));
  return format ? Value::integer(static_cast<std::int64_t>(format->size)) : Value();
}

}  // namespace

NativeModule struct_module() {
  return prelude_module("struct", kStruct, {{"_pack", pack}, {"_unpack", unpack}, {"_size", size}});
}

}  // namespace normscope::notebook::runtime
