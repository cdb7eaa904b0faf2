// SPDX-License-Identifier: MIT
// The backward pass of a normalization in a group:
//   dx = rstd (d - mean(d)) - c s,  s = sum(d c) rstd / m rstd / R
// with d = gamma dy, c = x - mean, the denominator D = 1 / rstd, its root R (D itself unless epsilon
// stands outside the root) and the variance's divisor m; uncentred, no mean is subtracted. The order
// of the factors of s keeps each product in range. backward.comp includes this file once for each kind of NUMBER.

struct GROUP {
  float pivot;      // 0 if uncentred
  NUMBER mean;      // relative to the pivot
  NUMBER variance;  // plus epsilon where that stands inside the root
  NUMBER rstd;
  NUMBER mean_d;
  NUMBER slope;  // s
};

GROUP blank(NUMBER zero) { return GROUP(0.0, zero, zero, zero, zero, zero); }

NUMBER centred(uint x, GROUP group) {
  return add(add(NUMBER_OF(x), NUMBER_OF(floatBitsToUint(-group.pivot))), negated(group.mean));
}
NUMBER xhat(uint x, GROUP group) { return multiply(centred(x, group), group.rstd); }

// Fills in a blank group.
void describe(inout GROUP group) {
  const NUMBER none = NUMBER_OF(0u);
  group.pivot = pivot_of_group();
  NUMBER sum = none;
  NUMBER sum_d = none;
  for (uint place = lane_of_invocation(); place < end_of_group(); place += uint(LANES)) {
    sum = add(sum, centred(element_at(place), group));
    sum_d = add(sum_d, D_AT(place));
  }
  reduce_both(sum, sum_d);
  if (u_centred != 0u) {
    group.mean = divide(sum, OF_PLAN(elements()));
    group.mean_d = divide(sum_d, OF_PLAN(elements()));
  }
  NUMBER squares = none;
  NUMBER projection = none;
  for (uint place = lane_of_invocation(); place < end_of_group(); place += uint(LANES)) {
    const NUMBER c = centred(element_at(place), group);
    squares = add(squares, multiply(c, c));
    projection = add(projection, multiply(D_AT(place), c));
  }
  reduce_both(squares, projection);
  group.variance = multiply(squares, OF_PLAN(inverse_divisor()));
  if (u_placement == 0u) group.variance = add(group.variance, OF_PLAN(epsilon_of_plan()));
  const NUMBER root = square_root(group.variance);
  NUMBER denominator = root;
  if (u_placement == 1u) denominator = add(root, OF_PLAN(epsilon_of_plan()));
  group.rstd = divide(NUMBER_OF(kOneBits), denominator);
  group.slope = multiply(multiply(projection, group.rstd), OF_PLAN(inverse_divisor()));
  group.slope = divide(multiply(group.slope, group.rstd), root);
  // PyTorch masks the derivative of its std where that is 0.
  if (u_by_std != 0u && is_zero(root)) group.slope = none;
}

uint dx_at(uint place, GROUP group) {
  const NUMBER direct = multiply(group.rstd, add(D_AT(place), negated(group.mean_d)));
  const NUMBER along = multiply(centred(element_at(place), group), group.slope);
  return to_float(add(direct, negated(along)));
}
