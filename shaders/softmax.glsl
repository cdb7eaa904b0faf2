// SPDX-License-Identifier: MIT
// Softmax and log-softmax: the sums of a group or of a part of it, joining parts, and the result
// for an element. Differences to the maximum, exponentials and sums are double-floats. Each part of
// a long group has its own maximum and is scaled to the joint maximum: the online algorithm. NAIVE
// is float32 exp over a float32 sum, to be seen failing.

uniform vec2 u_factor;  // 1 / temperature
uniform int u_factor_exponent;
uniform uint u_log;

struct Part {
  uvec2 keys;  // key of the maximum; complement of the key of the minimum, without -inf
  vec2 sum;
};
const uint kPartWords = 4u;

struct Group {
  uvec2 keys;
  vec2 sum;
  float top;       // the maximum, scaled; NAIVE: 0
  vec2 factor;     // a logit is (scaled difference) * factor * 2^power
  int power;
  int shift;
  bool all_nan;    // every result is NaN
  vec2 inverse;    // 1 / sum
  vec2 logarithm;  // log(sum)
};
const uint kGroupWords = 4u;

uint top_of(uvec2 keys) { return bits_of_key(keys.x); }

// The scale in which the differences of a group with these extremes are computed.
Group scale_for(uvec2 keys) {
  Group group;
  group.keys = keys;
  const uint top = top_of(keys);
  const uint bottom = keys.y == 0u ? 0u : bits_of_key(~keys.y);
  const uint magnitude = is_finite(top) ? max(top & ~kSignBit, bottom & ~kSignBit) : 0u;
  group.shift = magnitude == 0u ? 0 : shift_of(magnitude);
  group.top = is_finite(top) ? scaled(top, group.shift) : 0.0;
#if NAIVE
  group.top = 0.0;
  group.all_nan = is_nan(top);
#else
  group.all_nan = !is_finite(top);
#endif
  const int power = u_factor_exponent - group.shift;
  const int near = clamp(power, -40, 40);
  group.factor = u_factor * power_of_two(near);
  group.power = power - near;
  return group;
}

// (x - maximum) / temperature of a finite x; an infinity beyond the range of float.
vec2 logit(uint x, Group group) {
  const vec2 z = multiply_double_floats(two_sum(scaled(x, group.shift), -group.top), group.factor);
  if (group.power == 0) return z;
  const float high = times_power(z.x, group.power);
  return vec2(high, is_finite(high) ? times_power(z.y, group.power) : 0.0);
}

vec2 exponential(uint x, Group group) {
#if NAIVE
  if (!is_finite(x)) {
    return vec2(uintBitsToFloat(is_nan(x) || (x & kSignBit) == 0u ? x : 0u), 0.0);
  }
  const vec2 z = logit(x, group);
  if (z.x > 89.0) return vec2(uintBitsToFloat(kInfinityBits), 0.0);
  const vec2 e = exp_double_float(z);
  precise float rounded = e.x + e.y;
  return vec2(is_finite(e.x) ? rounded : e.x, 0.0);
#else
  return is_finite(x) ? exp_double_float(logit(x, group)) : vec2(0.0);
#endif
}

Part measure() {
  uvec2 keys = uvec2(0u);
  for (int i = 0; i < ELEMENTS; ++i) {
    if (has(i)) {
      const uint key = key_of(kept[i]);
      const bool is_lowest = kept[i] == (kSignBit | kInfinityBits);
      keys = max(keys, uvec2(key, is_lowest ? 0u : ~key));
    }
  }
  Part part;
  part.keys = reduce_max(keys);
  const Group group = scale_for(part.keys);
  vec2 sum = vec2(0.0);
  for (int i = 0; i < ELEMENTS; ++i) {
    if (has(i)) {
      const vec2 e = exponential(kept[i], group);
      sum = join_sums(sum, e);
#if KEEP_EXPONENTIALS
      if (u_log == 0u) {
        precise float rounded = e.x + e.y;
        kept[i] = floatBitsToUint(rounded);
      }
#endif
    }
  }
  part.sum = reduce_sum(sum);
  return part;
}

void store_part(Part part, uint at) {
  io_parts[at] = part.keys.x;
  io_parts[at + 1u] = part.keys.y;
  io_parts[at + 2u] = floatBitsToUint(part.sum.x);
  io_parts[at + 3u] = floatBitsToUint(part.sum.y);
}

