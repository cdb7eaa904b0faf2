// SPDX-License-Identifier: MIT
// The base of every control: a rectangle that can be hovered, clicked, dragged and reached by Tab.
// Panels use it for their own elements (cards, bars, axes).
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

#include "app/ui/widgets/widgets.hpp"

namespace normscope::ui {

struct Area {
  ImVec2 min{};
  ImVec2 max{};
  bool hovered = false;
  bool held = false;       // the button was pressed here and is still down
  bool pressed = false;    // the button was pressed in this frame
  bool released = false;   // the button was released in this frame, anywhere
  bool activated = false;  // clicked, or Enter or Space
  bool doubled = false;    // double-clicked
  bool focused = false;    // has the keyboard focus
  ImVec2 size() const { return {max.x - min.x, max.y - min.y}; }
};

/// Takes `size` pixels at the cursor. `describe` is the entry in the UI map; its id, rectangle and
/// focus are filled in here.
Area area(Context& ui, std::string_view id, ImVec2 size, Widget describe,
          const Extras& extras = {});

/// Gives the wheel to the last area, so that the panel around it does not scroll.
void keep_wheel();

/// Scrolls every region around the current window by as little as brings the rectangle into view;
/// of a rectangle larger than its region the beginning. Whether anything had to scroll.
bool scroll_into_view(Context& ui, ImVec2 min, ImVec2 max);

/// Whether the middle of the rectangle lies in the part of the current window that is shown.
bool is_in_sight(ImVec2 min, ImVec2 max);

/// The controls drawn while this object lives are one stop of Tab, and the arrow keys lead from one
/// to the other.
class ArrowGroup {
 public:
  ArrowGroup(Context& ui, std::string_view name, Focus::Group kind = Focus::Group::kControls);
  ArrowGroup(const ArrowGroup&) = delete;
  ArrowGroup& operator=(const ArrowGroup&) = delete;
  ~ArrowGroup();

 private:
  Context& ui_;
  std::string name_;
};

/// Draws the ring around a widget that received the focus by key.
void draw_focus_ring(Context& ui, const Area& area, float rounding);

/// Says in the UI map what the help of a control says to those who see it.
void explain(Widget& widget, const Extras& extras);

/// Adds an element that is not a control (a label, a number, a card) to the UI map.
void report(Context& ui, Widget describe, ImVec2 min, ImVec2 max);

}  // namespace normscope::ui
