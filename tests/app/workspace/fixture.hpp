// SPDX-License-Identifier: MIT
// A workspace with the built-in lessons, without a window.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "app/lessons/loader.hpp"
#include "app/results/evaluation.hpp"
#include "app/workspace/workspace.hpp"
#include "core/compute/compute.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/support/support.hpp"

namespace normscope::workspace {

struct WorkspaceTest : ::testing::Test {
  Workspace workspace{testing::lecture_document(),
                      NORMSCOPE_VALUE_OR_FAIL(lessons::builtin_lessons()), [] {}};
  const lessons::Lesson& lecture() const {
    return *std::ranges::find(workspace.lessons, "lecture-20-by-hand", &lessons::Lesson::id);
  }
  // A lesson that leaves the digits to the reader.
  const lessons::Lesson& free_lesson() const {
    return *std::ranges::find(workspace.lessons, false, &lessons::Lesson::sets_digits);
  }
  EvaluationRef evaluated() const {
    return std::make_shared<const results::Evaluation>(
        results::evaluate(workspace.document(), workspace.history.revision(),
                          compute::make_backends(), compute::Device::kCpu));
  }
};

}  // namespace normscope::workspace
