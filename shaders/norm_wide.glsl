// SPDX-License-Identifier: MIT
// The normalizations by wide numbers, element by element: for what floats cannot hold, for joining
// the parts of a long group by Chan's formula, and for returning something else than the normalized
// values. The mean is computed relative to one of the part's own elements: whatever the offset, it
// is right relative to the spread. Welford's algorithm is computed in the same way. ONE_PASS is the
// float32 E[x^2] - E[x]^2, to be seen failing; the mean and the squares of its parts are plain sums.

uniform uint u_centred;
uniform uint u_placement;  // of epsilon: 0 inside, 1 outside, 2 in the count, 3 none
uniform uint u_returned;   // 0 normalized, 1 the mean, 2 the input
uniform vec2 u_epsilon;    // the mantissa of a Wide, whose exponent follows; so are the next two
uniform int u_epsilon_exponent;
uniform vec2 u_inverse_divisor;  // of the sum of squares
uniform int u_inverse_divisor_exponent;
uniform vec2 u_elements;  // the number of elements of the whole group
uniform int u_elements_exponent;

Wide epsilon_of_plan() { return Wide(u_epsilon.x, u_epsilon.y, u_epsilon_exponent); }
Wide inverse_divisor() {
  return Wide(u_inverse_divisor.x, u_inverse_divisor.y, u_inverse_divisor_exponent);
}
Wide elements() { return Wide(u_elements.x, u_elements.y, u_elements_exponent); }

// The moments of a part; the mean is relative to the pivot.
struct Part {
  float pivot;
  Wide mean;
  Wide squares;
  float count;
};
const uint kPartWords = 8u;

// A group; the mean is relative to the pivot, which is the mean as a float.
struct Group {
  float pivot;
  Wide mean;
  Wide rstd;
};
const uint kGroupWords = 7u;

const Wide kWideZero = Wide(0.0, 0.0, 0);

uvec4 add_words(uvec4 a, uvec4 b) { return words_of(add(wide_of(a), wide_of(b))); }
Wide reduce_wide(Wide sum) {
  uvec4 words = words_of(sum);
  NORMSCOPE_REDUCE(words, add_words)
  return wide_of(words);
}
vec4 add_floats(vec4 a, vec4 b) {
  precise vec4 sum = a + b;
  return sum;
}
Part plain_part(vec4 sums, float count) {
  NORMSCOPE_REDUCE(sums, add_floats)
  const uvec4 bits = floatBitsToUint(sums);
  return Part(0.0, from_float(bits.x), from_float(bits.y), count);
}

Wide difference(uint x, float pivot) {
  return add(from_float(x), negated(from_float(floatBitsToUint(pivot))));
}

Part measure_wide() {
#if ONE_PASS
  precise vec4 sums = vec4(0.0);
  for (int i = 0; i < 4 * QUADS; ++i) {
    if (has(i)) {
      const float x = uintBitsToFloat(element_at(place_of(i)));
      precise float square = x * x;
      sums.xy += vec2(x, square);
    }
  }
  return plain_part(sums, part_count());
#else
  const uint first = part_first < part_end && u_centred != 0u ? element_at(part_first) : 0u;
  Part part = Part(is_finite(first) ? uintBitsToFloat(first) : 0.0, kWideZero, kWideZero,
                   part_count());
  // First the mean, then the squares of the deviations from it.
  for (int pass = 0; pass < 2; ++pass) {
    Wide sum = kWideZero;
    for (int i = 0; i < 4 * QUADS; ++i) {
      if (has(i)) {
        Wide term = difference(element_at(place_of(i)), part.pivot);
        if (pass == 1) {
          if (u_centred != 0u) term = add(term, negated(part.mean));
          term = multiply(term, term);
        }
        sum = add(sum, term);
      }
    }
    sum = reduce_wide(sum);
    if (pass == 0) {
      part.mean = divide(sum, from_float(floatBitsToUint(part.count)));
    } else {
      part.squares = sum;
    }
  }
  return part;
#endif
}

void store_part(Part part, uint at) {
  const uvec4 mean = words_of(part.mean);
  const uvec4 squares = words_of(part.squares);
  io_parts[at] = floatBitsToUint(part.pivot);
  for (int i = 0; i < 3; ++i) {
    io_parts[at + 1u + uint(i)] = mean[i];
    io_parts[at + 4u + uint(i)] = squares[i];
  }
  io_parts[at + 7u] = floatBitsToUint(part.count);
}

