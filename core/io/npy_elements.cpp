// SPDX-License-Identifier: MIT
#include "core/io/npy_elements.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace normscope::io {

// Numbers that a file holds as memory does are neither converted nor copied.
static_assert(std::endian::native == std::endian::little, "files of arrays are little-endian");

namespace {

// IEEE binary16: 1 sign bit, 5 of exponent (bias 15), 10 of fraction. float32 holds every value.
struct Half {
  std::uint16_t bits;

  explicit operator float() const {
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16;
    const std::uint32_t exponent = (bits >> 10) & 0x1fU;
    const std::uint32_t fraction = bits & 0x3ffU;
    if (exponent == 0) {  // zero or subnormal: fraction * 2^-24
      const float magnitude = std::ldexp(static_cast<float>(fraction), -24);
      return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
    }
    const std::uint32_t widened = exponent == 0x1f ? 0xffU : exponent + (127 - 15);
    return std::bit_cast<float>(sign | (widened << 23) | (fraction << 13));
  }
};

// The upper half of a float32.
struct Bfloat16 {
  std::uint16_t bits;

  explicit operator float() const {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
  }
};

// The upper half of a binary16.
struct Float8E5m2 {
  std::uint8_t bits;

  explicit operator float() const {
    return static_cast<float>(Half{static_cast<std::uint16_t>(bits << 8)});
  }
};

// 1 sign bit, 4 of exponent (bias 7), 3 of fraction; no infinity, and only all ones are no number.
struct Float8E4m3 {
  std::uint8_t bits;

  explicit operator float() const {
    const int exponent = (bits >> 3) & 0xf;
    const int fraction = bits & 0x7;
    float magnitude = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -9)
                                    : std::ldexp(static_cast<float>(8 + fraction), exponent - 10);
    if ((bits & 0x7f) == 0x7f) magnitude = std::numeric_limits<float>::quiet_NaN();
    return (bits & 0x80) != 0 ? -magnitude : magnitude;
  }
};

struct Bool {
  std::uint8_t byte;

  explicit operator float() const { return byte != 0 ? 1.0F : 0.0F; }
};

// Calls take(number) for each element.
template <class Number, class Take>
void for_each_as(bool swapped, std::span<const char> bytes, Take take) {
  std::array<char, sizeof(Number)> one{};
  for (std::size_t at = 0; at < bytes.size(); at += one.size()) {
    std::copy_n(bytes.data() + at, one.size(), one.data());
    if (swapped) std::ranges::reverse(one);
    take(std::bit_cast<Number>(one));
  }
}

template <class Number>
void convert_as(bool swapped, std::span<const char> bytes, std::span<float> out) {
  for_each_as<Number>(swapped, bytes, [to = out.data()](Number number) mutable {
    *to++ = static_cast<float>(number);
  });
}

// Appends to `doubles`, in the order of the file.
template <class Number>
void append_as(bool swapped, std::span<const char> bytes, Doubles& doubles) {
  for_each_as<Number>(swapped, bytes, [&](Number number) {
    const auto value = static_cast<double>(number);
    // The widest type has each integer of 64 bits.
    if (static_cast<long double>(value) != static_cast<long double>(number) && value == value &&
        !doubles.inexact) {
      doubles.inexact = static_cast<std::int64_t>(doubles.values.size());
    }
    doubles.values.push_back(value);
  });
}

using Appender = void (*)(bool swapped, std::span<const char> bytes, Doubles& doubles);

// Null for the types whose numbers float32 has as they are.
Appender appender(const NpyElement& element) {
  const bool is_signed = element.kind == NpyElement::Kind::kSigned;
  if (element.kind == NpyElement::Kind::kFloat && element.size == 8) return append_as<double>;
  if (!is_signed && element.kind != NpyElement::Kind::kUnsigned) return nullptr;
  if (element.size == 4) return is_signed ? append_as<std::int32_t> : append_as<std::uint32_t>;
  if (element.size == 8) return is_signed ? append_as<std::int64_t> : append_as<std::uint64_t>;
  return nullptr;
}

