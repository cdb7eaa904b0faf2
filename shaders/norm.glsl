// SPDX-License-Identifier: MIT
// The normalizations: the sums of a group or of a part of it, joining parts, and the result for an
// element. Mean and squares are computed as double-floats from the differences to one of the
// group's own elements: relative to the spread, whatever the offset, the mean is right to 2^-42 and
// the sum of squares to 2^-30. Parts of a long group are joined by Chan's formula, also as
// double-floats; Welford's algorithm is computed in the same way. ONE_PASS is the float32
// E[x^2] - E[x]^2, to be seen failing.

uniform uint u_centred;
uniform uint u_placement;  // of epsilon: 0 inside, 1 outside, 2 in the count, 3 none
uniform uint u_returned;   // 0 normalized, 1 the mean, 2 the input
uniform vec2 u_epsilon;    // the mantissa of a Wide, whose exponent follows; so are the next two
uniform int u_epsilon_exponent;
uniform vec2 u_divisor;  // the divisor of the sum of squares
uniform int u_divisor_exponent;
uniform vec2 u_elements;  // the number of elements of the whole group
uniform int u_elements_exponent;

const uint kPlusInfinity = 1u;
const uint kMinusInfinity = 2u;
const uint kHasNan = 4u;

// The moments of a part's values times 2^shift; the mean is relative to the pivot.
struct Part {
  int shift;
  float pivot;
  vec2 mean;     // ONE_PASS: x is the plain sum
  vec2 squares;  // sum of squares of the deviations; uncentred: of the values
  uint special;  // flags: the kinds of elements that are not finite
  float count;
};
const uint kPartWords = 8u;

struct Group {
  int shift;
  float pivot;
  vec2 mean;
  vec2 factor;  // multiplies the deviation, where the group is plain
  bool plain;   // finite, and in the range in which the fast path is right
  Wide whole_mean;
  Wide rstd;
};
const uint kGroupWords = 10u;

vec2 deviation(float x, float pivot, vec2 mean) {
  if (u_centred == 0u) return vec2(x, 0.0);
  const vec2 from_pivot = two_sum(x, -pivot);
  const vec2 difference = two_sum(from_pivot.x, -mean.x);
  precise float low = difference.y + (from_pivot.y - mean.y);
  return vec2(difference.x, low);
}

// Adds the square of a deviation: the square of its upper half is exact, the rest is small.
vec2 add_square(vec2 sum, vec2 d) {
  const float high = upper_half(d.x);
  precise float low = d.x - high;
  const vec2 next = two_sum(sum.x, high * high);
  precise float rest = sum.y + (next.y + (low * (high + d.x) + 2.0 * d.x * d.y));
  return vec2(next.x, rest);
}

Part measure() {
  Part part;
  uvec2 range = uvec2(0u);
  for (int i = 0; i < ELEMENTS; ++i) {
    if (has(i)) {
      const uint key = key_of(kept[i]);
      range = max(range, uvec2(key, ~key));
    }
  }
  range = reduce_max(range);
  const uint top = bits_of_key(range.x);
  const uint bottom = bits_of_key(~range.y);
  part.special = (is_nan(top) ? kHasNan : 0u) | (top == kInfinityBits ? kPlusInfinity : 0u) |
                 (bottom == (kSignBit | kInfinityBits) ? kMinusInfinity : 0u);
  part.count = kept_count();
#if ONE_PASS
  precise vec2 sums = vec2(0.0);
  for (int i = 0; i < ELEMENTS; ++i) {
    if (has(i)) {
      const float x = uintBitsToFloat(kept[i]);
      precise float square = x * x;
      sums += vec2(x, square);
    }
  }
  sums = reduce_sum(sums);
  part.shift = 0;
  part.pivot = 0.0;
  part.mean = vec2(sums.x, 0.0);
  part.squares = vec2(sums.y, 0.0);
#else
  part.shift = shift_of(max(top & ~kSignBit, bottom & ~kSignBit));
  part.pivot = scaled(pivot_bits(), part.shift);
  vec2 sum = vec2(0.0);
  for (int i = 0; i < ELEMENTS; ++i) {
    if (has(i)) sum = add_double_floats(sum, two_sum(scaled(kept[i], part.shift), -part.pivot));
  }
  part.mean = divide_double_floats(reduce_sum(sum), vec2(part.count, 0.0));
  vec2 squares = vec2(0.0);
  for (int i = 0; i < ELEMENTS; ++i) {
    if (has(i)) {
      squares = add_square(squares, deviation(scaled(kept[i], part.shift), part.pivot, part.mean));
    }
  }
  part.squares = reduce_sum(squares);
#endif
  return part;
}

float group_count() { return times_power(u_elements.x, u_elements_exponent); }

