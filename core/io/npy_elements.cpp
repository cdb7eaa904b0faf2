// SPDX-License-Identifier: MIT
#include "core/io/npy_elements.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace normscope::io {
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

struct Bool {
  std::uint8_t byte;

  explicit operator float() const { return byte != 0 ? 1.0F : 0.0F; }
};

template <class Number>
void convert_as(bool swapped, std::span<const char> bytes, std::span<float> out) {
  const char* from = bytes.data();
  std::array<char, sizeof(Number)> one{};
  for (float& value : out) {
    std::copy_n(from, one.size(), one.data());
    from += one.size();
    if (swapped) std::ranges::reverse(one);
    value = static_cast<float>(std::bit_cast<Number>(one));
  }
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
    case NpyElement::Kind::kBool:
      break;
  }
  return convert_as<Bool>;
}

}  // namespace

void convert_elements(const NpyElement& element, std::span<const char> bytes,
                      std::span<float> out) {
  converter(element)(element.swapped, bytes, out);
}

}  // namespace normscope::io
