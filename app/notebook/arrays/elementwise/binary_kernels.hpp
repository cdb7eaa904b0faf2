// SPDX-License-Identifier: MIT
// The loops behind binary.hpp: operands have one type by now, and the result its shape.
#pragma once

#include "app/notebook/arrays/array.hpp"
#include "app/notebook/arrays/elementwise/binary.hpp"

namespace normscope::notebook::arrays {

void compute_arithmetic(std::string_view name, const Array& out, const Array& a, const Array& b);
/// out = x, but not below (above) the limit. A NaN stays, and so does a zero that equals the limit.
void compute_bounded(const Array& out, const Array& x, const Array& limit, bool from_below);
void compute_comparison(std::string_view name, const Array& out, const Array& a, const Array& b);
void compute_where(const Array& out, const Array& mask, const Array& a, const Array& b);

/// out = x to the power of a number, which PyTorch computes by products and roots where it can.
void compute_power(const Array& out, const Array& x, double exponent);

/// out = a + alpha b, or a - alpha b.
void compute_scaled_sum(const Array& out, const Array& a, const Array& b, const Scalar& alpha,
                        bool subtract);

}  // namespace normscope::notebook::arrays