void store_part(Part part, uint at) {
  io_parts[at] = uint(part.shift);
  io_parts[at + 1u] = floatBitsToUint(part.pivot);
  io_parts[at + 2u] = floatBitsToUint(part.mean.x);
  io_parts[at + 3u] = floatBitsToUint(part.mean.y);
  io_parts[at + 4u] = floatBitsToUint(part.squares.x);
  io_parts[at + 5u] = floatBitsToUint(part.squares.y);
  io_parts[at + 6u] = part.special;
  io_parts[at + 7u] = floatBitsToUint(part.count);
}

vec2 double_float_at(uint at) {
  return vec2(uintBitsToFloat(io_parts[at]), uintBitsToFloat(io_parts[at + 1u]));
}

Part fetch_part(uint at) {
  return Part(int(io_parts[at]), uintBitsToFloat(io_parts[at + 1u]), double_float_at(at + 2u),
              double_float_at(at + 4u), io_parts[at + 6u], uintBitsToFloat(io_parts[at + 7u]));
}

// A part's mean relative to another pivot and in another scale.
vec2 mean_from(Part part, float pivot, int shift) {
  const int power = shift - part.shift;
  const vec2 mean = vec2(times_power(part.mean.x, power), times_power(part.mean.y, power));
  return add_double_floats(two_sum(times_power(part.pivot, power), -pivot), mean);
}

// Joins parts. The sum of squares about the joint mean is the parts' own sums of squares plus those
// of the differences of their means.
Part join_parts(uint at, uint parts) {
  const uint lane = lane_of_invocation();
  uvec2 specials = uvec2(0u);
  uvec2 nan_and_scale = uvec2(0u);
  for (uint i = lane; i < parts; i += u_lanes) {
    const Part part = fetch_part(at + i * kPartWords);
    specials = max(specials, uvec2(part.special & kPlusInfinity, part.special & kMinusInfinity));
    nan_and_scale = max(nan_and_scale, uvec2(part.special & kHasNan, uint(1000 - part.shift)));
  }
  specials = reduce_max(specials);
  nan_and_scale = reduce_max(nan_and_scale);
  Part whole;
  whole.special = specials.x | specials.y | nan_and_scale.x;
  whole.shift = 1000 - int(nan_and_scale.y);
  whole.count = group_count();
#if ONE_PASS
  vec2 sums = vec2(0.0);
  for (uint i = lane; i < parts; i += u_lanes) {
    const Part part = fetch_part(at + i * kPartWords);
    sums = join_sums(sums, vec2(part.mean.x, part.squares.x));
  }
  sums = reduce_sum(sums);
  whole.pivot = 0.0;
  whole.mean = vec2(sums.x, 0.0);
  whole.squares = vec2(sums.y, 0.0);
#else
  const Part first = fetch_part(at);
  whole.pivot = times_power(first.pivot, whole.shift - first.shift);
  vec2 sum = vec2(0.0);
  for (uint i = lane; i < parts; i += u_lanes) {
    const Part part = fetch_part(at + i * kPartWords);
    const vec2 mean = mean_from(part, whole.pivot, whole.shift);
    sum = add_double_floats(sum, multiply_double_floats(mean, vec2(part.count, 0.0)));
  }
  const Wide mean = divide(normalized(reduce_sum(sum), 0),
                           Wide(u_elements.x, u_elements.y, u_elements_exponent));
  whole.mean = vec2(times_power(mean.high, mean.exponent), times_power(mean.low, mean.exponent));
  vec2 squares = vec2(0.0);
  for (uint i = lane; i < parts; i += u_lanes) {
    const Part part = fetch_part(at + i * kPartWords);
    const int power = 2 * (whole.shift - part.shift);
    squares = add_double_floats(squares, vec2(times_power(part.squares.x, power),
                                              times_power(part.squares.y, power)));
    if (u_centred != 0u) {
      const vec2 apart = add_double_floats(mean_from(part, whole.pivot, whole.shift), -whole.mean);
      const vec2 square = multiply_double_floats(apart, apart);
      squares = add_double_floats(squares, multiply_double_floats(square, vec2(part.count, 0.0)));
    }
  }
  whole.squares = reduce_sum(squares);
#endif
  return whole;
}

Wide from_double_float(vec2 number, int exponent) {
  if (!is_finite(number.x)) return from_float(floatBitsToUint(number.x));
  return normalized(number, exponent);
}

// Computes the members plain and factor from the others.
void complete(inout Group group) {
  const int power = group.rstd.exponent - group.shift;
  group.plain = u_returned == 0u && ordinary(group.rstd) && !is_zero(group.rstd) &&
                ordinary(group.whole_mean) && abs(power) <= 40;
  group.factor = group.plain ? vec2(group.rstd.high, group.rstd.low) * power_of_two(power)
                             : vec2(0.0);
}

