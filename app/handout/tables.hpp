// SPDX-License-Identifier: MIT
// What the stage shows at a step of a lesson, on paper: the numbers of the sheet as tables, and the
// figure that the lesson names.
#pragma once

#include <optional>
#include <vector>

#include "app/handout/page.hpp"
#include "app/handout/setter.hpp"
#include "app/results/evaluation.hpp"

namespace normscope::handout {

/// Most rows of a table. Of longer ones the first are printed, and their number.
inline constexpr std::int64_t kMostRows = 8;

/// The input of the operation and the step on the sheet, each once, with the document's digits and
/// the selected cell in a frame. Tables stand side by side where there is room. Empty for an
/// evaluation that failed.
std::vector<Line> sheet_tables(const results::Evaluation& evaluation,
                               const document::Document& document, const Setter& setter);

}  // namespace normscope::handout
