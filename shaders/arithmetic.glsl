// SPDX-License-Identifier: MIT
// Exact arithmetic from additions, multiplications and integers alone: the only operations that
// every device rounds correctly. GLSL allows division, roots, exp and log to err by several units,
// denormal numbers to be read as zero, and NaN to be lost; so quotients and roots are corrected,
// and infinities, NaN and denormal numbers are handled by their bits. A double-float is the
// unevaluated sum of two floats, the larger one first: 48 bits of precision.

const uint kSignBit = 0x80000000u;
const uint kInfinityBits = 0x7f800000u;
const uint kNanBits = 0x7fc00000u;
const uint kOneBits = 0x3f800000u;

bool is_finite(uint bits) { return (bits & kInfinityBits) != kInfinityBits; }
bool is_nan(uint bits) { return (bits & ~kSignBit) > kInfinityBits; }
bool is_finite(float value) { return is_finite(floatBitsToUint(value)); }

// Whether low <= value <= high, of positive limits; false for NaN whatever the device makes of it.
bool is_within(float value, float low, float high) {
  return floatBitsToUint(value) - floatBitsToUint(low) <=
         floatBitsToUint(high) - floatBitsToUint(low);
}

float power_of_two(int exponent) { return uintBitsToFloat(uint(exponent + 127) << 23); }

// value * 2^exponent for any exponent; an infinity or a zero beyond the range of float.
float times_power(float value, int exponent) {
  const int e = clamp(exponent, -252, 252);
  const int half_way = e / 2;
  precise float first = value * power_of_two(half_way);
  precise float whole = first * power_of_two(e - half_way);
  return whole;
}

// The sum and its rounding error, whichever term is larger (Knuth).
#define NORMSCOPE_TWO_SUM(Number)                         \
  precise Number sum = a + b;                             \
  precise Number b_part = sum - a;                        \
  precise Number a_part = sum - b_part;                   \
  precise Number difference = (a - a_part) + (b - b_part);
vec2 two_sum(float a, float b) {
  NORMSCOPE_TWO_SUM(float)
  return vec2(sum, difference);
}
vec4 two_sums(vec4 a, vec4 b, out vec4 error) {
  NORMSCOPE_TWO_SUM(vec4)
  error = difference;
  return sum;
}

// The sum and its rounding error where |a| >= |b| (Dekker).
vec2 quick_two_sum(float a, float b) {
  precise float sum = a + b;
  precise float error = b - (sum - a);
  return vec2(sum, error);
}

// The product and its rounding error.
#if FUSED
#define NORMSCOPE_TWO_PRODUCT(Number)      \
  precise Number product = a * b;          \
  precise Number difference = fma(a, b, -product);
#else
// The upper 12 bits of a mantissa; the rest has 12 bits, too, so products of the two are exact.
#define NORMSCOPE_UPPER(Number, a) Number(uintBitsToFloat(floatBitsToUint(a) & 0xfffff000u))
#define NORMSCOPE_TWO_PRODUCT(Number)                                                 \
  precise Number product = a * b;                                                     \
  const Number a_high = NORMSCOPE_UPPER(Number, a);                                   \
  const Number b_high = NORMSCOPE_UPPER(Number, b);                                   \
  precise Number a_low = a - a_high;                                                  \
  precise Number b_low = b - b_high;                                                  \
  precise Number difference =                                                         \
      ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
#endif
vec2 two_product(float a, float b) {
  NORMSCOPE_TWO_PRODUCT(float)
  return vec2(product, difference);
}
vec4 two_products(vec4 a, vec4 b, out vec4 error) {
  NORMSCOPE_TWO_PRODUCT(vec4)
  error = difference;
  return product;
}

vec2 add_double_floats(vec2 a, vec2 b) {
  const vec2 sum = two_sum(a.x, b.x);
  precise float low = sum.y + (a.y + b.y);
  return vec2(sum.x, low);
}

vec2 multiply_double_floats(vec2 a, vec2 b) {
  const vec2 product = two_product(a.x, b.x);
  precise float low = product.y + (a.x * b.y + a.y * b.x);
  return vec2(product.x, low);
}

vec4 add_two_double_floats(vec4 a, vec4 b) {
  return vec4(add_double_floats(a.xy, b.xy), add_double_floats(a.zw, b.zw));
}

// 1 / a, from the device's own quotient: its error is measured and taken back.
vec2 reciprocal(vec2 a) {
  precise float guess = 1.0 / a.x;
  const vec2 one = two_product(a.x, guess);
  precise float rest = (1.0 - one.x) - one.y - a.y * guess;
  return quick_two_sum(guess, guess * rest);
}

// 1 / sqrt(a), likewise.
vec2 reciprocal_root(vec2 a) {
  precise float guess = inversesqrt(a.x);
  const vec2 one = multiply_double_floats(two_product(guess, guess), a);
  precise float rest = (1.0 - one.x) - one.y;
  return quick_two_sum(guess, 0.5 * guess * rest);
}

// Long division in three digits: the device's own quotient need only be approximately right.
vec2 divide_double_floats(vec2 a, vec2 b) {
  b = quick_two_sum(b.x, b.y);
  vec2 quotient = vec2(0.0);
  vec2 rest = a;
  for (int digit = 0; digit < 3; ++digit) {
    precise float next = rest.x / b.x;
    quotient = add_double_floats(quotient, vec2(next, 0.0));
    const vec2 taken = multiply_double_floats(b, vec2(-next, 0.0));
    rest = add_double_floats(rest, taken);
    rest = quick_two_sum(rest.x, rest.y);
  }
  return quick_two_sum(quotient.x, quotient.y);
}

// Integer keys that order as the floats do, NaN above all.
uint key_of(uint bits) {
  if (is_nan(bits)) return 0xffffffffu;
  return (bits & kSignBit) != 0u ? ~bits : bits | kSignBit;
}
uint bits_of_key(uint key) {
  if (key == 0xffffffffu) return kNanBits;
  return (key & kSignBit) != 0u ? key & ~kSignBit : ~key;
}