Group describe(Part part) {
  Group group;
  // A group of zeros needs no scale.
  if (part.squares.x == 0.0 && part.pivot == 0.0) part.shift = 0;
#if ONE_PASS
  precise float mean = part.mean.x / group_count();
  precise float mean_square = part.squares.x / group_count();
  precise float variance = u_centred != 0u ? mean_square - mean * mean : mean_square;
  part.mean = vec2(mean, 0.0);
  part.squares = is_finite(variance) ? two_product(variance, group_count()) : vec2(variance, 0.0);
#endif
  group.shift = part.shift;
  group.pivot = part.pivot;
  group.mean = part.mean;
  group.whole_mean = add(normalized(vec2(part.pivot, 0.0), -part.shift),
                         from_double_float(part.mean, -part.shift));
  Wide squares = from_double_float(part.squares, -2 * part.shift);
  if (part.special != 0u) {
    const bool either = part.special == kPlusInfinity || part.special == kMinusInfinity;
    group.whole_mean =
        either ? wide_infinity(part.special == kPlusInfinity ? 1.0 : -1.0) : kWideNan;
    squares = u_centred == 0u && (part.special & kHasNan) == 0u ? wide_infinity(1.0) : kWideNan;
  }
  const Wide epsilon = Wide(u_epsilon.x, u_epsilon.y, u_epsilon_exponent);
  Wide root = divide(squares, Wide(u_divisor.x, u_divisor.y, u_divisor_exponent));
  if (u_placement == 0u) root = add(root, epsilon);
  root = square_root(root);
  if (u_placement == 1u) root = add(root, epsilon);
  group.rstd = divide(Wide(1.0, 0.0, 0), root);
  complete(group);
  return group;
}

uvec2 statistics_of(Group group) { return uvec2(to_float(group.whole_mean), to_float(group.rstd)); }

// The result for an element in the slow path: groups that are not plain, the mean as the result,
// and parameters near the ends of the range of float.
uint apply_slow(uint x, Group group, uint gamma, uint beta) {
  Wide core = group.whole_mean;
  if (u_returned == 0u) {
    core = from_float(x);
    if (is_finite(x)) {
      core = normalized(deviation(scaled(x, group.shift), group.pivot, group.mean), -group.shift);
    }
    core = multiply(core, group.rstd);
  }
  return to_float(add(multiply(from_float(gamma), core), from_float(beta)));
}

uint apply(uint x, Group group, uint place) {
  if (u_returned == 2u) return x;
  const uint gamma = gamma_of(kept_group, place);
  const uint beta = beta_of(kept_group, place);
  const uint kOrdinary = (127u + 40u) << 23;
  if (!group.plain || max(gamma & ~kSignBit, beta & ~kSignBit) > kOrdinary) {
    return apply_slow(x, group, gamma, beta);
  }
  vec2 y = multiply_double_floats(deviation(scaled(x, group.shift), group.pivot, group.mean),
                                  group.factor);
  if (u_has_gamma != 0u) {
    const float scale = uintBitsToFloat(gamma);
    const vec2 product = two_product(y.x, scale);
    precise float low = product.y + y.y * scale;
    y = vec2(product.x, low);
  }
  if (u_has_beta != 0u) {
    const vec2 sum = two_sum(y.x, uintBitsToFloat(beta));
    precise float low = sum.y + y.y;
    y = vec2(sum.x, low);
  }
  precise float rounded = y.x + y.y;
  return floatBitsToUint(rounded);
}

void store_group(Group group, uint at) {
  io_groups[at] = uint(group.shift);
  io_groups[at + 1u] = floatBitsToUint(group.pivot);
  io_groups[at + 2u] = floatBitsToUint(group.mean.x);
  io_groups[at + 3u] = floatBitsToUint(group.mean.y);
  io_groups[at + 4u] = floatBitsToUint(group.whole_mean.high);
  io_groups[at + 5u] = floatBitsToUint(group.whole_mean.low);
  io_groups[at + 6u] = uint(group.whole_mean.exponent);
  io_groups[at + 7u] = floatBitsToUint(group.rstd.high);
  io_groups[at + 8u] = floatBitsToUint(group.rstd.low);
  io_groups[at + 9u] = uint(group.rstd.exponent);
}

Wide wide_at(uint at) {
  return Wide(uintBitsToFloat(io_groups[at]), uintBitsToFloat(io_groups[at + 1u]),
              int(io_groups[at + 2u]));
}

Group fetch_group(uint at) {
  Group group;
  group.shift = int(io_groups[at]);
  group.pivot = uintBitsToFloat(io_groups[at + 1u]);
  group.mean = vec2(uintBitsToFloat(io_groups[at + 2u]), uintBitsToFloat(io_groups[at + 3u]));
  group.whole_mean = wide_at(at + 4u);
  group.rstd = wide_at(at + 7u);
  complete(group);
  return group;
}

uint apply_kept(int i, Group group) { return apply(kept[i], group, place_of(i)); }
