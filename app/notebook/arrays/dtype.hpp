// SPDX-License-Identifier: MIT
// The element types that a notebook's arrays have, and PyTorch's rules for mixing them. Promotion
// looks at three ranks of operands: arrays with dimensions, arrays without, and plain numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/base/names.hpp"
#include "core/formats/stored.hpp"

namespace normscope::notebook::arrays {

/// Elements of 16 bits: IEEE binary16 and bfloat16. They are stored, moved and printed; operations
/// compute in float32 and round the result (see torch/arguments/sixteen_bits.hpp).
using formats::Bfloat16;
using formats::Float16;

template <class T>
inline constexpr bool kIsSixteenBits = std::is_same_v<T, Float16> || std::is_same_v<T, Bfloat16>;
/// Floating types, the standard's and those of 16 bits.
template <class T>
inline constexpr bool kIsFloating = std::is_floating_point_v<T> || kIsSixteenBits<T>;

/// In the order of promotion: of two types, the later one holds the result (but see promoted).
enum class Dtype : std::uint8_t {
  kBool,
  kUint8,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kFloat16,
  kBfloat16,
  kFloat32,
  kFloat64
};

/// "float32", as in torch.float32.
inline constexpr std::array<base::Name<Dtype>, 10> kDtypeNames{{
    {Dtype::kBool, "bool"},
    {Dtype::kUint8, "uint8"},
    {Dtype::kInt8, "int8"},
    {Dtype::kInt16, "int16"},
    {Dtype::kInt32, "int32"},
    {Dtype::kInt64, "int64"},
    {Dtype::kFloat16, "float16"},
    {Dtype::kBfloat16, "bfloat16"},
    {Dtype::kFloat32, "float32"},
    {Dtype::kFloat64, "float64"},
}};

/// How a loop is told the C++ type of the elements: [&]<class T>(Type<T>) { ... }
template <class T>
using Type = std::type_identity<T>;
using AnyType = std::variant<Type<bool>, Type<std::uint8_t>, Type<std::int8_t>, Type<std::int16_t>,
                             Type<std::int32_t>, Type<std::int64_t>, Type<Float16>, Type<Bfloat16>,
                             Type<float>, Type<double>>;

/// What PyTorch's messages call a type, and C++ does in some of them; the largest number that a
/// type of this name holds, where PyTorch asks.
struct DtypeWords {
  Dtype dtype;
  std::string_view word;
  std::string_view in_c;
  AnyType type;
  std::string_view of_number{};
  double most = 0.0;
};
inline constexpr std::array<DtypeWords, 10> kDtypeWords{{
    {Dtype::kBool, "Bool", "bool", Type<bool>{}},
    {Dtype::kUint8, "Byte", "unsigned char", Type<std::uint8_t>{}, "uint8_t", 255.0},
    {Dtype::kInt8, "Char", "signed char", Type<std::int8_t>{}, "int8_t", 127.0},
    {Dtype::kInt16, "Short", "short int", Type<std::int16_t>{}, "int16_t", 32767.0},
    {Dtype::kInt32, "Int", "int", Type<std::int32_t>{}, "int", 2147483647.0},
    {Dtype::kInt64, "Long", "long int", Type<std::int64_t>{}, "int64_t", 0x1p63},
    {Dtype::kFloat16, "Half", "c10::Half", Type<Float16>{}, "at::Half", 65504.0},
    {Dtype::kBfloat16, "BFloat16", "c10::BFloat16", Type<Bfloat16>{}, "at::BFloat16", 0x1.fep127},
    {Dtype::kFloat32, "Float", "float", Type<float>{}, "float", 0x1.fffffep127},
    {Dtype::kFloat64, "Double", "double", Type<double>{}},
}};

inline const DtypeWords& words_of(Dtype dtype) {
  return kDtypeWords.at(static_cast<std::size_t>(dtype));
}
inline std::string_view word_of(Dtype dtype) {
  return words_of(dtype).word;
}
inline std::string_view c_type_of(Dtype dtype) {
  return words_of(dtype).in_c;
}
std::string_view name_of(Dtype dtype);
std::int64_t item_size(Dtype dtype);

constexpr bool is_floating(Dtype dtype) {
  return dtype >= Dtype::kFloat16;
}
constexpr bool is_sixteen_bits(Dtype dtype) {
  return dtype == Dtype::kFloat16 || dtype == Dtype::kBfloat16;
}

/// A plain number: Python's bool, int or float.
using Scalar = std::variant<bool, std::int64_t, double>;

bool is_floating(const Scalar& value);
double to_double(const Scalar& value);
/// Truncated towards zero; what no int64 holds becomes the smallest one.
std::int64_t to_int(const Scalar& value);

/// The number as a T, by C++'s conversion.
template <class T>
T scalar_as(const Scalar& value);

/// The type of an array made from this number alone.
Dtype dtype_of(const Scalar& value, Dtype default_dtype);

/// The type of an operation on these two: the later one; of uint8 with int8, and of float16 with
/// bfloat16, the next that holds both.
constexpr Dtype promoted(Dtype a, Dtype b) {
  if (a != b && is_sixteen_bits(a) && is_sixteen_bits(b)) return Dtype::kFloat32;
  if (a != b && a >= Dtype::kUint8 && b >= Dtype::kUint8 && a <= Dtype::kInt8 && b <= Dtype::kInt8)
    return Dtype::kInt16;
  return a < b ? b : a;
}

/// Collects the operands of an operation and says in which type it computes.
/// math    numbers count only where arrays are of a lower kind (bool, integer, floating); arrays
///         without dimensions likewise against those with
/// source  torch.result_type
class Promotion {
 public:
  explicit Promotion(Dtype default_dtype) : default_(default_dtype) {}
  void add(Dtype dtype, bool has_dimensions);
  void add(const Scalar& value);
  Dtype result() const;

