// SPDX-License-Identifier: MIT
#include "app/lessons/step_links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/text/ascii.hpp"
#include "core/text/translate.hpp"

namespace normscope::lessons {

namespace {

// "what-else-is-lost" of "What else is lost?".
std::string anchor_of(std::string_view title) {
  std::string anchor;
  for (const char each : title) {
    const char c = text::to_lowercase(each);
    if (c == ' ' || c == '-') {
      anchor += '-';
    } else if (text::is_digit(c) || (c >= 'a' && c <= 'z')) {
      anchor += c;
    }
  }
  return anchor;
}

base::Expected<void> resolve(const Lesson& lesson, Inline& part, int line) {
  if (!part.link.starts_with('#')) return {};
  const auto found = std::ranges::find(lesson.steps, part.link.substr(1),
                                       [](const Step& step) { return anchor_of(step.title); });
  if (found == lesson.steps.end()) {
    return base::fail(base::ErrorKind::kMalformed,
                      tr("line {line}: no step of the lesson is called {link}", arg("line", line),
                         arg("link", part.link)),
                      tr("a step's title in small letters, with - for spaces and without signs"));
  }
  part.link = step_link(static_cast<int>(found - lesson.steps.begin()));
  return {};
}

}  // namespace

std::string step_link(int step) {
  return fmt::format("#step-{}", step + 1);
}

base::Expected<void> resolve_step_links(Lesson& lesson) {
  for (Step& step : lesson.steps) {
    for (Block& block : step.blocks) {
      for (Inline& part : block.inlines) {
        if (auto done = resolve(lesson, part, block.line); !done) return done;
      }
    }
  }
  return {};
}

}  // namespace normscope::lessons
