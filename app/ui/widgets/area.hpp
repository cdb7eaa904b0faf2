// SPDX-License-Identifier: MIT
// A place that can be pointed at, clicked, dragged and reached by Tab: what every control is made
// of, and what panels use for things of their own (cards, bars, axes).
#pragma once

#include <imgui.h>

#include <string_view>

#include "app/ui/widgets/widgets.hpp"

namespace normscope::ui {

struct Area {
  ImVec2 min{};
  ImVec2 max{};
  bool hovered = false;
  bool held = false;       // the button went down here and is still down
  bool pressed = false;    // it went down in this frame
  bool released = false;   // it went up in this frame, anywhere
  bool activated = false;  // clicked, or Enter or Space
  bool doubled = false;    // double-clicked
  bool focused = false;    // has the keyboard
  ImVec2 size() const { return {max.x - min.x, max.y - min.y}; }
};

/// Takes `size` pixels at the cursor. `describe` is the line of the UI map; its id, rectangle and
/// focus are filled in here.
Area area(Context& ui, std::string_view id, ImVec2 size, Widget describe,
          const Extras& extras = {});

/// The wheel belongs to the last area: the panel around it stands still.
void keep_wheel();

/// The ring around a widget that has the keyboard by key.
void draw_focus_ring(Context& ui, const Area& area, float rounding);

/// Reports in the UI map something that is drawn but not a control: a label, a number, a card.
void report(Context& ui, Widget describe, ImVec2 min, ImVec2 max);

}  // namespace normscope::ui
