// SPDX-License-Identifier: MIT
// The context passed to every panel and widget: theme and fonts, the UI map, the user's input. The
// Shell owns all of it; the only global is ImGui's current context.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
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

/// The number of a gesture: all its edits are one entry of the undo list. The same type as
/// document::Gesture.
using Gesture = std::uint64_t;

/// Numbers the gestures: a drag from press to release, a run of arrow keys on one widget.
class Gestures {
 public:
  /// Begins a new gesture of this widget.
  Gesture begin(std::string_view id);
  /// The current gesture of this widget; begins a new one when the last gesture was another
  /// widget's.
  Gesture of(std::string_view id);

 private:
  std::string id_;
  Gesture last_ = 0;
};

/// The hover card: which widget the pointer rests on, and since when.
struct Hover {
  std::string id{};
  double since = 0;
  bool touched = false;  // some widget was hovered in this frame
  bool busy = false;     // a key, a button or the wheel is in use in this frame
  bool shown = false;    // the card is open: small moves on the widget keep it
  bool quiet = false;    // the widget was used: no card until the pointer has been elsewhere
  bool off = false;      // no cards at all: the presenter view
  float width = 0;       // of the card in the last frame, in pixels
  float height = 0;

  /// Called when the pointer is on no widget with a card, or has moved to another widget.
  void forget() {
    id.clear();
    shown = quiet = false;
  }
};

/// The text of the one field that is being edited. It is kept between frames because a click on a
/// widget that is drawn before the field ends the edit before the field is drawn.
struct Draft {
  std::string id{};
  std::string text{};
  std::optional<std::string> put{};  // takes the place of the text being edited, caret at its end
  std::string error_id{};            // the field whose text was refused
  std::string error{};               // the error sentence shown under that field
};

/// The menu bar and the list of shortcuts.
struct MenuState {
  std::string open{};         // the id of the open menu
  std::string group{};        // the id of its open sub-menu
  bool leaves_group = false;  // the pointer is on another row: the sub-menu closes
  bool shortcuts = false;
  float shortcuts_height = 0;  // of the rows, in pixels; 0: not measured yet
};

/// The widget that an open popup is anchored to, and the popup's size in the last frame.
struct PopupPlace {
  Rect anchor{};
  float width = 0;
  float height = 0;
  bool fresh = true;    // not drawn yet
  bool beside = false;  // at the right of the widget instead of below it
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
  Textures* textures;  // null without a renderer (tests)
  float scale;         // pixels per point
  float growth;        // of the faces that are rasterized larger, too
  // The growth of the next frames, which a view sets that enlarges its numbers to its room. The
  // Shell gives no more than its largest scale.
  double& growth_wanted;
  double time;  // seconds since the start

  /// The context of what is drawn so many times as large as the rest.
  Context grown() const {
    Context larger = *this;
    larger.scale *= growth;
    larger.growth = 1;
    return larger;
  }

  /// Converts points to pixels.
  float px(float points) const { return points * scale; }
};

}  // namespace normscope::ui
