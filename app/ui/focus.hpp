// SPDX-License-Identifier: MIT
// The keyboard focus, by widget id. Widgets report themselves in drawing order, and Tab follows
// that order (ImGui 1.86 tabs through text fields only); F6 goes from one region of the window to
// the next. While a popup is open, Tab visits only the widgets of the popup.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace normscope::ui {

class Focus {
 public:
  /// Reports a widget that can have the focus; true when it has the focus. Tab stops at it, unless
  /// it is a part that the arrows of its control lead to.
  bool stop(std::string_view id, bool by_tab = true);
  /// Moves the focus to a widget; a text field then starts editing.
  void set(std::string_view id);
  /// Moves the focus to a clicked widget: no ring is drawn, and `arrived` stays false.
  void take(std::string_view id);
  void clear();
  const std::string& id() const { return id_; }

  /// Whether the focus was moved by key: only then a ring is drawn.
  bool ring() const { return ring_; }
  void show_ring(bool on) { ring_ = on; }
  /// True once after the focus moved to this widget: a text field starts editing.
  bool arrived(std::string_view id);
  /// Whether the focus moved to this widget and the widget has not been drawn since.
  bool awaits(std::string_view id) const { return arrived_ == id; }

  /// The next widget that is drawn takes the focus: a region out of sight stands for its widgets,
  /// which ImGui does not draw, and hands the focus on when it has come into view.
  void enter() { entering_ = true; }

  void begin_frame();
  /// Whether a widget received the focus since the frame began.
  bool claimed() const { return claimed_; }
  /// Moves the focus along the widgets in drawing order, wrapping at the ends; direction is 1 or
  /// -1. A widget that takes Tab for itself, such as a grid, calls it to be left. The focus moves
  /// at the end of the frame, when the order is complete.
  void move(int direction) { steps_ += direction; }
  /// Moves the focus to the next region with widgets, or the one before: to the widget of the
  /// region that had the focus last, else to its first. Not while a popup is open.
  void move_region(int direction) { region_steps_ += direction; }
  /// Carries out the moves asked for in this frame; whether there were any.
  bool end_frame();

  /// Widgets between begin and end belong to this region of the window.
  void begin_region(std::string_view name) { region_ = name; }
  void end_region() { region_.clear(); }
  /// The region of the focused widget in the last frame; empty: none.
  std::string_view region() const;

  /// Whether this widget has the focus.
  bool is(std::string_view id) const { return id_ == id; }

  /// Widgets between push and pop belong to a popup.
  void push_scope();
  void pop_scope();

  /// Whether a popup was open in the last frame: keys then go to the popup alone.
  bool in_popup() const { return deepest_last_ > 0; }

 private:
  struct Stop {
    std::string id;
    int depth;
    std::string region;
    bool by_tab;
  };
  void step(int direction);
  void step_region(int direction);

  std::string id_;
  std::string arrived_;
  std::vector<Stop> order_;
  std::vector<Stop> last_;
  std::vector<std::string> return_to_;          // the focus before each open popup
  std::string region_;                          // of the widgets being drawn
  std::map<std::string, std::string> visited_;  // region -> its widget that had the focus last
  int steps_ = 0;
  int region_steps_ = 0;
  int depth_ = 0;
  int deepest_ = 0;
  int deepest_last_ = 0;
  bool ring_ = false;
  bool entering_ = false;
  bool claimed_ = false;
};

}  // namespace normscope::ui
