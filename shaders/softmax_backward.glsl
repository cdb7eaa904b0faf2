// SPDX-License-Identifier: MIT
// The backward pass of a softmax in a group, with the outputs p = e / sum(e):
//   dx = p (dy - sum(p dy)) / temperature, of a log-softmax (dy - p sum(dy)) / temperature
// backward.comp includes this file once for each kind of NUMBER.

struct GROUP {
  uint top;       // the bits of the maximum
  NUMBER sum;     // of the exponentials
  NUMBER share;   // 1 / sum
  NUMBER summed;  // sum(p dy), or sum(dy)
};

GROUP blank(NUMBER zero) { return GROUP(0u, zero, zero, zero); }

// Fills in a blank group.
void describe(inout GROUP group) {
  group.top = top_of_group();
  for (uint place = lane_of_invocation(); place < end_of_group(); place += uint(LANES)) {
    const NUMBER e = EXPONENTIAL(element_at(place), group.top);
    group.sum = add(group.sum, e);
#if LOG
    group.summed = add(group.summed, NUMBER_OF(dy_at(place)));
#else
    group.summed = add(group.summed, multiply(e, NUMBER_OF(dy_at(place))));
#endif
  }
  reduce_both(group.sum, group.summed);
  group.share = divide(NUMBER_OF(kOneBits), group.sum);
#if !LOG
  group.summed = multiply(group.summed, group.share);
#endif
}

uint dx_at(uint place, GROUP group) {
  const NUMBER p = multiply(EXPONENTIAL(element_at(place), group.top), group.share);
#if LOG
  const NUMBER dz = add(NUMBER_OF(dy_at(place)), negated(multiply(p, group.summed)));
#else
  const NUMBER dz = multiply(p, add(NUMBER_OF(dy_at(place)), negated(group.summed)));
#endif
  return to_float(multiply(dz, OF_PLAN(inverse_temperature())));
}
