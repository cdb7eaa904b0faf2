// SPDX-License-Identifier: MIT
// The distance of a float32 from another number: absolute, and in units in the last place (ULP).
#pragma once

#include <cstdint>

namespace normscope::base {

/// The error of y against the reference r: |y - r| in units of the float32 ULP of max(1, |r|).
/// Zero when both are NaN or the same infinity; infinite when only one of them is.
double ulp_error(float y, double r);

/// a - b: 0 where both are the same, which equal infinities and two NaN are; NaN or infinite where
/// only one is finite.
double difference_of(float a, float b);

/// Steps from one float32 to the other along the representable numbers (-0 and +0 count as one
/// number); the largest value when either is NaN.
std::uint64_t ulp_distance(float a, float b);

}  // namespace normscope::base