Part fetch_part(uint at) {
  return Part(uvec2(io_parts[at], io_parts[at + 1u]),
              vec2(uintBitsToFloat(io_parts[at + 2u]), uintBitsToFloat(io_parts[at + 3u])));
}

Part join_parts(uint at, uint parts) {
  const uint lane = lane_of_invocation();
  uvec2 keys = uvec2(0u);
  for (uint i = lane; i < parts; i += u_lanes) keys = max(keys, fetch_part(at + i * kPartWords).keys);
  Part whole;
  whole.keys = reduce_max(keys);
  const Group group = scale_for(whole.keys);
  vec2 sum = vec2(0.0);
  for (uint i = lane; i < parts; i += u_lanes) {
    const Part part = fetch_part(at + i * kPartWords);
#if NAIVE
    sum = join_sums(sum, part.sum);
#else
    const uint top = top_of(part.keys);
    if (is_finite(top)) {
      const vec2 scale = exp_double_float(logit(top, group));
      sum = add_double_floats(sum, multiply_double_floats(part.sum, scale));
    }
#endif
  }
  whole.sum = reduce_sum(sum);
  return whole;
}

Group describe(Part part) {
  Group group = scale_for(part.keys);
#if NAIVE
  group.sum = part.sum;
#else
  group.sum = quick_two_sum(part.sum.x, part.sum.y);
#endif
#if !NAIVE
  if (!group.all_nan) {
    group.inverse = divide_double_floats(vec2(1.0, 0.0), group.sum);
    if (u_log != 0u) group.logarithm = log_double_float(group.sum);
  }
#endif
  return group;
}

void store_group(Group group, uint at) {
  io_groups[at] = group.keys.x;
  io_groups[at + 1u] = group.keys.y;
  io_groups[at + 2u] = floatBitsToUint(group.sum.x);
  io_groups[at + 3u] = floatBitsToUint(group.sum.y);
}

Group fetch_group(uint at) {
  return describe(Part(uvec2(io_groups[at], io_groups[at + 1u]),
                       vec2(uintBitsToFloat(io_groups[at + 2u]),
                            uintBitsToFloat(io_groups[at + 3u]))));
}

uvec2 statistics_of(Group group) {
#if NAIVE
  return uvec2(0u, group.all_nan ? kNanBits : floatBitsToUint(group.sum.x));
#else
  precise float sum = group.sum.x + group.sum.y;
  return uvec2(top_of(group.keys), group.all_nan ? kNanBits : floatBitsToUint(sum));
#endif
}

// The exponential divided by the sum; log-softmax of the naive algorithm is its logarithm.
uint share(float e, Group group) {
#if NAIVE
  const float sum = group.sum.x;
  if (group.all_nan || is_nan(floatBitsToUint(e)) || sum == 0.0) return kNanBits;
  if (!is_finite(e)) return kNanBits;
  vec2 y = vec2(0.0);
  if (is_finite(sum)) y = divide_double_floats(vec2(e, 0.0), vec2(sum, 0.0));
  precise float rounded = y.x + y.y;
  if (u_log == 0u) return floatBitsToUint(rounded);
  if (rounded == 0.0) return kSignBit | kInfinityBits;
  const vec2 logarithm = log_double_float(vec2(rounded, 0.0));
  precise float whole = logarithm.x + logarithm.y;
  return floatBitsToUint(whole);
#else
  if (group.all_nan) return kNanBits;
  const vec2 product = two_product(e, group.inverse.x);
  precise float rounded = product.x + (product.y + e * group.inverse.y);
  return floatBitsToUint(rounded);
#endif
}

uint apply(uint x, Group group, uint place) {
#if !NAIVE
  if (u_log != 0u) {
    if (group.all_nan) return kNanBits;
    if (!is_finite(x)) return kSignBit | kInfinityBits;
    const vec2 z = logit(x, group);
    if (!is_finite(z.x)) return kSignBit | kInfinityBits;
    const vec2 difference = add_double_floats(z, -group.logarithm);
    precise float rounded = difference.x + difference.y;
    return floatBitsToUint(rounded);
  }
#endif
  const vec2 e = exponential(x, group);
  precise float sum = e.x + e.y;
  return share(is_finite(e.x) ? sum : e.x, group);
}

uint apply_kept(int i, Group group) {
#if KEEP_EXPONENTIALS
  if (u_log == 0u) return share(uintBitsToFloat(kept[i]), group);
#endif
  return apply(kept[i], group, place_of(i));
}
