// SPDX-License-Identifier: MIT
// Wide-range numbers: a double-float as mantissa and a separate exponent, with infinities and NaN
// by the rules of IEEE 754. For the groups that floats cannot hold, and for what joins the parts of
// a long group. Independent of the device's denormal numbers, infinities and NaN.

struct Wide {
  float high;  // 1 <= |high| < 2, or 0; +-1 for an infinity
  float low;
  int exponent;  // or one of the following constants
};
const int kInfinite = 1 << 20;
const int kNotANumber = (1 << 20) + 1;

const Wide kWideNan = Wide(1.0, 0.0, kNotANumber);
Wide wide_infinity(float sign_of) { return Wide(sign_of < 0.0 ? -1.0 : 1.0, 0.0, kInfinite); }
bool ordinary(Wide a) { return a.exponent < kInfinite; }
bool is_zero(Wide a) { return a.high == 0.0; }

// A finite double-float times 2^exponent.
Wide normalized(vec2 number, int exponent) {
  const vec2 sum = quick_two_sum(number.x, number.y);
  const uint bits = floatBitsToUint(sum.x);
  const int field = int(bits >> 23 & 255u);
  if (field == 0) return Wide(0.0, 0.0, 0);
  const float high = uintBitsToFloat((bits & 0x807fffffu) | kOneBits);
  return Wide(high, times_power(sum.y, 127 - field), exponent + field - 127);
}

// Where the number may be infinite or NaN.
Wide from_double_float(vec2 number) {
  if (!is_finite(number.x)) {
    return is_nan(floatBitsToUint(number.x)) ? kWideNan : wide_infinity(number.x);
  }
  return normalized(number, 0);
}

// A double-float of a number within the range of float; an infinity or a zero beyond it.
vec2 to_double_float(Wide a) {
  const float high = times_power(a.high, a.exponent);
  return vec2(high, is_finite(high) ? times_power(a.low, a.exponent) : 0.0);
}

Wide negated(Wide a) { return Wide(-a.high, -a.low, a.exponent); }

// As four words, and back.
uvec4 words_of(Wide a) {
  return uvec4(floatBitsToUint(a.high), floatBitsToUint(a.low), uint(a.exponent), 0u);
}
Wide wide_of(uvec4 words) {
  return Wide(uintBitsToFloat(words.x), uintBitsToFloat(words.y), int(words.z));
}

Wide from_float(uint bits) {
  if (is_nan(bits)) return kWideNan;
  const bool negative = (bits & kSignBit) != 0u;
  if (!is_finite(bits)) return wide_infinity(negative ? -1.0 : 1.0);
  uint mantissa = bits & 0x7fffffu;
  int exponent = int(bits >> 23 & 255u) - 127;
  if (exponent == -127) {
    if (mantissa == 0u) return Wide(uintBitsToFloat(bits), 0.0, 0);
    const int top = findMSB(mantissa);
    mantissa = (mantissa << uint(23 - top)) & 0x7fffffu;
    exponent = top - 149;
  }
  return Wide(uintBitsToFloat((bits & kSignBit) | kOneBits | mantissa), 0.0, exponent);
}

// The bits of the nearest float, rounded once.
uint to_float(Wide a) {
  if (a.exponent == kNotANumber) return kNanBits;
  const uint sign = floatBitsToUint(a.high) & kSignBit;
  if (a.exponent == kInfinite) return sign | kInfinityBits;
  if (is_zero(a)) return sign;
  precise float rounded = a.high + a.low;
  const uint bits = floatBitsToUint(rounded);
  const int field = int(bits >> 23 & 255u) + a.exponent;
  if (field >= 255) return sign | kInfinityBits;
  if (field > 0) return (bits & 0x807fffffu) | uint(field) << 23;
  const int place = a.exponent + 149;
  if (place < -1) return sign;
  return sign | uint(roundEven(abs(rounded) * power_of_two(place)));
}

Wide multiply(Wide a, Wide b) {
  if (a.exponent == kNotANumber || b.exponent == kNotANumber) return kWideNan;
  if (!ordinary(a) || !ordinary(b)) {
    return is_zero(a) || is_zero(b) ? kWideNan : wide_infinity(a.high * b.high);
  }
  return normalized(multiply_double_floats(vec2(a.high, a.low), vec2(b.high, b.low)),
                    a.exponent + b.exponent);
}

Wide add(Wide a, Wide b) {
  if (a.exponent == kNotANumber || b.exponent == kNotANumber) return kWideNan;
  if (a.exponent == kInfinite && b.exponent == kInfinite) return a.high == b.high ? a : kWideNan;
  if (is_zero(a)) return b;
  if (is_zero(b)) return a;
  if (a.exponent < b.exponent) {
    const Wide swap = a;
    a = b;
    b = swap;
  }
  const int distance = a.exponent - b.exponent;
  if (distance > 60) return a;
  const vec2 high = two_sum(a.high, times_power(b.high, -distance));
  const vec2 low = two_sum(a.low, times_power(b.low, -distance));
  precise float middle = high.y + low.x;
  const vec2 sum = quick_two_sum(high.x, middle);
  precise float rest = sum.y + low.y;
  return normalized(vec2(sum.x, rest), a.exponent);
}

Wide divide(Wide a, Wide b) {
  if (a.exponent == kNotANumber || b.exponent == kNotANumber) return kWideNan;
  if (!ordinary(a)) return ordinary(b) ? wide_infinity(a.high * (is_zero(b) ? 1.0 : b.high)) : kWideNan;
  if (!ordinary(b)) return Wide(0.0, 0.0, 0);
  if (is_zero(b)) return is_zero(a) ? kWideNan : wide_infinity(a.high);
  if (is_zero(a)) return a;
  return normalized(divide_double_floats(vec2(a.high, a.low), vec2(b.high, b.low)),
                    a.exponent - b.exponent);
}

// Two steps of Heron's method, each from the exact remainder.
Wide square_root(Wide a) {
  if (a.exponent == kNotANumber || a.high < 0.0) return kWideNan;
  if (a.exponent == kInfinite || is_zero(a)) return a;
  const bool odd = (a.exponent & 1) != 0;
  const vec2 value = odd ? vec2(2.0 * a.high, 2.0 * a.low) : vec2(a.high, a.low);
  vec2 root = vec2(sqrt(value.x), 0.0);
  for (int step = 0; step < 2; ++step) {
    const vec2 square = multiply_double_floats(root, root);
    const vec2 rest = add_double_floats(value, -square);
    precise float correction = (rest.x + rest.y) / (2.0 * root.x);
    root = add_double_floats(root, vec2(correction, 0.0));
    root = quick_two_sum(root.x, root.y);
  }
  return normalized(root, (odd ? a.exponent - 1 : a.exponent) / 2);
}
