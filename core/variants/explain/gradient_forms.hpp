// SPDX-License-Identifier: MIT
// Which form of a backward pass made a dx: on paper they are equal, and their roundings differ.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/variants/explain/expected_gradient.hpp"
#include "core/variants/explain/explain.hpp"

namespace normscope::variants {

/// How many numbers of dx each form of the operation's backward pass gives to the last bit, the
/// form with the most first, and how much each form errs by itself; none for large inputs.
std::vector<FormBits> match_forms(const BackwardInput& input, const BackwardCandidate& candidate,
                                  const tensor::Tensor& dx);

/// The names of the plans in which a form of the operation's backward pass gives every bit of dx,
/// of those that read the type of x and write the type of dx; none for large inputs.
std::vector<std::string_view> plans_of_gradient(const BackwardInput& input,
                                                const BackwardCandidate& candidate,
                                                const tensor::Tensor& dx, const Known& known);

/// What the forms say in a sentence of a dx with this largest error; empty without forms.
std::string form_words(const std::vector<FormBits>& forms, std::int64_t elements,
                       double largest_error);

}  // namespace normscope::variants