 private:
  Dtype default_;
  std::optional<Dtype> arrays_{};
  std::optional<Dtype> points_{};
  std::optional<Dtype> numbers_{};
};

/// Calls f(Type<T>{}) with the C++ type of the elements.
template <class F>
decltype(auto) visit_dtype(Dtype dtype, F&& f) {
  return std::visit(std::forward<F>(f), words_of(dtype).type);
}

/// The same for arithmetic: not for types of 16 bits, which are widened to float32 before.
template <class F>
decltype(auto) visit_computing(Dtype dtype, F&& f) {
  return visit_dtype(dtype, [&]<class T>(Type<T>) -> decltype(auto) {
    return f(Type<std::conditional_t<kIsSixteenBits<T>, std::uint8_t, T>>{});
  });
}

/// The same where the type is float32 or float64.
template <class F>
decltype(auto) visit_floating(Dtype dtype, F&& f) {
  if (dtype == Dtype::kFloat32) return f(Type<float>{});
  return f(Type<double>{});
}

/// One element converted to another type, as a cast of PyTorch's CPU code does it; what the target
/// cannot hold is defined here: the smallest integer, as x86 gives it.
template <class To, class From>
To convert(From value) {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (kIsSixteenBits<From>) {
    return convert<To>(static_cast<float>(value));
  } else if constexpr (kIsSixteenBits<To>) {
    return To(static_cast<float>(value));
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != From{};
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    constexpr bool kShort = std::is_signed_v<To> && sizeof(To) <= sizeof(std::int32_t);
    using Whole = std::conditional_t<kShort, std::int32_t, std::int64_t>;
    constexpr double kLimit = -static_cast<double>(std::numeric_limits<Whole>::min());
    const auto wide = static_cast<double>(value);
    const bool held = wide > -kLimit - 1.0 && wide < kLimit;
    return static_cast<To>(held ? static_cast<Whole>(wide) : std::numeric_limits<Whole>::min());
  } else {
    return static_cast<To>(value);
  }
}

/// What sums and products of T are computed in: integers wrap around, which C++ defines of those
/// without sign. Those of bools are "or" and "and".
template <class T>
using Wide = std::conditional_t<std::is_floating_point_v<T>, T, std::uint64_t>;
inline constexpr auto kPlus = []<class T>(T a, T b) -> T requires std::is_arithmetic_v<T> {
  return static_cast<T>(static_cast<Wide<T>>(a) + static_cast<Wide<T>>(b));
};
inline constexpr auto kTimes = []<class T>(T a, T b) -> T requires std::is_arithmetic_v<T> {
  return static_cast<T>(static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b));
};

template <class T>
T scalar_as(const Scalar& value) {
  return std::visit([](auto number) { return convert<T>(number); }, value);
}

}  // namespace normscope::notebook::arrays
