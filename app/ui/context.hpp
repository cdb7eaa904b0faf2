// SPDX-License-Identifier: MIT
// What every panel and widget is given: how things look, where they are reported, what the person
// did. All of it belongs to the Shell; nothing is global but ImGui's own current context.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "app/figures/layout/font_measure.hpp"
#include "app/ui/focus.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/input.hpp"
#include "app/ui/pacing.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui_map.hpp"

namespace normscope::ui {

/// What one gesture changed is one entry of the undo list; the same type as document::Gesture.
using Gesture = std::uint64_t;

/// Numbers the gestures: a drag from press to release, a run of arrow keys on one widget.
class Gestures {
 public:
  /// A new gesture of this widget begins.
  Gesture begin(std::string_view id);
  /// The gesture that goes on for this widget; begins one when another widget was last.
  Gesture of(std::string_view id);

 private:
  std::string id_;
  Gesture last_ = 0;
};

/// The hover card: which widget the pointer rests on, and since when.
struct Hover {
  std::string id;
  double since = 0;
  bool touched = false;  // in this frame
};

/// The text of the one field that is being edited, kept from frame to frame: a click on a widget
/// that is drawn before the field ends the edit before the field can see it.
struct Draft {
  std::string id{};
  std::string text{};
  std::string trouble_id{};  // the field whose text was refused, and why
  std::string trouble{};
};

/// Which menu of the bar is open, by id, and whether the list of shortcuts is.
struct MenuState {
  std::string open;
  bool shortcuts = false;
};

/// Under which widget each open popup hangs, and how large it was in the last frame.
struct PopupPlace {
  Rect anchor{};
  float width = 0;
  float height = 0;
  bool fresh = true;  // not drawn yet
};
using PopupPlaces = std::map<std::string, PopupPlace, std::less<>>;

class Textures;

struct Context {
  const Theme& theme;
  const Fonts& fonts;
  const figures::FontMeasure& measure;
  UiMap& map;
  Input& input;
  Pacing& pacing;
  Focus& focus;
  Gestures& gestures;
  Hover& hover;
  Draft& draft;
  PopupPlaces& popups;
  MenuState& menu;
  Textures* textures;  // null where nothing reaches a screen
  float scale;         // pixels a point has
  double time;         // seconds since the start

  /// Points as pixels.
  float px(float points) const { return points * scale; }
};

}  // namespace normscope::ui
