// SPDX-License-Identifier: MIT
// What `normscope verify` prints.
#pragma once

#include <string>

#include "app/verification/verification.hpp"

namespace normscope::cli {

/// A table with a line for each row, and a sentence.
std::string verification_table(const verification::Verification& verification);

/// The same as one JSON object on one line. `bound` is the most ULP that count as agreement.
std::string verification_json(const verification::Verification& verification,
                              const std::string& file, double bound);

}  // namespace normscope::cli
