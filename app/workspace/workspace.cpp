// SPDX-License-Identifier: MIT
#include "app/workspace/workspace.hpp"

#include <utility>

namespace normscope::workspace {

Workspace::Workspace(document::Document document, std::vector<lessons::Lesson> known_lessons,
                     const std::function<void()>& wake)
    : history(std::move(document)),
      lessons(std::move(known_lessons)),
      figures(wake),
      presets(wake),
      pictures(wake),
      separation(wake) {}

}  // namespace normscope::workspace
