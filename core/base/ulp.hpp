// SPDX-License-Identifier: MIT
// How far a float32 is from another number, in units of its last place.
#pragma once

#include <cstdint>

namespace normscope::base {

/// The error of y against the reference r: |y - r| in units of the float32 ULP of max(1, |r|).
/// Zero when both are NaN or the same infinity; infinite when just one of them is.
double ulp_error(float y, double r);

/// Steps from one float32 to the other along the representable numbers (-0 and +0 are the same
/// place); the largest value when either is NaN.
std::uint64_t ulp_distance(float a, float b);

}  // namespace normscope::base
