// SPDX-License-Identifier: MIT
// Explanations in words.
#pragma once

#include <string>

#include "core/variants/explain/explain.hpp"
#include "core/variants/explain/explain_tolerance.hpp"

namespace normscope::variants {

/// The reason for the allowed error: "the rounding to 4 decimals, half a unit of which is 5e-05".
std::string bound_words(const Allowance& allowance, const Explanation& best);

/// The searched normalizations, and all searched options, for the sentence that nothing explains y.
std::string norms_words(const tensor::Shape& shape);
std::string searched_words(const tensor::Shape& shape);

/// The answer in one or a few sentences.
std::string answer_words(const Explanations& explanations, std::int64_t elements);

}  // namespace normscope::variants