Part fetch_part(uint at) {
  const uvec4 mean = uvec4(io_parts[at + 1u], io_parts[at + 2u], io_parts[at + 3u], 0u);
  const uvec4 squares = uvec4(io_parts[at + 4u], io_parts[at + 5u], io_parts[at + 6u], 0u);
  return Part(uintBitsToFloat(io_parts[at]), wide_of(mean), wide_of(squares),
              uintBitsToFloat(io_parts[at + 7u]));
}

// Joins parts. The sum of squares about the joint mean is the parts' own sums of squares plus those
// of the differences of their means.
Part join_parts(uint at, uint parts) {
  const uint lane = lane_of_invocation();
#if ONE_PASS
  precise vec4 sums = vec4(0.0);
  for (uint i = lane; i < parts; i += uint(LANES)) {
    const Part part = fetch_part(at + i * kPartWords);
    sums.xy += uintBitsToFloat(uvec2(to_float(part.mean), to_float(part.squares)));
  }
  return plain_part(sums, 0.0);
#else
  Part whole = Part(fetch_part(at).pivot, kWideZero, kWideZero, 0.0);
  for (int pass = 0; pass < 2; ++pass) {
    Wide sum = kWideZero;
    for (uint i = lane; i < parts; i += uint(LANES)) {
      const Part part = fetch_part(at + i * kPartWords);
      const Wide count = from_float(floatBitsToUint(part.count));
      Wide term = add(difference(floatBitsToUint(part.pivot), whole.pivot), part.mean);
      if (pass == 1) {
        term = add(term, negated(whole.mean));
        term = u_centred != 0u ? multiply(term, term) : kWideZero;
        sum = add(sum, part.squares);
      }
      sum = add(sum, multiply(term, count));
    }
    sum = reduce_wide(sum);
    if (pass == 0) {
      whole.mean = divide(sum, elements());
    } else {
      whole.squares = sum;
    }
  }
  return whole;
#endif
}

Group describe(Part part) {
#if ONE_PASS
  precise float count = uintBitsToFloat(to_float(elements()));
  precise float mean = uintBitsToFloat(to_float(part.mean)) / count;
  precise float mean_square = uintBitsToFloat(to_float(part.squares)) / count;
  precise float variance = u_centred != 0u ? mean_square - mean * mean : mean_square;
  part.mean = from_float(floatBitsToUint(mean));
  part.squares = multiply(from_float(floatBitsToUint(variance)), elements());
#endif
  Wide root = multiply(part.squares, inverse_divisor());
  if (u_placement == 0u) root = add(root, epsilon_of_plan());
  root = square_root(root);
  if (u_placement == 1u) root = add(root, epsilon_of_plan());
  Group group;
  group.rstd = divide(Wide(1.0, 0.0, 0), root);
  const uint centre =
      to_float(add(from_float(floatBitsToUint(part.pivot)), part.mean));
  group.pivot = is_finite(centre) ? uintBitsToFloat(centre) : 0.0;
  group.mean = add(difference(floatBitsToUint(part.pivot), group.pivot), part.mean);
  return group;
}

Wide mean_of(Group group) { return add(from_float(floatBitsToUint(group.pivot)), group.mean); }
uvec2 statistics_of(Group group) { return uvec2(to_float(mean_of(group)), to_float(group.rstd)); }

uint apply_wide(uint x, Group group, uint place) {
  if (u_returned == 2u) return x;
  Wide core = mean_of(group);
  if (u_returned == 0u) {
    core = from_float(x);
    if (u_centred != 0u) core = add(difference(x, group.pivot), negated(group.mean));
    core = multiply(core, group.rstd);
  }
  const Wide gamma = from_float(parameter_at(true, place));
  return to_float(add(multiply(gamma, core), from_float(parameter_at(false, place))));
}

void store_group(Group group, uint at) {
  const uvec4 mean = words_of(group.mean);
  const uvec4 rstd = words_of(group.rstd);
  io_groups[at] = floatBitsToUint(group.pivot);
  for (int i = 0; i < 3; ++i) {
    io_groups[at + 1u + uint(i)] = mean[i];
    io_groups[at + 4u + uint(i)] = rstd[i];
  }
}

Group fetch_group(uint at) {
  const uvec4 mean = uvec4(io_groups[at + 1u], io_groups[at + 2u], io_groups[at + 3u], 0u);
  const uvec4 rstd = uvec4(io_groups[at + 4u], io_groups[at + 5u], io_groups[at + 6u], 0u);
  return Group(uintBitsToFloat(io_groups[at]), wide_of(mean), wide_of(rstd));
}
