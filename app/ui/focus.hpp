// SPDX-License-Identifier: MIT
// Which widget has the keyboard, by id. Widgets report themselves in the order drawn, and Tab walks
// that order: ImGui 1.86 tabs through text fields only. While a popup is open, its widgets alone.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace normscope::ui {

class Focus {
 public:
  /// Reports a widget that can have the keyboard; true when it has it.
  bool stop(std::string_view id);
  /// Gives a widget the keyboard; a text field begins to be edited.
  void set(std::string_view id);
  /// The widget was clicked: it has the keyboard, without a ring and without another arrival.
  void take(std::string_view id);
  void clear();
  const std::string& id() const { return id_; }

  /// Whether the focus came by key: only then a ring is drawn.
  bool ring() const { return ring_; }
  void show_ring(bool on) { ring_ = on; }
  /// Once after the focus moved to this widget: a text field starts editing.
  bool arrived(std::string_view id);

  void begin_frame();
  /// Whether a widget was given the keyboard since the frame began.
  bool claimed() const { return claimed_; }
  /// Moves along the widgets in the order drawn; direction 1 or -1, around the end.
  void move(int direction);

  /// Widgets between push and pop belong to a popup.
  void push_scope();
  void pop_scope();

  /// Whether a popup was open in the last frame: keys then stay in it.
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
  std::vector<std::string> return_to_;  // what had the keyboard before each open popup
  int depth_ = 0;
  int deepest_ = 0;
  int deepest_last_ = 0;
  bool ring_ = false;
  bool claimed_ = false;
};

}  // namespace normscope::ui
