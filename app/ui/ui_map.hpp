// SPDX-License-Identifier: MIT
// The UI map: the one tree of what the window shows and means. Widgets describe themselves in it
// where they are drawn, and say which of them are parts of others. Tests and scripts read it as a
// file, one line of JSON per widget that has an id; a screen reader as a tree (app/accessibility).
// Ids are stable paths ("inspector/eps/on"), never labels, so that a changed label breaks no
// script.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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

/// Of a table how many rows and columns it has; of a cell or header where it stands. -1: neither.
struct TablePlace {
  std::int64_t row = -1;
  std::int64_t column = -1;
  bool operator==(const TablePlace&) const = default;
};

struct Widget {
  std::string id{};  // empty: a text that no script needs
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
  int caret = -1;       // of the field that is typed into: how many characters stand before it
  std::string name{};   // what it is called, where its text is its value or only a sign
  std::string about{};  // what it is for; of numbers what they are made from
  TablePlace place{};
  std::optional<std::pair<double, double>> ends{};  // of a number that can be set
  bool live = false;  // to be told when it comes or changes, wherever the reader is
  int whole = -1;     // the position of the widget that it is a part of; -1: the window
  bool operator==(const Widget&) const = default;
};

/// Whether the text of a widget is what was typed or chosen, so that its name says what it is.
bool holds_value(const Widget& widget);

class UiMap {
 public:
  UiMap() = default;
  /// A map that is also written to a file after every frame.
  explicit UiMap(std::filesystem::path file) : file_(std::move(file)), on_(true) {}

  /// While off, widgets are not described at all, so that large grids cost nothing.
  bool on() const { return on_ || read_; }
  void turn_on() { on_ = true; }
  /// Whether a screen reader reads the map.
  void let_read(bool reads) { read_ = reads; }

  void begin_frame();
  void add(Widget widget);
  /// Names the control that is added next, and its parts: the label in front of it.
  void label(std::string_view text);
  /// Ends the frame: its widgets become readable, and are written to the file if there is one.
  /// errors  Unwritable: the file cannot be written
  base::Expected<void> end_frame(std::uint64_t frames, Rect window, float scale);

  /// The last frame's widgets, in drawing order.
  const std::vector<Widget>& widgets() const { return widgets_; }
  const Widget* find(std::string_view id) const;

  /// What is added while it lives is part of one widget.
  class Part {
   public:
    /// Of the widget of this id that was just added; where it was not, nothing changes.
    Part(UiMap& map, std::string_view id);
    /// Of this one, which is added here. Its rectangle is that of its parts.
    Part(UiMap& map, Widget whole);
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    ~Part();

   private:
    UiMap& map_;
    int outer_;
    bool measures_ = false;
  };

 private:
  void take_label(Widget& widget);

  std::filesystem::path file_;
  bool on_ = false;
  bool read_ = false;
  int whole_ = -1;  // of the widgets that are added
  std::string label_;
  std::string labelled_;  // the id of the control that has taken the label
  std::vector<Widget> widgets_;
};

/// One line of the file, without the line's end.
std::string to_json_line(const Widget& widget);

}  // namespace normscope::ui
