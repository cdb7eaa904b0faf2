// SPDX-License-Identifier: MIT
// exp and log of double-floats, with relative errors of about 2^-27: GLSL's own functions may err
// by many units, and so would a sum of their results.

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