using Converter = void (*)(bool swapped, std::span<const char> bytes, std::span<float> out);

// parse_npy_header accepts only the sizes listed here.
Converter converter(const NpyElement& element) {
  const std::size_t size = element.size;
  switch (element.kind) {
    case NpyElement::Kind::kFloat:
      if (size == 2) return convert_as<Half>;
      return size == 4 ? convert_as<float> : convert_as<double>;
    case NpyElement::Kind::kSigned:
      if (size == 1) return convert_as<std::int8_t>;
      if (size == 2) return convert_as<std::int16_t>;
      return size == 4 ? convert_as<std::int32_t> : convert_as<std::int64_t>;
    case NpyElement::Kind::kUnsigned:
      if (size == 1) return convert_as<std::uint8_t>;
      if (size == 2) return convert_as<std::uint16_t>;
      return size == 4 ? convert_as<std::uint32_t> : convert_as<std::uint64_t>;
    case NpyElement::Kind::kBfloat16:
      return convert_as<Bfloat16>;
    case NpyElement::Kind::kFloat8E4m3:
      return convert_as<Float8E4m3>;
    case NpyElement::Kind::kFloat8E5m2:
      return convert_as<Float8E5m2>;
    case NpyElement::Kind::kBool:
      break;
  }
  return convert_as<Bool>;
}

// Elements converted at a time: at most 512 KiB, which stays in a processor's second-level cache.
constexpr std::size_t kPiece = std::size_t{1} << 16;

// Elements read at a time where nothing is converted: enough to outweigh the call and the report of
// its progress.
constexpr std::size_t kStoredPiece = std::size_t{1} << 22;

// Reorders values from Fortran order, where the first index varies fastest, to C order.
class FortranScatter {
 public:
  explicit FortranScatter(std::span<const std::int64_t> shape)
      : shape_(shape), strides_(shape.size()), index_(shape.size()) {
    std::int64_t stride = 1;
    for (std::size_t d = shape.size(); d-- > 0;) {
      strides_[d] = stride;
      stride *= shape[d];
    }
  }

  template <class Number>
  void put(std::span<const Number> values, std::span<Number> out) {
    while (!values.empty()) {
      const auto run =
          std::min<std::size_t>(values.size(), static_cast<std::size_t>(shape_[0] - index_[0]));
      for (std::size_t i = 0; i < run; ++i) {
        out[static_cast<std::size_t>(offset_)] = values[i];
        offset_ += strides_[0];
      }
      index_[0] += static_cast<std::int64_t>(run);
      values = values.subspan(run);
      carry();
    }
  }

 private:
  void carry() {
    for (std::size_t d = 0; d + 1 < shape_.size() && index_[d] == shape_[d]; ++d) {
      offset_ += strides_[d + 1] - index_[d] * strides_[d];
      index_[d] = 0;
      ++index_[d + 1];
    }
  }

  std::span<const std::int64_t> shape_;
  std::vector<std::int64_t> strides_;
  std::vector<std::int64_t> index_;
  std::int64_t offset_ = 0;
};

// Calls read(first, count) for one piece after the other.
template <class Read>
Expected<void> in_pieces(std::size_t size, std::size_t piece, const ReadWatch& watch, Read read) {
  for (std::size_t done = 0; done < size; done += piece) {
    const double share = static_cast<double>(done) / static_cast<double>(size);
    if (auto go_on = watch.report(share); !go_on) return go_on;
    if (auto part = read(done, std::min(piece, size - done)); !part) return part;
  }
  return {};
}

bool is_scattered(const NpyHeader& header) {
  return header.fortran_order && header.shape.size() > 1;
}

