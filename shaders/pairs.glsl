// SPDX-License-Identifier: MIT
// Double-floats under the names that wide.glsl gives wide numbers, so that a formula can be written
// once for both. Every result is normalized: the second float is at most half a unit of the first.

vec2 add(vec2 a, vec2 b) {
  const vec2 sum = add_double_floats(a, b);
  return quick_two_sum(sum.x, sum.y);
}
vec2 multiply(vec2 a, vec2 b) {
  const vec2 product = multiply_double_floats(a, b);
  return quick_two_sum(product.x, product.y);
}
vec2 negated(vec2 a) { return -a; }
vec2 divide(vec2 a, vec2 b) { return multiply(a, reciprocal(b)); }
vec2 square_root(vec2 a) { return multiply(a, reciprocal_root(a)); }
bool is_zero(vec2 a) { return a.x == 0.0; }
uint to_float(vec2 a) {
  precise float rounded = a.x + a.y;
  return floatBitsToUint(rounded);
}

// Makes two variables their sums over all invocations that share the group.
void reduce_both(inout vec2 a, inout vec2 b) {
  const vec4 sums = reduce_double_floats(vec4(a, b));
  a = quick_two_sum(sums.x, sums.y);
  b = quick_two_sum(sums.z, sums.w);
}
uvec4 add_words_of(uvec4 a, uvec4 b) { return words_of(add(wide_of(a), wide_of(b))); }
void reduce_both(inout Wide a, inout Wide b) {
  uvec4 words = words_of(a);
  NORMSCOPE_REDUCE(words, add_words_of)
  a = wide_of(words);
  words = words_of(b);
  NORMSCOPE_REDUCE(words, add_words_of)
  b = wide_of(words);
}
