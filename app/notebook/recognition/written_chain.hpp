// SPDX-License-Identifier: MIT
// A normalization or a softmax that was written by hand, read back by rules: each names what an
// operation makes of parts that other rules name. A table lists them, with the step that each is.
#pragma once

#include <optional>

#include "app/notebook/recognition/match.hpp"

namespace normscope::notebook::recognition {

/// The chain that ends in `result`, its steps in the order of a trace; nothing for any other array.
std::optional<Match> written_chain(Node result);

}  // namespace normscope::notebook::recognition
