// SPDX-License-Identifier: MIT
// The UI map: a list of the widgets on the screen for tests and scripts, one line of JSON per
// widget with its id, place, text and state. Ids are stable paths ("inspector/eps/on"), never
// labels, so that a changed label breaks no script.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"

namespace normscope::ui {

/// In window pixels.
struct Rect {
  float x = 0;
  float y = 0;
  float w = 0;
  float h = 0;
  bool operator==(const Rect&) const = default;
};

struct Widget {
  std::string id{};
  Rect rect{};
  std::string text{};
  std::string kind{};  // "button", "checkbox", "cell"
  bool enabled = true;
  bool visible = true;  // its middle is inside the visible part of its panel
  bool cut = false;     // some of it is outside of that part
  bool focused = false;
  std::optional<bool> checked{};
  std::optional<bool> selected{};
  std::string mark{};  // of a cell, relative to the pointed one: "self", "source", "made"
  std::optional<std::string> value{};
};

class UiMap {
 public:
  UiMap() = default;
  /// A map that is also written to a file after every frame.
  explicit UiMap(std::filesystem::path file) : file_(std::move(file)), on_(true) {}

  /// While off, widgets are not described at all, so that large grids cost nothing.
  bool on() const { return on_; }
  void turn_on() { on_ = true; }

  void begin_frame() { widgets_.clear(); }
  void add(Widget widget);
  /// Ends the frame: its widgets become readable, and are written to the file if there is one.
  /// errors  Unwritable: the file cannot be written
  base::Expected<void> end_frame(std::uint64_t frames, Rect window, float scale);

  /// The last frame's widgets, in drawing order.
  const std::vector<Widget>& widgets() const { return widgets_; }
  const Widget* find(std::string_view id) const;

 private:
  std::filesystem::path file_;
  bool on_ = false;
  std::vector<Widget> widgets_;
};

/// One line of the file, without the line's end.
std::string to_json_line(const Widget& widget);

}  // namespace normscope::ui
