// SPDX-License-Identifier: MIT
// Explanations as text: a table for people, JSON for scripts.
#pragma once

#include <string>

#include "core/variants/explain/explain.hpp"

namespace normscope::cli {

/// A line for each explanation, then gamma and beta, then the verdict's sentence.
std::string explanations_table(const variants::Explanations& answer);

/// One object on one line with the keys verdict, sentence, bound, arithmetic, searched, x_decimals,
/// y_decimals, y_format, ranked, same_on_these_data, forms (of a dx) and suspicion. An infinite
/// number is null.
std::string explanations_json(const variants::Explanations& answer);

}  // namespace normscope::cli
