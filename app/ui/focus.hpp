// SPDX-License-Identifier: MIT
// The keyboard focus, by widget id. Widgets report themselves in drawing order, and Tab follows
// that order (ImGui 1.86 tabs through text fields only). While a popup is open, Tab visits only the
// widgets of the popup.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace normscope::ui {

class Focus {
 public:
  /// Reports a widget that can have the focus (a tab stop); true when it has the focus.
  bool stop(std::string_view id);
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

  void begin_frame();
  /// Whether a widget received the focus since the frame began.
  bool claimed() const { return claimed_; }
  /// Moves the focus along the widgets in drawing order, wrapping at the ends; direction is 1 or
  /// -1.
  void move(int direction);

  /// Widgets between push and pop belong to a popup.
  void push_scope();
  void pop_scope();

  /// Whether a popup was open in the last frame: keys then go to the popup alone.
  bool in_popup() const { return deepest_last_ > 0; }

 private:
  struct Stop {
    std::string id;
    int depth;
  };
  std::string id_;
  std::string arrived_;
  std::vector<Stop> order_;
  std::vector<Stop> last_;
  std::vector<std::string> return_to_;  // the focus before each open popup
  int depth_ = 0;
  int deepest_ = 0;
  int deepest_last_ = 0;
  bool ring_ = false;
  bool claimed_ = false;
};

}  // namespace normscope::ui
