// SPDX-License-Identifier: MIT
// "Which backward is it?": finds the operation, and the way back through it, that made a dx from x
// and dy: as it should be, or with a mistake that people make.
#pragma once

#include "core/base/error.hpp"
#include "core/variants/explain/explain.hpp"

namespace normscope::variants {

/// Finds what turns dy into dx at x. Searched in turn, from strict to loose arithmetic, until
/// something simple explains dx: every kind of normalization over every shape with eps of any size,
/// softmax and log-softmax at any temperature and relatives, each with the ways of gradient_ways;
/// gamma where there are more equations than unknowns; and the same for an x and a dy whose texts
/// were rounded. What fits is claimed only where dx is said in fewer bits with it than by a mean,
/// by lines over dy and over x, and by itself. Explanation::kind is the id of the way, or that of
/// the given weight; Explanations::forms has the last bits of each form of the best.
/// shape   x, dy and dx the same; `known.y` is the source of dx
/// errors  InvalidArgument: shapes differ, or no elements
/// numeric bounds are first-order, from the size of the group and of its values
base::Expected<Explanations> explain_gradient(const tensor::Tensor& x, const tensor::Tensor& dy,
                                              const tensor::Tensor& dx, const Known& known = {});

}  // namespace normscope::variants
