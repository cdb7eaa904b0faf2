// SPDX-License-Identifier: MIT
// The keyboard focus, by widget id. Widgets report themselves in drawing order, and Tab follows
// that order (ImGui 1.86 tabs through text fields only); F6 goes from one region of the window to
// the next. Widgets of a group are one stop of Tab, and arrows lead from one to the other. While a
// popup is open, Tab visits only the widgets of the popup.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace normscope::ui {

class Focus {
 public:
  /// Reports a widget that can have the focus; true when it has the focus. Tab stops at it, unless
  /// it is a part that the arrows of its control lead to.
  bool stop(std::string_view id, bool by_tab = true);
  /// Says of the widget reported last whether it can be seen where its panel is scrolled to.
  void note_sight(bool in_sight) { order_.back().in_sight = in_sight; }
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
  /// Whether the panel scrolls to the widget that the focus moved to. A page that was turned does
  /// not: it is read from its top.
  bool scrolls() const { return placed_ != Placed::kOnTurnedPage; }

  /// The next widget that is drawn takes the focus: a region out of sight stands for its widgets,
  /// which ImGui does not draw, and hands the focus on when it has come into view.
  void enter() { entering_ = true; }
  /// The same on a page that was turned: its first widget takes the focus, in sight or not.
  void enter_page() { entering_ = entering_page_ = true; }
  /// Whether no widget was drawn since enter().
  bool entering() const { return entering_; }
  /// Lets this widget, or the first stop of Tab below its id, take the focus when it is drawn, as
  /// if a key had led there: it may be in a panel that is only about to be shown.
  void ask(std::string_view id) { asked_ = id; }
  const std::string& asked() const { return asked_; }
  /// Lets this widget take the focus instead of the next one.
  void enter(std::string_view id) {
    entering_ = entering_page_ = false;
    set(id);
  }

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
  /// Moves the focus to this region, as move_region() does, or back from it to the region before.
  void cross(std::string_view region) { crosses_to_ = region; }
  /// The region begins anew: move_region() and cross() lead to its first widget.
  void forget_place(const std::string& region) { visited_.erase(region); }
  /// move_region() and cross() lead to this widget, which was drawn, where none of its region had
  /// the focus before.
  void begin_at(std::string_view id);
  /// Moves the focus to the first widget of the open popup (-1) or to its last (1).
  void move_to_end(int direction) { to_end_ = direction; }
  /// Names the widget reported last: seek() finds it.
  void note_name(std::string_view name) { order_.back().name = name; }
  /// Moves the focus to the next widget of the open popup whose name begins with this letter,
  /// whether it is a capital or not.
  void seek(char letter) { seeks_ = letter; }
  /// Carries out the moves asked for in this frame; whether there were any.
  bool end_frame();

  /// What becomes of the focus on a widget that is not drawn any more.
  enum class Gone {
    kStays,     // until the widget is drawn again
    kHandedOn,  // to the widget that follows in the region, passing over asides
  };
  /// Widgets between begin and end belong to this region of the window.
  void begin_region(std::string_view name, Gone gone = Gone::kStays) {
    region_ = name;
    gone_ = gone;
  }
  void end_region() {
    region_.clear();
    gone_ = Gone::kStays;
  }
  /// The region of the focused widget in the last frame; empty: none.
  std::string_view region() const;
  /// The same while a frame is being drawn.
  std::string_view region_before() const { return region_of(last_); }

  // Asides are what Tab stops at, but nobody has to use: links in text, the way back.
  enum class Group { kControls, kAsides };
  /// Widgets between begin and end are one stop of Tab, at the first of them.
  void begin_group(std::string_view name, Group kind = Group::kControls) {
    group_ = name;
    group_kind_ = kind;
  }
  /// Whether one of the group's widgets has the focus.
  bool end_group();
  /// Moves the focus within a group that was drawn, not beyond its ends.
  void move_in_group(std::string_view name, int direction);

  /// Whether this widget has the focus.
  bool is(std::string_view id) const { return id_ == id; }

  /// A popup is about to open: the focus returns to where it is now, even where the popup's first
  /// widget takes it before the popup is drawn.
  void note_popup_opens() { opens_from_ = id_; }
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
    Gone gone = Gone::kStays;
    std::string group{};
    Group group_kind = Group::kControls;
    bool in_sight = true;
    bool begins = false;
    std::string name{};
  };
  using Stops = std::vector<Stop>;
  // Who moved the focus. Where a key did, it stands where the reader looks.
  enum class Placed { kByReader, kHandedOn, kOnTurnedPage };

  static Stops::const_iterator find(const Stops& stops, std::string_view id);
  std::string_view region_of(const Stops& stops) const;
  bool in_view_of_popup() const { return deepest_ > 0 || deepest_last_ > 0; }
  void step(int direction);
  bool step_in_popup(int to_end, char letter);
  void step_region(int direction);
  void step_across(const std::string& region);
  bool enter_region(const std::string& region);
  const Stop* follower_of(std::string_view id) const;
  bool hand_on();

  std::string id_;
  std::string arrived_;
  std::string asked_;
  Stops order_;
  Stops last_;
  std::vector<std::string> return_to_;       // the focus before each open popup
  std::optional<std::string> opens_from_{};  // the focus before the popup that is about to open
  std::string region_;                       // of the widgets being drawn
  Gone gone_ = Gone::kStays;
  std::string group_;
  Group group_kind_ = Group::kControls;
  std::map<std::string, std::string> visited_;  // region -> its widget that had the focus last
  std::string in_region_;                       // the region that has the focus, or had it last
  std::string from_region_;                     // the one before
  std::string crosses_to_;
  std::string follower_;  // where the focus on a vanished widget goes on from: no ring is shown
  Placed placed_ = Placed::kByReader;
  int steps_ = 0;
  int to_end_ = 0;
  char seeks_ = 0;
  int region_steps_ = 0;
  int depth_ = 0;
  int deepest_ = 0;
  int deepest_last_ = 0;
  bool ring_ = false;
  bool entering_ = false;
  bool entering_page_ = false;
  bool claimed_ = false;
};

}  // namespace normscope::ui
