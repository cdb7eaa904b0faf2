// SPDX-License-Identifier: MIT
// The normalizations of groups that floats can hold, as the cpu's vectors compute their moments
// (core/kernels/norm_vectors.hpp): sums of the deviations from a pivot and of their squares. The
// pivot is the float mean of the elements, which are all in registers: closer to the mean than that
// of the first ones, for one addition an element. Sums are float trees within an invocation, and
// double-floats across invocations and for what is computed once a group. An output is rounded once,
// so that beta may cancel the rest: 22 instructions an element, of 70 that an H100 can issue while
// its memory reads and writes an element.

const float kLeastSquares = 8.271806125530277e-25;  // 2^-80: squares and their errors are normal
const float kMostSquares = 1.2676506002282294e30;   // 2^100
const float kLeastRstd = 8.673617379884035e-19;     // 2^-60
const float kMostRstd = 1.152921504606847e18;       // 2^60
const float kMostParameter = 1099511627776.0;       // 2^40: beyond, products may leave the floats

vec4 kept[QUADS];  // the elements, 0 where there are none
float pivot = 0.0;

vec4 kept_at(int quad) { return kept[quad]; }
vec4 deviation_at(int quad) {
  precise vec4 deviation = kept[quad] - pivot;
  return without_missing(quad, deviation);
}
vec4 square_at(int quad) {
  const vec4 deviation = deviation_at(quad);
  return deviation * deviation;
}

void keep() {
  for (int quad = 0; quad < QUADS; ++quad) kept[quad] = load_quad(quad, 0.0);
}

// The moments of a part; the mean is relative to the pivot.
struct Measured {
  float pivot;
  vec2 mean;
  vec2 squares;  // sum of squares of the deviations from the mean; uncentred: of the values
  bool hold;     // floats held the sums, and the pivot is near enough to the mean
};

// Whether all elements of the part have the same bits, which for uncentred sums must be 0's.
bool all_equal() {
  const uint first = part_first < part_end ? element_at(part_first) : 0u;
  uint differs = u_centred == 0u ? first : 0u;
  for (int i = 0; i < 4 * QUADS; ++i) {
    if (has(i)) differs |= element_at(place_of(i)) ^ first;
  }
  return reduce_max(differs) == 0u;
}

Measured measure() {
  precise vec4 plain = NORMSCOPE_QUADS(plus, kept_at);
  Measured m;
  pivot = u_centred != 0u ? reduce_sum(total(plain)) / part_count() : 0.0;
  m.pivot = pivot;
  precise vec4 deviations = NORMSCOPE_QUADS(plus, deviation_at);
  precise vec4 squares = NORMSCOPE_QUADS(plus, square_at);
  const vec4 sums = reduce_double_floats(vec4(total(deviations), 0.0, total(squares), 0.0));
  m.mean = multiply_double_floats(sums.xy, reciprocal(vec2(part_count(), 0.0)));
  const vec2 lost =
      u_centred != 0u ? multiply_double_floats(sums.xy, m.mean) : vec2(0.0);
  m.squares = add_double_floats(sums.zw, -lost);
  // As on the cpu: the mean is at most a standard deviation from the pivot.
  m.hold = is_within(sums.z, kLeastSquares, kMostSquares) && lost.x <= m.squares.x;
  if (any_group(!m.hold) && all_equal() && floatBitsToUint(sums.z) == 0u) m.hold = true;
  return m;
}

// A group as the numbers that map x to y = (x - pivot - mean) * rstd.
struct Line {
  float pivot;
  vec2 mean;
  vec2 rstd;
  bool holds;
};

Line line_of(Measured m) {
  const vec2 epsilon = to_double_float(epsilon_of_plan());
  vec2 v = multiply_double_floats(m.squares, to_double_float(inverse_divisor()));
  if (u_placement == 0u) v = add_double_floats(v, epsilon);
  Line line = Line(m.pivot, m.mean, reciprocal_root(v), false);
  if (u_placement == 1u) {
    line.rstd = reciprocal(add_double_floats(multiply_double_floats(v, line.rstd), epsilon));
  }
  line.holds = m.hold && is_within(v.x, kLeastSquares, kMostSquares) &&
               is_within(line.rstd.x, kLeastRstd, kMostRstd);
  return line;
}

Line line_of(Group group) {
  const bool ordinary_group = ordinary(group.mean) && ordinary(group.rstd) && !is_zero(group.rstd);
  return Line(group.pivot, to_double_float(group.mean), to_double_float(group.rstd),
              ordinary_group && abs(group.rstd.exponent) < 60);
}

// For the elements that floats cannot hold.
Part part_of(Measured m) {
  return Part(m.pivot, normalized(m.mean, 0), normalized(m.squares, 0), part_count());
}
Group group_of(Line line) {
  return Group(line.pivot, normalized(line.mean, 0), normalized(line.rstd, 0));
}

uvec2 statistics_of(Line line) {
  precise float rest = line.mean.x + line.mean.y;
  precise float mean = line.pivot + rest;
  return floatBitsToUint(vec2(mean, line.rstd.x));
}

void relate(Line line) {}

// Writes the outputs of the elements that are kept; false where gamma or beta are too large for
// floats.
bool write(Line line) {
  const bool centred = u_centred != 0u;
  precise float moved = -(line.mean.x * line.rstd.x);
  const float shift = centred ? moved : 0.0;
  bool held = true;
  for (int quad = 0; quad < QUADS; ++quad) {
    vec4 rest;
    const vec4 d = two_sums(kept[quad], vec4(centred ? -line.pivot : 0.0), rest);
    vec4 core_rest;
    const vec4 core = two_products(d, vec4(line.rstd.x), core_rest);
    core_rest += fma(d, vec4(line.rstd.y), fma(rest, vec4(line.rstd.x), vec4(shift)));
    const vec4 gamma = parameters(true, quad);
    const vec4 beta = parameters(false, quad);
    held = held && all(lessThanEqual(max(abs(gamma), abs(beta)), vec4(kMostParameter)));
    vec4 scaled_rest;
    const vec4 scaled = two_products(core, gamma, scaled_rest);
    const vec4 y = two_sums(scaled, beta, rest);
    precise vec4 rounded = y + (rest + fma(core_rest, gamma, scaled_rest));
    store_quad(quad, rounded);
  }
  return held;
}
