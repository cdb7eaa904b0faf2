// SPDX-License-Identifier: MIT
// The controls that panels are made of. Each takes the context and a stable id, reports itself in
// the UI map, can be reached by Tab and used by keys, and can carry a hover card. Values go in, a
// change comes out: nothing is kept here.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/ui/context.hpp"
#include "core/base/error.hpp"
#include "core/base/names.hpp"

namespace normscope::ui {

/// The hover card of a control. An empty title means none.
struct Help {
  std::string_view title{};
  std::string_view what{};     // what it is
  std::string_view formula{};  // one line of plain mathematics: "y = (x - mean) / sqrt(var + eps)"
  std::string_view attempt{};  // what to try
};

/// What any control may be given beside its value.
struct Extras {
  Help help{};
  bool enabled = true;
  float width = 0;  // points; 0: as wide as the words (buttons) or as the room (fields)
};

enum class ButtonLook {
  kPlain,    // a bordered button
  kPrimary,  // the next step: filled with the accent
  kQuiet,    // words alone until hovered: tool rows, menus
};

/// The pixels that a button with these words takes.
float button_width(const Context& ui, std::string_view words);

/// True in the frame it is clicked, or Enter or Space is pressed on it.
bool button(Context& ui, std::string_view id, std::string_view words,
            ButtonLook look = ButtonLook::kPlain, const Extras& extras = {});

/// A quiet button that stays down: digits, overlays, panels shown.
bool toggle(Context& ui, std::string_view id, std::string_view words, bool on,
            const Extras& extras = {});

/// True when it was switched; `on` is what is shown, the caller changes it.
bool checkbox(Context& ui, std::string_view id, std::string_view words, bool on,
              const Extras& extras = {});

bool link(Context& ui, std::string_view id, std::string_view words, const Extras& extras = {});

/// A list that drops down; the row that was chosen, when one was.
/// map  ID the field; ID/0, ID/1, ... the rows while it is open
std::optional<std::size_t> choice(Context& ui, std::string_view id,
                                  std::span<const std::string_view> rows, std::size_t chosen,
                                  const Extras& extras = {});

/// Two to five words side by side.
/// map  ID/0, ID/1, ...
std::optional<std::size_t> segments(Context& ui, std::string_view id,
                                    std::span<const std::string_view> words, std::size_t chosen,
                                    const Extras& extras = {});

namespace detail {
template <class Enum>
std::pair<std::vector<std::string_view>, std::size_t> rows_of(
    std::span<const base::Name<Enum>> table, Enum value) {
  std::pair<std::vector<std::string_view>, std::size_t> rows;
  for (std::size_t i = 0; i < table.size(); ++i) {
    rows.first.push_back(table[i].name);
    if (table[i].value == value) rows.second = i;
  }
  return rows;
}
}  // namespace detail

/// The same over an enum's table of names.
template <class Enum>
std::optional<Enum> choice(Context& ui, std::string_view id,
                           std::span<const base::Name<Enum>> table, Enum value,
                           const Extras& extras = {}) {
  const auto [rows, chosen] = detail::rows_of(table, value);
  const auto at = choice(ui, id, std::span<const std::string_view>(rows), chosen, extras);
  return at ? std::optional(table[*at].value) : std::nullopt;
}
template <class Enum>
std::optional<Enum> segments(Context& ui, std::string_view id,
                             std::span<const base::Name<Enum>> table, Enum value,
                             const Extras& extras = {}) {
  const auto [rows, chosen] = detail::rows_of(table, value);
  const auto at = segments(ui, id, std::span<const std::string_view>(rows), chosen, extras);
  return at ? std::optional(table[*at].value) : std::nullopt;
}

/// A number that a gesture changes.
struct Change {
  double value = 0;
  Gesture gesture = 0;
};

enum class SliderScale { kLinear, kLogarithmic };
struct Range {
  double low = 0;
  double high = 1;
  SliderScale scale = SliderScale::kLinear;
};

/// A slider with the exact number in a field at its right, where any number can be typed, also one
/// beyond the range. Arrow keys move by a hundredth of the way, with Shift by a tenth.
/// map  ID the slider; ID/value the field
std::optional<Change> slider(Context& ui, std::string_view id, double value, Range range,
                             const Extras& extras = {});

/// Reads what was typed; the sentence of an error is shown under the field.
using ReadNumber = std::function<base::Expected<double>(std::string_view)>;

/// A field with one number; what was typed when Enter was pressed or the field was left. Escape
/// leaves the number as it was. Without `read` plain decimal numbers are read.
std::optional<double> number_field(Context& ui, std::string_view id, double value,
                                   const Extras& extras = {}, const ReadNumber& read = {});

struct TextEdit {
  bool changed = false;    // in this frame
  bool submitted = false;  // Enter
  bool cancelled = false;  // Escape
  bool editing = false;
};

/// A field of text. The hint stands in it while it is empty.
TextEdit text_field(Context& ui, std::string_view id, std::string& text, std::string_view hint = {},
                    const Extras& extras = {});

/// A row of a menu or a list: words at the left, muted words (a shortcut) at the right.
bool menu_row(Context& ui, std::string_view id, std::string_view words, std::string_view right = {},
              bool chosen = false, const Extras& extras = {});

}  // namespace normscope::ui
