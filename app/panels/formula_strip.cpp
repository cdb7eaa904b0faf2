// SPDX-License-Identifier: MIT
#include "app/panels/formula_strip.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include "app/ui/widgets/math_view.hpp"

namespace normscope::panels {

namespace {

constexpr float kHeight = 60;  // points

}  // namespace

float formula_strip_height(const ui::Context& ui) { return std::round(ui.px(kHeight)); }

void draw_formula_strip(StageFrame& frame, float) {
  const trace::Step& step = frame.step_of(frame.selected_card());
  ui::formula(frame.ui, "stage/formula",
              fmt::format("{} = {}", step.symbol, step.formula));
}

}  // namespace normscope::panels
