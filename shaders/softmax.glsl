// SPDX-License-Identifier: MIT
// Softmax and log-softmax by floats, as the cpu's vectors compute them
// (core/kernels/softmax_vectors.hpp): one exponential an element, by a polynomial; sums in float
// trees within an invocation, and as double-floats across invocations.

uniform vec2 u_exponent;  // log2(e) / temperature, and what a float takes away from it
uniform vec2 u_inverse;   // 1 / temperature, likewise

const float kMostMaximum = 1.2676506002282294e30;  // 2^100: differences from it do not overflow
// Exponentials are multiplied by 2^64, so that those of every share that floats hold are normal.
const float kExponentialScale = 1.8446744073709552e19;
const float kInverseScale = 5.421010862427522e-20;

vec4 kept[QUADS];  // the elements; once a maximum is known, exponentials, or differences from it
vec4 kept_at(int quad) { return kept[quad]; }

void keep() {
  const float lowest = uintBitsToFloat(kSignBit | kInfinityBits);
  for (int quad = 0; quad < QUADS; ++quad) kept[quad] = load_quad(quad, lowest);
}

// kExponentialScale * exp(d / temperature), d not above zero.
vec4 exponential(vec4 d) {
  // 1.5 * 2^23 + 127 + 64: the sum's last bits are the nearest integer to d * scale, plus the
  // exponent of kExponentialScale as floats store it.
  const float magic = 12583103.0;
  precise vec4 exponent = d * u_exponent.x;
  precise vec4 shifted = exponent + magic;
  precise vec4 whole = shifted - magic;
  precise vec4 r = fma(d, vec4(u_exponent.y), fma(d, vec4(u_exponent.x), -whole));
  // 2^r by the cpu's minimax polynomial: relative error below 3e-9.
  precise vec4 p = vec4(0.00015594757625758492);
  p = fma(p, r, vec4(0.0013406674482575919));
  p = fma(p, r, vec4(0.009617692609313866));
  p = fma(p, r, vec4(0.055503104669800574));
  p = fma(p, r, vec4(0.24022652785505594));
  p = fma(p, r, vec4(0.6931472150112411));
  p = fma(p, r, vec4(1.0));
  precise vec4 e = p * uintBitsToFloat(floatBitsToUint(shifted) << 23u);
  // Below, the integer does not fit into an exponent, and the share is 0; so is that of -infinity.
  return mix(e, vec4(0.0), lessThan(exponent, vec4(-189.0)));
}
vec4 exponential_at(int quad) { return exponential(kept[quad]); }

// From the elements to their differences from the maximum, and to exponentials.
void relate(float top) {
  for (int quad = 0; quad < QUADS; ++quad) {
    precise vec4 difference = kept[quad] - top;
    kept[quad] = LOG == 1 ? difference : exponential(difference);
  }
}

struct Measured {
  uint top;  // the bits of the maximum
  vec2 sum;
  bool hold;
};

// A sum of ordinary exponentials is at least that of the maximum, and neither infinite nor NaN.
bool floats_hold(uint top, vec2 sum) {
  return is_finite(top) && uintBitsToFloat(top) <= kMostMaximum &&
         is_within(sum.x, 0.5, kMostMaximum);
}

Measured measure() {
  const vec4 tops = NORMSCOPE_QUADS(max, kept_at);
  Measured m;
  m.top = bits_of_key(reduce_max(
      key_of(floatBitsToUint(max(max(tops.x, tops.y), max(tops.z, tops.w))))));
  relate(uintBitsToFloat(m.top));
#if LOG
  precise vec4 sums = NORMSCOPE_QUADS(plus, exponential_at);
#else
  precise vec4 sums = NORMSCOPE_QUADS(plus, kept_at);
#endif
  m.sum = reduce_double_floats(vec4(total(sums), vec3(0.0))).xy * kInverseScale;
  m.hold = floats_hold(m.top, m.sum);
  return m;
}

struct Line {
  uint top;
  float sum;
  float share;    // 1 / sum
  float log_sum;
  bool holds;
};

Line line_of(Group group) {
  precise float sum = group.sum.x + group.sum.y;
  precise float share = group.inverse.x + group.inverse.y;
  precise float log_sum = group.logarithm.x + group.logarithm.y;
  return Line(group.top, sum, share, log_sum, floats_hold(group.top, group.sum));
}

Part part_of(Measured m) { return Part(m.top, m.sum); }
Line line_of(Measured m) {
  Line line = line_of(describe(part_of(m)));
  line.holds = line.holds && m.hold;
  return line;
}
Group group_of(Line line) { return describe(Part(line.top, vec2(line.sum, 0.0))); }

uvec2 statistics_of(Line line) { return uvec2(line.top, floatBitsToUint(line.sum)); }

void relate(Line line) { relate(uintBitsToFloat(line.top)); }

// Writes the outputs of the elements that are kept, related to the line.
bool write(Line line) {
  for (int quad = 0; quad < QUADS; ++quad) {
    const vec4 value = kept[quad];
#if LOG
    precise vec4 y = fma(value, vec4(u_inverse.x), fma(value, vec4(u_inverse.y), vec4(-line.log_sum)));
#else
    precise vec4 y = value * line.share * kInverseScale;
#endif
    store_quad(quad, y);
  }
  return true;
}