// Whether the file has the elements as memory has them.
bool is_as_in_memory(const NpyHeader& header) {
  const NpyElement& element = header.element;
  return element.kind == NpyElement::Kind::kFloat && element.size == sizeof(float) &&
         !element.swapped && !is_scattered(header);
}

std::span<char> writable_bytes_of(std::span<float> values) {
  // char may alias any type. NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
  return {reinterpret_cast<char*>(values.data()), values.size_bytes()};
}

// The array left in its file, as Tensor::of_file does; none where `watch` does not allow that or
// its elements are not as in memory.
std::optional<tensor::Tensor> left_in_file(const ByteSource& source, const NpyHeader& header,
                                           const ReadWatch& watch) {
  const auto place = source.place();
  if (!watch.may_stay || !place || !is_as_in_memory(header)) return std::nullopt;
  return tensor::Tensor::of_file(header.shape, place->descriptor, place->offset);
}

// From Fortran order to C order.
void reorder(const NpyHeader& header, Doubles& doubles) {
  std::vector<double> ordered(doubles.values.size());
  FortranScatter(header.shape).put<double>(doubles.values, ordered);
  if (doubles.inexact) {
    std::vector<double> marks(ordered.size());
    std::vector<double> places(ordered.size());
    marks[static_cast<std::size_t>(*doubles.inexact)] = 1;
    FortranScatter(header.shape).put<double>(marks, places);
    doubles.inexact = std::ranges::find(places, 1.0) - places.begin();
  }
  doubles.values = std::move(ordered);
}

// Reads the elements into `values`, in C order.
Expected<void> read_elements(ByteSource& source, const NpyHeader& header, std::span<float> values,
                             const ReadWatch& watch) {
  if (values.empty()) return {};
  const NpyElement& element = header.element;
  const bool scattered = is_scattered(header);
  if (is_as_in_memory(header)) {
    return in_pieces(values.size(), kStoredPiece, watch, [&](std::size_t first, std::size_t count) {
      return source.read(writable_bytes_of(values.subspan(first, count)));
    });
  }
  const std::size_t piece = std::min(kPiece, values.size());
  std::vector<char> bytes(piece * element.size);
  std::vector<float> converted(scattered ? piece : 0);
  FortranScatter scatter(header.shape);
  const Appender append = watch.doubles != nullptr ? appender(element) : nullptr;
  const auto convert = [&](std::size_t first, std::size_t count) -> Expected<void> {
    const std::span<char> part(bytes.data(), count * element.size);
    if (auto read = source.read(part); !read) return read;
    if (append != nullptr) append(element.swapped, part, *watch.doubles);
    const auto floats =
        scattered ? std::span(converted).first(count) : values.subspan(first, count);
    converter(element)(element.swapped, part, floats);
    if (scattered) scatter.put<float>(floats, values);
    return {};
  };
  auto done = in_pieces(values.size(), piece, watch, convert);
  if (done && append != nullptr && scattered) reorder(header, *watch.doubles);
  return done;
}

}  // namespace

std::string_view bytes_of(std::span<const float> values) {
  // char may alias any type. NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

bool may_lose_digits(const NpyElement& element) {
  return appender(element) != nullptr;
}

Expected<void> read_elements(ByteSource& source, const NpyElement& element, std::span<float> out) {
  const NpyHeader header{element, false, {static_cast<std::int64_t>(out.size())}};
  return read_elements(source, header, out, {});
}

Expected<tensor::Tensor> read_numbers(ByteSource source, const NpyHeader& header,
                                      const ReadWatch& watch) {
  if (watch.rounds != nullptr) *watch.rounds = may_lose_digits(header.element);
  if (auto left = left_in_file(source, header, watch)) return *std::move(left);
  auto result = tensor::Tensor::unfilled(header.shape);
  if (!result) return result;
  const auto done = read_elements(source, header, result->values(), watch);
  if (!done) return tl::unexpected(done.error());
  return result;
}

}  // namespace normscope::io
