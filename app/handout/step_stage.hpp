// SPDX-License-Identifier: MIT
// What the stage shows at a step of a lesson, for any kind of page: its tables and its figures.
#pragma once

#include <vector>

#include "app/figures/figure.hpp"
#include "app/handout/stage_tables.hpp"
#include "app/lessons/lesson.hpp"
#include "core/base/error.hpp"

namespace normscope::handout {

struct StepStage {
  std::vector<Table> tables{};
  std::vector<figures::Figure> figures{};
};

/// Evaluates a document; empty where it gives no result. `figure`: whether its figure is wanted.
/// `reveals`: as stage_tables; while something is held back there is no figure.
/// errors  TooLarge: the memory that it would need
base::Expected<StepStage> stage_of(const document::Document& document, bool figure,
                                   const std::string& reveals);

}  // namespace normscope::handout
