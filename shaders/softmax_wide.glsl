// SPDX-License-Identifier: MIT
// Softmax and log-softmax by double-floats, element by element: for logits and temperatures that
// floats cannot hold, and for joining the parts of a long group. Each part has its own maximum and
// is scaled to the joint maximum: the online algorithm. NAIVE is float32 exp over a float32 sum, to
// be seen failing. GLSL's own exp and log may err by many units, and so would a sum of their
// results: the ones here have relative errors of about 2^-27.

uniform vec2 u_inverse_temperature;  // the mantissa of a Wide, whose exponent follows
uniform int u_inverse_temperature_exponent;

const float kLn2High = 0.693145751953125;         // 16 bits: its product with an exponent is exact
const float kLn2Middle = 1.4285906217992306e-06;  // the next 16 bits
const float kLn2Low = 1.6198510e-11;              // ln 2 - high - middle

// e^z for z <= 89; 0 for z <= -104.
vec2 exp_double_float(vec2 z) {
  if (!(z.x > -104.0)) return vec2(0.0);
  const float count = roundEven(z.x * 1.44269504);
  precise float upper = z.x - count * kLn2High;
  const vec2 reduced = two_sum(upper, -(count * kLn2Middle));
  precise float low = reduced.y + (z.y - count * kLn2Low);
  const float r = reduced.x;
  // Taylor's series; r^9 / 9! is below 2^-31.
  precise float p = r * (1.0 / 40320.0) + 1.0 / 5040.0;
  p = p * r + 1.0 / 720.0;
  p = p * r + 1.0 / 120.0;
  p = p * r + 1.0 / 24.0;
  p = p * r + 1.0 / 6.0;
  p = p * r + 0.5;
  precise float tail = p * (r * r) + low * (1.0 + r);
  const vec2 one_more = two_sum(1.0, r);
  precise float rest = one_more.y + tail;
  const vec2 sum = quick_two_sum(one_more.x, rest);
  const int power = int(count);
  return vec2(times_power(sum.x, power), times_power(sum.y, power));
}

// log of a positive double-float, by one Newton step from the device's own log.
vec2 log_double_float(vec2 a) {
  const float guess = log(a.x);
  const vec2 ratio = multiply_double_floats(a, exp_double_float(vec2(-guess, 0.0)));
  precise float off = (ratio.x - 1.0) + ratio.y;
  precise float step = off - 0.5 * off * off;
  return two_sum(guess, step);
}

struct Part {
  uint top;  // the bits of the maximum
  vec2 sum;
};
const uint kPartWords = 3u;

struct Group {
  uint top;
  vec2 sum;
  vec2 inverse;    // 1 / sum
  vec2 logarithm;  // log(sum)
};
const uint kGroupWords = 3u;

// (x - top) / temperature of finite x and top; an infinity beyond the range of float.
vec2 logit(uint x, uint top) {
  const Wide apart = add(from_float(x), negated(from_float(NAIVE == 1 ? 0u : top)));
  return to_double_float(multiply(apart, Wide(u_inverse_temperature.x, u_inverse_temperature.y,
                                              u_inverse_temperature_exponent)));
}

vec2 exponential_wide(uint x, uint top) {
#if NAIVE
  if (!is_finite(x)) {
    return vec2(uintBitsToFloat(is_nan(x) || (x & kSignBit) == 0u ? x : 0u), 0.0);
  }
  const vec2 z = logit(x, top);
  if (z.x > 89.0) return vec2(uintBitsToFloat(kInfinityBits), 0.0);
  const vec2 e = exp_double_float(z);
  precise float rounded = e.x + e.y;
  return vec2(is_finite(e.x) ? rounded : e.x, 0.0);
#else
  return is_finite(x) && is_finite(top) ? exp_double_float(logit(x, top)) : vec2(0.0);
#endif
}

// NAIVE sums float32, all others sum double-floats.
vec4 add_sums(vec4 a, vec4 b) {
#if NAIVE
  precise vec4 sum = a + b;
  return sum;
#else
  return vec4(add_double_floats(a.xy, b.xy), 0.0, 0.0);
#endif
}

