// SPDX-License-Identifier: MIT
// What can be shown of a large batch before it has been computed.
#pragma once

#include <cstdint>
#include <optional>

#include "app/results/evaluation.hpp"

namespace normscope::results {

/// The evaluation of a large document without its result: the steps, whose numbers are computed
/// where they are looked at, or the input alone where a number needs the statistics of many. No
/// value is described. Null for smaller documents, and where layers, a comparison or hand-written
/// steps have to be computed first.
std::optional<Evaluation> preview(const document::Document& document, std::uint64_t revision);

/// Whether an evaluation is a preview.
bool awaits_result(const Evaluation& evaluation);

}  // namespace normscope::results
