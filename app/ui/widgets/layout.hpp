// SPDX-License-Identifier: MIT
// The parts of the window: panels with their own scrolling, splitters between them, popups, dialogs
// and the status bar. Panels, popups and dialogs are opened by a constructor and closed by the
// destructor.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/ui/context.hpp"
#include "app/ui/widgets/text.hpp"

namespace normscope::ui {

enum class Ground { kNone, kPanel, kRaised };
enum class Scroll { kNone, kVertical, kBoth };

struct RegionLook {
  Ground ground = Ground::kPanel;
  Scroll scroll = Scroll::kVertical;
  float padding = -1;  // points; -1: the theme's panel padding
  float rounding = 0;  // points
  bool border = false;
  bool holds_controls = true;
  float content = 0;  // width of what it holds, in pixels, scroll bar or not; 0: what room there is
};

/// A rectangle of the window with its own ground, clipping and scrolling. Sizes in pixels; 0 takes
/// the remaining room, a negative size leaves that much of it free. A region that is scrolled out
/// of sight is a tab stop, which leads to its first widget, where it holds any.
class Region {
 public:
  Region(Context& ui, std::string_view id, ImVec2 size, const RegionLook& look = {});
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;
  ~Region();
  /// Whether any part of the region is visible.
  explicit operator bool() const { return visible_; }

 private:
  bool visible_ = false;
};

/// Scrolls the current region by the arrows, pages, Home and End: for text in a dialog whose few
/// widgets do not need them.
void scroll_by_keys(Context& ui);

enum class Axis { kHorizontal, kVertical };  // the direction in which the line moves

/// The thickness of a splitter's grab area, in points.
inline constexpr float kSplitterPoints = 9;

/// A line between two regions that can be dragged. Takes and returns the size, in points, of the
/// region before it (after it with `grows_backward`); a double click returns `initial`.
struct Split {
  double low = 0;
  double high = 1e6;
  double initial = 0;
  bool grows_backward = false;
  float length = 0;  // of the line, in pixels; 0: the remaining room
};
double splitter(Context& ui, std::string_view id, Axis axis, double size, const Split& split);

/// Opens the popup of this id under the last widget, or beside it.
void open_popup(Context& ui, std::string_view id, bool at_side = false);
/// Opens it under this rectangle, in pixels.
void open_popup_at(Context& ui, std::string_view id, ImVec2 min, ImVec2 size);
/// Keeps an open popup under the last widget, wherever it was opened.
void anchor_popup(Context& ui, std::string_view id);

/// Whether a popup or dialog of this id is open: not any more after a click outside or Escape.
bool is_popup_open(std::string_view id);

/// A popup while it is open: closed by a click outside and by Escape.
class Popup {
 public:
  /// Rows of a list have padding of their own; a form needs more.
  static constexpr float kListPadding = 6;
  static constexpr float kFormPadding = 14;
  Popup(Context& ui, std::string_view id, float width_points = 0,
        float padding_points = kListPadding);
  Popup(const Popup&) = delete;
  Popup& operator=(const Popup&) = delete;
  ~Popup();
  explicit operator bool() const { return open_; }
  void close();

 private:
  Context& ui_;
  std::string id_;
  bool open_ = false;
  std::optional<UiMap::Part> part_{};
};

/// A modal dialog with a title in the middle of the window. Opened with open_popup.
class Dialog {
 public:
  Dialog(Context& ui, std::string_view id, std::string_view title_text, float width_points);
  Dialog(const Dialog&) = delete;
  Dialog& operator=(const Dialog&) = delete;
  ~Dialog();
  explicit operator bool() const { return open_; }
  void close();
  /// The height in pixels that the window leaves for the part of the dialog that takes what there
  /// is, where its other parts need `around` points.
  float room(float around) const;

 private:
  Context& ui_;
  std::string id_;
  bool open_ = false;
  std::optional<UiMap::Part> part_{};
};

/// An item of the status bar; its id in the UI map is "status/ID".
struct StatusItem {
  std::string id;
  std::string text;
  Tone tone = Tone::kMuted;
  Help help{};
  std::optional<double> share{};  // of the work done: a bar below the text, value in the UI map
  bool clickable = false;
  bool detail = false;  // left out where the bar is too narrow
  bool live = false;    // told when it comes
};
/// The height of the status bar, in pixels.
float status_bar_height(const Context& ui);
/// Draws the status bar; returns the id of the clicked item.
std::optional<std::string> status_bar(Context& ui, std::span<const StatusItem> items);

}  // namespace normscope::ui
