// SPDX-License-Identifier: MIT
// One frame's UI map as a screen reader sees it: every widget with a role, the words that are told,
// its parts and a number that stays its own from frame to frame. A value that does not change, so
// that it is read on another thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/ui_map.hpp"

namespace normscope::accessibility {

/// What AT-SPI calls a widget: the number of the role and its name.
struct Role {
  std::uint32_t number = 0;
  std::string_view name{};
  std::string_view action{};  // what pressing it does; empty: nothing
};

/// The states of AT-SPI that a widget can have, by their bits.
enum class State : std::uint8_t {
  kActive = 1,
  kChecked = 4,
  kEditable = 7,
  kEnabled = 8,
  kFocusable = 11,
  kFocused = 12,
  kModal = 16,
  kMultiLine = 17,
  kSelectable = 22,
  kSelected = 23,
  kSensitive = 24,
  kShowing = 25,
  kSingleLine = 26,
  kVisible = 30,
  kManagesDescendants = 31,
  kCheckable = 41,
};

/// "focused": as events name it.
std::string_view state_name(State state);

struct Node {
  ui::Widget widget{};
  Role role{};
  std::string name{};
  int number = 0;
  int whole = -1;  // position; -1: the window
  std::vector<int> parts{};

  bool has(State state) const { return (states >> static_cast<unsigned>(state) & 1U) != 0; }
  void set(State state, bool on);
  std::uint64_t states = 0;
  /// Whether a value can be put into it: a field, a slider, a cell.
  bool takes_value() const;
  bool is_field() const;  // of text
  bool is_table() const { return widget.kind == "grid"; }
  bool is_cell() const { return widget.kind == "cell"; }
};

/// The numbers of widgets, by their ids; a widget without one goes by its place in its whole.
class Numbers {
 public:
  int of(const std::string& key);

 private:
  std::map<std::string, int> numbers_;
};

/// What else is known of the window.
struct WindowState {
  std::string title{};
  ui::Rect rect{};  // its size, in pixels
  bool active = false;
  bool operator==(const WindowState&) const = default;
};

class Tree {
 public:
  /// Node 0 is the window. Marks that say what a cell says already, scroll bars and help, which a
  /// widget tells itself, are left out.
  Tree(const std::vector<ui::Widget>& widgets, const WindowState& window, Numbers& numbers);

  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& at(int position) const { return nodes_[static_cast<std::size_t>(position)]; }
  /// The position of the node with this number, or -1.
  int find(int number) const;
  /// The position of the innermost node with the focus, or 0.
  int focus() const { return focus_; }
  /// The cell of a table that is on the screen, or the header of a row or a column (the other index
  /// -1); -1: none.
  int find(const Node& table, ui::TablePlace place) const;
  /// Where a node stands among the parts of its whole.
  int index_of(const Node& node) const;

 private:
  void name_popups();

  std::vector<Node> nodes_;
  std::map<int, int> by_number_;
  int focus_ = 0;
};

/// What happened from one frame to the next.
struct Change {
  enum class Kind { kCame, kWent, kName, kValue, kCaret, kState, kTold } kind = Kind::kCame;
  int number = 0;  // of the node; of kCame and kWent its whole
  int part = 0;    // of kCame and kWent: the part, and where it stands
  int index = 0;   // of kCaret: the characters before it
  State state = State::kFocused;
  bool on = false;
  std::string text{};  // the new name or value; what is told
};

/// What is told of a live widget: its words, and whether what they ask for is done.
std::string told(const Node& node);

/// In the order in which they are to be told: the focus comes last.
std::vector<Change> changes(const Tree& before, const Tree& now);

}  // namespace normscope::accessibility
