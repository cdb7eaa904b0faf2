// SPDX-License-Identifier: MIT
// How the window is divided: panels with their own scrolling, splitters between them, popups,
// dialogs and the status bar. All are opened by a constructor and closed by its end.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/ui/context.hpp"
#include "app/ui/widgets/text.hpp"

namespace normscope::ui {

enum class Ground { kNone, kBackground, kPanel, kRaised };
enum class Scroll { kNone, kVertical, kBoth };

struct RegionLook {
  Ground ground = Ground::kPanel;
  Scroll scroll = Scroll::kVertical;
  float padding = -1;  // points; -1: the theme's panel padding
  float rounding = 0;  // points
  bool border = false;
};

/// A rectangle of the window that draws, clips and scrolls for itself. Sizes in pixels; 0 is what
/// remains, negative leaves so much free.
class Region {
 public:
  Region(Context& ui, std::string_view id, ImVec2 size, const RegionLook& look = {});
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;
  ~Region();
  /// Whether anything of it is to be seen.
  explicit operator bool() const { return visible_; }

 private:
  bool visible_ = false;
};

enum class Axis { kHorizontal, kVertical };  // the direction in which the line moves

/// The room across a splitter, in points: what can be grabbed.
inline constexpr float kSplitterPoints = 9;

/// A line between two regions that can be dragged. Takes and gives the size, in points, of the
/// region before it (after it with `grows_backward`); a double click gives `initial`.
struct Split {
  double low = 0;
  double high = 1e6;
  double initial = 0;
  bool grows_backward = false;
  float length = 0;  // pixels of the line; 0 is what remains
};
double splitter(Context& ui, std::string_view id, Axis axis, double size, const Split& split);

/// Opens the popup of this id under the last widget.
void open_popup(Context& ui, std::string_view id);

/// A popup while it is open: closed by a click outside and by Escape.
class Popup {
 public:
  /// A list pads its rows itself; a form wants more room around.
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
};

/// A dialog in the middle of the window with its title; everything else waits. Opened with
/// open_popup.
class Dialog {
 public:
  Dialog(Context& ui, std::string_view id, std::string_view words, float width_points);
  Dialog(const Dialog&) = delete;
  Dialog& operator=(const Dialog&) = delete;
  ~Dialog();
  explicit operator bool() const { return open_; }
  void close();

 private:
  Context& ui_;
  std::string id_;
  bool open_ = false;
};

/// A cell of the status bar; reported as "status/ID".
struct StatusCell {
  std::string id;
  std::string words;
  Tone tone = Tone::kMuted;
  Help help{};
  std::optional<double> share{};  // of work that is done: a bar below the words, value in the map
  bool clickable = false;
  bool detail = false;  // gives way where the bar is too narrow for all
};
/// Height in pixels that the bar takes at the lower end of the window.
float status_bar_height(const Context& ui);
/// Gives the id of the cell that was clicked.
std::optional<std::string> status_bar(Context& ui, std::span<const StatusCell> cells);

}  // namespace normscope::ui