Part measure_wide() {
  uint key = 0u;
  for (int i = 0; i < 4 * QUADS; ++i) {
    if (has(i)) key = max(key, key_of(element_at(place_of(i))));
  }
  Part part;
  part.top = bits_of_key(reduce_max(key));
  vec4 sum = vec4(0.0);
  for (int i = 0; i < 4 * QUADS; ++i) {
    if (has(i)) {
      sum = add_sums(sum, vec4(exponential_wide(element_at(place_of(i)), part.top), 0.0, 0.0));
    }
  }
  NORMSCOPE_REDUCE(sum, add_sums)
  part.sum = sum.xy;
  return part;
}

void store_part(Part part, uint at) {
  io_parts[at] = part.top;
  io_parts[at + 1u] = floatBitsToUint(part.sum.x);
  io_parts[at + 2u] = floatBitsToUint(part.sum.y);
}

Part fetch_part(uint at) {
  return Part(io_parts[at],
              vec2(uintBitsToFloat(io_parts[at + 1u]), uintBitsToFloat(io_parts[at + 2u])));
}

Part join_parts(uint at, uint parts) {
  const uint lane = lane_of_invocation();
  uint key = 0u;
  for (uint i = lane; i < parts; i += uint(LANES)) {
    key = max(key, key_of(fetch_part(at + i * kPartWords).top));
  }
  Part whole;
  whole.top = bits_of_key(reduce_max(key));
  vec4 sum = vec4(0.0);
  for (uint i = lane; i < parts; i += uint(LANES)) {
    const Part part = fetch_part(at + i * kPartWords);
    vec2 share = part.sum;
#if !NAIVE
    share = multiply_double_floats(part.sum, exponential_wide(part.top, whole.top));
#endif
    sum = add_sums(sum, vec4(share, 0.0, 0.0));
  }
  NORMSCOPE_REDUCE(sum, add_sums)
  whole.sum = sum.xy;
  return whole;
}

// Whether every result of the group is NaN.
bool all_nan(Group group) { return NAIVE == 1 ? is_nan(group.top) : !is_finite(group.top); }

Group describe(Part part) {
  Group group = Group(part.top, part.sum, vec2(0.0), vec2(0.0));
#if !NAIVE
  if (!all_nan(group)) {
    group.sum = quick_two_sum(part.sum.x, part.sum.y);
    group.inverse = reciprocal(group.sum);
#if LOG
    group.logarithm = log_double_float(group.sum);
#endif
  }
#endif
  return group;
}

void store_group(Group group, uint at) {
  io_groups[at] = group.top;
  io_groups[at + 1u] = floatBitsToUint(group.sum.x);
  io_groups[at + 2u] = floatBitsToUint(group.sum.y);
}

Group fetch_group(uint at) {
  return describe(Part(io_groups[at], vec2(uintBitsToFloat(io_groups[at + 1u]),
                                           uintBitsToFloat(io_groups[at + 2u]))));
}

uvec2 statistics_of(Group group) {
  precise float sum = NAIVE == 1 ? group.sum.x : group.sum.x + group.sum.y;
  return uvec2(NAIVE == 1 ? 0u : group.top, all_nan(group) ? kNanBits : floatBitsToUint(sum));
}

#if NAIVE
// The exponential divided by the sum; log-softmax is its logarithm.
uint apply_wide(uint x, Group group, uint place) {
  const float e = exponential_wide(x, group.top).x;
  const float sum = group.sum.x;
  if (all_nan(group) || !is_finite(e) || sum == 0.0) return kNanBits;
  vec2 y = vec2(0.0);
  if (is_finite(sum)) y = divide_double_floats(vec2(e, 0.0), vec2(sum, 0.0));
  precise float rounded = y.x + y.y;
#if LOG
  if (rounded == 0.0) return kSignBit | kInfinityBits;
  y = log_double_float(vec2(rounded, 0.0));
  rounded = y.x + y.y;
#endif
  return floatBitsToUint(rounded);
}
#else
uint apply_wide(uint x, Group group, uint place) {
  if (all_nan(group)) return kNanBits;
#if LOG
  const vec2 z = is_finite(x) ? logit(x, group.top) : vec2(uintBitsToFloat(x), 0.0);
  if (!is_finite(z.x)) return kSignBit | kInfinityBits;
  const vec2 y = add_double_floats(z, -group.logarithm);
#else
  const vec2 y = multiply_double_floats(exponential_wide(x, group.top), group.inverse);
#endif
  precise float rounded = y.x + y.y;
  return floatBitsToUint(rounded);
}
#endif
