// SPDX-License-Identifier: MIT
// The controls of panels. Each takes the context and a stable id, adds itself to the UI map, can be
// reached by Tab and used by keys, and can have a hover card. Values go in, changes come out:
// controls keep no state.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/ui/context.hpp"
#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/text/translate.hpp"

namespace normscope::ui {

/// The hover card of a control, in sentences of tr_later() or of tr(). An empty title means none.
struct Help {
  std::string_view title{};
  std::string_view what{};     // the explanation
  std::string_view formula{};  // one line of plain mathematics: "y = (x - mean) / sqrt(var + eps)"
  std::string_view tip{};      // what to try, or what else does it
};

/// Optional settings that all controls share.
struct Extras {
  Help help{};
  bool enabled = true;
  bool tab_stop = true;      // false: a part that the arrows of its control lead to
  bool arrows_open = false;  // of a choice: arrows open its list instead of taking the next row
  float width = 0;           // points; 0: as wide as the label (buttons) or the room (fields)
  std::string_view name{};   // for who does not see it, where the label is a sign: "next step"
};

enum class ButtonLook {
  kPlain,    // a bordered button
  kPrimary,  // the next step: filled with the accent
  kQuiet,    // only the label until hovered: tool rows, menus
};

/// The width of a button with this label, in pixels.
float button_width(const Context& ui, std::string_view label);

/// True in the frame in which the button is clicked, or Enter or Space is pressed on it.
bool button(Context& ui, std::string_view id, std::string_view label,
            ButtonLook look = ButtonLook::kPlain, const Extras& extras = {});

/// A quiet button with an on state: digits, overlays, visible panels.
bool toggle(Context& ui, std::string_view id, std::string_view label, bool on,
            const Extras& extras = {});

/// True when the box was clicked; `on` is the shown state, which the caller changes.
bool checkbox(Context& ui, std::string_view id, std::string_view label, bool on,
              const Extras& extras = {});

bool link(Context& ui, std::string_view id, std::string_view label, const Extras& extras = {});

/// A heading in a drop-down list, above the row `before`.
struct Heading {
  std::size_t before = 0;
  std::string_view title{};
};

/// A drop-down list; returns the row that was chosen in this frame.
/// map  ID the field; ID/0, ID/1, ... the rows while it is open
std::optional<std::size_t> choice(Context& ui, std::string_view id,
                                  std::span<const std::string_view> rows, std::size_t chosen,
                                  const Extras& extras = {},
                                  std::span<const Heading> headings = {});

/// Two to five options side by side. Tab stops at the chosen one, and the arrows lead to the
/// others.
/// map  ID/0, ID/1, ...
std::optional<std::size_t> segments(Context& ui, std::string_view id,
                                    std::span<const std::string_view> rows, std::size_t chosen,
                                    const Extras& extras = {});

namespace detail {
template <class Enum>
std::pair<std::vector<std::string_view>, std::size_t> rows_of(
    std::span<const base::Name<Enum>> table, Enum value) {
  std::pair<std::vector<std::string_view>, std::size_t> rows;
  for (std::size_t i = 0; i < table.size(); ++i) {
    rows.first.push_back(text::tr(table[i].label()));
    if (table[i].value == value) rows.second = i;
  }
  return rows;
}
}  // namespace detail

/// The same for an enum's table of names.
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

/// A new value and the gesture that it belongs to.
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

/// A slider with a number field at its right, which accepts any number, also one beyond the range.
/// Arrow keys move by a hundredth of the range, with Shift by a tenth.
/// map  ID the slider; ID/value the field
std::optional<Change> slider(Context& ui, std::string_view id, double value, Range range,
                             const Extras& extras = {});

/// Reads the typed text; an error sentence is shown under the field.
using ReadNumber = std::function<base::Expected<double>(std::string_view)>;

/// A field with one number; returns the typed number when Enter is pressed or the field loses the
/// focus. Escape discards the edit. Without `read`, plain decimal numbers are accepted.
std::optional<double> number_field(Context& ui, std::string_view id, double value,
                                   const Extras& extras = {}, const ReadNumber& read = {});

struct TextEdit {
  bool changed = false;    // in this frame
  bool submitted = false;  // Enter
  bool cancelled = false;  // Escape
  bool editing = false;
};

/// A text field. The hint is shown while it is empty.
TextEdit text_field(Context& ui, std::string_view id, std::string& text, std::string_view hint = {},
                    const Extras& extras = {});

/// A field for lines of code, so many high: Enter begins another line, indented as the one before,
/// and Ctrl+Enter submits. Escape leaves it, with what was typed.
TextEdit code_field(Context& ui, std::string_view id, std::string& text, int lines,
                    const Extras& extras = {});

/// A row of a menu or a list: a label at the left, muted text (a shortcut) at the right.
bool menu_row(Context& ui, std::string_view id, std::string_view label, std::string_view right = {},
              bool chosen = false, const Extras& extras = {});

}  // namespace normscope::ui
