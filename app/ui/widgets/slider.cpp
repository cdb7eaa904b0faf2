// SPDX-License-Identifier: MIT
// The slider with its number field.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/text/numbers.hpp"

namespace normscope::ui {
namespace {

constexpr double kStep = 0.01;      // of the range, by an arrow key
constexpr double kLargeStep = 0.1;  // with Shift

double to_way(double value, const Range& range) {
  if (range.scale == SliderScale::kLinear) {
    return std::clamp((value - range.low) / (range.high - range.low), 0.0, 1.0);
  }
  if (!(value > range.low)) return 0;
  return std::clamp(std::log(value / range.low) / std::log(range.high / range.low), 0.0, 1.0);
}

// Rounds to two significant digits, through text so that 1e-05 is exactly the double 1e-05.
double two_digits(double value) {
  return text::parse_double(fmt::format("{:.1e}", value)).value_or(value);
}

// Rounds to numbers that a user would type: two digits on a logarithmic scale, about a thousandth
// of a linear range.
double to_value(double way, const Range& range) {
  if (way <= 0) return range.low;
  if (way >= 1) return range.high;
  if (range.scale == SliderScale::kLinear) {
    const double step = std::pow(10.0, std::floor(std::log10((range.high - range.low) / 100)));
    const double steps = std::round((range.low + way * (range.high - range.low)) / step);
    // Dividing by a whole number gives exactly 0.1; multiplying by 0.1 would not.
    return step < 1 ? steps / std::round(1 / step) : steps * step;
  }
  return two_digits(range.low * std::pow(range.high / range.low, way));
}

}  // namespace

std::optional<Change> slider(Context& ui, std::string_view id, double value, Range range,
                             const Extras& extras) {
  const auto& palette = ui.theme.colors;
  const auto& metrics = ui.theme.metrics;
  constexpr float kField = 92;  // width of the number field, in points
  const float total =
      extras.width > 0 ? ui.px(extras.width) : std::max(1.0F, ImGui::GetContentRegionAvail().x);
  const float gap = ui.px(metrics.gap);
  const float track = std::max(ui.px(40), total - ui.px(kField) - gap);
  const float knob = ui.px(8);
  const double way = to_way(value, range);

  const Area here = area(ui, id, {track, ui.px(metrics.control)},
                         {.kind = "slider",
                          .value = fmt::format("{}", value),
                          .ends = std::pair(range.low, range.high)},
                         extras);
  const float y = (here.min.y + here.max.y) / 2;
  const float left = here.min.x + knob;
  const float right = here.max.x - knob;
  const float x = left + (right - left) * static_cast<float>(way);
  const Color filled = extras.enabled ? palette.accent : palette.border;
  const float half = ui.px(2);
  draw_box(ui, {left, y - half}, {right, y + half}, palette.border, {0, 0, 0, 0}, half);
  draw_box(ui, {left, y - half}, {x, y + half}, filled, {0, 0, 0, 0}, half);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddCircleFilled({x, y}, here.hovered || here.held ? knob : knob - ui.px(1),
                       imgui_color(filled), 0);
  list.AddCircleFilled({x, y}, knob - ui.px(3), imgui_color(palette.panel), 0);
  if (here.focused && ui.focus.ring()) {
    list.AddCircle({x, y}, knob + ui.px(3), imgui_color(palette.accent), 0, ui.px(2));
  }

  std::optional<Change> change;
  const auto move_to = [&](double new_way, Gesture gesture) {
    const double moved = to_value(std::clamp(new_way, 0.0, 1.0), range);
    if (moved != value) change = Change{moved, gesture};
  };
  if (here.pressed) ui.gestures.begin(id);
  if (here.held && right > left) {
    const auto at = static_cast<double>((ImGui::GetIO().MousePos.x - left) / (right - left));
    move_to(at, ui.gestures.of(id));
  }
  if (here.focused) {
    const double step = ui.input.modifiers().shift ? kLargeStep : kStep;
    const Modifiers with = {.shift = ui.input.modifiers().shift};
    if (ui.input.take({Key::kLeft, with})) move_to(way - step, ui.gestures.of(id));
    if (ui.input.take({Key::kRight, with})) move_to(way + step, ui.gestures.of(id));
    if (ui.input.take(Key::kHome)) move_to(0, ui.gestures.of(id));
    if (ui.input.take(Key::kEnd)) move_to(1, ui.gestures.of(id));
  }

  ImGui::SameLine(0, gap);
  Extras exact = extras;
  exact.width = kField;
  const std::string field = fmt::format("{}/value", id);
  if (const auto typed = number_field(ui, field, value, exact)) {
    change = Change{*typed, ui.gestures.begin(field)};
  }
  return change;
}

}  // namespace normscope::ui
