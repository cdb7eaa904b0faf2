// SPDX-License-Identifier: MIT
// A panel as a figure, laid out and drawn on a page with metrics that no font changes.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "app/figures/layout/layout.hpp"
#include "app/figures/paint/paint.hpp"
#include "tests/app/figures/support/page_rules.hpp"
#include "tests/app/figures/support/recorder.hpp"

namespace normscope::figures {

inline const Size kPage{160 * kMillimetre, 100 * kMillimetre};

inline Figure with(Panel panel) {
  return {.name = "test", .panels = {std::move(panel)}};
}

inline Layout placed(const Figure& figure, Size size = kPage) {
  const EvenMeasure measure;
  return lay_out(figure, size, theme(ThemeName::kLight), measure);
}

inline std::unique_ptr<Recorder> drawn(const Figure& figure, Size size = kPage) {
  auto recorder = std::make_unique<Recorder>();
  paint(figure, placed(figure, size), theme(ThemeName::kLight), *recorder);
  return recorder;
}

inline bool shows(const Layout& layout, const std::string& text) {
  return std::any_of(layout.texts.begin(), layout.texts.end(),
                     [&](const TextRun& run) { return run.text == text; });
}

}  // namespace normscope::figures
